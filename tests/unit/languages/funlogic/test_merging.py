"""Functions that call each other back are one loop, and nothing but its time shows it."""

from __future__ import annotations

import pytest

from refute.languages.funlogic import syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.merging import Mergers
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.show import show_value
from refute.search import Budget, Search
from refute.solver import Effort
from refute.source import Source

NUMBERS = """
data Nat = Z | S Nat
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
num n = if n == 0 then Z else S (num (n - 1))
"""
TURNS = """
left [] ys = []
left (x : xs) ys = x : right ys xs
right [] xs = []
right (y : ys) xs = y : left xs ys
"""

PROGRAMS = {
    "products": NUMBERS + "solve x y where mul (S x) (S y) == num 24",
    "squares": NUMBERS + "solve x where mul x x == num 25",
    "known": NUMBERS + "solve y where mul (num 4) y == num 24",
    "in turns": TURNS + "solve xs ys where left xs ys == [1, 2, 3, 4, 5]",
    "one of them known": TURNS + "solve ys where left [1, 3, 5] ys == [1, 2, 3, 4, 5]",
    "the same twice": TURNS + "solve xs where left xs xs == [1, 1, 2, 2, 3, 3]",
    "names of its own": """
even [] k = [k]
even (x : xs) k = let z = k + 1; y = z in x : odd xs y
odd (x : xs) k | x > 2 = let w free in case w == x of True -> w : even xs k
               | k < 9 = even xs (k + x)
solve xs where even xs 0 == [1, 3, 5, 4, 3]
""",
    "a case inside": """
data Token = Open | Close | Item Int
data Tree = Leaf Int | Node Tree Tree
out (Leaf n) rest = Item n : rest
out (Node l r) rest = Open : inner (l, r) rest
inner p rest = case p of (l, r) -> out l (out r (Close : rest))
solve t where out t [] == [Open, Item 1, Open, Item 2, Item 3, Close, Close]
""",
}


def answers(text: str) -> tuple[list[tuple[str, ...]], object, int]:
    compiled = load(Source("merged.fl", text))
    query = compiled.checked.program.declarations[-1]
    assert isinstance(query, syntax.Solve)
    tree = evaluation(compiled, query).tree()
    search: Search[Found] = Search(tree, budget=Budget(effort=Effort(2), nodes=5_000))
    found = [tuple(map(show_value, each.value.inputs)) for each in search]
    return found, search.ended, search.statistics.nodes


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_answers_are_those_of_calls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    together = answers(PROGRAMS[name])
    assert together[0]
    monkeypatch.setattr(Mergers, "body", lambda *_: None)
    assert answers(PROGRAMS[name]) == together


def test_a_product_is_one_loop() -> None:
    compiled = load(Source("products.fl", PROGRAMS["products"]))
    merged: list[str] = []
    body = Mergers.body

    def noted(*arguments: object) -> object:
        found = body(*arguments)  # type: ignore[arg-type]
        if found is not None:
            merged.append(arguments[2].name)  # type: ignore[attr-defined]
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mergers, "body", noted)
        query = compiled.checked.program.declarations[-1]
        assert isinstance(query, syntax.Solve)
        found = list(Search(evaluation(compiled, query).tree(), budget=Budget(effort=Effort(2))))
    assert len(found) == 8
    assert set(merged) == {"mul"}
