"""The symbolic semantics: sets of results, each with a path condition (Figures 11 to 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.evaluation import Crash, Evaluation, Results, join
from refute.languages.workflow.fresh import fresh
from refute.languages.workflow.people import People
from refute.languages.workflow.states import World
from refute.languages.workflow.syntax import Trigger
from refute.languages.workflow.tasks import Environment, Input, Suspended, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.terms import INT, Term, at_most, less, subtract, variable

if TYPE_CHECKING:
    from refute.solver.session import Session


Answers: TypeAlias = Iterator[tuple[bool | None, World]]
"""Truth values, each for a path on which it is settled; None if it is unclear."""


@record
class Offer:
    """A symbolic input that a task takes, and the results for the task."""

    given: Input
    run: Callable[[], Results]

    def within(self, rebuild: Callable[[Task], Task], *way: str) -> Offer:
        """The same input for a larger task, which `rebuild` makes from the smaller one."""
        given = replace(self.given, way=(*way, *self.given.way))
        return Offer(given, lambda: ((rebuild(task), world) for task, world in self.run()))

    def marked(self, mark: tasks.Marked) -> Offer:
        """The same input with the marks of an enclosing task."""
        return replace(self, given=self.given.marked(mark))

    def by(self, given: Input, people: People) -> Offer:
        """The same input, done by a certain person."""
        if not given.person:
            return self

        def run() -> Results:
            for task, world in self.run():
                yield task, replace(world, doers=people.noted(given, world.doers))

        return Offer(given, run)


class Symbolic(Evaluation):
    """Runs the task of one checked program on symbols; each result has its own condition."""

    def __init__(self, checked: Checked, session: Session) -> None:
        super().__init__(checked, session)
        self.people = checked.people
        self._depth = self._attempts = 0
        self._unclear: list[World] = []
        self.contended = False
        """Whether the result of parallel tasks was found to depend on their order."""

    # Whole runs

    def start(self) -> Iterator[tuple[Environment, Task, World]]:
        """Evaluate the definitions, and prepare the task for its first input."""
        for names, world in self.define(self.checked.definitions, {}, World({})):
            for task, after in self.evaluate(self.checked.task.body, names, world):
                for ready, last in self.normalise(task, after):
                    yield names, ready, last

    def define(
        self, definitions: Sequence[syntax.Definition], names: Environment, world: World
    ) -> Iterator[tuple[Environment, World]]:
        """The environment with the values of some definitions."""
        if not definitions:
            yield names, world
            return
        recursive = self._scopes.definition(definitions[0], names)
        evaluated = (
            self.evaluate(definitions[0].body, names, world)
            if recursive is None
            else iter([(recursive, world)])
        )
        for value, after in evaluated:
            extended = {**names, definitions[0].name.name: value}
            yield from self.define(definitions[1:], extended, after)

    def drive(self, offer: Offer) -> Iterator[tuple[Task, World]]:
        """Handle one symbolic input and all that follows by itself (Figure 17)."""
        for following, after in offer.run():
            yield from self.normalise(following, after)

    # Observations

    def value(self, task: Task, world: World) -> Any:
        """The value of a task; None if it has none (Figure 12)."""
        return tasks.observe(task, world.heap, lambda one, other: join((one, other)))

    def failing(self, task: Task, world: World) -> Iterator[tuple[bool, World]]:
        """Whether a task leads nowhere (Figure 13), for each path on which that is settled.

        The worlds differ from the given one only in their paths.
        """
        if self._tried:
            for answer, after in self._fails(task, world):
                if answer is None:
                    self._unclear.append(after)
                else:
                    yield answer, after
            return
        waiting = [world]
        for depth in tasks.CHOICE_DEPTHS:
            self._depth, self._attempts = depth, 0
            found = [each for open_ in waiting for each in self._fails(task, open_)]
            waiting = [after for answer, after in found if answer is None]
            yield from ((answer, after) for answer, after in found if answer is not None)
            if not waiting:
                return
        self.crashes.extend(map(self._endless, waiting))

    def _fails(self, task: Task, world: World) -> Answers:
        """Whether a task leads nowhere; None on paths where that is not known at this depth."""
        match task:
            case tasks.Failing():
                yield True, world
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                yield from self._every(self._fails, (left, right), world)
            case tasks.Choice(sides):
                suspended = [each.task for each in sides]
                yield from self._every(self._leads_nowhere, suspended, world)
            case tasks.Stepping(inner) | tasks.Marked(inner) | tasks.Timed(inner):
                yield from self._fails(inner, world)
            case _:
                yield False, world

    def _every(
        self,
        fails: Callable[[Any, World], Answers],
        parts: Sequence[Any],
        world: World,
        *,
        unclear: bool = False,
    ) -> Answers:
        """Whether all parts lead nowhere; None if that depends on an unknown one."""
        if not parts:
            yield None if unclear else True, world
            return
        for answer, after in fails(parts[0], world):
            if answer is False:
                yield False, after
            else:
                open_ = unclear or answer is None
                yield from self._every(fails, parts[1:], after, unclear=open_)

    def _leads_nowhere(self, side: Suspended, world: World) -> Answers:
        """Whether a side of a choice leads to nothing but itself."""
        key = side.key, world.heap
        if key in self._tried:
            yield True, world
        elif len(self._tried) == self._depth:
            yield None, world
        elif self._attempts == tasks.MOST_CHOICES:
            self.crashes.append(self._endless(world))
        else:
            self._attempts += 1
            self._tried.append(key)
            around, self._unclear = self._unclear, []
            settled = list(self._tried_out(side, world))
            unclear = [(None, world.on_path(each)) for each in self._unclear]
            self._unclear = around
            self._tried.pop()
            yield from (*unclear, *settled)

    def _tried_out(self, side: Suspended, world: World) -> Answers:
        for task, after in self._normalised(side, world):
            for nowhere, last in self._fails(task, after):
                yield nowhere, world.on_path(last)

    def _endless(self, world: World) -> Crash:
        return Crash(tasks.ENDLESS, self.checked.task.name.span, world)

    def _normalised(self, side: Suspended, world: World) -> Results:
        for task, after in self.evaluate(side.expression, side.environment, world):
            yield from self.normalise(task, after)

    # Striding and normalisation

    def normalise(self, task: Task, world: World, strides: int = 0) -> Results:
        """Stride until nothing changes (Figure 14)."""
        if strides == tasks.MOST_STRIDES:
            self.crashes.append(self._endless(world))
            return
        for following, after in self.stride(task, world):
            if following is task and after.heap is world.heap:
                yield task, after
            else:
                yield from self.normalise(following, after, strides + 1)

    def stride(self, task: Task, world: World) -> Results:
        """One step that a task takes by itself; the same task and store if there is none."""
        match task:
            case tasks.Stepping(left, follow, trigger):
                for first, after in self.stride(left, world):
                    stays = task if first is left else replace(task, task=first)
                    value = self.value(first, after) if trigger is Trigger.VALUE else None
                    if value is None:
                        yield stays, after
                    else:
                        yield from self._step(stays, follow, value, after)
            case tasks.Joined():
                yield from self._stride_both(task, world)
            case tasks.Alternative():
                yield from self._stride_either(task, world)
            case tasks.Marked(inner):
                for first, after in self.stride(inner, world):
                    yield (task if first is inner else replace(task, task=first)), after
            case tasks.Timed():
                yield from self._stride_timed(task, world)
            case _:
                yield task, world

    def _stride_both(self, task: tasks.Joined, world: World) -> Results:
        crashes = len(self.crashes)
        for first, between in self.stride(task.left, world):
            moved = first is not task.left
            for second, after in self._beside(first, task.right, world, between, moved):
                same = not moved and second is task.right
                yield (task if same else tasks.Joined(first, second)), after
        if len(self.crashes) > crashes and not self.contended:
            self.contended = self._moves(task.right, world)

    def _beside(self, left: Task, task: Task, before: World, world: World, moved: bool) -> Results:
        """A step of a task to the right of another one; notes if their order matters.

        It does if one of them writes to the store, and the other takes a step by itself before or
        after that, or would, or fails to.
        """
        wrote, crashes = world.heap is not before.heap, len(self.crashes)
        for following, after in self.stride(task, world):
            writes = after.heap is not world.heap
            if moved and following is not task:
                self.contended = self.contended or wrote or writes
            if writes and not self.contended:
                self.contended = self._moves(left, after)
            yield following, after
        if wrote and not self.contended:
            crashed = len(self.crashes) > crashes
            self.contended = crashed or self._moves(task, before.on_path(world))

    def _moves(self, task: Task, world: World) -> bool:
        """Whether a task takes a step by itself, or fails to."""
        around, self.crashes = self.crashes, []
        moved = any(following is not task for following, _ in self.stride(task, world))
        moved = moved or bool(self.crashes)
        self.crashes = around
        return moved

    def _step(self, stays: Task, follow: Suspended, value: Any, world: World) -> Results:
        """Proceed to the right-hand side where it does not fail; elsewhere, stay.

        The path that stays keeps the condition under which the step did not happen.
        """
        for following, after in self._follow(follow, value, world):
            for nowhere, last in self.failing(following, after):
                if nowhere:
                    yield stays, world.on_path(last)
                else:
                    yield following, last

    def _stride_timed(self, task: tasks.Timed, world: World) -> Results:
        """On the day of the deadline, a task without a value is replaced by the other one."""
        for first, between in self.stride(task.task, world):
            over = at_most(task.deadline, between.clock)
            for expired, after in self.decide(over, between):
                if not expired:
                    yield (task if first is task.task else replace(task, task=first)), after
                elif self.value(first, after) is not None:
                    yield first, after
                else:
                    otherwise = task.otherwise
                    yield from self.evaluate(otherwise.expression, otherwise.environment, after)

    def _stride_either(self, task: tasks.Alternative, world: World) -> Results:
        for first, between in self.stride(task.left, world):
            if self.value(first, between) is not None:
                yield first, between
                continue
            for second, after in self.stride(task.right, between):
                same = first is task.left and second is task.right
                if self.value(second, after) is not None:
                    yield second, after
                else:
                    yield (task if same else tasks.Alternative(first, second)), after

    # Handling

    def offers(self, task: Task, world: World) -> Iterator[Offer]:
        """The symbolic inputs of a task, with their results (Figure 15)."""
        match task:
            case tasks.Editor(_, shape) | tasks.Empty(shape) | tasks.Store(_, shape):
                for symbol, after in fresh(shape, world) if tasks.takes_input(task) else ():
                    yield _filling(task, symbol, after)
            case tasks.Marked(inner):
                for offer in self.offers(inner, world):
                    within = offer.within(lambda part: replace(task, task=part))
                    yield within.marked(task)
            case tasks.Timed(inner):
                for offer in self.offers(inner, world):
                    yield offer.within(lambda part: replace(task, task=part))
            case tasks.Stepping(left):
                for offer in self.offers(left, world):
                    yield offer.within(lambda part: replace(task, task=part))
                value = self.value(left, world)
                for action in tasks.moves(task) if value is not None else ():
                    yield self._moving(task, action, value, world)
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                make = type(task)
                for offer in self.offers(left, world):
                    yield offer.within(lambda part: make(part, task.right), "F")
                for offer in self.offers(right, world):
                    yield offer.within(lambda part: make(task.left, part), "S")
            case tasks.Choice(sides):
                for side in sides:
                    yield self._picking(side, world)

    def _picking(self, side: tasks.Side, world: World) -> Offer:
        return Offer(side.button(), lambda: self._pick(side.task, world))

    def _moving(self, step: tasks.Stepping, action: str, value: Any, world: World) -> Offer:
        given = tasks.move(step, action)
        return Offer(given, lambda: self._continue(step, action, value, world))

    def possible(self, task: Task, world: World) -> Iterator[Offer]:
        """The symbolic inputs of a task by everybody who can do them, and waiting."""
        for offer in self.offers(task, world):
            for given in self.people.able(offer.given, world.doers):
                yield offer.by(given, self.people)
        yield from self.waiting(task, world)

    def waiting(self, task: Task, world: World) -> Iterator[Offer]:
        """The inputs that let days pass, up to the next deadline; more days take several."""
        ends = list(tasks.deadlines(task))
        if not ends and not self.checked.tells_time:
            return
        clock = variable(f"s{world.symbols}", INT)
        after = replace(world, symbols=world.symbols + 1, clock=clock)
        after = after.assume(less(world.clock, clock))
        for each in ends:
            after = after.assume(at_most(clock, each))
        given = Input(tasks.WAIT, subtract(clock, world.clock), syntax.INT)
        yield Offer(given, lambda: iter(((task, after),)))

    def _continue(self, step: tasks.Stepping, action: str, value: Any, world: World) -> Results:
        for following, after in self._follow(step.follow, value, world):
            if step.trigger is Trigger.BUTTON:
                side = next(each for each in following.sides if each.action == action)
                yield from self._pick(side.task, after)
                continue
            for task, last in self.normalise(following, after):
                yield from self._unless_failing(task, last)

    def _pick(self, side: Suspended, world: World) -> Results:
        for task, after in self._normalised(side, world):
            yield from self._unless_failing(task, after)

    def _unless_failing(self, task: Task, world: World) -> Results:
        for nowhere, after in self.failing(task, world):
            if not nowhere:
                yield task, after


def _filling(task: tasks.Editor | tasks.Empty | tasks.Store, symbol: Term, after: World) -> Offer:
    """An offer to enter a value."""
    filled: Task = tasks.Editor(symbol, task.shape)
    if isinstance(task, tasks.Store):
        filled, after = task, after.write(task.location, symbol)
    return Offer(Input((), symbol, task.shape), lambda: iter(((filled, after),)))
