"""Functional logic programs in an editor."""

from __future__ import annotations

from collections.abc import Iterator

from refute.diagnostics import Diagnostic
from refute.frontend.editing import Editing, Lexicon, Question, declared
from refute.frontend.nesting import nesting
from refute.frontend.symbols import Symbols
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import link
from refute.languages.funlogic.parser import GRAMMAR, parse
from refute.languages.funlogic.show import show_declaration
from refute.languages.funlogic.typecheck import examine
from refute.languages.funlogic.unused import never_used
from refute.source import Source


def _examine(program: syntax.Program, _source: Source) -> tuple[Symbols, list[Diagnostic]]:
    with nesting("FL004", "the program"):
        linked = link(program)
        symbols, found = examine(linked)
        return symbols, [*found, *never_used(linked)]


def _questions(program: syntax.Program) -> Iterator[Question]:
    for each in program.declarations:
        if isinstance(each, syntax.Property):
            yield Question("check", each.span)
        elif isinstance(each, syntax.Solve | syntax.Evaluate):
            yield Question("run", each.span)


def _pieces(program: syntax.Program, _source: Source) -> Iterator[tuple[int, str]]:
    for each in program.declarations:
        yield each.span.start, show_declaration(each)


_TEXT = r""""(?:[^"\\\n]|\\.)*"|(?<![\w'])'(?:[^'\\\n]|\\.)'"""


EDITING = Editing(
    Lexicon(
        GRAMMAR.keywords(),
        r"--(?!>)[^\n]*|\{-(?:.|\n)*?-\}",
        text=_TEXT,
    ),
    parse,
    lambda source: GRAMMAR.parse_what_fits(source.whole),
    _examine,
    _questions,
    _pieces,
    items=declared,
)
