"""Sets of values that differ slightly from another one: by one value fewer or more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.neighbours.expressions import ONE
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.types import BOOL, INT, REAL, TEXT, Type
from refute.record import record

_MOST_MEMBERS = 6
_NARROWER = {">": 1, ">=": 1, "<": -1, "<=": -1}


@record
class Resized:
    """A set that has one or more values fewer, or more, than another."""

    values: ValueSet
    narrower: bool


def resized(values: ValueSet, type_: Type) -> Iterator[Resized]:
    """The sets that differ slightly."""
    match values:
        case syntax.NamedSet(name):
            yield from _of_named(values, name, type_)
        case syntax.Range(low, high):
            yield Resized(syntax.Range(_moved(low, 1), high), True)
            yield Resized(syntax.Range(low, _moved(high, -1)), True)
            yield Resized(syntax.Range(_moved(low, -1), high), False)
            yield Resized(syntax.Range(low, _moved(high, 1)), False)
        case syntax.Compared(operator, bound):
            step = _NARROWER.get(operator)
            if step is not None:
                yield Resized(syntax.Compared(operator, _moved(bound, step)), True)
                yield Resized(syntax.Compared(operator, _moved(bound, -step)), False)
        case syntax.Members(items):
            for index in range(min(len(items), _MOST_MEMBERS) if len(items) > 1 else 0):
                yield Resized(syntax.Members((*items[:index], *items[index + 1 :])), True)
        case syntax.Union(left, right):
            yield Resized(left, True)
            yield Resized(right, True)
            yield from _of_parts(values, type_)
        case syntax.Intersection(left, right):
            yield Resized(left, False)
            yield Resized(right, False)
            yield from _of_parts(values, type_)
        case syntax.Difference(left, _):
            yield Resized(left, False)
            yield from _of_parts(values, type_)
        case syntax.Complement(inner):
            for each in resized(inner, type_):
                yield Resized(syntax.Complement(each.values), not each.narrower)
        case syntax.Unique(inner) | syntax.Without(inner, _):
            yield Resized(inner, False)
            for each in resized(inner, type_):
                yield Resized(replace(values, inner=each.values), each.narrower)
        case syntax.Among() | syntax.Places():
            return
        case _:
            assert_never(values)


def _of_named(values: syntax.NamedSet, name: str, type_: Type) -> Iterator[Resized]:
    """A named set without the values that are most easily forgotten."""
    match name:
        case "pos":
            yield Resized(syntax.Compared(">", ONE), True)
            yield Resized(syntax.NamedSet("nat"), False)
        case "nat":
            yield Resized(syntax.NamedSet("pos"), True)
            yield Resized(syntax.Compared(">=", syntax.Integer(-1)), False)
        case _:
            left_out: list[Expression] = []
            if type_ == INT:
                yield Resized(syntax.NamedSet("nat"), True)
                left_out = [syntax.Integer(0)]
            elif type_ == REAL:
                yield Resized(syntax.Compared(">=", syntax.Integer(0)), True)
                left_out = [syntax.Real(Fraction(0))]
            elif type_ == TEXT:
                left_out = [syntax.Text("")]
            elif type_ == BOOL:
                left_out = [syntax.Boolean(False), syntax.Boolean(True)]
            elif type_.members:
                left_out = [syntax.Member(type_.name, each) for each in type_.members]
            for each in left_out[:_MOST_MEMBERS]:
                yield Resized(syntax.Difference(values, syntax.Members((each,))), True)


def _of_parts(
    whole: syntax.Union | syntax.Intersection | syntax.Difference, type_: Type
) -> Iterator[Resized]:
    for each in resized(whole.left, type_):
        yield Resized(replace(whole, left=each.values), each.narrower)
    turned = isinstance(whole, syntax.Difference)
    for each in resized(whole.right, type_):
        yield Resized(replace(whole, right=each.values), each.narrower is not turned)


def _moved(bound: Expression, step: int) -> Expression:
    if isinstance(bound, syntax.Integer):
        return syntax.Integer(bound.value + step, span=bound.span)
    if isinstance(bound, syntax.Real):
        return syntax.Real(bound.value + Fraction(step, 10), span=bound.span)
    sign = "+" if step > 0 else "-"
    return syntax.Apply(sign, (bound, ONE), span=bound.span)


def whole_type(type_: Type) -> ValueSet:
    """The set of all values of a type."""
    return syntax.NamedSet(type_.name)
