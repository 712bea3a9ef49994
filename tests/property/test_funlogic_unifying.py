"""Calls that are told their value have the answers that evaluating and comparing gives."""

from __future__ import annotations

import re

from hypothesis import given, settings, strategies as st

from refute.languages.funlogic import syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.expected import Expectations
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.unifying import Unifications
from refute.search import Budget, Ended, Search
from refute.solver import Effort, open_session
from refute.source import Source
from refute.terms import show as show_term

SESSION = open_session(effort=Effort(100))
ITEMS = st.sampled_from(["x", "y", "1", "(x + 1)", "(x ? 2)", "(h x)", "(op x y)", "(head ys)"])
LISTS = st.recursive(
    st.sampled_from(["ys", "[]", "[x]", "(x : ys)", "(tail ys)"]),
    lambda inner: st.one_of(
        st.builds("({} : {})".format, ITEMS, inner),
        st.builds("({} ? {})".format, inner, inner),
        st.builds("(f op {} {})".format, ITEMS, inner),
        st.builds("(g {} {})".format, ITEMS, inner),
        st.builds("(map (op x) {})".format, inner),
        st.builds("({} ++ {})".format, inner, inner),
        st.builds("(if x > y then {} else {})".format, inner, inner),
        st.builds("(let zs = {} in case zs == zs of True -> zs)".format, inner),
        st.builds("(let zs = {} in case zs of {{ [] -> [x]; z : _ -> z : zs }})".format, inner),
    ),
    max_leaves=4,
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Functions of numbers and lists that call each other, and a condition on what one gives."""
    known = draw(st.sampled_from(["[1]", "[1, 2]", "[2, x]", "x : xs", "[]", "g 1 [x]", "xs"]))
    second = draw(st.sampled_from(["f (pick p) x xs == [1]", "g x xs == xs", "x == 1", "x < 2"]))
    call = draw(st.sampled_from(["f (pick p) x xs", "f (+) x xs", "g x xs", "g 1 (g x xs)"]))
    is_turned = draw(st.booleans())
    condition = f"{known} == {call}" if is_turned else f"{call} == {known}"
    return f"""
h 0 = 1
h n = n + 1
pick True  = (+)
pick False = \\a b -> a
f op x [] = {draw(LISTS).replace("ys", "[]").replace("y", "x")}
f op x (y : ys) = {draw(LISTS)}
g x (y : ys) = y : {draw(LISTS).replace("op", "(+)")}
g x []       = {draw(st.sampled_from(["[]", "[x]", "[1, x]"]))}
solve p x xs where {condition} and {second}
"""


def found(text: str, nodes: int) -> tuple[list[str], Ended | None]:
    """The answers with their conditions, sorted, and how the search ended."""
    compiled = load(Source("random.fl", text))
    query = compiled.checked.program.declarations[-1]
    assert isinstance(query, syntax.Solve)
    tree = evaluation(compiled, query).tree()
    search: Search[Found] = Search(tree, budget=Budget(nodes=nodes, cost=4), session=SESSION)
    shown = [
        " ".join([*map(show_value, each.value.inputs), *map(show_term, each.path.conditions())])
        for each in search
    ]
    return sorted(re.sub(r"_\d+", "_", each) for each in shown), search.ended


def plainly(text: str, nodes: int) -> tuple[list[str], Ended | None]:
    """The same without functions that are told their value."""
    before = Unifications.condition, Expectations.told
    Unifications.condition = lambda *_: None  # type: ignore[method-assign]
    Expectations.told = lambda *_: None  # type: ignore[method-assign]
    try:
        return found(text, nodes)
    finally:
        Unifications.condition, Expectations.told = before  # type: ignore[method-assign]


@settings(max_examples=25, deadline=None)
@given(programs())
def test_calls_that_are_told_have_the_same_answers(text: str) -> None:
    plain, ended = plainly(text, 40)
    if ended is not Ended.NODES:
        told, told_ended = found(text, 400)
        assert told == plain
        assert told_ended in {ended, Ended.EXHAUSTED}  # what cannot fit is not even counted
