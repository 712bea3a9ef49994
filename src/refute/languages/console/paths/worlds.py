"""Paths over small sets of values, decided by trying all values instead of asking the solver.

A world is what was read along a path. Of worlds that no later condition can distinguish, only one
is kept: they agree in everything that the specification looks at, or would after renaming values
that it does not distinguish. A path is satisfiable if some world is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from refute.languages.console import syntax
from refute.languages.console.meaning import Environment, contains, evaluate, history, store
from refute.languages.console.meaning.concrete import NoValue
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.syntax import Expression, Statement, ValueSet
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import (
    expressions_of_set,
    parts,
    set_parts,
    statements_of,
)
from refute.languages.console.types import BOOL, INT, Type, Value
from refute.record import record
from refute.solver import SECOND, Effort

Worlds: TypeAlias = tuple[Environment, ...]

LARGEST_SET = 40
MOST_WORLDS = 3_000
WORLD_UNITS = SECOND // 150_000
"""Cost of looking at a world."""

_FOLDED = frozenset({"len", "sum", "product", "min", "max"})
_CONSTANTS = (syntax.Integer, syntax.Text, syntax.Boolean, syntax.Member)


@record
class _Look:
    """How the specification looks at values: through a function, as a set, at the last one…"""

    kind: str
    variables: tuple[str, ...]
    before: int = 0

    def levels(self, reading: str | None) -> range:
        """How many readings back it looks, or will after the next reading."""
        if reading is None or reading not in self.variables:
            return range(self.before + 1)
        return range(self.before if self.kind == "current" else max(1, self.before))

    def seen(self, environment: Environment, level: int) -> Any:
        """What is seen this many readings ago."""
        values = history(self.variables, environment)
        values = values[: max(0, len(values) - level)]
        match self.kind:
            case "current":
                return values[-1:]
            case "set":
                return frozenset(values)
            case "list":
                return values
        try:
            return FUNCTIONS[self.kind].concrete(values)
        except NoValue:
            return None


class WorldTable:
    """Transitions between worlds; only for specifications that read from small sets."""

    def __init__(
        self, checked: Checked, finite: Mapping[int, tuple[Value, ...]], effort: Effort
    ) -> None:
        self._finite = finite
        self._effort = effort
        looks = dict.fromkeys(look for each in statements_of(checked.body) for look in _looks(each))
        deepest: dict[tuple[str, tuple[str, ...]], int] = {}
        for look in looks:
            key = look.kind, look.variables
            deepest[key] = max(look.before, deepest.get(key, 0))
        self._looks = [_Look(*key, before) for key, before in deepest.items()]
        self._classes = _classes(checked, {each for some in finite.values() for each in some})
        self._members: dict[int, list[Value]] = {}
        for value, own in self._classes.items():
            self._members.setdefault(own, []).append(value)

    @classmethod
    def of(cls, checked: Checked, effort: Effort | None = None) -> WorldTable | None:
        """The table for a specification; None if it reads from large sets.

        None also if both truth values and numbers are read, since Python considers them equal.
        """
        finite = {}
        if {BOOL, INT} <= set(checked.types.values()):
            return None
        others = syntax.Let | syntax.Choice
        if any(isinstance(each, others) for each in statements_of(checked.body)):
            return None
        for read in reads_of(checked.body):
            values = small_set(read.values, checked.types[read.variable])
            if values is None or len(values) > LARGEST_SET:
                return None
            finite[id(read)] = values
        return cls(checked, finite, effort or Effort())

    def read(self, worlds: Worlds, read: syntax.Read) -> Worlds | None:
        """The worlds after a valid value was read; None if there are too many."""
        own = any(
            isinstance(part, syntax.Name | syntax.Current)
            for expression in expressions_of_set(read.values)
            for part in parts(expression)
        )
        before = self._merged(worlds, None if own else read.variable)
        after = [
            store(read.variable, value, world)
            for world in before
            for value in self._worth_trying(self._finite[id(read)], world)
            if contains(read.values, value, read.variable, world)
        ]
        self._effort.spend(WORLD_UNITS * (len(worlds) + 4 * len(after)))
        merged = self._merged(after, None)
        return None if len(merged) > MOST_WORLDS else merged

    def ask(self, worlds: Worlds, condition: Expression, wanted: bool) -> Worlds:
        """The worlds in which a condition has the wanted outcome."""
        self._effort.spend(WORLD_UNITS * len(worlds))
        return tuple(each for each in worlds if bool(evaluate(condition, each)) == wanted)

    def _worth_trying(self, values: Sequence[Value], world: Environment) -> Iterator[Value]:
        """Of indistinguishable values that are not used yet, only the first."""
        used = {value for _, value in world}
        fresh: set[int] = set()
        for value in values:
            if value in used:
                yield value
            elif self._classes[value] not in fresh:
                fresh.add(self._classes[value])
                yield value

    def _merged(self, worlds: Iterable[Environment], reading: str | None) -> Worlds:
        kept: dict[tuple[Any, ...], Environment] = {}
        for world in worlds:
            named = self._renamed(world)
            kept.setdefault(
                tuple(
                    look.seen(named, level)
                    for look in self._looks
                    for level in look.levels(reading)
                ),
                named,
            )
        return tuple(kept.values())

    def _renamed(self, world: Environment) -> Environment:
        """The world with the values of each class in order of their first appearance."""
        names: dict[Value, Value] = {}
        count: dict[int, int] = {}
        for _, value in world:
            if value not in names:
                own = self._classes[value]
                number = count.get(own, 0)
                count[own] = number + 1
                names[value] = self._members[own][number]
        return tuple((variable, names[value]) for variable, value in world)


# Which values there are


def small_set(values: ValueSet, type_: Type) -> tuple[Value, ...] | None:
    """All values that a set may have, whatever was read before; None if there may be many."""
    match values:
        case syntax.NamedSet() if type_.members:
            return type_.members
        case syntax.NamedSet("bool"):
            return (False, True)
        case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
            return tuple(range(low, high + 1)) if high - low < LARGEST_SET else None
        case syntax.Members(items) if all(isinstance(item, _CONSTANTS) for item in items):
            return tuple(dict.fromkeys(evaluate(item, ()) for item in items))
        case syntax.Union(left, right):
            one, two = small_set(left, type_), small_set(right, type_)
            return None if one is None or two is None else tuple(dict.fromkeys((*one, *two)))
        case syntax.Intersection(left, right):
            one = small_set(left, type_)
            return small_set(right, type_) if one is None else one
        case syntax.Difference(inner, _) | syntax.Unique(inner) | syntax.Without(inner, _):
            return small_set(inner, type_)
        case _:
            return None


# What the specification looks at


def _looks(statement: Statement) -> Iterator[_Look]:
    match statement:
        case syntax.If(condition, _, _):
            yield from _looks_of(condition)
        case syntax.Read(variable, values, _):
            for expression in expressions_of_set(values):
                yield from _looks_of(expression)
            for part in set_parts(values):
                match part:
                    case syntax.Unique():
                        yield _Look("set", (variable,))
                    case syntax.Among(names) | syntax.Without(_, names):
                        yield _Look("set", names)


def _looks_of(expression: Expression) -> Iterator[_Look]:
    match expression:
        case syntax.Name(name):
            yield _Look("current", (name,))
        case syntax.Current(variables, before):
            yield _Look("current", variables, before)
        case syntax.All(variables, before):
            yield _Look("list", variables, before)
        case syntax.Apply(function, (syntax.All(variables, before),)) if function in _FOLDED:
            yield _Look(function, variables, before)
        case syntax.Apply("in" | "not in" | "subset", arguments):
            for argument in arguments:
                match argument:
                    case syntax.All(variables, before):
                        yield _Look("set", variables, before)
                    case _:
                        yield from _looks_of(argument)
        case _:
            for child in syntax.children(expression):
                yield from _looks_of(child)


# Which values are told apart


def _classes(checked: Checked, values: set[Value]) -> dict[Value, int]:
    """A number for each value; values with the same number are interchangeable."""
    ordered = sorted(values, key=lambda each: (str(type(each)), each))
    told = [one for each in statements_of(checked.body) for one in _told_apart(each)]
    if None in told:
        return {value: number for number, value in enumerate(ordered)}
    keys: dict[tuple[bool, ...], int] = {}
    return {
        value: keys.setdefault(tuple(value in one for one in told if one is not None), len(keys))
        for value in ordered
    }


def _told_apart(statement: Statement) -> Iterator[frozenset[Value] | None]:
    """The sets of constants that a statement compares values with; None for other uses."""
    match statement:
        case syntax.If(condition, _, _):
            yield from _compared(condition)
        case syntax.Read(_, values, _):
            for part in set_parts(values):
                match part:
                    case syntax.Members(items) if all(map(_is_constant, items)):
                        yield frozenset(evaluate(item, ()) for item in items)
                    case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
                        yield frozenset(range(low, min(high, low + LARGEST_SET) + 1))
                    case syntax.Members() | syntax.Range() | syntax.Compared():
                        yield None
                    case syntax.NamedSet("nat" | "pos"):
                        yield None


def _compared(condition: Expression) -> Iterator[frozenset[Value] | None]:
    match condition:
        case syntax.Apply("and" | "or" | "not", arguments):
            for argument in arguments:
                yield from _compared(argument)
        case syntax.Apply("==" | "!=" | "in" | "not in" | "subset" as function, arguments) if all(
            _is_simple(each) or (function not in {"==", "!="} and _is_simple_list(each))
            for each in arguments
        ):
            for argument in arguments:
                items = argument.items if isinstance(argument, syntax.ListOf) else (argument,)
                if all(map(_is_constant, items)):
                    yield frozenset(evaluate(item, ()) for item in items)
        case _ if _only_counts(condition):
            return
        case _:
            yield None


def _is_constant(expression: Expression) -> bool:
    return isinstance(expression, _CONSTANTS)


def _is_simple(expression: Expression) -> bool:
    return _is_constant(expression) or isinstance(expression, syntax.Name | syntax.Current)


def _is_simple_list(expression: Expression) -> bool:
    if isinstance(expression, syntax.ListOf):
        return all(map(_is_constant, expression.items))
    return isinstance(expression, syntax.All)


def _only_counts(expression: Expression) -> bool:
    """Whether only the numbers of readings matter."""
    match expression:
        case syntax.Name() | syntax.Current() | syntax.All():
            return False
        case syntax.Apply("len", (syntax.All(),)):
            return True
        case _:
            return all(map(_only_counts, syntax.children(expression)))
