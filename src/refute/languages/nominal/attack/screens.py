"""Which clauses a call cannot match, by what stands below its arguments.

Constructors there are looked up like those of arguments, for all clauses at once. What stands at
several places of a head, or has to be different names, is compared clause by clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import NamedTuple, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import PAIR, unlisted
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Name, Suspended, Term, Unknown, expose
from refute.record import entity, record

Path: TypeAlias = tuple[int, ...]

Test: TypeAlias = Callable[[Frame], bool]

DEEPEST = 4
"""Maximum depth at which parts of heads are compared."""

BY_VALUE = frozenset((int, str))


class Part(NamedTuple):
    """A part of a call: the argument of what it stands in at number `step`.

    `table` has the clauses that can match each constructor there, and `default` those that can
    match any other. `concerned` are the clauses with constructors there or in the parts below.
    """

    step: int
    concerned: int
    table: dict[core.Symbol, int]
    default: int
    below: tuple[Part, ...]


@record
class Screen:
    """The clauses that calls of one form cannot match; bit i of a mask is the i-th clause."""

    parts: tuple[Part, ...]
    tests: tuple[tuple[int, Test], ...]

    def left(self, frame: Frame, mask: int) -> int:
        """The clauses of a mask that a call may match."""
        mask = _narrowed(frame, self.parts, mask)
        for bit, test in self.tests:
            if mask & bit and not test(frame):
                mask ^= bit
        return mask


def _narrowed(term: Term, parts: tuple[Part, ...], mask: int) -> int:
    """The clauses of a mask that a term with these parts leaves."""
    for step, concerned, table, default, below in parts:
        if mask & concerned and len(term) > step:
            part = term[step]
            if type(part) is not tuple:
                part = expose(part)
            if type(part) is tuple:
                if table:
                    mask &= table.get(part[0], default)
                if below:
                    mask = _narrowed(part, below, mask)
    return mask


@entity
class Screens:
    """Makes the screens for the calls of a predicate."""

    rules: list[core.Clause]
    _keyed: dict[Path, dict[core.Symbol, int]] = field(default_factory=dict)
    _seen: list[dict[core.Variable, list[Path]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, rule in enumerate(self.rules):
            seen: dict[core.Variable, list[Path]] = {}
            for path, pattern in _parts(rule.arguments):
                if isinstance(pattern, core.Construct) and len(path) > 1:
                    keyed = self._keyed.setdefault(path, {})
                    keyed[pattern.symbol] = keyed.get(pattern.symbol, 0) | 1 << number
                elif isinstance(pattern, core.Variable):
                    seen.setdefault(pattern, []).append(path)
            self._seen.append(seen)

    def screen(self, mask: int, absent: frozenset[int]) -> Screen | None:
        """For calls that may match the clauses of a mask; of some arguments nothing is known."""
        arity = len(self.rules[0].arguments) if self.rules else 0
        present = [(each + 1,) for each in range(arity) if each not in absent]
        parts = tuple(self._below(present, mask))
        numbers = [number for number in range(len(self.rules)) if mask >> number & 1]
        compared = ((1 << number, self._test(number, absent)) for number in numbers)
        tests = tuple((bit, test) for bit, test in compared if test is not None)
        return Screen(parts, tests) if parts or tests else None

    def _below(self, paths: Iterable[Path], mask: int) -> Iterator[Part]:
        """The parts at some paths that tell clauses of a mask apart, with those below."""
        for each in paths:
            keyed = {key: bits & mask for key, bits in self._keyed.get(each, {}).items()}
            told = {key: bits for key, bits in keyed.items() if bits and key is not PAIR}
            default = ~sum(told.values())
            inner = [other for other in self._keyed if other[:-1] == each]
            below = tuple(self._below(inner, mask))
            concerned = sum(told.values())
            for part in below:
                concerned |= part.concerned
            if concerned:
                table = {key: bits | default for key, bits in told.items()}
                yield Part(each[-1], concerned, table, default, below)

    def _test(self, number: int, absent: frozenset[int]) -> Test | None:
        """A test that is false only if the clause cannot match what several of its parts are."""
        seen: dict[core.Variable, list[Path]] = {}
        for variable, paths in self._seen[number].items():
            known = [path for path in paths if path[0] - 1 not in absent]
            if known:
                seen[variable] = known
        same = [(first, other) for first, *others in seen.values() for other in others]
        apart = list(_apart(self.rules[number].body, seen))
        if not (same or apart):
            return None

        def test(frame: Frame) -> bool:
            for one, other in same:
                if _differ(_at(frame, one), _at(frame, other)):
                    return False
            for one, other in apart:
                name = _at(frame, one)
                if type(name) is Name and name is _at(frame, other):
                    return False
            return True

        return test


def _parts(arguments: tuple[core.Term, ...]) -> Iterator[tuple[Path, core.Term]]:
    """The parts of a head that are not below a binder, with their paths in a frame."""
    waiting: list[tuple[Path, core.Term]] = [((i,), each) for i, each in enumerate(arguments, 1)]
    while waiting:
        path, term = waiting.pop()
        pattern = unlisted(term)
        yield path, pattern
        if len(path) <= DEEPEST and isinstance(pattern, core.Construct):
            inner = enumerate(pattern.arguments, 1)
            waiting.extend(((*path, i), each) for i, each in inner)


def _apart(body: core.Goal, seen: dict[core.Variable, list[Path]]) -> Iterator[tuple[Path, Path]]:
    """The paths of pairs of variables that the body requires to be different names."""
    for goal in core.conjuncts(body):
        match goal:
            case core.Fresh(core.Variable() as one, core.Variable() as other):
                if one in seen and other in seen:
                    yield seen[one][0], seen[other][0]


def _at(frame: Frame, path: Path) -> Term:
    """The exposed part of a call at a path; None if the call is not known that far."""
    term: Term = frame
    for step in path:
        if type(term) is not tuple or len(term) <= step:
            return None
        term = term[step]
        if type(term) is not tuple:
            term = expose(term)
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
    return kind is Name or (kind in BY_VALUE and one != other)
