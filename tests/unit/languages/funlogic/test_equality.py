"""Equality, unification and conditions on unknowns of every type."""

import pytest

from refute.search import STRATEGY_NAMES

from .programs import answers, asked, first, shown

every = pytest.mark.parametrize("strategy", STRATEGY_NAMES)

DATA = "data Colour = Red | Green | Blue\ndata Maybe a = Nothing | Just a\n"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 == 1", "True"),
        ("1 == 2", "False"),
        ("1 /= 2", "True"),
        ("[1, 2] == [1, 2]", "True"),
        ("[1, 2] == [1]", "False"),
        ("(1, True) == (1, False)", "False"),
        ("Just [Red] == Just [Red]", "True"),
        ("Just [Red] /= Nothing", "True"),
        ("() == ()", "True"),
        ("True == (1 < 2)", "True"),
        ("[] == [1 div 0]", "False"),
        ("(1, 1 div 0) == (2, 1)", "False"),
    ],
)
def test_known_values_are_compared(expression: str, value: str) -> None:
    assert answers(DATA + expression) == [value]


# Unification


@every
def test_an_unknown_takes_the_value_it_must_have(strategy: str) -> None:
    text = DATA + "solve x where x == Just [Red, Blue]"
    assert answers(text, strategy=strategy) == ["Just [Red, Blue]"]


def test_unknowns_on_both_sides_meet() -> None:
    assert answers("solve x y where (x, [2]) == ([1], y)") == ["[1], [2]"]
    assert answers("solve x y z where (x, y, z) == (y, z, [7])") == ["[7], [7], [7]"]
    assert answers("solve x y where 1 : x == y and x == [2]") == ["[2], [1, 2]"]


def test_a_value_that_would_contain_itself_does_not_exist() -> None:
    assert answers("solve x where x == 1 : x") == []
    assert answers("solve x y where x == 1 : y and y == 2 : x") == []
    assert answers(DATA + "data N = Z | S N\nsolve n where n == S (S n)") == []
    assert answers("solve x y where (x, y) == (1 : y, x)") == []


def test_an_unknown_equals_itself() -> None:
    assert len(answers("solve x where x == x and (x == 1 or x == 2)")) == 2
    assert answers("solve x where x /= x") == []
    assert answers("solve x where let y = x in y == [] and x == y") == ["[]"]


def test_a_binding_holds_everywhere_later() -> None:
    assert answers("f x = x == 1\nsolve x y where f x and y == x + 1") == ["1, 2"]
    assert answers("solve x where let y free in y == [x] and append y y == [3, 3]") == ["3"]
    assert answers("solve x y where (case x of [a] -> a == 5) and y == append x x") == [
        "[5], [5, 5]"
    ]


def test_a_binding_of_one_branch_is_not_seen_in_another() -> None:
    text = "solve x y where (x == 1 and y == 10) or (x == 2 and y == x)"
    assert answers(text) == ["1, 10", "2, 2"]


def test_an_unknown_bound_in_a_function_is_bound_for_its_caller() -> None:
    text = "bind x = let u = x == [1, 2] in if u then 1 else 0\n"
    assert answers(text + "solve x where bind x == 1") == ["[1, 2]"]


def test_unknowns_within_data_stay_the_same_unknown() -> None:
    text = "pair = let x free in (x, x)\nsolve y where case pair of (a, b) -> a == 3 and b == y"
    assert answers(text) == ["3"]


def test_each_use_of_a_definition_has_its_own_unknown() -> None:
    text = "any = let x free in x\nsolve a b where any == a and any == b and a == 1 and b == 2"
    assert answers(text) == ["1, 2"]


def test_an_answer_may_leave_parts_open() -> None:
    outcome = asked("solve xs where case xs of (1 : _ : _) -> True")
    assert outcome.verdict == "confirmed"
    (block,) = outcome.blocks
    assert "1 : " in str(block)


# Conditions on unknowns of every type

OVER = [
    ("Red /= x", ["Blue", "Green"]),
    ("x /= Red and x /= Blue", ["Green"]),
    ("not (x == Red or x == Green)", ["Blue"]),
    ("not (x /= Red)", ["Red"]),
    ("x and x /= False", ["True"]),
    ("not x", ["False"]),
    ("x == (not x)", []),
    ("x == True or x == False", ["False", "True"]),
    ("x == (1 < 2)", ["True"]),
    ("x > 1 and x < 4", ["2", "3"]),
    ("x > 1 and x < 4 and x /= 2", ["3"]),
    ("not (x <= 1 or x >= 3)", ["2"]),
    ("(x == 5) /= (x == 5)", []),
    ("(x > 5) == False and x > 4", ["5"]),
    ("x == () and x == ()", ["()"]),
    ("x == (Red, 1 < 2)", ["(Red, True)"]),
    ("x == [] or x == [Red]", ["[Red]", "[]"]),
    ("x /= Just True and x == Just True", []),
    ("x == Nothing or x == Just (Just Red)", ["Just (Just Red)", "Nothing"]),
    ("x /= Nothing and x == Just Red", ["Just Red"]),
    ("case x of { (a, b) -> a == Red and b /= Red and b /= Green }", ["(Red, Blue)"]),
    ("x and (x or x)", ["True"]),
    ("(if x then 1 else 2) == 2", ["False"]),
]


