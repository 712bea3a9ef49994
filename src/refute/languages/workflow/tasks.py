"""Run-time objects: closures, locations, tasks (Figure 4) and inputs (Figures 7 and 19).

Values are plain values in the concrete semantics and terms in the symbolic one; both share the
rest.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Trigger, Type
from refute.languages.workflow.types import is_basic
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
class Constructing:
    """A constructor that lacks some of its arguments."""

    name: str
    shape: Type
    missing: int
    given: tuple[Any, ...] = ()

    def applied(self, value: Any, make: Callable[[str, tuple[Any, ...]], Any]) -> Any:
        """The constructor with one more argument; the value once it has all of them."""
        given = (*self.given, value)
        if self.missing == 1:
            return make(self.name, given)
        return replace(self, missing=self.missing - 1, given=given)


@dataclass(frozen=True, slots=True, eq=False)
class Recursive:
    """A definition that mentions itself; its body is evaluated at each use of its name."""

    name: str
    body: Expression
    environment: Environment

    @property
    def inside(self) -> Environment:
        """The environment inside the body."""
        return {**self.environment, self.name: self}


MOST_STRIDES = 200
"""Maximum number of steps that a task takes by itself before it is said never to wait."""

CHOICE_DEPTHS = (1, 2, 4, 8, 16, 32)
"""Numbers of nested choices that are tried in turn to see that one leads nowhere.

A choice leads somewhere if one of its sides does, even if another one is always another choice.
"""

MOST_CHOICES = 1_000
"""Maximum number of sides that are tried to see that a choice leads nowhere."""

MOST_CALLS = 64
"""Maximum depth of nested function calls."""

TOO_DEEP = f"function calls are nested more than {MOST_CALLS} deep"
ENDLESS = "the task goes on for ever without an input"

LIMITS = (TOO_DEEP, ENDLESS)
"""Errors that mean that evaluation was given up, not that there is no result."""


@record
class Location:
    """An address in the store."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Tupled:
    """In the symbolic semantics, a tuple that contains functions, tasks or references.

    Any other tuple is a term there.
    """

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """In the symbolic semantics, a list of functions, tasks or references; others are terms."""

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Suspended:
    """An expression that is not evaluated yet, with the values of the names that it uses."""

    expression: Expression
    environment: Environment
    known: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def key(self) -> Hashable:
        """A key that is equal for the same expression with the same values."""
        plain = (int, str, Fraction)
        values = self.environment.values()
        return id(self.expression), *(
            (type(each), each) if isinstance(each, plain) else id(each) for each in values
        )


@dataclass(frozen=True, slots=True, eq=False)
class Editor:
    """□v; takes no input if it is read-only or if its type is not basic."""

    value: Any
    shape: Type
    fixed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Empty:
    """⊠β."""

    shape: Type


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """■l; takes no input if it is read-only."""

    location: Location
    shape: Type
    fixed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Failing:
    """↯."""


