"""Which clauses a call cannot match, found out without binding anything: deeper than an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.terms import Name, Suspended, Term, Unknown, expose

Path: TypeAlias = tuple[int, ...]
Test: TypeAlias = Callable[[tuple[Term, ...]], bool]

DEEPEST = 4
"""Parts of heads are compared down to this depth."""


def screen(clause: core.Clause) -> Test | None:
    """A test on the arguments of a call that is false only where the clause cannot match."""
    tops: list[tuple[Path, core.Symbol]] = []
    seen: dict[core.Variable, list[Path]] = {}
    for path, pattern in _parts(clause.arguments):
        symbol = _symbol(pattern)
        if symbol is not None and len(path) > 1:
            tops.append((path, symbol))
        elif isinstance(pattern, core.Variable):
            seen.setdefault(pattern, []).append(path)
    same = [(paths[0], other) for paths in seen.values() for other in paths[1:]]
    apart = list(_apart(clause.body, seen))
    if not (tops or same or apart):
        return None

    def test(arguments: tuple[Term, ...]) -> bool:
        for path, symbol in tops:
            term = _at(arguments, path)
            if type(term) is tuple and term[0] is not symbol:
                return False
        for one, other in same:
            if _differ(_at(arguments, one), _at(arguments, other)):
                return False
        for one, other in apart:
            name = _at(arguments, one)
            if type(name) is Name and name is _at(arguments, other):
                return False
        return True

    return test


def _parts(arguments: tuple[core.Term, ...]) -> Iterator[tuple[Path, core.Term]]:
    """The parts of a head that are not below a binder, with how to get there."""
    waiting: list[tuple[Path, core.Term]] = [((i,), each) for i, each in enumerate(arguments)]
    while waiting:
        path, pattern = waiting.pop()
        yield path, pattern
        if len(path) > DEEPEST:
            continue
        match pattern:
            case core.Construct(_, inner):
                waiting.extend(((*path, i), each) for i, each in enumerate(inner, 1))
            case core.Listing(items, tail):
                rest = core.Listing(items[1:], tail) if len(items) > 1 else tail
                waiting.extend([((*path, 1), items[0]), ((*path, 2), rest)])


def _symbol(pattern: core.Term) -> core.Symbol | None:
    match pattern:
        case core.Construct(symbol):
            return symbol
        case core.Listing():
            return CONS
        case _:
            return None


def _apart(body: core.Goal, seen: dict[core.Variable, list[Path]]) -> Iterator[tuple[Path, Path]]:
    """The places of variables that the body wants to be different names."""
    for goal in body.goals if isinstance(body, core.Both) else (body,):
        match goal:
            case core.Fresh(core.Variable() as one, core.Variable() as other):
                if one in seen and other in seen:
                    yield seen[one][0], seen[other][0]


def _at(arguments: tuple[Term, ...], path: Path) -> Term:
    """The exposed part of a call at a place, or nothing where it is not known that far."""
    term: Term = arguments
    for step in path:
        if type(term) is not tuple:
            return None
        term = expose(term[step])
    return term


def _differ(one: Term, other: Term) -> bool:
    """Whether two exposed terms certainly differ at their top."""
    if one is other or one is None or other is None:
        return False
    kind = type(one)
    if kind is Unknown or kind is Suspended or type(other) is Unknown or type(other) is Suspended:
        return False
    if kind is tuple and type(other) is tuple:
        return one[0] is not other[0]
    return kind is Name or (kind in {int, str} and one != other)
