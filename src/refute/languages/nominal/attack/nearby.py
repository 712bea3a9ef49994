"""What is near a counterexample: the same values with a part left open, or replaced by its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.builtins import rebuilt
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Constraints,
    Name,
    Term,
    Unknown,
    alike,
    expose,
    free_names,
    swap,
    walk,
)
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.types import Applied, Type, agree

Pattern: TypeAlias = Mapping[core.Leaf, Term]
"""The values of a theorem's variables and names, with unknowns for what may be anything."""


LARGEST = 150
"""Maximum number of parts of values for which smaller ones are looked for."""


def nearby(values: Pattern) -> Iterator[Pattern]:
    """Closed values as they are, then with each part, wherever it stands, left open; small first.

    Names that the theorem does not write are open as well: others will do.
    """
    yield _opened(values, None)
    parts: list[Term] = []
    for part in walk(*values.values()):
        if not isinstance(part, Name) and not any(alike(part, each) for each in parts):
            parts.append(part)
    for part in sorted(parts, key=size):
        yield _opened(values, part)


def size(*values: Term) -> int:
    """The number of parts of some values."""
    return sum(1 for _ in walk(*values))


def simpler(values: Pattern, types: Types) -> Iterator[Pattern]:
    """Closed values in which a part stands for a larger one around it, the largest ones first.

    First wherever the larger one stands; then in one variable, when others may have any values.
    Large values are left as they are: most of them share parts, and seem to have even more.
    """
    if size(*values.values()) > LARGEST:
        return
    written = [leaf for leaf in values if isinstance(leaf, core.NameConstant)]
    for keep_others in (True, False):
        for leaf, value in values.items():
            kept = list(values) if keep_others else [leaf, *written]
            for whole, part in _within(types, value, leaf.type):
                chosen = {each: _replaced(values[each], whole, part) for each in kept}
                yield _opened(chosen, None)


def _replaced(value: Term, whole: Term, part: Term) -> Term:
    """A value with a part of it, wherever it stands, replaced by another."""

    def enter(term: Term) -> tuple[Term, bool]:
        return (part, True) if alike(term, whole) else (term, False)

    return rebuilt(value, enter, lambda symbol, parts: (symbol, *parts))


def _within(types: Types, value: Term, type_: Type) -> Iterator[tuple[Term, Term]]:
    """The parts of a value, each with those of its own parts that can stand for it."""
    wholes = sorted(_parts(types, value, type_), key=lambda each: size(each[0]), reverse=True)
    for whole, wanted in wholes:
        names = free_names(whole)
        parts = [each for each, of in _parts(types, whole, wanted) if agree(of, wanted)]
        for part in sorted(parts, key=size):
            if free_names(part) <= names and not alike(part, whole):
                yield whole, part


def _parts(types: Types, value: Term, type_: Type) -> Iterator[tuple[Term, Type]]:
    """A value and its parts, with their types."""
    waiting = [(value, type_)]
    while waiting:
        term, type_ = waiting.pop()
        term, type_ = expose(term), resolve(type_)
        yield term, type_
        if isinstance(term, Abstraction) and isinstance(type_, Applied):
            waiting.append((term.body, type_.arguments[1]))
        elif type(term) is tuple:
            waiting += zip(term[1:], types.parameters(term[0], type_), strict=True)


def _opened(values: Pattern, part: Term | None) -> Pattern:
    """Values with unknowns for a part and for each name that the theorem does not write."""
    written = {each for leaf, each in values.items() if isinstance(leaf, core.NameConstant)}
    names = {name: Unknown() for name in free_names(*values.values()) - written}
    bound: list[Name] = []
    hole = Unknown()

    def enter(term: Term) -> tuple[Term, bool]:
        if isinstance(term, Name):
            return names.get(term, term), True
        if part is not None and alike(term, part):
            return hole, True
        if isinstance(term, Abstraction):
            bound.append(Name(term.name.label) if term.name in names else term.name)
            return Abstraction(bound[-1], swap(term.name, bound[-1], term.body)), False
        return term, False

    opened = {
        leaf: rebuilt(value, enter, lambda symbol, parts: (symbol, *parts))
        for leaf, value in values.items()
    }
    for own in names.values():
        apart = tuple((own, each) for each in names.values() if each is not own)
        own.attached = Constraints((*written, *bound), apart)
    return opened


def guide(store: Store, given: Pattern, pattern: Pattern) -> Callable[[], bool]:
    """Whether some values, as far as they are known by now, may still come to match a pattern."""

    def fits() -> bool:
        mark = len(store.trail)
        fitting = all(store.unify(given[leaf], part) for leaf, part in pattern.items())
        store.undo(mark)
        return fitting

    return fits
