"""Trees as text that parses to the same tree."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import assert_never

from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Declaration, Expression, Statement

_LEVELS = (
    {"iff"},
    {"=>"},
    {"or"},
    {"xor"},
    {"and"},
    {"not"},
    {"=", "!=", "<", "<=", ">", ">=", "in", "?->"},
    {"+", "-"},
    {"*", "/", "mod"},
    {"prefix"},
)
"""The operators from the loosest to the tightest."""

_LEVEL = {operator: level for level, operators in enumerate(_LEVELS) for operator in operators}
_PREFIX, _TIGHTEST = _LEVEL["prefix"], len(_LEVELS)
_LOOSEST = -1


def show(specification: syntax.Specification) -> str:
    """A whole specification."""
    return "\n\n".join(map(show_declaration, specification.declarations)) + "\n"


def show_expression(expression: Expression, level: int = _LOOSEST) -> str:
    """An expression, in parentheses where it binds less tightly than it must."""
    own, text = _show(expression)
    return f"({text})" if own < level else text


def _show(expression: Expression) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match expression:
        case syntax.Integer(value):
            return _TIGHTEST, str(value)
        case syntax.Real(value):
            return _TIGHTEST, _real(value)
        case syntax.Text(value):
            return _TIGHTEST, json.dumps(value, ensure_ascii=False)
        case syntax.Boolean(value):
            return _TIGHTEST, str(value).lower()
        case syntax.Nil():
            return _TIGHTEST, "nil"
        case syntax.Name(name):
            return _TIGHTEST, name
        case syntax.ListOf(items):
            return _TIGHTEST, f"[{_list(items)}]"
        case syntax.TupleOf(items):
            return _TIGHTEST, f"{{{_list(items)}}}"
        case syntax.Range(low, high):
            return _TIGHTEST, f"[{show_expression(low)} .. {show_expression(high)}]"
        case syntax.Unary(operator, operand):
            return _unary(operator, operand)
        case syntax.Binary():
            return _binary(expression)
        case syntax.Field(subject, field):
            number = isinstance(subject, syntax.Integer | syntax.Real)  # `2.1` would be a real
            return _TIGHTEST, f"{show_expression(subject, _TIGHTEST + number)}.{field}"
        case syntax.Select(subject, index):
            return _TIGHTEST, f"{show_expression(subject, _TIGHTEST)}[{show_expression(index)}]"
        case syntax.Slice(subject, low, high):
            ends = f"{show_expression(low)} .. {show_expression(high)}"
            return _TIGHTEST, f"{show_expression(subject, _TIGHTEST)}[{ends}]"
        case syntax.Call(name, arguments):
            return _TIGHTEST, f"{name}({_list(arguments)})"
        case syntax.Validate(call, outputs):
            return _validate(call, outputs)
        case syntax.If() | syntax.Bounded() | syntax.Unbounded():
            # These reach to the right as far as they can, so they stand alone or in parentheses.
            return _LOOSEST, _reaching(expression)
        case syntax.Sequence(statements):
            return _TIGHTEST, f"({' '.join(f'{show_statement(each)};' for each in statements)})"
        case _:
            assert_never(expression)


def _real(value: float) -> str:
    text = format(Decimal(repr(value)), "f")
    return text if "." in text else f"{text}.0"


def _list(expressions: Iterable[Expression]) -> str:
    return ", ".join(map(show_expression, expressions))


def _unary(operator: str, operand: Expression) -> tuple[int, str]:
    level = _LEVEL["not"] if operator == "not" else _PREFIX
    inner = show_expression(operand, level)
    apart = operator == "not" or inner.startswith(operator)  # `--` would begin a comment
    return level, f"{operator} {inner}" if apart else f"{operator}{inner}"


def _binary(expression: syntax.Binary) -> tuple[int, str]:
    """Comparisons do not associate, implication does to the right, the others to the left."""
    level = _LEVEL[expression.operator]
    compares = level == _LEVEL["="]
    left = show_expression(expression.left, level + (compares or expression.operator == "=>"))
    right = show_expression(expression.right, level + (expression.operator != "=>"))
    return level, f"{left} {expression.operator} {right}"


def _validate(call: syntax.Call, outputs: tuple[Expression, ...]) -> tuple[int, str]:
    shown = show_expression(outputs[0], _LEVEL["+"]) if len(outputs) == 1 else f"({_list(outputs)})"
    return _LEVEL["?->"], f"{show_expression(call)} ?-> {shown}"


def _reaching(expression: syntax.If | syntax.Bounded | syntax.Unbounded) -> str:
    match expression:
        case syntax.If(condition, then, None):
            return f"if {show_expression(condition)} then {show_expression(then)}"
        case syntax.If(condition, then, otherwise) if otherwise is not None:
            # An `else` belongs to the nearest `if`.
            first = f"if {show_expression(condition)} then {show_expression(then, 0)}"
            return f"{first} else {show_expression(otherwise)}"
        case syntax.Bounded(quantifier, name, collection, body):
            inside = f"{name} in {show_expression(collection)}"
            return f"{quantifier} ({inside}) {show_expression(body)}"
        case syntax.Unbounded(quantifier, name, of, condition, body):
            guard = "" if condition is None else f" | {show_expression(condition)}"
            inside = f"{name}:{_tight(of)}{guard}"
            return f"{quantifier} ({inside}) {show_expression(body)}"
        case _:
            raise AssertionError(expression)


# Types and statements


def show_type_expression(of: syntax.TypeExpression) -> str:
    """A type as it is written."""
    match of:
        case syntax.TypeName(name):
            return name
        case syntax.ListType(element):
            return f"{_tight(element)}*"
        case syntax.TupleType(components):
            return " and ".join(map(show_component, components))
        case syntax.UnionType(alternatives):
            return " or ".join(map(show_component, alternatives))


def _tight(of: syntax.TypeExpression) -> str:
    shown = show_type_expression(of)
    return f"({shown})" if isinstance(of, syntax.TupleType | syntax.UnionType) else shown


def show_component(component: Component) -> str:
    """A component or parameter: `age:Age`, or only its type."""
    shown = _tight(component.type)
    return f"{component.name}:{shown}" if component.name else shown


def show_statement(statement: Statement) -> str:
    """A statement without its `;`."""
    match statement:
        case syntax.Let(name, of, value):
            return f"let {_declared(name, of)} = {show_expression(value)}"
        case syntax.Variable(name, of, None):
            return f"var {_declared(name, of)}"
        case syntax.Variable(name, of, value) if value is not None:
            return f"var {_declared(name, of)} = {show_expression(value)}"
        case syntax.Variable():
            raise AssertionError(statement)
        case syntax.Set(target, value):
            return f"set {show_expression(target)} = {show_expression(value)}"
        case _:
            return show_expression(statement)


def _declared(name: str, of: syntax.TypeExpression | None) -> str:
    return name if of is None else f"{name}:{_tight(of)}"


# Declarations


def show_declaration(declaration: Declaration) -> str:
    """A declaration with its end."""
    match declaration:
        case syntax.Object():
            return _object(declaration)
        case syntax.Operation():
            return _operation(declaration)
        case syntax.Value(name, of, value):
            return f"value {_declared(name, of)} = {show_expression(value)};"
        case syntax.Variable():
            return f"{show_statement(declaration)};"
        case syntax.Theorem(name, parameters, formula) | syntax.Axiom(name, parameters, formula):
            word = "theorem" if isinstance(declaration, syntax.Theorem) else "axiom"
            given = f"({_parameters(parameters)})" if parameters else ""
            return f"{' '.join(filter(None, (word, name)))}{given}: {show_expression(formula)};"
        case syntax.Define(of, names):
            return f"define {of} attribute {_names(names)};"
        case syntax.Import():
            return _import(declaration)
        case syntax.Module():
            return _module(declaration)
        case syntax.Evaluate(statement):
            return f"> {show_statement(statement)};"
        case _:
            assert_never(declaration)


def _names(names: tuple[syntax.Name, ...]) -> str:
    return ", ".join(each.name for each in names)


def _parameters(parameters: tuple[Component, ...]) -> str:
    return ", ".join(map(show_component, parameters))


def _import(declaration: syntax.Import) -> str:
    module = declaration.module
    if declaration.names:
        return f"import {', '.join(f'{module}.{each.name}' for each in declaration.names)};"
    but = f" except {_names(declaration.excluded)}" if declaration.excluded else ""
    return f"import {module}.*{but};"


def _module(module: syntax.Module) -> str:
    lines = [f"module {module.name};"]
    if module.exports is not None:
        lines.append(f"export {_names(module.exports)};")
    lines.extend(map(show_declaration, module.declarations))
    return "\n\n".join([*lines, f"end {module.name};"])


def _object(declaration: syntax.Object) -> str:
    lines = []
    if declaration.components is not None:
        lines.append(f"components: {show_type_expression(declaration.components)};")
    if declaration.operations:
        lines.append(f"operations: {_names(declaration.operations)};")
    lines.extend(_described(declaration.description, declaration.attributes))
    if declaration.equations or declaration.variables:
        lines.append("equations:")
    if declaration.variables:
        lines.append(f"var {_parameters(declaration.variables)};")
    for each in declaration.equations:
        lines.append(f"{show_expression(each.left)} == {show_expression(each.right)};")
    return _block(f"object {declaration.name}", lines, declaration.name)


def _operation(operation: syntax.Operation) -> str:
    word = "function" if operation.auxiliary else "operation"
    word = f"nondeterministic {word}" if operation.nondeterministic else word
    lines = _described(operation.description, operation.attributes)
    for name, condition in (
        ("postcondition", operation.postcondition),
        ("precondition", operation.precondition),
    ):
        if condition is not None:
            lines.insert(0, _condition(name, condition))
    if operation.outputs:
        lines.insert(0, f"outputs: {_parameters(operation.outputs)};")
    if operation.inputs:
        lines.insert(0, f"inputs: {_parameters(operation.inputs)};")
    if operation.body is None:
        return _block(f"{word} {operation.name}", lines, operation.name)
    head = f"{word} {operation.name} = {show_expression(operation.body)}"
    return _block(head, lines, operation.name)


def _condition(name: str, condition: syntax.Condition) -> str:
    formula = "" if condition.formula is None else show_expression(condition.formula)
    return f"{name}: {' '.join(filter(None, (_prose(condition.prose), formula)))};"


def _described(description: str, attributes: tuple[syntax.Attribute, ...]) -> list[str]:
    """The prose first, so that a comment after the name of an attribute counts."""
    lines = [f"description: {_prose(description)};"] if description or attributes else []
    for each in attributes:
        content = " ".join(filter(None, (_prose(each.prose), _names(each.names))))
        lines.append(f"{each.name}: {content};")
    return lines


def _prose(text: str) -> str:
    if not text:
        return ""
    lines = [f" * {line}".rstrip() for line in text.split("\n")]
    return "\n".join(["(*", *lines, " *)"])


def _block(head: str, lines: list[str], name: str) -> str:
    if not lines:
        return f"{head};"
    return "\n".join([head, *(f"    {line}" for line in lines), f"end {name};"])
