"""The smallest counterexample against trying all smaller inputs, one by one."""

from __future__ import annotations

from itertools import islice
from typing import Any

from funlogic_inputs import rank, smaller_than
from funlogic_programs import TYPES, Draw, Sample, samples
from funlogic_reference import NO_VALUE, expected
from hypothesis import assume, given, settings, strategies as st

from asking import report_on
from refute.report.outcome import Bindings, Verdict
from refute.source import Source

NUMBERS = st.integers(-3, 3)
VALUES = {
    "Int": NUMBERS,
    "Bool": st.booleans(),
    "List": st.lists(NUMBERS, max_size=2),
    "Text": st.lists(st.sampled_from("abc"), max_size=2),
}
MOST = 250
"""Maximum number of inputs that are tried."""


def written(value: Any) -> str:
    """A Python value as a program has it; a list of characters is a text."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        return '"' + "".join(value) + '"'
    return f"({value})"


def read(kind: str, text: str) -> Any:
    """A value that is shown."""
    if kind == "Text":
        return list(text[1:-1])
    return {"True": True, "False": False}.get(text) if kind == "Bool" else eval(text)


@st.composite
def claims(draw: Draw) -> tuple[Sample, tuple[Any, ...], Any]:
    """A function, inputs, and what it gives for them: that it gives it for none, is wrong."""
    sample = draw(samples())
    inputs = tuple(draw(VALUES[kind]) for kind in sample.function.parameters)
    return sample, inputs, expected(sample, inputs)


@settings(max_examples=8, deadline=None)
@given(claim=claims())
def test_no_input_that_is_smaller_breaks_a_property(
    claim: tuple[Sample, tuple[Any, ...], Any],
) -> None:
    sample, inputs, wrong = claim
    function = sample.function
    names = [f"x{number}" for number in range(len(inputs))]
    call = f"{function.name} {' '.join(names)}"
    typed = ", ".join(
        f"{name} :: {TYPES[kind]}" for name, kind in zip(names, function.parameters, strict=True)
    )
    body = f"{call} == {call}" if wrong == NO_VALUE else f"{call} /= {written(wrong)}"
    source = Source("sample.fl", f"{sample.text}property p({typed}) = {body}\n")
    (outcome,) = report_on("check", source).outcomes
    assert outcome.verdict is Verdict.REFUTED
    assume("there may be a smaller one" not in outcome.summary)
    (shown,) = (each.rows for each in outcome.blocks if isinstance(each, Bindings))
    found = [read(kind, row[1]) for kind, row in zip(function.parameters, shown, strict=True)]
    assert rank(found) <= rank(inputs)
    for each in islice(smaller_than(rank(found), function.parameters), MOST):
        assert expected(sample, each) not in [wrong, NO_VALUE], each
