"""Patterns to decisions: each part of a value is looked at at most once, in Haskell's order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from refute.languages.funlogic.machine import Node
from refute.languages.funlogic.nodes import NoMatch, NumberSwitch, Reach, Switch
from refute.languages.funlogic.syntax import (
    AnyPattern,
    ConstructorPattern,
    IntegerPattern,
    Pattern,
)
from refute.languages.funlogic.values import Constructor


@dataclass(frozen=True, slots=True)
class Row:
    """One alternative while it is matched: what is still to be tested, by slot in the
    environment, and where its variables were found."""

    tests: tuple[tuple[int, ConstructorPattern | IntegerPattern], ...]
    slots: Mapping[str, int]
    alternative: Alternative


@dataclass(frozen=True, slots=True)
class Alternative:
    """An alternative to be reached: its bit, its variables in order, and its body.

    The body finds `kept` slots of the environment as they were, then its variables.
    """

    bit: int
    variables: tuple[str, ...]
    body: Node
    kept: int


def pattern_variables(patterns: Sequence[Pattern]) -> tuple[str, ...]:
    """The variables of patterns, from left to right."""
    found: list[str] = []
    pending = list(reversed(patterns))
    while pending:
        match pending.pop():
            case AnyPattern(name):
                if name != "_":
                    found.append(name)
            case ConstructorPattern(_, fields):
                pending.extend(reversed(fields))
            case IntegerPattern():
                pass
    return tuple(found)


def decisions(
    alternatives: Sequence[tuple[Sequence[Pattern], Alternative]],
    slots: Sequence[int],
    constructors: Mapping[str, Constructor],
    otherwise: NoMatch,
    size: int,
) -> Node:
    """Match the values at some slots of an environment of a size; the first match counts."""
    rows = [
        _row((), {}, alternative, list(zip(slots, patterns, strict=True)))
        for patterns, alternative in alternatives
    ]
    return _decide(rows, size, constructors, otherwise)


def _row(
    tests: tuple[Any, ...],
    slots: Mapping[str, int],
    alternative: Alternative,
    patterns: Sequence[tuple[int, Pattern]],
    after: tuple[Any, ...] = (),
) -> Row:
    """A row with patterns added: names are noted, the others become tests."""
    found = dict(slots)
    added = []
    for slot, pattern in patterns:
        if isinstance(pattern, AnyPattern):
            found[pattern.name] = slot
        else:
            added.append((slot, pattern))
    return Row((*tests, *added, *after), found, alternative)


def _decide(
    rows: Sequence[Row], size: int, constructors: Mapping[str, Constructor], otherwise: NoMatch
) -> Node:
    if not rows:
        return otherwise
    first = rows[0]
    if not first.tests:
        return _reach(first, size)
    slot, pattern = first.tests[0]
    default = _decide(
        [row for row in rows if _test(row, slot) is None], size, constructors, otherwise
    )
    tested = [test for row in rows if (test := _test(row, slot)) is not None]
    if isinstance(pattern, IntegerPattern):
        numbers = dict.fromkeys(each.value for each in tested if isinstance(each, IntegerPattern))
        cases = {
            number: _decide(_with_number(rows, slot, number), size, constructors, otherwise)
            for number in numbers
        }
        return NumberSwitch(slot, cases, default)
    names = dict.fromkeys(each.name for each in tested if isinstance(each, ConstructorPattern))
    made = {
        constructors[name]: _decide(
            _with_constructor(rows, slot, name, size),
            size + constructors[name].arity,
            constructors,
            otherwise,
        )
        for name in names
    }
    return Switch(slot, constructors[pattern.name].datatype, made, default)


def _test(row: Row, slot: int) -> ConstructorPattern | IntegerPattern | None:
    return next((pattern for at, pattern in row.tests if at == slot), None)


def _with_number(rows: Sequence[Row], slot: int, number: int) -> list[Row]:
    kept = []
    for row in rows:
        test = _test(row, slot)
        if test is None or (isinstance(test, IntegerPattern) and test.value == number):
            tests = tuple(each for each in row.tests if each[0] != slot)
            kept.append(Row(tests, row.slots, row.alternative))
    return kept


def _with_constructor(rows: Sequence[Row], slot: int, name: str, size: int) -> list[Row]:
    kept = []
    for row in rows:
        index = next((i for i, (at, _) in enumerate(row.tests) if at == slot), None)
        if index is None:
            kept.append(row)
            continue
        test = row.tests[index][1]
        if isinstance(test, ConstructorPattern) and test.name == name:
            fields = [(size + number, field) for number, field in enumerate(test.fields)]
            kept.append(
                _row(row.tests[:index], row.slots, row.alternative, fields, row.tests[index + 1 :])
            )
    return kept


def _reach(row: Row, size: int) -> Node:
    alternative = row.alternative
    wanted = (
        *range(alternative.kept),
        *(row.slots[name] for name in alternative.variables),
    )
    return Reach(alternative.bit, alternative.body, _selector(wanted, size))


def _selector(wanted: tuple[int, ...], size: int) -> Callable[[Any], Any] | None:
    if wanted == tuple(range(size)):
        return None
    if not wanted:
        return lambda environment: ()
    if len(wanted) == 1:
        (only,) = wanted
        return lambda environment: (environment[only],)
    return itemgetter(*wanted)
