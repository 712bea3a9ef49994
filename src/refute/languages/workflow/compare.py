"""`same a b` and `refines a b`: two tasks side by side, with the same inputs (section 8.1).

One task refines another if every sequence of inputs that it takes is taken by the other, and both
have the same value, or both have none, after each. Both tasks run in one world: the definitions are
evaluated once for each, so that they share no store, and both get the same symbols. So what is
known of two states with the same shape holds of pairs of tasks as it does of one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from refute.languages.workflow import interpret, replay, syntax, tasks
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.simulate import Different, Finding, Graph
from refute.languages.workflow.states import State, World
from refute.languages.workflow.symbolic import Offer, Symbolic
from refute.languages.workflow.tasks import Environment, Input, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.report.outcome import Bindings, Block, Lines
from refute.solver import Answer
from refute.terms import TRUE, conjunction, disjunction, equal, negation


class Pairs(Graph):
    """The states of two tasks that get the same inputs, those that the first one takes."""

    def __init__(
        self, symbolic: Symbolic, left: syntax.Name, right: syntax.Name, **options: Any
    ) -> None:
        super().__init__(symbolic, **options)
        self._tasks = left, right
        self.crashed = False

    def begin(self) -> Iterator[State | Finding]:
        """Both tasks before the first input."""
        symbolic = self.symbolic
        definitions = with_task(symbolic.checked)
        left, right = self._tasks
        for one, between in symbolic.define(definitions, {}, World({})):
            for other, world in symbolic.define(definitions, {}, between):
                for task, after in self._ready(left, one, world):
                    for second, last in self._ready(right, other, after):
                        yield from self._met(task, second, last, ())
        self._note_crashes()

    def successors(self, state: State) -> Iterator[State | Finding]:
        """What an input of the first task makes of both."""
        assert isinstance(state.task, tasks.Joined)
        left, right = state.task.left, state.task.right
        for offer in self._taken(left, state.world):
            for task, between in self.symbolic.drive(offer):
                yield from self._answered(task, right, offer.given, between, state)
        for offer in self.symbolic.waiting(state.task, state.world):
            for _, between in offer.run():
                for task, middle in self.symbolic.normalise(left, between):
                    for other, after in self.symbolic.normalise(right, middle):
                        yield from self._met(task, other, after, (*state.inputs, offer.given))
        self._note_crashes()

    def _ready(
        self, name: syntax.Name, names: Environment, world: World
    ) -> Iterator[tuple[Task, World]]:
        for task, after in self.symbolic.evaluate(name, names, world):
            yield from self.symbolic.normalise(task, after)

    def _note_crashes(self) -> None:
        self.crashed = self.crashed or bool(self.symbolic.crashes)
        self.symbolic.crashes.clear()

    def _answered(
        self, left: Task, right: Task, given: Input, world: World, state: State
    ) -> Iterator[State | Finding]:
        """The second task with the input that the first one took."""
        inputs = (*state.inputs, given)
        before = replace(world, symbols=state.world.symbols) if given.shape else world
        taken = []
        for offer in self._alike(right, given, before):
            for task, after in self._driven(offer, world):
                new = after.path.nodes(above=world.path.depth)
                taken.append(conjunction(*(each.condition for each in new)))
                yield from self._met(left, task, after, inputs)
        refused = world.path.extend(negation(disjunction(*taken)))
        if TRUE not in taken and self.symbolic.session.check(refused) is not Answer.UNSAT:
            yield Different(refused, inputs)

    def _driven(self, offer: Offer, world: World) -> Iterator[tuple[Task, World]]:
        """What the second task makes of an input, with no new symbol that the first one has."""
        for following, after in offer.run():
            later = replace(after, symbols=max(after.symbols, world.symbols))
            yield from self.symbolic.normalise(following, later)

    def _alike(self, task: Task, given: Input, world: World) -> list[Offer]:
        return [each for each in self._taken(task, world) if _key(each.given) == _key(given)]

    def _taken(self, task: Task, world: World) -> Iterator[Offer]:
        """The inputs of one of both tasks; days pass for both."""
        possible = self.symbolic.possible(task, world)
        return (each for each in possible if each.given.way != tasks.WAIT)

    def _met(
        self, left: Task, right: Task, world: World, inputs: tuple[Input, ...]
    ) -> Iterator[State | Finding]:
        """Both tasks after the same inputs, and where their values differ."""
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


def _key(given: Input) -> Hashable:
    """What makes inputs of two tasks the same: their labels, or where they go without any."""
    where = (given.label, given.role) if given.label else given.way
    return where, given.shape, given.action, given.person


def of_task(checked: Checked, name: syntax.Name) -> Checked:
    """The program with another task."""
    pattern = syntax.NamePattern(name.name, span=name.span)
    task = syntax.TaskDeclaration(pattern, name, span=name.span)
    value = checked.tasks[name.name]
    people = checked.people.compared()
    return replace(checked, definitions=with_task(checked), task=task, value=value, people=people)


def with_task(checked: Checked) -> tuple[syntax.Definition, ...]:
    """The definitions of a program, and its task as one."""
    task = checked.task
    return (*checked.definitions, syntax.Definition(task.name, task.body, span=task.span))


@record
class Replayed:
    """Both tasks after the same inputs, and how they differ; empty when they do not."""

    left: replay.Run
    right: replay.Run
    difference: str


def replay_both(
    left: interpret.Interpreter, right: interpret.Interpreter, inputs: Sequence[Input]
) -> Replayed:
    """Run two tasks on inputs, up to where the second does not take one or the values differ."""
    names = left.checked.task.name.name, right.checked.task.name.name
    one = replay.play(left, inputs)
    stands = [right.start()[1]]
    given: list[Input] = []
    difference = ""
    for each in inputs:
        found = _same_input(each, right.inputs(stands[-1]))
        if found is None:
            difference = f"after these inputs only `{names[0]}` takes the last of them"
            break
        given.append(found)
        stands.append(right.drive(stands[-1], found))
    other = replay.Run({}, tuple(given), tuple(stands))
    return Replayed(one, other, difference or _values_differ(left, right, one, other))


def _same_input(given: Input, possible: Sequence[Input]) -> Input | None:
    wanted = _key(replace(given, action=None) if given.shape else given)
    for each in possible:
        if _key(replace(each, action=None) if each.shape else each) == wanted:
            return replace(each, action=given.action)
    return None


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
    """What is shown of a difference: the inputs, and what each task makes of them."""
    told = [
        Lines(f"replay of {each.checked.task.name.name}", tuple(replay.describe(each, run)))
        for each, run in ((left, found.left), (right, found.right))
    ]
    return (Bindings("counterexample", (("inputs", replay.script(left, found.left)),)), *told)
