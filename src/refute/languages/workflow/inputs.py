"""Inputs that a user writes, such as `F S 5` (codes TH020 to TH022)."""

from __future__ import annotations

from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError, error
from refute.frontend.nesting import nesting
from refute.languages.workflow.draw import draw_possible
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    Now,
    Possible,
    World,
)
from refute.languages.workflow.parser import parse_expression
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import MOVES, Input
from refute.languages.workflow.typecheck import check_input
from refute.source import Source


def split_inputs(text: str) -> list[str]:
    """The inputs in a text with `;` between them; a `;` inside a text does not count."""
    parts, start, quoted, escaped = [], 0, False, False
    for index, character in enumerate(text):
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        if character == ";" and not quoted:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def read_input(text: str, interpreter: Interpreter, now: Now) -> Input:
    """An input as it is written, for a task that takes it now; InputError when it does not."""
    words = text.split(maxsplit=1)
    way: list[str] = []
    rest = text.strip()
    while len(words) == 2 and words[0] in {"F", "S"}:
        way.append(words[0])
        rest = words[1]
        words = rest.split(maxsplit=1)
    possible = interpreter.inputs(now)
    for each in possible:
        if each.way == tuple(way) and (each.shape is not None) == (rest not in MOVES):
            if each.shape is not None:
                return Input(each.way, read_value(rest, each.shape), each.shape)
            if each.action == rest:
                return Input(each.way, rest)
    raise _refused(text, possible)


def read_value(text: str, shape: Type) -> object:
    """The value of a type that a text says, or InputError TH021."""
    try:
        with nesting("TH021", "the value"):
            expression = parse_expression(Source("<input>", text))
            checked = check_input(expression, shape)
            value: object = Interpreter(checked).evaluate(expression, {}, World({}))[0]
    except InputError as failure:
        raise InputError(replace(each, code="TH021") for each in failure.diagnostics) from None
    except EvaluationError as failure:
        raise InputError([error("TH021", failure.message, failure.span)]) from None
    return value


def advance(interpreter: Interpreter, now: Now, given: Input) -> Now:
    """Where a task stands after an input; InputError when it is refused or has no result."""
    try:
        return interpreter.drive(now, given)
    except NotAcceptedError:
        raise _refused(str(given.action), interpreter.inputs(now)) from None
    except EvaluationError as failure:
        raise no_result(failure) from None


def no_result(failure: EvaluationError) -> InputError:
    """The error that an operation of the program has no result (TH022)."""
    return InputError([error("TH022", failure.message, failure.span)])


def _refused(text: str, possible: list[Possible]) -> InputError:
    known = ", ".join(f"`{draw_possible(each)[0]}`" for each in possible)
    advice = f"it takes {known}" if known else "it takes no input at all"
    message = f"the task does not take the input `{text}` now"
    return InputError([Diagnostic("TH020", message, help=advice)])
