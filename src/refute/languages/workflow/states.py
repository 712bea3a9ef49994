"""Symbolic states, and when two of them are the same up to the names of symbols."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from refute.frontend.node import walk
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.people import NOBODY, Doers
from refute.languages.workflow.project import Projection, symbols_of
from refute.languages.workflow.tasks import Environment, Input, Location, Task
from refute.record import record
from refute.solver import ROOT, Path
from refute.source import Span
from refute.terms import (
    Operator,
    Term,
    equal,
    fold,
    integer,
    rebuild,
    show,
    substitute,
    substitute_all,
    variable,
    variables,
)


@record
class World:
    """The store, the path condition, the number of symbols, and assertions to be proved.

    `known` is everything that the path says about the symbols still in use; `clock` is the day;
    `doers` are those who did something where that matters.
    """

    heap: Mapping[int, Any]
    path: Path = ROOT
    known: tuple[Term, ...] = ()
    symbols: int = 0
    asserted: tuple[tuple[Span, Term], ...] = ()
    clock: Term = integer(0)
    doers: Doers = NOBODY

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})

    def assume(self, condition: Term) -> World:
        """The world where a condition holds."""
        known = (*self.known, condition)
        return replace(self, path=self.path.extend(condition), known=known)

    def on_path(self, other: World) -> World:
        """This world on the path of another one that continues it."""
        return replace(self, path=other.path, known=other.known)


@record
class State:
    """A normalised task after some inputs; `value` is None if it has none.

    `seen` is the state of the monitor after the inputs.
    """

    task: Task
    world: World
    inputs: tuple[Input, ...]
    value: Any
    seen: str = ""


@record
class Identity:
    """A state up to the names of its symbols.

    States of one shape differ only in what is known of their symbols: `conditions` are those of the
    state, `renamed` the same with the `names` that the shape gives to the symbols.
    """

    shape: Hashable
    names: Mapping[Term, Term]
    conditions: tuple[Term, ...]
    renamed: frozenset[Term]
    closed: bool
    """Whether the conditions contain only symbols that the shape mentions."""


def identify(
    state: State,
    names: Environment,
    projection: Projection,
    *,
    with_inputs: bool,
    in_order: bool = False,
) -> Identity:
    """The identity of a state; with inputs, a different one for each way to the state.

    If two tasks get the same inputs, the order of parallel tasks is kept: it shows which part of
    one belongs to which of the other.
    """
    naming = Naming(_looks(state.world), in_order=in_order)
    shape: list[Hashable] = [state.seen, state.world.doers, naming.task(state.task)]
    shape.extend(naming.value(each) for each in names.values())
    if with_inputs:
        for each in state.inputs:
            shape.append((each.way, naming.value(each.action) if each.shape else each.action))
    shape.append(naming.value(state.world.clock))
    shape.append(naming.heap(state.world.heap))
    conditions = projection.project(state.world.known, naming.symbols)
    mentioned = len(naming.symbols)
    renamed = naming.conditions(conditions)
    closed = len(naming.symbols) == mentioned
    return Identity(tuple(shape), naming.symbols, conditions, renamed, closed)


def with_sums_named(state: State) -> State:
    """The same state with a symbol for each sum in the store, defined by the path.

    So a sum that grows is a number like any other, and what was added to it can be forgotten.
    """
    world = state.world
    for number, content in state.world.heap.items():
        if isinstance(content, Term) and content.operator is Operator.ADD:
            symbol = variable(f"s{world.symbols}", content.sort)
            named = world.write(Location(number), symbol).assume(equal(symbol, content))
            world = replace(named, symbols=world.symbols + 1)
    return state if world is state.world else replace(state, world=world)


def task_key(task: Task) -> Hashable:
    """A key that is the same for tasks that differ only in the names of symbols."""
    return Naming().task(task)


def _looks(world: World) -> dict[Term, str]:
    """What distinguishes symbols: where the store mentions them, and what is known of them."""
    looks: dict[Term, str] = {}
    for content in world.heap.values():
        if isinstance(content, Term):
            for symbol in _in_order(content):
                looks.setdefault(symbol, str(len(looks)))
    said: dict[Term, list[str]] = {}
    for condition in world.known:
        for symbol in symbols_of(condition) - looks.keys():
            others = {
                each: variable(looks.get(each, "other"), each.sort)
                for each in symbols_of(condition)
                if each is not symbol
            }
            own = {symbol: variable("own", symbol.sort)}
            said.setdefault(symbol, []).append(show(normal(substitute(condition, others | own))))
    return looks | {symbol: " and ".join(sorted(each)) for symbol, each in said.items()}


class Naming:
    """Names symbols and locations by the order in which a state mentions them.

    `looks` distinguishes symbols before they have names, where that decides the order.
    """

    def __init__(
        self,
        looks: Mapping[Term, str] | None = None,
        *,
        in_order: bool = False,
    ) -> None:
        self._looks = looks or {}
        self._in_order = in_order
        self.symbols: dict[Term, Term] = {}
        self.locations: dict[int, int] = {}
        self._varies = False

    def value(self, value: Any) -> Hashable:
        """The shape of a value."""
        match value:
            case Term():
                return self.term(value)
            case tasks.Tupled(items) | tasks.Listed(items):
                return (type(value), *(self.value(each) for each in items))
            case tasks.Recursive(name, code, environment):
                return ("recursive", id(code), *(self.value(each) for each in environment.values()))
            case tasks.Constructing(name, _, _, given):
                return ("constructor", name, *(self.value(each) for each in given))
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
        """Code with its environment; cached if no symbol and no location is inside."""
        shape: Hashable = self._remembered(
            known, "shape", lambda: (code, *(self.value(each) for each in environment.values()))
        )
        return shape

    def _remembered(self, known: dict[str, Any], name: str, make: Callable[[], Any]) -> Any:
        """The result for a value; cached if nothing that varies is inside."""
        found = known.get(name)
        if found is not None:
            return found
        before, self._varies = self._varies, False
        found = make()
        if not self._varies:
            known[name] = found
        self._varies = before or self._varies
        return found

    def task(self, task: Task, *, ignored: bool = False) -> Hashable:
        """The shape of a task.

        If its value is ignored, the contents of editors do not matter, nor does the order of
        parallel tasks.
        """
        match task:
            case tasks.Editor(value, shape, fixed):
                return ("editor", None if ignored else self.value(value), shape, fixed)
            case tasks.Empty(shape):
                return ("empty", shape)
            case tasks.Store(location, shape, fixed):
                return ("store", self.value(location), shape, fixed)
            case tasks.Marked(inner, label, role, apart):
                return ("marked", label, role, apart, self.task(inner, ignored=ignored))
            case tasks.Timed(inner, deadline, otherwise):
                first = self.task(inner, ignored=ignored)
                return ("timed", first, self.value(deadline), self.value(otherwise))
            case tasks.Failing():
                return "failing"
            case tasks.Stepping(inner, follow, trigger):
                first = self.task(inner, ignored=ignores(follow))
                return ("step", trigger, first, self.value(follow))
            case tasks.Joined() if ignored:
                parts: Iterable[Task] = _parallel(task)
                if not self._in_order:
                    parts = sorted(parts, key=self._look_ignored)
                return ("all", *(self.task(each, ignored=True) for each in parts))
            case tasks.Joined(left, right):
                return ("both", self.task(left), self.task(right))
            case tasks.Alternative(left, right):
                sides = (self.task(each, ignored=ignored) for each in (left, right))
                return ("either", *sides)
            case tasks.Choice(sides):
                return ("pick", *((each.label, self.value(each.task)) for each in sides))

    def _look_ignored(self, task: Task) -> str:
        return f"<{task.shape}>" if isinstance(task, tasks.Editor) else self._look(task)

    def _look(self, value: Any) -> str:
        """A task as it looks without names; tasks that look alike keep their order."""
        match value:
            case Term():
                if value.is_value:
                    return show(value)
                self._varies = True
                hidden = {
                    each: variable(f"?{self._looks.get(each, '')}", each.sort)
                    for each in symbols_of(value)
                }
                return show(substitute(value, hidden))
            case tasks.Closure(_, code, environment) | tasks.Suspended(code, environment):
                values = environment.values()
                look: str = self._remembered(
                    value.known, "look", lambda: f"{code.span}[{' '.join(map(self._look, values))}]"
                )
                return look
            case tasks.Recursive(name):
                return name
            case Location():
                return "@"
            case tasks.Stepping(inner, follow):
                return f"({self._look(inner)} > {self._look(follow)})"
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                return f"({self._look(left)} | {self._look(right)})"
            case tasks.Editor(content):
                return f"<{self._look(content)}>"
            case tasks.Choice(sides):
                shown = (f"{each.label!r} {self._look(each.task)}" for each in sides)
                return f"({' ? '.join(shown)})"
            case tasks.Marked(inner, label, role, apart):
                return f"{label!r}@{role}{apart or ''}({self._look(inner)})"
            case tasks.Timed(inner, deadline, otherwise):
                parts = map(self._look, (inner, deadline, otherwise))
                return f"({' until '.join(parts)})"
            case tasks.Tupled(items) | tasks.Listed(items):
                return f"({', '.join(map(self._look, items))})"
            case _:
                return type(value).__name__

    def heap(self, heap: Mapping[int, Any]) -> Hashable:
        """The contents of the locations mentioned, and of those that they mention in turn."""
        return tuple(
            self.value(heap[number])
            for number in list(self.locations)  # contents are basic: they mention no location
        )

    def conditions(self, conditions: Iterable[Term]) -> frozenset[Term]:
        """The conditions with symbols renamed, independent of their order and that of their parts.

        Symbols that the state does not mention are named in the order of the masked conditions.
        """
        terms = list(conditions)
        if any(symbols_of(each) - self.symbols.keys() for each in terms):
            terms.sort(key=self._masked)
            for term in terms:
                for symbol in _in_order(term):
                    self._symbol(symbol)
        return frozenset(map(normal, substitute_all(terms, self.symbols)))

    def _masked(self, term: Term) -> str:
        hidden = {
            each: self.symbols.get(each) or variable("#", each.sort) for each in symbols_of(term)
        }
        return show(normal(substitute(term, hidden)))


def _parallel(task: Task) -> Iterator[Task]:
    """The tasks that are joined, from left to right."""
    if isinstance(task, tasks.Joined):
        yield from _parallel(task.left)
        yield from _parallel(task.right)
    else:
        yield task


def ignores(follow: tasks.Suspended) -> bool:
    """Whether what follows a task is the same for every value of the task."""
    if "ignores" not in follow.known:
        follow.known["ignores"] = _takes_nothing(follow.expression)
    ignores: bool = follow.known["ignores"]
    return ignores


def _takes_nothing(function: syntax.Expression) -> bool:
    if not isinstance(function, syntax.Lambda):
        return False
    bound = {each.name for each in syntax.pattern_names(function.parameter)} - {"_"}
    return not bound & {each.name for each in walk(function.body) if isinstance(each, syntax.Name)}


@lru_cache(maxsize=100_000)
def _in_order(term: Term) -> tuple[Term, ...]:
    return tuple(variables(term))


_UNORDERED = frozenset({Operator.AND, Operator.OR, Operator.EQUAL, Operator.ADD, Operator.MULTIPLY})


@lru_cache(maxsize=100_000)
def normal(term: Term) -> Term:
    """The term with the arguments of unordered operators sorted; only for comparing."""

    def step(each: Term, arguments: list[Term]) -> Term:
        if each.operator in _UNORDERED:
            arguments = sorted(arguments, key=show)
        return rebuild(each, arguments)

    return fold(term, step)
