"""Which predicates are functions: the last argument is determined by the other ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from refute.languages.nominal import core
from refute.languages.nominal.negation.goals import NO_NAMES, Scope
from refute.languages.nominal.negation.prepare import Uncovered, prepare
from refute.languages.nominal.negation.rewrite import (
    opened,
    replace_in_goal,
    solved,
    unifier,
)
from refute.languages.nominal.signature import argument_types, fresh_instance


@dataclass(slots=True)
class Functions:
    """Finds out whether there is at most one last argument for all other ones.

    A predicate is taken for a function as long as nothing speaks against it, so that those that
    call each other can be; where one turns out not to be, the others are looked at again.
    """

    _verdicts: dict[core.Symbol, bool] = field(default_factory=dict)

    def is_functional(self, symbol: core.Symbol) -> bool:
        """Whether clauses exclude each other and each of them determines its last argument."""
        if symbol not in self._verdicts:
            self._look_at(core.reachable(symbol))
        return self._verdicts[symbol]

    def _look_at(self, symbols: list[core.Symbol]) -> None:
        unknown = [each for each in symbols if each not in self._verdicts]
        self._verdicts.update(dict.fromkeys(unknown, True))
        changed = True
        while changed:
            changed = False
            for symbol in unknown:
                if self._verdicts[symbol] and not self._is_function(symbol):
                    self._verdicts[symbol] = False
                    changed = True

    def _is_function(self, symbol: core.Symbol) -> bool:
        if not argument_types(symbol):
            return False
        try:
            clauses = [prepare(each, fresh_instance(symbol)[0]) for each in symbol.clauses]
        except Uncovered:
            return False
        return all(map(self._determines, clauses)) and all(
            _exclude(one, other) for one, other in combinations(clauses, 2)
        )

    def _determines(self, clause: core.Clause) -> bool:
        """Whether a clause gives at most one value for its other arguments."""
        *inputs, output = clause.arguments
        names, goals = _top(clause.body)
        scope = Scope(dict.fromkeys(core.variables(*inputs), NO_NAMES), names)
        before = -1
        while before != len(scope.known):
            before = len(scope.known)
            for goal in goals:
                scope = self._learned(goal, scope)
        return scope.closed(output) and not scope.names_in(output)

    def _learned(self, goal: core.Goal, scope: Scope) -> Scope:
        """What is known after a goal that determines variables by what is known before."""
        match goal:
            case core.Equals(left, right) if scope.closed(left) or scope.closed(right):
                given, found = (left, right) if scope.closed(left) else (right, left)
            case core.Evaluates(left, right) if scope.closed(right):
                given, found = right, left
            case core.Atom(predicate, (*inputs, output)) if scope.closed(*inputs):
                if not self._verdicts.get(predicate, False):
                    return scope
                given, found = core.Construct(predicate, tuple(inputs)), output
            case _:
                return scope
        names = scope.names_in(given)
        new = [each for each in core.variables(found) if scope.is_open(each)]
        return scope.knowing(new, names | _bound(found))


def _bound(term: core.Term) -> frozenset[core.NameConstant]:
    """The names that are written in a term."""
    return frozenset(each for each in core.subterms(term) if isinstance(each, core.NameConstant))


def _top(goal: core.Goal) -> tuple[frozenset[core.NameConstant], list[core.Goal]]:
    """The names of a prepared clause, and its goals."""
    names: set[core.NameConstant] = set()
    while isinstance(goal, core.New):
        names.add(goal.name)
        goal = goal.goal
    return frozenset(names), opened([goal])


def _exclude(one: core.Clause, other: core.Clause) -> bool:
    """Whether no call can use both clauses."""
    values = unifier(one.arguments[:-1], other.arguments[:-1])
    if values is None:
        return True
    goals = [
        replace_in_goal(goal, values) for clause in (one, other) for goal in _top(clause.body)[1]
    ]
    left = solved(goals, lambda _: True)
    return left is None or any(map(_impossible, left))


def _impossible(goal: core.Goal) -> bool:
    return isinstance(goal, core.Fresh) and goal.left == goal.right
