"""Section 6: the symbolic semantics against the concrete one, on random tasks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.strategies import DataObject
from workflow_tasks import programs, programs_of, sources, values

from asking import report_on
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.compare import of_task
from refute.languages.workflow.findings import Broken, Crashed, Ended
from refute.languages.workflow.finishing import Finishing
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    RunState,
)
from refute.languages.workflow.parser import parse
from refute.languages.workflow.program import load
from refute.languages.workflow.replay import concrete, play
from refute.languages.workflow.show import show_program
from refute.languages.workflow.simulate import Paths
from refute.languages.workflow.states import State
from refute.languages.workflow.symbolic import Offer, Symbolic
from refute.languages.workflow.tasks import Tupled
from refute.report.outcome import Verdict
from refute.search import Budget, Ended as Stopped, Search
from refute.solver import SECOND, Answer, Effort, open_session
from refute.solver.session import Session
from refute.source import Source
from refute.terms import INT, Constructed, Term, Value, constant, equal, evaluate, variable

SESSION: Session = open_session(effort=Effort(100), query_units=2 * SECOND)
EXAMPLES = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Assignment = Mapping[Term, Value]


def symbolic_of(text: str) -> tuple[Symbolic, Interpreter]:
    checked = load(Source("random.top", text))
    return Symbolic(checked, SESSION), Interpreter(checked)


def assert_same(one: Any, other: Any, assignment: Assignment) -> None:
    """A symbolic value, task or environment is a concrete one under an assignment."""
    if isinstance(one, Term):
        assert evaluate(one, assignment) == other
    elif isinstance(one, Tupled):
        for left, right in zip(one.items, other, strict=True):
            assert_same(left, right, assignment)
    elif isinstance(one, tasks.Location | syntax.Type | bool | str):
        assert one == other
    elif isinstance(one, tuple):
        for left, right in zip(one, other, strict=True):
            assert_same(left, right, assignment)
    elif isinstance(one, Mapping):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key], assignment)
    else:
        assert type(one) is type(other)
        for name in type(one).__match_args__:
            if name in {"parameter", "body", "expression"}:
                assert getattr(one, name) is getattr(other, name)
            elif name != "known":
                assert_same(getattr(one, name), getattr(other, name), assignment)


def explore(graph: Graph | Paths, nodes: int = 40) -> tuple[list[Any], Search[Any]]:
    budget = Budget(nodes=nodes, effort=Effort(0.3))
    search = Search(graph.tree(), strategy="breadth-first", budget=budget, session=SESSION)
    return [result.value for result in search], search


@given(programs())
@EXAMPLES
def test_what_is_shown_parses_back(program: syntax.Program) -> None:
    assert parse(Source("shown.top", show_program(program))) == program


@given(sources)
@EXAMPLES
def test_soundness_every_state_replays_to_the_same_task_store_and_value(text: str) -> None:
    symbolic, interpreter = symbolic_of(text)
    graph = Graph(symbolic)
    findings, _ = explore(graph)
    for node in graph.nodes.values():
        state = node.state
        model = SESSION.model(state.world.path)
        if model is None:
            assert SESSION.check(state.world.path) is Answer.UNKNOWN
            continue
        run = play(interpreter, [concrete(each, model) for each in state.inputs])
        assert run.error is None
        assert run.refused is None
        assert run.now is not None
        assert_same(state.task, run.now.task, model)
        assert_same(state.world.heap, run.now.world.heap, model)
        value = interpreter.value(run.now.task, run.now.world)
        assert (state.value is None) == (value is None)
        if value is not None:
            assert_same(state.value, value, model)
    for each in findings:
        if isinstance(each, Crashed):
            model = SESSION.model(each.crash.world.path)
            assert model is not None
            run = play(interpreter, [concrete(given, model) for given in each.inputs])
            assert run.error is not None
            assert run.error.span == each.crash.span
        if isinstance(each, Broken) and each.known:
            model = SESSION.model(each.path)
            assert model is not None
            run = play(interpreter, [concrete(given, model) for given in each.inputs])
            assert run.now is not None
            assert each.span in run.now.world.broken


def assign(symbol: Any, value: Any, assignment: dict[Term, Value]) -> None:
    """Give the symbols of an input the values that were entered."""
    if symbol.arguments:
        parts = value.arguments if isinstance(value, Constructed) else value
        for part, each in zip(symbol.arguments, parts, strict=True):
            assign(part, each, assignment)
    elif not symbol.is_value:
        assignment[symbol] = value


def is_for(offer: Offer, wanted: tasks.Input, entered: Constructed) -> bool:
    """Whether an offer is for values with the constructor of this one."""
    if (offer.given.way, offer.given.shape) != (wanted.way, wanted.shape):
        return False
    made = offer.given.action.payload
    return bool(getattr(made, "name", made) == entered.name)


def attempt(
    interpreter: Interpreter, now: RunState, entered: tasks.Input
) -> RunState | NotAcceptedError | EvaluationError:
    try:
        return interpreter.drive(now, entered)
    except (NotAcceptedError, EvaluationError) as refusal:
        return refusal


@given(sources, st.data())
@EXAMPLES
def test_completeness_every_run_follows_exactly_one_symbolic_path(
    text: str, data: DataObject
) -> None:
    symbolic, interpreter = symbolic_of(text)
    assignment: dict[Term, Value] = {}
    started = list(symbolic.start())
    if not started:
        assert play(interpreter, []).error is not None
        return
    ((_, task, world),) = started
    _, now = interpreter.start()
    for _ in range(data.draw(st.integers(0, 6))):
        assert_same(task, now.task, assignment)
        if interpreter.is_done(now):
            return
        offers = [*symbolic.offers(task, world), *symbolic.waiting(task, world)]
        if not offers:
            assert interpreter.inputs(now) == []
            return
        offer = data.draw(st.sampled_from(offers))
        given_ = offer.given
        if given_.way == tasks.WAIT:
            left = [each - now.world.clock for each in tasks.deadlines(now.task)]
            days: int = data.draw(st.integers(1, min([3, *left])))
            assignment[variable(f"s{world.symbols}", INT)] = now.world.clock + days
            given_ = tasks.Input(given_.way, days, given_.shape)
        elif given_.shape is not None:
            entered = data.draw(values(given_.shape))
            if isinstance(entered, Constructed):
                offer = next(each for each in offers if is_for(each, given_, entered))
                given_ = offer.given
            assign(given_.action, entered, assignment)
            given_ = tasks.Input(given_.way, entered, given_.shape)
        symbolic.crashes.clear()
        results = list(symbolic.drive(offer))
        matching = [
            (following, after)
            for following, after in results
            if all(evaluate(each, assignment) for each in after.path.conditions())
        ]
        crashing = [
            crash
            for crash in symbolic.crashes
            if all(evaluate(each, assignment) for each in crash.world.path.conditions())
        ]
        possible = any(
            (each.way, each.action or None, each.shape)
            == (given_.way, None if given_.shape else given_.action, given_.shape)
            for each in interpreter.inputs(now)
        )
        following_now = attempt(interpreter, now, given_)
        if isinstance(following_now, NotAcceptedError):
            assert (matching, crashing, possible) == ([], [], False)
            return
        assert possible
        if isinstance(following_now, EvaluationError):
            assert not matching
            assert [crash.span for crash in crashing] == [following_now.span]
            return
        now = following_now
        assert len(matching) == 1
        task, world = matching[0]
        assert_same(world.heap, now.world.heap, assignment)
        assert_same(world.clock, now.world.clock, assignment)


def play_on(interpreter: Interpreter, data: DataObject) -> Any:
    """The value or the error that random inputs lead to, None for neither."""
    started = play(interpreter, [])
    if started.now is None:
        return started.error
    now = started.now
    for _ in range(8):
        value = interpreter.value(now.task, now.world)
        possible = interpreter.inputs(now)
        if not possible or (value is not None and data.draw(st.booleans())):
            return value
        chosen = data.draw(st.sampled_from(possible))
        action = chosen.action if chosen.shape is None else data.draw(values(chosen.shape))
        if chosen.way == tasks.WAIT:
            action = data.draw(st.integers(1, 5))
        following = attempt(interpreter, now, tasks.Input(chosen.way, action, chosen.shape))
        if not isinstance(following, RunState):
            return following
        now = following
    return None


@given(sources, st.data())
@EXAMPLES
def test_every_value_of_a_run_is_among_the_end_states_of_the_reduced_search(
    text: str, data: DataObject
) -> None:
    symbolic, interpreter = symbolic_of(text)
    findings, search = explore(Graph(symbolic))
    if search.ended is not Stopped.EXHAUSTED:
        return
    value = play_on(interpreter, data)
    if value is None:
        return
    if isinstance(value, EvaluationError):
        assert value.span in {each.crash.span for each in findings if isinstance(each, Crashed)}
        return
    ends = [each.state for each in findings if isinstance(each, Ended)]
    assert any(_covers(state, value) for state in ends)


def _covers(state: State, value: Value) -> bool:
    term = equal(state.value, constant(value, state.value.sort))
    return SESSION.check(state.world.path.extend(term)) is not Answer.UNSAT


@given(sources)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_paths_of_the_look_ahead_end_in_states_of_the_reduced_search(text: str) -> None:
    symbolic, _ = symbolic_of(text)
    reduced, search = explore(Graph(symbolic))
    if search.ended is not Stopped.EXHAUSTED:
        return
    paths, _ = explore(Paths(symbolic), nodes=150)
    ends = [each.state for each in reduced if isinstance(each, Ended)]
    for each in paths:
        model = SESSION.model(each.state.world.path) if isinstance(each, Ended) else None
        if model is not None:
            assert any(_covers(end, evaluate(each.state.value, model)) for end in ends)


@st.composite
def pairs(draw: st.DrawFn) -> str:
    """Two tasks, the second of them the first, the first with another number, or any other."""
    left = show_program(draw(programs_of("a")))
    right = draw(st.sampled_from([left, show_program(draw(programs_of("a")))]))
    numbers = [found.start() for found in re.finditer(r"(?<![\w.])[0-3](?![\w.])", right)]
    changed: bool = draw(st.booleans())
    if numbers and changed:
        place = draw(st.sampled_from(numbers))
        right = right[:place] + str(draw(st.integers(0, 3))) + right[place + 1 :]
    types, count, one = left.strip().split("\n\n")[:-2], *left.strip().split("\n\n")[-2:]
    other = right.strip().split("\n\n")[-1]
    first = one.replace("task a", "def a", 1)
    second = other.replace("task a", "def b", 1)
    relation = draw(st.sampled_from(["same", "refines"]))
    tail = f"task main = a\n\n{relation} a b"
    return "\n\n".join([*types, count, first, second, tail])


def step_alike(given_: tasks.Input, possible: list[tasks.Input]) -> tasks.Input | None:
    """The input of another task with the same label, or without labels at the same place."""
    for each in possible:
        where = (each.label, each.role) if each.label else each.way
        wanted = (given_.label, given_.role) if given_.label else given_.way
        same_button = given_.shape is not None or bool(each.label) or each.action == given_.action
        if where == wanted and each.shape == given_.shape and same_button:
            return replace(each, action=given_.action) if given_.shape else each
    return None


@given(pairs(), st.data())
@EXAMPLES
def test_tasks_that_are_said_to_be_the_same_do_the_same_on_every_run(
    text: str, data: DataObject
) -> None:
    """On a run of one task, the other takes every input, with equal values."""
    source = Source("random.top", text)
    (outcome, *_) = report_on("check", source, effort=0.3).outcomes
    checked = load(source)
    (claim,) = (e for e in checked.program.declarations if isinstance(e, syntax.Compare))
    left, right = (Interpreter(of_task(checked, name)) for name in (claim.left, claim.right))
    if outcome.verdict is not Verdict.CONFIRMED:
        if text.count("refines") == 0 and left.checked.task == right.checked.task:
            assert outcome.verdict is not Verdict.REFUTED
        return
    one, other = play(left, []).now, play(right, []).now
    for _ in range(6):
        assert one is not None
        assert other is not None
        assert left.value(one.task, one.world) == right.value(other.task, other.world)
        possible = left.inputs(one)
        if not possible:
            return
        chosen = data.draw(st.sampled_from(possible))
        if chosen.way == tasks.WAIT:
            chosen = replace(chosen, action=1)
        elif chosen.shape is not None:
            chosen = replace(chosen, action=data.draw(values(chosen.shape)))
        alike = step_alike(chosen, right.inputs(other))
        assert alike is not None
        first, second = attempt(left, one, chosen), attempt(right, other, alike)
        if isinstance(first, EvaluationError):  # the claim is about runs without errors
            assert isinstance(second, EvaluationError) or claim.relation == "refines"
            return
        assert isinstance(first, RunState)
        assert isinstance(second, RunState)
        one, other = first, second


class StatesFrom(Graph):
    """The states that a given one leads to."""

    def __init__(self, symbolic: Symbolic, state: State) -> None:
        super().__init__(symbolic)
        self.state = state

    def begin(self) -> Iterator[State]:
        yield self.state


@given(sources, st.data())
@EXAMPLES
def test_what_is_said_to_finish_does_and_what_is_stuck_does_not(
    text: str, data: DataObject
) -> None:
    symbolic, _ = symbolic_of(text)
    graph = Graph(symbolic)
    _, search = explore(graph)
    unknowns = SESSION.statistics.unknowns
    if search.ended is not Stopped.EXHAUSTED or not graph.nodes:
        return
    finishing = Finishing(graph, SESSION)
    unfinished = finishing.unfinished()
    if unfinished is None:
        node = data.draw(st.sampled_from(list(graph.nodes.values())))
        path = node.state.world.path
    else:
        node, path = unfinished
    model = SESSION.model(path)
    if model is None or SESSION.statistics.unknowns != unknowns:
        return
    if node.state.value is not None:
        assert unfinished is None
        return
    world = node.state.world
    for symbol in node.names:
        world = world.assume(equal(symbol, constant(evaluate(symbol, model), symbol.sort)))
    findings, onwards = explore(StatesFrom(symbolic, replace(node.state, world=world)), nodes=120)
    can_end = any(isinstance(each, Ended) for each in findings)
    if unfinished is not None:
        assert not (can_end and finishing.exact)
    elif onwards.ended is Stopped.EXHAUSTED:
        assert can_end
