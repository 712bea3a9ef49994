from pathlib import Path

import pytest

from refute.cli import run

from .conftest import Refute


def test_away_from_a_terminal_running_ends_with_its_answer(refute: Refute) -> None:
    Path("a.fake").write_text("passed")
    result = refute("run", "a.fake", "--quiet", text="refuted\n")
    assert result.stdout.splitlines() == ["✓ passed    property question 0: So it is."]


def test_on_a_terminal_running_goes_on_as_a_conversation(
    refute: Refute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "at_terminal", lambda: True)
    Path("a.fake").write_text("passed")
    result = refute("run", "a.fake", "--quiet", text="refuted\n:quit\npassed\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "✓ passed    property question 0: So it is.",
        "✗ refuted   property question 0: So it is.",
    ]


def test_no_conversation_with_inputs_or_for_programs_or_without_one(
    refute: Refute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "at_terminal", lambda: True)
    Path("a.fake").write_text("passed")
    Path("a.other").write_text("passed")
    for arguments in (("a.fake", "--inputs", "F"), ("a.fake", "--json"), ("a.other",)):
        assert "refuted" not in refute("run", *arguments, text="refuted\n").stdout
