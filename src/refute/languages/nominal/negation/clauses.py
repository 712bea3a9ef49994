"""The negation of definitions: what each clause contributes, and how that is put together."""

from __future__ import annotations

from collections.abc import Iterable

from refute.languages.nominal import core
from refute.languages.nominal.negation.complement import complements
from refute.languages.nominal.negation.goals import NO_NAMES, GoalNegation, Scope
from refute.languages.nominal.negation.heads import instance, unifier
from refute.languages.nominal.negation.rewrite import (
    FALSE,
    both,
    fresh,
    replace_in_goal,
    variables_of,
)
from refute.languages.nominal.negation.signature import Signature, argument_types, predicate_symbol
from refute.languages.nominal.negation.simplify import simplified
from refute.languages.nominal.negation.subsume import reduced

MOST = 500
"""So many clauses are merged into one definition."""


def contribution(
    clause: core.Clause, negative: core.Symbol, goals: GoalNegation, signature: Signature
) -> list[core.Clause]:
    """When a prepared clause does not apply (Figure 3): its head does not match, its body fails."""
    types = argument_types(negative)
    clauses = [
        core.Clause(negative, arguments, core.TRUE, clause.span)
        for arguments in complements(clause.arguments, types, signature)
    ]
    scope = Scope(dict.fromkeys(variables_of(*clause.arguments), NO_NAMES))
    body = simplified(goals.negate(clause.body, scope))
    if body != FALSE:
        clauses.append(core.Clause(negative, clause.arguments, body, clause.span))
    return clauses


def merged(
    contributions: Iterable[list[core.Clause]], negative: core.Symbol
) -> list[core.Clause] | None:
    """Clauses for when none of the original ones applies; what is subsumed is left out (NEs).

    None where they would be too many.
    """
    everything = tuple(fresh(each) for each in argument_types(negative))
    result = [core.Clause(negative, everything, core.TRUE, negative.span)]
    for clauses in contributions:
        found = (_merge(one, other) for one in result for other in clauses)
        result = reduced(each for each in found if each is not None)
        if len(result) > MOST:
            return None
    return result


def _merge(one: core.Clause, other: core.Clause) -> core.Clause | None:
    """The clause for when two both apply, if there is such a case."""
    values = unifier(one.arguments, other.arguments)
    if values is None:
        return None
    bodies = [replace_in_goal(each.body, values) for each in (one, other)]
    body = simplified(both(bodies))
    if body == FALSE:
        return None
    return core.Clause(one.predicate, instance(one.arguments, values), body, other.span)


def side_by_side(
    contributions: list[list[core.Clause]], negative: core.Symbol
) -> list[core.Symbol]:
    """A predicate for each original clause that says when that one does not apply (NE)."""
    parts: list[core.Symbol] = []
    for number, clauses in enumerate(contributions, 1):
        name = f"{negative.name}_{number}"
        part = predicate_symbol(name, argument_types(negative), negative.span)
        part.clauses += [
            core.Clause(part, each.arguments, each.body, each.span) for each in clauses
        ]
        part.abbreviation = True
        parts.append(part)
    return parts


def asking(parts: list[core.Symbol], negative: core.Symbol) -> core.Clause:
    """The clause for when none of the original clauses applies."""
    arguments = tuple(fresh(each, "X") for each in argument_types(negative))
    body = both([core.Atom(each, arguments) for each in parts])
    return core.Clause(negative, arguments, body, negative.span)
