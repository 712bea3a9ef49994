"""Prepares clauses for complement: at given types, with linear heads without names (section 4.1).

Other conditions of a head are moved to the body: `p(X, x\\M, X) :- G` becomes
`p(X, F, Y) :- new x. exists M. Y = X, F = x\\M, G`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field

from refute.frontend.unify import unify
from refute.languages.nominal import core, rewrite
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.signature import type_of
from refute.languages.nominal.types import Type, TypeVariable, substitute, type_variables
from refute.record import entity
from refute.source import NO_SPAN, Span


class Uncovered(Exception):
    """Negation elimination does not support a clause or goal, for the given reason."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def closed(goal: core.Goal, head: Iterable[core.Term]) -> core.Goal:
    """The body of a clause, quantifying the variables local to `not` and to conditions there."""
    known = core.variables(*head)
    return _Closing(known + _count_in(goal), {*known, *_outside_not(goal)}, set(known)).goal(goal)


def _count_in(goal: core.Goal) -> Counter[core.Variable]:
    """The number of occurrences of each variable in a goal."""
    return core.variables(*core.goal_terms(goal))


def _outside_not(goal: core.Goal) -> set[core.Variable]:
    """The variables that occur in a goal outside of `not`."""
    terms, goals = core.goal_parts(goal)
    found = set(core.variables(*terms))
    if not isinstance(goal, core.Not):
        found.update(*map(_outside_not, goals))
    return found


@entity
class _Closing:
    """Visits goals in the order in which they are solved; those in `seen` have values already.

    `count` is the number of occurrences of each variable; the variables in `outside` occur outside
    of `not`.
    """

    count: Counter[core.Variable]
    outside: set[core.Variable]
    seen: set[core.Variable]

    def goal(self, goal: core.Goal) -> core.Goal:
        """A goal with its tests closed."""
        match goal:
            case core.Not(inner):
                own = [each for each in rewrite.free_variables(inner) if each not in self.outside]
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
                return rewrite.rebuild(goal, lambda term: term, self.goal)
            case _:
                self.seen |= set(_count_in(goal))
                return goal

    def _test(self, goal: core.Goal, own: list[core.Variable]) -> core.Goal:
        for variable in rewrite.free_variables(goal):
            if variable not in self.seen and variable not in own:
                text = f"it is tested whether something fails before `{variable}` has a value"
                raise Uncovered(text, NO_SPAN)
        outside = self.outside | _outside_not(goal)
        inner = _Closing(self.count, outside, self.seen | set(own)).goal(goal)
        return rewrite.exists(own, inner)


DEEPEST = 8
"""Maximum nesting of patterns; deeper parts are moved to the body and compared as a whole."""


def prepare(
    clause: core.Clause, types: tuple[Type, ...], kept: tuple[int, ...] | None = None
) -> core.Clause:
    """A copy of a clause for arguments of some types, with a head of constructors and variables.

    Only the arguments at the positions in `kept` stay in the head; by default, all. Every variable
    that is not in the head is quantified in the body.
    """
    copied = _copy(clause, types)
    free = _free_names(*copied.arguments)
    if free:
        raise Uncovered(f"the head of a clause has the name `{free[0]}` free in it", clause.span)
    head = Linear()
    positions = range(len(types)) if kept is None else kept
    arguments = tuple(head.pattern(copied.arguments[each]) for each in positions)
    goal = rewrite.both([*head.equations, copied.body])
    known = set(core.variables(*arguments))
    goal = rewrite.exists(
        [each for each in rewrite.free_variables(goal) if each not in known], goal
    )
    for name in reversed(core.goal_leaves(goal)):
        if isinstance(name, core.NameConstant):
            goal = rewrite.new(name, goal)
    return core.Clause(clause.predicate, arguments, goal, clause.span)


def _copy(clause: core.Clause, types: tuple[Type, ...]) -> core.Clause:
    """A copy of a clause with new variables and names, for arguments of some types."""
    known: dict[TypeVariable, Type] = {}
    values: dict[core.Leaf, core.Term] = {}
    for leaf in _leaves(clause):
        values[leaf] = type(leaf)(leaf.label, _copied_type(leaf.type, known))
    arguments = tuple(rewrite.spelled(core.replace(each, values)) for each in clause.arguments)
    for argument, type_ in zip(arguments, types, strict=True):
        unify(type_of(argument), type_)
    body = rewrite.normal(rewrite.replace_in_goal(clause.body, values))
    return core.Clause(clause.predicate, arguments, closed(body, arguments), clause.span)


def _leaves(clause: core.Clause) -> list[core.Leaf]:
    """All variables and names of a clause, including bound ones."""
    goals = core.subgoals(clause.body)
    terms = core.subterms(*clause.arguments, *core.goal_terms(clause.body))
    found: list[core.Leaf] = [each for each in terms if isinstance(each, core.Leaf)]
    found += [goal.variable for goal in goals if isinstance(goal, core.Exists | core.Every)]
    return list(dict.fromkeys(found))


def _copied_type(type_: Type, known: dict[TypeVariable, Type]) -> Type:
    """A type with new variables for its unsolved ones."""
    for variable in type_variables(type_):
        known.setdefault(variable, TypeVariable(variable.label, names=variable.names))
    return substitute(type_, known)


def _free_names(*terms: core.Term) -> list[core.NameConstant]:
    """The names that occur in some terms outside their binders, the last first."""
    found: list[core.NameConstant] = []
    for term in reversed(terms):
        match term:
            case core.NameConstant():
                found.append(term)
            case core.Abstract(name, body):
                found += [each for each in _free_names(body) if each is not name]
            case _:
                found += _free_names(*core.parts(term))
    return found


@entity
class Linear:
    """Makes linear patterns of constructors and variables; `equations` are the other conditions."""

    equations: list[core.Goal] = field(default_factory=list)
    seen: set[core.Variable] = field(default_factory=set)

    def pattern(self, term: core.Term, depth: int = 0) -> core.Term:
        """The pattern for a term in the head."""
        match term:
            case core.Variable() if term not in self.seen:
                self.seen.add(term)
                return term
            case core.Construct(symbol, arguments) if (
                rewrite.is_constructor(symbol) and depth < DEEPEST
            ):
                parts = tuple(self.pattern(each, depth + 1) for each in arguments)
                return core.Construct(symbol, parts)
            case _:
                variable = rewrite.fresh(type_of(term), _label(term))
                self.seen.add(variable)
                self.equations.append(core.Equals(variable, _listed(term)))
                return variable


def _listed(term: core.Term) -> core.Term:
    """A term; a list without variables becomes a list literal."""
    items: list[core.Term] = []
    tail = term
    while isinstance(tail, core.Construct) and tail.symbol is CONS:
        items.append(tail.arguments[0])
        tail = tail.arguments[1]
    if not items or core.variables(term):
        return term
    return core.Listing(tuple(items), tail)


def _label(term: core.Term) -> str:
    """The label of the variable that stands for a term."""
    match term:
        case core.Variable(label) | core.Abstract(_, core.Variable(label)):
            return label
        case _:
            return "_"
