"""Forgetting symbols: the exact projection of a path condition to the symbols still in use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from refute import terms
from refute.languages.workflow import decimals, witnesses
from refute.terms import Term

if TYPE_CHECKING:
    from refute.solver.session import Session

Cube: TypeAlias = tuple[Term, ...]
Weights: TypeAlias = dict[Term, int]

MOST_CUBES = 64
"""Maximum number of alternatives of a condition; one with more is kept as it is."""


@lru_cache(maxsize=100_000)
def symbols_of(term: Term) -> frozenset[Term]:
    """The symbols in a term."""
    return frozenset(terms.variables(term))


class Projection:
    """Projects conditions to the symbols still in use; asks a solver where needed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[tuple[Term, ...], Term | None] = {}

    def project(self, conditions: Iterable[Term], live: Collection[Term]) -> tuple[Term, ...]:
        """Conditions on live symbols that hold exactly where the given ones can hold.

        The given ones must be satisfiable together. A symbol that cannot be eliminated exactly
        stays.
        """
        kept = connected(conjuncts_of(conditions), live)
        for eliminate in (_eliminate_by_form, self._eliminate_by_witnesses):
            for symbol in _dead(kept, live):
                kept = connected(conjuncts_of(eliminate(kept, symbol)), live)
        return tuple(kept)

    def _eliminate_by_witnesses(self, conjuncts: Sequence[Term], symbol: Term) -> Sequence[Term]:
        """Eliminate a symbol by witnesses, once for conditions that differ only in symbol names."""
        touching = [term for term in conjuncts if symbol in symbols_of(term)]
        own = dict.fromkeys([symbol, *(each for term in touching for each in _ordered(term))])
        named = {each: terms.variable(f"#{number}", each.sort) for number, each in enumerate(own)}
        asked = tuple(terms.substitute(term, named) for term in touching)
        if asked not in self._known:
            self._known[asked] = witnesses.exists(self._session, asked, named[symbol])
        found = self._known[asked]
        if found is None:
            return conjuncts
        rest = [term for term in conjuncts if symbol not in symbols_of(term)]
        return [*rest, terms.substitute(found, {name: each for each, name in named.items()})]


def _dead(conjuncts: Iterable[Term], live: Collection[Term]) -> list[Term]:
    found = dict.fromkeys(each for term in conjuncts for each in _ordered(term))
    return [each for each in found if each not in live]


def _ordered(term: Term) -> list[Term]:
    return sorted(symbols_of(term), key=_name)


def _name(symbol: Term) -> tuple[int, str]:
    return len(symbol.payload), symbol.payload


def conjuncts_of(conditions: Iterable[Term]) -> list[Term]:
    """The conjuncts of conditions, without duplicates."""
    found: dict[Term, None] = {}
    stack = list(conditions)[::-1]
    while stack:
        term = stack.pop()
        if term.operator is terms.Operator.AND:
            stack.extend(reversed(term.arguments))
        elif (
            term.operator is terms.Operator.NOT and term.arguments[0].operator is terms.Operator.OR
        ):
            stack.extend(terms.negation(each) for each in reversed(term.arguments[0].arguments))
        elif term is not terms.TRUE:
            found[term] = None
    return list(found)


def connected(conjuncts: Sequence[Term], live: Collection[Term]) -> list[Term]:
    """The conditions that restrict live symbols, directly or through other symbols."""
    reached = set(live)
    kept: set[Term] = set()
    growing = True
    while growing:
        growing = False
        for term in conjuncts:
            if term not in kept and symbols_of(term) & reached:
                kept.add(term)
                reached |= symbols_of(term)
                growing = True
    return [term for term in conjuncts if term in kept]


def _eliminate_by_form(conjuncts: Sequence[Term], symbol: Term) -> Sequence[Term]:
    """The conditions with a symbol projected out, or unchanged if that would not be exact."""
    touching = [term for term in conjuncts if symbol in symbols_of(term)]
    rest = [term for term in conjuncts if symbol not in symbols_of(term)]
    if symbol.sort is terms.BOOL:
        return [*rest, _either_truth(terms.conjunction(*touching), symbol)]
    cubes = _cubes(touching)
    projected = [_project_cube(cube, symbol) for cube in cubes or ()]
    if not cubes or None in projected:
        return conjuncts
    return [
        *rest,
        terms.disjunction(*(terms.conjunction(*cube) for cube in projected if cube is not None)),
    ]


def _either_truth(condition: Term, symbol: Term) -> Term:
    """The condition that one of both truth values of a symbol satisfies."""
    sides = (terms.substitute(condition, {symbol: each}) for each in (terms.TRUE, terms.FALSE))
    return terms.disjunction(*map(terms.simplify, sides))


def _cubes(conjuncts: Sequence[Term]) -> list[Cube] | None:
    """The disjunctive normal form; None if it is large."""
    cubes: list[Cube] = [()]
    for term in conjuncts:
        alternatives = _alternatives(term)
        if alternatives is None or len(cubes) * len(alternatives) > MOST_CUBES:
            return None
        cubes = [(*one, *other) for one, other in product(cubes, alternatives)]
    return cubes


