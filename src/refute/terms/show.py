"""Terms in a readable notation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from refute.terms.arithmetic import negate
from refute.terms.sorts import BOOL, STRING, Sort, Value
from refute.terms.structures import constant
from refute.terms.term import Operator, Term

_CHOICE, _OR, _AND, _NOT, _COMPARISON, _JOINED, _SUM, _PRODUCT, _SIGN, _POSTFIX, _ATOM = range(11)

Piece: TypeAlias = "str | tuple[Term, int]"
Layout: TypeAlias = tuple[int, list[Piece]]


def show(term: Term, limit: int = 1_000_000) -> str:
    """The term in infix notation with few parentheses; cut with … after `limit` characters."""
    written: list[str] = []
    room = limit
    stack: list[Piece] = [(term, _CHOICE)]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            written.append(piece)
            room -= len(piece)
            if room < 0:
                return "".join(written)[:limit] + "…"
        else:
            part, needed = piece
            level, pieces = _layout(part)
            stack.extend(reversed(["(", *pieces, ")"] if level < needed else pieces))
    return "".join(written)


def show_value(value: Value, sort: Sort, limit: int = 1_000_000) -> str:
    """A plain value of a sort, as it is shown within a term."""
    return show(constant(value, sort), limit)


def _layout(term: Term) -> Layout:
    layout = _LAYOUTS.get(term.operator)
    if layout is not None:
        return layout(term)
    return _ATOM, [f"{term.operator}(", *_separated(term.arguments), ")"]


def _separated(terms: tuple[Term, ...], separator: str = ", ", level: int = _CHOICE) -> list[Piece]:
    pieces: list[Piece] = []
    for term in terms:
        pieces += [separator, (term, level)] if pieces else [(term, level)]
    return pieces


def _infix(level: int, first: int, others: int) -> Callable[[Term], Layout]:
    def layout(term: Term) -> Layout:
        left, *rest = term.arguments
        pieces: list[Piece] = [(left, first)]
        for each in rest:
            pieces += [f" {term.operator} ", (each, others)]
        return level, pieces

    return layout


def _constant(term: Term) -> Layout:
    if term.sort is BOOL:
        return _ATOM, ["true" if term.payload else "false"]
    if term.sort is STRING:
        return _ATOM, [json.dumps(term.payload, ensure_ascii=False)]
    text = str(term.payload)
    return (_PRODUCT if "/" in text else _SIGN if text[0] == "-" else _ATOM), [text]


def _not(term: Term) -> Layout:
    (inner,) = term.arguments
    if inner.operator is Operator.EQUAL:
        left, right = inner.arguments
        return _COMPARISON, [(left, _JOINED), " != ", (right, _JOINED)]
    return _NOT, ["not ", (inner, _NOT)]


def _is_negative(term: Term) -> bool:
    if term.operator is Operator.MULTIPLY:
        term = term.arguments[0]
    return term.operator is Operator.CONSTANT and term.payload < 0


def _sum(term: Term) -> Layout:
    pieces: list[Piece] = [(term.arguments[0], _SUM)]
    for each in term.arguments[1:]:
        pieces += [" - ", (negate(each), _PRODUCT)] if _is_negative(each) else [" + ", (each, _SUM)]
    return _SUM, pieces


def _product(term: Term) -> Layout:
    first, *rest = term.arguments
    if first.operator is Operator.CONSTANT and first.payload == -1:
        inner: list[Piece] = [(rest[0], _SIGN if len(rest) == 1 else _PRODUCT)]
        for each in rest[1:]:
            inner += [" * ", (each, _SIGN)]
        return (_SIGN if len(rest) == 1 else _PRODUCT), ["-", *inner]
    return _infix(_PRODUCT, _PRODUCT, _SIGN)(term)


def _choice(term: Term) -> Layout:
    condition, then, otherwise = term.arguments
    return _CHOICE, ["if ", (condition, _OR), " then ", (then, _OR), " else ", (otherwise, _CHOICE)]


def _tuple(term: Term) -> Layout:
    comma = "," if len(term.arguments) == 1 else ""
    return _ATOM, ["(", *_separated(term.arguments), f"{comma})"]


def _construct(term: Term) -> Layout:
    if not term.arguments:
        return _ATOM, [term.payload]
    return _ATOM, [f"{term.payload}(", *_separated(term.arguments), ")"]


def _item(term: Term) -> Layout:
    whole, index = term.arguments
    return _POSTFIX, [(whole, _POSTFIX), "[", (index, _CHOICE), "]"]


_LAYOUTS: dict[Operator, Callable[[Term], Layout]] = {
    Operator.VARIABLE: lambda term: (_ATOM, [term.payload]),
    Operator.CONSTANT: _constant,
    Operator.NOT: _not,
    Operator.AND: _infix(_AND, _AND, _AND),
    Operator.OR: _infix(_OR, _OR, _OR),
    **dict.fromkeys(
        (Operator.EQUAL, Operator.LESS, Operator.AT_MOST, Operator.MEMBER),
        _infix(_COMPARISON, _JOINED, _JOINED),
    ),
    Operator.CONCATENATE: _infix(_JOINED, _JOINED, _JOINED),
    Operator.ADD: _sum,
    Operator.MULTIPLY: _product,
    **dict.fromkeys(
        (Operator.DIVIDE, Operator.MODULO, Operator.QUOTIENT), _infix(_PRODUCT, _PRODUCT, _SIGN)
    ),
    Operator.CHOOSE: _choice,
    Operator.ITEM: _item,
    Operator.TUPLE: _tuple,
    Operator.PROJECT: lambda term: (_POSTFIX, [(term.arguments[0], _POSTFIX), f".{term.payload}"]),
    Operator.LIST: lambda term: (_ATOM, ["[", *_separated(term.arguments), "]"]),
    Operator.CONSTRUCT: _construct,
}
