"""The loop: commands, budgets, interrupts, and what the solver does not know."""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import pytest

from refute.search import (
    STRATEGY_NAMES,
    Assume,
    Bind,
    Bounds,
    Budget,
    CheapestFirst,
    Counts,
    Done,
    Ended,
    Failed,
    Fork,
    Later,
    Result,
    Search,
    Tree,
    Walkable,
)
from refute.solver import SECOND, Answer, Effort, Path, Statistics
from refute.terms import INT, Term, equal, greater, integer, less, variable

from .trees import FAIR, choice, endless, found, loop, naturals, wide

if TYPE_CHECKING:
    from refute.solver import Session

X = variable("x", INT)
every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)
fair = pytest.mark.parametrize("strategy", FAIR)


def ended(tree: Tree[object], strategy: str, **budget: Any) -> Ended | None:
    limits = Budget(**budget)
    search: Search[object] = Search(tree, strategy=strategy, budget=limits)
    list(search)
    return search.ended


# Commands


@every
def test_a_fork_without_branches_fails(strategy: str) -> None:
    search: Search[int] = Search(choice(), strategy=strategy)
    assert list(search) == []
    assert search.statistics.failures == 1
    assert search.complete


@every
def test_what_follows_gets_every_value(strategy: str) -> None:
    tree = choice(Done(1), Failed(), Done(2)).then(lambda n: choice(Done(n), Done(10 * n)))
    assert sorted(found(tree, strategy)) == [1, 2, 10, 20]


def test_nothing_is_run_before_it_is_asked_for() -> None:
    ran = []

    def note() -> Tree[int]:
        ran.append(1)
        return Done(1)

    search = Search(Later(note))
    assert not ran
    assert [each.value for each in search] == [1]
    assert ran == [1]


def test_results_come_as_they_are_found() -> None:
    search = iter(Search(choice(Done(1), Later(lambda: 1 / 0)), strategy="depth-first"))  # type: ignore[arg-type, return-value]
    assert next(search).value == 1
    with pytest.raises(ZeroDivisionError):
        next(search)


def test_a_result_says_where_it_was() -> None:
    tree = choice(Failed(), Later(lambda: choice(Assume(less(X, integer(3)))), cost=4))
    (result,) = Search(tree)
    assert (result.depth, result.cost) == (2, 4)
    assert result.path.conditions() == [less(X, integer(3))]


def test_the_reasons_of_failures_are_told() -> None:
    reasons: list[object] = []
    tree = choice(Failed("one"), Done(1), choice(Failed("two"), Failed()))
    assert [each.value for each in Search(tree, on_failure=reasons.append)] == [1]
    assert sorted(map(str, reasons)) == ["None", "one", "two"]


def test_iterative_deepening_tells_each_failure_once() -> None:
    reasons: list[object] = []
    tree = choice(Failed("shallow"), choice(choice(choice(Failed("deep"), Done(1)))))
    assert list(Search(tree, strategy="iterative-deepening", on_failure=reasons.append))
    assert reasons == ["shallow", "deep"]


@every
def test_a_tree_can_be_walked_again(strategy: str) -> None:
    tree = choice(Done(1), Fork(lambda: (Done(n) for n in range(300))), Later(lambda: Done(5)))
    first = found(tree, strategy)
    assert len(first) == 302
    assert found(tree, strategy) == first


def test_a_deep_tree_needs_no_recursion() -> None:
    tree: Tree[int] = Done(0)
    for _ in range(20_000):
        tree = tree.then(lambda n: Done(n + 1))
    assert found(tree) == [20_000]


def test_something_else_is_no_tree() -> None:
    with pytest.raises((TypeError, AssertionError), match="not a tree"):
        found(cast("Tree[int]", 42))


# Unknowns and conditions


@every
def test_conditions_that_cannot_hold_together_end_a_branch(strategy: str) -> None:
    def between(low: int, high: int) -> Tree[str]:
        above: Tree[None] = Assume(greater(X, integer(low)))
        return above.then(lambda _: Assume(less(X, integer(high)))).then(
            lambda _: Done(f"{low}..{high}")
        )

    search = Search(choice(between(0, 2), between(0, 1), between(5, 9)), strategy=strategy)
    assert sorted(each.value for each in search) == ["0..2", "5..9"]
    assert search.statistics.impossible >= 1
    assert search.complete