def _alternatives(term: Term) -> list[Cube] | None:
    match term.operator:
        case terms.Operator.OR:
            found: list[Cube] = []
            for each in term.arguments:
                inner = _alternatives(each)
                if inner is None or len(found) + len(inner) > MOST_CUBES:
                    return None
                found.extend(inner)
            return found
        case terms.Operator.AND:
            return _cubes(term.arguments)
        case terms.Operator.NOT if term.arguments[0].operator is terms.Operator.AND:
            return _alternatives(
                terms.disjunction(*map(terms.negation, term.arguments[0].arguments))
            )
        case terms.Operator.NOT if term.arguments[0].operator is terms.Operator.OR:
            return _cubes([terms.negation(each) for each in term.arguments[0].arguments])
        case _:
            return [(term,)]


def _project_cube(cube: Cube, symbol: Term) -> Cube | None:
    """A conjunction of literals without the symbol; None if that cannot be expressed exactly."""
    about = [term for term in cube if symbol in symbols_of(term)]
    rest = tuple(term for term in cube if symbol not in symbols_of(term))
    if symbol.sort is terms.INT:
        said = _project_number(about, symbol)
    else:
        said = decimals.without(about, symbol) if symbol.sort is terms.REAL else None
        said = _project_other(about, symbol) if said is None else said
    return None if said is None else (*rest, *said)


def _project_other(literals: Sequence[Term], symbol: Term) -> Cube | None:
    """Texts and lists: equations are solved; finitely many exceptions leave other values."""
    solution = next(filter(None, (_equation(term, symbol) for term in literals)), None)
    if solution is not None:
        return tuple(terms.substitute(term, {symbol: solution}) for term in literals)
    excluded = (terms.negation(term) for term in literals)
    if all(_equation(term, symbol) is not None for term in excluded):
        return (
            () if symbol.sort is terms.STRING or isinstance(symbol.sort, terms.ListSort) else None
        )
    return None


def _equation(term: Term, symbol: Term) -> Term | None:
    """The value that an equation gives the symbol."""
    if term.operator is not terms.Operator.EQUAL:
        return None
    for one, other in (term.arguments, term.arguments[::-1]):
        if one is symbol and symbol not in symbols_of(other):
            return other
    return None


def _project_number(literals: Sequence[Term], symbol: Term) -> Cube | None:
    """Fourier-Motzkin elimination, where it is exact on integers."""
    upper: list[tuple[int, Weights, int]] = []
    lower: list[tuple[int, Weights, int]] = []
    excluded = False
    for term in literals:
        read = _atom(term)
        if read is None:
            return None
        kind, weights, total = read
        factor = weights.pop(symbol, 0)
        if not factor or any(symbol in symbols_of(each) for each in weights):
            return None
        if kind is terms.Operator.EQUAL:
            if abs(factor) != 1:
                return None
            solution = _sum({each: -factor * by for each, by in weights.items()}, -factor * total)
            return tuple(
                terms.simplify(terms.substitute(each, {symbol: solution})) for each in literals
            )
        if kind is terms.Operator.NOT:
            excluded = True
        else:
            (upper if factor > 0 else lower).append((factor, weights, total))
    if not upper or not lower:
        return ()
    if excluded or any(abs(factor) != 1 for factor, _, _ in (*upper, *lower)):
        return None
    return tuple(_below(one[1:], other[1:]) for one, other in product(lower, upper))


def _below(lower: tuple[Weights, int], upper: tuple[Weights, int]) -> Term:
    """What two bounds on a symbol imply when it lies between them."""
    weights = dict(lower[0])
    for each, by in upper[0].items():
        weights[each] = weights.get(each, 0) + by
    return terms.simplify(terms.at_most(_sum(weights, lower[1] + upper[1]), terms.integer(0)))


def _sum(weights: Weights, total: int) -> Term:
    parts = [terms.multiply(terms.integer(by), each) for each, by in weights.items() if by]
    return terms.add(*parts, terms.integer(total))


def _atom(term: Term) -> tuple[terms.Operator, Weights, int] | None:
    """A comparison of numbers as one of a weighted sum with 0: ==, != (as not) or <=."""
    kind = term.operator
    if kind is terms.Operator.NOT:
        term = term.arguments[0]
        if term.operator is not terms.Operator.EQUAL:
            return None
    elif kind not in {terms.Operator.EQUAL, terms.Operator.LESS, terms.Operator.AT_MOST}:
        return None
    left, right = term.arguments
    if left.sort is not terms.INT:
        return None
    weights: Weights = {}
    total = _collect(left, 1, weights) + _collect(right, -1, weights)
    if kind is terms.Operator.LESS:
        return terms.Operator.AT_MOST, weights, total + 1
    return kind, weights, total


def _collect(term: Term, by: int, weights: Weights) -> int:
    """Add a weighted sum to the weights, and return its constant."""
    if term.operator is terms.Operator.CONSTANT:
        return by * int(term.payload)
    if term.operator is terms.Operator.ADD:
        return sum(_collect(each, by, weights) for each in term.arguments)
    if term.operator is terms.Operator.MULTIPLY and len(term.arguments) == 2:
        factor, other = term.arguments
        if factor.operator is terms.Operator.CONSTANT:
            return _collect(other, by * factor.payload, weights)
    weights[term] = weights.get(term, 0) + by
    return 0
