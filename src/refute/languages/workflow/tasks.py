"""What programs work on: closures, locations, tasks (Figure 4) and inputs (Figures 7 and 19).

Values are plain values in the concrete and terms in the symbolic semantics; both share the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type

Environment: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function with the values of the names that its body uses."""

    parameter: Pattern
    body: Expression
    environment: Environment
    known: dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Location:
    """A place in the store."""

    number: int


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


@dataclass(frozen=True, slots=True)
class Input:
    """An action and the way to the task it is for, such as `F S 5`.

    `action` is one of `MOVES` when there is no type, else the value entered, of that type.
    """

    way: tuple[str, ...]
    action: Any
    shape: Type | None = None

    def inside(self, direction: str) -> Input:
        """The same for a task that lies first (F) or second (S) in a larger one."""
        return Input((direction, *self.way), self.action, self.shape)

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
    """The names that expressions use from outside, each expression looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Expression, frozenset[str]]] = {}

    def free(self, expression: Expression) -> frozenset[str]:
        """The names that an expression does not bind itself."""
        found = self._known.get(id(expression))
        if found is None:
            found = self._known[id(expression)] = (expression, self._free(expression))
        return found[1]

    def _free(self, expression: Expression) -> frozenset[str]:
        match expression:
            case syntax.Name(name):
                return frozenset({name})
            case syntax.Lambda(parameter, body):
                return self.free(body) - _bound(parameter)
            case syntax.Let(pattern, bound, body):
                return self.free(bound) | (self.free(body) - _bound(pattern))
            case _:
                empty: frozenset[str] = frozenset()
                return empty.union(*map(self.free, syntax.children(expression)))

    def close(self, function: syntax.Lambda, environment: Environment) -> Closure:
        """A function made in an environment."""
        kept = {name: environment[name] for name in sorted(self.free(function))}
        return Closure(function.parameter, function.body, kept)

    def suspend(self, expression: Expression, environment: Environment) -> Suspended:
        """An expression put off in an environment."""
        kept = {name: environment[name] for name in sorted(self.free(expression))}
        return Suspended(expression, kept)


def _bound(pattern: Pattern) -> frozenset[str]:
    return frozenset(each.name for each in syntax.pattern_names(pattern))
