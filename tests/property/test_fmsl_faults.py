"""Faults and inheritance against an evaluator of its own that tries all small inputs."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from hypothesis import given, settings, strategies as st

from asking import report_on
from refute.report.outcome import Bindings, Outcome, Verdict
from refute.source import Source

Values = dict[str, Any]


class Fault(Exception):
    """Something has no value."""


@dataclass(frozen=True)
class Formula:
    """An expression as it is written, and what it is for some inputs."""

    text: str
    value: Callable[[Values], Any]

    def __str__(self) -> str:
        return self.text


def _divided(left: int, right: int) -> int:
    if right == 0:
        raise Fault
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def _element(whole: tuple[int, ...], index: int) -> int:
    if not 1 <= index <= len(whole):
        raise Fault
    return whole[index - 1]


def _component(values: Values) -> int:
    if values["q"][0] is None:
        raise Fault
    number: int = values["q"][0][0]
    return number


def _calculated(operator: str, left: Formula, right: Formula) -> Formula:
    operations: dict[str, Callable[[int, int], Any]] = {
        "+": lambda one, other: one + other,
        "/": _divided,
        "mod": lambda one, other: one - other * _divided(one, other),
        "<": lambda one, other: one < other,
        "=": lambda one, other: one == other,
    }
    meaning = operations[operator]
    return Formula(f"({left} {operator} {right})", lambda v: meaning(left.value(v), right.value(v)))


def _connected(operator: str, left: Formula, right: Formula) -> Formula:
    meanings: dict[str, Callable[[Values], bool]] = {
        "and": lambda v: left.value(v) and right.value(v),
        "or": lambda v: left.value(v) or right.value(v),
        "=>": lambda v: not left.value(v) or right.value(v),
    }
    return Formula(f"({left} {operator} {right})", meanings[operator])


def _chosen(condition: Formula, then: Formula, otherwise: Formula) -> Formula:
    text = f"(if {condition} then {then} else {otherwise})"
    return Formula(text, lambda v: then.value(v) if condition.value(v) else otherwise.value(v))


NUMBERS = st.recursive(
    st.sampled_from(
        [
            Formula("n", lambda v: v["n"]),
            Formula("#l", lambda v: len(v["l"])),
            Formula("q.pair.a", _component),
            Formula("q.k", lambda v: v["q"][1]),
            Formula("1", lambda _: 1),
            Formula("2", lambda _: 2),
        ]
    ),
    lambda inner: (
        st.builds(_calculated, st.sampled_from(["+", "/", "mod"]), inner, inner)
        | inner.map(lambda i: Formula(f"l[{i}]", lambda v: _element(v["l"], i.value(v))))
    ),
    max_leaves=3,
)
CONDITIONS = st.recursive(
    st.builds(_calculated, st.sampled_from(["<", "="]), NUMBERS, NUMBERS)
    | st.just(Formula("(q.pair != nil)", lambda v: v["q"][0] is not None)),
    lambda inner: (
        st.builds(_connected, st.sampled_from(["and", "or", "=>"]), inner, inner)
        | st.builds(_chosen, inner, inner, inner)
        | inner.map(lambda each: Formula(f"(not {each})", lambda v: not each.value(v)))
    ),
    max_leaves=4,
)

SMALL = range(-1, 3)
INPUTS = [
    {"n": n, "l": whole, "q": (pair, k)}
    for n, k in product(SMALL, SMALL)
    for whole in [(), (0,), (1, 0), (2, 1)]
    for pair in [None, (0, 1), (1, 1)]
]


def _faulty(formula: Formula, values: Values) -> bool:
    try:
        formula.value(values)
    except Fault:
        return True
    return False


def _read(text: str) -> Any:
    """A value as it is shown; tuples and lists are both tuples."""
    brackets = str.maketrans("{}[]", "()()")
    python = text.replace("}", ",}").replace("]", ",]").replace("[,]", "[]")
    return ast.literal_eval(python.translate(brackets).replace("nil", "None"))


def _checked(formula: Formula) -> Outcome | None:
    text = f"""
    object Pair = a:integer and b:integer;
    object Nest = pair:Pair and k:integer;
    operation F
        inputs: n:integer, l:integer*, q:Nest;
        outputs: r:boolean;
        pre: q.k != nil and (if q.pair != nil then q.pair.a != nil);
        post: r = {formula};
    end F;
    """
    report = report_on("check", Source("fault.fmsl", text), size=2)
    wanted = ("F is defined", "postcondition")
    found = [each for each in report.outcomes if (each.question, each.kind) == wanted]
    return found[0] if found else None


@settings(max_examples=8, deadline=None)
@given(CONDITIONS)
def test_faults_are_those_of_trying_everything(formula: Formula) -> None:
    answer = _checked(formula)
    faulty = any(map(partial(_faulty, formula), INPUTS))
    if answer is None:
        assert not faulty
    elif answer.verdict is Verdict.REFUTED:
        for block in answer.blocks:
            if isinstance(block, Bindings):
                rows = dict(block.rows)
                values = {name: _read(rows[name]) for name in ("n", "l", "q")}
                assert _faulty(formula, values), values
    else:
        assert not faulty or answer.verdict is Verdict.UNDECIDED


PARENTS = {"P": None, "H": "P", "G": "H", "K": "P"}
"""Objects and what they extend; `K` has as many components more as `H` and `G` together."""

OWN = {"P": "ab", "H": "c", "G": "d", "K": "ef"}


def _line(kind: str) -> list[str]:
    """An object and its ancestors, the oldest first."""
    parent = PARENTS[kind]
    return [*([] if parent is None else _line(parent)), kind]


def _components(kind: str) -> str:
    return "".join(OWN[each] for each in _line(kind))


def _relations(kind: str) -> st.SearchStrategy[tuple[str, str, str]]:
    names = st.sampled_from(_components(kind))
    return st.tuples(names, st.sampled_from(["<", "<=", "!="]), names)


def _is_true(relation: tuple[str, str, str], values: Values) -> bool:
    left, operator, right = values[relation[0]], relation[1], values[relation[2]]
    return bool(
        left < right if operator == "<" else left <= right if operator == "<=" else left != right
    )


def _members(kind: str, invariants: dict[str, tuple[str, str, str]]) -> list[Values]:
    """All values of an object."""
    names = _components(kind)
    found = (dict(zip(names, each, strict=True)) for each in product(range(3), repeat=len(names)))
    wanted = [invariants[each] for each in _line(kind)]
    return [values for values in found if all(_is_true(each, values) for each in wanted)]


def _declared(kind: str, invariant: tuple[str, str, str]) -> str:
    parent, names = PARENTS[kind], OWN[kind]
    components = " and ".join(f"{each}:integer" for each in names)
    limits = " and ".join(f"{each} >= 0 and {each} <= 2" for each in names)
    extends = f" extends {parent}" if parent else ""
    return (
        f"object {kind}{extends} components: {components};"
        f" invariant: {limits} and {' '.join(invariant)}; end {kind};"
    )


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_heirs_are_those_of_trying_everything(data: st.DataObject) -> None:
    invariants = {each: data.draw(_relations(each)) for each in PARENTS}
    kind = data.draw(st.sampled_from(["P", "H", "G", "K"]))
    claim = data.draw(_relations(kind))
    names = _components(kind)
    moved = data.draw(st.permutations(names))
    result = ", ".join(f"x.{each}" for each in moved)
    text = "\n".join(
        [
            *(_declared(each, invariants[each]) for each in PARENTS),
            f"theorem t(x:{kind}) = x.{claim[0]} {claim[1]} x.{claim[2]};",
            f"operation F(x:{kind}) -> (y:{kind}) post: y = {{{result}}}; end F;",
        ]
    )
    heirs = [each for each in PARENTS if kind in _line(each)]
    members = [values for each in heirs for values in _members(each, invariants)]
    report = report_on("check", Source("heirs.fmsl", text))
    said = {each.question: each.verdict for each in report.outcomes}
    assert (said["t"] is Verdict.REFUTED) == any(not _is_true(claim, each) for each in members)
    wanted = [invariants[each] for each in _line(kind)]
    moves = [dict(zip(names, (each[name] for name in moved), strict=True)) for each in members]
    broken = any(not _is_true(each, values) for values in moves for each in wanted)
    assert (said["F keeps the invariants"] is Verdict.REFUTED) == broken
