"""The symbolic meaning: sets of results, each under a path condition (Figures 11 to 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from refute.languages.workflow import syntax
from refute.languages.workflow.evaluation import Evaluation, Results, World
from refute.languages.workflow.operators import join
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import (
    CONTINUE,
    LEFT,
    RIGHT,
    Alternative,
    Choice,
    Editor,
    Empty,
    Environment,
    Failing,
    Input,
    Joined,
    Stepping,
    Store,
    Suspended,
    Task,
    observe,
)
from refute.languages.workflow.types import is_basic, sort_of
from refute.terms import (
    Term,
    tuple_of,
    variable,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A symbolic input that a task takes, and what it makes of the task."""

    given: Input
    run: Callable[[], Results]


class Symbolic(Evaluation):
    """Runs the task of one checked program on symbols; each result is under its own condition."""

    # Whole runs

    def start(self) -> Iterator[tuple[Environment, Task, World]]:
        """The definitions, evaluated, and the task made ready for its first input."""
        for names, world in self._define(self.checked.definitions, {}, World({})):
            for task, after in self.evaluate(self.checked.task.body, names, world):
                for ready, last in self.normalise(task, after):
                    yield names, ready, last

    def _define(
        self, definitions: Sequence[syntax.Definition], names: Environment, world: World
    ) -> Iterator[tuple[Environment, World]]:
        if not definitions:
            yield names, world
            return
        for value, after in self.evaluate(definitions[0].body, names, world):
            extended = {**names, definitions[0].name.name: value}
            yield from self._define(definitions[1:], extended, after)

    def drive(self, offer: Offer) -> Iterator[tuple[Task, World]]:
        """One symbolic input and all that follows from it by itself (Figure 17)."""
        for following, after in offer.run():
            yield from self.normalise(following, after)

    # Observations

    def value(self, task: Task, world: World) -> Any:
        """The value of a task, None when it has none (Figure 12)."""
        return observe(task, world.heap, lambda one, other: join((one, other)))

    def failing(self, task: Task, world: World) -> Iterator[tuple[bool, World]]:
        """Whether a task leads nowhere (Figure 13), for each path on which that is settled.

        The worlds differ from the one given only in their paths.
        """
        match task:
            case Failing():
                yield True, world
            case Stepping(left):
                yield from self.failing(left, world)
            case Joined(left, right) | Alternative(left, right):
                for nowhere, after in self.failing(left, world):
                    if nowhere:
                        yield from self.failing(right, after)
                    else:
                        yield False, after
            case Choice(left, right):
                for nowhere, after in self._leads_nowhere(left, world):
                    if nowhere:
                        yield from self._leads_nowhere(right, after)
                    else:
                        yield False, after
            case _:
                yield False, world

    def _leads_nowhere(self, side: Suspended, world: World) -> Iterator[tuple[bool, World]]:
        for task, after in self._normalised(side, world):
            for nowhere, last in self.failing(task, after):
                yield nowhere, world.on_path(last)

    def _normalised(self, side: Suspended, world: World) -> Results:
        for task, after in self.evaluate(side.expression, side.environment, world):
            yield from self.normalise(task, after)

    # Striding and normalisation

    def normalise(self, task: Task, world: World) -> Results:
        """Stride until nothing changes (Figure 14)."""
        for following, after in self.stride(task, world):
            if following is task and after.heap is world.heap:
                yield task, after
            else:
                yield from self.normalise(following, after)

    def stride(self, task: Task, world: World) -> Results:
        """What a task does by itself, once; the same task and store when that is nothing."""
        match task:
            case Stepping(left, follow, by_user):
                for first, after in self.stride(left, world):
                    stays = task if first is left else Stepping(first, follow, by_user)
                    value = None if by_user else self.value(first, after)
                    if value is None:
                        yield stays, after
                    else:
                        yield from self._step(stays, follow, value, after)
            case Joined(left, right):
                for first, between in self.stride(left, world):
                    for second, after in self.stride(right, between):
                        same = first is left and second is right
                        yield (task if same else Joined(first, second)), after
            case Alternative(left, right):
                yield from self._stride_either(task, world)
            case _:
                yield task, world

    def _step(self, stays: Task, follow: Suspended, value: Any, world: World) -> Results:
        """Go on to the right-hand side where it does not fail; where it does, stay.

        The path that stays keeps the condition under which the step did not happen.
        """
        for following, after in self._follow(follow, value, world):
            for nowhere, last in self.failing(following, after):
                if nowhere:
                    yield stays, world.on_path(last)
                else:
                    yield following, last

    def _stride_either(self, task: Alternative, world: World) -> Results:
        for first, between in self.stride(task.left, world):
            if self.value(first, between) is not None:
                yield first, between
                continue
            for second, after in self.stride(task.right, between):
                same = first is task.left and second is task.right
                if self.value(second, after) is not None:
                    yield second, after
                else:
                    yield (task if same else Alternative(first, second)), after

    # Handling

    def offers(self, task: Task, world: World) -> Iterator[Offer]:
        """The symbolic inputs of a task, with what they make of it (Figure 15)."""
        match task:
            case Editor(_, shape) if not is_basic(shape):
                pass
            case Editor(_, shape) | Empty(shape) | Store(_, shape):
                symbol, after = fresh(shape, world)
                if isinstance(task, Store):
                    filled: Task = task
                    after = after.write(task.location, symbol)
                else:
                    filled = Editor(symbol, shape)
                yield Offer(Input((), symbol, shape), lambda: iter(((filled, after),)))
            case Stepping(left, follow, by_user):
                for offer in self.offers(left, world):
                    yield Offer(offer.given, _within(offer, lambda t: Stepping(t, follow, by_user)))
                value = self.value(left, world) if by_user else None
                if value is not None:
                    yield Offer(Input((), CONTINUE), lambda: self._continue(follow, value, world))
            case Joined(left, right):
                yield from self._directed(task, world, Joined)
            case Alternative(left, right):
                yield from self._directed(task, world, Alternative)
            case Choice(left, right):
                yield Offer(Input((), LEFT), lambda: self._pick(left, world))
                yield Offer(Input((), RIGHT), lambda: self._pick(right, world))

    def _directed(
        self, task: Joined | Alternative, world: World, make: Callable[[Task, Task], Task]
    ) -> Iterator[Offer]:
        """The inputs for the first and for the second part."""
        for offer in self.offers(task.left, world):
            yield Offer(offer.given.inside("F"), _within(offer, lambda t: make(t, task.right)))
        for offer in self.offers(task.right, world):
            yield Offer(offer.given.inside("S"), _within(offer, lambda t: make(task.left, t)))

    def _continue(self, follow: Suspended, value: Any, world: World) -> Results:
        for following, after in self._follow(follow, value, world):
            for task, last in self.normalise(following, after):
                yield from self._unless_failing(task, last)

    def _pick(self, side: Suspended, world: World) -> Results:
        for task, after in self._normalised(side, world):
            yield from self._unless_failing(task, after)

    def _unless_failing(self, task: Task, world: World) -> Results:
        for nowhere, after in self.failing(task, world):
            if not nowhere:
                yield task, after


def _within(offer: Offer, rebuild: Callable[[Task], Task]) -> Callable[[], Results]:
    return lambda: ((rebuild(task), world) for task, world in offer.run())


def fresh(shape: Type, world: World) -> tuple[Term, World]:
    """A new symbol of a basic type; of a tuple, new symbols for its parts."""
    if shape.name == syntax.TUPLE:
        parts = []
        for each in shape.arguments:
            part, world = fresh(each, world)
            parts.append(part)
        return tuple_of(*parts), world
    if shape.name == "Unit":
        return tuple_of(), world
    symbol = variable(f"s{world.symbols}", sort_of(shape))
    return symbol, replace(world, symbols=world.symbols + 1)
