"""Syntax trees as text that parses to the same tree."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal

from refute.frontend.layout import Break, Piece, Precedence, Printer, Rule, joined
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Declaration, Expression

_PRECEDENCE = Precedence(
    ("left", "iff"),
    ("right", "=>"),
    ("left", "or"),
    ("left", "xor"),
    ("left", "and"),
    ("prefix", "not"),
    ("none", "=", "!=", "<", "<=", ">", ">=", "in", "?->"),
    ("left", "+", "-"),
    ("left", "*", "/", "mod"),
    ("prefix", "prefix"),
)


def show(specification: syntax.Specification) -> str:
    """A whole specification."""
    return _PRINTER.show(specification) + "\n"


def show_declaration(declaration: Declaration) -> str:
    """One declaration."""
    return _PRINTER.show(declaration)


def show_expression(expression: Expression) -> str:
    """An expression."""
    return _PRINTER.show(expression)


def _real(real: syntax.Real) -> Rule:
    text = format(Decimal(repr(real.value)), "f")
    return "atom", [text if "." in text else f"{text}.0"]


def _unary(expression: syntax.Unary) -> Rule:
    match expression:
        case syntax.Unary("not"):
            return "not", "not {operand@not}"
        case syntax.Unary(operator, syntax.Unary(inner)) if operator == inner:
            return "prefix", "{operator} {operand@prefix}"  # `--` would begin a comment
        case _:
            return "prefix", "{operator}{operand@prefix}"


def _field(expression: syntax.Field) -> Rule:
    number = isinstance(expression.subject, syntax.Integer | syntax.Real)  # `2.1` would be a real
    return "atom", "({subject}).{field}" if number else "{subject@atom}.{field}"


def _if(expression: syntax.If) -> Rule:
    if expression.otherwise is None:
        return "open", "if {condition} then {then}"
    # An `else` belongs to the nearest `if`.
    return "open", "if {condition} then {then@iff} else {otherwise}"


def _paragraphs(parts: Iterable[Declaration | str]) -> Rule:
    pieces: list[Piece] = []
    for part in parts:
        pieces += [Break.LINE, Break.LINE, part if isinstance(part, str) else (part, 0)]
        if isinstance(part, syntax.Variable):
            pieces.append(";")
    return "open", pieces[2:]


def _include(node: syntax.Include) -> Rule:
    return "open", [f"include {json.dumps(node.file, ensure_ascii=False)};"]


def _module(module: syntax.Module) -> Rule:
    exported = ", ".join(each.name for each in module.exports or ())
    exports = [] if module.exports is None else [f"export {exported};"]
    return _paragraphs(
        [f"module {module.name};", *exports, *module.declarations, f"end {module.name};"]
    )


def _import(node: syntax.Import) -> Rule:
    if not node.names:
        return "open", "import {module}.*⟦ except {excluded:, }⟧;"
    names = ", ".join(f"{node.module}.{each.name}" for each in node.names)
    return "open", [f"import {names};"]


def _object(node: syntax.Object) -> Rule:
    listed = ["{operations:, }"] if node.operations else []
    listed += ["{more_operations}"] if node.more_operations else []
    operations = [f"operations: {', '.join(listed)};"] if listed else []
    lines = [
        *_lines(node, "components: {components};", *operations),
        *_each("invariant", node.invariants),
        *_lines(node, "initial: {initial};"),
        *_each("goal", node.goals),
        *_description(node),
        *_lines(node, *(["equations:"] if node.equations or node.variables else [])),
        *_lines(node, "var {variables:, };", "{equations:\n    }"),
    ]
    return _closed(node, "object {name}⟦ extends {parents:, }⟧", lines)


def _operation(node: syntax.Operation) -> Rule:
    word = "function" if node.auxiliary else "operation"
    word = f"nondeterministic {word}" if node.nondeterministic else word
    lines = [
        *_lines(node, "inputs: {inputs:, };", "outputs: {outputs:, };"),
        *_lines(node, "precondition: {precondition};", "postcondition: {postcondition};"),
        *_description(node),
    ]
    return _closed(node, word + " {name}⟦ refines {refines}⟧⟦ = {body}⟧", lines)


def _lines(node: syntax.Object | syntax.Operation, *lines: str) -> list[Piece]:
    """The lines whose fields are not empty."""
    return list(_PRINTER.filled("".join(f"⟦\n    {line}⟧" for line in lines), node))


def _each(word: str, conditions: Iterable[syntax.Condition]) -> list[Piece]:
    """One line for each condition."""
    pieces: list[Piece] = []
    for each in conditions:
        pieces += [Break.LINE, f"    {word}: ", (each, 0), ";"]
    return pieces


def _description(node: syntax.Object | syntax.Operation) -> list[Piece]:
    """The prose first, so that a comment after the name of an attribute counts."""
    if not node.description and not node.attributes:
        return []
    prose = f"\n    description: {_prose(node.description)};"
    return [prose, *_lines(node, "{attributes:\n    }")]


def _closed(node: syntax.Object | syntax.Operation, head: str, lines: list[Piece]) -> Rule:
    ending = f"\nend {node.name};" if lines else ";"
    return "open", [*_PRINTER.filled(head, node), *lines, ending]


def _attribute(attribute: syntax.Attribute) -> Rule:
    content = joined([_prose(attribute.prose)] if attribute.prose else [], "")
    values = joined([(each, 0) for each in attribute.values], ", ")
    return "open", [
        f"{attribute.name}: ",
        *content,
        " " if content and values else "",
        *values,
        ";",
    ]


def _condition(condition: syntax.Condition) -> Rule:
    prose: list[Piece] = [_prose(condition.prose)] if condition.prose else []
    formula: list[Piece] = [(condition.formula, 0)] if condition.formula else []
    return "open", joined([*prose, *formula], " ")


def _prose(text: str) -> str:
    if not text:
        return ""
    lines = [f" * {line}".rstrip() for line in text.split("\n")]
    return "\n".join(["(*", *lines, " *)"])


_PRINTER = Printer(
    _PRECEDENCE,
    {
        syntax.Integer: ("atom", "{value}"),
        syntax.Real: _real,
        syntax.Text: lambda node: ("atom", [json.dumps(node.value, ensure_ascii=False)]),
        syntax.Boolean: lambda node: ("atom", [str(node.value).lower()]),
        syntax.Nil: ("atom", "nil"),
        syntax.Unfinished: ("atom", "..."),
        syntax.Name: ("atom", "{name}"),
        syntax.ListOf: ("atom", "[{items:, }]"),
        syntax.TupleOf: ("atom", "{{{items:, }}}"),
        syntax.Labelled: ("atom", "{{{label}: {value}}}"),
        syntax.Range: ("atom", "[{low} .. {high}]"),
        syntax.Unary: _unary,
        syntax.Binary: lambda node: _PRECEDENCE.infix(node.operator, node.left, node.right),
        syntax.Field: _field,
        syntax.Select: ("atom", "{subject@atom}[{index}]"),
        syntax.Slice: ("atom", "{subject@atom}[{low} .. {high}]"),
        syntax.Call: ("atom", "⟦{module}.⟧{operation}({arguments:, })"),
        syntax.Validate: lambda node: (
            "?->",
            "{call} ?-> " + ("{outputs@+}" if len(node.outputs) == 1 else "({outputs:, })"),
        ),
        syntax.If: _if,
        syntax.Bounded: ("open", "{quantifier} ({variable} in {collection}) {body}"),
        syntax.Unbounded: ("open", "{quantifier} ({variable}:{type@atom}⟦ | {condition}⟧) {body}"),
        syntax.Sequence: ("atom", "({statements:; };)"),
        syntax.TypeName: ("atom", "⟦{module}.⟧{name}"),
        syntax.LiteralType: ("atom", "{value}"),
        syntax.FunctionType: ("open", "({inputs:, }) -> {result@atom}"),
        syntax.UnfinishedType: ("atom", "..."),
        syntax.ListType: ("atom", "{element@atom}*"),
        syntax.TupleType: ("open", "{components: and }"),
        syntax.UnionType: ("open", "{alternatives: or }"),
        syntax.Component: ("atom", "⟦{name}:⟧{type@atom}⟦ = {default}⟧"),
        syntax.Let: ("open", "let {name}⟦:{type@atom}⟧ = {value}"),
        syntax.Variable: ("open", "var {name}⟦:{type@atom}⟧⟦ = {value}⟧"),
        syntax.Set: ("open", "set {target} = {value}"),
        syntax.Specification: lambda node: _paragraphs(node.declarations),
        syntax.Module: _module,
        syntax.Import: _import,
        syntax.Object: _object,
        syntax.Operation: _operation,
        syntax.Equation: ("open", "{left} == {right};"),
        syntax.Attribute: _attribute,
        syntax.Condition: _condition,
        syntax.Value: ("open", "value {name}⟦:{type@atom}⟧ = {value};"),
        syntax.Theorem: ("open", "theorem⟦ {name}⟧⟦({parameters:, })⟧: {formula};"),
        syntax.Axiom: ("open", "axiom⟦ {name}⟧⟦({parameters:, })⟧: {formula};"),
        syntax.Define: ("open", "define {of} attribute {kinds:, };"),
        syntax.AttributeKind: ("open", "{name}⟦:{type@atom}⟧⟦ = {default}⟧"),
        syntax.Include: _include,
        syntax.Evaluate: ("open", "> {statement};"),
    },
)
