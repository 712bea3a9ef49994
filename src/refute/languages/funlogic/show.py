"""Programs, types and values as text that the parser can read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from refute.frontend.build import LONGEST_NUMBER
from refute.frontend.layout import Form, Piece, Precedence, Printer, Rule, lay_out, separated
from refute.languages.funlogic import syntax
from refute.languages.funlogic.syntax import Declaration, Expression, Pattern, TypeName
from refute.languages.funlogic.values import (
    CELL,
    CHARACTER,
    EMPTY,
    TEXT,
    Answer,
    Closure,
    Data,
    Hole,
    Type,
    letter_of,
    list_items,
    text_of,
)
from refute.terms import Term, add, integer, show as show_term

_PRECEDENCE = Precedence(
    ("right", "==>"),
    ("right", "?"),
    ("right", "or"),
    ("right", "and"),
    ("prefix", "not"),
    ("none", "==", "/=", "<", "<=", ">", ">="),
    ("right", ":", "++"),
    ("left", "+", "-"),
    ("left", "*", "/", "div", "mod"),
    ("prefix", "negative"),
    ("right", "^"),
    ("left", "!!"),
    ("right", "."),
    ("left", "application"),
)
_APPLICATION, _ATOM = _PRECEDENCE.levels["application"], _PRECEDENCE.levels["atom"]


def show_program(program: syntax.Program) -> str:
    """A whole file."""
    return "".join(f"{show_declaration(each)}\n" for each in program.declarations)


def show_declaration(declaration: Declaration) -> str:
    """One declaration, on one line."""
    return _PRINTER.show(declaration)


def show(node: Expression | Pattern | syntax.Matching, tight: bool = False) -> str:
    """An expression or a pattern; `tight` if it is to be an argument."""
    return _PRINTER.show(node, "atom" if tight else "open")


def show_call(function: str, inputs: Iterable[Answer], shapes: Iterable[Type]) -> str:
    """A function applied to some values."""
    shown = (show_value(*each, tight=True) for each in zip(inputs, shapes, strict=True))
    return " ".join([function, *shown])


def show_type(shape: Type) -> str:
    """A type as written in a program; in a very long one, deeply nested parts are `…`."""
    return _PRINTER.show(_cut(shape) if _is_long(shape) else shape)


LONGEST_TYPE, DEEPEST_TYPE = 1_000, 4
"""Maximum number of parts of a type that is written in full, and the depth to which others are."""


def _is_long(shape: Type) -> bool:
    pending, count = [shape], 0
    while pending and count <= LONGEST_TYPE:
        pending.extend(pending.pop().arguments)
        count += 1
    return bool(pending)


def _cut(shape: Type, depth: int = DEEPEST_TYPE) -> Type:
    if not depth:
        return Type("…")
    return Type(shape.name, tuple(_cut(each, depth - 1) for each in shape.arguments))


def _type(shape: Type | TypeName) -> Rule:
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
    match pattern:
        case syntax.ConstructorPattern(syntax.CHARACTER, (syntax.IntegerPattern(number),)):
            return "atom", [_quoted(chr(number + syntax.FIRST_CHARACTER), "'")]
    if pattern.name == syntax.LIST_CELL:
        return _PRECEDENCE.infix(":", *pattern.fields)
    return ("application", "{name} {fields@atom: }") if pattern.fields else _NAME


def _quoted(text: str, quote: str) -> str:
    """A text or a character as it is written in a program."""
    inner = json.dumps(text, ensure_ascii=False)[1:-1]
    if quote == "'":
        inner = inner.replace('\\"', '"').replace("'", "\\'")
    return f"{quote}{inner}{quote}"


def _apply(node: syntax.Apply) -> Rule:
    """An application; operators stand between their arguments, or make a section."""
    match _operator_of(node.function), node.arguments:
        case (sign, True), (right,) if sign not in {"-", "and", "or"}:
            return "atom", [f"({sign} ", (right, _ATOM), ")"]
        case (sign, False), (left,):
            return "atom", ["(", (left, _ATOM), f" {sign})"]
    if isinstance(node.function, syntax.Name) and syntax.is_operator(node.function.name):
        name = node.function.name
        if len(node.arguments) == 2:
            left, right = node.arguments
            if name in _PRECEDENCE.levels:
                return _PRECEDENCE.infix(name, left, right)
            # its precedence depends on the program, so its operands are put in brackets
            return "open", [(left, _APPLICATION), f" {name} ", (right, _APPLICATION)]
    return "application", "{function@atom} {arguments@atom: }"


def _operator_of(function: Expression) -> tuple[str, bool] | None:
    """The sign of an operator that is a function, and whether its operands are reversed."""
    match function:
        case syntax.Lambda(
            (syntax.AnyPattern("x'" | "y'" as first), syntax.AnyPattern("x'" | "y'" as second)),
            syntax.Operation(sign, syntax.Name("x'"), syntax.Name("y'")),
        ) if first != second and sign != "==>":
            return f"`{sign}`" if sign in {"div", "mod"} else sign, first == "y'"
        case syntax.Lambda(
            (syntax.AnyPattern("y'"), syntax.AnyPattern("x'")),
            syntax.Apply(syntax.Name(name), (syntax.Name("x'"), syntax.Name("y'"))),
        ):
            return name if syntax.is_operator(name) else f"`{name}`", True
        case _:
            return None


def _lambda(node: syntax.Lambda) -> Rule:
    match _operator_of(node):
        case sign, False:
            return "atom", [f"({sign})"]
        case _:
            return "open", "\\{parameters@atom: } -> {body}"


def _name(node: syntax.Name) -> Rule:
    return "atom", [f"({node.name})" if syntax.is_operator(node.name) else node.name]


def _parts_of(body: Expression) -> tuple[Expression, syntax.Let | None]:
    """Guards and their `where`, or a plain body."""
    if isinstance(body, syntax.Let) and isinstance(body.body, syntax.Guards):
        return body.body, body
    return body, None


def _ending(body: Expression, sign: str) -> list[Piece]:
    """The part of an equation or an alternative after the left side."""
    inner, where = _parts_of(body)
    if not isinstance(inner, syntax.Guards):
        return [f" {sign} ", (inner, 0)]
    pieces: list[Piece] = []
    for guard in inner.branches:
        pieces += [" | ", *_guard(guard, sign)]
    if where is not None:
        pieces += [" where { ", *separated((*where.signatures, *where.bindings), "; "), " }"]
    return pieces


def _guard(guard: syntax.Guard, sign: str) -> list[Piece]:
    """A guard, with those after a comma."""
    if isinstance(guard.body, syntax.Guards):
        return [(guard.condition, 0), ", ", *_guard(guard.body.branches[0], sign)]
    return [(guard.condition, 0), f" {sign} ", (guard.body, 0)]


def _equation(node: syntax.Equation) -> Rule:
    head = [piece for each in node.parameters for piece in (" ", (each, _ATOM))]
    return "open", [(node.name, _ATOM), *head, *_ending(node.body, "=")]


def _property(node: syntax.Property) -> Rule:
    typed = {each.expression: each.type for each in node.types}
    pieces: list[Piece] = [f"property {node.name.name}"]
    for number, each in enumerate(node.parameters):
        pieces += [", " if number else "(", (each, 0)]
        if each in typed:
            pieces += [" :: ", (typed[each], 0)]
    return "open", [*pieces, ")" if node.parameters else "", " = ", (node.body, 0)]


def _import(node: syntax.Import) -> Rule:
    names = node.hidden or (node.names or ())
    listed = ", ".join(f"({each})" if syntax.is_operator(each) else each for each in names)
    return "open", [
        "import ",
        "qualified " if node.is_qualified else "",
        node.module,
        f" as {node.alias}" if node.alias else "",
        " hiding" if node.hidden else "",
        f" ({listed})" if node.hidden or node.names is not None else "",
    ]


def _fixity(node: syntax.Fixity) -> Rule:
    names = [each if syntax.is_operator(each) else f"`{each}`" for each in node.operators]
    return "open", [f"{node.kind} {node.level} {', '.join(names)}"]


def _alternative(node: syntax.Alternative) -> Rule:
    return "open", [(node.pattern, 0), *_ending(node.body, "->")]


def _let(node: syntax.Let) -> Rule:
    items = (*node.signatures, *node.bindings)
    return "open", ["let { ", *separated(items, "; "), " } in ", (node.body, 0)]


def _constructor_declaration(node: syntax.ConstructorDeclaration) -> Rule:
    if not node.labels:
        return "open", "{name}⟦ {fields@atom: }⟧"
    pieces: list[Piece] = [f"{node.name} {{ "]
    for number, (label, shape) in enumerate(zip(node.labels, node.fields, strict=True)):
        pieces += [", " if number else "", f"{label} :: ", (shape, 0)]
    return "open", [*pieces, " }"]


def _integer(node: syntax.Integer | syntax.IntegerPattern) -> Rule:
    return "atom" if node.value >= 0 else "negative", "{value}"


def _decimal(node: syntax.Decimal | syntax.DecimalPattern) -> Rule:
    return "atom" if node.value >= 0 else "negative", [show_decimal(node.value, LONGEST_NUMBER)]


_NAME = ("atom", "{name}")
_PRINTER = Printer(
    _PRECEDENCE,
    {
        syntax.Equation: _equation,
        syntax.Signature: ("open", "{name@atom} :: {type}"),
        syntax.Synonym: ("open", "type {name}⟦ {parameters: }⟧ = {meaning}"),
        syntax.Import: _import,
        syntax.Fixity: _fixity,
        syntax.Annotated: ("atom", "({expression} :: {type})"),
        syntax.Matching: ("open", "{pattern} <- {subject}"),
        syntax.DataDeclaration: ("open", "data {name}⟦ {parameters: }⟧ = {constructors: | }"),
        syntax.ConstructorDeclaration: _constructor_declaration,
        syntax.Property: _property,
        syntax.Solve: ("open", "solve {names: } where {condition}"),
        syntax.Evaluate: ("open", "{expression}"),
        Type: _type,
        TypeName: _type,
        syntax.Integer: _integer,
        syntax.IntegerPattern: _integer,
        syntax.Decimal: _decimal,
        syntax.DecimalPattern: _decimal,
        syntax.Name: _name,
        syntax.Text: lambda node: ("atom", [_quoted(node.value, '"')]),
        syntax.Character: lambda node: ("atom", [_quoted(node.value, "'")]),
        syntax.AsPattern: ("atom", "{name}@{pattern@atom}"),
        syntax.Record: ("atom", "{subject@atom} {{ {settings:, } }}"),
        syntax.Setting: ("open", "{label} = {value}"),
        syntax.RecordPattern: ("atom", "{name} {{ {fields:, } }}"),
        syntax.FieldPattern: ("open", "{label} = {pattern}"),
        syntax.AnyPattern: _NAME,
        syntax.Constructor: _NAME,
        syntax.ConstructorPattern: _constructor_pattern,
        syntax.Apply: _apply,
        syntax.ListOf: ("atom", "[{items:, }]"),
        syntax.TupleOf: ("atom", "({items:, })"),
        syntax.Operation: lambda node: _PRECEDENCE.infix(node.operator, node.left, node.right),
        syntax.Not: ("not", "not {operand@not}"),
        syntax.Negate: ("negative", "-{operand@application}"),
        syntax.Lambda: _lambda,
        syntax.Let: _let,
        syntax.Free: ("open", "let {names: } free in {body}"),
        syntax.If: ("open", "if {condition} then {then} else {otherwise}"),
        syntax.Case: ("open", "case {subject} of {{ {alternatives:; } }}"),
        syntax.Alternative: _alternative,
    },
)


# Values


PLACES = 20
"""Maximum number of decimal places; a number with more is shown as a fraction."""


def show_decimal(number: Fraction, most: int = PLACES) -> str:
    """A decimal as written in a program: `2.5`, or `1 / 3` if it has too many places."""
    scaled = number * 10**most
    if scaled.denominator != 1:
        return f"{Decimal(number.numerator)} / {Decimal(number.denominator)}"
    whole, places = divmod(abs(scaled.numerator), 10**most)
    digits = f"{places:0{most}}".rstrip("0") or "0"
    return f"{'-' if number < 0 else ''}{Decimal(whole)}.{digits}"


def show_condition(term: Term) -> str:
    """A term of the solver in this language's spelling."""
    text = show_term(term).replace(" != ", " /= ").replace("real(", "fromIntegral(")
    return _FRACTION.sub(lambda found: show_decimal(Fraction(found[0])), text)


