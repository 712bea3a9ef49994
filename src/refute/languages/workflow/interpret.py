"""The concrete semantics: section 5 without symbols, after the rules that the paper cites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.host import EvaluationError, HostInterpreter, World
from refute.languages.workflow.syntax import Trigger
from refute.languages.workflow.tasks import Environment, Input, Suspended, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record

__all__ = ["EvaluationError", "Interpreter", "NotAcceptedError", "RunState", "World"]


class NotAcceptedError(Exception):
    """The task does not take this input now."""


class _UnclearError(Exception):
    """At this depth, it is not known whether a choice leads nowhere."""


def _every(answers: Iterable[bool | None]) -> bool | None:
    """Whether all answers are yes; None if that depends on an unknown one."""
    unclear = False
    for each in answers:
        if each is False:
            return False
        unclear = unclear or each is None
    return None if unclear else True


Attempt: TypeAlias = Callable[[], object]
"""Does what a button does; raises NotAcceptedError if that fails."""


@record
class RunState:
    """The state of a run: a normalised task and the world; `begun` after the first input."""

    task: Task
    world: World
    begun: bool = False


class Interpreter(HostInterpreter):
    """Runs one checked program on plain values."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self._tried: list[Any] = []
        self._depth = self._attempts = 0

    # Whole runs

    def start(self) -> tuple[Environment, RunState]:
        """Evaluate the definitions, and prepare the task for its first input."""
        environment: dict[str, Any] = {}
        world = World({})
        for each in self.checked.definitions:
            value = self._scopes.definition(each, environment)
            if value is None:
                value, world = self.evaluate(each.body, environment, world)
            environment[each.name.name] = value
        task, world = self.evaluate(self.checked.task.body, environment, world)
        return environment, self.normalise(task, world)

    def drive(self, now: RunState, given: Input) -> RunState:
        """Handle one input and all that follows by itself (Figure 17); raises NotAcceptedError."""
        if self.is_done(now):
            raise NotAcceptedError
        if given.way == tasks.WAIT:
            return self._wait(now, given)
        self._check_person(now, given)
        task, world = self.handle(now.task, now.world, given.way, given)
        if given.person:
            world = replace(world, doers=world.doers | {(given.label, given.person)})
        return replace(self.normalise(task, world), begun=True)

    def _wait(self, now: RunState, given: Input) -> RunState:
        if not self._may_wait(now.task) or given.shape != syntax.INT or given.action < 1:
            raise NotAcceptedError
        return self.wait(now, given.action)

    def wait(self, now: RunState, days: int) -> RunState:
        """Let days pass, up to the first one on which the task is done."""
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

    def is_done(self, now: RunState) -> bool:
        """Whether a run is over: as in Figure 16, at the first value after an input."""
        return now.begun and self.value(now.task, now.world) is not None

    def _follow(self, follow: Suspended, value: Any, world: World) -> tuple[Task, World]:
        """The right-hand side of a step applied to the value of the left."""
        closure, world = self.evaluate(follow.expression, follow.environment, world)
        return self.apply(closure, value, world)

    def _check_person(self, now: RunState, given: Input) -> None:
        """Check that the person has the role, and did nothing that excludes this input."""
        people, doers = self.checked.people, now.world.doers
        barred = any((label, given.person) in doers for label in given.apart)
        if given.person and not people.has_role(given.person, given.role):
            raise NotAcceptedError
        if barred or (given.apart and not given.person and people.users):
            raise NotAcceptedError

    # Observations

    def value(self, task: Task, world: World) -> Any:
        """The value of a task; None if it has none (Figure 12)."""
        return tasks.observe(task, world.heap, lambda one, other: (one, other))

    def is_failing(self, task: Task, world: World) -> bool:
        """Whether a task leads nowhere (Figure 13)."""
        if self._tried:
            answer = self._fails(task, world)
            if answer is None:
                raise _UnclearError
            return answer
        for self._depth in tasks.CHOICE_DEPTHS:
            self._attempts = 0
            answer = self._fails(task, world)
            if answer is not None:
                return answer
        raise EvaluationError(tasks.ENDLESS, self.checked.task.name.span)

    def _fails(self, task: Task, world: World) -> bool | None:
        """Whether a task leads nowhere; None if that is not known at this depth."""
        match task:
            case tasks.Failing():
                return True
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                return _every(self._fails(each, world) for each in (left, right))
            case tasks.Choice(sides):
                return _every(self._leads_nowhere(each.task, world) for each in sides)
            case tasks.Stepping(inner) | tasks.Marked(inner) | tasks.Timed(inner):
                return self._fails(inner, world)
            case _:
                return False

    def _leads_nowhere(self, side: Suspended, world: World) -> bool | None:
        """Whether a side of a choice leads to nothing but itself."""
        key = side.key, world.heap
        if key in self._tried:
            return True
        if len(self._tried) == self._depth:
            return None
        self._attempts += 1
        if self._attempts > tasks.MOST_CHOICES:
            raise EvaluationError(tasks.ENDLESS, self.checked.task.name.span)
        self._tried.append(key)
        try:
            now = self._normalised(side, world)
            return self._fails(now.task, now.world)
        except _UnclearError:
            return None
        finally:
            self._tried.pop()

    def _normalised(self, side: Suspended, world: World) -> RunState:
        task, world = self.evaluate(side.expression, side.environment, world)
        return self.normalise(task, world)

    def inputs(self, now: RunState) -> list[Input]:
        """The inputs that the task takes now; none if it is done."""
        found = [] if self.is_done(now) else self.shown(now)
        possible = [each for each, attempt in found if attempt is None or self._may(attempt)]
        if self._may_wait(now.task) and not self.is_done(now):
            possible.append(Input(tasks.WAIT, "", syntax.INT))
        return possible

    def shown(self, now: RunState) -> list[tuple[Input, Attempt | None]]:
        """The inputs of all editors and buttons; those of buttons with an attempt to press them."""
        return [
            (each, attempt)
            for given, attempt in self._shown(now.task, now.world, ())
            for each in self.checked.people.able(given, now.world.doers)
        ]

    def _shown(
        self, task: Task, world: World, way: tuple[str, ...]
    ) -> Iterator[tuple[Input, Attempt | None]]:
        match task:
            case tasks.Editor(_, shape) | tasks.Empty(shape) | tasks.Store(_, shape):
                if tasks.takes_input(task):
                    yield Input(way, "", shape), None
            case tasks.Marked(inner):
                for each, attempt in self._shown(inner, world, way):
                    yield each.marked(task), attempt
            case tasks.Timed(inner):
                yield from self._shown(inner, world, way)
            case tasks.Stepping(left):
                yield from self._shown(left, world, way)
                value = self.value(left, world)
                for action in tasks.moves(task) if value is not None else ():
                    pressed = partial(self._continue, task, action, world)
                    yield tasks.move(task, action, way), pressed
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                yield from self._shown(left, world, (*way, "F"))
                yield from self._shown(right, world, (*way, "S"))
            case tasks.Choice(sides):
                for side in sides:
                    yield side.button(way), partial(self._pick, side.task, world)
            case tasks.Failing():
                pass

    def _may(self, attempt: Attempt) -> bool:
        """Whether an input is taken; one whose consequences have no value is."""
        try:
            attempt()
        except NotAcceptedError:
            return False
        except EvaluationError:
            pass
        return True

    # Striding and normalisation

    def normalise(self, task: Task, world: World) -> RunState:
        """Stride until nothing changes (Figure 14)."""
        for _ in range(tasks.MOST_STRIDES):
            following, changed = self.stride(task, world)
            if following is task and changed is world:
                return RunState(task, world)
            task, world = following, changed
        raise EvaluationError(tasks.ENDLESS, self.checked.task.name.span)

    def stride(self, task: Task, world: World) -> tuple[Task, World]:
        """One step that a task takes by itself; the same objects if there is none."""
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
        """The task after one input (Figure 15 without symbols); raises NotAcceptedError."""
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
                    if side.action == given.action:
                        now = self._pick(side.task, world)
                        return now.task, now.world
                raise NotAcceptedError
            case _:
                raise NotAcceptedError

    def _continue(self, step: tasks.Stepping, action: str, world: World) -> RunState:
        """Continue after a step that the user takes, by the button that is pressed."""
        value = self.value(step.task, world)
        if value is None:
            raise NotAcceptedError
        following, world = self._follow(step.follow, value, world)
        if step.trigger is not Trigger.BUTTON:
            return self._unless_failing(self.normalise(following, world))
        assert isinstance(following, tasks.Choice)
        side = next(each for each in following.sides if each.action == action)
        return self._pick(side.task, world)

    def _pick(self, side: Suspended, world: World) -> RunState:
        return self._unless_failing(self._normalised(side, world))

    def _unless_failing(self, now: RunState) -> RunState:
        if self.is_failing(now.task, now.world):
            raise NotAcceptedError
        return now
