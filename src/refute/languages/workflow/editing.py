"""Workflows in an editor."""

from __future__ import annotations

from collections.abc import Iterator

from refute.diagnostics import Diagnostic
from refute.frontend.editing import Editing, Lexicon, Question, declared
from refute.frontend.node import walk
from refute.frontend.symbols import Symbols
from refute.languages.workflow import syntax
from refute.languages.workflow.parser import GRAMMAR, parse
from refute.languages.workflow.program import nesting
from refute.languages.workflow.show import show_declaration
from refute.languages.workflow.typecheck import examine
from refute.source import Source


def _examine(program: syntax.Program, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    with nesting(source):
        return examine(program, source)


def _questions(program: syntax.Program) -> Iterator[Question]:
    for each in program.declarations:
        if isinstance(each, syntax.Question):
            yield Question("check", each.span)
            continue
        if isinstance(each, syntax.TaskDeclaration):
            yield Question("run", each.span)
        for node in walk(each):
            if isinstance(node, syntax.Assert):
                yield Question("check", node.span)


def _pieces(program: syntax.Program, _source: Source) -> Iterator[tuple[int, str]]:
    for each in program.declarations:
        yield each.span.start, show_declaration(each)


EDITING = Editing(
    Lexicon(GRAMMAR.keywords(), r"--[^\n]*"),
    parse,
    lambda source: GRAMMAR.parse_what_fits(source.whole),
    _examine,
    _questions,
    _pieces,
    items=declared,
)
