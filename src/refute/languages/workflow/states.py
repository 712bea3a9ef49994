"""Symbolic states, and when two of them are the same up to the names of symbols."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from refute.languages.workflow import tasks
from refute.languages.workflow.project import project, symbols_of
from refute.languages.workflow.tasks import Environment, Input, Location, Task
from refute.record import record
from refute.solver import ROOT, Path
from refute.source import Span
from refute.terms import Operator, Term, fold, rebuild, show, substitute, variable, variables


@record
class World:
    """The store, the path condition, how many symbols there are, and assertions to be proved.

    `known` says all that the path says of the symbols still in use.
    """

    heap: Mapping[int, Any]
    path: Path = ROOT
    known: tuple[Term, ...] = ()
    symbols: int = 0
    asserted: tuple[tuple[Span, Term], ...] = ()

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})

    def assume(self, condition: Term) -> World:
        """The world where a condition holds."""
        known = (*self.known, condition)
        return replace(self, path=self.path.extend(condition), known=known)

    def on_path(self, other: World) -> World:
        """This world on the path of another one that goes on from it."""
        return replace(self, path=other.path, known=other.known)


@record
class State:
    """A normalised task after some inputs; `value` is None when it has none."""

    task: Task
    world: World
    inputs: tuple[Input, ...]
    value: Any


def identify(
    state: State, names: Environment, *, with_inputs: bool
) -> tuple[Hashable, dict[Term, Term], tuple[Term, ...]]:
    """The key that equal states share, its names for their symbols, the conditions on these.

    With inputs, the key tells apart states that were reached by different inputs.
    """
    naming = Naming()
    shape = [naming.task(state.task)]
    shape.extend(naming.value(each) for each in names.values())
    if with_inputs:
        for each in state.inputs:
            shape.append((each.way, naming.value(each.action) if each.shape else each.action))
    shape.append(naming.heap(state.world.heap))
    conditions = project(state.world.known, naming.symbols)
    return (tuple(shape), naming.conditions(conditions)), naming.symbols, conditions


def task_key(task: Task) -> Hashable:
    """What tasks share that are the same up to the names of symbols."""
    return Naming().task(task)


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
            case tasks.Tupled(items):
                return ("tuple", *(self.value(each) for each in items))
            case Location(number):
                self._varies = True
                return ("location", self.locations.setdefault(number, len(self.locations)))
            case tasks.Closure(_, code, environment) | tasks.Suspended(code, environment):
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
            case tasks.Editor(value, shape):
                return ("editor", self.value(value), shape)
            case tasks.Empty(shape):
                return ("empty", shape)
            case tasks.Store(location, shape):
                return ("store", self.value(location), shape)
            case tasks.Failing():
                return "failing"
            case tasks.Stepping(inner, follow, by_user):
                return ("step", by_user, self.task(inner), self.value(follow))
            case tasks.Joined(left, right):
                return ("both", self.task(left), self.task(right))
            case tasks.Alternative(left, right):
                return ("either", self.task(left), self.task(right))
            case tasks.Choice(left, right):
                return ("pick", self.value(left), self.value(right))

    def heap(self, heap: Mapping[int, Any]) -> Hashable:
        """The contents of the locations mentioned, and of those that they mention."""
        return tuple(
            self.value(heap[number])
            for number in list(self.locations)  # contents are basic: they mention no location
        )

    def conditions(self, conditions: Iterable[Term]) -> frozenset[Term]:
        """The conditions with symbols renamed, whatever their order and that of their parts.

        Symbols that the state does not mention are named in the order of the masked conditions.
        """
        terms = list(conditions)
        if any(symbols_of(each) - self.symbols.keys() for each in terms):
            terms.sort(key=self._masked)
            for term in terms:
                for symbol in _in_order(term):
                    self._symbol(symbol)
        return frozenset(normal(substitute(term, self.symbols)) for term in terms)

    def _masked(self, term: Term) -> str:
        hidden = {
            each: self.symbols.get(each) or variable("#", each.sort) for each in symbols_of(term)
        }
        return show(normal(substitute(term, hidden)))


@lru_cache(maxsize=100_000)
def _in_order(term: Term) -> tuple[Term, ...]:
    return tuple(variables(term))


_UNORDERED = frozenset({Operator.AND, Operator.OR, Operator.EQUAL, Operator.ADD, Operator.MULTIPLY})


@lru_cache(maxsize=100_000)
def normal(term: Term) -> Term:
    """The term with the arguments of unordered operators in one order; only for comparing."""

    def step(each: Term, arguments: list[Term]) -> Term:
        if each.operator in _UNORDERED:
            arguments = sorted(arguments, key=show)
        return rebuild(each, arguments)

    return fold(term, step)
