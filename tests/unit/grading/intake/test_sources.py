"""Source files come to the compiler as it wants them, whatever editor wrote them."""

from __future__ import annotations

import json

import pytest

from refute.grading.intake.file import File, Unusable
from refute.grading.intake.sources import as_written, program_of

ENDINGS = (".py", ".sh", ".java")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xef\xbb\xbfx = 1\r\ny\r", b"x = 1\ny\n"),
        ("ä = 1\n".encode("utf-16"), "ä = 1\n".encode()),
        ("ä = 1\n".encode("utf-16-be"), None),
        (b"\xfe\xff" + "ä\n".encode("utf-16-be"), "ä\n".encode()),
        (b"print('Gr\xf6\xdfe')\n", "print('Größe')\n".encode()),
        (b"# coding: latin-1\nprint('\xf6')\n", b"# coding: latin-1\nprint('\xf6')\n"),
    ],
)
def test_encodings_and_line_ends(content: bytes, expected: bytes | None) -> None:
    (found,) = as_written([File("main.py", content)], ENDINGS)
    assert expected is None or found.content == expected


def test_capital_endings_are_those_of_programs_too() -> None:
    names = ["a/SUM.PY", "Main.JAVA", "x.C", "two.py", "two.PY"]
    found = as_written([File(each, b"x") for each in names], (*ENDINGS, ".C", ".c"))
    assert [each.name for each in found] == ["a/SUM.py", "Main.java", "x.C", "two.py", "two.PY"]


def test_other_files_stay_as_they_are() -> None:
    (found,) = as_written([File("data.bin", b"\xff\xfe\r\n")], ENDINGS)
    assert found.content == b"\xff\xfe\r\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Sum-1.java", "public class Sum {}", "Sum.java"),
        ("p/x.java", "package p;\n// public class No {}\npublic final class Yes {}", "p/Yes.java"),
        ("anna.java", 'class A { String s = "\\n public class No {}"; }', "anna.java"),
        ("Main.java", "public record Main(int x) {}", "Main.java"),
    ],
)
def test_java_files_are_named_after_their_public_class(name: str, text: str, expected: str) -> None:
    assert [each.name for each in as_written([File(name, text.encode())], ENDINGS)] == [expected]


def test_two_files_never_get_the_same_name() -> None:
    files = [File("Sum.java", b"public class Sum {}"), File("Sum-1.java", b"public class Sum {}")]
    assert [each.name for each in as_written(files, ENDINGS)] == ["Sum.java", "Sum-1.java"]


def notebook(*cells: object, language: str = "python") -> File:
    made = [
        {"cell_type": "code", "source": each} if not isinstance(each, dict) else each
        for each in cells
    ]
    record = {"cells": made, "metadata": {"language_info": {"name": language}}, "nbformat": 4}
    return File("work/Sum.ipynb", json.dumps(record).encode())


def test_a_notebook_is_the_program_in_its_cells() -> None:
    made = program_of(
        notebook(
            {"cell_type": "markdown", "source": ["# Task"]},
            ["%matplotlib inline\n", "n = int(input())\n", "!pip install x\n", "print?"],
            "%%bash\nls",
            "%%time\nprint(n % 2)",
        )
    )
    assert made.name == "work/Sum.py"
    assert made.text == "n = int(input())\n\nprint(n % 2)\n"
    assert program_of(notebook("1", language="R")).name == "work/Sum.R"


def test_a_notebook_beside_its_program_does_not_count() -> None:
    files = [notebook("1"), File("work/Sum.py", b"2\n")]
    assert [each.text for each in as_written(files, ENDINGS)] == ["2\n"]


@pytest.mark.parametrize("content", [b"", b"[]", b'{"cells": 1}', b'{"cells": [{}]}', b"\xff"])
def test_what_is_no_notebook_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(Unusable, match="not a readable notebook"):
        program_of(File("x.ipynb", content))
