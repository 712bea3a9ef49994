"""TOML files that people write, with mistakes shown where they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from refute.diagnostics import Diagnostic, InputError, error
from refute.source import Source, Span


def tables_in(source: Source, code: str, advice: str = "") -> dict[str, Any]:
    """What a file says, or InputError with a code where it is no TOML."""
    try:
        return tomllib.loads(source.text)
    except RecursionError:
        raise InputError([_no_toml(source, code, "it is nested too deeply", advice)]) from None
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


def key_span(source: Source, path: Sequence[str]) -> Span:
    """Where a key stands; TOML readers do not tell, so it is looked for."""
    key = re.escape(path[-1])
    names = [rf"^\s*[\"']?{key}[\"']?\s*[=.]", rf"^\s*\[.*\b{key}[\"']?\s*\]", rf"\b{key}\b"]
    start = 0
    for table in path[:-1]:
        header = re.compile(rf"^\s*\[.*\b{re.escape(table)}\b", re.MULTILINE)
        found = header.search(source.text, start)
        start = found.start() if found else start
    for name in names:
        found = re.compile(name, re.MULTILINE).search(source.text, start)
        if found is not None:
            first = source.text.index(path[-1], found.start())
            return source.span(first, first + len(path[-1]))
    return source.span(start, start + 1)
