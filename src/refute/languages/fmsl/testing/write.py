"""Test cases as a plan (JSON, CSV), as validation calls, and as a pytest file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from refute.frontend.pytest_files import Cases, Subject, pytest_file, refusal, text_literal
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.testing.plan import Case, Plan
from refute.languages.fmsl.testing.protocol import by_name
from refute.languages.fmsl.types import Objects
from refute.languages.fmsl.values import Labelled, Record, Value, show, show_value


def to_json(plan: Plan, objects: Objects) -> str:
    """The plan as JSON; records become objects with the names of their components."""
    signature = plan.signature
    content = {
        "operation": signature.name,
        "inputs": [part.name for part in signature.inputs],
        "outputs": [part.name for part in signature.outputs],
        "cases": [_json_case(each, plan, objects) for each in plan.cases],
        "impossible": list(plan.impossible),
        "unknown": list(plan.unknown),
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _json_case(case: Case, plan: Plan, objects: Objects) -> dict[str, Any]:
    signature = plan.signature
    written: dict[str, Any] = {
        "kind": case.kind,
        "covers": case.covers,
        "inputs": by_name(signature.inputs, case.inputs, objects),
    }
    outputs = [by_name(signature.outputs, each, objects) for each in case.outputs]
    if case.kind == "valid":
        written |= {"allowed": outputs, "complete": case.complete}
    elif case.kind == "forbidden":
        written |= {"forbidden": outputs[0]}
    assert isinstance(case.expected, Record)
    return {**written, "expected": list(case.expected)}


def to_csv(plan: Plan) -> str:
    """The plan as a table, with one line for each validation."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    signature = plan.signature
    names = [part.name for part in (*signature.inputs, *signature.outputs)]
    writer.writerow(["kind", "covers", *names, "expected"])
    for case, outputs in _calls(plan):
        values = [show(each) for each in (*case.inputs, *outputs)]
        writer.writerow([case.kind, case.covers, *values, show_value(case.expected)])
    return stream.getvalue()


def to_calls(plan: Plan, text: str, interpreter: Interpreter) -> str:
    """The specification followed by a validation call for each case, with the output of `run`.

    The calls are tried in order, since each adds its values to the universe.
    """
    name = plan.signature.name
    lines = [text.rstrip(), "", f"-- Validation calls for {name}, each with its result."]
    for case, outputs in _calls(plan):
        found = interpreter.validate(name, [*case.inputs], [*outputs])
        inputs = ", ".join(map(show, case.inputs))
        shown = ", ".join(map(show, outputs))
        given = shown if len(outputs) == 1 else f"({shown})"
        differs = (
            "" if found == case.expected else f"; with all values: {show_value(case.expected)}"
        )
        lines += ["", f"-- {case.kind}: {case.covers}", f"-- {show_value(found)}{differs}"]
        lines.append(f"> {name}({inputs}) ?-> {given};")
    return "\n".join(lines) + "\n"


def _calls(plan: Plan) -> Iterator[tuple[Case, tuple[Value, ...]]]:
    for case in plan.cases:
        for outputs in case.outputs or ((None,) * len(plan.signature.outputs),):
            yield case, outputs


def to_pytest(plan: Plan, text: str, tested: Subject) -> str:
    """A pytest file for a Python function; lists are lists, records tuples, nil is None."""
    name, function = plan.signature.name, tested.function
    judged = any(each.kind == "valid" and each.outputs and not each.complete for each in plan.cases)
    allowed: list[tuple[Any, ...]] = []
    accepted: list[tuple[Any, ...]] = []
    forbidden: list[tuple[Any, ...]] = []
    outside: list[tuple[Any, ...]] = []
    for case in plan.cases:
        inputs, results = [to_python(each) for each in case.inputs], _results(case, plan)
        match case.kind:
            case "valid" if case.outputs:
                allowed.append((inputs, results))
            case "valid":
                accepted.append((inputs,))
            case "forbidden":
                forbidden.append((inputs, results[0]))
            case _:
                outside.append((inputs,))
    call, test = f"{function}(*inputs)", f"test_{function}"
    check = "assert result in allowed" + " or JUDGE.allows(inputs, result)" * judged
    tables = [
        Cases(
            "ALLOWED",
            allowed,
            f"{test}_gives_what_is_allowed",
            ("inputs", "allowed"),
            (f"result = {call}", check),
        ),
        Cases("ACCEPTED", accepted, f"{test}_accepts", ("inputs",), (call,)),
        Cases(
            "FORBIDDEN",
            forbidden,
            f"{test}_gives_nothing_forbidden",
            ("inputs", "forbidden"),
            (f"assert {call} != forbidden",),
        ),
        refusal("OUTSIDE", outside, f"{test}_refuses", tested),
    ]
    judge = (
        f"SPECIFICATION = {text_literal(text)}",
        f'JUDGE = refute.open(SPECIFICATION, language="fmsl").judge("{name}")',
    )
    title = f"Tests of `{function}`, made from the specification of `{name}`."
    return pytest_file(title, tested, tables, judge if judged else ())


def _results(case: Case, plan: Plan) -> list[Any]:
    """The outputs as a Python function returns them: a single one, or a tuple."""
    single = len(plan.signature.outputs) == 1
    return [to_python(each[0]) if single else tuple(map(to_python, each)) for each in case.outputs]


def to_python(value: Value) -> Any:
    """A value in Python; a labelled one is a dictionary with one entry."""
    if isinstance(value, Labelled):
        return {value.label: to_python(value.value)}
    if isinstance(value, Record):
        return tuple(map(to_python, value))
    return [to_python(each) for each in value] if isinstance(value, tuple) else value
