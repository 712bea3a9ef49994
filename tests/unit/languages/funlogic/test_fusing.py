"""Calls within calls that are told their value, forced choices, and walks with choices inside."""

import pytest

from refute.languages.funlogic import syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.show import show_value
from refute.search import STRATEGY_NAMES, Budget, Ended, Search
from refute.source import Source

from .programs import answers

NUMBERS = """
data Nat = Z | S Nat
data Two = Two Nat Nat
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
num n = if n == 0 then Z else S (num (n - 1))
pick Z = Z
pick (S n) = Z ? S Z
dup n = Two n n
late Z n = n
late (S m) n = let f k = add k n in S (f m)
swap m n = add n m
"""
every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


def nat(number: int) -> str:
    """A number as it is shown."""
    shown = "Z"
    for _ in range(number):
        shown = f"S {shown}" if shown == "Z" else f"S ({shown})"
    return shown


@every
@pytest.mark.parametrize(
    ("query", "found"),
    [
        (
            "solve x y where mul (S x) (S y) == num 12",
            [f"{nat(x)}, {nat(12 // (x + 1) - 1)}" for x in range(12) if 12 % (x + 1) == 0],
        ),
        ("solve x where add x (mul x x) == num 12", [nat(3)]),
        ("solve x where swap (mul x (S Z)) x == num 6", [nat(3)]),
        ("solve x where late (S Z) (mul x (S Z)) == num 3", [nat(2)]),
        ("solve x where late (S Z) (mul x (S Z)) == Z", []),
        # an argument that is spoken of twice has one value
        ("solve x where dup (pick x) == Two Z (S Z)", []),
        ("solve x where dup (mul x (S Z)) == Two (S Z) (S Z)", [nat(1)]),
    ],
)
def test_calls_within_calls(query: str, found: list[str], strategy: str) -> None:
    assert answers(NUMBERS + query, strategy=strategy) == sorted(found)


def searched(query: str, strategy: str, results: int | None = None) -> Search[Found]:
    """A search for the answers to the query of a program."""
    compiled = load(Source("test.fl", NUMBERS + query))
    asked = compiled.checked.program.declarations[-1]
    assert isinstance(asked, syntax.Solve)
    budget = Budget(results=results)
    return Search(evaluation(compiled, asked).tree(), strategy=strategy, budget=budget)


@every
def test_an_answer_costs_its_constructors_whether_they_were_chosen_or_forced(strategy: str) -> None:
    found = list(searched("solve x y where mul (S x) (S y) == num 12", strategy))
    costs = sorted((each.cost, [show_value(one) for one in each.value.inputs]) for each in found)
    factors = [(x, 12 // (x + 1) - 1) for x in range(12) if 12 % (x + 1) == 0]
    assert costs == sorted((x + y + 2, [nat(x), nat(y)]) for x, y in factors)


@every
def test_answers_are_read_as_they_were_when_all_of_them_are_found(strategy: str) -> None:
    results = list(searched("solve x y where add x y == num 70", strategy))
    read = [[show_value(each) for each in result.value.inputs] for result in results]
    assert sorted(read) == sorted([nat(x), nat(70 - x)] for x in range(71))


@every
def test_a_search_for_some_answers_goes_no_further(strategy: str) -> None:
    search = searched("solve x y where add x y == num 70", strategy, results=5)
    assert len(list(search)) == 5
    assert (search.statistics.results, search.ended) == (5, Ended.RESULTS)
    assert search.statistics.nodes < 100
