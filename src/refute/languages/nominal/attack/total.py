"""Functions that have exactly one value everywhere, as their equations show.

One argument is taken apart: each constructor of its type has one equation, or several that tell
apart which names in it and beside it are the same, as those of a substitution do for a variable.
An equation calls its function on parts of that argument only, and other functions of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.escape import escaping
from refute.languages.nominal.signature import Signature, argument_types
from refute.languages.nominal.types import Applied, SortsOf, Type
from refute.record import entity, record

MOST_NAMES = 5
"""Maximum number of names in an equation which may be the same or not."""


@record
class Case:
    """What an equation is for: a constructor, and which names are the same, and which are not.

    The names are variables, in an order that all equations of a constructor share.
    """

    constructor: core.Symbol
    names: tuple[core.Variable, ...]
    apart: frozenset[frozenset[core.Variable]]

    def fits(self, alike: Sequence[int]) -> bool:
        """Whether it is for names of which those with equal numbers are the same."""
        numbers: dict[core.Variable, int] = {}
        pairs = zip(self.names, alike, strict=True)
        same = all(numbers.setdefault(name, number) == number for name, number in pairs)
        return same and all(len({numbers[each] for each in pair}) > 1 for pair in self.apart)


@entity
class Totality:
    """Knows which functions have one value everywhere."""

    signature: Signature
    sorts: SortsOf
    _known: dict[core.Symbol, int | None] = field(default_factory=dict)

    def argument(self, function: core.Symbol) -> int | None:
        """The position of the argument that a function takes apart; None where it is not total."""
        if function not in self._known:
            self._known[function] = None  # of functions that call each other none is
            self._known[function] = next(self._arguments(function), None)
        return self._known[function]

    def _arguments(self, function: core.Symbol) -> Iterator[int]:
        types = argument_types(function)[:-1]
        if function.role != "function" or function.variables:
            return
        for position, type_ in enumerate(types):
            constructors = [each for each, _ in self.signature.constructors(type_) or ()]
            cases: dict[core.Symbol, list[Case]] = {each: [] for each in constructors}
            for clause in function.clauses if constructors else ():
                case = self._case(clause, position)
                if case is None:
                    break
                cases[case.constructor].append(case)
            else:
                if constructors and all(map(_one_fits, cases.values())):
                    yield position

    def _case(self, clause: core.Clause, position: int) -> Case | None:
        """The case of an equation; None where it need not have a value in its case."""
        *patterns, _ = clause.arguments
        pattern = unlisted(patterns.pop(position))
        if not isinstance(pattern, core.Construct) or escaping(clause, self.sorts):
            return None
        parts = [_below_binders(each) for each in pattern.arguments]
        given = [each for each in (*parts, *patterns) if isinstance(each, core.Variable)]
        names = tuple(each for each in given if _is_name(each.type))
        different = {each for each in given if given.count(each) == 1 or each in names}
        if len(given) < len(parts) + len(patterns) or not different.issuperset(given):
            return None
        apart: set[frozenset[core.Variable]] = set()
        smaller = {*parts}
        outside = {*patterns, *pattern.arguments}
        known: set[core.Term] = {*given}
        for goal in core.conjuncts(clause.body):
            match goal:
                case core.Fresh(core.NameConstant(), right):
                    satisfiable = outside.issuperset(core.variables(right))
                case core.Fresh(core.Variable() as left, core.Variable() as right):
                    satisfiable = left in names and right in names
                    apart.add(frozenset((left, right)))
                case core.Atom(called, (*arguments, core.Variable() as value)):
                    recursive = called is clause.predicate and arguments[position] in smaller
                    satisfiable = recursive or self.argument(called) is not None
                    satisfiable = satisfiable and known.issuperset(core.variables(*arguments))
                    satisfiable = satisfiable and value not in known
                    known.add(value)
                case _:
                    satisfiable = False
            if not satisfiable:
                return None
        return Case(pattern.symbol, names, frozenset(apart))


def _below_binders(term: core.Term) -> core.Term:
    """What the binders at the top of a term are around."""
    while isinstance(term, core.Abstract):
        term = term.body
    return term


def _is_name(type_: Type) -> bool:
    type_ = resolve(type_)
    return isinstance(type_, Applied) and type_.constructor.names


def _one_fits(cases: list[Case]) -> bool:
    """Whether exactly one of the cases of a constructor fits, whichever names are the same."""
    if not cases or len(cases[0].names) > MOST_NAMES:
        return False
    types = [resolve(each.type) for each in cases[0].names]
    return all(sum(each.fits(alike) for each in cases) == 1 for alike in _likenesses(types))


def _likenesses(types: Sequence[Type]) -> Iterator[tuple[int, ...]]:
    """All ways in which names of some types can be the same: equal numbers for what is."""
    found: list[tuple[int, ...]] = [()]
    for place, type_ in enumerate(types):
        found = [
            (*before, number)
            for before in found
            for number in range(max(before, default=-1) + 2)
            if all(types[i] == type_ for i in range(place) if before[i] == number)
        ]
    yield from found
