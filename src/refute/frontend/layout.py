"""Trees as text, with parentheses only where precedence requires them.

A language declares the precedence of its operators, and how each kind of node is written:

    precedence = Precedence(("left", "or"), ("left", "and"), ("prefix", "not"))
    printer = Printer(precedence, {
        If: ("open", "if {condition} then {then}⟦ else {otherwise}⟧"),
        Not: ("not", "not {operand@not}"),
        ListOf: ("atom", "[{items:, }]"),
        Loop: ("open", "loop:{body or pass:>}"),
        Binary: lambda node: precedence.infix(node.operator, node.left, node.right),
    })

In a template `{field}` is a field of the node: a text, a number, a node, or a sequence of them. Its
name may be followed by `@` and the level at which a node needs no parentheses there, ` or ` and a
text for a field that is missing or empty, and `:` and the separator of the items of a sequence;
`:>` puts each item on a line of its own, indented. Text in `⟦⟧` is left out if a field in it is
missing or empty. Lines are indented like the block that they are in. `{{` and `}}` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

from refute.record import record

INDENT = "    "


class Break(Enum):
    """A line end, or the beginning or end of an indented block."""

    LINE = "line"
    IN = "in"
    OUT = "out"


Piece: TypeAlias = "str | Break | tuple[Any, int]"
"""Text, or a node with the level at which it needs no parentheses."""

Form: TypeAlias = tuple[int, Sequence[Piece]]
"""The precedence of a node, and its pieces."""

Rule: TypeAlias = "tuple[str, str | Sequence[Piece]]"
"""The name of a level, and a template or pieces."""


def lay_out(node: Any, form: Callable[[Any], Form], level: int = 0) -> str:
    """The text of a node, however deep it is, in a context that requires the precedence `level`."""
    written: list[str] = []
    indent = 0
    waiting: list[Piece] = [(node, level)]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
        elif isinstance(piece, tuple):
            part, needed = piece
            own, pieces = form(part)
            waiting.extend(("(", *pieces, ")")[::-1] if own < needed else pieces[::-1])
        elif piece is Break.LINE:
            written.append("\n" + INDENT * indent)
        else:
            indent += 1 if piece is Break.IN else -1
    return "".join(written)


def joined(pieces: Iterable[Piece], separator: Piece) -> list[Piece]:
    """The pieces with a separator between them."""
    return [each for piece in pieces for each in (separator, piece)][1:]


def separated(nodes: Iterable[Any], separator: Piece = ", ", level: int = 0) -> list[Piece]:
    """The pieces for some nodes with a separator between them."""
    return joined(((each, level) for each in nodes), separator)


class Precedence:
    """The precedence of operators: in rows, from the loosest to the tightest.

    A row begins with how its infix operators associate, `left`, `right` or `none`, or with
    `prefix`. Each name in it names the level; so do `open`, below all rows, and `atom`, above them.
    """

    def __init__(self, *rows: tuple[str, ...]) -> None:
        self.levels = {"open": 0, "atom": len(rows) + 1}
        self.grouping: dict[str, str] = {}
        for level, (grouping, *operators) in enumerate(rows, 1):
            self.levels.update(dict.fromkeys(operators, level))
            self.grouping.update(dict.fromkeys(operators, grouping))

    def infix(self, operator: str, left: Any, right: Any) -> tuple[str, list[Piece]]:
        """The form of an operator between two operands."""
        level, grouping = self.levels[operator], self.grouping[operator]
        before, after = level + (grouping != "left"), level + (grouping != "right")
        return operator, [(left, before), f" {operator} ", (right, after)]


@record
class Printer:
    """Prints trees, by a rule for each kind of node or a function that returns the rule."""

    precedence: Precedence
    rules: Mapping[type, Rule | Callable[[Any], Rule]]

    def show(self, node: Any, level: str = "open") -> str:
        """The text of a node, in parentheses if it binds less tightly than the level."""
        return lay_out(node, self.form, self.precedence.levels[level])

    def form(self, node: Any) -> Form:
        """The form of a node."""
        rule = self.rules[type(node)]
        level, content = rule(node) if callable(rule) else rule
        pieces = list(self.filled(content, node)) if isinstance(content, str) else content
        return self.precedence.levels[level], pieces

    def filled(self, template: str, node: Any) -> Iterator[Piece]:
        """The pieces of a template with the fields of a node."""
        for optional, parts in parsed(template):
            if optional and any(
                _missing(getattr(node, part.name)) for part in parts if isinstance(part, Field)
            ):
                continue
            for part in parts:
                if isinstance(part, Field):
                    yield from self._field(part, getattr(node, part.name))
                else:
                    yield part

    def _field(self, field: Field, value: Any) -> Iterator[Piece]:
        if _missing(value) and field.default:
            value = field.default
        level = self.precedence.levels[field.level]
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        pieces = [str(each) if isinstance(each, str | int) else (each, level) for each in items]
        if field.separator == ">":
            yield from (Break.IN, Break.LINE, *joined(pieces, Break.LINE), Break.OUT)
        else:
            yield from joined(pieces, field.separator)


@record
class Field:
    """A field in a template."""

    name: str
    level: str
    default: str
    separator: str


_TOKEN = re.compile(r"(\{\{|\}\}|\n|\{\w[^}]*\})")
_FIELD = re.compile(r"\{(\w+)(?:@([^\s:}]+))?(?: or ([^:}]*))?(?::([^}]*))?\}")


@cache
def parsed(template: str) -> list[tuple[bool, list[str | Break | Field]]]:
    """The parts of a template, each with whether it may be left out."""
    stretches = re.split(r"⟦([^⟧]*)⟧", template)
    return [
        (number % 2 == 1, [_part(token) for token in _TOKEN.split(text) if token])
        for number, text in enumerate(stretches)
    ]


def _part(token: str) -> str | Break | Field:
    if token == "\n":
        return Break.LINE
    found = _FIELD.fullmatch(token)
    if found is None:
        return {"{{": "{", "}}": "}"}.get(token, token)
    name, level, default, separator = found.groups(default="")
    return Field(name, level or "open", default, separator)


def _missing(value: Any) -> bool:
    return value is None or value in ("", ())
