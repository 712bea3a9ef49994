"""Counterexamples made concrete: a model, the inputs that it gives, and their run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from refute.languages.workflow import syntax
from refute.languages.workflow.draw import draw_input, draw_line, draw_value
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    Now,
    extend,
)
from refute.languages.workflow.project import symbols_of
from refute.languages.workflow.tasks import Environment, Input
from refute.solver import Model, Path
from refute.terms import INT, Term, evaluate

if TYPE_CHECKING:
    from refute.solver.session import Session


def instantiate(session: Session, path: Path, inputs: Iterable[Input]) -> tuple[Input, ...] | None:
    """The inputs with small values under which the path holds; None when there is no model."""
    given = tuple(inputs)
    numbers = [
        symbol
        for each in given
        if isinstance(each.action, Term)
        for symbol in sorted(symbols_of(each.action), key=lambda term: str(term.payload))
        if symbol.sort is INT
    ]
    model = session.smallest(path, numbers) if numbers else session.model(path)
    return None if model is None else tuple(concrete(each, model) for each in given)


def concrete(given: Input, model: Model) -> Input:
    """A symbolic input under a model."""
    if isinstance(given.action, Term):
        return replace(given, action=evaluate(given.action, model))
    return given


@dataclass(frozen=True, slots=True)
class Run:
    """A concrete run: where it stood after each input, and the error that ended it, if any."""

    names: Environment
    inputs: tuple[Input, ...]
    stands: tuple[Now, ...]
    error: EvaluationError | None = None
    refused: Input | None = None

    @property
    def now(self) -> Now | None:
        """Where it stands in the end; nowhere after an error at the very start."""
        return self.stands[-1] if self.stands else None


def play(interpreter: Interpreter, inputs: Sequence[Input]) -> Run:
    """Run a task on inputs, up to the first that is not accepted or has no result."""
    stands: list[Now] = []
    names: Environment = {}
    try:
        names, now = interpreter.start()
        stands.append(now)
        for each in inputs:
            try:
                stands.append(interpreter.drive(stands[-1], each))
            except NotAcceptedError:
                return Run(names, tuple(inputs), tuple(stands), refused=each)
    except EvaluationError as error:
        return Run(names, tuple(inputs), tuple(stands), error)
    return Run(names, tuple(inputs), tuple(stands))


def holds(interpreter: Interpreter, claim: syntax.Claim, run: Run) -> bool | EvaluationError | None:
    """What a claim says of the value of a run; None when there is no value."""
    if run.now is None or run.error is not None or run.refused is not None:
        return None
    value = interpreter.value(run.now.task, run.now.world)
    if value is None:
        return None
    names = bind(claim, value, {**run.names, "inputs": run.inputs})
    try:
        truth: bool = interpreter.evaluate(claim.body, names, run.now.world)[0]
    except EvaluationError as error:
        return error
    return truth


def bind(claim: syntax.Claim, value: Any, names: Environment) -> Environment:
    """The environment with the parameters of a claim."""
    if not claim.parameters:
        return names
    return extend(names, claim_pattern(claim), value)


def claim_pattern(claim: syntax.Claim) -> syntax.Pattern:
    """The parameters of a claim as one pattern for the value of the task."""
    if len(claim.parameters) == 1:
        return claim.parameters[0]
    return syntax.TuplePattern(claim.parameters)


def describe(interpreter: Interpreter, run: Run) -> list[str]:
    """A run step by step: each input, and the task after it."""
    texts = ["start", *(draw_input(each) for each in run.inputs)]
    width = max(map(len, texts))
    lines = [
        f"{text:<{width}}  →  {_stand(interpreter, now)}"
        for text, now in zip(texts, run.stands, strict=False)
    ]
    if run.error is not None:
        lines.append(f"{texts[len(run.stands)]:<{width}}  →  {run.error.message}")
    return lines


def _stand(interpreter: Interpreter, now: Now) -> str:
    value = interpreter.value(now.task, now.world)
    line = draw_line(now.task, now.world)
    if value is None:
        return line
    return f"{line}   value {draw_value(value, interpreter.checked.value)}"
