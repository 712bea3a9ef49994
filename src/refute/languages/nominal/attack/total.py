"""Functions that have exactly one value everywhere, as their equations show."""

from __future__ import annotations

from collections.abc import Callable

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.signature import Signature
from refute.languages.nominal.types import Applied, Type


def is_total(
    symbol: core.Symbol,
    signature: Signature,
    nameless: Callable[[Type], bool],
    within: frozenset[core.Symbol] = frozenset(),
) -> bool:
    """Whether a function of one argument without names has an equation for each constructor.

    Each must be about all arguments of the constructor, and call only itself on these, or other
    functions of that kind.
    """
    if symbol.role != "function" or symbol.variables or len(symbol.parameters) != 1:
        return False
    (type_,) = symbol.parameters
    plain = isinstance(type_, Applied) and sum(symbol.shape) == 1
    if symbol in within or not plain or not all(map(nameless, (type_, symbol.result))):
        return False
    heads: list[core.Symbol] = []
    for clause in symbol.clauses:
        pattern, _ = map(unlisted, clause.arguments)
        if not isinstance(pattern, core.Construct):
            return False
        parts = pattern.arguments
        if not all(isinstance(each, core.Variable) for each in parts) or len(set(parts)) < len(
            parts
        ):
            return False
        values: set[core.Term] = set()
        for goal in core.conjuncts(clause.body):
            match goal:
                case core.Atom(called, (given, core.Variable() as value)):
                    smaller = called is symbol and given in parts
                    other = given in values.union(parts) and is_total(
                        called, signature, nameless, within | {symbol}
                    )
                    if value in values.union(parts) or not (smaller or other):
                        return False
                    values.add(value)
                case _:
                    return False
        heads.append(pattern.symbol)
    constructors = signature.constructors(type_)
    expected = [each for each, _ in constructors or ()]
    return bool(expected) and len(heads) == len(expected) and set(heads) == set(expected)
