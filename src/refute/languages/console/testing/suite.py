"""Test suites as files: inputs with the generalized traces that are expected."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.languages.console.accept import Input
from refute.languages.console.comparison import DEFAULT, Comparison, comparison_of
from refute.languages.console.judging import Case
from refute.languages.console.patterns import AnyText, Around, Exactly, Line, Part
from refute.languages.console.traces import Outputs
from refute.languages.console.types import Value
from refute.source import Source

FORMAT = "refute console suite 1"


def suite_to_json(cases: Sequence[Case], specification: str) -> str:
    """The suite as a JSON text; `specification` is the name of the file it was made from."""
    tests = [
        {"inputs": list(case.values), "expected": [_step(step) for step in case.expected]}
        for case in cases
    ]
    compared = {str(case.comparison) for case in cases} or {str(DEFAULT)}
    record = {
        "format": FORMAT,
        "specification": specification,
        "compare": compared.pop(),
        "tests": tests,
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def _step(step: Input | Outputs) -> dict[str, Any]:
    if isinstance(step, Input):
        return {"read": step.value}
    return {
        "print": [[[_part(part) for part in line.parts] for line in word] for word in step.words]
    }


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Exactly(text):
            return {"text": text}
        case Around(text):
            return {"around": text}
        case AnyText(nonempty):
            return {"any": "+" if nonempty else "*"}


def cases_of(source: Source) -> list[Case]:
    """The cases of a suite, or InputError IO040; shorter inputs first."""
    try:
        record = json.loads(source.text)
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ValueError(f"it does not say that it is a {FORMAT!r}")
        comparison = comparison_of(record.get("compare", str(DEFAULT)).split(","))
        cases = [_case(test, comparison) for test in record["tests"]]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as failure:
        message = f"`{source.name}` is no test suite: {failure}"
        help_text = "make one with `refute tests SPEC --out DIR`"
        raise InputError([Diagnostic("IO040", message, help=help_text)]) from None
    return sorted(cases, key=lambda case: len(case.values))


def _case(test: dict[str, Any], comparison: Comparison) -> Case:
    values = tuple(_checked_value(each) for each in test["inputs"])
    expected = tuple(_expected(step) for step in test["expected"])
    if [step.value for step in expected if isinstance(step, Input)] != list(values):
        raise ValueError("what is read and the inputs differ")
    return Case(values, expected, comparison)


def _expected(step: dict[str, Any]) -> Input | Outputs:
    if "read" in step:
        return Input(_checked_value(step["read"]))
    words = tuple(
        tuple(Line(tuple(_part_of(part) for part in line)) for line in word)
        for word in step["print"]
    )
    if not words:
        raise ValueError("an output without any text")
    return Outputs(words)


def _part_of(part: dict[str, str]) -> Part:
    match part:
        case {"text": str(text)}:
            return Exactly(text)
        case {"around": str(text)}:
            return Around(text)
        case {"any": ("*" | "+") as kind}:
            return AnyText(nonempty=kind == "+")
    raise ValueError(f"{part!r} is no part of an output")


def _checked_value(value: Any) -> Value:
    if not isinstance(value, bool | int | str):
        raise ValueError(f"{value!r} is no value")
    return value
