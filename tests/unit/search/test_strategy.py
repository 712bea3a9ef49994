"""Each strategy's order on small trees."""

import pytest

from refute.search import STRATEGIES, STRATEGY_NAMES, Done, Later, Search, Strategy, Tree
from refute.search.strategy import Frontier, Open
from refute.solver import Path

from .trees import choice, endless, found, leaning, loop, naturals

SMALL: Tree[int] = choice(choice(Done(1), choice(Done(2), Done(3))), Done(4), choice(Done(5)))


def priced(*costs: int) -> Tree[int]:
    """One branch for each cost, with the cost as its value."""

    def branch(cost: int) -> Tree[int]:
        return Later(lambda: Later(lambda: Done(cost)), cost=cost)

    return choice(*map(branch, costs))


def test_the_strategies_have_the_names_that_the_command_line_promises() -> None:
    assert STRATEGY_NAMES == (
        "depth-first",
        "breadth-first",
        "iterative-deepening",
        "interleaving",
        "random",
        "best-first",
    )


def test_depth_first_goes_from_left_to_right() -> None:
    assert found(SMALL, "depth-first") == [1, 2, 3, 4, 5]


def test_breadth_first_goes_by_the_number_of_choices() -> None:
    assert found(SMALL, "breadth-first") == [4, 1, 5, 2, 3]


def test_iterative_deepening_goes_by_the_number_of_choices() -> None:
    assert found(SMALL, "iterative-deepening") == [4, 1, 5, 2, 3]


def test_iterative_deepening_takes_larger_steps_further_down() -> None:
    tree = choice(leaning(9, Done("ten")), leaning(8, Done("nine")))
    assert found(tree, "breadth-first") == ["nine", "ten"]
    assert found(tree, "iterative-deepening") == ["ten", "nine"]


def test_iterative_deepening_finds_each_result_once() -> None:
    assert found(naturals(), "iterative-deepening", results=50) == list(range(50))


def test_iterative_deepening_counts_turns_as_it_counts_choices() -> None:
    slow = Later(lambda: Later(lambda: Later(lambda: Later(lambda: Done("slow")))))
    assert found(choice(slow, choice(Done("deep"))), "iterative-deepening") == ["deep", "slow"]


def test_interleaving_goes_from_left_to_right_within_a_turn() -> None:
    assert found(SMALL, "interleaving") == [1, 2, 3, 4, 5]


def test_interleaving_leaves_an_endless_branch_after_its_turn() -> None:
    search = Search(choice(loop(), Done("found")), strategy="interleaving")
    assert next(iter(search)).value == "found"
    assert 60 <= search.statistics.nodes <= 70


def test_interleaving_comes_back_to_each_of_many_endless_branches() -> None:
    tree = choice(*(naturals() for _ in range(5)))
    values = found(tree, "interleaving", results=5 * 200)
    assert all(values.count(number) == 5 for number in range(50))


def test_best_first_goes_by_cost() -> None:
    assert found(priced(3, 1, 2, 0), "best-first") == [0, 1, 2, 3]


def test_best_first_takes_the_shallower_and_then_the_older_of_equals() -> None:
    tree = choice(choice(Done("deep")), Done("first"), Done("second"))
    assert found(tree, "best-first") == ["first", "second", "deep"]


def test_best_first_adds_costs_up_along_a_branch() -> None:
    twice: Tree[str] = Later(lambda: choice(Later(lambda: choice(Done("2 + 2")), cost=2)), cost=2)
    once: Tree[str] = Later(lambda: choice(Done("3")), cost=3)
    assert found(choice(twice, once), "best-first") == ["3", "2 + 2"]


def test_best_first_counts_turns_as_it_counts_cost() -> None:
    assert found(choice(loop(), priced(9)), "best-first", results=1) == [9]


def test_random_is_decided_by_the_seed() -> None:
    tree = choice(*map(Done, range(20)))
    orders = {seed: found(tree, "random", seed=seed) for seed in range(5)}
    assert all(orders[seed] == found(tree, "random", seed=seed) for seed in orders)
    assert len({tuple(order) for order in orders.values()}) == 5
    assert all(sorted(order) == list(range(20)) for order in orders.values())


@pytest.mark.parametrize("name", STRATEGY_NAMES)
def test_an_empty_frontier_gives_nothing_and_can_be_filled_again(name: str) -> None:
    frontier: Frontier = STRATEGIES[name](0)
    assert frontier.take() is None
    nodes = [Open(Done(number), None, Path()) for number in range(3)]
    frontier.add(nodes)
    assert {id(frontier.take()) for _ in nodes} == set(map(id, nodes))
    assert frontier.take() is None


@pytest.mark.parametrize("name", STRATEGY_NAMES)
def test_settled_is_the_least_cost_still_open(name: str) -> None:
    search = Search(choice(Done(0), priced(5, 7)), strategy=name)
    assert search.settled() == 0
    assert [each.cost for each in search if search.settled() is not None] != []
    if name != "iterative-deepening":
        assert search.settled() is None


def test_settled_grows_as_best_first_goes_on() -> None:
    search = Search(endless(), strategy="best-first")
    search.budget = type(search.budget)(nodes=2_000)
    assert list(search) == []
    settled = search.settled()
    assert settled is not None
    assert settled > 5


class Backwards(Strategy):
    """The oldest node first."""

    def take(self) -> Open | None:
        """Any that was there before."""
        return self.nodes.pop(0) if self.nodes else None


def test_a_strategy_of_ones_own_is_a_class_or_a_frontier() -> None:
    assert [each.value for each in Search(SMALL, strategy=Backwards)] == [4, 5, 1, 3, 2]
    assert [each.value for each in Search(SMALL, strategy=Backwards(1))] == [4, 5, 1, 3, 2]
    assert [each.value for each in Search(SMALL, strategy=Strategy)] == [1, 2, 3, 4, 5]
