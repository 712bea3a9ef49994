"""`refute tests`: a test plan for an operation."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.frontend.pytest_files import Subject, python_name, subject
from refute.languages.fmsl import syntax
from refute.languages.fmsl.check import bounds_of
from refute.languages.fmsl.checking.query import Bounds, Query, put
from refute.languages.fmsl.checking.question import Outcomes
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.options import TestOptions
from refute.languages.fmsl.program import load
from refute.languages.fmsl.testing.files import PlanFile
from refute.languages.fmsl.testing.implementation import sandbox_for, start
from refute.languages.fmsl.testing.perform import Performance, outcomes, results, wrong
from refute.languages.fmsl.testing.plan import Case, Plan, Planner
from refute.languages.fmsl.testing.table import TestPlan, new_text, read_plan, with_rows, written
from refute.languages.fmsl.testing.validate import Reader
from refute.languages.fmsl.testing.write import to_calls, to_csv, to_json, to_pytest
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.values import show
from refute.languages.language import Event, Events, Notice, Part, Request, Stream
from refute.report.outcome import Artifact, Block, Lines, Outcome, Table, Verdict
from refute.source import Source


def tests(request: Request[TestOptions]) -> Stream:
    """Make test cases for the operation that the user names, or execute a test plan."""
    source, options = request.source, request.options
    checked = load(source)
    yield from checked.warnings
    if options.program or options.plan is not None or options.plan_text is not None:
        yield from _performed(request, checked)
        return
    signature = _asked(checked, options.operation)
    tested = subject(signature.name, options.module, "FM063")
    answer = partial(_answer, checked, source.text, signature, tested, _bounds(request))
    yield Part(f"operation {signature.name}", answer)


def _performed(request: Request[TestOptions], checked: Checked) -> Events:
    """Execute a plan, against a program if there is one, and write the results."""
    options = request.options
    program, effort = None, request.new_effort()
    if options.program:
        sandbox = sandbox_for(options)
        yield from sandbox.warnings
        program = start(options.program, sandbox, effort=effort)
    try:
        path = None if options.plan is None else Path(options.plan)
        file = PlanFile(path, Path(request.source.name).name, options.plan_text or "")
        plan = yield from _rows(file, request, checked)
        reader = Reader(checked, effort)
        performed = Performance(checked, reader, program).of(plan.rows)
        yield from outcomes(performed, "specified" if program else "expected")
        yield from wrong(performed, Source(str(path or "plan"), plan.text()))
        noted = plan.with_results(results(performed)).text()
        if options.plan_text is not None:
            yield Artifact("plan.md", noted)
        elif file.write(noted):
            yield Notice(f"the results are in {path}")
    finally:
        if program is not None:
            program.close()


def _rows(
    file: PlanFile, request: Request[TestOptions], checked: Checked
) -> Generator[Event, None, TestPlan]:
    """The plan of a file; new rows are added if there is none, or on request."""
    known = file.read()
    if known is not None and request.options.operation is None:
        return known
    made: list[list[str]] = []
    for signature in _all_asked(checked, request.options.operation):
        request.progress(f"cases for {signature.name}")
        plan, outcome = put(
            partial(_planned, signature=signature),
            checked,
            _bounds(request),
        )
        if outcome.verdict is Verdict.UNDECIDED:
            yield outcome
        made.append(written(plan, known.rows if known else ()))
    if known is not None:
        return read_plan(with_rows(known, [line for rows in made for line in rows]), file.name)
    return read_plan(new_text(f"Test plan of {file.specification}", made), file.name)


def _all_asked(checked: Checked, name: str | None) -> list[Signature]:
    """The named operation or, without a name, all that have conditions or a body."""
    if name is not None:
        return [_asked(checked, name)]
    found = [
        checked.operations[each.name]
        for each in checked.declarations
        if isinstance(each, syntax.Operation)
        and not each.auxiliary
        and any(one is not None and one.formula for one in (each.precondition, each.postcondition))
    ]
    if not found:
        advice = "give an operation a `precondition:` or `postcondition:`"
        raise InputError([Diagnostic("FM062", "no operation has a condition", help=advice)])
    return found


def _answer(
    checked: Checked, text: str, signature: Signature, tested: Subject, bounds: Bounds
) -> Events:
    plan, outcome = put(lambda query: _planned(query, signature), checked, bounds)
    yield outcome
    name = python_name(signature.name)
    yield Artifact(f"{name}.json", to_json(plan, checked.objects))
    yield Artifact(f"{name}.csv", to_csv(plan))
    yield Artifact(f"{name}.fmsl", to_calls(plan, text, _interpreter(checked)))
    yield Artifact(f"test_{name}.py", to_pytest(plan, text, tested))


def _bounds(request: Request[TestOptions]) -> Bounds:
    return bounds_of(request, request.options.size)


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


def _planned(query: Query, signature: Signature) -> tuple[Plan, Outcome]:
    plan = Planner(query, signature).plan()
    span = query.checked.operation(signature.name).span
    outcomes = Outcomes(query, signature.name, "operation", span)
    rows = tuple(map(_row, plan.cases))
    blocks: list[Block] = [Table("cases", ("kind", "covers", "inputs", "outputs"), rows)]
    if plan.impossible:
        blocks.append(Lines("nothing can cover", plan.impossible))
    count = len(plan.cases)
    summary = f"{count} {'case covers' if count == 1 else 'cases cover'} its conditions"
    if plan.unknown:
        blocks.append(Lines("not covered", plan.unknown))
        reason = query.doubt or "for some conditions no values were found that replay"
        return plan, outcomes.undecided(summary, reason, *blocks)
    return plan, outcomes.passed((*signature.inputs, *signature.outputs), summary, *blocks)


def _row(case: Case) -> tuple[str, str, str, str]:
    inputs = ", ".join(map(show, case.inputs))
    outputs = " or ".join(", ".join(map(show, each)) for each in case.outputs)
    more = " or others" if case.kind == "valid" and case.outputs and not case.complete else ""
    return case.kind, case.covers, inputs, outputs + more
