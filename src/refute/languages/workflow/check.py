"""`refute check`: try the claims of a file on every end state of its task."""

from __future__ import annotations

import time

from refute.diagnostics import Diagnostic, InputError, Label, Severity
from refute.languages.language import Settings
from refute.languages.workflow import syntax
from refute.languages.workflow.explore import Exploration
from refute.languages.workflow.program import load
from refute.languages.workflow.questions import (
    AssertionQuestion,
    ClaimQuestion,
    ErrorQuestion,
    FinishQuestion,
    Question,
    walk,
)
from refute.languages.workflow.typecheck import Checked
from refute.report.outcome import Outcome, Report
from refute.source import Source


def check(source: Source, settings: Settings) -> Report:
    """Try to refute every claim of a file."""
    started = time.monotonic()
    checked = load(source)
    questions = questions_of(checked)
    if not questions:
        raise InputError(
            [
                Diagnostic(
                    "TH018",
                    f"`{source.name}` has nothing to check",
                    help="add a claim about the value of the task: `property name(v) = …`",
                )
            ]
        )
    plain = [each for each in questions if not each.about_inputs]
    historic = [each for each in questions if each.about_inputs]
    outcomes: dict[Question, Outcome] = {}
    warnings: list[Diagnostic] = []
    for group, with_inputs in ((plain, False), (historic, True)):
        if group:
            exploration = Exploration(checked, settings, with_inputs=with_inputs)
            outcomes |= exploration.answer(group)
            if exploration.never_ends:
                warnings = [_never_ends(checked)]
    return Report(
        "check",
        "workflow",
        source.name,
        tuple(outcomes[each] for each in questions),
        diagnostics=tuple(warnings),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def questions_of(checked: Checked) -> list[Question]:
    """The claims of a file in order, then its assertions, then the errors it could run into."""
    questions: list[Question] = []
    for each in checked.program.declarations:
        if isinstance(each, syntax.Property | syntax.Reachable):
            questions.append(ClaimQuestion(each))
        elif isinstance(each, syntax.Finishes):
            questions.append(FinishQuestion(each))
    bodies = [*(each.body for each in checked.definitions), checked.task.body]
    nodes = [node for body in bodies for node in walk(body)]
    questions.extend(AssertionQuestion(each) for each in nodes if isinstance(each, syntax.Assert))
    if questions and any(map(_is_partial, nodes)):
        questions.append(ErrorQuestion(checked.task))
    return questions


def _is_partial(node: syntax.Expression) -> bool:
    match node:
        case syntax.Unary("head" | "tail"):
            return True
        case syntax.Binary("/", _, syntax.Integer(divisor)):
            return divisor == 0
        case syntax.Binary("/"):
            return True
        case _:
            return False


def _never_ends(checked: Checked) -> Diagnostic:
    return Diagnostic(
        "TH030",
        f"no inputs ever give `{checked.task.name.name}` a value",
        Label(checked.task.name.span, "its properties hold of nothing"),
        severity=Severity.WARNING,
    )
