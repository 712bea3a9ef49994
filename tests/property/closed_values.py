"""All closed values of some types with few constructors, as a textbook would list them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Abstraction, Name, Term
from refute.languages.nominal.signature import Signature
from refute.languages.nominal.types import ABSTRACTION, Applied, Type, TypeVariable, agree

Seen = tuple[tuple[Name, Type], ...]


def closed_values(
    signature: Signature,
    leaves: Sequence[core.Leaf],
    size: int,
    written: Mapping[core.NameConstant, Name],
) -> Iterator[dict[core.Leaf, Term]]:
    """Values with at most so many constructors together; names cost nothing.

    Where a type is not known, there are none. Free names are those that are written and, in order,
    as many new ones as there are places: any others are as good.
    """
    if any(isinstance(resolve(leaf.type), TypeVariable) for leaf in leaves):
        return
    seen = tuple((name, leaf.type) for leaf, name in written.items())
    for values, _, _ in _all(signature, [leaf.type for leaf in leaves], size, seen, seen):
        found: dict[core.Leaf, Term] = dict(zip(leaves, values, strict=True))
        found.update(written.items())
        yield found


def _all(
    signature: Signature, types: Sequence[Type], size: int, seen: Seen, free: Seen
) -> Iterator[tuple[list[Term], int, Seen]]:
    """Terms of some types, what is left of their size, and the names that are free by then."""
    if not types:
        yield [], size, free
        return
    for first, left, known in _terms(signature, types[0], size, seen, free):
        for others, rest, after in _all(signature, types[1:], left, _grown(seen, known), known):
            yield [first, *others], rest, after


def _grown(seen: Seen, free: Seen) -> Seen:
    return (*seen, *(each for each in free if each not in seen))


def _terms(
    signature: Signature, type_: Type, size: int, seen: Seen, free: Seen
) -> Iterator[tuple[Term, int, Seen]]:
    type_ = resolve(type_)
    assert isinstance(type_, Applied)
    if type_.constructor.names:
        for name, of in seen:
            if agree(of, type_):
                yield name, size, free
        new = Name(f"n{len(free)}")
        yield new, size, (*free, (new, type_))
    elif type_.constructor is ABSTRACTION:
        bound, body = type_.arguments
        name = Name("b")
        for term, left, after in _terms(signature, body, size, (*seen, (name, bound)), free):
            yield Abstraction(name, term), left, after
    elif size:
        for symbol in signature.symbols(type_):
            parts = signature.arguments(symbol, type_)
            for terms, left, after in _all(signature, parts, size - 1, seen, free):
                yield (symbol, *terms), left, after
