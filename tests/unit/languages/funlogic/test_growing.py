"""Programs that need more and more memory or time end undecided, whatever it is that grows."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.memory import memory_in_use
from refute.report.outcome import Lines, Outcome
from refute.solver import Effort, Ended
from refute.source import Source

MOST = 150_000_000
"""Maximum number of bytes by which the process may grow for a twentieth of the usual effort."""

GROWING = {
    "lists": "h x = h (x ++ x)\nh [1]",
    "lists that are measured": "h xs = if length xs > 9 ^ 9 then 0 else h (xs ++ xs)\nh [1]",
    "texts": 'h s = h (map id s ++ s)\nh "ab"',
    "frames with data": "f n = let xs = [n .. n + 50] in length xs + f (n + 1) + sum xs\nf 1",
    "squares": "p n x = p (n - 1) (x * x + 1)\np 0 2",
    "squares in data": "f x = x : f (x * x)\nlast (f 2)",
    "squares in one expression": "sq x = x * x\nsq (sq (sq (sq (sq (sq (sq (3 ^ 200000)))))))",
    "powers": "t n = if n == 0 then 2 else 2 ^ t (n - 1)\nt 6",
    "sums": "f x = x : f (x + x)\nlast (f 1)",
    "sums of long numbers": "length (show (sum (take 1000000 (iterate (+ 1) (2 ^ 100000)))))",
    "remainders": "g a b = if b == 0 then a else g b (a mod b)\ng (7 ^ 300000) (3 ^ 400000)",
    "fractions": "f x = f (x * x / 3)\nf 1.5",
    "closures": "f g n = if n == 0 then g 0 else f (\\x -> g (g x)) (n - 1)\nf (+ 1) 100",
    "work put off": "f n a = f (n + 1) (g a n)\ng a n = a + n\nf 0 0",
    "choices": "f xs = xs ? f (xs ++ xs)\nlength (f [1]) == 3",
    "all values": "f xs = f (allValues (anyOf xs ? anyOf xs))\nf [1, 2]",
}


def asked(text: str, **options: float) -> Outcome:
    (outcome,) = report_on("run", Source("test.fl", text), **options).outcomes
    return outcome


def lines(outcome: Outcome) -> list[str]:
    """The values that were found."""
    return [line for each in outcome.blocks if isinstance(each, Lines) for line in each.lines]


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_what_grows_without_end_is_undecided(text: str) -> None:
    before = memory_in_use()
    outcome = asked(text, effort=0.05)
    assert outcome.verdict == "undecided"
    assert outcome.reason
    assert memory_in_use() - before < MOST


def test_too_long_a_number_is_named() -> None:
    outcome = asked("f n = if n == 0 then 3 else let x = f (n - 1) in x * x\nf 22 > 0", effort=5.0)
    assert outcome.verdict == "undecided"
    assert "a number has more than" in outcome.reason


def test_a_product_of_many_unknowns_is_named() -> None:
    text = "f x n = if n == 0 then x else f (x * x + x) (n - 1)\nsolve x where f x 50 == 7"
    outcome = asked(text)
    assert outcome.verdict == "undecided"
    assert outcome.reason == "a product has more than 64 unknown factors"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 ^ 3000 mod (7 ^ 1500 + 1)", "1"),
        ("(0 - 5 ^ 900) div 5 ^ 899", "-5"),
        ("let x = 3 ^ 50 in x * x == 3 ^ 100", "True"),
        ("map (\\x -> x * x * x) [2, 2 ^ 70, 0 - 2 ^ 70] == [8, 2 ^ 210, 0 - 2 ^ 210]", "True"),
        ("[7 div (0 - 2), 7 mod (0 - 2)]", "[-4, -1]"),
        ("takeWhile (\\x -> x * x < 2 ^ 130) [2 ^ 64, 2 ^ 65] == [2 ^ 64]", "True"),
    ],
)
def test_long_numbers_are_calculated_with(text: str, value: str) -> None:
    outcome = asked(text)
    assert lines(outcome) == [value]


def test_a_process_that_grows_too_much_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    effort = Effort()
    effort.look_at_memory()
    assert not effort.exhausted
    monkeypatch.setattr("refute.memory.memory_in_use", lambda: 10**12)
    effort.look_at_memory()
    assert effort.exhausted
    assert effort.ended is Ended.MEMORY
    assert "depends on the machine" in effort.doubt


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"d x = (x, x)\nlength [{'d (' * 40}1{')' * 40}]", "1"),
        ("d x = (x, x)\nf = " + " . ".join(["d"] * 40) + "\nlength [f 1]", "1"),
    ],
)
def test_types_that_double_are_inferred(text: str, answer: str) -> None:
    assert lines(asked(text)) == [answer]


def test_a_type_that_has_doubled_is_shown_in_part() -> None:
    with pytest.raises(InputError) as refused:
        asked(f"d x = (x, x)\n{'d (' * 40}1{')' * 40} + 1")
    assert "((((…, …), (…, …))" in str(refused.value)


def test_many_small_questions_of_a_large_process_collect_garbage_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collections = []
    monkeypatch.setattr("refute.memory.memory_in_use", lambda: 10**9)
    monkeypatch.setattr("refute.memory._left", 0)
    monkeypatch.setattr("gc.collect", lambda: collections.append(1))
    for _ in range(100):
        Effort().look_at_memory()
    assert len(collections) == 1
