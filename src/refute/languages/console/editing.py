"""Console specifications in an editor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refute.diagnostics import Diagnostic
from refute.frontend.editing import Editing, Lexicon, Question
from refute.frontend.symbols import Symbols
from refute.languages.console.parser import GRAMMAR, parse
from refute.languages.console.show import show
from refute.languages.console.syntax import Specification
from refute.languages.console.typecheck import examine
from refute.source import Source


def _examine(specification: Specification, _source: Source) -> tuple[Symbols, list[Diagnostic]]:
    return examine(specification)


def _questions(specification: Specification) -> Iterator[Question]:
    """The only question about a specification."""
    for each in specification.body[:1]:
        yield Question("check", specification.span.to(each.span))


def _pieces(specification: Specification, source: Source) -> Iterator[tuple[int, str]]:
    """The lines of the file with their formatted text, if there are equally many."""
    starts = [
        start
        for number, start in enumerate(source.line_starts, 1)
        if (line := source.line(number).strip()) and not line.startswith("#")
    ]
    shown = show(specification).splitlines()
    if len(starts) == len(shown):
        yield from zip(starts, shown, strict=True)


def _items(specification: Specification, _source: Source) -> Iterator[int]:
    for each in specification.body:
        yield each.span.start


EDITING = Editing(
    Lexicon(GRAMMAR.keywords(), r"#[^\n]*", text=r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""),
    parse,
    partial(parse, tolerant=True),
    _examine,
    _questions,
    _pieces,
    items=_items,
    line_comment="#",
)
