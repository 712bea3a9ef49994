"""Specifications as text: in the language itself, and in the notation of the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refute.frontend.layout import Precedence, Printer, Rule
from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT
from refute.languages.console.syntax import Block, Expression, Mode, ValueSet
from refute.languages.console.templates import braced, quoted

_PRECEDENCE = Precedence(
    ("left", "|"),
    ("left", "&", "\\", "without"),
    ("prefix", "unique"),
    ("left", "or"),
    ("left", "and"),
    ("prefix", "not"),
    ("none", "==", "!=", "<", "<=", ">", ">=", "in", "not in"),
    ("left", "+", "-"),
    ("left", "*", "div", "mod"),
    ("prefix", "negate"),
)
"""Operators of sets, then those of expressions, which stand only inside brackets or sums there."""


def show(specification: syntax.Specification) -> str:
    """The specification in `.ios`; parsing it gives the same tree."""
    compared = specification.comparison
    lines = [] if compared == DEFAULT else [f"compare {compared}"]
    lines += map(_PRINTER.show, (*specification.enumerations, *specification.parameters))
    lines += map(_PRINTER.show, specification.body) if specification.body else ["pass"]
    return "\n".join(lines) + "\n"


def show_pattern(pattern: syntax.Pattern) -> str:
    """An output pattern: a bare expression where it is only that, else a template."""
    return _PRINTER.show(pattern)


def show_expression(expression: Expression) -> str:
    """An expression."""
    return _PRINTER.show(expression)


def show_set(values: ValueSet) -> str:
    """A set of values."""
    return _PRINTER.show(values)


def _hole(hole: syntax.Anything) -> str:
    return f"{{{('+' if hole.nonempty else '*') * (1 + hole.across_lines)}}}"


def _iterate(statement: syntax.Iterate) -> Rule:
    before, _, after = statement.form.partition(" ")
    if after:
        return "open", f"{before}:{{body or pass:>}}\n{after} {{condition}}"
    return "open", "{form} {condition}:{body or pass:>}"


def _pattern(pattern: syntax.Pattern) -> Rule:
    match pattern.pieces:
        case (syntax.Result(expression),) if not isinstance(expression, syntax.Text):
            return "open", [(expression, 0)]
    return "open", '"{pieces}"'


def _history(node: syntax.Current | syntax.All | syntax.Among | syntax.Without) -> str:
    names = node.variables
    return names[0] if len(names) == 1 else f"merge({', '.join(names)})"


def _values(node: syntax.Current | syntax.All) -> Rule:
    every = ".all" if isinstance(node, syntax.All) else ""
    before = f".before({node.before})" if node.before else ""
    return "atom", [f"{_history(node)}{every}{before}"]


def _application(node: syntax.Apply) -> Rule:
    match node.function:
        case "not":
            return "not", "not {arguments@not}"
        case "negate":
            return "negate", "-{arguments@atom}"
        case operator if operator in _PRECEDENCE.grouping:
            return _PRECEDENCE.infix(operator, *node.arguments)
        case _:
            return "atom", "{function}({arguments:, })"


_EXPRESSIONS: dict[type, Rule | Callable[[Any], Rule]] = {
    syntax.Integer: lambda node: ("negate" if node.value < 0 else "atom", "{value}"),
    syntax.Text: lambda node: ("atom", [quoted(node.value, '"')]),
    syntax.Boolean: lambda node: ("atom", ["true" if node.value else "false"]),
    syntax.ListOf: ("atom", "[{items:, }]"),
    syntax.Name: ("atom", "{name}"),
    syntax.Member: ("atom", "{name}"),
    syntax.Current: _values,
    syntax.All: _values,
    syntax.Opaque: lambda node: (
        "atom",
        f"{getattr(node.function, '__name__', 'function')}({{arguments:, }})",
    ),
    syntax.Apply: _application,
}
_IN_TEMPLATE = Printer(
    _PRECEDENCE,
    {**_EXPRESSIONS, syntax.Text: lambda node: ("atom", [quoted(node.value, "'")])},
)
_PRINTER = Printer(
    _PRECEDENCE,
    {
        **_EXPRESSIONS,
        syntax.Enumeration: ("open", "enum {name} = {members: | }"),
        syntax.Given: ("open", "given {name} : {type}⟦ = {default}⟧"),
        syntax.TypeName: lambda node: ("atom", "[{name}]" if node.is_list else "{name}"),
        syntax.If: ("open", "if {condition}:{then or pass:>}⟦\nelse:{otherwise:>}⟧"),
        syntax.Loop: ("open", "loop:{body or pass:>}"),
        syntax.Iterate: _iterate,
        syntax.Read: lambda node: (
            "open",
            "read {variable} : {values}"
            + ("" if node.mode is Mode.ASSUME else " else {mode}")
            + ("" if node.otherwise is None else ":{otherwise or pass:>}"),
        ),
        syntax.Print: lambda node: (
            "open",
            ("print? " if node.optional else "print ") + "{patterns: | }",
        ),
        syntax.Exit: ("open", "exit"),
        syntax.Pattern: _pattern,
        syntax.Literal: lambda node: ("atom", [braced(node.text)]),
        syntax.Result: lambda node: ("atom", [f"{{{_IN_TEMPLATE.show(node.expression)}}}"]),
        syntax.Decorated: lambda node: ("atom", [f"{{~{_IN_TEMPLATE.show(node.expression)}}}"]),
        syntax.Anything: lambda node: ("atom", [_hole(node)]),
        syntax.NamedSet: ("atom", "{name}"),
        syntax.Range: ("atom", "{low@+}..{high@+}"),
        syntax.Compared: ("atom", "{operator} {bound@+}"),
        syntax.Members: ("atom", "{{{items:, }}}"),
        syntax.Among: lambda node: ("atom", [f"among {_history(node)}"]),
        syntax.Union: lambda node: _PRECEDENCE.infix("|", node.left, node.right),
        syntax.Intersection: lambda node: _PRECEDENCE.infix("&", node.left, node.right),
        syntax.Difference: lambda node: _PRECEDENCE.infix("\\", node.left, node.right),
        syntax.Without: lambda node: ("without", f"{{inner@without}} without {_history(node)}"),
        syntax.Complement: ("unique", "not {inner@unique}"),
        syntax.Unique: ("unique", "unique {inner@unique}"),
    },
)

# The notation of the paper

_SETS = {"int": "ℤ", "nat": "ℕ", "pos": "ℕ⁺", "bool": "𝔹", "str": "Σ*"}
_MODES = {Mode.ASSUME: "", Mode.STOP: "_⊤", Mode.RETRY: "_↻"}
_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "in": "∈", "not in": "∉"}
_SIGNS |= {"and": "∧", "or": "∨"}


def show_formal(block: Block) -> str:
    """A block as Figure 6 writes it, derived loops spelled out."""
    return "".join(map(_FORMAL.show, syntax.plain(block))) or "0"


def _formal_read(node: syntax.Read) -> Rule:
    name = _SETS.get(node.values.name) if isinstance(node.values, syntax.NamedSet) else None
    values = name or f"({show_set(node.values)})"
    read = "[▷ {variable}]^" + values.replace("{", "{{").replace("}", "}}") + _MODES[node.mode]
    return "atom", read if node.otherwise is None else read + "({otherwise or 0})"


def _formal_pattern(pattern: syntax.Pattern) -> Rule:
    match pattern.pieces:
        case (syntax.Result(expression),):
            return "open", [(expression, 0)]
    return "open", [show_pattern(pattern)]


def _formal_values(node: syntax.Current | syntax.All) -> Rule:
    """Current values with the subscript C, all values with A, earlier ones with a power."""
    subscript = "A" if isinstance(node, syntax.All) else "C"
    return "atom", [f"{_history(node)}_{subscript}", f"^-{node.before}" if node.before else ""]


def _formal_application(node: syntax.Apply) -> Rule:
    function, level = node.function, _PRECEDENCE.levels.get(node.function, 0) + 1
    if function == "not":
        return "atom", "¬{arguments@negate}"
    if _PRECEDENCE.grouping.get(function, "prefix") == "prefix":
        return "atom", "{function}({arguments:, })"
    left, right = node.arguments
    return function, [(left, level), f" {_SIGNS.get(function, function)} ", (right, level)]


_FORMAL = Printer(
    _PRECEDENCE,
    {
        **_EXPRESSIONS,
        syntax.Name: ("atom", "{name}_C"),
        syntax.Current: _formal_values,
        syntax.All: _formal_values,
        syntax.Apply: _formal_application,
        syntax.Pattern: _formal_pattern,
        syntax.Read: _formal_read,
        syntax.Print: lambda node: (
            "atom",
            ("[{{ε, " if node.optional else "[{{") + "{patterns:, }}} ▷]",
        ),
        syntax.If: ("atom", "([{condition}] ⇒ {then or 0} △ {otherwise or 0})"),
        syntax.Loop: ("atom", "({body or 0})→ᴱ"),
        syntax.Exit: ("atom", "E"),
    },
)
