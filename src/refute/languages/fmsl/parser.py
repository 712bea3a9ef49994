"""Text to tree, or diagnostics (codes FM001 to FM004)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.lark import PostLex

from refute.diagnostics import InputError, error
from refute.grammar import Complaints, depth
from refute.languages.fmsl import syntax
from refute.languages.fmsl.declarations import Build
from refute.nesting import room_for_nesting
from refute.source import Source

LARGEST_DEPTH = 300
"""So deep may a specification be nested; long chains of one operator count as well."""

_COMPLAINTS = Complaints(
    "FM001",
    {
        "SEMI": "`;`",
        "NAME": "a name",
        "END": "`end`",
        "COLON": "`:`",
        "EQUALS": "`=`",
        "RPAR": "`)`",
        "RSQB": "`]`",
        "RBRACE": "`}`",
        "THEN": "`then`",
        "INTEGER": "a value",
        "OBJECT": "a declaration",
    },
    {"OPEN_COMMENT": "this comment is not closed", "OPEN_STRING": "this text is not closed"},
    ("$END", "OPEN_COMMENT"),
)


def parse(source: Source) -> syntax.Specification:
    """The specification in a source, or an InputError with what is wrong and where."""
    with _COMPLAINTS.about(source.whole), room_for_nesting():
        tree: Any = _grammar().parse(source.text)
        if depth(tree) > LARGEST_DEPTH:
            message = f"`{source.name}` is nested more than {LARGEST_DEPTH} deep"
            raise InputError([error("FM004", message, advice="name the parts with `function`")])
        specification = Build(source).transform(tree)
    assert isinstance(specification, syntax.Specification)
    return specification


@cache
def _grammar() -> Lark:
    return Lark(
        Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=_Comments(),
        maybe_placeholders=False,
    )


class _Comments(PostLex):
    """Makes the comments after the colon of an attribute part of the text; drops the others."""

    always_accept = ("COMMENT", "OPEN_COMMENT", "OPEN_STRING")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with `TEXT` for comments that count, and no other comments."""
        before = [""] * 3
        for token in stream:
            if token.type == "COMMENT":
                if not _wanted(before):
                    continue
                token.type = "TEXT"
            before = [*before[1:], token.type]
            yield token


_PROSE = {"DESCRIPTION", "PRECONDITION", "POSTCONDITION", "TEXT"}

_BEFORE_COMPONENT = {
    "LPAR", "COMMA", "AND", "OR", "EQUALS", "COMPONENTS", "INPUTS", "OUTPUTS", "VAR", "LET",
    "VALUE", "THEOREM", "AXIOM",
}  # fmt: skip
"""What can stand before `name:` where that is no attribute."""


def _wanted(before: list[str]) -> bool:
    """Whether a comment after tokens of these types is the text of an attribute."""
    own = before[1:] == ["NAME", "COLON"] and before[0] not in _BEFORE_COMPONENT
    return own or before[-1] in _PROSE
