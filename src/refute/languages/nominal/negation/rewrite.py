"""Goals built with the laws of truth and falsehood, and replaced variables in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.types import Type

Replacement: TypeAlias = Mapping["core.Variable | core.NameConstant", core.Term]

FALSE = core.Fail()


def fresh(type_: Type, label: str = "_") -> core.Variable:
    """A new variable."""
    return core.Variable(label, type_)


def both(goals: Iterable[core.Goal]) -> core.Goal:
    """All of these goals, each once."""
    flat: dict[core.Goal, None] = {}
    for goal in goals:
        flat.update(dict.fromkeys(goal.goals if isinstance(goal, core.Both) else (goal,)))
    if FALSE in flat:
        return FALSE
    return core.conjunction(list(flat))


def either(goals: Iterable[core.Goal]) -> core.Goal:
    """One of these goals, each once; that which does not search stands first as it is given."""
    flat: dict[core.Goal, None] = {}
    for goal in goals:
        flat.update(dict.fromkeys(alternatives(goal)))
    flat.pop(FALSE, None)
    if core.TRUE in flat:
        return core.TRUE
    if not flat:
        return FALSE
    *others, result = flat
    for goal in reversed(others):
        result = core.Either(goal, result)
    return result


def alternatives(goal: core.Goal) -> list[core.Goal]:
    """The goals of a disjunction."""
    found: list[core.Goal] = []
    while isinstance(goal, core.Either):
        found += alternatives(goal.left)
        goal = goal.right
    return [*found, goal]


def conjuncts(goal: core.Goal) -> tuple[core.Goal, ...]:
    """The goals of a conjunction."""
    return goal.goals if isinstance(goal, core.Both) else (goal,)


def exists(variables: Iterable[core.Variable], goal: core.Goal) -> core.Goal:
    """The goal for some values of those of the variables that it has."""
    free = set(core.goal_leaves(goal))
    for variable in reversed(list(variables)):
        if variable in free:
            goal = core.Exists(variable, goal)
    return goal


def every(variables: Sequence[core.Variable], goal: core.Goal) -> core.Goal:
    """The goal for all values of those of the variables that it has."""
    for variable in reversed(variables):
        goal = _narrowed(variable, goal, partial(core.Every, variable))
    return goal


def new(name: core.NameConstant, goal: core.Goal) -> core.Goal:
    """The goal for a new name, as far as it has it."""
    if isinstance(goal, core.Either):
        return either(new(name, each) for each in alternatives(goal))
    return _narrowed(name, goal, partial(core.New, name))


def _narrowed(
    leaf: core.Variable | core.NameConstant,
    goal: core.Goal,
    quantified: Callable[[core.Goal], core.Goal],
) -> core.Goal:
    """A quantifier around those parts of a goal that have its variable or name."""
    joined = either if isinstance(goal, core.Either) else both
    parts = alternatives(goal) if isinstance(goal, core.Either) else list(conjuncts(goal))
    inside = [each for each in parts if leaf in core.goal_leaves(each)]
    if not inside:
        return goal
    outside = [each for each in parts if leaf not in core.goal_leaves(each)]
    return joined([*outside, quantified(joined(inside))])


def variables_of(*terms: core.Term) -> list[core.Variable]:
    """The variables of some terms, each once."""
    return list(
        dict.fromkeys(each for each in core.subterms(*terms) if isinstance(each, core.Variable))
    )


def free_variables(goal: core.Goal) -> list[core.Variable]:
    """The free variables of a goal, each once."""
    return [each for each in core.goal_leaves(goal) if isinstance(each, core.Variable)]


def replace(term: core.Term, values: Replacement) -> core.Term:
    """A term with other terms for variables and other names for names."""
    match term:
        case core.Variable() | core.NameConstant():
            return values.get(term, term)
        case core.Literal():
            return term
        case core.Construct(symbol, arguments):
            return core.Construct(symbol, tuple(replace(each, values) for each in arguments))
        case core.Listing(items, tail):
            replaced = tuple(replace(each, values) for each in items)
            return core.Listing(replaced, replace(tail, values))
        case core.Abstract(name, body):
            return core.Abstract(_name(name, values), replace(body, values))
        case core.Swap(left, right, body):
            return core.Swap(_name(left, values), _name(right, values), replace(body, values))


def spelled(term: core.Term) -> core.Term:
    """A term with its lists spelled out as constructors."""
    match term:
        case core.Construct(symbol, arguments):
            return core.Construct(symbol, tuple(map(spelled, arguments)))
        case core.Listing(items, tail):
            result = spelled(tail)
            for item in reversed(items):
                result = core.Construct(CONS, (spelled(item), result))
            return result
        case core.Abstract(name, body):
            return core.Abstract(name, spelled(body))
        case core.Swap(left, right, body):
            return core.Swap(left, right, spelled(body))
        case _:
            return term


def normal(goal: core.Goal) -> core.Goal:
    """A goal with its lists spelled out."""
    return rebuild(goal, spelled, normal)


def _name(name: core.NameConstant, values: Replacement) -> core.NameConstant:
    found = values.get(name, name)
    assert isinstance(found, core.NameConstant)
    return found


def _variable(variable: core.Variable, values: Replacement) -> core.Variable:
    found = values.get(variable, variable)
    assert isinstance(found, core.Variable)
    return found


def replace_in_goal(goal: core.Goal, values: Replacement) -> core.Goal:
    """A goal with other terms for variables; a bound one may get another variable."""
    if not values:
        return goal

    def term(inner: core.Term) -> core.Term:
        return replace(inner, values)

    def again(inner: core.Goal) -> core.Goal:
        return replace_in_goal(inner, values)

    match goal:
        case core.ForAll(variable, inner):
            return core.ForAll(_variable(variable, values), again(inner))
        case core.Every(variable, inner):
            return core.Every(_variable(variable, values), again(inner))
        case core.Exists(variable, inner):
            return core.Exists(_variable(variable, values), again(inner))
        case core.New(name, inner):
            return core.New(_name(name, values), again(inner))
        case _:
            return rebuild(goal, term, again)


def rebuild(
    goal: core.Goal,
    term: Callable[[core.Term], core.Term],
    again: Callable[[core.Goal], core.Goal],
) -> core.Goal:
    """A goal made of other terms and other goals; its bound variables and names stay."""
    match goal:
        case core.Atom(predicate, arguments, span):
            return core.Atom(predicate, tuple(map(term, arguments)), span)
        case core.Equals(left, right):
            return core.Equals(term(left), term(right))
        case core.Fresh(name, inner):
            return core.Fresh(term(name), term(inner))
        case core.Unequal(left, right):
            return core.Unequal(term(left), term(right))
        case core.Evaluates(left, right, span):
            return core.Evaluates(term(left), term(right), span)
        case core.Both(goals):
            return both(map(again, goals))
        case core.Either():
            return either(map(again, alternatives(goal)))
        case core.IfThenElse(condition, then, otherwise):
            return core.IfThenElse(again(condition), again(then), again(otherwise))
        case core.Not(inside):
            return core.Not(again(inside))
        case core.ForAll(variable, inside):
            return core.ForAll(variable, again(inside))
        case core.Every(variable, inside):
            return every([variable], again(inside))
        case core.Exists(variable, inside):
            return exists([variable], again(inside))
        case core.New(bound, inside):
            return new(bound, again(inside))
        case core.Cut() | core.Fail():
            return goal
