"""What the solver is told about expressions agrees with the interpreter."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking.query import Bounds, Query, spelled
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.symbolic import values as symbolic
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import Symbolic, known, same
from refute.languages.fmsl.symbolic.written import type_of
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.values import Record, Value, same as equals
from refute.solver import Effort
from refute.source import Source
from refute.terms import FALSE, integer, negation

OBJECTS = "object Pair = x:integer and s:string; object Pairs = Pair*;"
PARAMETERS = "a:integer, b:integer, s:string, t:string, l:integer*, m:integer*, p:Pair, q:Pairs"
EXPRESSIONS = [
    "a + b * 2 - a / b", "a mod b", "-a < b and not (a = b)", "#a", "#s + #l",
    "s < t or s >= t", "s = t xor #s > 1", "l + m", "l - m", "l + a", "a + l", "l - a",
    "a in l", "l[a]", "l[a..b]", "l[2:#l]", "l = m", "p.x = a => p.s = s", "q[a].s", "p in q",
    "q - p", "if a > b then l else m", "if a > b then a", "if a > b then a > 0",
    "forall (i in l) i > a", "exists (i in l) i = a or i > b", "forall (r in q) r.x < a",
    "exists (r in q) r.s = s and r.x = nil", "p", "{a, s}", "[a, b]", "a > 0 iff nil",
    "forall (i in [a..b]) i in l or i < 0", "exists (i in [1..#l]) l[i] = a",
    "forall (i:integer | i >= 1 and i < #l) l[i] <= l[i+1]",
    "forall (i:integer) if 1 <= i and #l >= i then l[i] > a",
    "forall (i, j:integer | 1 <= i and i < j and j <= #l) l[i] != l[j]",
    "exists (i:integer) i in [1..#m] and m[i] = a", "exists (i:integer | -2 < i and i < #l) i = a",
    "exists (i, j in l | i < j) j > a", "forall (i in l, r in q | i = r.x) r.s = s",
    "exists (r:Pair) r in q and r.x = a", "forall (r:Pair) r in q => r.x = a",
]  # fmt: skip
NUMBERS = st.none() | st.integers(-3, 5)
WORDS = st.none() | st.text("ab", max_size=2)
PAIRS = st.builds(lambda x, s: Record((x, s)), NUMBERS, WORDS)
INPUTS = st.tuples(
    NUMBERS,
    NUMBERS,
    WORDS,
    WORDS,
    st.none() | st.lists(NUMBERS, max_size=3).map(tuple),
    st.lists(NUMBERS, max_size=3).map(tuple),
    st.none() | PAIRS,
    st.lists(PAIRS, max_size=2).map(tuple),
)


def specification() -> tuple[Checked, list[syntax.Theorem | syntax.Operation]]:
    functions = [
        f"function F{number}({PARAMETERS}) = {text};" for number, text in enumerate(EXPRESSIONS)
    ]
    checked = check(parse(Source("test.fmsl", "\n".join([OBJECTS, *functions]))))
    found = [each for each in checked.declarations if isinstance(each, syntax.Operation)]
    return checked, [*found]


CHECKED, FUNCTIONS = specification()


def lifted(query: Query, value: Value) -> Symbolic:
    """A value that is known, as the solver has it."""
    match value:
        case None:
            return symbolic.NIL
        case Record():
            return symbolic.Record(FALSE, tuple(lifted(query, each) for each in value))
        case tuple():
            return symbolic.items_of(*(lifted(query, each) for each in value))
        case str():
            return query.unknowns.text(value)
        case _:
            assert isinstance(value, int)
            return known(integer(value))


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
@given(inputs=INPUTS)
@settings(max_examples=12, deadline=None)
def test_an_expression_has_the_same_value_for_both(number: int, inputs: tuple[Any, ...]) -> None:
    function = FUNCTIONS[number]
    assert isinstance(function, syntax.Operation)
    query = Query(CHECKED, Bounds(3, allowed=partial(Effort, 6)))
    names = {
        each.name: lifted(query, value) for each, value in zip(function.inputs, inputs, strict=True)
    }
    assert function.body is not None
    found = query.evaluator.evaluate(function.body, names)
    expected = _interpreted(function.name, inputs)
    if isinstance(found, symbolic.Atom) and not found.term.is_value:
        wanted = lifted(query, expected) if not isinstance(expected, bool) else None
        claim = symbolic.truth(expected) if isinstance(expected, bool) else wanted
        assert claim is not None
        assert query.attempt(negation(same(found, claim))).run().is_unsat
        assert query.attempt(same(found, claim)).run().is_sat
    else:
        assert equals(spelled(query.unknowns, {})(found), expected)


def _interpreted(name: str, inputs: tuple[Any, ...]) -> Value:
    interpreter = Interpreter(CHECKED)
    for number in range(-3, 8):
        interpreter.machine.recorders.of(type_of(syntax.TypeName("integer")))(number)
    return interpreter.call(name, list(inputs))


@given(formula=st.sampled_from(["#(l + m) = a", "a in l and not (a in m)", "l[2] > l[1]",
                                "p in q and p.x = a", "forall (r:Pair) r in q iff r = p",
                                "s < t and #s = 2 and #t = 1", "exists (i in l) i in m"]),
       size=st.integers(1, 3))  # fmt: skip
@settings(max_examples=15, deadline=None)
def test_what_the_solver_finds_is_true(formula: str, size: int) -> None:
    text = f"{OBJECTS} function F({PARAMETERS}) = {formula};"
    checked = check(parse(Source("test.fmsl", text)))
    query = Query(checked, Bounds(size, allowed=partial(Effort, 6)))
    parts = checked.operations["F"].inputs
    given_values = query.fresh(parts, Extent(size))
    body = checked.operation("F").body
    example = query.best(query.attempt(query.evaluator.holds(body, given_values)), ())
    if example is None:
        assert (formula, size) == ("l[2] > l[1]", 1)
        return
    values = [example.value(given_values[part.name]) for part in parts]
    assert query.interpreter(example).call("F", values) is True