@pytest.mark.parametrize(("condition", "expected"), OVER)
def test_conditions_on_an_unknown(condition: str, expected: list[str]) -> None:
    assert sorted(set(answers(f"{DATA}solve x where {condition}"))) == expected


@pytest.mark.parametrize(("condition", "expected"), OVER)
def test_the_opposite_of_the_opposite_is_the_same(condition: str, expected: list[str]) -> None:
    found = set(answers(f"{DATA}solve x where not (not ({condition}))"))
    assert sorted(found) == expected


def test_two_unknowns_that_differ() -> None:
    found = answers(DATA + "solve x y where x /= y and x /= Red and y /= Red")
    assert sorted(set(found)) == ["Blue, Green", "Green, Blue"]
    assert answers("solve x y where x /= y and x > 0 and x < 3 and y > 0 and y < 3") == [
        "1, 2",
        "2, 1",
    ]
    assert sorted(set(answers("solve a b where a /= b and (a or b)"))) == [
        "False, True",
        "True, False",
    ]


def test_a_comparison_as_a_value() -> None:
    assert answers("solve b where let x = 3 in b == (x > 2)") == ["True"]
    found = answers("solve b x where b == (x > 2) and x > 1 and x < 4")
    assert found == ["False, 2", "True, 3"]


def test_lists_that_differ_are_enumerated() -> None:
    found = first(3, DATA + "solve xs where xs /= [Red]")
    assert len(found) == 3
    assert "[Red]" not in found


def test_functions_cannot_be_compared() -> None:
    outcome = asked("map len == map len")
    assert outcome.verdict == "confirmed"
    assert outcome.blocks == ()


# Numbers

DIVISIONS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (6, 3), (-6, 3), (1, 10), (-1, 10)]


@pytest.mark.parametrize(("a", "b"), DIVISIONS)
def test_division_rounds_down_for_known_and_unknown_numbers(a: int, b: int) -> None:
    expected = [f"({a // b}, {a % b})"]
    assert answers(f"(({a}) div ({b}), ({a}) mod ({b}))") == expected
    unknown = f"solve r where let x y free in x == {a} and y == {b} and r == (x div y, x mod y)"
    assert answers(unknown) == expected
    by_condition = f"solve r where let x free in (x div ({b}), x mod ({b})) == r and x == {a}"
    assert answers(by_condition) == expected


def test_division_by_zero_is_told() -> None:
    for sign in ("div", "mod"):
        outcome = asked(f"1 {sign} 0")
        assert outcome.blocks == ()
    assert answers("solve x where 6 div x == 2 and x > -9 and x < 9") == ["3"]
    assert answers("solve x where x == 0 and (1 div x == 1 or True)") == []


def test_arithmetic_solves_for_any_side() -> None:
    assert answers("solve x where x + 3 == 10") == ["7"]
    assert answers("solve x where 3 * x - 2 == 10") == ["4"]
    assert answers("solve x where -x == 4") == ["-4"]
    assert answers("solve x y where x + y == 10 and x - y == 4") == ["7, 3"]
    assert answers("solve x where 2 * x == 7") == []


def test_many_numbers_are_given_by_their_condition() -> None:
    outcome = asked("solve x where x > 3")
    assert outcome.verdict == "confirmed"
    assert "x > 3" in str(outcome.blocks) or "3 < x" in str(outcome.blocks)
    assert "for example x = 4" in str(outcome.blocks)


MEMBER = """
member x (y : ys) = x == y or member x ys
member _ []       = False
down n = n == 0 or down (n - 1)
data Letter = A | B | C
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("solve x where x == 1 or x == 1", ["1"]),
        ("solve x where member x [1, 2, 1]", ["1", "2"]),
        ("solve x y where member (x, y) [(A, B), (C, B), (A, B)]", ["A, B", "C, B"]),
        ("solve x where down 3 and x == A", ["A"]),
        ("solve x y where (x == A or y == B) and x /= y", ["A, B", "A, C", "C, B"]),
        ("solve x where not (x == A or x == B)", ["C"]),
        ("solve x y where ((x, y) == (A, B) or x == A) and y /= C", ["A, A", "A, B"]),
        ("solve x where (x == A or False) or x == C", ["A", "C"]),
        ("solve x y where (if x == A or y == A then x == B else y == C)", ["B, A", "B, C", "C, C"]),
    ],
)
def test_a_disjunction_unifies_and_gives_each_answer_once(query: str, expected: list[str]) -> None:
    assert answers(MEMBER + query) == expected


def test_what_a_disjunction_puts_off_is_no_choice_between_all_values() -> None:
    pairs = ", ".join(f"(x{n}, y{n}, z{n})" for n in range(6))
    names = " ".join(f"x{n} y{n} z{n}" for n in range(6))
    text = f"{MEMBER}solve p where let {names} free in member (A, B, p) [{pairs}] and p == C"
    outcome = asked(text, limit=1)
    assert shown(outcome) == ["C"]
    assert outcome.statistics["nodes"] < 10
