"""Closed terms: what has no unknowns and no free names is built once, for all uses of a clause.

Names that it binds are the same in every use, which no goal can tell: terms are equal up to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from refute.languages.nominal import core
from refute.languages.nominal.builtins import listing
from refute.languages.nominal.engine.terms import Abstraction, Name, Term
from refute.languages.nominal.engine.unify import Store

Free = frozenset[core.NameConstant] | None
"""The names that are free in a term; nothing for a term with unknowns."""

NO_NAMES: frozenset[core.NameConstant] = frozenset()


class ClosedTerms:
    """Finds the closed terms among those of clauses, and makes them; each one is made once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._free: dict[int, tuple[core.Term, Free]] = {}
        self._made: dict[int, Term] = {}

    def is_closed(self, term: core.Term, written: Mapping[core.Leaf, int]) -> bool:
        """Whether a term has parts, but neither unknowns nor free names.

        `written` says how often each name occurs in a clause: those that the term binds must not
        occur outside of it, where they would get another name.
        """
        if not core.parts(term) or self._names(term) != NO_NAMES:
            return False
        names = Counter(each for each in core.subterms(term) if isinstance(each, core.NameConstant))
        return all(written[name] == number for name, number in names.items())

    def _names(self, term: core.Term) -> Free:
        if id(term) not in self._free:
            self._free[id(term)] = term, self._find_names(term)
        return self._free[id(term)][1]

    def _find_names(self, term: core.Term) -> Free:
        match term:
            case core.Literal():
                return NO_NAMES
            case core.NameConstant():
                return frozenset((term,))
            case core.Abstract(name, body):
                inside = self._names(body)
                return None if inside is None else inside - {name}
            case core.Construct() | core.Listing():
                found = NO_NAMES
                for part in core.parts(term):
                    names = self._names(part)
                    if names is None:
                        return None
                    found |= names
                return found
            case _:
                return None

    def value(self, term: core.Term) -> Term:
        """A closed term as the engine works on it."""
        made = self._made.get(id(term))
        if made is None:
            made = self._made[id(term)] = _built(term, {})
            self._store.fresh(Name("_"), made)  # notes that its abstractions are closed
        return made


def _built(term: core.Term, names: dict[core.NameConstant, Name]) -> Term:
    match term:
        case core.Literal(value):
            return value
        case core.NameConstant():
            return names[term]
        case core.Abstract(name, body):
            bound = names.setdefault(name, Name(name.label))
            return Abstraction(bound, _built(body, names))
        case core.Construct(symbol, ()):
            return symbol.constant
        case core.Construct(symbol, arguments):
            return (symbol, *(_built(each, names) for each in arguments))
        case core.Listing(items, tail):
            return listing(tuple(_built(each, names) for each in items), _built(tail, names))
        case _:
            raise AssertionError("not closed")
