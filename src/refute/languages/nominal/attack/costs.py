"""How many steps a goal needs at least, whatever its arguments are."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeAlias, TypeVar

from refute.languages.nominal import core
from refute.languages.nominal.procedures import CutTo, Step

S = TypeVar("S")

Cost: TypeAlias = float
"""A number of steps; infinite where there is no derivation at all."""


class Costs:
    """The least numbers of steps of predicates, found by fixed point when first asked for."""

    def __init__(self) -> None:
        self._least: dict[core.Symbol, Cost] = {}

    def predicate(self, symbol: core.Symbol) -> Cost:
        """The steps that a call of a predicate takes at least, the call itself included."""
        if symbol not in self._least:
            self._solve(reachable(symbol))
        return self._least[symbol]

    def clause(self, clause: core.Clause) -> Cost:
        """The steps that a clause takes at least."""
        return _own(clause.predicate) + self.goal(clause.body)

    def goal(self, goal: core.Goal) -> Cost:
        """The steps that a goal takes at least."""
        for part in core.subgoals(goal):
            if isinstance(part, core.Atom):
                self.predicate(part.predicate)
        return self._known(goal)

    def step(self, step: Step) -> Cost:
        """The steps that a part of compiled code takes at least."""
        return self.goal(step) if isinstance(step, core.Goal) else 0

    def _solve(self, symbols: list[core.Symbol]) -> None:
        for symbol in symbols:
            self._least.setdefault(symbol, inf)
        changed = True
        while changed:
            changed = False
            for symbol in symbols:
                bodies = (self._known(each.body) for each in symbol.clauses)
                least = _own(symbol) + min(bodies, default=inf)
                if least < self._least[symbol]:
                    self._least[symbol] = least
                    changed = True

    def _known(self, goal: core.Goal) -> Cost:
        match goal:
            case core.Atom(predicate):
                return self._least.get(predicate, inf)
            case core.Both(goals):
                return sum(map(self._known, counted(goals)))
            case core.Either(left, right):
                return min(self._known(left), self._known(right))
            case core.IfThenElse(_, then, otherwise):
                return min(self._known(then), self._known(otherwise))
            case (
                core.ForAll(_, inner)
                | core.Every(_, inner)
                | core.Exists(_, inner)
                | core.New(_, inner)
            ):
                return self._known(inner)
            case core.Fail():
                return inf
            case _:
                return 0


def counted(steps: Sequence[S]) -> Sequence[S]:
    """The parts that count: conditions, which are what comes before a cut, do not."""
    cuts = [place for place, each in enumerate(steps) if isinstance(each, core.Cut | CutTo)]
    return steps[cuts[-1] + 1 :] if cuts else steps


def _own(symbol: core.Symbol) -> int:
    """What a call itself costs, without what its clauses need."""
    return 0 if symbol.abbreviation else 1


def reachable(*symbols: core.Symbol) -> list[core.Symbol]:
    """Some predicates and all that their clauses call, directly or not."""
    found = dict.fromkeys(symbols)
    waiting = list(symbols)
    while waiting:
        for clause in waiting.pop().clauses:
            for symbol in called(clause.body):
                if symbol not in found:
                    found[symbol] = None
                    waiting.append(symbol)
    return list(found)


def called(goal: core.Goal) -> list[core.Symbol]:
    """The predicates that a goal calls directly."""
    return [each.predicate for each in core.subgoals(goal) if isinstance(each, core.Atom)]


IMPURE = (core.Cut, core.Not, core.IfThenElse, core.Evaluates, core.ForAll)
"""Goals whose meaning depends on what was solved before them."""


def is_pure(goal: core.Goal) -> bool:
    """Whether the parts of a goal, and of what it calls, may be solved in any order."""
    bodies = [clause.body for symbol in reachable(*called(goal)) for clause in symbol.clauses]
    return not any(
        isinstance(part, IMPURE) for body in (goal, *bodies) for part in core.subgoals(body)
    )
