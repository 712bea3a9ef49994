"""What the conversations of all languages can do alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.diagnostics import Diagnostic, InputError
from refute.languages import language
from refute.languages.conversation import ProgramConversation
from refute.languages.language import Conversation, Request
from refute.report.outcome import Outcome
from refute.source import Source

FILES = {
    "fmsl": ("a.fmsl", "value one = 1;\ntheorem t: one = 1;\n"),
    "funlogic": ("a.fl", "one = 1\nproperty p = one == 1\n"),
    "nominal": ("a.apl", 'pred one(int).\none(1).\n#check "t" 3 : one(X) => X = 1.\n'),
    "workflow": ("a.top", "task main = edit 1\nproperty p(v) = v == v\n"),
}
LANGUAGES = pytest.mark.parametrize("name", FILES)


@pytest.fixture
def file(name: str, tmp_path: Path) -> Path:
    path = tmp_path / FILES[name][0]
    path.write_text(FILES[name][1], "utf-8")
    return path


def conversation(name: str, path: Path | None) -> Conversation:
    spoken = language(name)
    source = Source("none", "") if path is None else Source(str(path), path.read_text("utf-8"))
    made: Conversation = spoken.load_command("repl")(
        Request(source, spoken.command("repl").options())
    )
    return made


def answers(talk: Conversation, text: str) -> list[str]:
    return [
        each.summary if isinstance(each, Outcome) else str(each)
        for each in talk.answer(text)
        if not isinstance(each, Diagnostic)
    ]


@LANGUAGES
def test_files_are_loaded_and_loaded_again(name: str, file: Path) -> None:
    talk = conversation(name, file)
    assert answers(talk, f":load {file}")[-1] == f"{file} is loaded"
    assert answers(talk, ":reload")[-1] == f"{file} is loaded"


@LANGUAGES
def test_a_file_with_errors_changes_nothing(name: str, file: Path) -> None:
    talk = conversation(name, file)
    before = list(talk.names())
    file.write_text(") wrong (", "utf-8")
    with pytest.raises(InputError):
        answers(talk, ":reload")
    assert list(talk.names()) == before


@LANGUAGES
def test_the_file_is_checked(name: str, file: Path) -> None:
    talk = conversation(name, file)
    found = [each for each in talk.answer(":check") if isinstance(each, Outcome)]
    assert found
    assert all(each.verdict.name in {"CONFIRMED", "PASSED"} for each in found)


@LANGUAGES
def test_options_are_shown_and_set(name: str, file: Path) -> None:
    talk = conversation(name, file)
    assert answers(talk, ":set seed 7") == ["seed is 7"]
    assert "seed is 7" in answers(talk, ":set")
    for wrong in (":set seed x", ":set sead 3"):
        with pytest.raises(InputError):
            answers(talk, wrong)
    assert "seed is 7" in answers(talk, ":set")


@pytest.mark.parametrize("name", [each for each in FILES if each != "workflow"])
def test_without_a_file_there_is_nothing_to_check(name: str) -> None:
    talk = conversation(name, None)
    for command in (":check", ":reload", ":load"):
        with pytest.raises(InputError):
            answers(talk, command)


def test_completion_offers_the_words_of_the_grammar() -> None:
    assert {"let", "where", "mod", ":load"} <= set(conversation("funlogic", None).names())
    assert {"operation", "components", "forall"} <= set(conversation("fmsl", None).names())


@pytest.mark.parametrize(
    ("name", "entry"), [("funlogic", "solve x where x * x == 49"), ("nominal", "?- one(X).")]
)
def test_a_query_after_an_interrupt_is_answered(name: str, file: Path, entry: str) -> None:
    talk = conversation(name, file)
    assert isinstance(talk, ProgramConversation)
    talk.request.new_effort().interrupt()
    assert all("interrupted" not in str(each) for each in talk.answer(entry))


@LANGUAGES
@pytest.mark.parametrize("word", ["exit", "quit"])
def test_what_ends_other_conversations_is_answered(name: str, file: Path, word: str) -> None:
    talk = conversation(name, file)
    assert not talk.wants_more(word)
    with pytest.raises(InputError) as failure:
        list(talk.answer(word))
    assert failure.value.diagnostics[0].help == "write `:quit`"
