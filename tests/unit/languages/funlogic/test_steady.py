"""Values that are the same in every branch are kept, and all others are not."""

import pytest

from refute.search import STRATEGY_NAMES

from .programs import answers

FUNCTIONS = """
from n = n : from (n + 1)
at n (x : xs) = if n == 0 then x else at (n - 1) xs
upto a b = if a > b then [] else a : upto (a + 1) b
coins n = if n == 0 then [] else coin : coins (n - 1)
opened n = let y free in if n == 0 then [] else (n, y) : opened (n - 1)
sumOf [] = 0
sumOf (x : xs) = x + sumOf xs
"""
every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


@every
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("let xs = upto 1 50; c = coin in (c, at 40 xs)", ["(0, 41)", "(1, 41)"]),
        ("let xs = upto 1 50; c = coin in (c, at (40 + c) xs)", ["(0, 41)", "(1, 42)"]),
        ("let c = coin; xs = upto c 50 in at 40 xs", ["40", "41"]),
        ("let xs = upto 1 3; c = coin in if append [c] xs == [0, 1, 2, 3] then c else at 2 xs",
         ["0", "3"]),
        ("let xs = coins 2; c = 5 ? 6 in case xs of (a : _) -> (c, a)",
         ["(5, 0)", "(5, 1)", "(6, 0)", "(6, 1)"]),
        ("let xs = opened 1; c = 5 ? 6 in case xs of [(n, y)] -> case y == c of True -> (y, c)",
         ["(5, 5)", "(6, 6)"]),
    ],
)  # fmt: skip
def test_branches_see_what_is_theirs(query: str, found: list[str], strategy: str) -> None:
    assert answers(FUNCTIONS + query, strategy=strategy) == found


def test_a_value_that_one_branch_works_on_is_not_in_the_way_of_another() -> None:
    slow = """
down n = if n == 0 then 0 else down (n - 1)
slow n = case down 9000 of 0 -> n : slow (n + 1)
let xs = slow 1; c = coin in (c, at 50 xs)
"""
    assert answers(FUNCTIONS + slow) == ["(0, 51)", "(1, 51)"]
