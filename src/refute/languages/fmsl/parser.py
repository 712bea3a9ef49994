"""Text to tree, or diagnostics (codes FM001 to FM004)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lark import Token
from lark.lark import PostLex

from refute.frontend.grammar import Grammar, Wording
from refute.languages.fmsl import syntax
from refute.languages.fmsl.build import Build
from refute.source import Source


class _Lines(PostLex):
    """Makes the comments after the colon of an attribute part of the text; drops the others.

    A `>` that begins a line outside of brackets asks for a value and compares nothing.
    """

    always_accept = ("COMMENT", "OPEN_COMMENT", "OPEN_STRING")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with `TEXT` for comments that count, and no other comments."""
        before = [""] * 3
        line, open_ = 0, 0
        for token in stream:
            if token.type == "COMMENT":
                if not _wanted(before):
                    continue
                token.type = "TEXT"
            open_ += (token.type in _OPENING) - (token.type in _CLOSING)
            if token.type == "MORE" and open_ <= 0 and line < (token.line or 0):
                token.type, open_ = "PROMPT", 0
            before, line = [*before[1:], token.type], token.end_line or 0
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
"""What can stand before `name:` where that is no attribute."""


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
    lexer="contextual",
    postlex=_Lines(),
)


def parse(source: Source) -> syntax.Specification:
    """The specification in a source, or an InputError with what is wrong and where."""
    specification: syntax.Specification = GRAMMAR.parse(source.whole)
    return specification
