"""Programs, types and values as people read them; programs can be parsed again."""

from __future__ import annotations

import json
from fractions import Fraction

from refute.frontend.layout import Piece, Precedence, Printer, Rule, separated
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Type
from refute.terms import Constructed, Value

_PRECEDENCE = Precedence(
    ("left", "<?>"),
    ("left", "<|>"),
    ("left", "<&>"),
    ("left", "marked"),
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


def _import(node: syntax.Import) -> Rule:
    return "open", ["import ", quoted(node.file) if node.file else node.module]


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


def quoted(text: str) -> str:
    """A text as it would be written in a program."""
    return json.dumps(text, ensure_ascii=False)


def _type_declaration(node: syntax.TypeDeclaration) -> Rule:
    if [each.name for each in node.constructors] == [node.name.name]:
        (only,) = node.constructors
        if only.fields and only.fields[0].name:
            pieces = [f"type {node.name.name} = {{ ", *separated(only.fields), " }"]
            return "open", pieces
    return "open", [f"type {node.name.name} = ", *separated(node.constructors, " | ")]


def _alias(node: syntax.Alias) -> Rule:
    plain = node.stands_for.name in {*syntax.ARITY, syntax.TUPLE}
    return "open", "type {name} = {stands_for}" if plain else "type {name} = ({stands_for})"


def _constructor(node: syntax.Constructor) -> Rule:
    if node.fields and node.fields[0].name:
        return "open", "{name} {{ {fields:, } }}"
    return "open", "{name}⟦ {fields: }⟧"


def _step(node: syntax.Step) -> Rule:
    match node:
        case syntax.Step(task, syntax.Lambda(parameter, syntax.Choose(buttons)), trigger):
            if trigger is syntax.Trigger.BUTTON:
                level = _PRECEDENCE.levels["<?>"]
                head: list[Piece] = [(task, level), " >>* \\", (parameter, 0), ". { "]
                return "open", [*head, *separated(buttons), " }"]
    return "open", f"{{task@<?>}} {node.trigger} {{follow}}"


def _event(node: syntax.Event) -> Rule:
    pieces: list[Piece] = [f"{node.role}: " if node.role else "", quoted(node.label)]
    if node.condition is not None:
        pieces += [" ", (node.parameter, _ATOM), " when ", (node.condition, 0)]
    return "open", pieces


def _button(node: syntax.Button) -> Rule:
    match node.task:
        case syntax.If(condition, task, syntax.Fail()):
            return "open", [quoted(node.label), " when ", (condition, 0), " -> ", (task, 0)]
        case task:
            return "open", [quoted(node.label), " -> ", (task, 0)]


_ATOM = _PRECEDENCE.levels["atom"]
_NAME = ("atom", "{name}")
_PRINTER = Printer(
    _PRECEDENCE,
    {
        syntax.Definition: ("open", "def {name} = {body}"),
        syntax.TaskDeclaration: ("open", "task {name} = {body}"),
        syntax.Property: ("open", "property {name}⟦({parameters:, })⟧ = {body}"),
        syntax.Reachable: ("open", "reachable {name}⟦({parameters:, })⟧ = {body}"),
        syntax.Finishes: ("open", "finishes {name}"),
        syntax.Invariant: ("open", "invariant {name} = {body}"),
        syntax.Order: ("open", "{quantifier} {name} = {event}⟦ {relation} {other}⟧"),
        syntax.Only: lambda node: (
            "open",
            f"only {{name}} = {', '.join(node.allowed)} can {quoted(node.label)}",
        ),
        syntax.Compare: ("open", "{relation} {left} {right}"),
        syntax.Event: _event,
        syntax.TypeDeclaration: _type_declaration,
        syntax.Alias: _alias,
        syntax.Constructor: _constructor,
        syntax.Field: lambda node: (
            ("open", "{name} : {wanted}") if node.name else ("open", [(node.wanted, _ATOM)])
        ),
        syntax.Import: _import,
        syntax.Nobody: lambda node: (
            "open",
            ["nobody ", (node.name, 0), f" = can {quoted(node.label)} and {quoted(node.other)}"],
        ),
        syntax.User: lambda node: ("open", f"user {{name}} : {', '.join(node.roles)}"),
        syntax.Type: _type,
        syntax.NamePattern: ("atom", "{name}⟦ : {annotation}⟧"),
        syntax.TuplePattern: ("atom", "({items:, })"),
        syntax.Integer: lambda node: ("atom" if node.value >= 0 else "negative", "{value}"),
        syntax.Decimal: lambda node: (
            "atom" if node.value >= 0 else "negative",
            [show_decimal(node.value)],
        ),
        syntax.Construct: _NAME,
        syntax.Setting: ("open", "{name} = {value}"),
        syntax.Filled: ("atom", "{name} {{ {settings:, } }}"),
        syntax.Select: ("atom", "{operand@atom}.{field}"),
        syntax.Branch: lambda node: (
            "open",
            "{constructor}⟦ {parameters@atom: }⟧ -> {body}"
            if node.constructor
            else "{parameters} -> {body}",
        ),
        syntax.Case: ("atom", "case {subject} of {{ {branches:, } }}"),
        syntax.Today: ("atom", "now"),
        syntax.Boolean: lambda node: ("atom", [str(node.value)]),
        syntax.Text: lambda node: ("atom", [quoted(node.value)]),
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
        syntax.View: ("prefix", "view {value@prefix}"),
        syntax.Watch: ("prefix", "watch {reference@prefix}"),
        syntax.Step: _step,
        syntax.Button: _button,
        syntax.Choose: ("atom", "choose {{ {buttons:, } }}"),
        syntax.Labelled: lambda node: (
            "marked",
            [(node.task, _PRECEDENCE.levels["marked"]), f" as {quoted(node.label)}"],
        ),
        syntax.Assigned: ("marked", "{task@marked} @ {role}"),
        syntax.Apart: lambda node: (
            "marked",
            [(node.task, _PRECEDENCE.levels["marked"]), f" except {quoted(node.label)}"],
        ),
        syntax.Within: ("open", "within {days@atom} {task} otherwise {otherwise}"),
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
    """A plain value of a basic type as it would be written in a program."""
    match shape.name, value:
        case syntax.TUPLE, tuple():
            pairs = zip(value, shape.arguments, strict=True)
            return f"({', '.join(show_value(each, part) for each, part in pairs)})"
        case syntax.LIST, tuple():
            return f"[{', '.join(show_value(each, shape.arguments[0]) for each in value)}]"
        case _, Constructed(name, given):
            return _show_constructed(name, given, shape)
        case _, Fraction():
            return show_decimal(value)
        case _, str():
            return quoted(value)
        case _:
            return str(value)


def _show_constructed(name: str, given: tuple[Value, ...], shape: Type) -> str:
    made = next(each for each in shape.constructors if each.name == name)
    pairs = list(zip(made.fields, given, strict=True))
    if pairs and not made.fields[0].name.isdigit():
        settings = (f"{each.name} = {show_value(part, each.wanted)}" for each, part in pairs)
        return f"{name} {{ {', '.join(settings)} }}"
    return " ".join([name, *(_show_argument(part, each.wanted) for each, part in pairs)])


def _show_argument(value: Value, shape: Type) -> str:
    shown = show_value(value, shape)
    return f"({shown})" if (" " in shown and shown[0] not in '(["') or shown[0] == "-" else shown


def show_decimal(value: Fraction) -> str:
    """A decimal number; a quotient if its expansion is infinite."""
    denominator = value.denominator
    for factor in (2, 5):
        while denominator % factor == 0:
            denominator //= factor
    if denominator != 1:
        return f"{value.numerator}.0 / {value.denominator}.0"
    places = next(n for n in range(1, 10_000) if (value * 10**n).denominator == 1)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' * (value < 0)}{digits[:-places]}.{digits[-places:]}"