@dataclass(frozen=True, slots=True, eq=False)
class Stepping:
    """t ▶ e, by the user t ▷ e, or by one of the buttons that what follows has."""

    task: Task
    follow: Suspended
    trigger: Trigger
    labels: tuple[str, ...] = ()


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
class Side:
    """The expression for the task behind a button, and the label of the button, if any."""

    action: str
    label: str
    task: Suspended

    def button(self, way: tuple[str, ...] = ()) -> Input:
        """The input that chooses this side."""
        return Input(way, self.action, label=self.label)


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """e ◇ e, with labels, and any number of sides."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """A task with a label, or with the role of those who do it; the innermost one counts.

    Whoever did something with a label in `apart` may not do it.
    """

    task: Task
    label: str = ""
    role: str = ""
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Timed:
    """A task that is replaced by another if it has no value on a certain day."""

    task: Task
    deadline: Any
    otherwise: Suspended


Task: TypeAlias = (
    Editor | Empty | Store | Failing | Stepping | Joined | Alternative | Choice | Marked | Timed
)

CONTINUE, LEFT, RIGHT = "C", "L", "R"
MOVES = (CONTINUE, LEFT, RIGHT)
WAIT = ("wait",)
"""The position of the input that lets days pass."""


@record
class Input:
    """An action and the path to its task, such as `F S 5`: the second part of the first.

    Without a type, `action` is one of `MOVES` or the label of a button; otherwise it is the value
    entered, of that type. If an input stands for any value of a type, it is empty. `label` and
    `role` are those of the task it is for; a button is its own label. `person` is who does it, if
    that matters, and not one of those who did what is in `apart`.
    """

    way: tuple[str, ...]
    action: Any
    shape: Type | None = None
    label: str = field(default="", compare=False)
    role: str = field(default="", compare=False)
    apart: tuple[str, ...] = field(default=(), compare=False)
    person: str = field(default="", compare=False)

    @property
    def who(self) -> str:
        """Who does it: the person or, if unknown, the role."""
        return self.person or self.role

    @property
    def name(self) -> str:
        """The label, with who does it; empty without a label."""
        return f"{self.who}: {self.label}" if self.who and self.label else self.label

    @property
    def kind(self) -> str:
        """The input without its value, as `inputs` in a property gives it."""
        named = [self.name] if self.label else [*self.way]
        return " ".join([*named, *(["_"] if self.shape else [] if self.label else [self.action])])

    def marked(self, mark: Marked) -> Input:
        """The input with those marks of an enclosing task that it does not have yet."""
        label, role = self.label or mark.label, self.role or mark.role
        return replace(self, label=label, role=role, apart=(*self.apart, *mark.apart))


def role_of(task: Task) -> str:
    """The role of those who do all of a task; empty if there is no single one."""
    match task:
        case Marked(inner, _, role):
            return role or role_of(inner)
        case Stepping(inner) | Timed(inner):
            return role_of(inner)
        case Joined(left, right) | Alternative(left, right):
            return role_of(left) if role_of(left) == role_of(right) else ""
        case _:
            return ""


def apart_of(task: Task) -> tuple[str, ...]:
    """The labels of what everybody who does some of a task must not have done."""
    match task:
        case Marked(inner):
            return (*apart_of(inner), *task.apart)
        case Stepping(inner) | Timed(inner):
            return apart_of(inner)
        case Joined(left, right) | Alternative(left, right):
            return tuple(each for each in apart_of(left) if each in apart_of(right))
        case _:
            return ()


def move(step: Stepping, action: str, way: tuple[str, ...] = ()) -> Input:
    """A step that a user takes: whoever did the task before it. A button is its own label."""
    label = action if step.trigger is Trigger.BUTTON else ""
    return Input(way, action, None, label, role_of(step.task), apart_of(step.task))


def moves(step: Stepping) -> tuple[str, ...]:
    """The moves with which a user can take a step."""
    match step.trigger:
        case Trigger.VALUE:
            return ()
        case Trigger.USER:
            return (CONTINUE,)
        case Trigger.BUTTON:
            return step.labels


def fields_of(shape: Type, name: str) -> list[str]:
    """The names of the fields of a constructor."""
    made = next(each for each in shape.constructors if each.name == name)
    return [each.name for each in made.fields]


def takes_input(task: Editor | Empty | Store) -> bool:
    """Whether a value can be entered."""
    return not getattr(task, "fixed", False) and is_basic(task.shape)


def editors(
    task: Task, way: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Editor | Empty | Store]]:
    """The visible editors, with the paths to them."""
    match task:
        case Editor() | Empty() | Store():
            yield way, task
        case Stepping(inner) | Marked(inner) | Timed(inner):
            yield from editors(inner, way)
        case Joined(left, right) | Alternative(left, right):
            yield from editors(left, (*way, "F"))
            yield from editors(right, (*way, "S"))
        case _:
            pass


def empty_editors(task: Task) -> frozenset[tuple[str, ...]]:
    """The paths to the editors without a value."""
    return frozenset(way for way, each in editors(task) if isinstance(each, Empty))


def deadlines(task: Task) -> Iterator[Any]:
    """The days on which something happens by itself."""
    match task:
        case Timed(inner, deadline):
            yield deadline
            yield from deadlines(inner)
        case Stepping(inner) | Marked(inner):
            yield from deadlines(inner)
        case Joined(left, right) | Alternative(left, right):
            yield from deadlines(left)
            yield from deadlines(right)
        case _:
            pass


def observe(task: Task, heap: Mapping[int, Any], pair: Callable[[Any, Any], Any]) -> Any:
    """The value of a task; None if it has none (Figure 12)."""
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
        case Marked(inner) | Timed(inner):
            return observe(inner, heap, pair)
        case _:
            return None


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


def bind_branch(
    names: Environment,
    branch: syntax.Branch,
    value: Any,
    parts: Sequence[Any],
    part_of: Callable[[Any, int], Any] = operator.getitem,
) -> Environment:
    """The environment of a case branch, with the parts of a value, or the whole value."""
    values = parts if branch.constructor else (value,)
    for pattern, each in zip(branch.parameters, values, strict=True):
        names = extend(names, pattern, each, part_of)
    return names


def entered(given: Sequence[Input], wanted: Type | None) -> list[Any]:
    """The value of `inputs` after some inputs: their kinds, or the values of a type."""
    if wanted is None:
        return [each.kind for each in given]
    return [each.action for each in given if each.shape == wanted and each.way != WAIT]


SHORTCUTS = {"and": (False, False), "or": (True, True), "==>": (False, True)}
"""For each connective, the left operand that decides it, and the result."""
