"""What a grammar does not take is said as a diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark, Token, Transformer
from lark.tree import Tree

from refute.diagnostics import InputError, Unfinished
from refute.frontend.grammar import Wording
from refute.frontend.mistakes import Mistakes
from refute.frontend.nesting import depth
from refute.source import Source, Span

GRAMMAR = Lark('start: (WORD "," )* WORD ";"\nWORD: /[a-z]+/\n%ignore " "', parser="lalr")
WORDING = Wording("X001", "WORD COMMA", {"WORD": "a word"}, misplaced={"SEMICOLON": "too soon"})


def complaint(text: str, before: str = "") -> InputError:
    source = Source("test", before + text)
    with (
        pytest.raises(InputError) as caught,
        WORDING.about(
            Span(source, len(before), len(source.text)), Mistakes(Path()), GRAMMAR.terminals
        ),
    ):
        GRAMMAR.parse(text)
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


BRACKETS = Lark(
    'start: part ("+" part)*\n?part: /[0-9]+(?!\\w)/ | "(" start ")" | "[" start "]" | "f" "." "x"',
    parser="lalr",
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
        BRACKETS.parse(text)
    assert message in said(caught.value)[0]
    assert advice in said(caught.value)[2]


class Failing(Transformer[Token, object]):
    """Raises what it is given."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self.failure = failure

    def start(self, _: object) -> object:
        raise self.failure


@pytest.mark.parametrize("kind", [RecursionError, InputError])
def test_what_building_raises_comes_through(kind: type[Exception]) -> None:
    failure = InputError([]) if kind is InputError else RecursionError()
    with pytest.raises(kind), WORDING.about(Source("test", "a;").whole, Mistakes(Path()), ()):
        Failing(failure).transform(GRAMMAR.parse("a;"))


def test_depth_counts_levels_without_recursion() -> None:
    tree: Tree[str] = Tree("leaf", [])
    for _ in range(50_000):
        tree = Tree("node", [tree])
    assert depth(tree) == 50_001
