"""Expansion of abbreviations (`def`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from refute.diagnostics import error
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.syntax import Expression

if TYPE_CHECKING:
    from refute.languages.console.typecheck.expressions import Scope

LARGEST_EXPRESSION = 20_000
"""Maximum number of parts of an expression with all abbreviations expanded."""


def expanded(
    expression: Expression, scope: Scope, taken: frozenset[str] = frozenset()
) -> Expression:
    """The expression with every abbreviation expanded.

    `taken` are the names of items of the lists around it.
    """
    if not scope.definitions:
        return expression
    if isinstance(expression, syntax.Each):
        taken |= {expression.variable}
    made = syntax.with_children(
        expression, tuple(expanded(each, scope, taken) for each in syntax.children(expression))
    )
    match made:
        case syntax.Name(name) if name in scope.definitions and name not in taken:
            return _written_out(made, scope.definitions[name], (), scope, taken)
        case syntax.Apply(name, arguments) if name in scope.definitions:
            return _written_out(made, scope.definitions[name], arguments, scope, taken)
    return made


def _written_out(
    call: Expression,
    definition: syntax.Definition,
    given: tuple[Expression, ...],
    scope: Scope,
    taken: frozenset[str],
) -> Expression:
    scope.use(definition.name, call.span)
    if len(given) != len(definition.parameters):
        wanted = ", ".join(definition.parameters)
        message = f"`{definition.name}` takes {len(definition.parameters)} values"
        advice = f"write `{definition.name}({wanted})`" if wanted else f"write `{definition.name}`"
        scope.found.append(error("IO006", message, call.span, advice=advice))
        return syntax.Integer(0, span=call.span)
    if size(definition.body) * max(1, *map(size, given), 1) > LARGEST_EXPRESSION:
        message = f"`{definition.name}` written out is too long"
        scope.found.append(error("IO024", message, call.span, advice="use fewer abbreviations"))
        return syntax.Integer(0, span=call.span)
    values = dict(zip(definition.parameters, given, strict=True))
    used = taken | {*scope.variables, *scope.constants}.union(*map(_names_in, given))
    return replace(_substituted(definition.body, values, frozenset(used)), span=call.span)


def size(expression: Expression) -> int:
    """The number of parts of an expression."""
    return 1 + sum(map(size, syntax.children(expression)))


def _names_in(expression: Expression) -> frozenset[str]:
    """All names that occur in an expression."""
    match expression:
        case syntax.Name(name) | syntax.Each(variable=name):
            own = frozenset({name})
        case _:
            own = frozenset()
    return own.union(*map(_names_in, syntax.children(expression)))


def _substituted(
    expression: Expression, values: Mapping[str, Expression], used: frozenset[str]
) -> Expression:
    """The expression with values for its parameters; no name of an item captures one in `used`."""
    match expression:
        case syntax.Name(name):
            return values.get(name, expression)
        case syntax.Each(item, variable, source, condition):
            fresh = _fresh(variable, used | _names_in(expression)) if variable in used else variable
            inner = {name: each for name, each in values.items() if name != variable}
            if fresh != variable:
                inner[variable] = syntax.Name(fresh)
            return replace(
                expression,
                item=_substituted(item, inner, used | {fresh}),
                variable=fresh,
                source=_substituted(source, values, used),
                condition=condition and _substituted(condition, inner, used | {fresh}),
            )
    made = tuple(_substituted(each, values, used) for each in syntax.children(expression))
    return syntax.with_children(expression, made)


def _fresh(name: str, used: frozenset[str]) -> str:
    """A name based on another one that is not in use yet."""
    tried = (f"{name}{number}" for number in count(2))
    return next(each for each in tried if each not in used and each not in FUNCTIONS)
