"""Specifications as text: in the language itself, and in the notation of the paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT
from refute.languages.console.syntax import Block, Expression, Mode, Statement, ValueSet
from refute.languages.console.templates import braced, quoted

_INDENT = "    "
_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY, _ATOM = range(8)
_LEVELS = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), _COMPARE),
    **dict.fromkeys(("+", "-"), _SUM),
    **dict.fromkeys(("*", "div", "mod"), _PRODUCT),
}


def show(specification: syntax.Specification) -> str:
    """The specification in `.ios`; parsing it gives the same tree."""
    compared = specification.comparison
    lines = [] if compared == DEFAULT else [f"compare {compared}"]
    lines += map(_enumeration, specification.enumerations)
    lines += map(_given, specification.parameters)
    lines += _lines(specification.body, "")
    return "\n".join(lines) + "\n"


def _enumeration(enumeration: syntax.Enumeration) -> str:
    return f"enum {enumeration.name} = {' | '.join(enumeration.members)}"


def _given(given: syntax.Given) -> str:
    kind = f"[{given.type.name}]" if given.type.is_list else given.type.name
    default = "" if given.default is None else f" = {show_expression(given.default)}"
    return f"given {given.name} : {kind}{default}"


def _lines(block: Block, indent: str) -> Iterator[str]:
    if not block:
        yield f"{indent}pass"
    for statement in block:
        yield from _statement(statement, indent)


def _statement(statement: Statement, indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    match statement:
        case syntax.If(condition, then, otherwise):
            yield f"{indent}if {show_expression(condition)}:"
            yield from _lines(then, inner)
            if otherwise:
                yield f"{indent}else:"
                yield from _lines(otherwise, inner)
        case syntax.Loop(body):
            yield f"{indent}loop:"
            yield from _lines(body, inner)
        case syntax.Iterate(form, condition, body):
            before, _, after = form.partition(" ")
            asked = show_expression(condition)
            yield f"{indent}{before}:" if after else f"{indent}{before} {asked}:"
            yield from _lines(body, inner)
            if after:
                yield f"{indent}{after} {asked}"
        case _:
            yield indent + show_statement(statement)


def show_statement(statement: Statement) -> str:
    """The first line of a statement."""
    match statement:
        case syntax.Read(variable, values, mode):
            otherwise = "" if mode is Mode.ASSUME else f" else {mode}"
            return f"read {variable} : {show_set(values)}{otherwise}"
        case syntax.Print(patterns, optional):
            word = "print?" if optional else "print"
            return f"{word} {' | '.join(map(show_pattern, patterns))}"
        case syntax.Exit():
            return "exit"
        case _:
            return next(_statement(statement, ""))


def show_pattern(pattern: syntax.Pattern) -> str:
    """An output pattern: a bare expression where it is only that, else a template."""
    match pattern.pieces:
        case (syntax.Result(expression),) if not isinstance(expression, syntax.Text):
            return show_expression(expression)
    return '"' + "".join(map(_piece, pattern.pieces)) + '"'


def _piece(piece: syntax.Piece) -> str:
    match piece:
        case syntax.Literal(text):
            return braced(text)
        case syntax.Result(expression):
            return f"{{{show_expression(expression, quote=_SINGLE)}}}"
        case syntax.Decorated(expression):
            return f"{{~{show_expression(expression, quote=_SINGLE)}}}"
        case syntax.Anything(nonempty):
            return "{+}" if nonempty else "{*}"
        case _:
            assert_never(piece)


_SINGLE, _DOUBLE = "'", '"'


def show_expression(expression: Expression, level: int = _OR, quote: str = '"') -> str:
    """An expression, in brackets where it binds less tightly than the level."""
    match expression:
        case syntax.Integer(value):
            return f"({value})" if value < 0 and level > _UNARY else str(value)
        case syntax.Text(value):
            return quoted(value, quote)
        case syntax.Boolean(value):
            return "true" if value else "false"
        case syntax.ListOf(items):
            return f"[{_sequence(items, quote)}]"
        case syntax.Name(name) | syntax.Member(_, name):
            return name
        case syntax.Current(variables, before):
            return _history(variables) + _before(before)
        case syntax.All(variables, before):
            return f"{_history(variables)}.all{_before(before)}"
        case syntax.Opaque(function, arguments):
            name = getattr(function, "__name__", "function")
            return f"{name}({_sequence(arguments, quote)})"
        case syntax.Apply(function, arguments):
            return _application(function, arguments, level, quote)
        case _:
            assert_never(expression)


def _application(function: str, arguments: tuple[Expression, ...], level: int, quote: str) -> str:
    if function in _LEVELS:
        own = _LEVELS[function]
        left = own + 1 if own == _COMPARE else own
        text = (
            f"{show_expression(arguments[0], left, quote)} {function} "
            f"{show_expression(arguments[1], own + 1, quote)}"
        )
    elif function == "not":
        own, text = _NOT, f"not {show_expression(arguments[0], _NOT, quote)}"
    elif function == "negate":
        own, text = _UNARY, f"-{show_expression(arguments[0], _ATOM, quote)}"
    else:
        return f"{function}({_sequence(arguments, quote)})"
    return f"({text})" if own < level else text


def _sequence(items: tuple[Expression, ...], quote: str) -> str:
    return ", ".join(show_expression(item, _OR, quote) for item in items)


def _history(variables: tuple[str, ...]) -> str:
    return variables[0] if len(variables) == 1 else f"merge({', '.join(variables)})"


def _before(number: int) -> str:
    return f".before({number})" if number else ""


_UNION, _INTERSECTION, _PART, _SET_ATOM = range(4)


def show_set(values: ValueSet, level: int = _UNION) -> str:
    """A set of values, in brackets where it binds less tightly than the level."""
    own, text = _set(values)
    return f"({text})" if own < level else text


def _set(values: ValueSet) -> tuple[int, str]:
    match values:
        case syntax.NamedSet(name):
            return _SET_ATOM, name
        case syntax.Range(low, high):
            return _SET_ATOM, f"{show_expression(low, _SUM)}..{show_expression(high, _SUM)}"
        case syntax.Compared(operator, bound):
            return _SET_ATOM, f"{operator} {show_expression(bound, _SUM)}"
        case syntax.Members(items):
            return _SET_ATOM, "{" + _sequence(items, _DOUBLE) + "}"
        case syntax.Among(variables):
            return _SET_ATOM, f"among {_history(variables)}"
        case syntax.Union(left, right):
            return _UNION, f"{show_set(left)} | {show_set(right, _INTERSECTION)}"
        case syntax.Intersection(left, right):
            return _INTERSECTION, f"{show_set(left, _INTERSECTION)} & {show_set(right, _PART)}"
        case syntax.Difference(left, right):
            return _INTERSECTION, f"{show_set(left, _INTERSECTION)} \\ {show_set(right, _PART)}"
        case syntax.Without(inner, variables):
            return _INTERSECTION, f"{show_set(inner, _INTERSECTION)} without {_history(variables)}"
        case syntax.Complement(inner):
            return _PART, f"not {show_set(inner, _PART)}"
        case syntax.Unique(inner):
            return _PART, f"unique {show_set(inner, _PART)}"
        case _:
            assert_never(values)


# The notation of the paper

_SETS = {"int": "ℤ", "nat": "ℕ", "pos": "ℕ⁺", "bool": "𝔹", "str": "Σ*"}
_MODES = {Mode.ASSUME: "", Mode.STOP: "_⊤", Mode.RETRY: "_↻"}


def show_formal(block: Block) -> str:
    """A block as Figure 6 writes it, derived loops spelled out."""
    return "".join(map(_formal, syntax.plain(block))) or "0"


def _formal(statement: Statement) -> str:
    match statement:
        case syntax.Read(variable, values, mode):
            name = _SETS.get(values.name) if isinstance(values, syntax.NamedSet) else None
            return f"[▷ {variable}]^{name or f'({show_set(values)})'}{_MODES[mode]}"
        case syntax.Print(patterns, optional):
            shown = ["ε"] * optional + [_formal_pattern(pattern) for pattern in patterns]
            return f"[{{{', '.join(shown)}}} ▷]"
        case syntax.If(condition, then, otherwise):
            asked = _formal_expression(condition)
            return f"([{asked}] ⇒ {show_formal(then)} △ {show_formal(otherwise)})"
        case syntax.Loop(body):
            return f"({show_formal(body)})→ᴱ"
        case syntax.Exit():
            return "E"
        case syntax.Iterate():
            return show_formal((statement,))
        case _:
            assert_never(statement)


def _formal_pattern(pattern: syntax.Pattern) -> str:
    match pattern.pieces:
        case (syntax.Result(expression),):
            return _formal_expression(expression)
    return show_pattern(pattern)


def _formal_expression(expression: Expression) -> str:
    """Current values with the subscript C, all values with A, earlier ones with a power."""
    match expression:
        case syntax.Name(name):
            return f"{name}_C"
        case syntax.Current(variables, before):
            return f"{_history(variables)}_C" + (f"^-{before}" if before else "")
        case syntax.All(variables, before):
            return f"{_history(variables)}_A" + (f"^-{before}" if before else "")
        case syntax.Apply(function, (left, right)) if function in _LEVELS:
            sign = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "in": "∈", "not in": "∉"}
            sign |= {"and": "∧", "or": "∨"}
            sides = [_formal_side(each, _LEVELS[function]) for each in (left, right)]
            return f" {sign.get(function, function)} ".join(sides)
        case syntax.Apply("not", (inner,)):
            return f"¬{_formal_side(inner, _UNARY)}"
        case syntax.Apply(function, arguments):
            return f"{function}({', '.join(map(_formal_expression, arguments))})"
        case _:
            return show_expression(expression)


def _formal_side(expression: Expression, level: int) -> str:
    text = _formal_expression(expression)
    inner = expression.function if isinstance(expression, syntax.Apply) else ""
    return f"({text})" if inner in _LEVELS and _LEVELS[inner] <= level else text
