"""Lazy evaluation with sharing, functions as values, and depth."""

import pytest

from refute.search import STRATEGY_NAMES

from .programs import answers, asked, first

every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


# Sharing


def test_a_name_for_a_choice_is_one_choice() -> None:
    assert answers("let c = coin in (c, c)") == ["(0, 0)", "(1, 1)"]


def test_two_choices_are_independent() -> None:
    assert answers("(coin, coin)") == ["(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)"]


def test_an_argument_is_shared() -> None:
    assert answers("double x = x + x\ndouble coin") == ["0", "2"]


def test_an_argument_of_a_lambda_is_shared() -> None:
    assert answers("(\\c -> [c, c, c]) coin") == ["[0, 0, 0]", "[1, 1, 1]"]


def test_a_variable_of_a_pattern_is_shared() -> None:
    assert answers("case (coin, 5) of (c, d) -> (c, c, d)") == ["(0, 0, 5)", "(1, 1, 5)"]


def test_a_function_without_parameters_chooses_at_each_use() -> None:
    found = answers("two = (coin, 7)\n(two, two)")
    assert found == [f"(({one}, 7), ({other}, 7))" for one in (0, 1) for other in (0, 1)]


def test_a_choice_within_shared_data_is_shared() -> None:
    found = answers("let xs = [coin, coin] in (xs, xs)")
    assert found == [f"([{one}, {two}], [{one}, {two}])" for one in (0, 1) for two in (0, 1)]


@every
def test_sharing_holds_under_every_strategy(strategy: str) -> None:
    assert answers("let c = coin; d = c + c in (d, c, d)", strategy=strategy) == [
        "(0, 0, 0)",
        "(2, 1, 2)",
    ]


# Laziness


def test_an_infinite_list_is_used_as_far_as_needed() -> None:
    assert answers("let xs = 1 : xs in take 3 xs") == ["[1, 1, 1]"]
    assert answers("ones = 1 : ones\ntake 3 (0 : ones)") == ["[0, 1, 1]"]


def test_bindings_may_speak_of_each_other() -> None:
    assert answers("let xs = 1 : ys; ys = 2 : xs in take 5 xs") == ["[1, 2, 1, 2, 1]"]


def test_what_is_not_needed_is_not_evaluated() -> None:
    assert answers("loop x = loop x\nk a b = a\nk 1 (loop 2)") == ["1"]
    assert answers("loop x = loop x\ncase (1, loop 2) of (a, _) -> a") == ["1"]
    assert answers("loop x = loop x\nlet x = loop 1 in 5") == ["5"]
    assert answers("len [1 div 0, 2 div 0]") == ["2"]


def test_a_choice_that_is_not_needed_is_not_made() -> None:
    assert answers("k a b = a\nk 1 coin") == ["1"]


def test_primes_from_an_infinite_sieve() -> None:
    text = """
from n = n : from (n + 1)
sieve (p : xs) = p : sieve (filter (\\x -> mod' x p /= 0) xs)
mod' a b = a mod b
filter p [] = []
filter p (x : xs) = if p x then x : filter p xs else filter p xs
take 8 (sieve (from 2))
"""
    assert answers(text) == ["[2, 3, 5, 7, 11, 13, 17, 19]"]


# Functions


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("map (\\x -> x + 1) [1, 2]", "[2, 3]"),
        ("map (add 10) [1, 2]", "[11, 12]"),
        ("add 1 2", "3"),
        ("let f = add in f 1 2", "3"),
        ("let f = add 1 in (f 2, f 3)", "(3, 4)"),
        ("twice (twice (add 1)) 0", "4"),
        ("twice twice (add 1) 0", "4"),
        ("compose (add 1) (times 2) 5", "11"),
        ("flip add 1 2", "3"),
        ("(if 1 < 2 then add else times) 3 4", "7"),
        ("(case 1 of { 1 -> times; _ -> add }) 3 4", "12"),
        ("map Just [1, 2]", "[Just 1, Just 2]"),
        ("let p = Pair 1 in (p 2, p 3)", "(Pair 1 2, Pair 1 3)"),
        ("fold add 0 [1, 2, 3]", "6"),
        ("let { go 0 = []; go n = n : go (n - 1) } in go 3", "[3, 2, 1]"),
        ("let e n = if n == 0 then 1 else o (n - 1); o n = if n == 0 then 0 else e (n - 1) in e 9",
         "0"),
        ("(\\(a, b) [c] -> a + b + c) (1, 2) [3]", "6"),
        ("(\\x -> \\x -> x) 1 2", "2"),
        ("let x = 1 in let x = 2 in x", "2"),
        ("case 1 of x -> case 2 of y -> case 3 of x -> (x, y)", "(3, 2)"),
        ("(\\_ _ x _ -> let y = x in y) 1 2 3 4", "3"),
        ("map (uncurry add) [(1, 2), (3, 4)]", "[3, 7]"),
        ("apply [add 1, times 2] 5", "[6, 10]"),
        ("add", "add"),
    ],
)  # fmt: skip
def test_functions_are_values(expression: str, value: str) -> None:
    text = f"""
data Maybe a = Nothing | Just a
data Pair a b = Pair a b
add a b = a + b
times a b = a * b
twice f x = f (f x)
compose f g x = f (g x)
flip f a b = f b a
uncurry f (a, b) = f a b
fold f z [] = z
fold f z (x : xs) = f x (fold f z xs)
apply [] _ = []
apply (f : fs) x = f x : apply fs x
{expression}
"""
    assert answers(text) == [value]


