"""A theorem about a function, used on the parts of values, hides no counterexample."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from hypothesis import given, strategies as st

import refute
from refute import Verdict

SIGNATURE = """
t : type.
a : t.
b : t -> t.
c : (t, t) -> t.
func f(t) = t.
"""
BOUND = 5

Term: TypeAlias = tuple[Any, ...]
"""A constructor and parts; in rules, parts may be variables and calls of `f`."""

Rule: TypeAlias = tuple[Term, Term]

# A term is a Term of a constructor and parts; in rules, parts may be variables, and calls of f.


def patterns(depth: int) -> st.SearchStrategy[Term]:
    """Terms without variables in which `?` is to be given names."""
    hole = st.just(("?",))
    if not depth:
        return hole
    part = st.one_of(hole, patterns(depth - 1))
    return st.one_of(
        st.just(("a",)),
        st.tuples(st.just("b"), part),
        st.tuples(st.just("c"), part, part),
    )


def named(term: Term, names: Iterator[str]) -> Term:
    if term[0] == "?":
        return (next(names),)
    return (term[0], *(named(each, names) for each in term[1:]))


def variables(term: Term) -> list[str]:
    if term[0].startswith("X"):
        return [term[0]]
    return [name for each in term[1:] for name in variables(each)]


@st.composite
def rules(draw: st.DrawFn) -> list[Rule]:
    """Patterns, each with a result that calls the function on variables only, so that it ends."""
    found = []
    for each in draw(st.lists(patterns(2), min_size=2, max_size=5)):
        left = named(each, (f"X{number}" for number in range(9)))
        leaves: list[Term] = [("a",), *((name,) for name in variables(left))]
        leaves += [("f", (name,)) for name in variables(left)] * 3
        leaf = st.sampled_from(leaves)
        right = draw(
            st.one_of(leaf, st.tuples(st.just("b"), leaf), st.tuples(st.just("c"), leaf, leaf))
        )
        found.append((left, right))
    return found


def written(term: Term) -> str:
    head, *parts = term
    return f"{head}({', '.join(map(written, parts))})" if parts else head


@cache
def values(size: int) -> list[Term]:
    """The closed terms of so many constructors."""
    if size <= 0:
        return []
    found: list[Term] = [("a",)] if size == 1 else []
    found += [("b", each) for each in values(size - 1)]
    for left in range(1, size - 1):
        found += [("c", *pair) for pair in product(values(left), values(size - 1 - left))]
    return found


def match(pattern: Term, term: Term, bound: dict[str, Term]) -> bool:
    if pattern[0].startswith("X"):
        bound[pattern[0]] = term
        return True
    return pattern[0] == term[0] and all(
        match(one, other, bound) for one, other in zip(pattern[1:], term[1:], strict=True)
    )


def results(function: list[Rule], term: Term) -> set[Term]:
    """All values of the function."""

    def of(right: Term, bound: dict[str, Term]) -> set[Term]:
        if right[0].startswith("X"):
            return {bound[right[0]]}
        if right[0] == "f":
            return results(function, bound[right[1][0]])
        return {(right[0], *parts) for parts in product(*(of(each, bound) for each in right[1:]))}

    found: set[Term] = set()
    for left, right in function:
        bound: dict[str, Term] = {}
        if match(left, term, bound):
            found |= of(right, bound)
    return found


def claimed(claim: Term, term: Term) -> Term:
    return term if claim[0] == "X" else (claim[0], *(claimed(each, term) for each in claim[1:]))


claims = st.sampled_from([("X",), ("X",), ("a",), ("b", ("X",)), ("c", ("X",), ("X",))])


@given(rules(), claims)
def test_a_value_that_breaks_a_claim_is_found(function: list[Rule], claim: Term) -> None:
    function = [each for each in function if not each[0][0].startswith("X")]
    lines = [f"f({written(left)}) = {written(right)}." for left, right in function]
    text = SIGNATURE + "\n".join(lines) + f'\n#check "claim" {BOUND} : f(X) = {written(claim)}.\n'
    (outcome,) = refute.open(text, language="nominal").check()
    broken = [
        size
        for size in range(1, BOUND + 1)
        if any(claimed(claim, each) not in results(function, each) for each in values(size))
    ]
    if broken:
        assert outcome.verdict is Verdict.REFUTED
        assert int(outcome.summary.rpartition(" ")[2]) <= broken[0]  # what does not matter is free
    else:
        assert outcome.verdict in {Verdict.PASSED, Verdict.CONFIRMED}
    if outcome.verdict is Verdict.CONFIRMED:
        deeper = values(BOUND + 1) + values(BOUND + 2)
        assert all(claimed(claim, each) in results(function, each) for each in deeper)
