"""Values that are needed through and through: evaluating arguments first changes only the order."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from refute.languages.funlogic import syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.machine import NORMAL, VALUE
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import Evaluation
from refute.search import Budget, Ended, Search
from refute.source import Source

ITEMS = st.sampled_from(["x", "x", "1", "(x ? 2)", "(if x > 2 then x else 0)", "(head [])"])
WHOLE = st.recursive(
    st.sampled_from(["ys", "(x : ys)", "(y : ys)"]),
    lambda inner: st.one_of(
        st.builds("({} : {})".format, ITEMS, inner),
        st.builds("({} ? {})".format, inner, inner),
        st.builds("({} {} {})".format, st.sampled_from(["f", "g", "h"]), ITEMS, inner),
    ),
    max_leaves=3,
)
"""Lists that need all of `ys`."""

ANY = st.one_of(
    WHOLE,
    st.sampled_from(["[]", "[x]"]),
    st.builds("(case x < 2 of True -> {})".format, WHOLE),
    st.builds("(let zs = {} in case zs of {{ [] -> []; _ : _ -> x : zs }})".format, WHOLE),
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Functions of an item and a list that call themselves and each other, and a call."""
    lines = ["h x [] = [x]", f"h x (y : ys) = y : {draw(ANY)}"]
    for name in "fg":
        first = draw(WHOLE).replace("y :", "x :")
        lines.append(f"{name} x ys = {first} ? {name}Later x ys")
        if draw(st.booleans()):
            lines.append(f"{name}Later x [] = {draw(st.sampled_from(['[]', '[x]', '[1, 2]']))}")
        lines.append(f"{name}Later x (y : ys) = y : {draw(st.one_of(WHOLE, WHOLE, ANY))}")
    inner = draw(WHOLE).replace("ys", "[2, 3]").replace("y", "1").replace("x", "3")
    return "\n".join([*lines, f"f 4 {inner}", ""])


def asked(text: str) -> Evaluation:
    """The query of a program."""
    compiled = load(Source("random.fl", text))
    query = compiled.checked.program.declarations[-1]
    assert isinstance(query, syntax.Evaluate)
    return evaluation(compiled, query)


def found(query: Evaluation, *, eager: bool) -> tuple[list[str], Ended | None, int]:
    """The values of a query, sorted, how the search ended, and how many nodes it took."""
    query._mode = NORMAL if eager else VALUE
    search: Search[Found] = Search(query.tree(), budget=Budget(nodes=3_000 if eager else 150))
    shown = sorted(show_value(each.value.result) for each in search)
    return shown, search.ended, search.statistics.nodes


@settings(max_examples=60, deadline=None)
@given(programs())
def test_arguments_that_are_evaluated_first_give_the_same_values(text: str) -> None:
    query = asked(text)
    if query._mode == NORMAL:
        lazy, ended, _ = found(query, eager=False)
        if ended is Ended.EXHAUSTED:
            assert found(query, eager=True)[:2] == (lazy, Ended.EXHAUSTED)


def test_a_condition_still_prunes() -> None:
    text = """
insert x ys = (x : ys) ? insertLater x ys
insertLater x (y : ys) = y : insert x ys
perm []       = []
perm (x : xs) = insert x (perm xs)
sorted (x : y : ys) = x <= y and sorted (y : ys)
sorted [_]          = True
sort xs = let ys = perm xs in case sorted ys of True -> ys
sort [4, 3, 2, 1]
"""
    query = asked(text)
    assert found(query, eager=True) == found(query, eager=False)


def test_choices_of_an_argument_are_made_once() -> None:
    text = """
insert x ys = (x : ys) ? insertLater x ys
insertLater x (y : ys) = y : insert x ys
perm []       = []
perm (x : xs) = insert x (perm xs)
perm [1, 2, 3, 4]
"""
    query = asked(text)
    eager, lazy = found(query, eager=True), found(query, eager=False)
    assert eager[0] == lazy[0]
    assert len(eager[0]) == 24
    assert eager[2] < lazy[2]
