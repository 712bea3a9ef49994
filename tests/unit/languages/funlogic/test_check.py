"""`refute check`: counterexamples, and what is said when there are none."""

from typing import Any

import pytest

from asking import report_on
from refute.report.outcome import Bindings, Lines, Outcome, Verdict
from refute.search import STRATEGY_NAMES
from refute.source import Source

from .programs import LISTS

every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)


def checked(text: str, **settings: Any) -> Outcome:
    """What `refute check` says of the only property of a program with the list functions."""
    (outcome,) = report_on("check", Source("test.fl", LISTS + text), **settings).outcomes
    return outcome


def counterexample(outcome: Outcome) -> dict[str, str]:
    assert outcome.verdict is Verdict.REFUTED, outcome
    (bindings,) = [each for each in outcome.blocks if isinstance(each, Bindings)]
    return dict(bindings.rows)


def replay(outcome: Outcome) -> tuple[str, ...]:
    (lines,) = [each.lines for each in outcome.blocks if isinstance(each, Lines)]
    return lines


REVERSE = "property p(xs, ys) = rev (append xs ys) == append (rev xs) (rev ys)"


def test_reversal_of_an_append_is_refuted_by_two_lists_of_one() -> None:
    outcome = checked(REVERSE)
    assert counterexample(outcome) == {"xs": "[0]", "ys": "[1]"}
    assert replay(outcome) == (
        "rev (append xs ys) = [1, 0]",
        "append (rev xs) (rev ys) = [0, 1]",
        "rev (append xs ys) == append (rev xs) (rev ys) = False",
    )
    assert outcome.seconds > 0


@pytest.mark.parametrize(
    "strategy",
    ["breadth-first", "iterative-deepening", "interleaving", "best-first", "depth-first"],
)
def test_every_strategy_refutes_it(strategy: str) -> None:
    found = counterexample(checked(REVERSE, strategy=strategy))
    assert found["xs"] != found["ys"]


def test_the_right_law_passes_up_to_the_bound() -> None:
    text = "property p(xs, ys) = rev (append xs ys) == append (rev ys) (rev xs)"
    outcome = checked(text, size=4)
    assert outcome.verdict is Verdict.PASSED
    assert "4 constructors" in outcome.bound


@pytest.mark.parametrize(
    "text",
    [
        "property p = 1 + 1 == 2",
        "property p(x) = x + 1 > x",
        "property p(x, y) = x < y or y <= x",
        "property p(a, b) = (not (a and b)) == ((not a) or (not b))",
        "property p(a) = if a then a else not a",
        "data T = A | B\nnext A = B\nnext B = A\nproperty p(x) = next (next x) == x",
        "property p(x) = x * 2 mod 2 == 0",
        "max a b = if a < b then b else a\nproperty p(a, b) = max a b >= a and max a b >= b",
        "property p(x) = (x, x) == (x, x)",
    ],
)  # fmt: skip
def test_what_holds_for_all_inputs_of_a_finite_tree_is_confirmed(text: str) -> None:
    outcome = checked(text)
    assert outcome.verdict is Verdict.CONFIRMED, outcome
    assert outcome.summary == "it holds for all inputs"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("property p(x) = x < 5", {"x": "5"}),
        ("property p(x) = x > -5", {"x": "-5"}),
        ("property p(x) = x /= 42", {"x": "42"}),
        ("property p(x, y) = x + y == y - x", {"x": "1", "y": "0"}),
        ("property p(xs) = len xs < 3", {"xs": "[0, 0, 0]"}),
        ("property p(xs) = append xs xs == xs", {"xs": "[0]"}),
        ("property p(a) = not a", {"a": "True"}),
        ("data T = L | N T Int T\ns L = 0\ns (N l n r) = s l + n + s r\nproperty p(t) = s t < 9",
         {"t": "N L 9 L"}),
    ],
)  # fmt: skip
def test_the_smallest_counterexample_is_shown(text: str, expected: dict[str, str]) -> None:
    outcome = checked(text)
    assert counterexample(outcome) == expected
    assert replay(outcome)[-1].endswith(" = False")


