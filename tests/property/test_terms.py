"""Passes over terms agree with each other on random terms of all sorts."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import given, strategies as st

from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    Constructor,
    ListSort,
    Operator,
    Sort,
    SortReference,
    Term,
    TupleSort,
    Value,
    absolute,
    add,
    at_most,
    choose,
    concatenate,
    conjunction,
    constant,
    construct,
    contains,
    data_sort,
    default_value,
    disjunction,
    divide,
    equal,
    evaluate,
    item,
    length,
    less,
    list_of,
    member,
    modulo,
    multiply,
    negation,
    part,
    project,
    show,
    simplify,
    substitute,
    subtract,
    tail,
    to_real,
    tuple_of,
    variable,
    variables,
)

NUMBERS = ListSort(INT)
PAIR = TupleSort((INT, STRING))
TREE = data_sort(
    "Tree",
    Constructor("Leaf"),
    Constructor("Node", (("left", SortReference("Tree")), ("value", INT))),
)
SORTS: list[Sort] = [BOOL, INT, REAL, STRING, NUMBERS, PAIR, TREE]
VARIABLES = {sort: [variable(f"{name}{n}", sort) for name in "xy"] for n, sort in enumerate(SORTS)}


@cache
def values(sort: Sort) -> st.SearchStrategy[Any]:
    if sort is TREE:
        return st.recursive(
            st.just(default_value(TREE)),
            lambda trees: st.builds(_node, trees, st.integers(-3, 3)),
            max_leaves=3,
        )
    atoms: dict[Sort, st.SearchStrategy[Any]] = {
        BOOL: st.booleans(),
        INT: st.integers(-6, 6),
        REAL: st.fractions(-4, 4, max_denominator=3),
        STRING: st.text("ab\n\\é𝄞", max_size=3),
        NUMBERS: st.lists(st.integers(-2, 2), max_size=3).map(tuple),
        PAIR: st.tuples(st.integers(-2, 2), st.text("ab", max_size=2)),
    }
    return atoms[sort]


def _node(tree: Value, number: int) -> Value:
    return evaluate(construct(TREE, "Node", constant(tree, TREE), constant(number, INT)), {})


RULES: list[tuple[Sort, tuple[Sort, ...], Any]] = [
    (BOOL, (BOOL,), negation),
    (BOOL, (BOOL, BOOL), conjunction),
    (BOOL, (BOOL, BOOL), disjunction),
    *((BOOL, (sort, sort), equal) for sort in SORTS),
    *((BOOL, (sort, sort), rule) for sort in (INT, REAL, STRING) for rule in (less, at_most)),
    *((sort, (BOOL, sort, sort), choose) for sort in SORTS),
    *((sort, (sort, sort), rule) for sort in (INT, REAL) for rule in (add, subtract, divide)),
    (INT, (INT, INT, INT), add),
    (INT, (INT, INT), multiply),
    (INT, (INT, INT), modulo),
    (INT, (INT,), absolute),
    (REAL, (REAL,), absolute),
    (REAL, (INT,), to_real),
    *(
        rule
        for sort in (STRING, NUMBERS)
        for rule in (
            (sort, (sort, sort), concatenate),
            (INT, (sort,), length),
            (BOOL, (sort, sort), contains),
            (sort, (sort, INT, INT), part),
            (sort, (sort,), tail),
        )
    ),
    (STRING, (STRING, INT), item),
    (INT, (NUMBERS, INT), item),
    (BOOL, (INT, NUMBERS), member),
    (NUMBERS, (INT, INT), lambda *items: list_of(INT, *items)),
    (PAIR, (INT, STRING), tuple_of),
    (INT, (PAIR,), lambda pair: project(pair, 0)),
    (STRING, (PAIR,), lambda pair: project(pair, 1)),
    (TREE, (TREE, INT), lambda *parts: construct(TREE, "Node", *parts)),
]


@cache
def leaves(sort: Sort) -> st.SearchStrategy[Term]:
    return st.sampled_from(VARIABLES[sort]) | values(sort).map(lambda it: constant(it, sort))


@cache
@st.composite
def terms(draw: st.DrawFn, sort: Sort = BOOL, depth: int = 3) -> Term:
    """A random term of a sort over `VARIABLES`."""
    rules = [rule for rule in RULES if rule[0] is sort] if depth else []
    choice = draw(st.integers(0, len(rules) + 1))
    if choice >= len(rules):
        return draw(leaves(sort))
    _, wanted, build = rules[choice]
    made: Term = build(*(draw(terms(each, depth - 1)) for each in wanted))
    return made


any_terms = st.sampled_from(SORTS).flatmap(terms)
assignments: st.SearchStrategy[Mapping[Term, Value]] = st.fixed_dictionaries(
    {each: values(sort) for sort, known in VARIABLES.items() for each in known}
)


@given(any_terms, assignments)
def test_a_value_belongs_to_the_sort_of_its_term(
    term: Term, assignment: Mapping[Term, Value]
) -> None:
    value = evaluate(term, assignment)
    assert evaluate(constant(value, term.sort), {}) == value


@given(any_terms, assignments)
def test_simplifying_keeps_the_value(term: Term, assignment: Mapping[Term, Value]) -> None:
    assert evaluate(simplify(term), assignment) == evaluate(term, assignment)


@given(any_terms, assignments)
def test_substituting_constants_folds_to_the_value(
    term: Term, assignment: Mapping[Term, Value]
) -> None:
    constants = {each: constant(value, each.sort) for each, value in assignment.items()}
    folded = substitute(term, constants)
    assert variables(folded) == []
    assert evaluate(folded, {}) == evaluate(term, assignment)


@given(terms(), assignments)
def test_a_negation_is_the_opposite(term: Term, assignment: Mapping[Term, Value]) -> None:
    assert evaluate(negation(term), assignment) is not evaluate(term, assignment)
    assert negation(negation(term)) is term


@given(any_terms)
def test_copies_are_the_same_term(term: Term) -> None:
    assert pickle.loads(pickle.dumps(term)) is term
    assert copy.deepcopy(term) is term


@given(any_terms, st.integers(0, 30))
def test_showing_is_cut_at_the_limit(term: Term, limit: int) -> None:
    whole = show(term)
    assert show(term, limit) == (whole if len(whole) <= limit else whole[:limit] + "…")


@given(any_terms)
def test_payloads_keep_their_exact_type(term: Term) -> None:
    expected = {BOOL: bool, INT: int, REAL: Fraction, STRING: str}
    if term.operator is Operator.CONSTANT:
        assert type(term.payload) is expected[term.sort]
