"""`refute check`: try the claims of a file on every end state of its task."""

from __future__ import annotations

from collections import deque
from functools import partial

from refute.diagnostics import Diagnostic, InputError, Label, Severity
from refute.languages.language import Events, Part, Request, Stream
from refute.languages.workflow import syntax
from refute.languages.workflow.explore import Exploration
from refute.languages.workflow.options import CheckOptions
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.questions import (
    AssertionQuestion,
    ClaimQuestion,
    ErrorQuestion,
    FinishQuestion,
    Question,
    walk,
)
from refute.languages.workflow.typecheck import Checked
from refute.report.outcome import Outcome


def check(request: Request[CheckOptions]) -> Stream:
    """Try to refute every claim of a file."""
    source = request.source
    with nesting(source):
        checked = load(source)
        questions = questions_of(checked)
        if not questions:
            message = f"`{source.name}` has nothing to check"
            help_text = "add a claim about the value of the task: `property name(v) = …`"
            raise InputError([Diagnostic("TH018", message, help=help_text)])
    yield Part(f"task {checked.task.name.name}", partial(_answers, checked, questions, request))


def _answers(checked: Checked, questions: list[Question], request: Request[CheckOptions]) -> Events:
    """Answer all questions, in their order, by one exploration or, for those about inputs, two."""
    answered: dict[Question, Outcome] = {}
    waiting = deque(questions)
    with nesting(request.source):
        for about_inputs in (False, True):
            group = [each for each in questions if each.about_inputs is about_inputs]
            if not group:
                continue
            exploration = Exploration(checked, request, with_inputs=about_inputs)
            for question, outcome in exploration.answer(group):
                answered[question] = outcome
                while waiting and waiting[0] in answered:
                    yield answered[waiting.popleft()]
            if exploration.never_ends:
                yield _never_ends(checked)


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
