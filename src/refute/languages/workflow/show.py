"""Programs, types and values as people read them; what is shown of a program parses back."""

from __future__ import annotations

import json
from typing import assert_never

from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.terms import Value

_LEVELS = {
    ":=": (4, 5, 5),
    "==>": (5, 6, 5),
    "or": (6, 6, 7),
    "and": (7, 7, 8),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), (9, 10, 10)),
    **dict.fromkeys(("::", "++"), (10, 11, 10)),
    **dict.fromkeys(("+", "-"), (11, 11, 12)),
    **dict.fromkeys(("*", "/"), (12, 12, 13)),
}
"""How tightly each operator binds, and how tightly its operands must."""

_SIGN, _PREFIX, _APPLICATION, _ATOM = 13, 14, 15, 16


def show_program(program: syntax.Program) -> str:
    """A whole file."""
    return "\n\n".join(_declaration(each) for each in program.declarations) + "\n"


def _declaration(declaration: syntax.Declaration) -> str:
    match declaration:
        case syntax.Definition(name, body):
            return f"def {name.name} = {show(body)}"
        case syntax.TaskDeclaration(name, body):
            return f"task {name.name} = {show(body)}"
        case syntax.Property(name, parameters, body):
            return f"property {name.name}{_parameters(parameters)} = {show(body)}"
        case syntax.Reachable(name, parameters, body):
            return f"reachable {name.name}{_parameters(parameters)} = {show(body)}"
        case syntax.Finishes(name):
            return f"finishes {name.name}"
        case _:
            assert_never(declaration)


def _parameters(parameters: tuple[Pattern, ...]) -> str:
    return f"({', '.join(map(show_pattern, parameters))})" if parameters else ""


def show_pattern(pattern: Pattern) -> str:
    """A pattern."""
    if isinstance(pattern, syntax.TuplePattern):
        return f"({', '.join(map(show_pattern, pattern.items))})"
    return pattern.name + (f" : {show_type(pattern.annotation)}" if pattern.annotation else "")


def show_type(shape: Type, level: int = 0) -> str:
    """A type; at level 1 functions and at level 2 all that is applied stands in parentheses."""
    match shape.name:
        case syntax.ARROW:
            left, right = shape.arguments
            text, needed = f"{show_type(left, 1)} -> {show_type(right)}", 1
        case syntax.TUPLE:
            return f"({', '.join(map(show_type, shape.arguments))})"
        case _ if not shape.arguments:
            return shape.name
        case _:
            text, needed = f"{shape.name} {show_type(shape.arguments[0], 2)}", 2
    return f"({text})" if level >= needed else text


def show(expression: Expression, level: int = 0) -> str:
    """An expression where one that binds as tightly as `level` may stand."""
    text, binding = _layout(expression)
    return f"({text})" if binding < level else text


def _layout(expression: Expression) -> tuple[str, int]:
    """The text of an expression and how tightly it binds; open forms bind least, as 0."""
    match expression:
        case syntax.Integer(value):
            return str(value), _ATOM if value >= 0 else _SIGN
        case syntax.Boolean(value):
            return str(value), _ATOM
        case syntax.Text(value):
            return json.dumps(value, ensure_ascii=False), _ATOM
        case syntax.Name(name):
            return name, _ATOM
        case syntax.TupleOf(items):
            return f"({', '.join(map(show, items))})", _ATOM
        case syntax.ListOf(items):
            return f"[{', '.join(map(show, items))}]", _ATOM
        case syntax.Annotated(inner, annotation):
            return f"({show(inner)} : {show_type(annotation)})", _ATOM
        case syntax.Inputs(wanted):
            return f"inputs {show_type(wanted)}" if wanted else "inputs", _ATOM
        case syntax.Apply(function, argument):
            return f"{show(function, _APPLICATION)} {show(argument, _ATOM)}", _APPLICATION
        case syntax.Unary() | syntax.Binary():
            return _operation(expression)
        case syntax.Lambda(parameter, body):
            return f"\\{show_pattern(parameter)}. {show(body)}", 0
        case syntax.Let(pattern, bound, body):
            return f"let {show_pattern(pattern)} = {show(bound)} in {show(body)}", 0
        case syntax.If(condition, then, otherwise):
            return f"if {show(condition)} then {show(then)} else {show(otherwise)}", 0
        case _:
            return _task(expression)


def _operation(expression: syntax.Unary | syntax.Binary) -> tuple[str, int]:
    match expression:
        case syntax.Unary("!", operand):
            return f"!{show(operand, _ATOM)}", _ATOM
        case syntax.Unary("not", operand):
            return f"not {show(operand, 8)}", 8
        case syntax.Unary("-", syntax.Integer(value)) if value >= 0:
            return f"-({value})", _SIGN
        case syntax.Unary("-", operand):
            text = show(operand, _SIGN)
            return (f"-({text})" if text.startswith("-") else f"-{text}"), _SIGN
        case syntax.Unary(operator, operand):
            return f"{operator} {show(operand, _PREFIX)}", _PREFIX
        case syntax.Binary("min" | "max", left, right):
            return f"{expression.operator} {show(left, _ATOM)} {show(right, _ATOM)}", _ATOM
        case syntax.Binary("in", left, right):
            return f"({show(left, 10)} in {show(right, 10)})", _ATOM
        case syntax.Binary(operator, left, right):
            binding, before, after = _LEVELS[operator]
            return f"{show(left, before)} {operator} {show(right, after)}", binding


def _task(expression: Expression) -> tuple[str, int]:
    match expression:
        case syntax.Edit(value):
            return f"edit {show(value, _PREFIX)}", _PREFIX
        case syntax.Shared(reference):
            return f"shared {show(reference, _PREFIX)}", _PREFIX
        case syntax.Enter(wanted):
            return f"enter {show_type(wanted, 2)}", _ATOM
        case syntax.Fail():
            return "fail", _ATOM
        case syntax.Step(task, follow, by_user):
            arrow = ">>?" if by_user else ">>="
            text = show(follow, 0)
            return f"{show(task, 1)} {arrow} {text}", 0
        case syntax.Pick(left, right):
            return f"{show(left, 1)} <?> {show(right, 2)}", 1
        case syntax.Either(left, right):
            return f"{show(left, 2)} <|> {show(right, 3)}", 2
        case syntax.Both(left, right):
            return f"{show(left, 3)} <&> {show(right, 4)}", 3
        case syntax.Assert(condition, task):
            return f"assert {show(condition, _ATOM)} {show(task, 0)}", 0
        case _:
            raise AssertionError(f"no task: {expression}")


def show_value(value: Value, shape: Type) -> str:
    """A plain value of a basic type, as one would write it."""
    match shape.name, value:
        case syntax.TUPLE, tuple():
            pairs = zip(value, shape.arguments, strict=True)
            return f"({', '.join(show_value(each, part) for each, part in pairs)})"
        case syntax.LIST, tuple():
            return f"[{', '.join(show_value(each, shape.arguments[0]) for each in value)}]"
        case _, str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)