def test_a_condition_holds_for_the_rest_of_its_branch_only() -> None:
    tree = choice(Assume(equal(X, integer(1))), Assume(equal(X, integer(2)))).then(
        lambda _: Assume(less(X, integer(2)))
    )
    (result,) = Search(tree)
    assert result.path.conditions() == [equal(X, integer(1)), less(X, integer(2))]


def test_a_search_without_conditions_opens_no_session() -> None:
    search = Search(choice(Done(1), Done(2)))
    assert len(list(search)) == 2
    assert search.queries == 0
    assert search._solver._session is None


class Script:
    """A solver that gives its answers in order."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = list(answers)
        self.asked: list[int] = []
        self.statistics = Statistics()

    def check(self, path: Path) -> Answer:
        self.asked.append(len(path))
        return self.answers.pop(0)


def assumed(conditions: Sequence[Term]) -> Tree[str]:
    tree: Tree[str] = Done("value")
    for condition in reversed(conditions):
        tree = Bind(Assume(condition), partial(_after, tree))
    return tree


def _after(tree: Tree[str], _nothing: None) -> Tree[str]:
    return tree


ONE, TWO = greater(X, integer(0)), less(X, integer(9))


def scripted(conditions: Sequence[Term], *answers: Answer) -> tuple[Search[str], list[str]]:
    script = Script(answers)
    search = Search(assumed(conditions), session=cast("Session", script))
    values = [each.value for each in search]
    assert script.answers == [], "every answer was asked for"
    return search, values


def test_a_value_on_a_path_that_may_be_impossible_is_withheld() -> None:
    search, values = scripted([ONE], Answer.UNKNOWN, Answer.UNKNOWN)
    assert values == []
    assert (search.statistics.unknown, search.statistics.withheld) == (1, 1)
    assert search.statistics.results == 0
    assert search.ended is Ended.EXHAUSTED
    assert not search.complete


def test_a_value_whose_path_turns_out_possible_is_given() -> None:
    search, values = scripted([ONE], Answer.UNKNOWN, Answer.SAT)
    assert values == ["value"]
    assert (search.statistics.unknown, search.statistics.withheld) == (1, 0)
    assert not search.complete


def test_a_value_whose_path_turns_out_impossible_is_withheld() -> None:
    search, values = scripted([ONE], Answer.UNKNOWN, Answer.UNSAT)
    assert values == []
    assert search.statistics.results == 0


def test_a_doubtful_branch_ends_when_a_later_condition_is_impossible() -> None:
    search, values = scripted([ONE, TWO], Answer.UNKNOWN, Answer.UNSAT)
    assert values == []
    assert (search.statistics.impossible, search.statistics.withheld) == (1, 0)


def test_doubt_stays_in_its_branch() -> None:
    script = Script([Answer.UNKNOWN, Answer.UNKNOWN, Answer.SAT])
    tree = choice(assumed([ONE]), assumed([TWO]))
    search = Search(tree, strategy="breadth-first", session=cast("Session", script))
    assert [each.path.conditions() for each in search] == [[TWO]]
    assert script.asked == [1, 1, 1]
    assert search.statistics.withheld == 1


def test_doubt_is_handed_on_to_the_branches() -> None:
    script = Script([Answer.UNKNOWN, Answer.UNKNOWN, Answer.SAT])
    doubtful: Tree[None] = Assume(ONE)
    tree = doubtful.then(lambda _: choice(Done(1), Done(2)))
    search = Search(tree, strategy="depth-first", session=cast("Session", script))
    assert [each.value for each in search] == [2]
    assert (search.statistics.unknown, search.statistics.withheld) == (1, 1)


# Budgets


@every
def test_an_exhausted_tree_says_so(strategy: str) -> None:
    search = Search(choice(Done(1), Failed()), strategy=strategy)
    assert search.ended is None
    assert not search.complete
    assert len(list(search)) == 1
    assert search.ended is Ended.EXHAUSTED
    assert search.complete


@every
def test_the_depth_limit_cuts_what_is_deeper(strategy: str) -> None:
    search = Search(naturals(), strategy=strategy, budget=Budget(depth=4))
    assert sorted(each.value for each in search) == [0, 1, 2, 3]
    assert search.ended is Ended.DEPTH
    assert not search.complete


@every
def test_a_tree_within_the_depth_limit_is_exhausted(strategy: str) -> None:
    assert ended(choice(choice(Done(1))), strategy, depth=2) is Ended.EXHAUSTED
    assert ended(choice(choice(Done(1))), strategy, depth=1) is Ended.DEPTH


@every
def test_the_cost_limit_cuts_what_costs_more(strategy: str) -> None:
    search = Search(naturals(), strategy=strategy, budget=Budget(cost=3))
    assert sorted(each.value for each in search) == [0, 1, 2, 3]
    assert search.ended is Ended.COST


@every
def test_a_tree_within_the_cost_limit_is_exhausted(strategy: str) -> None:
    assert ended(Later(lambda: Done(1), cost=3), strategy, cost=3) is Ended.EXHAUSTED
    assert ended(Later(lambda: Done(1), cost=3), strategy, cost=2) is Ended.COST


@every
def test_the_node_limit_ends_an_endless_search(strategy: str) -> None:
    for tree in (loop(), endless()):
        search = Search(tree, strategy=strategy, budget=Budget(nodes=500))
        assert list(search) == []
        assert search.ended is Ended.NODES
        assert search.statistics.nodes == 500


@every
def test_the_limit_on_results_ends_the_search(strategy: str) -> None:
    search = Search(choice(*map(Done, range(10))), strategy=strategy, budget=Budget(results=3))
    assert len(list(search)) == 3
    assert search.ended is Ended.RESULTS
    assert not search.complete


@every
def test_the_time_limit_ends_an_endless_search(strategy: str) -> None:
    started = time.monotonic()
    assert ended(loop(), strategy, effort=Effort(1000, time_limit=0.05)) is Ended.TIME
    assert 0.05 <= time.monotonic() - started < 2


@every
def test_the_effort_ends_an_endless_search_at_the_same_node(strategy: str) -> None:
    counts = set()
    for _ in range(2):
        search = Search(endless(), strategy=strategy, budget=Budget(effort=Effort(0.01)))
        assert list(search) == []
        assert search.ended is Ended.EFFORT
        counts.add(search.statistics.nodes)
    assert len(counts) == 1


def test_a_request_to_cancel_ends_a_search() -> None:
    wanted = iter([False, False, True])
    effort = Effort(cancelled=lambda: next(wanted))
    search = Search(naturals(), strategy="breadth-first", budget=Budget(effort=effort))
    assert len(list(search)) < 20
    assert search.ended is Ended.INTERRUPTED


def test_the_rest_of_a_wide_fork_costs_one_more() -> None:
    search = Search(wide(), strategy="best-first", budget=Budget(results=600))
    assert [each.cost for each in search] == [0] * 256 + [1] * 256 + [2] * 88


def test_a_search_goes_on_where_its_budget_ended() -> None:
    search = Search(naturals(), strategy="breadth-first", budget=Budget(results=3))
    assert [each.value for each in search] == [0, 1, 2]
    search.budget = Budget(results=5)
    assert [each.value for each in search] == [3, 4]


@every
def test_nothing_is_lost_when_the_node_limit_is_raised(strategy: str) -> None:
    search = Search(choice(*map(Done, range(9))), strategy=strategy, budget=Budget(nodes=4))
    values = [each.value for each in search]
    search.budget = Budget()
    assert sorted([*values, *(each.value for each in search)]) == list(range(9))


def test_statistics_count_what_was_done() -> None:
    search = Search(choice(Done(1), Failed(), choice(Done(2), choice())), strategy="depth-first")
    assert len(list(search)) == 2
    counts = search.statistics
    assert (counts.nodes, counts.results, counts.failures, counts.deepest) == (6, 2, 2, 3)
    assert counts.seconds > 0


# Interrupts


@every
def test_an_interrupt_keeps_what_was_found(strategy: str) -> None:
    def interrupt() -> Tree[int]:
        raise KeyboardInterrupt

    tree = choice(Done(1), choice(Done(2), choice(choice(Later(lambda: Later(interrupt))))))
    search = Search(tree, strategy=strategy, seed=3)
    values = [each.value for each in search]
    assert search.ended is Ended.INTERRUPTED
    assert not search.complete
    assert search.statistics.results == len(values)
    if strategy != "random":
        assert values == [1, 2]


# Infinite trees


@fair
def test_an_infinitely_wide_fork_is_searched(strategy: str) -> None:
    values = found(wide(), strategy, results=1_000)
    assert len(set(values)) == 1_000
    if strategy not in {"random", "interleaving"}:
        assert values == list(range(1_000))


@fair
def test_a_result_beside_an_infinitely_wide_fork_is_found(strategy: str) -> None:
    nothing: Tree[str] = Fork(lambda: iter(loop, None))
    tree = choice(nothing, choice(Failed(), Done("found")))
    assert found(tree, strategy, nodes=100_000, results=1) == ["found"]


def test_depth_first_never_leaves_an_endless_branch() -> None:
    assert found(choice(loop(), Done("missed")), "depth-first", nodes=10_000) == []


# Trees that know more than the solver


def undecided(_path: Path) -> Answer:
    return Answer.UNKNOWN


def test_a_condition_with_a_known_model_is_possible_without_asking() -> None:
    def check(path: Path) -> Answer:
        assert path.answer is not None, "nobody should be asked"
        return path.answer

    tree = Assume(greater(X, integer(3)), {X: 4}).then(lambda _: Done("there"))
    (result,) = Search(tree, check=check)
    assert (result.value, result.path.model) == ("there", {X: 4})


def test_a_search_without_hope_stops_where_nothing_is_known() -> None:
    tree = Assume(greater(X, integer(3))).then(lambda _: Done("there"))
    search = Search(tree, check=undecided, hopeful=False)
    assert list(search) == []
    assert (search.statistics.unknown, search.statistics.withheld) == (1, 0)
    assert not search.complete
    hopeful = Search(tree, check=undecided)
    assert list(hopeful) == []
    assert (hopeful.statistics.unknown, hopeful.statistics.withheld) == (1, 1)


def brief(steps: int, value: str) -> Tree[str]:
    """A branch that lets others have their turn so many times."""
    return Later(lambda: brief(steps - 1, value) if steps else Done(value), brief=True)


def test_the_cheapest_branch_comes_first_and_equals_take_turns() -> None:
    tree = choice(
        Later(lambda: brief(0, "dear"), cost=1),
        Later(lambda: brief(5, "slow")),
        Later(lambda: choice(Later(lambda: choice(brief(0, "deep"))))),
    )
    search = Search(tree, strategy=CheapestFirst())
    assert [each.value for each in search] == ["deep", "slow", "dear"]
    assert search.budget.effort.spent < SECOND // 400


class Interrupted(Walkable[int]):
    """Walks by itself, and is interrupted after one result."""

    def __init__(self) -> None:
        self.cost = 0

    limit, turns, interrupted = 1, 0, True
    reasons: list[object] = []  # noqa: RUF012  # it is never changed

    def walk(self, bounds: Bounds) -> "Interrupted":
        return self

    def __iter__(self) -> Iterator[Result[int]]:
        yield Result(7, Path(), 0, 0)

    def counts(self) -> Counts:
        return 1, 1, 0, 0

    def rest(self) -> list[tuple[Tree[int], int, int]]:
        return []


def test_an_interrupt_of_what_walks_by_itself_keeps_what_was_found() -> None:
    search: Search[int] = Search(Interrupted(), strategy="depth-first")
    assert [result.value for result in search] == [7]
    assert search.ended is Ended.INTERRUPTED
    assert search.statistics.results == 1
