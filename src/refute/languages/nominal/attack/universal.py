"""`forall*`: a goal holds for every value of a type, shown case by case.

An open case is shown either for an arbitrary value, about which nothing is known, or for each
constructor of its type applied to open cases. Arbitrary values are not used for goals whose failure
is meaningful, because a goal may fail for an arbitrary value but hold for a specific one.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TypeAlias

from refute.languages.nominal.attack.fill import Types, find_holes
from refute.languages.nominal.attack.relations import BoundedEngine, Relation, Ways
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.conditions import Horizon
from refute.languages.nominal.engine.entrance import Code
from refute.languages.nominal.engine.procedures import Procedure
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.types import ABSTRACTION, Applied, SortsOf, Type, substitute

Case: TypeAlias = tuple[terms.Unknown, Type]
"""A hole in a term that stands for all terms of a type."""

LATE = 40
"""Goals with fewer alternatives than this are resolved before a case is split."""

VERY_LATE = 1000
"""The same as `LATE` while it is not known which names there are."""


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
        self.signature = types.signature
        self.goal = goal
        self.type = first.type
        self.shared = [each.type for each in others]
        self.cost = sum(engine.costs.step(step) for step, _ in steps)
        self._relations: dict[Type, _Cases] = {}
        self.fill([self._begin], [self.cost], [False])

    def _begin(self, frame: Frame) -> Frame | None:
        values, after = frame[1:-1], frame[-1]
        horizon = Horizon(named=self.engine.sorts(self.type) != 0)
        if not all(horizon.holds(self.engine, each) for each in values):
            return None
        hole = terms.Unknown()
        return self.shown(hole, ((hole, self.type),), (), values, after)

    def shown(
        self,
        term: Term,
        cases: tuple[Case, ...],
        bound: tuple[tuple[terms.Name, Type], ...],
        values: tuple[Term, ...],
        after: Frame,
    ) -> Frame:
        """The frame that shows the goal for all cases of a term in which some names are bound."""
        if not cases:
            return (self.goal, term, *values, after)
        type_ = substitute(cases[0][1], {})
        if type_ not in self._relations:
            self._relations[type_] = _Cases(self, type_)
        return (self._relations[type_], term, cases, bound, values, after)


class _Cases(Relation):
    """The ways to show a goal for the first open case of a term, which has a given type."""

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
        self.fill([code for code, _ in ways], [cost for _, cost in ways], [False] * len(ways))

    def _split(self) -> tuple[Code | None, float]:
        """The code that splits the type, and the number of cases."""
        constructors = self.universal.signature.constructors(self.type)
        if constructors is not None:
            return self._constructed, len(constructors)
        if self.named:
            return self._names, 2
        if isinstance(self.type, Applied) and self.type.constructor is ABSTRACTION:
            return self._opened, 1
        return None, inf

    def breadth(self, ways: Ways, frame: Frame) -> int:
        if len(ways.priced) == 1 and not self.named:
            return 1
        return VERY_LATE if self.named and _may_get_names(frame[4]) else LATE

    def _arbitrary(self, frame: Frame) -> Frame:
        value = terms.Eigenvariable("X", sorts=self.engine.sorts(self.type))
        return self._with(frame, value, (), frame[-1])

    def _constructed(self, frame: Frame) -> Frame:
        after: Frame = frame[-1]
        for symbol, types in reversed(self.universal.signature.constructors(self.type) or ()):
            holes = tuple((terms.Unknown(), each) for each in types)
            term = (symbol, *(hole for hole, _ in holes)) if holes else symbol.constant
            after = self._with(frame, term, holes, after)
        return after

    def _opened(self, frame: Frame) -> Frame | None:
        assert isinstance(self.type, Applied)
        sort, body = self.type.arguments
        name, hole = terms.Name("a", self.engine.sorts(sort)), terms.Unknown()
        if not all(self.engine.apart(name, each) for each in frame[4]):
            return None
        bound = (*frame[3], (name, substitute(sort, {})))
        abstraction = terms.Abstraction(name, hole)
        return self._with(frame, abstraction, ((hole, body),), frame[-1], bound)

    def _names(self, frame: Frame) -> Frame | None:
        """A case for each existing name, and one for all others."""
        bound, values = frame[3], frame[4]
        after: Frame = frame[-1]
        if _may_get_names(values):
            return None
        roots = zip(values, self.universal.shared, strict=True)
        names = {**find_holes(self.universal.types, roots).names, **dict(bound)}
        there = [name for name, sort in names.items() if substitute(sort, {}) == self.type]
        for name in [terms.Name("a", self.engine.sorts(self.type)), *there]:
            after = self._with(frame, name, (), after)
        return after

    def _with(
        self,
        frame: Frame,
        value: Term,
        holes: tuple[Case, ...],
        after: Frame,
        bound: tuple[tuple[terms.Name, Type], ...] | None = None,
    ) -> Frame:
        """The frame in which the first open case is replaced by a value with open cases in it."""
        _, term, ((hole, _), *others), names, values, _ = frame
        return self.universal.shown(
            _filled(term, hole, value),
            (*holes, *others),
            names if bound is None else bound,
            values,
            after,
        )


def _filled(term: Term, hole: terms.Unknown, value: Term) -> Term:
    """A term with a hole replaced by a value."""
    if term is hole:
        return value
    if type(term) is tuple:
        return (term[0], *(_filled(each, hole, value) for each in term[1:]))
    if type(term) is terms.Abstraction:
        return terms.Abstraction(term.name, _filled(term.body, hole, value))
    return term


def _may_get_names(values: tuple[Term, ...]) -> bool:
    """Whether there are unknowns or arbitrary values that may contain names."""
    return any(
        type(inner) in {terms.Unknown, terms.Eigenvariable} and inner.sorts != 0
        for inner in map(terms.unsuspended, terms.walk(*values))
    )


def bounded_engine(sorts: SortsOf, types: Types) -> BoundedEngine:
    """An engine for the bounded search, which can also solve `forall*`."""
    engine = BoundedEngine(sorts)
    engine.universal = partial(Universal, engine, types)
    return engine
