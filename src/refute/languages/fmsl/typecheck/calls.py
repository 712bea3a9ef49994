"""The types of operation calls, of calls of inputs and local values, and of validations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Expression
from refute.languages.fmsl.typecheck.context import Local, Scope
from refute.languages.fmsl.types import ANY, VALIDATION, Function, Part, Type, show_type

if TYPE_CHECKING:
    from refute.languages.fmsl.typecheck.expressions import Expressions

PRINT = "print"
"""The operation that prints a value and returns it."""


def call_type(checker: Expressions, call: syntax.Call, scope: Scope) -> Type:
    """The type of a call."""
    local = scope.get(call.operation)
    if local is not None and not call.module:
        return _applied(checker, call, local, scope)
    if call.module in scope and call.module not in checker.names.modules:
        return _method(checker, call, scope)
    if is_print(checker, call):
        return [checker.infer(each, scope) for each in call.arguments][-1]
    signature = checker.operation(call, checker.module)
    if signature is None:
        for each in call.arguments:
            checker.infer(each, scope)
        return ANY
    _arguments(
        checker, call.operation, "inputs", signature.inputs, call, call.arguments, scope,
        signature.defaults,
    )  # fmt: skip
    return signature.result


def _method(checker: Expressions, call: syntax.Call, scope: Scope) -> Type:
    """The operation that is called as a method of a value, as in other languages."""
    of = checker.name(syntax.Name(call.module, span=call.span), scope)
    inputs = ", ".join((call.module, *("…" for _ in call.arguments)))
    habit = checker.problems.mistakes.advice_for(call.operation, ())
    message = f"`{call.module}` is a value, which has no operations of its own"
    advice = habit or f"write `{call.operation}({inputs})`"
    if checker.objects.part(of, call.operation) is not None:
        message = f"`{call.module}.{call.operation}` cannot be called where it stands"
        advice = f"name it first: `(let f = {call.module}.{call.operation}; f(…);)`"
    checker.problems.error("FM010", message, call.span, advice=advice)
    for each in call.arguments:
        checker.infer(each, scope)
    return ANY


def is_print(checker: Expressions, call: syntax.Call) -> bool:
    """Whether a call is that of `print`; an operation may have the same name."""
    return call.operation == PRINT and PRINT not in checker.names.others and bool(call.arguments)


def _applied(checker: Expressions, call: syntax.Call, local: Local, scope: Scope) -> Type:
    """The type of a call of a function that is an input or a local value."""
    of = checker.name(syntax.Name(call.operation, span=call.span), scope)
    match checker.objects.structure(of):
        case Function(inputs, result):
            _arguments(checker, call.operation, "inputs", inputs, call, call.arguments, scope)
            return result
        case other:
            for each in call.arguments:
                checker.infer(each, scope)
            if other != ANY:
                message = f"`{call.operation}` is no operation: it is {show_type(local.type)}"
                checker.problems.error("FM010", message, call.span)
            return ANY


def _arguments(
    checker: Expressions,
    name: str,
    what: str,
    parts: tuple[Part, ...],
    place: syntax.Node,
    given: tuple[Expression, ...],
    scope: Scope,
    optional: int = 0,
) -> None:
    if not len(parts) - optional <= len(given) <= len(parts):
        message = f"`{name}` has {len(parts)} {what}, and {len(given)} are given"
        checker.problems.error("FM023", message, place.span)
    for number, each in enumerate(given):
        if number < len(parts):
            part = parts[number]
            called = f"`{part.name}`" if part.name else f"number {number + 1}"
            why = f"{what.removesuffix('s')} {called} of `{name}`"
            checker.expect(each, part.type, scope, why)
        else:
            checker.infer(each, scope)


def validation(checker: Expressions, expression: syntax.Validate, scope: Scope) -> Type:
    """The type of a `?->` expression."""
    call = expression.call
    checker.typing.note(call, call_type(checker, call, scope))
    signature = checker.operation(call, checker.module)
    if signature is not None and not signature.outputs and expression.outputs:
        message = f"`{call.operation}` has no outputs; what is given for them is ignored"
        checker.problems.warning("FM031", message, expression.span)
    if signature is None or not signature.outputs:
        for each in expression.outputs:
            checker.infer(each, scope)
    else:
        outputs = expression.outputs
        _arguments(
            checker, call.operation, "outputs", signature.outputs, expression, outputs, scope
        )
    return VALIDATION
