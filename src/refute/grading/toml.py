"""TOML files written by people, with errors shown in place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from refute.diagnostics import Diagnostic, InputError, error
from refute.interchange import read_toml
from refute.source import Source, Span


def tables_in(source: Source, code: str, advice: str = "") -> dict[str, Any]:
    """The content of a TOML file, or InputError with a code if it is invalid."""
    try:
        return read_toml(source.text)
    except ValueError as failure:
        raise InputError([_no_toml(source, code, str(failure), advice)]) from None


def _no_toml(source: Source, code: str, message: str, advice: str) -> Diagnostic:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found is None:
        message = message.partition(" (at end")[0]
        start = max(0, len(source.text.rstrip()) - 1)
    else:
        message = message[: found.start()]
        line = min(int(found[1]), len(source.line_starts))
        start = source.line_starts[line - 1] + int(found[2]) - 1
    return error(code, message, source.span(start, start + 1), advice=advice)


def key_span(source: Source, path: Sequence[str | int]) -> Span:
    """The span of a key, found by searching, since TOML parsers do not tell.

    A number after the name of an array of tables selects one of them.
    """
    *above, last = [each for each in path if isinstance(each, str)]
    numbers = {before: each for before, each in pairwise(path) if isinstance(each, int)}
    key, start = re.escape(last), 0
    names = [rf"^\s*[\"']?{key}[\"']?\s*[=.]", rf"^\s*\[.*\b{key}[\"']?\s*\]", rf"\b{key}\b"]
    for table in above:
        header = re.compile(rf"^\s*\[.*\b{re.escape(table)}\b", re.MULTILINE)
        found = [each.start() for each in header.finditer(source.text, start)]
        start = (found[numbers.get(table, 0) :] or [start])[0]
    for name in names:
        matches = [*re.compile(name, re.MULTILINE).finditer(source.text, start)]
        for match in matches[numbers.get(last, 0) :][:1]:
            first = source.text.index(last, match.start())
            return source.span(first, first + len(last))
    return source.span(start, start + 1)
