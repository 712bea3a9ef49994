"""What programs work on: closures, locations, tasks (Figure 4) and inputs (Figures 7 and 19).

Values are plain values in the concrete and terms in the symbolic semantics; both share the rest.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from refute.frontend.node import Node, children
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.record import record

Environment: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function with the values of the names that its body uses."""

    parameter: Pattern
    body: Expression
    environment: Environment
    known: dict[str, Any] = field(default_factory=dict, repr=False)


@record
class Location:
    """An address in the store."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Tupled:
    """In the symbolic semantics, a tuple with functions, tasks or references inside.

    Any other tuple is a term there.
    """

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Suspended:
    """An expression that is not evaluated yet, with the values of the names that it uses."""

    expression: Expression
    environment: Environment
    known: dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Editor:
    """□v; one of a type that is not basic takes no input."""

    value: Any
    shape: Type


@dataclass(frozen=True, slots=True, eq=False)
class Empty:
    """⊠β."""

    shape: Type


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """■l."""

    location: Location
    shape: Type


@dataclass(frozen=True, slots=True, eq=False)
class Failing:
    """↯."""


@dataclass(frozen=True, slots=True, eq=False)
class Stepping:
    """t ▶ e, or by the user t ▷ e."""

    task: Task
    follow: Suspended
    by_user: bool


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """t ⋈ t."""

    left: Task
    right: Task


@dataclass(frozen=True, slots=True, eq=False)
class Alternative:
    """t ◆ t."""

    left: Task
    right: Task


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """e ◇ e."""

    left: Suspended
    right: Suspended


Task: TypeAlias = Editor | Empty | Store | Failing | Stepping | Joined | Alternative | Choice

CONTINUE, LEFT, RIGHT = "C", "L", "R"
MOVES = (CONTINUE, LEFT, RIGHT)


@record
class Input:
    """An action and the way to the task it is for, such as `F S 5`: the second part of the first.

    `action` is one of `MOVES` when there is no type, else the value entered, of that type. Where
    an input stands for any value of a type, it is empty.
    """

    way: tuple[str, ...]
    action: Any
    shape: Type | None = None

    @property
    def kind(self) -> str:
        """The input without its value, as `inputs` of a property gives it."""
        return " ".join([*self.way, "_" if self.shape else self.action])


def observe(task: Task, heap: Mapping[int, Any], pair: Callable[[Any, Any], Any]) -> Any:
    """The value of a task, None when it has none (Figure 12)."""
    match task:
        case Editor(value):
            return value
        case Store(location):
            return heap[location.number]
        case Joined(left, right):
            one, other = observe(left, heap, pair), observe(right, heap, pair)
            return None if one is None or other is None else pair(one, other)
        case Alternative(left, right):
            one = observe(left, heap, pair)
            return observe(right, heap, pair) if one is None else one
        case _:
            return None


class Scopes:
    """Captures environments: what functions, tasks and suspended expressions keep of them.

    The free names of an expression are looked up once.
    """

    def __init__(self, type_of: Callable[[syntax.Edit | syntax.Shared], Type]) -> None:
        self._type_of = type_of
        self._known: dict[int, tuple[Node, frozenset[str]]] = {}

    def free(self, expression: Node) -> frozenset[str]:
        """The names that an expression does not bind itself."""
        found = self._known.get(id(expression))
        if found is None:
            found = self._known[id(expression)] = (expression, self._free(expression))
        return found[1]

    def _free(self, expression: Node) -> frozenset[str]:
        match expression:
            case syntax.Name(name):
                return frozenset({name})
            case syntax.Lambda(parameter, body):
                return self.free(body) - _bound(parameter)
            case syntax.Let(pattern, bound, body):
                return self.free(bound) | (self.free(body) - _bound(pattern))
            case _:
                empty: frozenset[str] = frozenset()
                return empty.union(*map(self.free, children(expression)))

    def close(self, function: syntax.Lambda, environment: Environment) -> Closure:
        """A function made in an environment."""
        return Closure(function.parameter, function.body, self._captured(function, environment))

    def suspend(self, expression: Expression, environment: Environment) -> Suspended:
        """An expression whose evaluation is postponed, in an environment."""
        return Suspended(expression, self._captured(expression, environment))

    def task(
        self, expression: Expression, environment: Environment
    ) -> tuple[tuple[Expression, ...], Callable[..., Task]]:
        """The operands of a task that are evaluated with it, and what builds it from their values.

        An assertion is no task of its own, but the one that it guards.
        """
        match expression:
            case syntax.Edit(value):
                return (value,), lambda held: Editor(held, self._type_of(expression))
            case syntax.Shared(reference):
                return (reference,), lambda location: Store(location, self._type_of(expression))
            case syntax.Enter(wanted):
                return (), lambda: Empty(wanted)
            case syntax.Fail():
                return (), Failing
            case syntax.Step(task, follow, by_user):
                suspended = self.suspend(follow, environment)
                return (task,), lambda first: Stepping(first, suspended, by_user)
            case syntax.Both(left, right):
                return (left, right), Joined
            case syntax.Either(left, right):
                return (left, right), Alternative
            case syntax.Pick(left, right):
                sides = self.suspend(left, environment), self.suspend(right, environment)
                return (), lambda: Choice(*sides)
            case _:
                raise AssertionError(f"no task: {expression}")

    def _captured(self, expression: Expression, environment: Environment) -> Environment:
        return {name: environment[name] for name in sorted(self.free(expression))}


def _bound(pattern: Pattern) -> frozenset[str]:
    return frozenset(each.name for each in syntax.pattern_names(pattern))


def extend(
    names: Environment,
    pattern: Pattern,
    value: Any,
    part_of: Callable[[Any, int], Any] = operator.getitem,
) -> Environment:
    """The environment with the names of a pattern bound to the parts of a value."""
    if isinstance(pattern, syntax.NamePattern):
        return names if pattern.name == "_" else {**names, pattern.name: value}
    for index, part in enumerate(pattern.items):
        names = extend(names, part, part_of(value, index), part_of)
    return names


def entered(given: Sequence[Input], wanted: Type | None) -> list[Any]:
    """What `inputs` lists after some inputs: their kinds, or the values of a type."""
    if wanted is None:
        return [each.kind for each in given]
    return [each.action for each in given if each.shape == wanted]


SHORTCUTS = {"and": (False, False), "or": (True, True), "==>": (False, True)}
"""For each connective, the left operand that decides it, and the result that follows."""
