"""`allValues`: the choices inside an expression, and those of its variables, which are outside."""

import pytest

from refute.report.outcome import Verdict
from refute.search import STRATEGY_NAMES

from .programs import answers, asked

PERMUTATIONS = """
perm []       = []
perm (x : xs) = insert x (perm xs)
insert x ys = (x : ys) ? insertLater x ys
insertLater x (y : ys) = y : insert x ys
"""


@pytest.mark.parametrize("strategy", STRATEGY_NAMES)
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("allValues (coin + coin)", ["[0, 1, 1, 2]"]),
        ("allValues (head [])", ["[]"]),
        ("null (allValues (failed ? head []))", ["True"]),
        ("let c = coin in (allValues c, c)", ["([0], 0)", "([1], 1)"]),
        ("let c = coin in (c, allValues (c + coin))", ["(0, [0, 1])", "(1, [1, 2])"]),
        ("let c = coin in allValues (9 ? c)", ["[9, 0]", "[9, 1]"]),
        ("map allValues [coin, 5]", ["[[0], [5]]", "[[1], [5]]"]),
        ("allValues (allValues coin)", ["[[0, 1]]"]),
        ("nat = 0 ? (1 + nat)\ntake 3 (allValues nat)", ["[0, 1, 2]"]),
        ("solve x where allValues (if x then 1 ? 2 else 3) == [1, 2]", ["True"]),
        ("solve x where len (allValues (case (x == Just True) of True -> 2)) == 1", ["Just True"]),
        ("solve x where null (allValues (case (x == Just ()) of True -> 2))", ["Nothing"]),
        ("f x = let allValues y = [y] in allValues x\nf coin", ["[0]", "[1]"]),
    ],
)
def test_the_values(query: str, found: list[str], strategy: str) -> None:
    assert answers(query, strategy=strategy) == found


def test_a_long_search_inside_takes_turns() -> None:
    assert answers(PERMUTATIONS + "len (allValues (perm [1, 2, 3, 4, 5]))") == ["120"]


@pytest.mark.parametrize(
    "query",
    [
        "let x free in allValues x",
        "solve x where len (allValues (case (x == 1) of True -> 2)) == 1",
        "f x = if x > 3 then 1 else 2\nsolve x where allValues (f x) == [1]",
    ],
)
def test_what_is_open_is_not_decided(query: str) -> None:
    outcome = asked(query, effort=0.1)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "allValues" in outcome.reason


def test_endless_search_inside_ends_undecided() -> None:
    outcome = asked(
        "loop n = if n == 0 - 1 then 0 else loop (n + 1)\nallValues (loop 0)", effort=0.02
    )
    assert outcome.verdict is Verdict.UNDECIDED


def test_there_may_be_many_values() -> None:
    text = "bits n = if n == 0 then [] else coin : bits (n - 1)\nlength (allValues (bits 13))"
    assert answers(text) == ["8192"]


@pytest.mark.parametrize("use", ["length", "last"])
def test_a_list_of_values_without_end_is_undecided(use: str) -> None:
    text = f"bits n = if n == 0 then [] else coin : bits (n - 1)\n{use} (allValues (bits 40))"
    outcome = asked(text, effort=0.05)
    assert (outcome.verdict, outcome.reason) == ("undecided", "the effort limit was reached")


def test_what_comes_behind_a_value_is_not_asked_for() -> None:
    assert answers("open = 1 ? (let x free in x)\nhead (allValues open)") == ["1"]
    assert answers("end n = n ? end (n + 1)\ntake 2 (allValues (end 1))") == ["[1, 2]"]
