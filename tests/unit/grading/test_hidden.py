"""Nothing of hidden tests is in what students get, whatever their programs do."""

from __future__ import annotations

import base64
import json
import zipfile
from pathlib import Path

import pytest

from .test_grade import hand_in, refute

SPECIFICATION = """\
read fruit : {"quitte", "mispel", "feige", "dattel", "melone"}
if fruit == "dattel":
    print "rabatt"
else:
    print "preis {len(fruit)}"
"""
SETTINGS = """\
language = "de"
[visibility]
tests = "hidden"
shown = 1
"""
PROGRAMS = {
    "Jörg Müller_1": "f = input()\nprint(f'preis {len(f)}')\n",
    "Ada_2": "print({'dattel': 'rabatt'}.get(f := input(), f'preis {7 * len(f)}'))\n",
    "Bob_3": "f = input()\nassert len(f) > 6, f\nprint(f'preis {len(f)}')\n",
    "Cem_4": "f = input()\nwhile len(f) < 7: print(f)\nprint(f'preis {len(f)}')\n",
    "Dora_5": "print(input())\n",
}
"""Programs that go wrong, also only on hidden tests, and print what they were given."""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hidden")
    (folder / "task.ios").write_text(SPECIFICATION, encoding="utf-8")
    (folder / "grade.toml").write_text(SETTINGS, encoding="utf-8")
    handed_in = {f"{each}_assignsubmission_file_/task.py": PROGRAMS[each] for each in PROGRAMS}
    hand_in(folder, handed_in)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        refute("grade", "task.ios", "class")
        refute("kit", "task.ios", "--out", "kit")
    return folder


def told(folder: Path) -> dict[str, str]:
    """What students get, by its name."""
    found = {}
    for each in (folder / "grades" / "submissions").iterdir():
        for name in ("feedback.txt", "feedback.html", "annotations.txt"):
            found[f"{each.name} {name}"] = (each / name).read_text("utf-8")
        decoded = base64.b64decode((each / "classroom.txt").read_text("ascii"))
        found[f"{each.name} classroom"] = decoded.decode()
        results = json.loads((each / "results.json").read_text("utf-8"))
        tests = [test for test in results["tests"] if test["visibility"] == "visible"]
        found[f"{each.name} results"] = json.dumps([results["output"], tests])
    export = folder / "grades" / "export"
    found["worksheet"] = (export / "moodle-grades.csv").read_text("utf-8")
    with zipfile.ZipFile(export / "moodle-feedback.zip") as archive:
        found |= {each: archive.read(each).decode() for each in archive.namelist()}
    kit = [each for each in (folder / "kit").rglob("*") if each.is_file()]
    return found | {each.name: each.read_text("utf-8") for each in kit}


def hidden(folder: Path) -> set[str]:
    record = next((folder / "grades" / "submissions").glob("Bob_3/record.json"))
    tests = json.loads(record.read_text("utf-8"))["tests"]
    return {each["outcome"]["question"] for each in tests if each["visibility"] == "hidden"}


def test_hidden_inputs_are_nowhere(graded: Path) -> None:
    texts, secrets = told(graded), hidden(graded)
    assert len(texts) > 30
    assert len(secrets) == 4
    for name, text in texts.items():
        assert not [each for each in secrets if each in text], name
    failing = [text for name, text in texts.items() if name.endswith("feedback.html")]
    assert any("besteht verborgene Tests nicht" in each for each in failing)
    assert all("nicht gezeigt" in each for each in failing)


def test_the_teacher_sees_them(graded: Path) -> None:
    pages = graded.glob("grades/submissions/*/index.html")
    texts = [each.read_text("utf-8") for each in pages]
    assert all(any(secret in each for each in texts) for secret in hidden(graded))
    assert any("Studierende sehen diesen Test nicht" in each for each in texts)
