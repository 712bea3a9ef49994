"""Types, names and arities of whole programs."""

import pytest

from refute.diagnostics import Diagnostic, InputError
from refute.languages.funlogic.link import link
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.typecheck import Checked, typecheck
from refute.languages.funlogic.typecheck.order import groups
from refute.source import Source


def checked(text: str) -> Checked:
    return typecheck(link(parse(Source("test.fl", text))))


def type_of(text: str, name: str = "f") -> str:
    return show_type(checked(text).types[name])


def wrong(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        checked(text)
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f = 1", "Int"),
        ("f x = x", "a -> a"),
        ("f x y = x", "a -> b -> a"),
        ("f x = x + 1", "Int -> Int"),
        ("f x y = x == y", "a -> a -> Bool"),
        ("f x = x < 1 and not (x > 2)", "Int -> Bool"),
        ("f [] = 0\nf (x : xs) = 1 + f xs", "[a] -> Int"),
        ("f g x = g (g x)", "(a -> a) -> a -> a"),
        ("f g h x = g (h x)", "(a -> b) -> (c -> a) -> c -> b"),
        ("f (a, b) = (b, a)", "(a, b) -> (b, a)"),
        ("f () = True", "() -> Bool"),
        ("f x = if x then 1 else -1", "Bool -> Int"),
        ("f x = case x of { (a, [b]) -> a == b }", "(a, [a]) -> Bool"),
        ("f = \\(x : _) y -> [x, y]", "[a] -> a -> [a]"),
        ("f x = x ? [x' + 1]\nx' = 1", "[Int] -> [Int]"),
        ("f = let x free in x", "a"),
        ("f = let x free in x + 1", "Int"),
        ("f 0 = True\nf n = False", "Int -> Bool"),
        ("data Maybe a = Nothing | Just a\nf (Just x) = x", "Maybe a -> a"),
        ("data Maybe a = Nothing | Just a\nf = Just", "a -> Maybe a"),
        ("data Pair a b = Pair a b\nf x = Pair x", "a -> b -> Pair a b"),
        ("data T a = T (a -> Int)\nf (T g) x = g x", "T a -> a -> Int"),
        ("f x = x div 2 mod 3", "Int -> Int"),
    ],
)
def test_types_are_inferred(text: str, expected: str) -> None:
    assert type_of(text) == expected


# Polymorphism


def test_a_function_may_be_used_at_several_types() -> None:
    assert type_of("id x = x\nf = (id 1, id True, id [()])") == "(Int, Bool, [()])"


def test_a_function_may_be_used_at_several_types_before_it_is_defined() -> None:
    assert type_of("f = (id 1, id True)\nid x = x") == "(Int, Bool)"


def test_functions_that_call_each_other_are_general_for_the_others() -> None:
    text = """
even [] = True
even (_ : xs) = odd xs
odd [] = False
odd (_ : xs) = even xs
f = (even [1], odd [True])
"""
    assert type_of(text, "even") == "[a] -> Bool"
    assert type_of(text, "odd") == "[a] -> Bool"
    assert type_of(text) == "(Bool, Bool)"


def test_functions_that_call_each_other_have_one_type_among_themselves() -> None:
    text = "g x = h [x]\nh x = g x"
    assert {each.code for each in wrong(text)} == {"FL020"}


def test_what_a_let_defines_is_general() -> None:
    assert type_of("f = let id x = x in (id 1, id True)") == "(Int, Bool)"


def test_what_a_let_takes_from_outside_is_not_general() -> None:
    text = "f y = let k x = (x, y) in (k 1, k True, y + 1)"
    assert type_of(text) == "Int -> ((Int, Int), (Bool, Int), Int)"


def test_the_parameter_of_a_lambda_is_not_general() -> None:
    assert [each.code for each in wrong("f = (\\id -> (id 1, id True)) (\\x -> x)")] == ["FL020"]


# Undeclared constructors


