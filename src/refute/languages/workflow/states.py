"""Symbolic states and when two of them are the same up to the names of symbols."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from refute.languages.workflow.evaluation import World
from refute.languages.workflow.operators import Tupled
from refute.languages.workflow.project import project, symbols_of
from refute.languages.workflow.tasks import (
    Alternative,
    Choice,
    Closure,
    Editor,
    Empty,
    Environment,
    Failing,
    Input,
    Joined,
    Location,
    Stepping,
    Store,
    Suspended,
    Task,
)
from refute.terms import Operator, Term, fold, rebuild, show, substitute, variable


@dataclass(frozen=True, slots=True)
class State:
    """A normalised task after some inputs; `value` is None when it has none.

    `conditions` is the path condition projected on the symbols that the state still mentions.
    """

    task: Task
    world: World
    inputs: tuple[Input, ...]
    value: Any
    conditions: tuple[Term, ...] = ()


class Naming:
    """Gives symbols and locations names by the order in which a state mentions them."""

    def __init__(self) -> None:
        self.symbols: dict[Term, Term] = {}
        self.locations: dict[int, int] = {}
        self._varies = False

    def value(self, value: Any) -> Hashable:
        """The shape of a value."""
        match value:
            case Term():
                return self.term(value)
            case Tupled(items):
                return ("tuple", *(self.value(each) for each in items))
            case Location(number):
                self._varies = True
                return ("location", self.locations.setdefault(number, len(self.locations)))
            case Closure(_, code, environment) | Suspended(code, environment):
                return self._closed(value.known, id(code), environment)
            case _:
                return self.task(value)

    def term(self, term: Term) -> Term:
        """The term with its symbols renamed."""
        if term.is_value:
            return term
        if term.operator is Operator.VARIABLE:
            return self._symbol(term)
        for each in _in_order(term):
            self._symbol(each)
        return substitute(term, self.symbols)

    def _symbol(self, symbol: Term) -> Term:
        self._varies = True
        name = self.symbols.get(symbol)
        if name is None:
            name = variable(f"#{len(self.symbols)}", symbol.sort)
            self.symbols[symbol] = name
        return name

    def _closed(self, known: dict[str, Any], code: int, environment: Environment) -> Hashable:
        """Code with its environment; remembered where no symbol and no location is inside."""
        found: Hashable = known.get("shape")
        if found is not None:
            return found
        before, self._varies = self._varies, False
        shape = (code, *(self.value(each) for each in environment.values()))
        if not self._varies:
            known["shape"] = shape
        self._varies = before or self._varies
        return shape

    def task(self, task: Task) -> Hashable:
        """The shape of a task."""
        match task:
            case Editor(value, shape):
                return ("editor", self.value(value), shape)
            case Empty(shape):
                return ("empty", shape)
            case Store(location, shape):
                return ("store", self.value(location), shape)
            case Failing():
                return "failing"
            case Stepping(inner, follow, by_user):
                return ("step", by_user, self.task(inner), self.value(follow))
            case Joined(left, right):
                return ("both", self.task(left), self.task(right))
            case Alternative(left, right):
                return ("either", self.task(left), self.task(right))
            case Choice(left, right):
                return ("pick", self.value(left), self.value(right))

    def heap(self, world: World) -> Hashable:
        """The contents of the locations mentioned, and of those that they mention."""
        return tuple(
            self.value(world.heap[number])
            for number in list(self.locations)  # contents are basic: they mention no location
        )

    def conditions(self, conditions: Iterable[Term]) -> frozenset[Term]:
        """The conditions with symbols renamed, whatever their order and that of their parts.

        Symbols that the state does not mention are named in the order of the masked conditions.
        """
        masked = sorted(conditions, key=self._masked)
        for term in masked:
            for symbol in _in_order(term):
                self._symbol(symbol)
        return frozenset(normal(substitute(term, self.symbols)) for term in masked)

    def _masked(self, term: Term) -> str:
        hidden = {
            each: self.symbols.get(each) or variable("#", each.sort) for each in symbols_of(term)
        }
        return show(normal(substitute(term, hidden)))


@lru_cache(maxsize=100_000)
def _in_order(term: Term) -> tuple[Term, ...]:
    found: dict[Term, None] = {}
    fold(term, lambda each, _: found.setdefault(each) if _is_symbol(each) else None)
    return tuple(found)


def _is_symbol(term: Term) -> bool:
    return term.operator is Operator.VARIABLE


_UNORDERED = frozenset({Operator.AND, Operator.OR, Operator.EQUAL, Operator.ADD, Operator.MULTIPLY})


@lru_cache(maxsize=100_000)
def normal(term: Term) -> Term:
    """The term with the arguments of unordered operators in one order; only for comparing."""

    def step(each: Term, arguments: list[Term]) -> Term:
        if each.operator in _UNORDERED:
            arguments = sorted(arguments, key=show)
        return rebuild(each, arguments)

    return fold(term, step)


def identify(
    state: State, names: Environment, known: Iterable[Term], *, with_inputs: bool
) -> tuple[Hashable, tuple[Term, ...]]:
    """The key that equal states share, and the conditions on what the state mentions.

    `known` are conditions that say all that the path says of the symbols of the state. With
    inputs, the key tells apart states that were reached by different inputs.
    """
    naming = Naming()
    shape = [naming.task(state.task)]
    shape.extend(naming.value(each) for each in names.values())
    if with_inputs:
        shape.extend((each.way, _action(each, naming)) for each in state.inputs)
    shape.append(naming.heap(state.world))
    conditions = project(known, naming.symbols)
    return (tuple(shape), naming.conditions(conditions)), conditions


def _action(given: Input, naming: Naming) -> Hashable:
    return naming.value(given.action) if given.shape else str(given.action)


def result_key(state: State) -> Hashable:
    """What two end states share that have the same value under the same condition."""
    naming = Naming()
    shape = naming.value(state.value)
    conditions = project(state.world.path.conditions(), naming.symbols)
    return shape, naming.conditions(conditions)


def task_key(task: Task) -> Hashable:
    """What tasks share that are the same up to the names of symbols."""
    return Naming().task(task)
