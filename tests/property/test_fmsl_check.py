"""What the solver says of a postcondition agrees with trying all small inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings, strategies as st

from refute.languages.fmsl.checking.consistency import can_be_met
from refute.languages.fmsl.checking.query import Bounds, put
from refute.languages.fmsl.checking.strength import is_strong_enough
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.types import INTEGER
from refute.languages.fmsl.values import Record
from refute.report.outcome import Bindings, Verdict
from refute.source import Source

ATOMS = st.sampled_from(
    [
        "x in m", "#m = #l", "m = l + x", "m = l - x", "forall (i in l) i in m",
        "forall (i in m) i in l", "forall (i:integer) (i in m) iff (i in l and i != x)",
        "forall (i:integer | i >= 1 and i < #m) m[i] < m[i+1]", "m[1] = x", "not (x in m)",
        "exists (i:integer) i in m and not (i in l)", "forall (i in [1..#l]) l[i] = m[i]",
    ]
)  # fmt: skip
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "and", "or", "=>"]), inner)
        | st.builds("(if x > 0 then {} else {})".format, inner, inner)
    ),
    max_leaves=3,
)
Numbers = tuple[int, ...]


def allows(checked: Checked, before: Numbers, x: int, after: Numbers) -> bool:
    interpreter = Interpreter(checked)
    for number in range(-1, 7):
        interpreter.machine.recorders.of(INTEGER)(number)
    return interpreter.validate("F", [before, x], [after]) == Record((True, True))


def lists(longest: int, numbers: tuple[int, ...]) -> Iterator[Numbers]:
    for length in range(longest + 1):
        yield from product(numbers, repeat=length)


@given(formula=FORMULAS)
@settings(max_examples=5, deadline=None)
def test_the_solver_agrees_with_trying_everything(formula: str) -> None:
    text = f"op F inputs: l:integer*, x:integer; outputs: m:integer*; post: {formula}; end F;"
    checked = check(parse(Source("test.fmsl", text)))
    signature = checked.operations["F"]
    bounds = Bounds(1, 6)
    strong = put(lambda each: is_strong_enough(each, signature, strict=False), checked, bounds)
    for before, x in product(lists(1, (0, 1)), (0, 1)):
        results = [each for each in lists(2, (0, 1, 2)) if allows(checked, before, x, each)]
        if len({frozenset(each) for each in results}) > 1:
            assert strong.verdict is not Verdict.PASSED
    met = put(lambda each: can_be_met(each, signature, strict=True), checked, bounds)
    if met.verdict is Verdict.REFUTED:
        assert isinstance(met.blocks[0], Bindings)
        shown = dict(met.blocks[0].rows)
        before = tuple(map(int, re.findall(r"-?\d+", shown["l"])))
        x = int(shown["x"])
        near = tuple({*before, x, x - 1, x + 1})
        assert not any(allows(checked, before, x, each) for each in lists(2, near))
