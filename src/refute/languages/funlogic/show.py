"""Programs, types and values as text that the parser reads again."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from refute.frontend.layout import Form, Piece, Precedence, Printer, Rule, lay_out, separated
from refute.languages.funlogic import syntax, values
from refute.languages.funlogic.syntax import Declaration, Expression, Pattern, TypeName
from refute.terms import Term, show as show_term

_PRECEDENCE = Precedence(
    ("right", "?"),
    ("right", "or"),
    ("right", "and"),
    ("prefix", "not"),
    ("none", "==", "/=", "<", "<=", ">", ">="),
    ("right", ":"),
    ("left", "+", "-"),
    ("left", "*", "div", "mod"),
    ("prefix", "negative"),
    ("left", "application"),
)
_APPLICATION, _ATOM = _PRECEDENCE.levels["application"], _PRECEDENCE.levels["atom"]


def show_program(program: syntax.Program) -> str:
    """A whole file."""
    return "".join(f"{show_declaration(each)}\n" for each in program.declarations)


def show_declaration(declaration: Declaration) -> str:
    """One declaration, on one line."""
    return _PRINTER.show(declaration)


def show(node: Expression | Pattern, tight: bool = False) -> str:
    """An expression or a pattern; `tight` where it is to stand as an argument."""
    return _PRINTER.show(node, "atom" if tight else "open")


def show_type(shape: values.Type) -> str:
    """A type as one would write it."""
    return _PRINTER.show(shape)


def _type(shape: values.Type | TypeName) -> Rule:
    if shape.name == syntax.LIST_END:
        return "atom", "[{arguments}]"
    if syntax.is_tuple(shape.name):
        return "atom", "({arguments:, })"
    if shape.name == "->":
        left, right = shape.arguments
        return "open", [(left, _APPLICATION), " -> ", (right, 0)]
    return ("application", "{name} {arguments@atom: }") if shape.arguments else _NAME


def _constructor_pattern(pattern: syntax.ConstructorPattern) -> Rule:
    if syntax.is_tuple(pattern.name):
        return "atom", "({fields:, })"
    if pattern.name == syntax.LIST_CELL:
        return _PRECEDENCE.infix(":", *pattern.fields)
    return ("application", "{name} {fields@atom: }") if pattern.fields else _NAME


def _integer(node: syntax.Integer | syntax.IntegerPattern) -> Rule:
    return "atom" if node.value >= 0 else "negative", "{value}"


_NAME = ("atom", "{name}")
_PRINTER = Printer(
    _PRECEDENCE,
    {
        syntax.Equation: ("open", "{name}⟦ {parameters@atom: }⟧ = {body}"),
        syntax.DataDeclaration: ("open", "data {name}⟦ {parameters: }⟧ = {constructors: | }"),
        syntax.ConstructorDeclaration: ("open", "{name}⟦ {fields@atom: }⟧"),
        syntax.Property: ("open", "property {name}⟦({parameters:, })⟧ = {body}"),
        syntax.Solve: ("open", "solve {names: } where {condition}"),
        syntax.Evaluate: ("open", "{expression}"),
        values.Type: _type,
        TypeName: _type,
        syntax.Integer: _integer,
        syntax.IntegerPattern: _integer,
        syntax.Name: _NAME,
        syntax.AnyPattern: _NAME,
        syntax.Constructor: _NAME,
        syntax.ConstructorPattern: _constructor_pattern,
        syntax.Apply: ("application", "{function@atom} {arguments@atom: }"),
        syntax.ListOf: ("atom", "[{items:, }]"),
        syntax.TupleOf: ("atom", "({items:, })"),
        syntax.Operation: lambda node: _PRECEDENCE.infix(node.operator, node.left, node.right),
        syntax.Not: ("not", "not {operand@not}"),
        syntax.Negate: ("negative", "-{operand@application}"),
        syntax.Lambda: ("open", "\\{parameters@atom: } -> {body}"),
        syntax.Let: ("open", "let {{ {bindings:; } }} in {body}"),
        syntax.Free: ("open", "let {names: } free in {body}"),
        syntax.If: ("open", "if {condition} then {then} else {otherwise}"),
        syntax.Case: ("open", "case {subject} of {{ {alternatives:; } }}"),
        syntax.Alternative: ("open", "{pattern} -> {body}"),
    },
)


# Values


def show_condition(term: Term) -> str:
    """A term of the solver in this language's spelling."""
    return show_term(term).replace(" != ", " /= ")


def show_value(value: Any, tight: bool = False) -> str:
    """A value as the program would write it; work put off is shown as `…`.

    `tight` where it is to stand as an argument.
    """
    return lay_out(value, _value, _ATOM if tight else 0)


def _value(value: Any) -> Form:
    value = values.shorten(value)
    match value:
        case values.Data():
            return _data(value)
        case Term():
            text = show_condition(value)
            return 0 if " " in text else _ATOM, [text]
        case int():
            # Python itself refuses to write very long numbers
            return 0 if value < 0 else _ATOM, [str(Decimal(value))]
        case values.Closure():
            return _ATOM, ["<function>"]
        case values.Hole(name):
            return _ATOM, [name]
        case _:
            return _ATOM, [getattr(value, "name", "…")]


def _data(value: values.Data) -> Form:
    name, fields = value.constructor.name, value.fields
    if syntax.is_tuple(name):
        return _ATOM, ["(", *separated(fields), ")"]
    if value.constructor is values.CELL:
        items, end = values.list_items(value)
        if end is values.EMPTY or (
            isinstance(end, values.Data) and end.constructor is values.EMPTY.constructor
        ):
            if all(item.__class__ is int for item in items):
                return _ATOM, [f"[{', '.join(map(str, items))}]"]
            return _ATOM, ["[", *separated(items), "]"]
        return _ATOM, ["(", *separated((*items, end), " : ", _ATOM), ")"]
    pieces: list[Piece] = [name, *(piece for each in fields for piece in (" ", (each, _ATOM)))]
    return _APPLICATION if fields else _ATOM, pieces
