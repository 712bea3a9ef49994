"""The three meanings of a specification agree (section 8.5), on random specifications."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from console_specifications import SMALL_SETS, specifications
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import (
    Choice,
    PrintStep,
    interpret,
    plainly,
    random_inputs,
)
from refute.languages.console.meaning.symbolic import solver_value, value_of
from refute.languages.console.meaning.traces import (
    Input,
    NotRelevant,
    Output,
    Trace,
    accept,
    gtrace,
    inputs,
    mismatch,
    normalize,
    perform,
)
from refute.languages.console.paths.exploration import Exploration
from refute.languages.console.paths.tree import PathTree, Prefix
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.judging import judge
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value, show_value
from refute.search import Assume, Bind, Done, Fork, Later, Tree
from refute.solver import Effort
from refute.terms import Term, evaluate, variables

often = settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
seldom = settings(often, max_examples=12)
RANDOMS = st.randoms(use_true_random=False)


def tries(checked: Checked, random: Random) -> list[list[Value]]:
    """Inputs that the specification comes to an end with, and others near them."""

    def propose(random: Random, _asks: ReadStep) -> Value:
        return random.randint(-2, 5)

    found: list[list[Value]] = []
    for _ in range(3):
        try:
            values = random_inputs(checked.body, propose, random, longest=8)
        except InputError:
            continue
        if values is not None:
            changed = list(values)
            changed[random.randrange(len(changed))] = random.randint(-2, 5)
            found += [list(values), changed, [*values, random.randint(-2, 5)]]
    found.append([random.randint(-2, 5) for _ in range(random.randint(0, 4))])
    return [values for values in found if defined(checked, values)]


Route = tuple[str, ...]


def routes(checked: Checked, values: Sequence[Value]) -> list[Route]:
    """The paths that the values fulfil, using all of them: {p ∈ P^s : vs ⊨ p}."""

    def taken(tree: Tree[Prefix], read: int, route: Route) -> list[Route]:
        match tree:
            case Later(resume, cost, label):
                assert not isinstance(label, str) or label in {"", "end"}
                route = route if isinstance(label, str) else (*route, label())
                return taken(resume(), read + cost, route) if read + cost <= len(values) else []
            case Fork(branches):
                return [each for branch in branches() for each in taken(branch, read, route)]
            case Bind(Assume(condition), follow):
                model = {
                    each: solver_value(values[_number(each)], each.sort)
                    for each in variables(condition)
                }
                return taken(follow(None), read, route) if evaluate(condition, model) else []
            case Done():
                return [route] if read == len(values) else []
            case _:
                raise AssertionError(tree)

    return taken(PathTree(checked, unfoldings=1000, retries=True, outputs=False).tree(), 0, ())


def _number(variable: Term) -> int:
    return int(variable.payload.rpartition("#")[2])


def paths_taken(checked: Checked, values: Sequence[Value]) -> int:
    """How many paths the values fulfil."""
    return len(routes(checked, values))


def is_relevant(checked: Checked, values: Sequence[Value]) -> bool:
    """Whether some accepted trace has these inputs: vs ∈ inputs(Tr^s)."""
    trace = perform(checked.body, values)
    return inputs(trace) == list(values) and accept(checked.body, trace)


def general(checked: Checked, values: Sequence[Value]) -> object:
    try:
        return gtrace(checked.body, values)
    except NotRelevant:
        return None


def defined(checked: Checked, values: Sequence[Value]) -> bool:
    """Whether no expression lacks a value, as the least of nothing would."""
    try:
        general(checked, values)
        paths_taken(checked, values)
    except InputError:
        return False
    return True


@often
@given(specifications(), RANDOMS)
def test_lemma_1_relevant_inputs_take_exactly_one_path(checked: Checked, random: Random) -> None:
    for values in tries(checked, random):
        assert paths_taken(checked, values) == int(is_relevant(checked, values))


@often
@given(specifications(), RANDOMS)
def test_conjecture_2a_there_is_a_generalized_trace_for_relevant_inputs_only(
    checked: Checked, random: Random
) -> None:
    for values in tries(checked, random):
        assert (general(checked, values) is not None) == is_relevant(checked, values)


TEXT = syntax.Pattern((syntax.Literal("a"),))


def random_choice(random: Random) -> Choice:
    def choose(says: PrintStep) -> str | None:
        if says.output.optional and random.random() < 0.4:
            return None
        return random.choice(says.lines).example

    return choose


def disturbed(trace: Trace, random: Random) -> Trace:
    """The trace with some outputs left out, changed or added; its inputs stay."""
    steps: list[Input | Output] = []
    for step in trace:
        chance = random.random()
        if isinstance(step, Input) or chance < 0.85:
            steps.append(step)
        elif chance < 0.92:
            steps.append(Output(random.choice(["0", "1", "a", "00", "x0"])))
        if random.random() < 0.08:
            steps.append(Output(random.choice(["0", "1", "a"])))
    return tuple(steps)


@often
@given(specifications(), RANDOMS)
def test_conjecture_2b_acceptance_is_being_covered(checked: Checked, random: Random) -> None:
    for values in tries(checked, random):
        trace = perform(checked.body, values, random_choice(random))
        if inputs(trace) == values and is_relevant(checked, values):
            expected = gtrace(checked.body, values)
            assert mismatch(normalize(trace), expected) is None
            assert accept(checked.body, trace)
            for tried in (disturbed(trace, random) for _ in range(4)):
                covered = mismatch(normalize(tried), expected) is None
                assert covered == accept(checked.body, tried)


@often
@given(specifications(), RANDOMS)
def test_dropping_the_last_input_never_leaves_a_complete_run(
    checked: Checked, random: Random
) -> None:
    for values in tries(checked, random):
        if values and is_relevant(checked, values):
            assert not is_relevant(checked, values[:-1])


@often
@given(specifications(), RANDOMS)
def test_what_follows_an_exit_does_not_matter(checked: Checked, random: Random) -> None:
    first: syntax.Block = (syntax.Print((TEXT,)), syntax.Exit())
    short: syntax.Block = (syntax.Loop(first), *checked.body)
    long: syntax.Block = (syntax.Loop((*first, *checked.body)), *checked.body)
    for values in tries(checked, random):
        trace = perform(short, values, random_choice(random))
        assert perform(long, values) == perform(short, values)
        assert accept(long, trace) == accept(short, trace)
        if inputs(trace) == values:
            assert accept(long, trace) == is_relevant(checked, values)


@often
@given(specifications(), RANDOMS)
def test_a_loop_that_leaves_at_once_and_empty_branches_change_nothing(
    checked: Checked, random: Random
) -> None:
    always = syntax.Apply("==", (syntax.Integer(1), syntax.Integer(1)))
    padded: syntax.Block = (
        syntax.Loop((syntax.Exit(),)),
        syntax.If(always, checked.body, ()),
        syntax.If(always, (), checked.body),
    )
    for values in tries(checked, random):
        trace = disturbed(perform(checked.body, values, random_choice(random)), random)
        assert accept(padded, trace) == accept(checked.body, trace)
        if is_relevant(checked, values):
            assert gtrace(padded, values) == gtrace(checked.body, values)


@seldom
@given(specifications(), st.integers(0, 1000))
def test_programs_interpreted_from_a_specification_satisfy_it(checked: Checked, seed: int) -> None:
    campaign = Campaign(checked, Plan(unfoldings=4, seed=seed), Effort(0.2))
    variants = interpret(checked.body, most=4)
    try:
        cases = [case for case, _ in zip(campaign.cases(), range(20), strict=False)]
    except InputError:
        assume(False)
    for case in cases:
        for choose in (plainly, *variants):
            run = SpecificationProgram(checked, choose).run([*map(show_value, case.values)])
            assert judge(case, run) is None


@seldom
@given(specifications(SMALL_SETS, depth=1), st.booleans())
def test_exploration_finds_the_paths_that_trying_all_inputs_finds(
    checked: Checked, retries: bool
) -> None:
    try:
        exploration = Exploration(checked, unfoldings=7, retries=retries, longest=3)
        found = [path for path in exploration if len(path.inputs) <= 3]
        tried = {
            route
            for length in range(4)
            for values in product(range(-2, 6), repeat=length)
            for route in routes(checked, values)
        }
    except InputError:
        assume(False)
    assert exploration.unknown == 0
    reached = []
    for path in found:
        values = [evaluate(each, path.model) for each in path.variables]
        reached += routes(checked, [value_of(each) for each in values])
    assert len(reached) == len(set(reached)) == len(found)
    assert set(reached) <= tried
    if retries and not exploration.cut:
        assert set(reached) == tried