def test_a_choice_between_functions() -> None:
    assert answers("((\\x -> x + 1) ? (\\x -> x * 2)) 10") == ["11", "20"]


# Depth

UPTO = "upto n = if n == 0 then [] else n : upto (n - 1)\n"
NATURALS = "data N = Z | S N\nnat n = if n == 0 then Z else S (nat (n - 1))\n"


@every
def test_deep_recursion_needs_no_stack(strategy: str) -> None:
    # Iterative deepening starts over again and again.
    size = 20_000 if strategy == "iterative-deepening" else 100_000
    text = f"{UPTO}len (upto {size})"
    assert answers(text, strategy=strategy, effort=6.0) == [str(size)]


def test_a_long_chain_of_work_put_off() -> None:
    text = "count n total = if n == 0 then total else count (n - 1) (total + 1)\ncount 50000 0"
    assert answers(text, effort=6.0) == ["50000"]


def test_a_deep_value_is_shown_and_compared() -> None:
    assert answers(f"{NATURALS}(nat 20000 == nat 20000, nat 20000 == nat 20001)") == [
        "(True, False)"
    ]
    assert answers(f"{NATURALS}nat 9999") == ["S (" * 9998 + "S Z" + ")" * 9998]


def test_a_long_list_unifies_with_an_unknown() -> None:
    text = f"{UPTO}solve n where let x free in x == upto 20000 and len x == n"
    assert answers(text, effort=6.0) == ["20000"]


def test_very_large_numbers_are_shown() -> None:
    text = "power n = if n == 0 then 1 else 10 * power (n - 1)\npower 5000"
    assert answers(text) == ["1" + "0" * 5000]


@pytest.mark.parametrize(
    "text", ["f x = f x\nf 1", "f x = 1 + f x\nf 1", "let xs = 1 : xs in len xs"]
)
def test_endless_work_ends_undecided(text: str) -> None:
    outcome = asked(text, time_limit=0.2)
    assert outcome.verdict == "undecided"
    assert "time" in outcome.reason
    outcome = asked(text, nodes=20, effort=6.0)
    assert outcome.verdict == "undecided"
    assert "node limit" in outcome.reason


def test_values_stream_from_an_infinite_choice() -> None:
    assert first(4, "nats n = n ? nats (n + 1)\nnats 0", strategy="breadth-first") == [
        "0",
        "1",
        "2",
        "3",
    ]


@pytest.mark.parametrize(
    "text", ["let x = x in x", "let x = 1 + x in x", "let { x = y; y = x } in [x]"]
)
def test_a_value_that_needs_itself_has_none(text: str) -> None:
    outcome = asked(text)
    assert outcome.verdict == "confirmed"
    assert outcome.summary == "no values; the search is complete"


def test_a_value_needed_again_in_another_branch_is_evaluated_there() -> None:
    text = "let { x = coin + 1; y = x * 2 } in (y, x, coin)"
    expected = ["(2, 1, 0)", "(2, 1, 1)", "(4, 2, 0)", "(4, 2, 1)"]
    assert sorted(answers(text)) == expected


# What is made before it is asked for


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("count n = n : count (n + 1)\ntake 3 (count 1)", "[1, 2, 3]"),
        ("let xs = 1 : xs in take 2 (append xs [])", "[1, 1]"),
        ("half [x] = [x]\nhalf (x : y : zs) = x : half zs\ntake 2 (half [1, 2, 3, 4])", "[1, 3]"),
        ("down n = if n == 0 then [] else 10 `div` n : down (n - 1)\nlen (down 70)", "70"),
        ("down n = n : down (n - 1)\ntake 1 (map (\\n -> 1 `div` n) (down 1))", "[1]"),
        ("e [] = []\ne (x : xs) = x : (if x == 1 then rev xs else e xs)\ne [1, 2, 3]", "[1, 3, 2]"),
        ("len (rev (append (map (\\x -> x) [1 .. 100]) [1 .. 45]))", "145"),
    ],
)  # fmt: skip
def test_what_goes_wrong_ahead_is_not_noticed_unless_needed(query: str, value: str) -> None:
    assert answers(query) == [value]


@every
def test_what_is_made_ahead_follows_its_branch(strategy: str) -> None:
    query = "let xs = [coin, coin]; c = coin in (append xs [c], append [c] xs, map (\\x -> x) xs)"
    found = answers(query, strategy=strategy)
    assert found == [
        f"([{a}, {b}, {c}], [{c}, {a}, {b}], [{a}, {b}])"
        for a in (0, 1) for b in (0, 1) for c in (0, 1)
    ]  # fmt: skip


# Conditions that are evaluated beside each other

BESIDE = "pick c x = (5 ? 6) == x and c == 0\nis c n = c == n\n"


@every
def test_a_choice_is_shared_by_both_sides_of_an_and(strategy: str) -> None:
    shared = "let c = coin in case (pick c 5 and is c {}) of True -> c"
    assert answers(BESIDE + shared.format(1), strategy=strategy) == []
    assert answers(BESIDE + shared.format(0), strategy=strategy) == ["0"]


def test_what_one_side_has_begun_to_evaluate_is_no_loop_for_the_other() -> None:
    text = """
digit n = 1 <= n and n <= 2
differ (x : xs) = all (/= x) xs
flipped (a : b : _) = [b, a]
valid row = all digit row and differ row and differ (flipped row)
solve x y where let row = map (\\n -> n) [x, y] in valid row and x == 1
"""
    assert answers(text) == ["1, 2"]
