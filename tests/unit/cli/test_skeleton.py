from pathlib import Path

import pytest

from .conftest import Refute


@pytest.fixture(autouse=True)
def sketch() -> None:
    Path("plan.sketch").write_text("begun.fake")


def test_what_was_begun_is_printed(refute: Refute) -> None:
    result = refute("skeleton", "plan.sketch")
    assert (result.exit_code, result.stdout) == (0, "text of begun.fake\n")


def test_or_written(refute: Refute) -> None:
    result = refute("skeleton", "plan.sketch", "--out", "made")
    assert result.stdout == "files written to made: 1\n"
    assert Path("made/begun.fake").read_text() == "text of begun.fake\n"


def test_only_sketches_begin_a_specification(refute: Refute) -> None:
    Path("spec.fake").write_text("one.txt")
    result = refute("skeleton", "spec.fake")
    assert result.exit_code == 2
    assert "error[F008]" in result.stderr
    assert "`.sketch` (fake)" in result.stderr
