"""What a program knows, remembered, so that an entry which is wrong leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from refute.languages.nominal.program import Program
from refute.languages.nominal.typecheck.scope import Names


def remember(program: Program) -> Callable[[], None]:
    """The way back: a call makes the program know again what it knows now, and no more."""
    tables = [(table, dict(table)) for table in _tables(program)]
    lists = [(items, list(items)) for items in _lists(program)]

    def go_back() -> None:
        for table, known in tables:
            table.clear()
            table.update(known)
        for items, before in lists:
            items[:] = before

    return go_back


def _tables(program: Program) -> Iterator[dict[Any, Any]]:
    yield program.parser.operators
    yield from program.files.tables()
    yield program.checker.datatypes
    for names in _namespaces(program.checker.scope.around):
        yield from (names.types, names.symbols, names.inner)


def _lists(program: Program) -> Iterator[list[Any]]:
    checker = program.checker
    yield checker.predicates
    yield from checker.datatypes.values()
    yield from (symbol.clauses for symbol in checker.predicates)


def _namespaces(roots: Iterable[Names]) -> Iterator[Names]:
    """Some namespaces and all that are inside them, each once."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        names = waiting.pop()
        if id(names) not in seen:
            seen.add(id(names))
            waiting.extend(names.inner.values())
            yield names
