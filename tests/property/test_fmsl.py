"""FMSL: text and tree agree, nil keeps its laws, quantifiers are those of Python."""

from __future__ import annotations

from typing import Any

from fmsl_specifications import SPECIFICATIONS
from hypothesis import given, settings, strategies as st

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter, Universe
from refute.languages.fmsl.interpret.operators import divide, modulo
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.show import show
from refute.languages.fmsl.typecheck import check
from refute.languages.fmsl.values import Record, Value, contains, same, show_value
from refute.source import Source

INTEGERS = st.integers(-20, 20)
TRUTHS: st.SearchStrategy[bool | None] = st.sampled_from([True, False, None])
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.one_of(st.none(), st.booleans(), INTEGERS, st.text("ab", max_size=2)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.lists(inner, max_size=3).map(Record)
    ),
    max_leaves=5,
)


def value_of(text: str, declarations: str = "") -> Value:
    """The value of an expression after some declarations."""
    checked = check(parse(Source("test", f"{declarations}\n> {text};")))
    interpreter = Interpreter(checked)
    found: Value = None
    for each in checked.declarations:
        if isinstance(each, syntax.Evaluate):
            found = interpreter.execute(each.statement)
        else:
            interpreter.declare(each)
    return found


@given(SPECIFICATIONS)
@settings(max_examples=60)
def test_a_shown_specification_parses_to_itself(specification: syntax.Specification) -> None:
    assert parse(Source("shown", show(specification))) == specification


@given(TRUTHS, TRUTHS)
def test_logic_has_kleenes_three_values(left: bool | None, right: bool | None) -> None:
    a, b = show_value(left), show_value(right)
    low = {False: 0, None: 1, True: 2}
    back = {number: truth for truth, number in low.items()}
    assert value_of(f"{a} and {b}") is back[min(low[left], low[right])]
    assert value_of(f"{a} or {b}") is back[max(low[left], low[right])]
    assert value_of(f"not {a}") is back[2 - low[left]]
    assert value_of(f"{a} => {b}") is value_of(f"not {a} or {b}")
    unknown = left is None or right is None
    assert value_of(f"{a} xor {b}") is (None if unknown else left != right)
    assert value_of(f"{a} <=> {b}") is (None if unknown else left == right)


@given(st.sampled_from(["+", "-", "*", "/", "<", "<=", ">", ">=", "mod"]), INTEGERS)
def test_nil_passes_through_arithmetic(operator: str, number: int) -> None:
    assert value_of(f"nil {operator} ({number})") is None
    assert value_of(f"({number}) {operator} nil") is None


@given(VALUES, VALUES)
def test_only_equal_values_are_the_same(one: Value, other: Value) -> None:
    assert same(one, one)
    assert same(one, other) == (_shown(one) == _shown(other))
    assert contains((one,), other) == same(one, other)
    assert same(None, one) == (one is None or one == ())


@given(st.integers(), st.integers().filter(bool))
def test_what_division_leaves_is_the_rest(dividend: int, divisor: int) -> None:
    quotient: Any = divide(dividend, divisor)
    rest: Any = modulo(dividend, divisor)
    assert quotient * divisor + rest == dividend
    assert abs(rest) < abs(divisor)
    assert rest == 0 or (rest < 0) == (dividend < 0)


@given(st.lists(INTEGERS, max_size=6), INTEGERS)
def test_quantifiers_over_lists_and_the_universe_are_all_and_any(
    numbers: list[int], bound: int
) -> None:
    written = f"[{', '.join(map(str, numbers))}]"
    cases = [f"forall (i in {written}) i > ({bound})", f"exists (i in {written}) i > ({bound})"]
    expected = [all(each > bound for each in numbers), any(each > bound for each in numbers)]
    assert [value_of(each) for each in cases] == expected
    lets = "obj N = integer;" + "".join(f"> (let x:N = {each};);" for each in numbers)
    cases = [
        f"forall (i:N) i > ({bound})",
        f"exists (i:N) i > ({bound})",
        f"forall (i:N | i != 3) i > ({bound})",
        f"exists (i:N | i != 3) i > ({bound})",
    ]
    guarded = [each for each in numbers if each != 3]
    expected += [all(each > bound for each in guarded), any(each > bound for each in guarded)]
    assert [value_of(each, lets) for each in cases] == expected


@given(st.lists(VALUES, max_size=12))
def test_the_universe_keeps_each_value_once_in_its_order(values: list[Value]) -> None:
    universe, all_of_them = Universe(), Universe(duplicates=True)
    for value in values:
        universe.add("T", value)
        all_of_them.add("T", value)
    shown = [_shown(each) for each in values if each is not None]
    assert [_shown(each) for each in universe.values("T")] == list(dict.fromkeys(shown))
    assert [_shown(each) for each in all_of_them.values("T")] == shown


def _shown(value: Value) -> str:
    """A value in a text that is the same for all empty ones."""
    return show_value(value).replace("[]", "nil").replace("{}", "nil")


@given(st.lists(INTEGERS, max_size=5), st.lists(INTEGERS, max_size=5), INTEGERS)
def test_lists_are_those_of_python(one: list[int], other: list[int], number: int) -> None:
    a, b = f"[{', '.join(map(str, one))}]", f"[{', '.join(map(str, other))}]"
    assert value_of(f"{a} + {b}") == tuple(one + other)
    assert value_of(f"{a} + ({number})") == (*one, number)
    assert value_of(f"({number}) + {a}") == (number, *one)
    assert value_of(f"{a} - {b}") == tuple(each for each in one if each not in other)
    assert value_of(f"{a} - ({number})") == tuple(each for each in one if each != number)
    assert value_of(f"({number}) in {a}") is (number in one)
    assert value_of(f"#{a}") == len(one)


@given(st.text("abc", max_size=5), st.integers(0, 6), st.integers(0, 6))
def test_a_selection_is_inside_or_nil(text: str, low: int, high: int) -> None:
    inside = low >= 1 and high <= len(text)
    expected = "" if low > high else (text[low - 1 : high] if inside else None)
    assert value_of(f'"{text}"[{low} .. {high}]') == expected
    assert value_of(f'"{text}"[{low}:{high}]') == expected
    one = text[low - 1] if 1 <= low <= len(text) else None
    assert value_of(f'"{text}"[{low}]') == one
