"""The integers between which a value lies, if its term shows that.

The length of a list with up to three items lies between 0 and 3, so a quantifier over the positions
of a list has only a few cases.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import TypeAlias, cast

from refute import terms
from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.terms import Operator, Term, fold

MOST_CASES = 24
"""Maximum number of integers that are tried one by one instead of asking about all."""

Ends: TypeAlias = tuple[int | None, int | None]
"""The least and the greatest value; None if unknown."""

Value: TypeAlias = Callable[[syntax.Expression], Term | None]

UNKNOWN: Ends = (None, None)


def ends(term: Term) -> Ends:
    """The least and the greatest value that an integer term can have."""
    return fold(term, _ends)


def _ends(term: Term, parts: list[Ends]) -> Ends:
    if term.is_value and isinstance(term.payload, int):
        return term.payload, term.payload
    match term.operator:
        case Operator.CHOOSE:
            (low, high), (lower, higher) = parts[1:]
            least = None if low is None or lower is None else min(low, lower)
            return least, None if high is None or higher is None else max(high, higher)
        case Operator.ADD:
            lows, highs = zip(*parts, strict=True)
            return _total(lows), _total(highs)
        case Operator.MULTIPLY if len(parts) == 2 and term.arguments[0].is_value:
            factor, (low, high) = parts[0][0] or 0, parts[1]
            scaled = [None if each is None else factor * each for each in (low, high)]
            return (scaled[0], scaled[1]) if factor >= 0 else (scaled[1], scaled[0])
    return UNKNOWN


def _total(parts: tuple[int | None, ...]) -> int | None:
    known = [each for each in parts if each is not None]
    return sum(known) if len(known) == len(parts) else None


def cases(low: int | None, high: int | None) -> range | None:
    """The integers between two ends, if they are few."""
    if low is None or high is None or high - low >= MOST_CASES:
        return None
    return range(low, high + 1)


def at_most(left: Term, right: Term) -> Term:
    """`left <= right`, with lengths expanded into the conditions that they depend on."""
    if left.is_value:
        return _spread(right, lambda each: terms.at_most(left, each), {})
    if right.is_value:
        return _spread(left, lambda each: terms.at_most(each, right), {})
    return terms.at_most(left, right)


def _spread(term: Term, decide: Callable[[Term], Term], seen: dict[Term, Term]) -> Term:
    """The decision for each of the values that a term may have."""
    if term.operator is not Operator.CHOOSE:
        return decide(term)
    if term not in seen:
        condition, then, otherwise = term.arguments
        found = _spread(then, decide, seen), _spread(otherwise, decide, seen)
        seen[term] = terms.choose(condition, *found)
    return seen[term]


def limits(expression: syntax.Unbounded, value: Value) -> Ends:
    """The integers between which a quantifier says something: elsewhere its conditions are false.

    Directly nested quantifiers of the same kind count as well: `forall (i:integer) forall
    (j:integer) if 1 <= i and i < j and j <= #l then …`. `value` gives the term of an expression
    without their variables, or None if there is no such term.
    """
    chain = [expression]
    while chain[-1].condition is None and _is_like(chain[-1].body, expression):
        chain.append(cast(syntax.Unbounded, chain[-1].body))
    found = {each.variable: UNKNOWN for each in chain}
    if len(found) < len(chain):  # a variable hides another one
        return UNKNOWN
    for _ in chain:
        for variable, limit, sides in _comparisons(chain[-1], found):
            found[variable] = _narrowed(found[variable], _ends_of(limit, found, value), sides)
    return found[expression.variable]


def _is_like(body: syntax.Expression, outer: syntax.Unbounded) -> bool:
    return isinstance(body, syntax.Unbounded) and body.quantifier == outer.quantifier


def _ends_of(limit: syntax.Expression, found: Mapping[str, Ends], value: Value) -> Ends:
    if isinstance(limit, syntax.Name) and limit.name in found:
        return found[limit.name]
    if any(isinstance(each, syntax.Name) and each.name in found for each in walk(limit)):
        return UNKNOWN
    term = value(limit)
    return UNKNOWN if term is None else ends(term)


def _narrowed(now: Ends, limit: Ends, sides: Ends) -> Ends:
    """The ends of a value whose distances from a limit are bounded."""
    (low, high), (above, below) = now, sides
    if above is not None and limit[0] is not None:
        low = limit[0] + above if low is None else max(low, limit[0] + above)
    if below is not None and limit[1] is not None:
        high = limit[1] + below if high is None else min(high, limit[1] + below)
    return low, high


_SIDES: Mapping[str, Ends] = {
    "=": (0, 0),
    ">=": (0, None),
    ">": (1, None),
    "<=": (None, 0),
    "<": (None, -1),
}
_MIRRORED = {"=": "=", ">=": "<=", ">": "<", "<=": ">=", "<": ">"}


def _comparisons(
    innermost: syntax.Unbounded, variables: Container[str]
) -> Iterator[tuple[str, syntax.Expression, Ends]]:
    """Variables, what they are compared with, and the bounds on the difference."""
    for node in _restrictions(innermost):
        if not isinstance(node, syntax.Binary):
            continue
        left, right = node.left, node.right
        if isinstance(left, syntax.Name) and left.name in variables:
            if node.operator in _SIDES:
                yield left.name, right, _SIDES[node.operator]
            elif node.operator == "in" and isinstance(right, syntax.Range):
                yield left.name, right.low, _SIDES[">="]
                yield left.name, right.high, _SIDES["<="]
        if isinstance(right, syntax.Name) and right.name in variables and node.operator in _SIDES:
            yield right.name, left, _SIDES[_MIRRORED[node.operator]]


def _restrictions(expression: syntax.Unbounded) -> Iterator[syntax.Expression]:
    """The conditions without which the quantifier says nothing."""
    condition, body = expression.condition, expression.body
    if condition is not None:
        yield from _conjuncts(condition)
    if expression.quantifier == "exists":
        yield from _conjuncts(body)
    elif condition is None and isinstance(body, syntax.If) and body.otherwise is None:
        yield from _conjuncts(body.condition)
    elif condition is None and isinstance(body, syntax.Binary) and body.operator == "=>":
        yield from _conjuncts(body.left)


def _conjuncts(expression: syntax.Expression) -> Iterator[syntax.Expression]:
    if isinstance(expression, syntax.Binary) and expression.operator == "and":
        yield from _conjuncts(expression.left)
        yield from _conjuncts(expression.right)
    else:
        yield expression
