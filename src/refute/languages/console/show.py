"""Specifications as text: in the language itself, and in the notation of the paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from refute.frontend.layout import Break, Precedence, Printer, Rule
from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT
from refute.languages.console.parser import GRAMMAR
from refute.languages.console.syntax import Block, Expression, Mode, Origin, ValueSet
from refute.languages.console.templates import braced, quoted
from refute.languages.console.types import show_decimal

_PRECEDENCE = Precedence(
    ("left", "|"),
    ("left", "&", "\\", "without"),
    ("prefix", "unique"),
    ("right", "either"),
    ("left", "or"),
    ("left", "and"),
    ("prefix", "not"),
    ("none", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "contains", "starts with",
     "ends with"),
    ("none", ".."),
    ("left", "+", "-"),
    ("left", "*", "/", "div", "mod"),
    ("prefix", "negate"),
)  # fmt: skip
"""Operators of sets, then those of expressions, which stand in sets only inside brackets."""


def show(specification: syntax.Specification) -> str:
    """The specification as `.ios` source; parsing it gives the same tree."""
    compared = specification.comparison
    lines = [] if compared == DEFAULT else [f"compare {compared}"]
    declared = (
        *specification.enumerations,
        *specification.parameters,
        *specification.definitions,
        *specification.blocks,
    )
    lines += map(_PRINTER.show, declared)
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
        case (syntax.Result(expression, format_),) if not isinstance(expression, syntax.Text):
            if not str(format_ or ""):
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
    match node.function, node.arguments:
        case "not", _:
            return "not", "not {arguments@not}"
        case "negate", (_,):
            return "negate", "-{arguments@atom}"
        case "and", _ if _is_chain(node):
            return _chain(node)
        case "either", (condition, then, otherwise):
            tight, loose = _PRECEDENCE.levels["or"], _PRECEDENCE.levels["either"]
            between: list[Any] = [" if ", (condition, tight), " else "]
            return "either", [(then, tight), *between, (otherwise, loose)]
        case "index", (whole, index):
            return "atom", [(whole, _ATOM), "[", (index, 0), "]"]
        case "slice", (whole, low) | (whole, low, _):
            begin: list[Any] = [] if low == syntax.Integer(0) else [(low, 0)]
            end = [(each, 0) for each in node.arguments[2:]]
            return "atom", [(whole, _ATOM), "[", *begin, ":", *end, "]"]
        case "lookup", (key, syntax.ListOf((_, *_) as keys), syntax.ListOf(values)) if len(
            keys
        ) == len(values):
            # A table used for lookup, as it was written.
            return "atom", [(syntax.Table(tuple(keys), values), _ATOM), "[", (key, 0), "]"]
        case "..", (first, last):
            level = _PRECEDENCE.levels["+"]
            return "..", [(first, level), "..", (last, level)]
        case operator, (left, right) if _PRECEDENCE.grouping.get(operator) in {"left", "none"}:
            return _PRECEDENCE.infix(operator, left, right)
        case _:
            return "atom", "{function}({arguments:, })"


_ATOM = _PRECEDENCE.levels["atom"]
_COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">="})


def _is_chain(node: Expression) -> bool:
    """Whether two comparisons share the value between them, as in `0 < n < 10`."""
    match node:
        case syntax.Apply("and", (left, syntax.Apply(last, (middle, _)))) if last in _COMPARED:
            if isinstance(left, syntax.Apply) and _is_chain(left):
                left = left.arguments[1]
            match left:
                case syntax.Apply(first, (_, before)) if first in _COMPARED:
                    return before is middle
    return False


def _chain(node: Expression) -> Rule:
    level = _PRECEDENCE.levels["=="] + 1
    pieces: list[Any] = []
    while isinstance(node, syntax.Apply) and node.function == "and":
        node, last = node.arguments
        assert isinstance(last, syntax.Apply)
        pieces = [f" {last.function} ", (last.arguments[1], level), *pieces]
    assert isinstance(node, syntax.Apply)
    left, right = node.arguments
    return "==", [(left, level), f" {node.function} ", (right, level), *pieces]


def _table(node: syntax.Table) -> Rule:
    entries: list[Any] = []
    for key, value in zip(node.keys, node.values, strict=True):
        entries += [", " if entries else "{", (key, 0), ": ", (value, 0)]
    return "atom", [*entries, "}"]


def _each(node: syntax.Each) -> Rule:
    level = _PRECEDENCE.levels["or"]
    pieces: list[Any] = ["[", (node.item, 0), f" for {node.variable} in ", (node.source, level)]
    pieces += [] if node.condition is None else [" if ", (node.condition, level)]
    return "atom", [*pieces, "]"]


def _label(text: str) -> str:
    """A member of an enumeration, in quotes if it is not a name."""
    return text if _NAME.fullmatch(text) and text not in GRAMMAR.keywords() else quoted(text)


_NAME = re.compile(r"[^\W\d]\w*")


def _if(node: syntax.If) -> Rule:
    """An `if` that is the whole of an `else` becomes an `elif`, unless it was below `else:`."""
    match node.otherwise:
        case (syntax.If() as inner,) if not inner.span.text.startswith("if"):
            begin = list(_PRINTER.filled("if {condition}:{then or pass:>}", node))
            return "open", [*begin, Break.LINE, "el", (inner, 0)]
    return "open", "if {condition}:{then or pass:>}⟦\nelse:{otherwise:>}⟧"


_EXPRESSIONS: dict[type, Rule | Callable[[Any], Rule]] = {
    syntax.Integer: lambda node: ("negate" if node.value < 0 else "atom", "{value}"),
    syntax.Text: lambda node: ("atom", [quoted(node.value, '"')]),
    syntax.Boolean: lambda node: ("atom", ["true" if node.value else "false"]),
    syntax.Real: lambda node: ("negate" if node.value < 0 else "atom", [_decimal(node.value)]),
    syntax.ListOf: ("atom", "[{items:, }]"),
    syntax.Table: _table,
    syntax.Each: _each,
    syntax.Name: lambda node: ("atom", [syntax.written_name(node.name)]),
    syntax.Is: ("==", "{name} is {kind}"),
    syntax.Member: lambda node: ("atom", [_label(node.name)]),
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
        syntax.Enumeration: lambda node: (
            "open",
            [f"enum {node.name} = {' | '.join(map(_label, node.members))}"],
        ),
        syntax.Given: ("open", "given {name} : {type}⟦ = {values:, }⟧"),
        syntax.Definition: ("open", "def {name}⟦({parameters:, })⟧ = {body}"),
        syntax.NamedBlock: ("open", "block {name}:{body or pass:>}"),
        syntax.TypeName: lambda node: ("atom", "[{name}]" if node.is_list else "{name}"),
        syntax.If: _if,
        syntax.For: ("open", "for {variable} in {source@or}:{body or pass:>}"),
        syntax.Let: ("open", "let {variable} = {value}"),
        syntax.Use: ("open", "use {name}"),
        syntax.Loop: ("open", "loop:{body or pass:>}"),
        syntax.Iterate: _iterate,
        syntax.Read: lambda node: (
            "open",
            [_reading(node), *_line((node,), None), *_file("from", node), *_answer(node)],
        ),
        syntax.ReadLine: lambda node: (
            "open",
            [
                _reading(node.parts[0]),
                *_line(node.parts, node.repeated),
                *_file("from", node.parts[0]),
                *_answer(node),
            ],
        ),
        syntax.Choice: lambda node: (
            "open",
            [
                f"{_reading(node.reads[0])}{_shown_choice(node)}",
                *_file("from", node.reads[0]),
                *_answer(node.reads[0]),
            ],
        ),
        syntax.Print: lambda node: (
            "open",
            _output(node),
        ),
        syntax.Exit: ("open", "exit"),
        syntax.Pattern: _pattern,
        syntax.Literal: lambda node: ("atom", [braced(node.text)]),
        syntax.Result: lambda node: ("atom", [_in_braces(node, "")]),
        syntax.Decorated: lambda node: ("atom", [_in_braces(node, "~")]),
        syntax.Anything: lambda node: ("atom", [_hole(node)]),
        syntax.Bound: lambda node: ("atom", [_bound(node)]),
        syntax.NamedSet: ("atom", "{name}"),
        syntax.Places: ("atom", "real({number})"),
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


def _line(parts: tuple[syntax.Read, ...], repeated: str | None) -> list[Any]:
    """The values of a line, with their separators."""
    made: list[Any] = []
    for each in parts:
        between = "" if each.before is None else _separator(each.before)
        made += [f"{between}{syntax.written_name(each.variable)} : ", (each.values, 0)]
    return made if repeated is None else [*made, f"{_separator(repeated)}..."]


_READING = {
    Origin.TYPED: "read ",
    Origin.FILE: "read ",
    Origin.CHOSEN: "choose ",
    Origin.ARGUMENT: "arguments ",
}


def _reading(read: syntax.Read) -> str:
    """The keyword of a reading statement, by the origin of the value."""
    return _READING[read.origin]


def _file(word: str, node: syntax.Read | syntax.Print) -> list[Any]:
    """Which file is read from or written to."""
    return [] if node.file is None else [f" {word} ", (node.file, _PRECEDENCE.levels["+"])]


def _output(node: syntax.Print) -> list[Any]:
    begin = "print? " if node.optional else "print "
    return [*_PRINTER.filled(begin + "{patterns: | }", node), *_file("to", node)]


def _bound(node: syntax.Bound) -> str:
    """A value that the program chooses, inside quotes."""
    shown = show_set(node.values).replace('"', "'")
    return f"{{{node.variable} : {shown}}}"


def _separator(text: str) -> str:
    return ", " if text == " " else f" {quoted(text)} "


def _shown_choice(choice: syntax.Choice) -> str:
    sets = " | ".join(_grouped(each.values) for each in choice.reads)
    return f"{syntax.written_name(choice.reads[0].variable)} : {sets}"


def _grouped(values: ValueSet) -> str:
    shown = show_set(values)
    return shown if not isinstance(values, syntax.Complement) else f"({shown})"


def _answer(node: syntax.Read | syntax.ReadLine) -> list[Any]:
    """How a bad input is handled, and what is printed after it."""
    if node.mode is Mode.ASSUME:
        return []
    if node.otherwise is None:
        return [f" else {node.mode}"]
    return [f" else {node.mode}:", *_PRINTER.filled("{otherwise or pass:>}", node)]


def _in_braces(node: syntax.Result | syntax.Decorated, sign: str) -> str:
    shown = _IN_TEMPLATE.show(node.expression)
    format_ = f":{node.format}" if str(node.format or "") else ""
    blank = " " if shown.startswith("{") and not sign else ""
    return f"{{{blank}{sign}{shown}{format_}}}"


def _decimal(value: Fraction) -> str:
    shown = show_decimal(value)
    return shown if "." in shown else f"{shown}.0"


# The notation of the paper

_SETS = {"int": "ℤ", "real": "ℚ", "nat": "ℕ", "pos": "ℕ⁺", "bool": "𝔹", "str": "Σ*"}
_MODES = {Mode.ASSUME: "", Mode.STOP: "_⊤", Mode.RETRY: "_↻"}
_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "in": "∈", "not in": "∉"}
_SIGNS |= {"and": "∧", "or": "∨"}


def show_formal(block: Block) -> str:
    """A block in the notation of Figure 6, with derived loops expanded."""
    return "".join(map(_FORMAL.show, syntax.plain(block))) or "0"


def _formal_choice(node: syntax.Choice) -> Rule:
    values = f"({' | '.join(show_set(each.values) for each in node.reads)})"
    name = syntax.written_name(node.reads[0].variable)
    return "atom", [f"[▷ {name}]^{values}{_MODES[node.reads[0].mode]}"]


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
    if function in {"index", "slice", "lookup", "either"}:
        return _application(node)
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
        syntax.Choice: _formal_choice,
        syntax.Is: ("atom", "{name}_C is {kind}"),
        syntax.Print: lambda node: (
            "atom",
            ("[{{ε, " if node.optional else "[{{") + "{patterns:, }}} ▷]",
        ),
        syntax.If: ("atom", "([{condition}] ⇒ {then or 0} △ {otherwise or 0})"),
        syntax.Loop: ("atom", "({body or 0})→ᴱ"),
        syntax.Exit: ("atom", "E"),
        syntax.Let: ("atom", "[{variable} := {value}]"),
        syntax.Use: ("atom", "{name}"),
    },
)
