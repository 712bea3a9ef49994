"""Linear patterns of constructors and variables: one made equal to another, one an instance."""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.negation.rewrite import replace

Values = dict["core.Variable | core.NameConstant", core.Term]


def unifier(left: tuple[core.Term, ...], right: tuple[core.Term, ...]) -> Values | None:
    """Values that make linear patterns without common variables equal, or None."""
    values: Values = {}
    waiting = list(zip(left, right, strict=True))
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, core.Variable) and not _nicer(one, other):
            values[one] = other
        elif isinstance(other, core.Variable):
            values[other] = one
        else:
            assert isinstance(one, core.Construct)
            assert isinstance(other, core.Construct)
            if one.symbol is not other.symbol:
                return None
            waiting.extend(zip(one.arguments, other.arguments, strict=True))
    return values


def _nicer(variable: core.Variable, other: core.Term) -> bool:
    """Whether of two variables the first one has a name of its own."""
    return isinstance(other, core.Variable) and other.label == "_" != variable.label


def covers(general: tuple[core.Term, ...], special: tuple[core.Term, ...]) -> Values | None:
    """Values that make linear patterns into these terms, or None."""
    values: Values = {}
    waiting = list(zip(general, special, strict=True))
    while waiting:
        pattern, term = waiting.pop()
        match pattern, term:
            case core.Variable(), _:
                values[pattern] = term
            case core.Construct(one, arguments), core.Construct(other, others) if one is other:
                waiting.extend(zip(arguments, others, strict=True))
            case _:
                return None
    return values


def clash(pattern: core.Term, term: core.Term) -> bool:
    """Whether no values of their variables make a linear pattern and a term equal, for sure."""
    waiting = [(pattern, term)]
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, core.Construct) and isinstance(other, core.Construct):
            if one.symbol is not other.symbol:
                return True
            waiting.extend(zip(one.arguments, other.arguments, strict=True))
    return False


def instance(terms: tuple[core.Term, ...], values: Values) -> tuple[core.Term, ...]:
    """Patterns with values for their variables."""
    return tuple(replace(each, values) for each in terms)
