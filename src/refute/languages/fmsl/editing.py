"""FMSL specifications in an editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refute.diagnostics import Diagnostic
from refute.frontend.editing import Editing, Lexicon, Question
from refute.frontend.symbols import Symbols
from refute.languages.fmsl import syntax
from refute.languages.fmsl.parser import GRAMMAR, parse
from refute.languages.fmsl.program import with_modules
from refute.languages.fmsl.show import show_declaration
from refute.languages.fmsl.syntax import Declaration, Specification
from refute.languages.fmsl.typecheck import examine
from refute.source import Source


def _examine(specification: Specification, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    return examine(with_modules(specification, Path(source.name).parent))


def _declarations(declarations: tuple[Declaration, ...]) -> Iterator[Declaration]:
    """The declarations, including those in modules."""
    for each in declarations:
        if isinstance(each, syntax.Module):
            yield from _declarations(each.declarations)
        else:
            yield each


def _questions(specification: Specification) -> Iterator[Question]:
    for each in _declarations(specification.declarations):
        match each:
            case syntax.Operation(precondition=before, postcondition=after):
                if any(part is not None and part.formula is not None for part in (before, after)):
                    yield Question("check", each.span)
            case syntax.Theorem() | syntax.Axiom():
                yield Question("check", each.span)
            case syntax.Object(equations=equations, invariants=invariants, goals=goals):
                yield from (Question("check", equation.span) for equation in equations)
                if each.initial is not None and (invariants or goals):
                    yield Question("check", each.span)
            case syntax.Evaluate():
                yield Question("run", each.span)


def _pieces(specification: Specification, source: Source) -> Iterator[tuple[int, str]]:
    """The declarations, each with its whole first line, since operations begin at their name."""
    for each in _declarations(specification.declarations):
        line, _ = source.position(each.span.start)
        indent = len(source.line(line)) - len(source.line(line).lstrip())
        shown = show_declaration(each).replace("\n", "\n" + " " * indent)
        yield source.line_starts[line - 1] + indent, shown


def _items(specification: Specification, source: Source) -> Iterator[int]:
    """The offsets of the declarations, each from the beginning of its line."""
    for each in specification.declarations:
        if each.span.source is source:
            line, _ = source.position(each.span.start)
            yield source.line_starts[line - 1]


EDITING = Editing(
    Lexicon(GRAMMAR.keywords(), r"--[^\n]*|\(\*(?:.|\n)*?\*\)"),
    parse,
    lambda source: GRAMMAR.parse_what_fits(source.whole),
    _examine,
    _questions,
    _pieces,
    items=_items,
)
