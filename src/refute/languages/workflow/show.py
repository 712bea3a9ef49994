"""Programs, types and values as people read them; what is shown of a program parses back."""

from __future__ import annotations

import json

from refute.frontend.layout import Precedence, Printer, Rule
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Type
from refute.terms import Value

_PRECEDENCE = Precedence(
    ("left", "<?>"),
    ("left", "<|>"),
    ("left", "<&>"),
    ("none", ":="),
    ("right", "==>"),
    ("left", "or"),
    ("left", "and"),
    ("prefix", "not"),
    ("none", "==", "!=", "<", "<=", ">", ">="),
    ("right", "::", "++"),
    ("left", "+", "-"),
    ("left", "*", "/"),
    ("prefix", "negative"),
    ("prefix", "prefix"),
    ("left", "application"),
)


def _type(shape: Type) -> Rule:
    match shape.name:
        case syntax.ARROW:
            left, right = shape.arguments
            return "open", [(left, _PRECEDENCE.levels["application"]), " -> ", (right, 0)]
        case syntax.TUPLE:
            return "atom", "({arguments:, })"
        case _:
            return ("application", "{name} {arguments@atom}") if shape.arguments else _NAME


def _unary(expression: syntax.Unary) -> Rule:
    match expression:
        case syntax.Unary("!"):
            return "atom", "!{operand@atom}"
        case syntax.Unary("not"):
            return "not", "not {operand@not}"
        case syntax.Unary("-", syntax.Integer(value)) if value >= 0:
            return "negative", "-({operand})"
        case syntax.Unary("-"):
            return "negative", "-{operand@prefix}"
        case _:
            return "prefix", "{operator} {operand@prefix}"


def _binary(expression: syntax.Binary) -> Rule:
    match expression.operator:
        case "min" | "max":
            return "atom", "{operator} {left@atom} {right@atom}"
        case "in":
            return "atom", "({left@++} in {right@++})"
        case operator:
            return _PRECEDENCE.infix(operator, expression.left, expression.right)


_NAME = ("atom", "{name}")
_PRINTER = Printer(
    _PRECEDENCE,
    {
        syntax.Definition: ("open", "def {name} = {body}"),
        syntax.TaskDeclaration: ("open", "task {name} = {body}"),
        syntax.Property: ("open", "property {name}⟦({parameters:, })⟧ = {body}"),
        syntax.Reachable: ("open", "reachable {name}⟦({parameters:, })⟧ = {body}"),
        syntax.Finishes: ("open", "finishes {name}"),
        syntax.Type: _type,
        syntax.NamePattern: ("atom", "{name}⟦ : {annotation}⟧"),
        syntax.TuplePattern: ("atom", "({items:, })"),
        syntax.Integer: lambda node: ("atom" if node.value >= 0 else "negative", "{value}"),
        syntax.Boolean: lambda node: ("atom", [str(node.value)]),
        syntax.Text: lambda node: ("atom", [json.dumps(node.value, ensure_ascii=False)]),
        syntax.Name: _NAME,
        syntax.TupleOf: ("atom", "({items:, })"),
        syntax.ListOf: ("atom", "[{items:, }]"),
        syntax.Annotated: ("atom", "({expression} : {annotation})"),
        syntax.Inputs: ("atom", "inputs⟦ {wanted}⟧"),
        syntax.Apply: ("application", "{function@application} {argument@atom}"),
        syntax.Unary: _unary,
        syntax.Binary: _binary,
        syntax.Lambda: ("open", "\\{parameter}. {body}"),
        syntax.Let: ("open", "let {pattern} = {bound} in {body}"),
        syntax.If: ("open", "if {condition} then {then} else {otherwise}"),
        syntax.Edit: ("prefix", "edit {value@prefix}"),
        syntax.Shared: ("prefix", "shared {reference@prefix}"),
        syntax.Enter: ("atom", "enter {wanted@atom}"),
        syntax.Fail: ("atom", "fail"),
        syntax.Step: lambda node: (
            "open",
            f"{{task@<?>}} {'>>?' if node.by_user else '>>='} {{follow}}",
        ),
        syntax.Pick: lambda node: _PRECEDENCE.infix("<?>", node.left, node.right),
        syntax.Either: lambda node: _PRECEDENCE.infix("<|>", node.left, node.right),
        syntax.Both: lambda node: _PRECEDENCE.infix("<&>", node.left, node.right),
        syntax.Assert: ("open", "assert {condition@atom} {task}"),
    },
)


def show_program(program: syntax.Program) -> str:
    """A whole file."""
    return "\n\n".join(map(show_declaration, program.declarations)) + "\n"


def show_declaration(declaration: syntax.Declaration) -> str:
    """One declaration, on one line."""
    return _PRINTER.show(declaration)


def show(expression: Expression) -> str:
    """An expression."""
    return _PRINTER.show(expression)


def show_type(shape: Type) -> str:
    """A type."""
    return _PRINTER.show(shape)


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
