"""Types of sets of values."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from refute.diagnostics import error
from refute.languages.console import syntax
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.typecheck.expressions import (
    MISTAKES,
    Scope,
    check_expression,
    fits,
    labelled,
)
from refute.languages.console.types import INT, NUMBERS, REAL, SETS, TEXT, Type

MOST_PLACES = 9
"""Maximum number of decimal places that are read."""


def set_type(values: ValueSet, scope: Scope) -> Type | None:
    """The type of the values of a set, as far as its parts show it."""
    match values:
        case syntax.NamedSet(name):
            return SETS.get(name) or scope.enumerations.get(name)
        case syntax.Places():
            return REAL
        case syntax.Range(low, high):
            return REAL if REAL in {_literal_type(each, scope) for each in (low, high)} else INT
        case syntax.Compared(_, bound):
            return REAL if _literal_type(bound, scope) == REAL else INT
        case syntax.Members(items):
            types = [_literal_type(each, scope) for each in items]
            return REAL if REAL in types else types[0]
        case syntax.Among((name, *_)):
            return scope.variables.get(name)
        case syntax.Union(left, right) | syntax.Intersection(left, right):
            one, two = set_type(left, scope), set_type(right, scope)
            return REAL if REAL in {one, two} else one or two
        case syntax.Difference(inner, _) | syntax.Complement(inner):
            return set_type(inner, scope)
        case syntax.Unique(inner) | syntax.Without(inner, _):
            return set_type(inner, scope)
        case _:
            raise AssertionError(values)


def _literal_type(item: Expression, scope: Scope) -> Type | None:
    """The type of a member, without diagnostics: they come when the set is checked."""
    quiet = replace(scope, found=[])
    return check_expression(item, quiet)[1]


def check_set(values: ValueSet, wanted: Type | None, scope: Scope) -> ValueSet:
    """The set with its names resolved; every part of it must have the wanted type."""
    span = values.span

    def bound(expression: Expression, type_: Type | None) -> Expression:
        checked, actual = check_expression(expression, scope, in_set=True)
        if type_ is not None and actual == TEXT:
            checked, actual = labelled(checked, actual, type_)
        if not fits(actual, type_):
            message = f"a set of {type_} cannot have a bound or member of type {actual}"
            scope.found.append(error("IO004", message, expression.span, f"this is {actual}"))
        return checked

    def part(inner: ValueSet) -> ValueSet:
        return check_set(inner, wanted, scope)

    match values:
        case syntax.NamedSet(name):
            _named(values, name, wanted, scope)
            return values
        case syntax.Places(number):
            _numeric(values, wanted, scope)
            if not 1 <= number <= MOST_PLACES:
                message = f"a decimal is read with 1 to {MOST_PLACES} places, not with {number}"
                scope.found.append(error("IO004", message, span))
            return values
        case syntax.Range(low, high):
            _numeric(values, wanted, scope)
            return syntax.Range(bound(low, REAL), bound(high, REAL), span=span)
        case syntax.Compared(operator, limit):
            _numeric(values, wanted, scope)
            return syntax.Compared(operator, bound(limit, REAL), span=span)
        case syntax.Members(items):
            return syntax.Members(tuple(bound(item, wanted) for item in items), span=span)
        case syntax.Among(variables):
            bound(syntax.All(variables, span=span), wanted.listed if wanted else None)
            return values
        case syntax.Union(left, right):
            return syntax.Union(part(left), part(right), span=span)
        case syntax.Intersection(left, right):
            return syntax.Intersection(part(left), part(right), span=span)
        case syntax.Difference(left, right):
            return syntax.Difference(part(left), part(right), span=span)
        case syntax.Complement(inner):
            return syntax.Complement(part(inner), span=span)
        case syntax.Unique(inner):
            return syntax.Unique(part(inner), span=span)
        case syntax.Without(inner, variables):
            after = span.source.span(max(inner.span.end, span.start), span.end)
            bound(syntax.All(variables, span=after), wanted.listed if wanted else None)
            return syntax.Without(part(inner), variables, span=span)
        case _:
            assert_never(values)


def _named(values: syntax.NamedSet, name: str, wanted: Type | None, scope: Scope) -> None:
    type_ = SETS.get(name) or scope.enumerations.get(name)
    if name in scope.enumerations:
        scope.use(name, values.span)
    if type_ is None:
        declared = (
            f"declare it, as in `enum {name} = one | two`, or name a set: `int`, `1..9`, `str`"
        )
        advice = MISTAKES.advice_for(name, [*SETS, *scope.enumerations]) or declared
        if name in scope.variables:
            advice = f"for the values read into it, write `among {name}`"
        scope.found.append(error("IO003", f"there is no set `{name}`", values.span, advice=advice))
    elif wanted is not None and type_ != wanted:
        message = f"this is a set of {type_}, but {wanted} is read"
        scope.found.append(error("IO004", message, values.span))


def _numeric(values: ValueSet, wanted: Type | None, scope: Scope) -> None:
    if wanted is not None and wanted not in NUMBERS:
        message = f"this is a set of numbers, but {wanted} is read"
        scope.found.append(error("IO004", message, values.span))
