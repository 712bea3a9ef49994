"""Our parser reads what lark reads with the same grammar, and stops where lark stops."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.indenter import DedentError
from lark.lark import PostLex

from refute.frontend.grammar import Grammar
from refute.frontend.lalr import END, Token, UnevenIndentation, UnexpectedCharacter, UnexpectedToken

ROOT = Path(__file__).parents[2]
ENDINGS = {"console": ".ios", "fmsl": ".fmsl", "funlogic": ".fl", "workflow": ".top"}
LARGEST = 2_500
"""Maximum number of characters of a text; longer ones show nothing more and take long in lark."""

Read = tuple[str, Any]


class Peer(PostLex):
    """Changes lark's tokens as a language does."""

    def __init__(self, grammar: Grammar) -> None:
        self.always_accept = grammar.anywhere
        self._relex = grammar.relex

    def process(self, stream: Iterator[lark.Token]) -> Iterator[Any]:
        for each in self._relex(_ours(stream)):
            yield lark.Token(
                each.type, str(each), each.start, each.line, each.column, each.end_line, 1, each.end
            )


def _ours(stream: Iterator[lark.Token]) -> Iterator[Token]:
    try:
        for each in stream:
            assert each.start_pos is not None
            assert each.line is not None
            assert each.column is not None
            yield Token.at(str(each), each.type, each.start_pos, each.line, each.column)
    except UnexpectedCharacters as failure:
        raise UnexpectedCharacter(failure.pos_in_stream or 0) from None


class Outline:
    """Makes tuples that say which rule was read with which parts."""

    def __getattr__(self, rule: str) -> Callable[[list[Any]], Any]:
        return lambda parts: (rule, *map(_leaf, parts))


def _leaf(part: Any) -> Any:
    if isinstance(part, Token):
        return part.type, str(part), part.start
    if isinstance(part, lark.Token):
        return part.type, str(part), part.start_pos
    return part


def _tree(part: Any) -> Any:
    if isinstance(part, lark.Tree):
        return (str(part.data), *map(_tree, part.children))
    return _leaf(part)


@cache
def grammar_of(language: str) -> Grammar:
    grammar = import_module(f"refute.languages.{language}.parser").GRAMMAR
    assert isinstance(grammar, Grammar)
    return grammar


@cache
def peer_of(language: str) -> lark.Lark:
    grammar = grammar_of(language)
    return lark.Lark(
        grammar.path.read_text("utf-8"),
        parser="lalr",
        lexer="contextual" if grammar.contextual else "basic",
        postlex=Peer(grammar),
        maybe_placeholders=False,
        start=list(grammar.starts),
    )


def as_we_do(language: str, text: str) -> Read:
    grammar = grammar_of(language)
    try:
        return "read", _leaf(grammar.parser.parse(text, "start", Outline(), grammar.relex)[0])
    except UnexpectedCharacter as failure:
        return "character", failure.offset
    except UnexpectedToken as failure:
        return "token", (_start(failure.token), failure.accepted)
    except UnevenIndentation:
        return "uneven", None


def as_lark_does(language: str, text: str) -> Read:
    try:
        return "read", _tree(peer_of(language).parse(text, start="start"))
    except UnexpectedCharacter as failure:
        return "character", failure.offset
    except UnexpectedInput as failure:
        found: Any = failure
        return "token", (_start(found.token), frozenset(found.accepts or found.expected))
    except (DedentError, UnevenIndentation):
        return "uneven", None


def _start(token: Any) -> int | None:
    """Where an unexpected token is; the end is wherever a parser says."""
    if token.type == END:
        return None
    start: int = token.start if isinstance(token, Token) else token.start_pos
    return start


def texts(language: str) -> list[str]:
    folders = (ROOT / "examples", ROOT / "tests" / "corpus")
    paths = sorted(each for folder in folders for each in folder.rglob(f"*{ENDINGS[language]}"))
    found = (each.read_text("utf-8") + "\n" for each in paths)
    return [each for each in found if len(each) <= LARGEST]


def damaged(text: str, chance: random.Random) -> str:
    """A text with a few characters left out, doubled, or replaced by others of it."""
    characters = list(text)
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(characters))
        end = min(len(characters), start + chance.randint(1, 6))
        characters[start:end] = chance.choice(
            [
                [],
                characters[start:end] * 2,
                [chance.choice(characters)],
                list(chance.choice("()[]:=.,")),
            ]
        )
    return "".join(characters) or "\n"


@pytest.mark.parametrize("language", ENDINGS)
def test_what_fits_is_read_as_lark_reads_it(language: str) -> None:
    some = texts(language)[::3]
    assert len(some) > 10
    results = [as_we_do(language, each) for each in some]
    assert results == [as_lark_does(language, each) for each in some]
    assert sum(kind == "read" for kind, _ in results) > len(results) / 2


@pytest.mark.parametrize("language", ENDINGS)
def test_what_does_not_fit_is_found_where_lark_finds_it(language: str) -> None:
    chance = random.Random(7)
    some = [damaged(each, chance) for each in texts(language)[::2]]
    results = [as_we_do(language, each) for each in some]
    for text, ours in zip(some, results, strict=True):
        assert ours == as_lark_does(language, text), text
    assert sum(kind != "read" for kind, _ in results) > len(results) / 4
