"""Patterns: the first that matches counts, also where the value is not known yet."""

import pytest

from refute.search import STRATEGY_NAMES

from .programs import answers, asked, report

every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)

CASES = [
    ("f A = 1\nf B = 2", "map f [A, B]", "[1, 2]"),
    ("f A = 1\nf _ = 2", "map f [A, B, C]", "[1, 2, 2]"),
    ("f _ = 1\nf A = 2", "map f [A, B]", "[1, 1]"),
    ("f 0 = 1\nf 1 = 2\nf n = n", "map f [0, 1, 5, -1]", "[1, 2, 5, -1]"),
    ("f (-1) = 0\nf n = n", "map f [-1, 1]", "[0, 1]"),
    ("f [] = 0\nf [_] = 1\nf [_, _] = 2\nf (_ : _ : xs) = 3", "map f [[], [1], [1, 2], [1, 2, 3]]",
     "[0, 1, 2, 3]"),
    ("f (A, 1) = 1\nf (_, 1) = 2\nf (A, _) = 3\nf _ = 4",
     "map f [(A, 1), (B, 1), (A, 2), (B, 2)]", "[1, 2, 3, 4]"),
    ("f A B = 1\nf B A = 2\nf _ _ = 3", "[f A B, f B A, f A A, f B B]", "[1, 2, 3, 3]"),
    ("f ((A : _) : _) = 1\nf ([] : _) = 2\nf _ = 3", "map f [[[A]], [[]], [[B]], []]",
     "[1, 2, 3, 3]"),
    ("f True = 1\nf False = 0", "map f [True, 1 < 0]", "[1, 0]"),
    ("f () = 7", "f ()", "7"),
]  # fmt: skip


@pytest.mark.parametrize(("equations", "expression", "value"), CASES)
def test_the_first_match_counts(equations: str, expression: str, value: str) -> None:
    assert answers(f"data T = A | B | C\n{equations}\n{expression}") == [value]


def test_a_pattern_looks_no_further_than_it_must() -> None:
    assert answers("loop = loop\nf 0 _ = 1\nf _ 0 = 2\nf 0 loop") == ["1"]
    assert answers("loop = loop\nf _ [] = 1\nf 0 _ = 2\nf loop []") == ["1"]


@every
def test_unknowns_are_made_so_that_they_match(strategy: str) -> None:
    text = "data T = A | B | C\nf A = 1\nf B = 2\nsolve x where f x == 2"
    assert answers(text, strategy=strategy) == ["B"]


def test_a_later_equation_takes_only_what_the_earlier_ones_leave() -> None:
    text = "data T = A | B | C\nf A = 1\nf _ = 2\nsolve x where f x == 2"
    assert answers(text) == ["B", "C"]


def test_nested_patterns_under_narrowing_overlap_nowhere() -> None:
    text = """
data T = A | B
f A A = 1
f _ B = 2
f B _ = 3
"""
    assert answers(text + "solve x y where f x y == 1") == ["A, A"]
    assert answers(text + "solve x y where f x y == 2") == ["A, B", "B, B"]
    assert answers(text + "solve x y where f x y == 3") == ["B, A"]


def test_number_patterns_on_an_unknown_number() -> None:
    text = "f 0 = 10\nf 1 = 20\nf n = n\n"
    assert answers(text + "solve x where f x == 20") == ["1", "20"]
    assert answers(text + "solve x where f x == 0") == []
    assert answers(text + "solve x where f x == 10") == ["0", "10"]
    assert answers(text + "solve x where f (x + 1) == 10 and x < 0") == ["-1"]


def test_number_patterns_without_a_rest_fail_elsewhere() -> None:
    text = "f 3 = True\nf 4 = False\n"
    assert answers(text + "solve x where f x") == ["3"]
    assert answers(text + "solve x where not (f x)") == ["4"]


def test_numbers_within_unknown_data() -> None:
    text = "f [] = 0\nf (1 : 2 : _) = 9\nf (n : _) = n\n"
    assert answers(text + "solve x y where f [x, y] == 9 and y > 1 and y < 4") == [
        "1, 2",
        "9, 2",
        "9, 3",
    ]


def test_what_no_equation_provides_for_is_told() -> None:
    made = report("data T = A | B T\nf A = 1\nf (B A)")
    (diagnostic,) = made.diagnostics
    assert diagnostic.code == "FL030"
    assert "`f`" in diagnostic.message
    assert "`(B A)`" in diagnostic.message
    assert made.exit_code == 2


def test_what_no_alternative_provides_for_is_told() -> None:
    made = report("case 3 of { 1 -> 1; 2 -> 2 }")
    (diagnostic,) = made.diagnostics
    assert (diagnostic.code, "`3`" in diagnostic.message) == ("FL030", True)


def test_a_lambda_whose_pattern_does_not_match_is_told() -> None:
    (diagnostic,) = report("(\\[x] -> x) []").diagnostics
    assert diagnostic.code == "FL030"


def test_a_branch_without_a_match_only_fails_beside_others() -> None:
    outcome = asked("f 1 = 10\nf (1 ? 2)")
    assert outcome.verdict == "confirmed"
    assert report("f 1 = 10\nf (1 ? 2)").diagnostics == ()