SLOW = """
slow n = if n == 0 then True else slow (n - 1)
property p(xs) = case xs of { [] -> not (slow 20000); _ -> False }
"""
WIDE = """
data T = L | M U U | N T
data U = U V
data V = V
kind L = 0
kind (M _ _) = 1
kind (N t) = if kind t == 0 then 1 else 2
property p(t) = kind t /= 1
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("property p(x) = if x > 100 then x < 200 else if x > 3 then x /= 7 else True",
         {"x": "7"}),
        ("property p(x) = if x < 0 then x > -9 else x < 30", {"x": "-9"}),
        (SLOW, {"xs": "[]"}),
        (WIDE, {"t": "N L"}),
        ("count n = if n <= 0 then 0 else 1 + count (n - 1)\nproperty p(n) = count n < 5",
         {"n": "5"}),
        ("property p(x, y) = x + y < 10", {"x": "5", "y": "5"}),
        ("property p xs = reverse xs == (xs :: [Int])", {"xs": "[0, 1]"}),
        ("property p xs ys = length (xs ++ ys) /= 3 or sum xs <= sum ys",
         {"xs": "[0, 0, 1]", "ys": "[]"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("strategy", ["best-first", "interleaving", "depth-first"])
def test_the_smallest_of_all_paths_is_shown(
    text: str, expected: dict[str, str], strategy: str
) -> None:
    if strategy == "depth-first" and "count" in text:
        pytest.skip("depth-first search does not come back from counting down")
    assert counterexample(checked(text, strategy=strategy)) == expected


def test_a_counterexample_that_may_not_be_the_smallest_says_so() -> None:
    text = (
        "loop x = loop (x + 1)\n"
        "property p(xs) = case xs of { [] -> loop 0; (x : ys) -> x < 1000 or ys == [] }"
    )
    outcome = checked(text, effort=0.05)
    assert counterexample(outcome) == {"xs": "[1000, 0]"}
    assert "there may be a smaller one" in outcome.summary


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("property p(x) = case x > 3 and x < 2 of True -> x == 7", "`x > 3 and x < 2`"),
        ("property p(x) = not (x > 3 and x < 2) or x == 7", "`x > 3 and x < 2`"),
        ("property p(x) = if x /= x then False else True", "`x /= x`"),
        ("property p(x) = if x > 1 then if x < 0 then False else True else True",
         "`x > 1 and x < 0`"),
        ("property p(xs) = if len xs > 20 then False else True", "of at most 7 constructors"),
        ("none x = case x /= x of True -> True\nproperty p(x) = none x", "gives it a value"),
    ],
)  # fmt: skip
def test_a_property_that_nothing_puts_to_the_test_is_vacuous(text: str, reason: str) -> None:
    outcome = checked(text)
    assert (outcome.verdict, outcome.called) == (Verdict.UNDECIDED, "vacuous")
    assert reason in outcome.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("property p(x) = let y free in y > x", {"x": "0"}),
        ("half n = let m free in case m + m == n of True -> m\nproperty p(n) = half n /= 4",
         {"n": "8"}),
    ],
)  # fmt: skip
def test_unknowns_of_its_own_do_not_keep_a_property_from_being_refuted(
    text: str, expected: dict[str, str]
) -> None:
    assert counterexample(checked(text)) == expected


def test_a_claim_without_inputs_is_refuted_without_a_counterexample() -> None:
    outcome = checked("property p = 1 + 1 == 3")
    assert (outcome.verdict, outcome.summary) == (Verdict.REFUTED, "it is false")
    assert replay(outcome) == ("1 + 1 = 2", "1 + 1 == 3 = False")


def test_a_claim_that_chooses_is_refuted_by_one_of_its_values() -> None:
    outcome = checked("property p(x) = coin + x /= 3")
    assert counterexample(outcome)["x"] in {"2", "3"}
    assert set(replay(outcome)[-1].split(" = ")[1].split(" ? ")) == {"True", "False"}


@every
def test_a_true_property_is_refuted_by_no_strategy(strategy: str) -> None:
    text = "property p(xs) = append xs [] == xs"
    outcome = checked(text, strategy=strategy, size=5)
    assert outcome.verdict is Verdict.PASSED


def test_running_out_of_time_is_undecided() -> None:
    text = "loop x = loop x\nproperty p(xs) = len xs == 0 or loop 1"
    outcome = checked(text, time_limit=0.2)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "time" in outcome.reason


def test_running_out_of_nodes_is_undecided_and_says_how_far_it_came() -> None:
    outcome = checked("property p(xs) = append xs [] == xs", nodes=6, size=99)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "node limit" in outcome.reason
    assert "fewer than" in outcome.reason


def test_fewer_constructors_with_larger_numbers_come_before_more_with_smaller() -> None:
    text = "f [] n = n == 0 or n == 2\nf (_ : _) _ = False\nproperty p(xs, n) = f xs n"
    assert counterexample(checked(text)) == {"xs": "[]", "n": "1"}


def test_inputs_without_a_value_refute() -> None:
    outcome = checked("head (x : _) = x\nproperty p(xs) = head xs == head xs")
    assert counterexample(outcome) == {"xs": "[]"}
    assert outcome.summary == (
        "for these inputs it has no value: no equation of `head` matches `[]`"
    )


def test_a_divisor_of_zero_refutes() -> None:
    outcome = checked("property p(x) = 10 div x <= 10 or x < 0")
    assert counterexample(outcome) == {"x": "0"}
    assert "division by zero" in outcome.summary


def test_a_stuck_branch_beside_a_value_does_not_refute() -> None:
    text = "f 0 = True\nproperty p(x) = x /= 0 or f (0 ? 1)"
    assert checked(text).verdict is not Verdict.REFUTED


def test_a_property_over_functions_cannot_be_refuted_by_made_up_ones() -> None:
    outcome = checked("property p(f) = map f [1] == [2]")
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason


def test_types_whose_smallest_value_hides_behind_a_parameter() -> None:
    text = """
