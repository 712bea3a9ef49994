"""`same a b` and `refines a b`: two tasks side by side, with the same inputs (section 8.1).

One task refines another if every sequence of inputs that it takes is taken by the other, and both
have the same value, or both have none, after each. Both tasks run in one world: the definitions are
evaluated once for each, so that the tasks share no store, and both get the same symbols. So what is
known of two states with the same shape holds for pairs of tasks as it does for single tasks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from refute.languages.workflow import interpret, replay, syntax, tasks
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.findings import Different, Finding
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.states import State, World
from refute.languages.workflow.symbolic import Offer, Symbolic
from refute.languages.workflow.tasks import Environment, Input, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.report.outcome import Bindings, Block, Lines
from refute.solver import Answer
from refute.terms import TRUE, conjunction, disjunction, equal, negation


class Pairs(Graph):
    """The states of two tasks that get the same inputs, namely those that the first one takes."""

    _in_order = True

    def __init__(
        self, symbolic: Symbolic, left: syntax.Name, right: syntax.Name, **options: Any
    ) -> None:
        super().__init__(symbolic, **options)
        self._tasks = left, right
        self.crashed = False
        self.given_up = ""

    def begin(self) -> Iterator[State | Finding]:
        """The states of both tasks before the first input."""
        symbolic = self.symbolic
        definitions = with_task(symbolic.checked)
        left, right = self._tasks
        for one, between in symbolic.define(definitions, {}, World({})):
            for other, world in symbolic.define(definitions, {}, between):
                for task, after in self._ready(left, one, world):
                    second = self._ready(right, other, after)
                    yield from self._met_by_itself(task, second, ())
        self._note_crashes()

    def successors(self, state: State) -> Iterator[State | Finding]:
        """The states of both tasks after one more input of the first."""
        assert isinstance(state.task, tasks.Joined)
        left, right = state.task.left, state.task.right
        for place, offer in self._taken(left, state.world):
            for task, between in self.symbolic.drive(offer):
                yield from self._answered(task, right, (place, offer.given), between, state)
        for offer in self.symbolic.waiting(state.task, state.world):
            for _, between in offer.run():
                for task, after in self.symbolic.normalise(left, between):
                    second = self.symbolic.normalise(right, after)
                    yield from self._met_by_itself(task, second, (*state.inputs, offer.given))
        self._note_crashes()

    def _met_by_itself(
        self, left: Task, second: Iterator[tuple[Task, World]], inputs: tuple[Input, ...]
    ) -> Iterator[State | Finding]:
        """Both tasks after the second one proceeds without an input; it may have no result."""
        around, self.symbolic.crashes = self.symbolic.crashes, []
        reached, crashes = list(second), self.symbolic.crashes
        self.symbolic.crashes = around
        for right, world in reached:
            yield from self._met(left, right, world, inputs)
        for crash in crashes:
            if crash.message in tasks.LIMITS:
                around.append(crash)
            else:
                yield Different(crash.world.path, inputs)

    def _ready(
        self, name: syntax.Name, names: Environment, world: World
    ) -> Iterator[tuple[Task, World]]:
        for task, after in self.symbolic.evaluate(name, names, world):
            yield from self.symbolic.normalise(task, after)

    def _note_crashes(self) -> None:
        for each in self.symbolic.crashes:
            self.crashed = True
            if each.message in tasks.LIMITS:
                self.given_up = each.message
        self.symbolic.crashes.clear()

    def _answered(
        self, left: Task, right: Task, taken: tuple[Hashable, Input], world: World, state: State
    ) -> Iterator[State | Finding]:
        """The second task after the input that the first one took."""
        given = taken[1]
        inputs = (*state.inputs, given)
        before = replace(world, doers=state.world.doers)
        if given.shape is not None:
            before = replace(before, symbols=state.world.symbols)
        answered = []
        for offer in self._alike(right, taken, before):
            for task, after in self._driven(offer, world):
                new = after.path.nodes(above=world.path.depth)
                answered.append(conjunction(*(each.condition for each in new)))
                yield from self._met(left, task, after, inputs)
        refused = world.path.extend(negation(disjunction(*answered)))
        if TRUE not in answered and self.symbolic.session.check(refused) is not Answer.UNSAT:
            yield Different(refused, inputs)

    def _driven(self, offer: Offer, world: World) -> Iterator[tuple[Task, World]]:
        """The second task after an input, without new symbols that the first one lacks."""
        for following, after in offer.run():
            later = replace(after, symbols=max(after.symbols, world.symbols))
            yield from self.symbolic.normalise(following, later)

    def _alike(self, task: Task, wanted: tuple[Hashable, Input], world: World) -> Iterator[Offer]:
        for place, offer in self._taken(task, world):
            same_value = offer.given.shape is None or offer.given.action == wanted[1].action
            if place == wanted[0] and same_value:
                yield offer

    def _taken(self, task: Task, world: World) -> Iterator[tuple[Hashable, Offer]]:
        """The inputs of one of the two tasks, with their places; days pass for both."""
        possible = self.symbolic.possible(task, world)
        offers = [each for each in possible if each.given.way != tasks.WAIT]
        return zip(places([each.given for each in offers]), offers, strict=True)

    def _met(
        self, left: Task, right: Task, world: World, inputs: tuple[Input, ...]
    ) -> Iterator[State | Finding]:
        """Both tasks after the same inputs, and findings if their values differ."""
        value, other = self.symbolic.value(left, world), self.symbolic.value(right, world)
        settled = replace(world, asserted=())
        if (value is None) != (other is None):
            yield Different(world.path, inputs)
            return
        if value is not None:
            apart = world.path.extend(negation(equal(value, other)))
            if self.symbolic.session.check(apart) is not Answer.UNSAT:
                yield Different(apart, inputs)
        yield State(tasks.Joined(left, right), settled, inputs, value)


def places(given: Sequence[Input]) -> list[Hashable]:
    """What identifies inputs of two tasks: their labels, or their positions if they have none.

    Among several with the same label, the first of one task matches the first of the other, and so
    on.
    """
    ways: dict[Hashable, dict[Hashable, int]] = {}
    found: list[Hashable] = []
    for each in given:
        pressed = None if each.shape else each.action
        where = each.label or (each.way, pressed)
        name = where, each.role, each.person, each.shape
        known = ways.setdefault(name, {})
        found.append((name, known.setdefault((each.way, pressed), len(known))))
    return found


def of_task(checked: Checked, name: syntax.Name) -> Checked:
    """The program with another task."""
    pattern = syntax.NamePattern(name.name, span=name.span)
    task = syntax.TaskDeclaration(pattern, name, span=name.span)
    value = checked.tasks[name.name]
    people = checked.people.compared()
    return replace(checked, definitions=with_task(checked), task=task, value=value, people=people)


def with_task(checked: Checked) -> tuple[syntax.Definition, ...]:
    """The definitions of a program, with its task as another definition."""
    task = checked.task
    return (*checked.definitions, syntax.Definition(task.name, task.body, span=task.span))


@record
class Replayed:
    """Both tasks after the same inputs, and how they differ; empty if they do not."""

    left: replay.Run
    right: replay.Run
    difference: str


def replay_both(
    left: interpret.Interpreter, right: interpret.Interpreter, inputs: Sequence[Input]
) -> Replayed:
    """Run two tasks on inputs until the second does not take one or the values differ."""
    one, other = replay.play(left, []), replay.play(right, [])
    difference = _error_differs(right, other) or _values_differ(left, right, one, other)
    for each in inputs:
        if difference or one.error or one.now is None or other.now is None:
            break
        alike = _alike(left, one.now, each, right, other.now)
        one = _further(left, one, each)
        if one.refused is not None:
            break
        other = other if alike is None else _further(right, other, alike)
        if alike is None or other.refused is not None:
            name = left.checked.task.name.name
            difference = f"after these inputs only `{name}` takes the last of them"
        elif one.error is None:
            difference = _error_differs(right, other) or _values_differ(left, right, one, other)
    return Replayed(one, other, difference)


def _further(interpreter: interpret.Interpreter, run: replay.Run, given: Input) -> replay.Run:
    """A run with one more input; days pass for every task."""
    assert run.now is not None
    inputs = (*run.inputs, given)
    try:
        if given.way == tasks.WAIT:
            now = interpreter.wait(run.now, given.action)
        else:
            now = interpreter.drive(run.now, given)
    except interpret.NotAcceptedError:
        return replace(run, inputs=inputs, refused=given)
    except interpret.EvaluationError as error:
        return replace(run, inputs=inputs, error=error)
    return replace(run, inputs=inputs, stands=(*run.stands, now))


def _alike(
    left: interpret.Interpreter,
    one: interpret.RunState,
    given: Input,
    right: interpret.Interpreter,
    other: interpret.RunState,
) -> Input | None:
    """The input of the second task that matches one of the first."""
    if given.way == tasks.WAIT:
        return given
    shown = [each for each, _ in left.shown(one)]
    others = [each for each, _ in right.shown(other)]
    wanted = dict(zip(map(_place, shown), places(shown), strict=True)).get(_place(given))
    for place, each in zip(places(others), others, strict=True):
        if place == wanted:
            return replace(each, action=given.action) if given.shape else each
    return None


def _place(given: Input) -> Hashable:
    return given.way, given.shape, given.person, None if given.shape else given.action


def _error_differs(right: interpret.Interpreter, run: replay.Run) -> str:
    name = right.checked.task.name.name
    return f"after these inputs `{name}` has no result: {run.error.message}" if run.error else ""


def _values_differ(
    left: interpret.Interpreter, right: interpret.Interpreter, one: replay.Run, other: replay.Run
) -> str:
    shown = [_value(left, one), _value(right, other)]
    if shown[0] == shown[1]:
        return ""
    names = left.checked.task.name.name, right.checked.task.name.name
    said = (f"`{name}` has {value}" for name, value in zip(names, shown, strict=True))
    return f"after these inputs {' and '.join(said)}"


def _value(interpreter: interpret.Interpreter, run: replay.Run) -> str:
    value = None if run.now is None else interpreter.value(run.now.task, run.now.world)
    if value is None:
        return "no value"
    return f"the value {draw_value(value, interpreter.checked.value)}"


def blocks(
    left: interpret.Interpreter, right: interpret.Interpreter, found: Replayed
) -> tuple[Block, ...]:
    """The blocks that show a difference: the inputs, and the state of each task after them."""
    replays = [
        Lines(f"replay of {each.checked.task.name.name}", tuple(replay.describe(each, run)))
        for each, run in ((left, found.left), (right, found.right))
    ]
    return (Bindings("counterexample", (("inputs", replay.script(left, found.left)),)), *replays)
