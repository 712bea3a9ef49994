"""The language of a submission, its main file, and the commands that build and run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.grading.building import recipe_for
from refute.grading.intake.file import Unusable
from refute.grading.submissions import Submission, files_of
from refute.grading.toolchains import TOOLCHAINS, by_ending, java_class


def recipe(folder: Path, files: dict[str, str], *preferred: str) -> tuple[str, list[str], str]:
    """The language, the command that builds, and the one that runs."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = files_of(Submission("s", "s", folder))
    made = recipe_for(found, by_ending(TOOLCHAINS), preferred or ("main", "sum"))
    return made.toolchain.name, list(made.build), " ".join(made.run)


def test_the_only_program_is_the_main_one(tmp_path: Path) -> None:
    assert recipe(tmp_path, {"x.py": "", "notes.txt": ""}) == ("Python", [], "python3 x.py")


def test_a_file_called_main_or_like_the_task_is_the_main_one(tmp_path: Path) -> None:
    files = {"helper.py": "", "Sum.py": "", "other/main.rb": ""}
    assert recipe(tmp_path, files, "sum")[2] == "python3 Sum.py"
    assert recipe(tmp_path, files, "main", "sum")[2] == "ruby other/main.rb"
    assert recipe(tmp_path, files, "helper.py")[2] == "python3 helper.py"


def test_the_only_file_in_which_a_program_begins_is_the_main_one(tmp_path: Path) -> None:
    files = {"lib.py": "x = 1", "go.py": "if __name__ == '__main__': pass"}
    assert recipe(tmp_path, files)[2] == "python3 go.py"


def test_tests_of_a_program_are_not_the_program(tmp_path: Path) -> None:
    tests = "import unittest\nimport task1\nif __name__ == '__main__':\n    unittest.main()\n"
    files = {"task1.py": "print(1)\n", "test_task1.py": tests}
    assert recipe(tmp_path, files)[2] == "python3 task1.py"
    assert recipe(tmp_path, files, "test_task1.py")[2] == "python3 test_task1.py"
    assert recipe(tmp_path, {"helper.py": "", "task1.py": "import helper\n"})[2].endswith(
        "task1.py"
    )


def test_packages_that_were_handed_in_as_well_are_not_the_program(tmp_path: Path) -> None:
    packages = "env/lib/python3.11/site-packages"
    files = {"env/pyvenv.cfg": "", f"{packages}/pip/__main__.py": "__main__", "task1.py": ""}
    assert recipe(tmp_path, files)[2] == "python3 task1.py"


def test_c_files_are_compiled_together(tmp_path: Path) -> None:
    files = {"a.c": "int f(void);", "b.c": "int main(void) {}", "a.h": ""}
    language, build, run = recipe(tmp_path, files)
    assert (language, run) == ("C", "./refute-program")
    assert {"a.c", "b.c"} <= set(build)


def test_java_begins_in_the_class_with_main(tmp_path: Path) -> None:
    files = {
        "Helper.java": "package p; class Helper {}",
        "App.java": "package p; public class App { public static void main(String[] a) {} }",
    }
    language, build, run = recipe(tmp_path, files)
    assert language == "Java"
    assert build[-2:] == ["App.java", "Helper.java"]
    assert run.endswith(" p.App")
    assert java_class("X.java", "class Other { static void main(String[] a) {} }") == "Other"
    assert java_class("X.java", "class X {}") is None


def test_a_name_that_looks_like_an_option_is_none(tmp_path: Path) -> None:
    assert recipe(tmp_path, {"-c.py": ""})[2] == "python3 ./-c.py"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "no file in it"),
        ({"essay.docx": ""}, "knows the language of: only `essay.docx`"),
        ({"a.py": "", "b.py": ""}, "which of `a.py`, `b.py` is the program"),
        ({"a.py": "", "b.rb": ""}, "None is called `main` or `sum`"),
    ],
)
def test_what_cannot_be_told_is_said(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(Unusable, match=words):
        recipe(tmp_path, files)


def test_no_two_languages_share_an_ending() -> None:
    endings = [ending for each in TOOLCHAINS for ending in each.endings]
    assert len(endings) == len(set(endings))
    assert all(each.trial and each.tools for each in TOOLCHAINS)
