"""`forall*`: a goal holds for every value of a type, shown case by case.

An open case is shown once for an arbitrary value, about which nothing is known, or for each
constructor of its type around open cases. The first way is not open to goals whose failure means
something, because an arbitrary value makes them fail where a special one would not.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeAlias

from refute.frontend.unify import resolve
from refute.languages.nominal.attack.fill import Types, find_places
from refute.languages.nominal.attack.relations import BoundedEngine, Code, Frame, Relation
from refute.languages.nominal.conditions import Horizon
from refute.languages.nominal.negation.signature import Signature
from refute.languages.nominal.procedures import Procedure
from refute.languages.nominal.terms import (
    Abstraction,
    Eigenvariable,
    Name,
    Suspended,
    Term,
    Unknown,
    walk,
)
from refute.languages.nominal.types import ABSTRACTION, Applied, Type

Case: TypeAlias = tuple[Unknown, Type]
"""A place in a term that stands for all terms of a type."""

LATE = 40
"""Goals with fewer alternatives than this are resolved before a case is split."""

VERY_LATE = 1000
"""The same while it is not known which names there are."""


class Universal(Relation):
    """The relation of one `forall*`; its frames hold the values of the other variables."""

    def __init__(
        self, engine: BoundedEngine, types: Types, goal: Relation, procedure: Procedure
    ) -> None:
        super().__init__("forall*", ordered=goal.ordered)
        first, *others = procedure.given or ()
        ((_, steps),) = procedure.clauses
        self.engine = engine
        self.types = types
        self.signature = Signature(types.datatypes)
        self.goal = goal
        self.type = first.type
        self.shared = [each.type for each in others]
        self.cost = sum(engine.costs.step(step) for step, _ in steps)
        self._relations: dict[Type, _Cases] = {}
        self.fill([self._begin], [self.cost], [False])

    def _begin(self, frame: Frame) -> Frame | None:
        values, after = frame[1:-1], frame[-1]
        horizon = Horizon(named=not self.engine.nameless(self.type))
        if not all(horizon.holds(self.engine, each) for each in values):
            return None
        place = Unknown()
        return self.shown(place, ((place, self.type),), (), values, after)

    def shown(
        self,
        term: Term,
        cases: tuple[Case, ...],
        bound: tuple[tuple[Name, Type], ...],
        values: tuple[Term, ...],
        after: Frame,
    ) -> Frame:
        """The frame that shows the goal for all cases of a term, in which some names are bound."""
        if not cases:
            return (self.goal, term, *values, after)
        type_ = _deep(cases[0][1])
        if type_ not in self._relations:
            self._relations[type_] = _Cases(self, type_)
        return (self._relations[type_], term, cases, bound, values, after)


class _Cases(Relation):
    """The ways to show a goal for an open case of one type, the first of those that are left."""

    def __init__(self, universal: Universal, type_: Type) -> None:
        super().__init__("case", ordered=universal.ordered)
        self.universal = universal
        self.engine = universal.engine
        self.type = type_
        self.named = isinstance(type_, Applied) and type_.constructor.names
        ways: list[tuple[Code, float]] = []
        if not universal.ordered:
            ways.append((self._arbitrary, universal.cost))
        split, count = self._split()
        if split is not None:
            ways.append((split, universal.cost * count + (count != 1)))
        codes, costs = [code for code, _ in ways], [cost for _, cost in ways]
        self.fill(codes, costs if codes else [], [False] * len(codes))

    def _split(self) -> tuple[Code | None, float]:
        """How the type is split, and into how many cases."""
        constructors = self.universal.signature.constructors(self.type)
        if constructors is not None:
            return self._constructed, len(constructors)
        if self.named:
            return self._names, 2
        if isinstance(self.type, Applied) and self.type.constructor is ABSTRACTION:
            return self._opened, 1
        return None, inf

    def breadth(self, mask: int, frame: Frame) -> int:
        if mask.bit_count() == 1 and not self.named:
            return 1
        return VERY_LATE if self.named and _may_get_names(frame[4]) else LATE

    def _arbitrary(self, frame: Frame) -> Frame:
        value = Eigenvariable("X", nameless=self.engine.nameless(self.type))
        return self._with(frame, value, (), frame[-1])

    def _constructed(self, frame: Frame) -> Frame:
        after: Frame = frame[-1]
        for symbol, types in reversed(self.universal.signature.constructors(self.type) or ()):
            places = tuple((Unknown(), each) for each in types)
            term = (symbol, *(place for place, _ in places)) if places else symbol.constant
            after = self._with(frame, term, places, after)
        return after

    def _opened(self, frame: Frame) -> Frame | None:
        assert isinstance(self.type, Applied)
        sort, body = self.type.arguments
        name, place = Name("a"), Unknown()
        if not all(self.engine.apart(name, each) for each in frame[4]):
            return None
        bound = (*frame[3], (name, _deep(sort)))
        abstraction = Abstraction(name, place)
        return self._with(frame, abstraction, ((place, body),), frame[-1], bound)

    def _names(self, frame: Frame) -> Frame | None:
        """The names that are there, and one for all others."""
        bound, values = frame[3], frame[4]
        after: Frame = frame[-1]
        if _may_get_names(values):
            return None
        roots = zip(values, self.universal.shared, strict=True)
        names = {**find_places(self.universal.types, roots).names, **dict(bound)}
        there = [name for name, sort in names.items() if _deep(sort) == self.type]
        for name in [Name("a"), *there]:
            after = self._with(frame, name, (), after)
        return after

    def _with(
        self,
        frame: Frame,
        value: Term,
        places: tuple[Case, ...],
        after: Frame,
        bound: tuple[tuple[Name, Type], ...] | None = None,
    ) -> Frame:
        """The frame in which the first open case has a value with open cases in it."""
        _, term, ((place, _), *others), names, values, _ = frame
        return self.universal.shown(
            _filled(term, place, value),
            (*places, *others),
            names if bound is None else bound,
            values,
            after,
        )


def _filled(term: Term, place: Unknown, value: Term) -> Term:
    """A term with a value in a place."""
    if term is place:
        return value
    if type(term) is tuple:
        return (term[0], *(_filled(each, place, value) for each in term[1:]))
    if type(term) is Abstraction:
        return Abstraction(term.name, _filled(term.body, place, value))
    return term


def _may_get_names(values: tuple[Term, ...]) -> bool:
    """Whether there are unknowns that may come to contain names."""
    for part in walk(*values):
        unknown = part.term if type(part) is Suspended else part
        if type(unknown) in {Unknown, Eigenvariable} and not unknown.nameless:
            return True
    return False


def _deep(type_: Type) -> Type:
    type_ = resolve(type_)
    if not isinstance(type_, Applied):
        return type_
    return Applied(type_.constructor, tuple(map(_deep, type_.arguments)))


def universal(engine: BoundedEngine, types: Types) -> Callable[[Relation, Procedure], Relation]:
    """What makes the relations of `forall*` for an engine."""
    return lambda goal, procedure: Universal(engine, types, goal, procedure)
