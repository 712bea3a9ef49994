"""Patterns to decisions: each part of a value is inspected at most once, in Haskell's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from refute.frontend.node import Node
from refute.languages.funlogic.core import Case, NumberSwitch, Switch
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

Number: TypeAlias = IntegerPattern | DecimalPattern
Test: TypeAlias = ConstructorPattern | Number

Reached: TypeAlias = "Callable[[Alternative, Mapping[str, int], Node | None], Node]"
"""The continuation when an alternative is reached: given its variables, and the continuation with
the next alternative if its guards may all fail."""


@record
class Alternative:
    """An alternative by its place in the list, with its patterns."""

    index: int
    patterns: tuple[Pattern, ...]
    may_fail: bool = False


@record
class Row:
    """One alternative during matching: the remaining tests, by variable and in order, and the
    variables that its names stand for."""

    tests: Mapping[int, Test]
    names: Mapping[str, int]
    alternative: Alternative


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
            case IntegerPattern() | DecimalPattern():
                pass
    return tuple(found)


class Decisions:
    """Matches some variables against alternatives; the first that matches counts.

    `otherwise` returns what to do if nothing matches; it is called only if that can happen. `fresh`
    returns the first of a number of new variables, for the parts of values.
    """

    def __init__(
        self,
        alternatives: Sequence[Alternative],
        variables: Sequence[int],
        constructors: Mapping[str, Constructor],
        otherwise: Callable[[], Node],
        fresh: Callable[[int], int],
    ) -> None:
        self._rows = [
            _row(each, {}, zip(variables, each.patterns, strict=True)) for each in alternatives
        ]
        self._constructors = constructors
        self._otherwise = otherwise
        self._fresh = fresh

    def reached(self) -> Counter[int]:
        """How often each alternative occurs in the decisions."""
        counts: Counter[int] = Counter()

        def count(
            alternative: Alternative, _names: Mapping[str, int], _fallback: Node | None
        ) -> Node:
            counts[alternative.index] += 1
            return Node()

        self.node(count)
        return counts

    def node(self, reach: Reached) -> Node:
        """The decisions, with the continuation of each alternative."""
        return self._decide(self._rows, reach)

    def _decide(self, rows: Sequence[Row], reach: Reached) -> Node:
        if not rows:
            return self._otherwise()
        row = rows[0]
        if not row.tests:
            may_fail = row.alternative.may_fail
            fallback = self._decide(rows[1:], reach) if may_fail else None
            return reach(row.alternative, row.names, fallback)
        variable, first = next(iter(row.tests.items()))
        tests = {
            _tested(each.tests[variable]): each.tests[variable]
            for each in rows
            if variable in each.tests
        }
        others = [each for each in rows if variable not in each.tests]
        firsts = {tested: self._fresh(_arity(test)) for tested, test in tests.items()}
        bodies = {
            tested: self._decide(list(_passing(rows, variable, tested, part)), reach)
            for tested, part in firsts.items()
        }
        if isinstance(first, Number):
            default = self._decide(others, reach)
            return NumberSwitch(variable, tuple(bodies), tuple(bodies.values()), default)
        datatype = self._constructors[first.name].datatype
        cases = tuple(
            Case(self._constructors[name], firsts[name], body) for name, body in bodies.items()
        )
        is_whole = len(tests) == len(datatype.constructors)
        return Switch(variable, datatype, cases, None if is_whole else self._decide(others, reach))


def _row(
    alternative: Alternative, names: Mapping[str, int], patterns: Iterable[tuple[int, Pattern]]
) -> Row:
    """A row with patterns for some variables: names are recorded, the others become tests."""
    found, tests = dict(names), {}
    for variable, pattern in patterns:
        while isinstance(pattern, AsPattern):
            found[pattern.name] = variable
            pattern = pattern.pattern  # noqa: PLW2901  # the pattern after the name
        if isinstance(pattern, AnyPattern):
            found[pattern.name] = variable
        else:
            assert not isinstance(pattern, RecordPattern), "records are resolved before"
            tests[variable] = pattern
    return Row(tests, found, alternative)


def _tested(test: Test) -> Any:
    """What a pattern tests for: a number, or the name of a constructor."""
    return test.value if isinstance(test, Number) else test.name


def _arity(test: Test) -> int:
    return 0 if isinstance(test, Number) else len(test.fields)


def _passing(rows: Iterable[Row], variable: int, tested: Any, size: int) -> Iterator[Row]:
    """The rows that may match once a variable has passed a test; its fields are numbered next."""
    for row in rows:
        test = row.tests.get(variable)
        if test is None:
            yield row
        elif _tested(test) == tested:
            patterns: list[tuple[int, Pattern]] = []
            for at, pattern in row.tests.items():
                if at != variable:
                    patterns.append((at, pattern))
                elif isinstance(pattern, ConstructorPattern):
                    patterns.extend(enumerate(pattern.fields, size))
            yield _row(row.alternative, row.names, patterns)
