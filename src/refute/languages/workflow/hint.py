"""Suggestions while working on a task: the inputs that lead from here to a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refute.languages.workflow import replay, syntax, tasks
from refute.languages.workflow.evaluation import extend
from refute.languages.workflow.findings import Ended, Finding
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.inputs import entry
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.states import State, World
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Input, Task
from refute.languages.workflow.typecheck import Checked
from refute.search import Budget, Search
from refute.solver import Answer, Effort, Path, open_session
from refute.terms import constant, equal

HINT_EFFORT = 0.3
"""Cost limit of a hint, relative to that of a question."""

MOST_STATES = 2_000
"""Maximum number of states explored for a hint."""


class LaterStates(Graph):
    """The states that can be reached after some inputs."""

    def __init__(self, symbolic: Symbolic, played: Sequence[Input]) -> None:
        super().__init__(symbolic)
        self._played = tuple(played)

    def begin(self) -> Iterator[State | Finding]:
        """The state after the inputs played so far."""
        for names, task, world in self.symbolic.start():
            self.names = names
            for following, after in self._after(task, world, self._played):
                value = self.symbolic.value(following, after)
                yield State(following, after, self._played, value)

    def _after(
        self, task: Task, world: World, played: Sequence[Input]
    ) -> Iterator[tuple[Task, World]]:
        if not played:
            yield task, world
            return
        given = played[0]
        for offer in self.symbolic.possible(task, world):
            if (offer.given.way, offer.given.shape) != (given.way, given.shape):
                continue
            if offer.given.person != given.person:
                continue
            if given.shape is None and offer.given.action != given.action:
                continue
            for following, after in self.symbolic.drive(offer):
                narrowed = self._with_value(offer.given, given, after)
                if narrowed is not None:
                    yield from self._after(following, narrowed, played[1:])

    def _with_value(self, symbolic: Input, given: Input, world: World) -> World | None:
        if given.shape is None:
            return world
        entered = equal(symbolic.action, constant(given.action, symbolic.action.sort))
        narrowed = world.assume(entered)
        return narrowed if self.symbolic.session.check(narrowed.path) is Answer.SAT else None


def hint(
    checked: Checked, played: Sequence[Input], goal: syntax.Claim | None
) -> tuple[str, ...] | None:
    """The inputs from the current state of a task to its end and a claim; None if not found."""
    session = open_session(effort=Effort(HINT_EFFORT))
    played = _by_deadlines(Interpreter(checked), played)
    graph = LaterStates(Symbolic(checked, session), played)
    budget = Budget(nodes=MOST_STATES, effort=session.effort)
    search = Search(graph.tree(), strategy="breadth-first", budget=budget, session=session)
    interpreter = Interpreter(checked)
    for result in search:
        if not isinstance(result.value, Ended) or result.value.state.inputs == tuple(played):
            continue
        for path in _paths(graph, result.value.state, goal):
            given = replay.instantiate(session, path, result.value.state.inputs)
            run = None if given is None else replay.play(interpreter, given)
            if run is not None and _arrives(interpreter, run, goal):
                texts = [
                    entry(interpreter, now, each)
                    for each, now in zip(run.inputs, run.stands, strict=False)
                ]
                return tuple(texts[len(played) :])
    return None


def _by_deadlines(interpreter: Interpreter, played: Sequence[Input]) -> tuple[Input, ...]:
    """The inputs with waits that pass a deadline split into several, as they are explored."""
    found: list[Input] = []
    now = interpreter.start()[1]
    for each in played:
        days = each.action if each.way == tasks.WAIT else 0
        while days and not interpreter.is_done(now):
            left = [day - now.world.clock for day in tasks.deadlines(now.task)]
            found.append(replace(each, action=min([days, *left])))
            now = interpreter.drive(now, found[-1])
            days -= found[-1].action
        if each.way != tasks.WAIT:
            found.append(each)
            now = interpreter.drive(now, each)
    return tuple(found)


def _paths(graph: Graph, state: State, goal: syntax.Claim | None) -> Iterator[Path]:
    if goal is None:
        yield state.world.path
        return
    given = {**graph.names, "inputs": state.inputs}
    names = replay.bind(goal, state.value, given, extend)
    for truth, world in graph.symbolic.evaluate(goal.body, names, state.world):
        yield world.path.extend(truth)
    graph.symbolic.crashes.clear()


def _arrives(interpreter: Interpreter, run: replay.Run, goal: syntax.Claim | None) -> bool:
    if run.error is not None or run.refused is not None or run.now is None:
        return False
    if goal is None:
        return interpreter.is_done(run.now)
    return replay.holds(interpreter, goal, run) is True
