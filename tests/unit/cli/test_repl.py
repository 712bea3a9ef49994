import json
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from refute.cli.prompt import Names, history, session
from refute.languages.language import Request
from refute.languages.options import Options
from refute.source import Source

from .conftest import Refute
from .fake import Talk

NOTHING = Request(Source("", ""), Options())


def test_lines_that_are_piped_in_are_answered_without_prompts(refute: Refute) -> None:
    result = refute("repl", "--language", "fake", "--quiet", text="passed\n\nrefuted\n")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "✓ passed    property question 0: So it is.",
        "✗ refuted   property question 0: So it is.",
    ]


def test_an_entry_may_have_several_lines(refute: Refute) -> None:
    result = refute("repl", "--language", "fake", "--quiet", text="passed \\\nrefuted\npassed \\\n")
    assert len(result.stdout.splitlines()) == 3


def test_an_error_does_not_end_the_session(refute: Refute) -> None:
    result = refute("repl", "--language", "fake", "--quiet", text="wrong\npassed\n")
    assert result.exit_code == 0
    assert "error[X001]" in result.stderr
    assert "passed" in result.stdout


@pytest.mark.parametrize("leaving", [":quit", ":q", ":exit"])
def test_help_and_quit(refute: Refute, leaving: str) -> None:
    result = refute("repl", "--language", "fake", text=f":help\n{leaving}\npassed\n")
    assert ":quit" in result.stdout
    assert "passed" not in result.stdout
    assert "did you mean `:help`" in refute("repl", "--language", "fake", text=":hlep\n").stderr


def test_an_entry_may_end_the_conversation(refute: Refute) -> None:
    result = refute("repl", "--language", "fake", "--quiet", text="passed leave\nrefuted\n")
    assert "passed" in result.stdout
    assert "refuted" not in result.stdout
    assert refute("repl", "--language", "fake", text="leave\npassed\n").stdout == ""


def test_a_bug_in_an_entry_does_end_it(refute: Refute) -> None:
    assert isinstance(
        refute("repl", "--language", "fake", text="bug\n").exception, ZeroDivisionError
    )


def test_json_answers_entry_by_entry(refute: Refute) -> None:
    assert (
        json.loads(refute("repl", "--language", "fake", "--json", text="refuted\n").stdout)[
            "exit_code"
        ]
        == 1
    )


def test_the_language_is_chosen_by_file_or_name(refute: Refute) -> None:
    Path("a.fake").write_text("passed")
    assert refute("repl", "a.fake", "--wild", text="passed\n").exit_code == 0
    for arguments, message in (
        ((), "name a file, or `--language` with one of fake"),
        (("--language", "klingon"), "there are fake, other"),
        (("--language", "other"), "other has no `refute repl`"),
        (("a.fake", "--language", "other"), "contradicts"),
        (("missing.fake",), "there is no file"),
    ):
        result = refute("repl", *arguments)
        assert result.exit_code == 2
        assert message in result.stderr


def test_typed_entries_go_through_the_line_editor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        ask = session(Talk(NOTHING))
        keys.send_text("one \\\rtwo\r")
        assert ask() == "one \\\ntwo"
        keys.send_text("refuted\r")
        assert ask() == "refuted"
        keys.send_text("abc\x03")
        with pytest.raises(KeyboardInterrupt):
            ask()
        keys.send_text("\x04")
        with pytest.raises(EOFError):
            ask()
    assert "refuted" in (tmp_path / "refute" / "history").read_text()


def test_completion_offers_what_the_conversation_knows() -> None:
    names = Names(Talk(NOTHING))

    def offered(text: str) -> list[str]:
        return [each.text for each in names.get_completions(Document(text), CompleteEvent())]

    assert offered("x pass") == ["passable", "passed"]
    assert offered(":q") == [":quit"]
    assert offered("") == []


def test_history_is_kept_privately_or_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert isinstance(history(), FileHistory)
    assert (tmp_path / "state" / "refute" / "history").stat().st_mode & 0o777 == 0o600
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert isinstance(history(), InMemoryHistory)
