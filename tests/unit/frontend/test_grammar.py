"""What a grammar does not take is said as a diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.diagnostics import InputError, Unfinished
from refute.frontend.grammar import Wording
from refute.frontend.lalr import Parser
from refute.frontend.mistakes import Mistakes
from refute.frontend.tables import make_table
from refute.source import Source, Span


class Builder:
    """Makes nothing of anything."""

    def start(self, children: list[object]) -> None:
        pass

    part = start


def parser(grammar: str) -> Parser:
    return Parser(make_table(grammar, ["start"]))


GRAMMAR = parser('start: (WORD "," )* WORD ";"\nWORD: /[a-z]+/\n%ignore " "')
WORDING = Wording("X001", "WORD COMMA", {"WORD": "a word"}, misplaced={"SEMICOLON": "too soon"})


def complaint(text: str, before: str = "") -> InputError:
    source = Source("test", before + text)
    with (
        pytest.raises(InputError) as caught,
        WORDING.about(
            Span(source, len(before), len(source.text)), Mistakes(Path()), GRAMMAR.terminals
        ),
    ):
        GRAMMAR.parse(text, "start", Builder(), iter)
    return caught.value


def said(failure: InputError) -> tuple[str, str, str]:
    (found,) = failure.diagnostics
    assert found.primary is not None
    return found.message, found.primary.span.text, found.help


def test_a_character_without_meaning() -> None:
    assert said(complaint("a, ?;")) == ("unexpected `?`", "?", "")


def test_a_token_that_cannot_stand_there() -> None:
    assert said(complaint("a, b c;")) == ("expected `,` after `b`, found `c`", "c", "")
    assert said(complaint("a,;")) == ("too soon; expected a word after `,`", ";", "")


def test_the_end_comes_too_early() -> None:
    failure = complaint("a, b  ")
    assert isinstance(failure, Unfinished)
    assert said(failure) == ("expected `,` after `b`, but the text ends", "b", "")
    assert not isinstance(complaint("a,;"), Unfinished)


def test_places_are_counted_from_where_the_text_begins() -> None:
    assert said(complaint("a, b c;", before="## "))[1] == "c"
    assert said(complaint("a, b", before="## "))[1] == "b"


BRACKETS = parser(
    'start: part ("+" part)*\n?part: /[0-9]+(?!\\w)/ | "(" start ")" | "[" start "]" | "f" "." "x"'
)
BARE = Wording("X001", "RPAR", infix="PLUS")


@pytest.mark.parametrize(
    ("text", "message", "advice"),
    [
        ("1)", "`)`", "leave it out, or write the `(`"),
        ("[1)", "expected `]`, found `)`", "first close the `[`"),
        ("(1]", "`)`, found `]`", "first close the `(`"),
        ("1f.x", "unexpected `1`", "a blank between"),
        ('1+"a', 'unexpected `"`', 'ends with "'),
        ("f+", "expected `.` after", ""),
        ("f.1", "expected `x` after `.`, found `1`", ""),
        ("1(2)", "an operator after `1`, found `(`", ""),
    ],
)
def test_hardly_anything_is_just_unexpected(text: str, message: str, advice: str) -> None:
    source = Source("test", text)
    with (
        pytest.raises(InputError) as caught,
        BARE.about(source.whole, Mistakes(Path()), BRACKETS.terminals),
    ):
        BRACKETS.parse(text, "start", Builder(), iter)
    assert message in said(caught.value)[0]
    assert advice in said(caught.value)[2]
