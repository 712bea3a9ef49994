"""The concrete meaning: section 5 without symbols, after the rules that the paper refers to."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.tasks import SHORTCUTS, Environment, Input, Location, Suspended, Task
from refute.languages.workflow.typecheck import Checked
from refute.languages.workflow.types import is_basic
from refute.record import record
from refute.source import Span


class EvaluationError(Exception):
    """An operation without a result, such as a division by zero."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class NotAcceptedError(Exception):
    """The task does not take this input now."""


@record
class World:
    """The store, and the assertions that did not hold so far."""

    heap: Mapping[int, Any]
    broken: tuple[Span, ...] = ()

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})


@record
class Now:
    """Where a run stands: a normalised task and the world."""

    task: Task
    world: World


class Interpreter:
    """Runs one checked program on plain values."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._scopes = tasks.Scopes(checked.type_of)

    # Whole runs

    def start(self) -> tuple[Environment, Now]:
        """The definitions, evaluated, and the task made ready for its first input."""
        environment: dict[str, Any] = {}
        world = World({})
        for each in self.checked.definitions:
            value, world = self.evaluate(each.body, environment, world)
            environment[each.name.name] = value
        task, world = self.evaluate(self.checked.task.body, environment, world)
        return environment, self.normalise(task, world)

    def drive(self, now: Now, given: Input) -> Now:
        """One input and all that follows from it by itself (Figure 17)."""
        task, world = self.handle(now.task, now.world, given.way, given)
        return self.normalise(task, world)

    # Evaluation

    def evaluate(
        self, expression: Expression, names: Environment, world: World
    ) -> tuple[Any, World]:
        """The value of an expression; EvaluationError when it has none."""
        match expression:
            case syntax.Integer(value) | syntax.Boolean(value) | syntax.Text(value):
                return value, world
            case syntax.Name(name):
                return names[name], world
            case syntax.Lambda():
                return self._scopes.close(expression, names), world
            case syntax.Apply(function, argument):
                closure, world = self.evaluate(function, names, world)
                value, world = self.evaluate(argument, names, world)
                return self.apply(closure, value, world)
            case syntax.Let(pattern, bound, body):
                value, world = self.evaluate(bound, names, world)
                return self.evaluate(body, tasks.extend(names, pattern, value), world)
            case syntax.If(condition, then, otherwise):
                value, world = self.evaluate(condition, names, world)
                return self.evaluate(then if value else otherwise, names, world)
            case syntax.TupleOf(items) | syntax.ListOf(items):
                values, world = self._all(items, names, world)
                return tuple(values), world
            case syntax.Annotated(inner):
                return self.evaluate(inner, names, world)
            case syntax.Unary(_, operand):
                value, world = self.evaluate(operand, names, world)
                return self._unary(expression, value, world)
            case syntax.Binary():
                return self._binary(expression, names, world)
            case syntax.Inputs(wanted):
                return tuple(tasks.entered(names["inputs"], wanted)), world
            case _:
                return self._task(expression, names, world)

    def _all(
        self, items: Sequence[Expression], names: Environment, world: World
    ) -> tuple[list[Any], World]:
        values = []
        for each in items:
            value, world = self.evaluate(each, names, world)
            values.append(value)
        return values, world

    def apply(self, closure: tasks.Closure, value: Any, world: World) -> tuple[Any, World]:
        """The result of a function."""
        names = tasks.extend(closure.environment, closure.parameter, value)
        return self.evaluate(closure.body, names, world)

    def _unary(self, expression: syntax.Unary, value: Any, world: World) -> tuple[Any, World]:
        match expression.operator:
            case "ref":
                location = Location(len(world.heap))
                return location, world.write(location, value)
            case "!":
                return world.heap[value.number], world
            case "head" | "tail" as name if not value:
                raise EvaluationError(f"`{name}` of the empty list", expression.span)
            case name:
                return _UNARY[name](value), world

    def _binary(
        self, expression: syntax.Binary, names: Environment, world: World
    ) -> tuple[Any, World]:
        left, world = self.evaluate(expression.left, names, world)
        name = expression.operator
        if name in SHORTCUTS and left is SHORTCUTS[name][0]:
            return SHORTCUTS[name][1], world
        right, world = self.evaluate(expression.right, names, world)
        if name == ":=":
            return (), world.write(left, right)
        if name == "/" and right == 0:
            raise EvaluationError("division by zero", expression.span)
        return _BINARY[name](left, right), world

    def _task(self, expression: Expression, names: Environment, world: World) -> tuple[Task, World]:
        if isinstance(expression, syntax.Assert):
            holds, world = self.evaluate(expression.condition, names, world)
            if not holds:
                world = replace(world, broken=(*world.broken, expression.span))
            following: tuple[Task, World] = self.evaluate(expression.task, names, world)
            return following
        parts, make = self._scopes.task(expression, names)
        values, world = self._all(parts, names, world)
        return make(*values), world

    def _follow(self, follow: Suspended, value: Any, world: World) -> tuple[Task, World]:
        """The right-hand side of a step, applied to the value of the left."""
        closure, world = self.evaluate(follow.expression, follow.environment, world)
        return self.apply(closure, value, world)

    # Observations

    def value(self, task: Task, world: World) -> Any:
        """The value of a task, None when it has none (Figure 12)."""
        return tasks.observe(task, world.heap, lambda one, other: (one, other))

    def is_failing(self, task: Task, world: World) -> bool:
        """Whether a task leads nowhere (Figure 13)."""
        match task:
            case tasks.Failing():
                return True
            case tasks.Stepping(left):
                return self.is_failing(left, world)
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                return self.is_failing(left, world) and self.is_failing(right, world)
            case tasks.Choice(left, right):
                return self._leads_nowhere(left, world) and self._leads_nowhere(right, world)
            case _:
                return False

    def _leads_nowhere(self, side: Suspended, world: World) -> bool:
        now = self._normalised(side, world)
        return self.is_failing(now.task, now.world)

    def _normalised(self, side: Suspended, world: World) -> Now:
        task, world = self.evaluate(side.expression, side.environment, world)
        return self.normalise(task, world)

    def inputs(self, now: Now) -> list[Input]:
        """The inputs that the task takes now."""
        return list(self._inputs(now.task, now.world, ()))

    def _inputs(self, task: Task, world: World, way: tuple[str, ...]) -> Iterator[Input]:
        match task:
            case tasks.Editor(_, shape) if not is_basic(shape):
                pass
            case tasks.Editor(_, shape) | tasks.Empty(shape) | tasks.Store(_, shape):
                yield Input(way, "", shape)
            case tasks.Stepping(left, _, by_user):
                yield from self._inputs(left, world, way)
                if by_user and self._may(lambda: self._continue(task, world)):
                    yield Input(way, tasks.CONTINUE)
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                yield from self._inputs(left, world, (*way, "F"))
                yield from self._inputs(right, world, (*way, "S"))
            case tasks.Choice(left, right):
                for side, action in ((left, tasks.LEFT), (right, tasks.RIGHT)):
                    if self._may(lambda side=side: self._pick(side, world)):  # type: ignore[misc]
                        yield Input(way, action)

    def _may(self, attempt: Callable[[], object]) -> bool:
        """Whether an input is taken; one whose consequences have no value is."""
        try:
            attempt()
        except NotAcceptedError:
            return False
        except EvaluationError:
            pass
        return True

    # Striding and normalisation

    def normalise(self, task: Task, world: World) -> Now:
        """Stride until nothing changes (Figure 14)."""
        while True:
            following, changed = self.stride(task, world)
            if following is task and changed is world:
                return Now(task, world)
            task, world = following, changed

    def stride(self, task: Task, world: World) -> tuple[Task, World]:
        """What a task does by itself, once; the same objects when that is nothing."""
        match task:
            case tasks.Stepping(left, follow, by_user):
                first, world = self.stride(left, world)
                value = None if by_user else self.value(first, world)
                if value is not None:
                    following, after = self._follow(follow, value, world)
                    if not self.is_failing(following, after):
                        return following, after
                return (task if first is left else tasks.Stepping(first, follow, by_user)), world
            case tasks.Joined(left, right):
                first, world = self.stride(left, world)
                second, world = self.stride(right, world)
                same = first is left and second is right
                return (task if same else tasks.Joined(first, second)), world
            case tasks.Alternative(left, right):
                first, world = self.stride(left, world)
                if self.value(first, world) is not None:
                    return first, world
                second, world = self.stride(right, world)
                if self.value(second, world) is not None:
                    return second, world
                same = first is left and second is right
                return (task if same else tasks.Alternative(first, second)), world
            case _:
                return task, world

    # Handling

    def handle(
        self, task: Task, world: World, way: tuple[str, ...], given: Input
    ) -> tuple[Task, World]:
        """What one input makes of a task (Figure 15 without symbols), or NotAcceptedError."""
        match task:
            case tasks.Editor(_, shape) | tasks.Empty(shape) | tasks.Store(_, shape) if not way:
                if given.shape != shape or not is_basic(shape):
                    raise NotAcceptedError
                if isinstance(task, tasks.Store):
                    return task, world.write(task.location, given.action)
                return tasks.Editor(given.action, shape), world
            case tasks.Stepping(left, follow, by_user):
                continues = by_user and (way, given.shape, given.action) == (
                    (),
                    None,
                    tasks.CONTINUE,
                )
                if continues and self.value(left, world) is not None:
                    now = self._continue(task, world)
                    return now.task, now.world
                first, world = self.handle(left, world, way, given)
                return tasks.Stepping(first, follow, by_user), world
            case tasks.Joined(left, right) | tasks.Alternative(left, right) if way:
                rest = way[1:]
                if way[0] == "F":
                    left, world = self.handle(left, world, rest, given)
                else:
                    right, world = self.handle(right, world, rest, given)
                return type(task)(left, right), world
            case tasks.Choice(left, right) if not way and given.action in {tasks.LEFT, tasks.RIGHT}:
                if given.shape is not None:
                    raise NotAcceptedError
                now = self._pick(left if given.action == tasks.LEFT else right, world)
                return now.task, now.world
            case _:
                raise NotAcceptedError

    def _continue(self, step: tasks.Stepping, world: World) -> Now:
        value = self.value(step.task, world)
        if value is None:
            raise NotAcceptedError
        following, world = self._follow(step.follow, value, world)
        return self._unless_failing(self.normalise(following, world))

    def _pick(self, side: Suspended, world: World) -> Now:
        return self._unless_failing(self._normalised(side, world))

    def _unless_failing(self, now: Now) -> Now:
        if self.is_failing(now.task, now.world):
            raise NotAcceptedError
        return now


_UNARY: dict[str, Callable[[Any], Any]] = {
    "not": operator.not_,
    "-": operator.neg,
    "len": len,
    "uniq": lambda value: len(set(value)) == len(value),
    "fst": operator.itemgetter(0),
    "snd": operator.itemgetter(1),
    "head": operator.itemgetter(0),
    "tail": operator.itemgetter(slice(1, None)),
}

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(SHORTCUTS, lambda _left, right: right),
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda left, right: left in right,
    "::": lambda left, right: (left, *right),
    "++": operator.add,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "min": min,
    "max": max,
}
