import json
from pathlib import Path

import pytest

from refute.cli.deliver import write_all
from refute.diagnostics import InputError
from refute.report.outcome import Artifact

from .conftest import Refute


@pytest.fixture(autouse=True)
def spec() -> None:
    Path("spec.fake").write_text("passed one.txt two/three.txt")


def test_without_a_folder_the_files_are_shown(refute: Refute) -> None:
    result = refute("tests", "spec.fake")
    assert "passed" in result.stdout
    assert "--- one.txt ---\ntext of one.txt\n" in result.stdout


def test_with_json_they_are_in_the_report(refute: Refute) -> None:
    answer = json.loads(refute("tests", "spec.fake", "--json").stdout)
    assert [each["name"] for each in answer["artifacts"]] == ["one.txt", "two/three.txt"]


def test_with_a_folder_they_are_written(refute: Refute) -> None:
    result = refute("tests", "spec.fake", "--out", "made")
    assert result.exit_code == 0
    assert result.stdout.endswith("files written to made: 2\n")
    assert Path("made/one.txt").read_text() == "text of one.txt\n"
    assert Path("made/two/three.txt").read_text() == "text of two/three.txt\n"


def test_a_failure_leaves_what_was_there(refute: Refute) -> None:
    Path("made").mkdir()
    Path("made/one.txt").write_text("before")
    Path("made/two").write_text("a file, not a folder")
    result = refute("tests", "spec.fake", "--out", "made")
    assert result.exit_code == 2
    assert "error[F007]" in result.stderr
    assert "passed" in result.stdout
    assert Path("made/one.txt").read_text() == "before"
    with pytest.raises(InputError):
        write_all(Path("made"), [Artifact("new.txt", ""), Artifact("two/x", "")])
    assert not Path("made/new.txt").exists()


def test_no_file_lands_outside_the_folder() -> None:
    with pytest.raises(ValueError, match="leads out"):
        write_all(Path("made"), [Artifact("../outside.txt", "")])
    assert not Path("outside.txt").exists()
