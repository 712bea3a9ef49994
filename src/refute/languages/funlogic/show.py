"""Programs and values as text that the parser reads again."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, TypeAlias, assert_never

from refute.languages.funlogic import syntax
from refute.languages.funlogic.syntax import Declaration, Expression, Pattern, TypeName
from refute.languages.funlogic.values import CELL, EMPTY, Closure, Data, Hole, list_items, shorten
from refute.terms import Term, show as show_term

Shown: TypeAlias = Expression | Pattern

# How tightly an operator binds, and the tightness its sides need
_SIGNS = {"?": (1, 2, 1), "or": (2, 3, 2), "and": (3, 4, 3)}
_SIGNS |= dict.fromkeys(("==", "/=", "<", "<=", ">", ">="), (5, 6, 6))
_SIGNS |= {":": (6, 7, 6), "+": (7, 7, 8), "-": (7, 7, 8)}
_SIGNS |= dict.fromkeys(("*", "div", "mod"), (8, 8, 9))
_NOT, _MINUS, _APPLY, _ATOM = 4, 9, 10, 11


def show_program(program: syntax.Program) -> str:
    """A whole file."""
    return "".join(f"{show_declaration(each)}\n" for each in program.declarations)


def show_declaration(declaration: Declaration) -> str:
    """One declaration, on one line."""
    match declaration:
        case syntax.Equation():
            return _equation(declaration)
        case syntax.DataDeclaration(name, parameters, constructors):
            made = " | ".join(
                " ".join([each.name, *(_type(field, True) for field in each.fields)])
                for each in constructors
            )
            return f"data {' '.join([name, *parameters])} = {made}"
        case syntax.Property(name, parameters, body):
            names = ", ".join(each.name for each in parameters)
            return f"property {name.name}{f'({names})' if names else ''} = {show(body)}"
        case syntax.Solve(names, condition):
            return f"solve {' '.join(each.name for each in names)} where {show(condition)}"
        case syntax.Evaluate(expression):
            return show(expression)
        case _:
            assert_never(declaration)


def _equation(equation: syntax.Equation) -> str:
    left = [equation.name.name, *(show(each, True) for each in equation.parameters)]
    return f"{' '.join(left)} = {show(equation.body)}"


def _type(shape: TypeName, tight: bool = False) -> str:
    parts = shape.arguments
    if shape.name == syntax.LIST_END:
        return f"[{_type(parts[0])}]"
    if syntax.is_tuple(shape.name):
        return f"({', '.join(_type(each) for each in parts)})"
    if shape.name == "->":
        text = f"{_type(parts[0], parts[0].name == '->')} -> {_type(parts[1])}"
    else:
        text = " ".join([shape.name, *(_type(each, True) for each in parts)])
    return f"({text})" if tight and parts else text


def show(node: Shown, tight: bool = False) -> str:
    """An expression or a pattern; `tight` where it is to stand as an argument."""
    return _show(node, _ATOM if tight else 0)


def _show(node: Shown, tightness: int) -> str:
    text, own = _text(node)
    return f"({text})" if own < tightness else text


def _text(node: Shown) -> tuple[str, int]:
    """The text of a node and how tightly it holds together."""
    match node:
        case syntax.Integer(value) | syntax.IntegerPattern(value):
            return str(value), _ATOM if value >= 0 else _MINUS
        case syntax.Name(name) | syntax.AnyPattern(name) | syntax.Constructor(name):
            return name, _ATOM
        case syntax.Apply(function, arguments):
            return " ".join(_show(each, _ATOM) for each in (function, *arguments)), _APPLY
        case syntax.ListOf(items):
            return f"[{', '.join(_show(item, 0) for item in items)}]", _ATOM
        case syntax.TupleOf(items):
            return f"({', '.join(_show(item, 0) for item in items)})", _ATOM
        case syntax.Operation(sign, left, right):
            own, on_left, on_right = _SIGNS[sign]
            return f"{_show(left, on_left)} {sign} {_show(right, on_right)}", own
        case syntax.Not(operand):
            return f"not {_show(operand, _NOT)}", _NOT
        case syntax.Negate(operand):
            return f"-{_show(operand, _APPLY)}", _MINUS
        case syntax.ConstructorPattern(name, fields):
            return _constructor_pattern(name, fields)
        case _:
            return _block(node), 0


def _block(node: syntax.Lambda | syntax.Let | syntax.Free | syntax.If | syntax.Case) -> str:
    match node:
        case syntax.Lambda(parameters, body):
            return f"\\{' '.join(show(each, True) for each in parameters)} -> {show(body)}"
        case syntax.Let(bindings, body):
            inner = "; ".join(_equation(each) for each in bindings)
            return f"let {{ {inner} }} in {show(body)}"
        case syntax.Free(names, body):
            return f"let {' '.join(name.name for name in names)} free in {show(body)}"
        case syntax.If(condition, then, otherwise):
            return f"if {show(condition)} then {show(then)} else {show(otherwise)}"
        case syntax.Case(subject, alternatives):
            inner = "; ".join(f"{show(a.pattern)} -> {show(a.body)}" for a in alternatives)
            return f"case {show(subject)} of {{ {inner} }}"
        case _:
            assert_never(node)


def _constructor_pattern(name: str, fields: tuple[Pattern, ...]) -> tuple[str, int]:
    if syntax.is_tuple(name):
        return f"({', '.join(_show(each, 0) for each in fields)})", _ATOM
    if name == syntax.LIST_CELL:
        return f"{_show(fields[0], 7)} : {_show(fields[1], 6)}", 6
    if not fields:
        return name, _ATOM
    return " ".join([name, *(_show(each, _ATOM) for each in fields)]), _APPLY


# Values


def show_condition(term: Term) -> str:
    """A term of the solver in this language's spelling."""
    return show_term(term).replace(" != ", " /= ")


def show_value(value: Any, tight: bool = False) -> str:
    """A value as the program would write it; work put off is shown as `…`."""
    parts: list[str] = []
    pending: list[Any] = [(value, tight)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
        else:
            pending.extend(reversed(_value_pieces(*item)))
    return "".join(parts)


def _value_pieces(value: Any, tight: bool) -> list[Any]:
    value = shorten(value)
    match value:
        case Data():
            return _data_pieces(value, tight)
        case Term():
            text = show_condition(value)
            return [f"({text})" if tight and " " in text else text]
        case int():
            text = str(Decimal(value))  # Python itself refuses to write very long numbers
            return [f"({text})" if tight and value < 0 else text]
        case Closure():
            return ["<function>"]
        case Hole(name):
            return [name]
        case _:
            return [getattr(value, "name", "…")]


def _data_pieces(value: Data, tight: bool) -> list[Any]:
    name, fields = value.constructor.name, value.fields
    if syntax.is_tuple(name):
        return ["(", *_separated(fields), ")"]
    if value.constructor is CELL:
        items, end = list_items(value)
        if end is EMPTY or (isinstance(end, Data) and end.constructor is EMPTY.constructor):
            if all(item.__class__ is int for item in items):
                return [f"[{', '.join(map(str, items))}]"]
            return ["[", *_separated(items), "]"]
        cells = [piece for item in items for piece in ((item, True), " : ")]
        return ["(", *cells, (end, True), ")"]
    if not fields:
        return [name]
    pieces = [name, *(piece for each in fields for piece in (" ", (each, True)))]
    return ["(", *pieces, ")"] if tight else pieces


def _separated(items: Any) -> list[Any]:
    pieces = [piece for item in items for piece in (", ", (item, False))]
    return pieces[1:]
