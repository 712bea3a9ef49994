"""Test suites and failing inputs as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import Ending, Event, LineRead, Run, TextWritten
from refute.files import read_source, write_text
from refute.interchange import read_json
from refute.languages.console.comparison import DEFAULT, Comparison, comparison_of
from refute.languages.console.meaning.outputs import (
    AnyText,
    Around,
    Exactly,
    Line,
    Number,
    Part,
    Word,
)
from refute.languages.console.meaning.traces import Input, NotRelevant, Outputs
from refute.languages.console.neighbours import Neighbour
from refute.languages.console.testing import well_typed
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.judging import Failure
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Mistyped, Value, show_value
from refute.source import Source

CASE_FORMAT = "refute console case 1"


def save_case(path: Path, failure: Failure, program: Sequence[str], seed: int) -> None:
    """Write the inputs of a failure, and what is known of it, to a file."""
    record: dict[str, Any] = {
        "format": CASE_FORMAT,
        "inputs": [_written(value) for value in failure.case.values],
        "program": list(program),
        "seed": seed,
        "kind": str(failure.kind),
        "reason": failure.reason,
    }
    if failure.case.chance is not None:
        record["happened"] = [_happened(each) for each in failure.run.events]
        record["ending"] = str(failure.run.ending)
    write_text(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def _happened(event: Event) -> dict[str, str]:
    return {"took": event.line} if isinstance(event, LineRead) else {"wrote": event.text}


def recorded_run(path: Path) -> Run:
    """The run of a program with chance as it was saved; raises InputError IO045."""
    try:
        record = read_json(read_source(path).text)
        events = tuple(
            LineRead(str(each["took"])) if "took" in each else TextWritten(str(each["wrote"]))
            for each in record["happened"]
        )
        return Run(events, Ending(record["ending"]))
    except (ValueError, KeyError, TypeError):
        message = f"`{path}` has no run that could be judged again"
        help_text = "name a program after `--`; only runs of programs with chance are saved"
        raise InputError([Diagnostic("IO045", message, help=help_text)]) from None


def read_case(path: Path, checked: Checked) -> Case:
    """The case in a file for a specification; raises InputError IO045."""
    try:
        record = read_json(read_source(path).text)
        if not isinstance(record, dict) or record.get("format") != CASE_FORMAT:
            raise ValueError(f"it does not say that it is a {CASE_FORMAT!r}")
        values = tuple(map(_value_of, record["inputs"]))
        if not well_typed(checked, values):
            raise ValueError("its inputs are not those that the specification reads")
        return case_for(checked, values)
    except (ValueError, KeyError, TypeError, NotRelevant) as failure:
        message = f"`{path}` is not a case for this specification: {failure}"
        help_text = "make one with `refute check SPEC --save FILE -- PROGRAM`"
        raise InputError([Diagnostic("IO045", message, help=help_text)]) from None


FORMAT = "refute console suite 1"


def suite_to_json(
    cases: Sequence[Case],
    specification: str,
    told_apart: Sequence[Sequence[Neighbour]] | None = None,
    alive: Sequence[Neighbour] = (),
) -> str:
    """The suite as JSON; `specification` is the name of the file that it was made from.

    It may say which nearby specifications each test distinguishes, and which none does.
    """
    tests: list[dict[str, Any]] = [
        {
            "inputs": [_written(value) for value in case.values],
            "expected": [step_to_json(step) for step in case.expected],
        }
        for case in cases
    ]
    for test, told in zip(tests, told_apart or (), strict=False):
        test["tells_apart"] = list(map(str, told))
    compared = {str(case.comparison) for case in cases} or {str(DEFAULT)}
    record = {
        "format": FORMAT,
        "specification": specification,
        "compare": compared.pop(),
        "not_told_apart": list(map(str, alive)),
    }
    head = json.dumps(record, indent=1, ensure_ascii=False).removesuffix("\n}")
    lines = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in tests)
    return f'{head},\n "tests": [\n  {lines}\n ]\n}}\n'


def step_to_json(step: Input | Outputs) -> dict[str, Any]:
    """An expected step as it is stored in a suite."""
    if isinstance(step, Input):
        return {"read": _written(step.value)}
    return {"print": [word_to_json(word) for word in step.words]}


def word_to_json(word: Word) -> list[list[dict[str, Any]]]:
    """Outputs that may be printed together, line by line."""
    return [[_part(part) for part in line.parts] for line in word]


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Exactly(text):
            return {"text": text}
        case Number(value, places, width):
            return {"number": str(value), "places": places, "width": width}
        case Around(text, number):
            return {"around": text} | ({} if number is None else _part(number))
        case AnyText(nonempty, across_lines):
            return {"any": ("+" if nonempty else "*") * (1 + across_lines)}


def _written(value: Value) -> Any:
    """A value in JSON; a line that has the wrong type is marked as such."""
    match value:
        case Mistyped(text):
            return {"typed": text}
        case Fraction():
            return {"decimal": show_value(value)}
        case _:
            return value


def cases_of(source: Source, checked: Checked) -> list[Case]:
    """The cases of a suite for a specification, shorter ones first; raises InputError IO040."""
    try:
        record = read_json(source.text)
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ValueError(f"it does not say that it is a {FORMAT!r}")
        comparison = comparison_of(record.get("compare", str(DEFAULT)).split(","))
        cases = [_case(test, comparison) for test in record["tests"]]
    except (ValueError, LookupError, TypeError, AttributeError) as failure:
        message = f"`{source.name}` is not a test suite: {failure}"
        raise InputError([Diagnostic("IO040", message, help=_MAKE)]) from None
    made = [_made_again(case, checked) for case in cases]
    for case, again in zip(cases, made, strict=True):
        if again != case:
            inputs = " ".join(case.lines)
            message = f"`{source.name}` was made from another specification: see its test {inputs}"
            raise InputError([Diagnostic("IO040", message, help=_MAKE)])
    return sorted((each for each in made if each), key=lambda case: len(case.values))


_MAKE = "make one with `refute tests SPEC --out DIR`"


def _made_again(case: Case, checked: Checked) -> Case | None:
    """What a specification expects on the inputs of a case, if it says anything about them."""
    try:
        return case_for(checked, case.values) if well_typed(checked, case.values) else None
    except (NotRelevant, InputError):
        return None


def _case(test: dict[str, Any], comparison: Comparison) -> Case:
    values = tuple(map(_value_of, test["inputs"]))
    expected = tuple(_expected(step) for step in test["expected"])
    left = iter(values)
    if not all(step.value in left for step in expected if isinstance(step, Input)):
        raise ValueError("what is read and the inputs differ")
    return Case(values, expected, comparison)


def _expected(step: dict[str, Any]) -> Input | Outputs:
    if "read" in step:
        return Input(_value_of(step["read"]))
    words = tuple(
        tuple(Line(tuple(_part_of(part) for part in line)) for line in word)
        for word in step["print"]
    )
    if not words:
        raise ValueError("an output without any text")
    return Outputs(words)


def _part_of(part: dict[str, Any]) -> Part:
    match part:
        case {"text": str(text)}:
            return Exactly(text)
        case {"around": str(text), "number": str()}:
            return Around(text, _number_of(part))
        case {"around": str(text)}:
            return Around(text)
        case {"number": str()}:
            return _number_of(part)
        case {"any": ("*" | "+" | "**" | "++") as kind}:
            return AnyText("+" in kind, len(kind) == 2)
    raise ValueError(f"{part!r} is not part of an output")


def _number_of(part: dict[str, Any]) -> Number:
    places, width = part.get("places"), part.get("width", 0)
    if not isinstance(places, int | None) or not isinstance(width, int):
        raise ValueError(f"{part!r} is no number")
    return Number(Fraction(part["number"]), places, width)


def _value_of(value: Any) -> Value:
    if isinstance(value, dict) and isinstance(value.get("decimal"), str):
        return Fraction(value["decimal"])
    if isinstance(value, dict) and isinstance(value.get("typed"), str):
        return Mistyped(value["typed"])
    if not isinstance(value, bool | int | str):
        raise ValueError(f"{value!r} is no value")
    return value
