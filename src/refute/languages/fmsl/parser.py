"""Text to tree, or diagnostics (codes FM001 to FM004)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refute.frontend.grammar import Grammar, Wording
from refute.frontend.lalr import Token
from refute.languages.fmsl import syntax
from refute.languages.fmsl.build import Build
from refute.source import Source


def _in_lines(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens with `TEXT` for comments after the colon of an attribute, and no others.

    A `>` that begins a line outside of brackets asks for a value; it is no comparison.
    """
    before = [""] * 3
    line, open_ = 0, 0
    for token in stream:
        if token.type == "COMMENT":
            if not _wanted(before):
                continue
            token.type = "TEXT"
        open_ += (token.type in _OPENING) - (token.type in _CLOSING)
        if token.type == "MORE" and open_ <= 0 and line < token.line:
            token.type, open_ = "PROMPT", 0
        before, line = [*before[1:], token.type], token.end_line
        yield token


_OPENING = {"LPAR", "LSQB", "LBRACE"}
_CLOSING = {"RPAR", "RSQB", "RBRACE"}

_PROSE = {
    "DESCRIPTION", "PRECONDITION", "POSTCONDITION", "INVARIANT", "INITIAL", "GOAL", "TEXT",
}  # fmt: skip

_BEFORE_COMPONENT = {
    "LPAR", "COMMA", "AND", "OR", "EQUALS", "COMPONENTS", "INPUTS", "OUTPUTS", "VAR", "LET",
    "VALUE", "THEOREM", "AXIOM",
}  # fmt: skip
"""Tokens that can precede `name:` where that is not an attribute."""


def _wanted(before: list[str]) -> bool:
    """Whether a comment after tokens of these types is the text of an attribute."""
    own = before[1:] == ["NAME", "COLON"] and before[0] not in _BEFORE_COMPONENT
    return own or before[-1] in _PROSE


GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "FM001",
        "INTEGER SEMI NAME END COLON EQUALS RPAR RSQB RBRACE THEN OBJECT",
        named={"OBJECT": "a declaration"},
        implied=("NAME",),
        infix="SLASH",
        misplaced={
            "OPEN_COMMENT": "this comment is not closed",
            "OPEN_STRING": "this text is not closed",
            "PROMPT": "a line that begins with `>` asks for a value",
        },
        early=("$END", "OPEN_COMMENT"),
    ),
    Build,
    deep_code="FM004",
    deep_advice="name the parts with `function`",
    declaration=r"--.*|\(\*(?:.|\n)*?\*\)|(?P<start>^[ \t]*(?:obj(?:ect)?|op(?:er(?:ation)?)?"
    r"|func(?:tion)?|nondeterministic|val(?:ue)?|theorem|thm|ax(?:iom)?|def(?:ine)?|module"
    r"|import|export|from|include|>)(?![\w']|[ \t]*:))",
    mark=";",
    relex=_in_lines,
    contextual=True,
    anywhere=("COMMENT", "OPEN_COMMENT", "OPEN_STRING"),
)


def parse(source: Source) -> syntax.Specification:
    """Parse a specification; raises InputError with what is wrong and where."""
    specification: syntax.Specification = GRAMMAR.parse(source.whole)
    return specification