data Wrap a = Wrap a
data Unit = Unit
data Box = Box Unit
data T = Inner (Wrap T) | Plain Box
kind (Inner _) = 1
kind (Plain _) = 2
property p(x) = kind x == 3
"""
    outcome = checked(text)
    assert outcome.verdict is Verdict.REFUTED


def test_properties_are_checked_in_their_order() -> None:
    text = "property b(x) = x == x\nproperty a = True\nproperty c = False"
    report = report_on("check", Source("test.fl", text))
    assert [each.question for each in report.outcomes] == ["b", "a", "c"]
    assert report.exit_code == 1


# Premises that prune each other

SHAPES = """
data Tree = E | T Tree Int Tree
deep E         = 0
deep (T l _ _) = 1 + deep l
even E         = True
even (T l _ r) = deep l == deep r and even l and even r
left E         = True
left (T l _ E) = left l
left _         = False
nodes E         = 0
nodes (T l _ r) = 1 + nodes l + nodes r
"""


@pytest.mark.parametrize("premise", ["left t and even t", "even t and left t", "both t"])
def test_premises_fail_as_soon_as_either_does(premise: str) -> None:
    text = SHAPES + f"both t = left t and even t\nproperty p(t) = {premise} ==> nodes t < 2"
    outcome = checked(text, size=25, effort=0.5)
    assert outcome.verdict is Verdict.PASSED
    assert outcome.statistics["nodes"] < 300


def test_a_premise_that_goes_on_beside_another_finds_what_it_finds_alone() -> None:
    text = SHAPES + "property p(t) = even t and even t ==> nodes t < 3"
    assert counterexample(checked(text, size=9)) == {"t": "T (T E 0 E) 0 (T E 0 E)"}


def test_a_premise_without_a_value_counts_only_where_those_before_it_hold() -> None:
    text = "f [] = True\nf (x : xs) = x > 0 and f xs\ng (x : xs) = x < 9 and g xs\n"
    assert counterexample(checked(text + "property p(xs) = f xs and g xs ==> True")) == {"xs": "[]"}
    outcome = checked(text + "property p(xs) = False and g xs ==> True")
    assert outcome.called == "vacuous"


def test_an_endless_premise_does_not_keep_the_others_from_ending() -> None:
    text = "loop x = loop x\nno [] = False\nno (x : xs) = False\n"
    outcome = checked(text + "property p(xs) = no xs and loop xs ==> False")
    assert outcome.called == "vacuous"


def test_the_size_is_that_of_whole_inputs() -> None:
    text = "property p(xs, ys) = append xs ys == append ys xs"
    assert checked(text, size=3).verdict is Verdict.PASSED
    assert counterexample(checked(text, size=4)) == {"xs": "[0]", "ys": "[1]"}


@pytest.mark.parametrize("claim", ["ones == ones", "ones <= ones", "ones == 1 : ones"])
def test_going_through_endless_data_is_part_of_the_effort(claim: str) -> None:
    outcome = checked(f"ones = 1 : ones\nproperty p = {claim}\n", effort=0.01)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "effort" in outcome.reason


def test_long_data_is_gone_through_in_turns() -> None:
    program = "upto n = if n == 0 then [] else n : upto (n - 1)\n"
    assert checked(f"{program}property p = upto 5000 == upto 5000\n").verdict is Verdict.CONFIRMED
    assert checked(f"{program}property p = upto 5000 < upto 5001\n").verdict is Verdict.CONFIRMED


def test_calls_that_nest_too_deeply_leave_it_open() -> None:
    program = """
f x [] = let zs = [x] in case zs == zs of True -> zs
f x (y : ys) = let zs = f (head ys) [x] in case zs == zs of True -> zs
g x (y : ys) = y : map ((+) x) (f (head ys) [x])
g x [] = []
property p x xs = not (x : xs == g 1 (g x xs) and g x xs == xs)
"""
    outcome = checked(program, effort=0.1)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "nested too deeply" in outcome.reason