_FRACTION = re.compile(r"\b\d+/\d+\b")


def show_value(value: Any, shape: Type | None = None, *, tight: bool = False) -> str:
    """A value as written in a program; unevaluated parts are shown as `…`.

    Its type, as far as it is known, tells whether an empty list is a text. `tight` if it is to be
    an argument.
    """
    return lay_out((value, shape), _value, _ATOM if tight else 0)


def _value(typed: tuple[Any, Type | None]) -> Form:
    value, shape = typed
    match value:
        case Data():
            return _data(value, shape)
        case Term():
            text = show_condition(value)
            return 0 if " " in text else _ATOM, [text]
        case int():
            # Python refuses to convert very long integers to text
            return 0 if value < 0 else _ATOM, [str(Decimal(value))]
        case Fraction():
            text = show_decimal(value)
            level = _PRECEDENCE.levels["/"] if "/" in text else _ATOM
            return 0 if value < 0 else level, [text]
        case Closure(code, _, arguments) if code.is_global:
            name = f"({code.name})" if syntax.is_operator(code.name) else code.name
            given = [piece for each in arguments for piece in (" ", ((each, None), _ATOM))]
            return _APPLICATION if arguments else _ATOM, [name, *given]
        case Closure():
            return _ATOM, ["<function>"]
        case Hole(name):
            return _ATOM, [name]
        case _:
            return _ATOM, [getattr(value, "name", "…")]


