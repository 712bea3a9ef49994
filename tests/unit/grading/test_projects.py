"""Submissions that say themselves how they are built are built so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from refute.grading.building import recipe_for
from refute.grading.intake.file import File, Unusable
from refute.grading.projects import recipes_for
from refute.grading.toolchains import TOOLCHAINS, by_ending

from .test_grade import grades, refute
from .test_languages import DOUBLE, JAVA, NODE, RUST, C

PYTHON = "print(2 * int(input()))\n"
MAKEFILE = "all: double\r\ndouble: src/x.c\r\n\tgcc -o double src/x.c\r\n"
CARGO = '[package]\nname = "double"\nversion = "0.1.0"\nedition = "2021"\n'
NODE_PROJECT = json.dumps({"main": "lib/x.js", "scripts": {"test": "jest"}})
NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": PYTHON}], "metadata": {}})

JAVA_IN_PACKAGE = "package a.b;\nimport static a.c.Two.TWO;\n" + JAVA.replace("2 *", "TWO *")

PROJECTS: dict[str, tuple[str, dict[str, str]]] = {
    "make": ("gcc", {"Makefile": MAKEFILE, "src/x.c": C}),
    "make that fails": ("gcc", {"Makefile": "all:\n\tno-such-compiler\n", "x.c": C}),
    "make without a program": ("javac", {"makefile": "all:\n\ttrue\n", "X.java": JAVA}),
    "cargo": ("cargo", {"double/Cargo.toml": CARGO, "double/src/main.rs": RUST}),
    "node": ("node", {"package.json": NODE_PROJECT, "lib/x.js": NODE, "other.js": "throw 1"}),
    "java packages": (
        "javac",
        {
            "src/a/b/Go.java": JAVA_IN_PACKAGE,
            "src/a/c/Two.java": "package a.c;\npublic class Two { public static int TWO = 2; }\n",
            "test/a/GoTest.java": "package a;\nimport org.junit.Test;\nclass GoTest {}\n",
        },
    ),
    "notebook": ("python3", {"Double.ipynb": NOTEBOOK}),
    "python modules": ("python3", {"go.py": "import two\nprint(two.f())\n",
                                   "two.py": "def f(): return 2 * int(input())\n"}),
    "c and its test": ("gcc", {"main.c": C, "test.c": "int main(void) { return 1; }\n"}),
    "windows": ("bash", {"x.sh": "\ufeffread x\r\necho $((2 * x))\r\n"}),
}  # fmt: skip


def test_projects_are_built_as_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "double.ios").write_text(DOUBLE, encoding="utf-8")
    config = "tests = 1\n[limits]\nseconds = 10\nbuild_seconds = 120\n"
    (tmp_path / "grade.toml").write_text(config, encoding="utf-8")
    known = {name: files for name, (tool, files) in PROJECTS.items() if shutil.which(tool)}
    for name, files in known.items():
        for path, text in files.items():
            target = tmp_path / "class" / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
    result = refute("grade", "double.ios", "class")
    found = {name: (row["outcome"], row["what"]) for name, row in grades(tmp_path).items()}
    assert found == dict.fromkeys(known, ("right", "the only test passed")), result.output


def test_what_needs_packages_cannot_be_graded() -> None:
    toolchains = by_ending(TOOLCHAINS)
    for files in (
        {"package.json": '{"main": "x.js", "dependencies": {"prompt-sync": "4"}}', "x.js": ""},
        {"Cargo.toml": CARGO + '[dependencies]\nrand = "0.8"\n', "src/main.rs": ""},
    ):
        handed_in = [File(name, text.encode()) for name, text in files.items()]
        with pytest.raises(Unusable, match=r"it needs `(prompt-sync|rand)`"):
            recipes_for(handed_in, toolchains, ["main"])


def test_a_module_that_is_missing_is_not_the_fault_of_the_student(classroom: Path) -> None:
    (classroom / "class" / "a.py").write_text("import numpyy\n", encoding="utf-8")
    assert refute("grade", "sum.ios", "class").exit_code == 3
    row = grades(classroom)["a.py"]
    assert (row["score"], row["outcome"]) == ("", "could not be graded")
    assert "it needs the package `numpyy`" in row["what"]


def test_a_name_can_be_a_pattern_and_single_submissions_can_be_told() -> None:
    files = [File("src/one/Main.java", b""), File("src/two/Main.java", b"")]
    recipe = recipe_for(files, by_ending(TOOLCHAINS), ["two/*.java"])
    assert recipe.main == "src/two/Main.java"


def test_the_teacher_can_say_which_file_is_the_program(classroom: Path) -> None:
    config = 'tests = 1\n[programs]\n"Ada L." = "second.py"\n'
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    for name in ("Ada L.", "Ben"):
        (classroom / "class" / name).mkdir()
        for file in ("first.py", "second.py"):
            path = classroom / "class" / name / file
            path.write_text("print(sum(int(input()) for _ in range(int(input()))))\n", "utf-8")
    assert refute("grade", "sum.ios", "class").exit_code == 3
    found = {name: row["outcome"] for name, row in grades(classroom).items()}
    assert found == {"Ada L.": "right", "Ben": "could not be graded"}
