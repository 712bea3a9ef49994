"""What is near a counterexample: the same values with one of their parts left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import rebuilt
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Constraints,
    Name,
    Term,
    Unknown,
    alike,
    free_names,
    swap,
    walk,
)
from refute.languages.nominal.engine.unify import Store

Pattern: TypeAlias = Mapping[core.Leaf, Term]
"""The values of a theorem's variables and names, with unknowns for what may be anything."""


def nearby(values: Pattern) -> Iterator[Pattern]:
    """Closed values as they are, then with each part, wherever it stands, left open; small first.

    Names that the theorem does not write are open as well: others will do.
    """
    yield _opened(values, None)
    parts: list[Term] = []
    for part in walk(*values.values()):
        if not isinstance(part, Name) and not any(alike(part, each) for each in parts):
            parts.append(part)
    for part in sorted(parts, key=lambda each: sum(1 for _ in walk(each))):
        yield _opened(values, part)


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
