"""Calls that must equal data: they are told it, and keep what laziness and sharing mean."""

import pytest

from refute.report.outcome import Verdict

from .programs import asked, shown

NUMBERS = """
data Nat = Z | S Nat
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
one n = [n]
loop n = loop n
forever = 1 : forever
pair x = (x, [x])
grow x = x : grow x
data Op = Plus | Minus
apply Plus  = (+)
apply Minus = (-)
twice f x y = Just (f x y)
"""


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("solve xs ys where append xs ys == [1, 2]", ["[1, 2], []", "[1], [2]", "[], [1, 2]"]),
        ("solve xs ys where [1] == append xs ys", ["[1], []", "[], [1]"]),
        ("solve xs where append xs xs == [1, 2, 1, 2]", ["[1, 2]"]),
        ("solve x y where x == S Z and mul x y == S (S Z)", ["S Z, S (S Z)"]),
        ("solve x where pair x == (3, [3])", ["3"]),
        ("solve x y where pair x == (y, [4])", ["4, 4"]),
        ("solve x where pair x == (1, [2])", []),
        # what is made is evaluated in two ways, which must not be taken for each other
        ("solve o x y where twice (apply o) x y == Just 7 and x == 3 and y == 4", ["Plus, 3, 4"]),
        ("solve o where twice (apply o) 7 2 == twice (+) 1 4", ["Minus"]),
        ("solve o m where twice (apply o) 1 2 == m and o == Plus", ["Plus, Just 3"]),
        # a value that waits has one value for all who need it
        ("solve x where let t = one coin in t == [0] and t == [x]", ["0"]),
        ("solve x where let t = one coin in t == [0] and t == [1] and x == 1", []),
        ("solve x where let t = append [coin] [x] in t == [1, 2] and head t == 1", ["2"]),
        ("solve x where let t = append [x] [coin] in t == t and x == 2", ["2", "2"]),
        ("solve x where let t = one x in t == t and x == 2", ["2"]),
        ("solve x where let t = one x in append [] t == t and x == 2", ["2"]),
        ("solve x where let t = append [1, x] [] in append [] t == 1 : tail t and x == 2", ["2"]),
        ("solve x where let t = one x; u = 1 : t in append u [] == 1 : t and x == 3", ["3"]),
        # what is not needed is not evaluated, and what fails, fails early
        ("solve x where append [1] (loop x) == [2] and x == 1", []),
        ("solve x where append [x] [2, 3] == [1]", []),
        ("solve x where grow x == [1, 2]", []),
        ("solve xs where append (1 : xs) [2] == 3 : forever", []),
        # both sides may be open
        ("solve x y where one x == one y and y == 5", ["5, 5"]),
        ("solve x xs where append [x] xs == xs", []),
        ('solve c where append "a" [c] == "ab"', ["'b'"]),
        ("solve m where fromMaybe [m] (Just [m]) == [True]", ["True"]),
    ],
)
def test_what_is_told_is_what_is_compared(query: str, found: list[str]) -> None:
    outcome = asked(NUMBERS + query, limit=20, nodes=3_000)
    assert sorted(shown(outcome)) == found
    assert outcome.verdict is Verdict.CONFIRMED


def test_what_has_no_end_is_undecided() -> None:
    outcome = asked(NUMBERS + "solve x xs where append xs [x] == append [x + 1] xs", nodes=200)
    assert (shown(outcome), outcome.verdict) == ([], Verdict.UNDECIDED)


def test_a_constructor_that_leads_elsewhere_is_not_tried() -> None:
    few = asked(NUMBERS + "solve x where mul (S x) (S (S Z)) == S (S (S (S Z)))")
    assert few.statistics["nodes"] <= 6
