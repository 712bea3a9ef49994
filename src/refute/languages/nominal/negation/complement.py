"""Term complement by type (Appendix A.1): the patterns that nothing of a pattern matches."""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.negation.rewrite import fresh
from refute.languages.nominal.negation.signature import Signature
from refute.languages.nominal.types import Type


def complement(pattern: core.Term, type_: Type, signature: Signature) -> list[core.Term]:
    """Patterns that together match the terms of a type that a linear pattern does not match.

    A pattern is made of constructors and variables, each of which occurs once.
    """
    if isinstance(pattern, core.Variable):
        return []
    assert isinstance(pattern, core.Construct)
    found: list[core.Term] = []
    for symbol, types in signature.constructors(type_) or ():
        if symbol is pattern.symbol:
            inner = complements(pattern.arguments, types, signature)
            found += [core.Construct(symbol, arguments) for arguments in inner]
        else:
            found.append(core.Construct(symbol, tuple(fresh(each) for each in types)))
    return found


def complements(
    patterns: tuple[core.Term, ...], types: tuple[Type, ...], signature: Signature
) -> list[tuple[core.Term, ...]]:
    """The same for several patterns side by side: at least one of them does not match."""
    found: list[tuple[core.Term, ...]] = []
    for place, (pattern, type_) in enumerate(zip(patterns, types, strict=True)):
        for other in complement(pattern, type_, signature):
            before = tuple(fresh(each) for each in types[:place])
            after = tuple(fresh(each) for each in types[place + 1 :])
            found.append((*before, other, *after))
    return found
