"""Closed terms, without unknowns and free names, are built once for all uses of a clause.

Their bound names are the same in every use. No goal can tell, since terms are equal up to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from refute.languages.nominal import core
from refute.languages.nominal.builtins import listing
from refute.languages.nominal.engine.terms import Abstraction, Name, Term
from refute.languages.nominal.engine.unify import Store

Free = frozenset[core.NameConstant] | None
"""The free names of a term; None for a term with unknowns."""

NO_NAMES: frozenset[core.NameConstant] = frozenset()


class ClosedTerms:
    """Finds the closed terms in clauses and builds each of them once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._free: dict[int, tuple[core.Term, Free]] = {}
        self._made: dict[int, Term] = {}

    def is_closed(self, term: core.Term, written: Mapping[core.Leaf, int]) -> bool:
        """Whether a term has parts, but neither unknowns nor free names.

        `written` is the number of occurrences of each name in a clause: names bound in the term
        must not occur outside it, where a different name would be made for them.
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
        """A closed term in the representation of the engine."""
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