def test_undeclared_constructors_that_meet_are_of_one_type() -> None:
    found = checked("f Red = 1\nf Green = 2\ng = [Green, Blue]\nh On = Off")
    assert {each.name for each in found.datatypes["{Red, Green, Blue}"].constructors} == {
        "Red",
        "Green",
        "Blue",
    }
    assert found.constructors["On"].datatype is not found.constructors["Red"].datatype


def test_undeclared_constructors_that_never_meet_are_of_different_types() -> None:
    found = checked("f Red = 1\ng On = 2")
    assert found.constructors["Red"].datatype is not found.constructors["On"].datatype
    together = checked("f Red = 1\ng On = 2\nf On").constructors
    assert together["Red"].datatype is together["On"].datatype


def test_an_undeclared_constructor_is_no_number() -> None:
    assert [each.code for each in wrong("f Red = 1\nf 2")] == ["FL020"]


def test_the_fields_of_an_undeclared_constructor_have_one_type() -> None:
    assert type_of("f (Leaf x) = x\ng = f (Leaf True)") == "{Leaf} -> Bool"
    assert [each.code for each in wrong("f = [Leaf 1, Leaf True]")] == ["FL020"]


# Complaints


def test_all_that_is_wrong_is_told_at_once() -> None:
    text = "f x = y\ng x = x + True\nh 1 = 2\nh a b = 3\ni = 1\ni = 2\nf 1 2\nk [] x x = Nope x"
    codes = [each.code for each in wrong(text)]
    assert {"FL010", "FL020", "FL012", "FL013", "FL014"} <= set(codes)


def test_one_mistake_is_told_once() -> None:
    assert len(wrong("f x = unheardOf x + 1\ng y = f y + 1\nh = g (f 1)")) == 1


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("append x y = x\nf = apend 1 2", "append"),
        ("f xs = let total = 1 in totl", "total"),
        ("f number = numbr", "number"),
        ("length x = x\nsolve y where lenght y == 1", "length"),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(text: str, suggested: str) -> None:
    (diagnostic,) = wrong(text)
    assert (diagnostic.code, diagnostic.help) == ("FL010", f"did you mean `{suggested}`?")


def test_a_name_like_no_other_gets_no_suggestion() -> None:
    (diagnostic,) = wrong("f = qqqqqqq")
    assert diagnostic.help == ""


def test_both_types_of_a_mismatch_use_the_same_letters() -> None:
    (diagnostic,) = wrong("f x = x x")
    assert diagnostic.message == "expected a, found a -> b"


def test_an_underscore_is_no_name_to_define() -> None:
    for text in ("_ = 1", "f = let _ = 5 in 1", "f = let _ = 5 in _"):
        assert {each.code for each in wrong(text)} == {"FL010"}, text


def test_unknowns_of_one_place_have_different_names() -> None:
    assert {each.code for each in wrong("f = let x x free in x")} == {"FL014"}


def test_a_type_variable_may_begin_with_an_underscore() -> None:
    assert type_of("data T _a = C _a\nf (C x) = x + 1", "f") == "T Int -> Int"


# What unknowns are


def test_the_types_of_unknowns_are_known() -> None:
    found = checked("solve x y where x == [y] and y\nproperty p(z, w) = z > w")
    shown = {span.text: show_type(each) for span, each in found.unknowns.items()}
    assert shown == {"x": "[Bool]", "y": "Bool", "z": "Int", "w": "Int"}


def test_unknowns_of_any_type_are_numbers() -> None:
    found = checked("property p(xs, ys) = xs == ys")
    assert {show_type(each) for each in found.unknowns.values()} == {"Int"}


def test_groups_come_after_what_they_need() -> None:
    graph = {"a": ["b"], "b": ["c", "a"], "c": ["d"], "d": ["d"], "e": ["a", "d"]}
    found = [sorted(group) for group in groups(graph)]
    assert found == [["d"], ["c"], ["a", "b"], ["e"]]


def test_long_chains_of_definitions_need_no_recursion() -> None:
    graph = {str(number): [str(number + 1)] for number in range(5_000)} | {"5000": ["0"]}
    (group,) = groups(graph)
    assert len(group) == 5_001
