"""When two examples are alike, and the condition for one that differs.

Examples are of the same kind if their lists have the same sizes, the same components are nil or of
the same alternative, and the same values are equal to each other. Different numbers or texts alone
do not make another kind. Alternatives with the same structure count as one, as their values are the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from refute.languages.fmsl.symbolic.models import Model
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Atomic,
    Either,
    Items,
    Labelled,
    Record,
    Symbolic,
    Text,
    merge,
    missing,
    same,
)
from refute.record import record
from refute.terms import BOOL, FALSE, TRUE, Term, conjunction, disjunction, evaluate, negation

MOST_COMPARED = 16
"""Maximum number of values of one sort that are compared with each other."""

WAYS = ("other sizes", "other components", "other equalities")
"""The ways in which examples differ, clearest first."""


@record
class Features:
    """Conditions that hold for an example or not, by subject."""

    sizes: tuple[Term, ...]
    components: tuple[Term, ...]
    equalities: tuple[Term, ...]

    def other_than(self, model: Model) -> tuple[Term, ...]:
        """The conditions for examples unlike that of a model, one for each way of differing.

        One that differs in components may have the same sizes or not, and so on.
        """
        found: list[Term] = []
        conditions = []
        for each in (self.sizes, self.components, self.equalities):
            found.extend(negation(term) if evaluate(term, model) else term for term in each)
            conditions.append(disjunction(*found))
        return tuple(conditions)


def features(values: Iterable[Symbolic | Term]) -> Features:
    """The features of unknown values; conditions among them count as components."""
    values = list(values)
    collector = _Collector()
    for each in values:
        if isinstance(each, Term):
            collector.components.append(each)
        else:
            collector.visit(each, TRUE)
    equalities = tuple(collector.equalities())
    return Features(tuple(collector.sizes), tuple(collector.components), equalities)


class _Collector:
    """Walks through values, each with the condition under which it exists."""

    def __init__(self) -> None:
        self.sizes: list[Term] = []
        self.components: list[Term] = []
        self.leaves: dict[object, list[tuple[Term, Symbolic]]] = {}

    def visit(self, value: Symbolic, there: Term) -> None:
        """Record the features of a value and of its parts."""
        nil = missing(value)
        if nil is not FALSE:
            self.components.append(conjunction(there, nil))
        there = conjunction(there, negation(nil))
        match value:
            case Items(items):
                for present, each in items:
                    self.sizes.append(conjunction(there, present))
                    self.visit(each, conjunction(there, present))
            case Record(_, parts):
                for each in parts:
                    self.visit(each, there)
            case Either(_, options):
                for chosen, each in _told_apart(options):
                    self.components.append(conjunction(there, chosen))
                    self.visit(each, conjunction(there, chosen))
            case Labelled(_, content):
                self.visit(content, there)
            case Atom(_, term) if term.sort is BOOL:
                self.components.append(conjunction(there, term))
            case Atom(_, term):
                self.leaves.setdefault(term.sort, []).append((there, value))
            case Text():
                self.leaves.setdefault("text", []).append((there, value))
            case Atomic(_, name):
                self.leaves.setdefault(name, []).append((there, value))

    def equalities(self) -> Iterator[Term]:
        """The conditions that values of one sort are equal."""
        for leaves in self.leaves.values():
            for (there, one), (too, other) in combinations(leaves[:MOST_COMPARED], 2):
                alike = conjunction(there, too, same(one, other))
                if alike not in (TRUE, FALSE):
                    yield alike


def _told_apart(options: Iterable[tuple[Term, Symbolic]]) -> Iterable[tuple[Term, Symbolic]]:
    """Options with those of equal structure merged."""
    found: dict[object, tuple[Term, Symbolic]] = {}
    for chosen, each in options:
        before, other = found.get(_structure(each), (FALSE, each))
        found[_structure(each)] = disjunction(before, chosen), merge(chosen, each, other)
    return found.values()


def _structure(value: Symbolic) -> object:
    """A key that values share if their structure does not distinguish them."""
    match value:
        case Record(_, parts):
            return ("record", *map(_structure, parts))
        case Items(items):
            return ("list", len(items), *(_structure(each) for _, each in items[:1]))
        case Labelled(label, content):
            return ("label", label, _structure(content))
        case Either(_, options):
            return ("either", *(_structure(each) for _, each in options))
        case Atom(_, term) | Text(_, term):
            return (type(value), term.sort, term.payload if term.is_value else None)
        case Atomic(_, name):
            return ("object", name)
        case _:
            return value
