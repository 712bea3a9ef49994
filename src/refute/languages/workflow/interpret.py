"""The concrete meaning: section 5 without symbols, after the rules that the paper refers to."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.people import NOBODY, Doers
from refute.languages.workflow.syntax import Expression, Trigger
from refute.languages.workflow.tasks import SHORTCUTS, Environment, Input, Location, Suspended, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.source import Span
from refute.terms import Constructed


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
    """The store, the assertions that did not hold, the days that have passed, and who did what."""

    heap: Mapping[int, Any]
    broken: tuple[Span, ...] = ()
    clock: int = 0
    doers: Doers = NOBODY

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})


@record
class Now:
    """Where a run stands: a normalised task and the world; `begun` after the first input."""

    task: Task
    world: World
    begun: bool = False


class Interpreter:
    """Runs one checked program on plain values."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._scopes = tasks.Scopes(checked.type_of, checked.instances)
        self._tried: list[Hashable] = []
        self._calls = 0

    # Whole runs

    def start(self) -> tuple[Environment, Now]:
        """The definitions, evaluated, and the task made ready for its first input."""
        environment: dict[str, Any] = {}
        world = World({})
        for each in self.checked.definitions:
            value = self._scopes.definition(each, environment)
            if value is None:
                value, world = self.evaluate(each.body, environment, world)
            environment[each.name.name] = value
        task, world = self.evaluate(self.checked.task.body, environment, world)
        return environment, self.normalise(task, world)

    def drive(self, now: Now, given: Input) -> Now:
        """One input and all that follows from it by itself (Figure 17), or NotAcceptedError."""
        if self.is_done(now):
            raise NotAcceptedError
        if given.way == tasks.WAIT:
            return self._wait(now, given)
        self._check_person(now, given)
        task, world = self.handle(now.task, now.world, given.way, given)
        if given.person:
            world = replace(world, doers=world.doers | {(given.label, given.person)})
        return replace(self.normalise(task, world), begun=True)

    def _wait(self, now: Now, given: Input) -> Now:
        """Let days pass, up to the first on which the task is done."""
        days = given.action
        if not self._may_wait(now.task) or given.shape != syntax.INT or days < 1:
            raise NotAcceptedError
        while days > 0 and not self.is_done(now):
            clock = now.world.clock
            left = [each - clock for each in tasks.deadlines(now.task)]
            passing = min([days, *left])
            world = replace(now.world, clock=clock + passing)
            now = replace(self.normalise(now.task, world), begun=True)
            days -= passing
        return now

    def _may_wait(self, task: Task) -> bool:
        return self.checked.tells_time or any(True for _ in tasks.deadlines(task))

    def is_done(self, now: Now) -> bool:
        """Whether a run is over: as in Figure 16, at the first value after an input."""
        return now.begun and self.value(now.task, now.world) is not None

    # Evaluation

    def evaluate(
        self, expression: Expression, names: Environment, world: World
    ) -> tuple[Any, World]:
        """The value of an expression; EvaluationError when it has none."""
        match expression:
            case (
                syntax.Integer(value)
                | syntax.Decimal(value)
                | syntax.Boolean(value)
                | syntax.Text(value)
            ):
                return value, world
            case syntax.Name():
                value = names[self._scopes.named(expression)]
                if isinstance(value, tasks.Recursive):
                    return self.evaluate(value.body, value.inside, world)
                return value, world
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
                shape = self.checked.type_of(expression) if wanted else None
                return tuple(tasks.entered(names["inputs"], shape)), world
            case syntax.Today():
                return world.clock, world
            case syntax.Construct():
                return construct(self.checked.type_of(expression), expression.name), world
            case syntax.Filled(name, settings):
                values, world = self._all([each.value for each in settings], names, world)
                given = dict(zip((each.name for each in settings), values, strict=True))
                fields = tasks.fields_of(self.checked.type_of(expression), name)
                return Constructed(name, tuple(given[each] for each in fields)), world
            case syntax.Select(operand, field):
                value, world = self.evaluate(operand, names, world)
                fields = tasks.fields_of(self.checked.type_of(expression), value.name)
                return value.arguments[fields.index(field)], world
            case syntax.Case(subject, branches):
                value, world = self.evaluate(subject, names, world)
                for branch in branches:
                    if not branch.constructor or branch.constructor == value.name:
                        parts = value.arguments if branch.constructor else ()
                        bound_names = tasks.bind_branch(names, branch, value, parts)
                        return self.evaluate(branch.body, bound_names, world)
                raise AssertionError(f"no branch for {value}")
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

    def apply(
        self, closure: tasks.Closure | tasks.Constructing, value: Any, world: World
    ) -> tuple[Any, World]:
        """The result of a function."""
        if isinstance(closure, tasks.Constructing):
            return closure.applied(value, Constructed), world
        names = tasks.extend(closure.environment, closure.parameter, value)
        if self._calls == tasks.MOST_CALLS:
            raise EvaluationError(tasks.TOO_DEEP, closure.body.span)
        self._calls += 1
        try:
            return self.evaluate(closure.body, names, world)
        finally:
            self._calls -= 1

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
        if isinstance(expression, syntax.Within):
            days, world = self.evaluate(expression.days, names, world)
            task, world = self.evaluate(expression.task, names, world)
            otherwise = self._scopes.suspend(expression.otherwise, names)
            return tasks.Timed(task, world.clock + days, otherwise), world
        parts, make = self._scopes.task(expression, names)
        values, world = self._all(parts, names, world)
        return make(*values), world

    def _follow(self, follow: Suspended, value: Any, world: World) -> tuple[Task, World]:
        """The right-hand side of a step, applied to the value of the left."""
        closure, world = self.evaluate(follow.expression, follow.environment, world)
        return self.apply(closure, value, world)

    def _check_person(self, now: Now, given: Input) -> None:
        """Whoever is said to do something has the role, and did nothing that rules it out."""
        people, doers = self.checked.people, now.world.doers
        barred = any((label, given.person) in doers for label in given.apart)
        if given.person and not people.has_role(given.person, given.role):
            raise NotAcceptedError
        if barred or (given.apart and not given.person and people.users):
            raise NotAcceptedError

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
            case tasks.Choice(sides):
                return all(self._leads_nowhere(each.task, world) for each in sides)
            case tasks.Marked(inner) | tasks.Timed(inner):
                return self.is_failing(inner, world)
            case _:
                return False

    def _leads_nowhere(self, side: Suspended, world: World) -> bool:
        """Whether nothing but itself can come of a side of a choice."""
        if len(self._tried) > tasks.MOST_CHOICES:
            raise EvaluationError(tasks.ENDLESS, self.checked.task.name.span)
        key = side.key
        if key in self._tried:
            return True
        self._tried.append(key)
        try:
            now = self._normalised(side, world)
            return self.is_failing(now.task, now.world)
        finally:
            self._tried.pop()

    def _normalised(self, side: Suspended, world: World) -> Now:
        task, world = self.evaluate(side.expression, side.environment, world)
        return self.normalise(task, world)

    def inputs(self, now: Now) -> list[Input]:
        """The inputs that the task takes now; none when it is done."""
        if self.is_done(now):
            return []
        found = [
            each
            for given in self._inputs(now.task, now.world, ())
            for each in self.checked.people.able(given, now.world.doers)
        ]
        return [*found, Input(tasks.WAIT, "", syntax.INT)] if self._may_wait(now.task) else found

    def _inputs(self, task: Task, world: World, way: tuple[str, ...]) -> Iterator[Input]:
        match task:
            case tasks.Editor(_, shape) | tasks.Empty(shape) | tasks.Store(_, shape):
                if tasks.takes_input(task):
                    yield Input(way, "", shape)
            case tasks.Marked(inner):
                for each in self._inputs(inner, world, way):
                    yield each.marked(task)
            case tasks.Timed(inner):
                yield from self._inputs(inner, world, way)
            case tasks.Stepping(left):
                yield from self._inputs(left, world, way)
                for action in tasks.moves(task):
                    if self._may(lambda action=action: self._continue(task, action, world)):  # type: ignore[misc]
                        yield tasks.move(task, action, way)
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                yield from self._inputs(left, world, (*way, "F"))
                yield from self._inputs(right, world, (*way, "S"))
            case tasks.Choice(sides):
                for side in sides:
                    if self._may(lambda side=side: self._pick(side.task, world)):  # type: ignore[misc]
                        yield tasks.button(way, side.label)
            case tasks.Failing():
                pass

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
        for _ in range(tasks.MOST_STRIDES):
            following, changed = self.stride(task, world)
            if following is task and changed is world:
                return Now(task, world)
            task, world = following, changed
        raise EvaluationError(tasks.ENDLESS, self.checked.task.name.span)

    def stride(self, task: Task, world: World) -> tuple[Task, World]:
        """What a task does by itself, once; the same objects when that is nothing."""
        match task:
            case tasks.Stepping(left, follow, trigger):
                first, world = self.stride(left, world)
                value = self.value(first, world) if trigger is Trigger.VALUE else None
                if value is not None:
                    following, after = self._follow(follow, value, world)
                    if not self.is_failing(following, after):
                        return following, after
                return (task if first is left else replace(task, task=first)), world
            case tasks.Marked(inner):
                first, world = self.stride(inner, world)
                return (task if first is inner else replace(task, task=first)), world
            case tasks.Timed(inner, deadline, otherwise):
                first, world = self.stride(inner, world)
                if world.clock < deadline:
                    return (task if first is inner else replace(task, task=first)), world
                if self.value(first, world) is not None:
                    return first, world
                return self.evaluate(otherwise.expression, otherwise.environment, world)
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
                if given.shape != shape or not tasks.takes_input(task):
                    raise NotAcceptedError
                if isinstance(task, tasks.Store):
                    return task, world.write(task.location, given.action)
                return tasks.Editor(given.action, shape), world
            case tasks.Stepping(left):
                pressed = not way and given.shape is None and given.action in tasks.moves(task)
                if pressed and self.value(left, world) is not None:
                    now = self._continue(task, given.action, world)
                    return now.task, now.world
                first, world = self.handle(left, world, way, given)
                return replace(task, task=first), world
            case tasks.Marked(inner) | tasks.Timed(inner):
                first, world = self.handle(inner, world, way, given)
                return replace(task, task=first), world
            case tasks.Joined(left, right) | tasks.Alternative(left, right) if way:
                rest = way[1:]
                if way[0] == "F":
                    left, world = self.handle(left, world, rest, given)
                else:
                    right, world = self.handle(right, world, rest, given)
                return type(task)(left, right), world
            case tasks.Choice(sides) if not way and given.shape is None:
                for side in sides:
                    if side.label == given.action:
                        now = self._pick(side.task, world)
                        return now.task, now.world
                raise NotAcceptedError
            case _:
                raise NotAcceptedError

    def _continue(self, step: tasks.Stepping, action: str, world: World) -> Now:
        """What follows a step that the user takes, by the button that is pressed."""
        value = self.value(step.task, world)
        if value is None:
            raise NotAcceptedError
        following, world = self._follow(step.follow, value, world)
        if step.trigger is not Trigger.BUTTON:
            return self._unless_failing(self.normalise(following, world))
        assert isinstance(following, tasks.Choice)
        side = next(each for each in following.sides if each.label == action)
        return self._pick(side.task, world)

    def _pick(self, side: Suspended, world: World) -> Now:
        return self._unless_failing(self._normalised(side, world))

    def _unless_failing(self, now: Now) -> Now:
        if self.is_failing(now.task, now.world):
            raise NotAcceptedError
        return now


def construct(shape: syntax.Type, name: str) -> Any:
    """A constructor: a value, or a function where it has fields."""
    fields = tasks.fields_of(shape, name)
    return tasks.Constructing(name, shape, len(fields)) if fields else Constructed(name)


def divide(left: Any, right: Any) -> Any:
    """The quotient; that of integers is rounded down."""
    return left / right if isinstance(left, Fraction) else left // right


_UNARY: dict[str, Callable[[Any], Any]] = {
    "decimal": Fraction,
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
    "/": divide,
    "min": min,
    "max": max,
}
