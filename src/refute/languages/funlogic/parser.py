"""From text to a syntax tree, or to diagnostics (codes FL001 to FL004)."""

from __future__ import annotations

from pathlib import Path

from refute.frontend.grammar import Grammar, Wording
from refute.languages.funlogic import syntax
from refute.languages.funlogic.layout import Layout
from refute.languages.funlogic.reading.declarations import Declarations
from refute.source import Source

COMMENT = r"--(?!>)[^\n]*|\{-(?:\{-(?:(?!-\})(?:.|\n))*-\}|(?!-\})(?:.|\n))*-\}"
"""A comment, as in the grammar; one in braces may contain another."""

GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "FL001",
        "INTEGER LOWER UPPER EQUALS ARROW THEN ELSE OF IN WHERE RPAR RSQB COMMA",
        named={"UPPER": "a constructor", "_NEXT": "a new line", "_CLOSE": "the end of the block"},
        implied=("LOWER", "UPPER"),
        infix="TIMES",
        misplaced={
            "_NEXT": "what stands before this line is not finished",
            "_CLOSE": "the block before this is not finished; its lines must be indented further",
        },
        early=("$END", "_NEXT", "_CLOSE"),
        at_line_start="the lines of a block begin at the same column; a line that goes on with the "
        "one above is indented further",
    ),
    Declarations,
    deep_code="FL004",
    declaration=rf"{COMMENT}|(?P<start>^[^\s{{}}-])",
    relex=Layout(),
    anywhere=("LBRACE", "RBRACE", "SEMICOLON"),
)


def parse(source: Source) -> syntax.Program:
    """Parse a source, or raise InputError with what is wrong and where."""
    program: syntax.Program = GRAMMAR.parse(source.whole)
    return program
