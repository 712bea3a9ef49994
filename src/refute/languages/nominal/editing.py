"""Nominal logic programs in an editor."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from refute.diagnostics import Diagnostic, InputError
from refute.frontend.editing import Editing, Lexicon, Question, declared
from refute.frontend.symbols import Symbols
from refute.languages.nominal import syntax
from refute.languages.nominal.lexer import DIRECTIVES, KEYWORDS, tokens
from refute.languages.nominal.program import Program, suspicions
from refute.languages.nominal.syntax import Declaration
from refute.record import record
from refute.source import Source, Span


@record
class _Read:
    """The declarations of a file, and the program to which they belong."""

    declarations: tuple[Declaration, ...]
    program: Program = field(compare=False)


def _parse(source: Source, *, tolerant: bool = False) -> _Read:
    program = Program()
    program.files.begin(source)
    return _Read(program.parser.program(source, tolerant=tolerant), program)


def _parse_what_fits(source: Source) -> _Read:
    return _parse(source, tolerant=True)


def _examine(read: _Read, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    checker = read.program.checker
    symbols = checker.scope.symbols = Symbols(source, "%")
    try:
        return symbols, list(suspicions(checker.check(read.declarations)))
    except InputError as failure:
        return symbols, list(failure.diagnostics)


def _questions(read: _Read) -> Iterator[Question]:
    for each in read.declarations:
        match each:
            case syntax.CheckDirective():
                yield Question("check", each.span)
            case syntax.Query() | syntax.TypeQuery():
                yield Question("run", each.span)


_SPACED = {":-", "=", "=>", "->", "-->", ";", "is", "~="}
"""Tokens with a blank before and after them."""


def _pieces(read: _Read, source: Source) -> Iterator[tuple[int, str]]:
    """The declarations with the usual blanks between their tokens, each on its own lines."""
    starts = [each.span.start for each in read.declarations if each.span.source is source]
    found = sorted((each.span for each in tokens(source)), key=_start)
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        inside = found[bisect_left(found, start, key=_start) : bisect_left(found, end, key=_start)]
        shown = [inside[0].text]
        for before, after in pairwise(inside):
            between = source.text[before.end : after.start]
            shown += [_gap(before.text, after.text, between), after.text]
        yield start, "".join(shown)


def _start(span: Span) -> int:
    return span.start


def _gap(before: str, after: str, between: str) -> str:
    """The text between two tokens."""
    if between.strip() or "\n" in between:
        return between
    if after in {",", ")", "]"} or before in {"(", "["}:
        return ""
    if before == "," or before in _SPACED or after in _SPACED:
        return " "
    return re.sub(r"\s+", " ", between)


EDITING = Editing(
    Lexicon(
        KEYWORDS | DIRECTIVES,
        r"%[^\n]*|/\*(?:.|\n)*?\*/|\(\*(?:.|\n)*?\*\)",
        r""""(?:[^"\\\n]|\\.|\\\n)*"|'(?:[^'\\\n]|\\.)'""",
    ),
    _parse,
    _parse_what_fits,
    _examine,
    _questions,
    _pieces,
    items=declared,
    line_comment="%",
)
