"""Every strategy on random trees: monad laws, the same results, fairness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings, strategies as st

from refute.search import (
    STRATEGY_NAMES,
    Assume,
    Budget,
    Done,
    Failed,
    Fork,
    Later,
    Search,
    Tree,
)
from refute.solver import Effort, open_session
from refute.terms import INT, Term, conjunction, different, equal, evaluate, integer, less, variable

SESSION = open_session(effort=Effort(100))
X, Y = variable("x", INT), variable("y", INT)
RANGE = range(-5, 6)
"""Conditions speak of -2..2 and compare two unknowns: if they can hold, they hold in here."""

# Plans of trees, as data


@dataclass(frozen=True)
class Leaf:
    """A value."""

    value: int


@dataclass(frozen=True)
class Nothing:
    """A failure."""


@dataclass(frozen=True)
class Branches:
    """A fork."""

    plans: tuple[Plan, ...]


@dataclass(frozen=True)
class Turn:
    """Work put off."""

    cost: int
    plan: Plan


@dataclass(frozen=True)
class Under:
    """A condition."""

    condition: Term
    plan: Plan


@dataclass(frozen=True)
class Chain:
    """A computation, and one for each of its values."""

    first: Plan
    rest: tuple[Plan, ...]


Plan: TypeAlias = Leaf | Nothing | Branches | Turn | Under | Chain


def conditions() -> st.SearchStrategy[Term]:
    unknown = st.sampled_from([X, Y])
    number = st.integers(-2, 2).map(integer)
    relation = st.sampled_from([equal, different, less])
    mixed = st.builds(lambda test, a, b: test(a, b), relation, unknown, st.one_of(number, unknown))
    return mixed | st.builds(lambda test, a, b: test(a, b), relation, number, unknown)


def _larger(inner: st.SearchStrategy[Plan]) -> st.SearchStrategy[Plan]:
    several = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Branches, several),
        st.builds(Turn, st.integers(0, 2), inner),
        st.builds(Under, conditions(), inner),
        st.builds(Chain, inner, st.lists(inner, min_size=1, max_size=2).map(tuple)),
    )


plans: st.SearchStrategy[Plan] = st.recursive(
    st.builds(Leaf, st.integers(0, 9)) | st.builds(Nothing), _larger, max_leaves=12
)


def build(plan: Plan) -> Tree[int]:
    match plan:
        case Leaf(value):
            return Done(value)
        case Nothing():
            return Failed()
        case Branches(parts):
            return Fork(lambda: map(build, parts))
        case Turn(cost, part):
            return Later(lambda: build(part), cost=cost)
        case Under(condition, part):
            return Assume(condition).then(lambda _: build(part))
        case Chain(first, rest):
            return build(first).then(follow(rest))


def follow(rest: Sequence[Plan]) -> Callable[[int], Tree[int]]:
    """What comes after a value: a plan by its number, with the number added."""
    return lambda value: build(rest[value % len(rest)]).then(lambda more: Done(value + more))


Model: TypeAlias = tuple[int, int]
ALL: frozenset[Model] = frozenset(product(RANGE, RANGE))


def expected(plan: Plan, models: frozenset[Model] = ALL) -> Iterator[tuple[int, frozenset[Model]]]:
    """The values of a plan, each with the models under which it comes about; by brute force."""
    match plan:
        case Leaf(value):
            yield value, models
        case Nothing():
            return
        case Branches(parts):
            for part in parts:
                yield from expected(part, models)
        case Turn(_, part):
            yield from expected(part, models)
        case Under(condition, part):
            kept = frozenset((x, y) for x, y in models if evaluate(condition, {X: x, Y: y}))
            if kept:
                yield from expected(part, kept)
        case Chain(first, rest):
            for value, kept in expected(first, models):
                for more, left in expected(rest[value % len(rest)], kept):
                    yield value + more, left


def found(tree: Tree[Any], strategy: str, **budget: Any) -> Counter[Any]:
    search = Search(tree, strategy=strategy, budget=Budget(**budget), session=SESSION)
    values = Counter(each.value for each in search)
    if not budget:
        assert search.complete
    return values


every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


@every
@settings(max_examples=60, deadline=None)
@given(plan=plans)
def test_every_strategy_finds_exactly_what_there_is(strategy: str, plan: Plan) -> None:
    assert found(build(plan), strategy) == Counter(value for value, _ in expected(plan))


@settings(max_examples=60, deadline=None)
@given(plan=plans)
def test_the_conditions_of_a_result_describe_its_models(plan: Plan) -> None:
    results = Search(build(plan), strategy="depth-first", session=SESSION)
    for result, (value, models) in zip(results, expected(plan), strict=True):
        assert result.value == value
        own = [each for each in result.path.conditions() if "n" not in str(each)]
        whole = conjunction(*own)
        assert models == {(x, y) for x, y in ALL if evaluate(whole, {X: x, Y: y})}


@every
@settings(max_examples=25, deadline=None)
@given(plan=plans)
def test_a_tree_walked_twice_gives_the_same(strategy: str, plan: Plan) -> None:
    tree = build(plan)
    assert found(tree, strategy) == found(tree, strategy)


@every
@settings(max_examples=25, deadline=None)
@given(value=st.integers(0, 9), rest=st.lists(plans, min_size=1, max_size=3))
def test_a_value_then_a_function_is_the_function_of_the_value(
    strategy: str, value: int, rest: list[Plan]
) -> None:
    after = follow(rest)
    assert found(Done(value).then(after), strategy) == found(after(value), strategy)


@every
@settings(max_examples=25, deadline=None)
@given(plan=plans)
def test_a_tree_then_its_values_is_the_tree(strategy: str, plan: Plan) -> None:
    whole: Tree[int] = build(plan).then(Done)
    assert found(whole, strategy) == found(build(plan), strategy)


@every
@settings(max_examples=25, deadline=None)
@given(
    plan=plans,
    first=st.lists(plans, min_size=1, max_size=2),
    second=st.lists(plans, min_size=1, max_size=2),
)
def test_what_follows_may_be_grouped_either_way(
    strategy: str, plan: Plan, first: list[Plan], second: list[Plan]
) -> None:
    one, other = follow(first), follow(second)
    left = build(plan).then(one).then(other)
    right = build(plan).then(lambda value: one(value).then(other))
    assert found(left, strategy) == found(right, strategy)


@every
@given(plan=plans)
@settings(max_examples=10, deadline=None)
def test_an_empty_fork_adds_nothing_and_ends_what_follows(strategy: str, plan: Plan) -> None:
    empty: Tree[int] = choice()
    assert found(choice(empty, build(plan)), strategy) == found(build(plan), strategy)
    assert found(empty.then(lambda _: build(plan)), strategy) == Counter()


# Fairness

GOAL = "goal"


def choice(*branches: Tree[Any]) -> Tree[Any]:
    return Fork(lambda: branches)


def loop(cost: int) -> Tree[Any]:
    return Later(lambda: loop(cost), cost=cost)


def deep(cost: int) -> Tree[Any]:
    return choice(Later(lambda: deep(cost), cost=cost), Later(lambda: deep(cost), cost=cost))


def values(cost: int) -> Tree[Any]:
    return choice(Done("other"), Later(lambda: values(cost), cost=cost))


def broad(cost: int) -> Tree[Any]:
    return Fork(lambda: (loop(cost) for _ in count()))


@dataclass(frozen=True)
class Step:
    """A fork on the way to the goal: what stands before the right branch, and how it is taken."""

    before: tuple[Callable[[int], Tree[Any]], ...]
    turns: int
    cost: int
    after: tuple[Callable[[int], Tree[Any]], ...]


def steps(others: Sequence[Callable[[int], Tree[Any]]]) -> st.SearchStrategy[list[Step]]:
    beside = st.lists(st.sampled_from(others), max_size=1).map(tuple)
    step = st.builds(Step, beside, st.integers(0, 1), st.integers(0, 2), beside)
    return st.lists(step, min_size=1, max_size=3)


def way(plan: Sequence[Step], cost: int) -> Tree[Any]:
    """A tree with the goal behind some forks; all that stands beside the way is infinite."""
    tree: Tree[Any] = Done(GOAL)
    for step in reversed(plan):
        for _ in range(step.turns):
            tree = _later(tree, step.cost)
        others = [make(cost) for make in step.before], [make(cost) for make in step.after]
        tree = choice(*others[0], tree, *others[1])
    return tree


def _later(tree: Tree[Any], cost: int) -> Tree[Any]:
    return Later(lambda: tree, cost=cost)


def reaches(tree: Tree[Any], strategy: str, nodes: int) -> bool:
    search = Search(
        tree, strategy=strategy, budget=Budget(nodes=nodes, effort=Effort(1_000.0)), seed=1
    )
    return any(result.value == GOAL for result in search)


@pytest.mark.parametrize("strategy", ["breadth-first", "iterative-deepening", "interleaving"])
@settings(max_examples=25, deadline=None)
@given(plan=steps([loop, deep, values, broad]), cost=st.integers(0, 1))
def test_a_fair_strategy_finds_what_lies_beside_infinite_branches(
    strategy: str, plan: list[Step], cost: int
) -> None:
    assert reaches(way(plan, cost), strategy, 1_000_000)


@settings(max_examples=25, deadline=None)
@given(plan=steps([loop, deep, values, broad]))
def test_best_first_is_fair_where_every_branch_goes_on_to_cost(plan: list[Step]) -> None:
    assert reaches(way(plan, cost=1), "best-first", 1_000_000)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(plan=steps([loop, values]))
def test_random_is_fair_within_a_generous_budget(plan: list[Step]) -> None:
    assert reaches(way(plan, cost=0), "random", 1_000_000)


@pytest.mark.parametrize("strategy", ["breadth-first", "iterative-deepening", "best-first"])
@settings(max_examples=10, deadline=None)
@given(index=st.integers(0, 2_000), plan=steps([loop, values]))
def test_every_branch_of_an_infinitely_wide_fork_is_reached(
    strategy: str, index: int, plan: list[Step]
) -> None:
    assert reaches(_row(loop(1), index, way(plan, cost=1)), strategy, 1_000_000)


@settings(max_examples=10, deadline=None)
@given(index=st.integers(0, 2_000))
def test_interleaving_goes_along_an_infinitely_wide_fork(index: int) -> None:
    assert reaches(_row(Done("other"), index, Done(GOAL)), "interleaving", 1_000_000)


def _row(before: Tree[Any], index: int, goal: Tree[Any]) -> Tree[Any]:
    """An infinitely wide fork with one branch that is not endless."""

    def branches() -> Iterator[Tree[Any]]:
        yield from (before for _ in range(index))
        yield goal
        yield from (loop(1) for _ in count())

    return Fork(branches)
