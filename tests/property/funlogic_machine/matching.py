"""Patterns to decisions: each part of a value is inspected at most once, in Haskell's order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

from funlogic_machine.machine import Node
from funlogic_machine.nodes import NoMatch, NumberSwitch, Reach, Switch
from refute.languages.funlogic.syntax import (
    AnyPattern,
    AsPattern,
    ConstructorPattern,
    DecimalPattern,
    IntegerPattern,
    Pattern,
    RecordPattern,
)
from refute.languages.funlogic.values import Constructor
from refute.record import record
from refute.source import NO_SPAN

Test: TypeAlias = ConstructorPattern | IntegerPattern


@record
class Row:
    """One alternative while it is matched: what is still to be tested, by slot in the
    environment and in order, and where its variables were found."""

    tests: Mapping[int, Test]
    slots: Mapping[str, int]
    alternative: Alternative


@record
class Alternative:
    """An alternative to be reached: its bit, its variables in order, and its body.

    The body finds `kept` slots of the environment as they were, then its variables, and then,
    if its guards may all fail, how to go on with the next alternative.
    """

    bit: int
    variables: tuple[str, ...]
    body: Node
    kept: int
    may_fail: bool = False


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
            case AsPattern(name, pattern):
                found.append(name)
                pending.append(pattern)
            case IntegerPattern():
                pass
    return tuple(found)


def decisions(
    alternatives: Sequence[tuple[Sequence[Pattern], Alternative]],
    slots: Sequence[int],
    constructors: Mapping[str, Constructor],
    otherwise: Callable[[], NoMatch],
    size: int,
) -> Node:
    """Match the values at some slots of an environment of a size; the first match counts.

    `otherwise` gives what to do where nothing matches; it is asked only if that can be.
    """

    def decide(rows: Sequence[Row], size: int) -> Node:
        if not rows:
            return otherwise()
        if not rows[0].tests:
            may_fail = rows[0].alternative.may_fail
            return _reach(rows[0], size, decide(rows[1:], size) if may_fail else None)
        slot, first = next(iter(rows[0].tests.items()))
        tests = {_tested(row.tests[slot]): row.tests[slot] for row in rows if slot in row.tests}
        default = (
            _NEVER
            if _are_all(first, len(tests), constructors)
            else decide([row for row in rows if slot not in row.tests], size)
        )
        cases = {
            tested: decide(list(_passing(rows, slot, tested, size)), size + _arity(test))
            for tested, test in tests.items()
        }
        if isinstance(first, IntegerPattern):
            return NumberSwitch(slot, cases, default)
        made = {constructors[name]: node for name, node in cases.items()}
        return Switch(slot, constructors[first.name].datatype, made, default)

    rows = [
        _row(alternative, {}, zip(slots, patterns, strict=True))
        for patterns, alternative in alternatives
    ]
    return decide(rows, size)


_NEVER = NoMatch("nothing is left to match", NO_SPAN)


def _are_all(test: Test, count: int, constructors: Mapping[str, Constructor]) -> bool:
    """Whether so many different tests leave nothing open."""
    if isinstance(test, IntegerPattern):
        return False
    return count == len(constructors[test.name].datatype.constructors)


def _row(
    alternative: Alternative, slots: Mapping[str, int], patterns: Iterable[tuple[int, Pattern]]
) -> Row:
    """A row with patterns for some slots: names are noted, the others become tests."""
    found, tests = dict(slots), {}
    for slot, pattern in patterns:
        while isinstance(pattern, AsPattern):
            found[pattern.name] = slot
            pattern = pattern.pattern  # noqa: PLW2901  # what stands behind the name
        if isinstance(pattern, AnyPattern):
            found[pattern.name] = slot
        else:
            assert not isinstance(pattern, RecordPattern | DecimalPattern), "it knows no such"
            tests[slot] = pattern
    return Row(tests, found, alternative)


def _tested(test: Test) -> Any:
    """What a pattern asks for: a number, or the name of a constructor."""
    return test.value if isinstance(test, IntegerPattern) else test.name


def _arity(test: Test) -> int:
    return 0 if isinstance(test, IntegerPattern) else len(test.fields)


def _passing(rows: Iterable[Row], slot: int, tested: Any, size: int) -> Iterator[Row]:
    """The rows that may match once a slot has passed a test, which puts its fields at the end."""
    for row in rows:
        test = row.tests.get(slot)
        if test is None:
            yield row
        elif _tested(test) == tested:
            patterns: list[tuple[int, Pattern]] = []
            for at, pattern in row.tests.items():
                if at != slot:
                    patterns.append((at, pattern))
                elif isinstance(pattern, ConstructorPattern):
                    patterns.extend(enumerate(pattern.fields, size))
            yield _row(row.alternative, row.slots, patterns)


def _reach(row: Row, size: int, fallback: Node | None) -> Node:
    alternative = row.alternative
    wanted = (
        *range(alternative.kept),
        *(row.slots[name] for name in alternative.variables),
    )
    return Reach(alternative.bit, alternative.body, _selector(wanted, size), fallback)


def _selector(wanted: tuple[int, ...], size: int) -> Callable[[Any], Any] | None:
    if wanted == tuple(range(size)):
        return None
    if not wanted:
        return lambda environment: ()
    if len(wanted) == 1:
        (only,) = wanted
        return lambda environment: (environment[only],)
    return itemgetter(*wanted)
