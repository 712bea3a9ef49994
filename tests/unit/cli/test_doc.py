import json
from pathlib import Path

import pytest

from .conftest import Refute


@pytest.fixture(autouse=True)
def spec() -> None:
    Path("spec.fake").write_text("one.txt two/three.txt odd")


def test_the_files_are_written_beside_a_word_on_what_is_odd(refute: Refute) -> None:
    result = refute("doc", "spec.fake")
    assert (result.exit_code, result.stdout) == (0, "files written to spec-doc: 2\n")
    assert "warning[X002]" in result.stderr
    assert Path("spec-doc/two/three.txt").read_text() == "text of two/three.txt\n"


def test_the_folder_can_be_named(refute: Refute) -> None:
    assert refute("doc", "spec.fake", "--out", "made").exit_code == 0
    assert Path("made/one.txt").exists()


def test_with_json_only_the_record_is_printed(refute: Refute) -> None:
    answer = json.loads(refute("doc", "spec.fake", "--json", "--out", "made").stdout)
    assert [each["name"] for each in answer["artifacts"]] == ["one.txt", "two/three.txt"]
    assert Path("made/one.txt").exists()


def test_a_folder_that_cannot_be_written_is_complained_about(refute: Refute) -> None:
    Path("made").write_text("a file")
    result = refute("doc", "spec.fake", "--out", "made")
    assert result.exit_code == 2
    assert "error[F007]" in result.stderr
