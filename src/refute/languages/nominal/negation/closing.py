"""Variables inside `not` and conditions: those that are nowhere else exist there.

A variable that is also elsewhere must have got its value before, because failure says nothing about
values that are not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from refute.languages.nominal import core
from refute.languages.nominal.negation.rewrite import exists, free_variables, rebuild
from refute.languages.nominal.negation.uncovered import Uncovered
from refute.source import NO_SPAN


def closed(goal: core.Goal, head: Iterable[core.Term]) -> core.Goal:
    """The body of a clause with what `not` and conditions have for themselves quantified there."""
    known = _count(*head)
    return _Closing(known + _count_in(goal), {*known, *_outside_not(goal)}, set(known)).goal(goal)


def _count(*terms: core.Term) -> Counter[core.Variable]:
    return Counter(each for each in core.subterms(*terms) if isinstance(each, core.Variable))


def _count_in(goal: core.Goal) -> Counter[core.Variable]:
    """How often each variable occurs in a goal."""
    parts = list(core.subgoals(goal))
    return _count(*(term for part in parts for term in core.goal_parts(part)[0]))


def _outside_not(goal: core.Goal) -> set[core.Variable]:
    """The variables that occur in a goal elsewhere than in a `not`."""
    terms, goals = core.goal_parts(goal)
    found = set(_count(*terms))
    if not isinstance(goal, core.Not):
        found.update(*map(_outside_not, goals))
    return found


@dataclass(slots=True)
class _Closing:
    """Goes through goals in the order in which they are solved; `seen` have values by then.

    `count` says how often a variable occurs, `outside` has those that are not only in `not`.
    """

    count: Counter[core.Variable]
    outside: set[core.Variable]
    seen: set[core.Variable]

    def goal(self, goal: core.Goal) -> core.Goal:
        """A goal with its tests closed."""
        match goal:
            case core.Not(inner):
                own = [each for each in free_variables(inner) if each not in self.outside]
                return core.Not(self._test(inner, own))
            case core.IfThenElse(condition, then, otherwise):
                inside = _count_in(condition)
                own = [each for each in inside if inside[each] == self.count[each]]
                if not self.seen.issuperset(set(inside) - set(own)):
                    raise Uncovered("`->` takes the first of several solutions", NO_SPAN)
                tested = self._test(condition, own)
                return core.IfThenElse(tested, self.goal(then), self.goal(otherwise))
            case core.Either(left, right):
                before = set(self.seen)
                one, found = self.goal(left), set(self.seen)
                self.seen = before
                other = self.goal(right)
                self.seen |= found
                return core.Either(one, other)
            case core.Both() | core.New() | core.Exists() | core.ForAll() | core.Every():
                return rebuild(goal, lambda term: term, self.goal)
            case _:
                self.seen |= set(_count_in(goal))
                return goal

    def _test(self, goal: core.Goal, own: list[core.Variable]) -> core.Goal:
        for variable in free_variables(goal):
            if variable not in self.seen and variable not in own:
                text = f"it is tested whether something fails before `{variable}` has a value"
                raise Uncovered(text, NO_SPAN)
        outside = self.outside | _outside_not(goal)
        inner = _Closing(self.count, outside, self.seen | set(own)).goal(goal)
        return exists(own, inner)
