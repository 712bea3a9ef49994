"""`refute tests`: a test plan for an operation."""

from __future__ import annotations

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.frontend.pytest_files import python_name, subject
from refute.languages.fmsl import syntax
from refute.languages.fmsl.answers import Answers
from refute.languages.fmsl.check import bounds_of
from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.inquiry import Inquiry, put
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.options import TestOptions
from refute.languages.fmsl.program import load
from refute.languages.fmsl.testing.plan import Case, Plan, Planner
from refute.languages.fmsl.testing.write import to_calls, to_csv, to_json, to_pytest
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.language import Request, Stream
from refute.report.outcome import Artifact, Block, Lines, Outcome, Table


def tests(request: Request[TestOptions]) -> Stream:
    """Make test cases for the operation that the user names."""
    source, options = request.source, request.options
    checked = load(source)
    yield from checked.warnings
    signature = _asked(checked, options.operation)
    tested = subject(signature.name, options.module, "FM063")
    request.progress(f"operation {signature.name}")
    plan, outcome = put(lambda inquiry: _planned(inquiry, signature), checked, bounds_of(options))
    yield outcome
    name = python_name(signature.name)
    yield Artifact(f"{name}.json", to_json(plan, checked.objects))
    yield Artifact(f"{name}.csv", to_csv(plan))
    yield Artifact(f"{name}.fmsl", to_calls(plan, source.text, _interpreter(checked)))
    yield Artifact(f"test_{name}.py", to_pytest(plan, source.text, tested))


def _asked(checked: Checked, name: str | None) -> Signature:
    known = [
        each.name
        for each in checked.declarations
        if isinstance(each, syntax.Operation) and not each.auxiliary
    ]
    if name is None:
        help_text = f"name it with `--operation`: {', '.join(known)}" if known else ""
        raise InputError([Diagnostic("FM062", "which operation?", help=help_text)])
    if name not in checked.operations:
        message = f"there is no operation `{name}`"
        raise InputError([Diagnostic("FM062", message, help=did_you_mean(name, known))])
    return checked.operations[name]


def _interpreter(checked: Checked) -> Interpreter:
    made = Interpreter(checked)
    for each in checked.declarations:
        if isinstance(each, syntax.Evaluate):
            made.execute(each.statement)
        else:
            made.declare(each)
    return made


def _planned(inquiry: Inquiry, signature: Signature) -> tuple[Plan, Outcome]:
    plan = Planner(inquiry, signature).plan()
    span = inquiry.checked.operation(signature.name).span
    answers = Answers(signature.name, "operation", span)
    table = Table(
        "cases",
        ("kind", "covers", "inputs", "outputs"),
        tuple(_row(each) for each in plan.cases),
    )
    blocks: list[Block] = [table]
    if plan.impossible:
        blocks.append(Lines("nothing can cover", plan.impossible))
    count = len(plan.cases)
    summary = f"{count} {'case covers' if count == 1 else 'cases cover'} its conditions"
    if plan.unknown:
        blocks.append(Lines("not covered", plan.unknown))
        reason = inquiry.doubt or "for some conditions no values were found that replay"
        return plan, answers.undecided(inquiry, summary, reason, *blocks)
    parts = (*signature.inputs, *signature.outputs)
    return plan, answers.passed(inquiry, parts, summary, *blocks)


def _row(case: Case) -> tuple[str, str, str, str]:
    inputs = ", ".join(map(show, case.inputs))
    outputs = " or ".join(", ".join(map(show, each)) for each in case.outputs)
    more = " or others" if case.kind == "valid" and case.outputs and not case.complete else ""
    return case.kind, case.covers, inputs, outputs + more
