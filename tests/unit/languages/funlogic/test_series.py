"""Choices that come one after the other are walked in a loop, and nothing but its time shows it."""

from __future__ import annotations

import pytest

from refute.languages.funlogic import series, syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.searching import possible
from refute.languages.funlogic.show import show_value
from refute.search import Budget, Search
from refute.solver import Effort
from refute.source import Source

LISTS = """
append [] ys = ys
append (a : as) ys = a : append as ys
"""
NUMBERS = """
data Nat = Z | S Nat
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
num n = if n == 0 then Z else S (num (n - 1))
"""
LONG = "[" + ", ".join(map(str, range(150))) + "]"

PROGRAMS = {
    "splits": LISTS + f"solve xs ys where append xs ys == {LONG}",
    "the same twice": LISTS + "solve xs where append xs xs == [1, 2, 1, 2]",
    "not the same twice": LISTS + f"solve xs where append xs xs == {LONG}",
    "a known end": LISTS + f"solve xs where append xs [148, 149] == {LONG}",
    "parts": LISTS + f"solve xs ys zs where append xs (append ys zs) == {LONG}",
    "strings": LISTS + 'solve xs ys where append xs ys == "some text that is split"',
    "lists of lists": LISTS + "solve xs ys where append xs ys == [[1], [], [2, 3]]",
    "beside another condition": LISTS
    + f"solve xs ys where append xs ys == {LONG} and append ys xs == {LONG}",
    "behind a condition": LISTS + f"solve n xs ys where n > 3 and n < 6 and append xs ys == {LONG}",
    "inside": LISTS
    + "member x [] = False\nmember x (y : ys) = x == y or member x ys\n"
    + f"solve xs ys where append xs (3 : ys) == {LONG}",
    "products": NUMBERS + "solve x y where mul (S x) (S y) == num 36",
    "all factors": NUMBERS + "solve x y where mul x y == num 12",
    "sums": NUMBERS + "solve x y where add x y == num 90",
    "an open item": LISTS + "len [] = 0\nlen (_ : xs) = 1 + len xs\n"
    "solve xs ys where append xs ys == [1, 2, 3] and len xs == 2",
    "items that are dropped": NUMBERS
    + "count [] = Z\ncount (_ : xs) = S (count xs)\nsolve xs where count xs == num 4",
    "an end that chooses": NUMBERS
    + "pick Z = Z ? S Z ? S (S Z)\npick (S m) = S (pick m)\nsolve x where pick x == num 80",
    "an end that gets stuck": NUMBERS
    + "odd Z = case Z of S n -> n\nodd (S m) = S (odd m)\nsolve x where odd x == num 9",
    "an end that takes long": NUMBERS
    + "run n = if n == 0 then Z else run (n - 1)\nslow Z k = run 300\nslow (S m) k = S (slow m k)\n"
    "solve x where slow x x == num 40",
    "an end that assumes": NUMBERS
    + "check Z k = if k > 3 then Z else S Z\ncheck (S m) k = S (check m k)\n"
    "solve x k where check x k == num 3",
    "numbers that are exchanged": NUMBERS
    + "turn Z a b = a\nturn (S m) a b = S (turn m b a)\nsolve x a b where turn x a b == num 70",
    "no end": NUMBERS + "solve x y where add x (S y) == add (S y) x",
}


def _search(program: str, strategy: str, results: int | None, *, in_series: bool) -> Search[Found]:
    compiled = load(Source("test.fl", program))
    query = compiled.checked.program.declarations[-1]
    assert isinstance(query, syntax.Solve)
    if not in_series:
        compiled.generated.names["pair_of"] = lambda *_: None
    search: Search[Found] = Search(
        evaluation(compiled, query).tree(),
        strategy=strategy,
        budget=Budget(results=results, effort=Effort(0.01)),
        check=lambda path: possible(search, path),
    )
    return search


def _told(search: Search[Found], most: int | None) -> list[object]:
    """All that shows of a search, with what is counted at every result."""
    told: list[object] = []
    for result in search:
        counts = search.statistics
        told.append((*map(show_value, result.value.inputs), result.depth, result.cost))
        told.append((counts.nodes, counts.results, counts.failures, counts.deepest))
        if len(told) == most:
            break
    counts = search.statistics
    told.append((search.ended, counts.nodes, counts.results, counts.failures, counts.deepest))
    told.append(search.budget.effort.spent)
    return told


@pytest.mark.parametrize("strategy", ["interleaving", "depth-first"])
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_series_is_what_its_nodes_are(program: str, strategy: str) -> None:
    for results, most in ((None, None), (None, 14), (1, None), (7, 2), (33, None)):
        alone, together = (
            _told(_search(program, strategy, results, in_series=each), most)
            for each in (False, True)
        )
        assert together == alone


def test_values_are_read_late() -> None:
    search = _search(PROGRAMS["splits"], "interleaving", None, in_series=True)
    found = list(search)
    shown = [tuple(map(show_value, result.value.inputs)) for result in reversed(found)]
    again = [tuple(map(show_value, result.value.inputs)) for result in found]
    assert shown == again[::-1]
    assert again[0] == ("[]", show_value(found[0].value.inputs[1]))
    assert [len(first.split(",")) for first, _ in again[2:]] == list(range(2, 151))


def test_results_that_were_not_given_are_left_open() -> None:
    search = _search(PROGRAMS["splits"], "interleaving", None, in_series=True)
    first = []
    for result in search:
        first.append(show_value(result.value.inputs[0]))
        if len(first) == 5:
            break
    rest = [show_value(result.value.inputs[0]) for result in search]
    assert len({*first, *rest}) == len(first) + len(rest) == 151


def test_a_series_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = []
    monkeypatch.setattr(series, "_note", lambda *given: noted.append(given[4]))
    for program in ("splits", "sums"):
        list(_search(PROGRAMS[program], "interleaving", None, in_series=True))
    assert noted
