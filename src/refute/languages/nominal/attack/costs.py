"""Minimum numbers of steps for goals: for a predicate, and for a call with known arguments.

A branch is cut as soon as the remaining goals cannot be solved within the bound, so better lower
bounds on their costs make the search smaller. More is known about a call than about its predicate:
`mem(X, [])` has no derivation, and a type without free variables is more than a variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TypeAlias, TypeVar

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.procedures import CutTo, Step

S = TypeVar("S")

Top: TypeAlias = core.Symbol | None
"""The constructor at the top of a term; None if it is not known or there is none."""

Tops: TypeAlias = tuple[Top, ...]

Call: TypeAlias = tuple[core.Symbol, Tops]

Known: TypeAlias = dict[core.Term, Top]
"""The tops of variables."""

MOST_CALLS = 2_000
"""Maximum number of calls that are distinguished; the rest have the costs of their predicates."""


class Costs:
    """Minimum numbers of steps for predicates, computed as fixed points on first use.

    They are infinite if there is no derivation at all.
    """

    def __init__(self) -> None:
        self._least: dict[core.Symbol, float] = {}

    def predicate(self, symbol: core.Symbol) -> float:
        """Minimum number of steps for a call of a predicate, including the call itself."""
        if symbol not in self._least:
            self._solve(core.reachable(symbol))
        return self._least[symbol]

    def clause(self, clause: core.Clause) -> float:
        """Minimum number of steps for a clause."""
        return _own(clause.predicate) + self.goal(clause.body)

    def goal(self, goal: core.Goal) -> float:
        """Minimum number of steps for a goal."""
        for symbol in core.called(goal):
            self.predicate(symbol)
        return self._known(goal)

    def step(self, step: Step) -> float:
        """Minimum number of steps for a step of a procedure; 0 if it is not a goal."""
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

    def _known(self, goal: core.Goal) -> float:
        match goal:
            case core.Atom(predicate):
                return self._least.get(predicate, inf)
            case core.Both(goals):
                return sum(map(self._known, counted(goals)))
            case core.Either(left, right):
                return min(self._known(left), self._known(right))
            case core.IfThenElse(_, then, otherwise):
                return min(self._known(then), self._known(otherwise))
            case core.Quantifier(_, inner) | core.New(_, inner):
                return self._known(inner)
            case core.Fail():
                return inf
            case _:
                return 0


def counted(steps: Sequence[S]) -> Sequence[S]:
    """The parts that count: everything after the last cut, since conditions are free."""
    cuts = [number for number, each in enumerate(steps) if isinstance(each, core.Cut | CutTo)]
    return steps[cuts[-1] + 1 :] if cuts else steps


def _own(symbol: core.Symbol) -> int:
    """The cost of a call itself, without the bodies of its clauses."""
    return 0 if symbol.abbreviation else 1


class CallCosts:
    """Minimum numbers of steps for calls, computed as fixed points on first use.

    An argument is known by its top: the constructor there, or None.
    """

    def __init__(self, costs: Costs) -> None:
        self._costs = costs
        self._least: dict[Call, float] = {}
        self._new: list[Call] = []
        self._telling: dict[core.Symbol, set[int]] = {}

    def clause(self, clause: core.Clause, known: Mapping[int, core.Symbol]) -> float:
        """Minimum number of steps for a clause in a call with known tops at some positions."""
        tops = tuple(known.get(position) for position in range(len(clause.arguments)))
        least = self._clause(clause, tops)
        if self._new:
            self._solve()
            least = self._clause(clause, tops)
        return least

    def telling(self, symbol: core.Symbol) -> set[int]:
        """The positions of the arguments whose tops may affect the cost."""
        if symbol not in self._telling:
            self._find_telling(core.reachable(symbol))
        return self._telling[symbol]

    def _find_telling(self, symbols: list[core.Symbol]) -> None:
        for symbol in symbols:
            self._telling.setdefault(symbol, set())
        changed = True
        while changed:
            changed = False
            for clause in (each for symbol in symbols for each in symbol.clauses):
                before = self._telling[clause.predicate]
                found = before.union(self._telling_in(clause))
                changed = changed or len(found) > len(before)
                self._telling[clause.predicate] = found

    def _telling_in(self, clause: core.Clause) -> Iterator[int]:
        passed: set[core.Term] = set()
        for goal in core.subgoals(clause.body):
            match goal:
                case core.Atom(predicate, arguments):
                    passed.update(arguments[each] for each in self._telling[predicate])
                case core.Equals(left, right):
                    passed.update((left, right))
        for position, pattern in enumerate(clause.arguments):
            if pattern in passed or isinstance(unlisted(pattern), core.Construct):
                yield position

    def _solve(self) -> None:
        """Compute the costs of the new calls and of those that they lead to."""
        met: list[Call] = []
        while self._new:
            met.append(self._new.pop())
            self._cheapest(*met[-1])
        changed = True
        while changed:
            changed = False
            for call in reversed(met):
                least = self._cheapest(*call)
                if least < self._least[call]:
                    self._least[call] = least
                    changed = True

    def _cheapest(self, symbol: core.Symbol, tops: Tops) -> float:
        return min((self._clause(each, tops) for each in symbol.clauses), default=inf)

    def _clause(self, clause: core.Clause, tops: Tops) -> float:
        known: Known = {}
        if not all(_matches(*pair, known) for pair in zip(clause.arguments, tops, strict=True)):
            return inf
        return _own(clause.predicate) + self._goal(clause.body, known)

    def _goal(self, goal: core.Goal, known: Known) -> float:
        match goal:
            case core.Atom(predicate, arguments):
                return self._call(predicate, arguments, known)
            case core.Both(goals):
                some = counted(goals)
                possible = all(_agrees(each, known) for each in some)
                return sum(self._goal(each, known) for each in some) if possible else inf
            case core.Either(left, right):
                return min(self._goal(left, dict(known)), self._goal(right, dict(known)))
            case core.IfThenElse(_, then, otherwise):
                return min(self._goal(then, dict(known)), self._goal(otherwise, dict(known)))
            case core.Quantifier(_, inner) | core.New(_, inner):
                return self._goal(inner, known)
            case core.Fail():
                return inf
            case _:
                return 0 if _agrees(goal, known) else inf

    def _call(self, symbol: core.Symbol, arguments: tuple[core.Term, ...], known: Known) -> float:
        telling = self.telling(symbol)
        tops = tuple(
            _top(each, known) if position in telling else None
            for position, each in enumerate(arguments)
        )
        call = (symbol, tops)
        if call not in self._least:
            if len(self._least) >= MOST_CALLS:
                return self._costs.predicate(symbol)
            self._least[call] = inf
            self._new.append(call)
        return self._least[call]


def _matches(pattern: core.Term, top: Top, known: Known) -> bool:
    """Whether a term with a top may match a pattern; records the top of a variable."""
    pattern = unlisted(pattern)
    match pattern:
        case core.Variable():
            before = known.get(pattern)
            known[pattern] = before or top
            return before is None or top is None or before is top
        case core.Construct(symbol):
            return top is None or top is symbol
        case _:
            return True


def _agrees(goal: core.Goal, known: Known) -> bool:
    """Whether a goal, if it is an equation, may hold; records the tops of its variables."""
    if not isinstance(goal, core.Equals):
        return True
    left, right = goal.left, goal.right
    return _matches(left, _top(right, known), known) and _matches(right, _top(left, known), known)


def _top(term: core.Term, known: Known) -> Top:
    match unlisted(term):
        case core.Variable() as variable:
            return known.get(variable)
        case core.Construct(symbol):
            return symbol
        case _:
            return None
