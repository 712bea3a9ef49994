"""Concrete runs: from a model of a path, from given inputs, and as people see them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from refute.languages.workflow import inputs, interpret, syntax, tasks
from refute.languages.workflow.drawing import WIDEST_SCREEN, draw_screen, draw_value
from refute.languages.workflow.project import symbols_of
from refute.languages.workflow.tasks import Environment, Input
from refute.record import record
from refute.solver import Model, Path
from refute.terms import Term, evaluate

if TYPE_CHECKING:
    from refute.solver.session import Session


def instantiate(
    session: Session, path: Path, symbolic: Iterable[Input]
) -> tuple[Input, ...] | None:
    """The inputs with small values under which the path holds; None if there is no model."""
    given = tuple(symbolic)
    symbols = [
        symbol
        for each in given
        if isinstance(each.action, Term)
        for symbol in sorted(symbols_of(each.action), key=lambda term: str(term.payload))
    ]
    model = session.smallest(path, symbols)
    return None if model is None else tuple(concrete(each, model) for each in given)


def concrete(given: Input, model: Model) -> Input:
    """A symbolic input under a model."""
    if isinstance(given.action, Term):
        return replace(given, action=evaluate(given.action, model))
    return given


@record
class Run:
    """A concrete run: the state after each input, and the error that ended it, if any."""

    names: Environment
    inputs: tuple[Input, ...]
    stands: tuple[interpret.RunState, ...]
    error: interpret.EvaluationError | None = None
    refused: Input | None = None

    @property
    def now(self) -> interpret.RunState | None:
        """The final state; None after an error at the very start."""
        return self.stands[-1] if self.stands else None


def play(interpreter: interpret.Interpreter, given: Sequence[Input]) -> Run:
    """Run a task on inputs, up to the first that is not accepted or has no result."""
    stands: list[interpret.RunState] = []
    names: Environment = {}
    try:
        names, now = interpreter.start()
        stands.append(now)
        for each in given:
            try:
                stands.append(interpreter.drive(stands[-1], each))
            except interpret.NotAcceptedError:
                return Run(names, tuple(given), tuple(stands), refused=each)
    except interpret.EvaluationError as error:
        return Run(names, tuple(given), tuple(stands), error)
    return Run(names, tuple(given), tuple(stands))


def holds(
    interpreter: interpret.Interpreter, claim: syntax.Claim, run: Run
) -> bool | interpret.EvaluationError | None:
    """The value of a claim on the value of a run; None if there is none."""
    if run.now is None or run.error is not None or run.refused is not None:
        return None
    value = interpreter.value(run.now.task, run.now.world)
    if value is None:
        return None
    names = bind(claim, value, {**run.names, "inputs": run.inputs})
    try:
        truth: bool = interpreter.evaluate(claim.body, names, run.now.world)[0]
    except interpret.EvaluationError as error:
        return error
    return truth


def bind(
    claim: syntax.Claim,
    value: Any,
    names: Environment,
    extend: Callable[[Environment, syntax.Pattern, Any], Environment] = tasks.extend,
) -> Environment:
    """The environment with the parameters of a claim bound to the value of the task."""
    match claim.parameters:
        case ():
            return names
        case (only,):
            return extend(names, only, value)
        case several:
            return extend(names, syntax.TuplePattern(several), value)


def describe(interpreter: interpret.Interpreter, run: Run) -> list[str]:
    """A run step by step: each input, and the task after it.

    If inputs have names, it is told as a story, with what the screen shows on separate lines.
    """
    texts = ["start", *map(inputs.in_words, run.inputs)]
    shown = [_stand(interpreter, now) for now in run.stands]
    if run.error is not None:
        shown.append([run.error.message])
    steps = list(zip(texts, shown, strict=False))
    if any(each.label or each.role for each in run.inputs):
        return [
            line
            for text, stand in steps
            for each, indent in ((text, ""), *((line, "    ") for line in stand))
            for line in _wrapped(each, indent)
        ]
    width = max(map(len, texts))
    return [
        f"{text if first else '':<{width}}  {'→' if first else ' '}  {line}"
        for text, stand in steps
        for first, line in zip([True, *[False] * len(stand)], stand, strict=False)
    ]


def _wrapped(text: str, indent: str) -> list[str]:
    """A text in lines that fit a terminal; continuation lines are indented."""
    width = WIDEST_SCREEN + len(indent) + 4
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def _stand(interpreter: interpret.Interpreter, now: interpret.RunState) -> list[str]:
    value = interpreter.value(now.task, now.world)
    lines = draw_screen(now.task, now.world)
    if value is None:
        return lines
    shown = draw_value(value, interpreter.checked.value)
    return [*lines[:-1], f"{lines[-1]}   value {shown}"]


def entries(interpreter: interpret.Interpreter, run: Run) -> tuple[str, ...]:
    """The inputs of a run as the interactive run accepts them."""
    stands = zip(run.stands, run.inputs, strict=False)
    return tuple(inputs.entry(interpreter, now, given) for now, given in stands)


def script(interpreter: interpret.Interpreter, run: Run) -> str:
    """The inputs of a run as `--inputs` accepts them."""
    return "; ".join(entries(interpreter, run)) or "none"