def _code_of(field: Any) -> Any:
    """The code point of a character whose number is open."""
    return add(field, integer(syntax.FIRST_CHARACTER)) if isinstance(field, Term) else field


def _data(value: Data, shape: Type | None) -> Form:
    name = value.constructor.name
    fields = tuple(zip(value.fields, value.constructor.field_types(shape), strict=True))
    letter = letter_of(value)
    if letter is not None:
        return _ATOM, [_quoted(letter, "'")]
    if value.constructor is CHARACTER:
        return _APPLICATION, ["chr ", ((_code_of(value.fields[0]), None), _ATOM)]
    if syntax.is_tuple(name):
        return _ATOM, ["(", *separated(fields), ")"]
    if shape == TEXT and value.constructor is EMPTY.constructor:
        return _ATOM, ['""']
    if value.constructor is CELL:
        text = text_of(value)
        if text is not None:
            return _ATOM, [_quoted(text, '"')]
        items, end = list_items(value)
        if end is EMPTY or (isinstance(end, Data) and end.constructor is EMPTY.constructor):
            if all(item.__class__ is int for item in items):
                return _ATOM, [f"[{', '.join(map(str, items))}]"]
            return _ATOM, ["[", *separated((each, fields[0][1]) for each in items), "]"]
        parts = [*((each, fields[0][1]) for each in items), (end, shape)]
        return _ATOM, ["(", *separated(parts, " : ", _ATOM), ")"]
    pieces: list[Piece] = [name, *(piece for each in fields for piece in (" ", (each, _ATOM)))]
    return _APPLICATION if fields else _ATOM, pieces
