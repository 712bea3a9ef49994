"""Rewrites terms and goals: simplifies truth values, replaces variables, solves equations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, SUBSTITUTION
from refute.languages.nominal.types import Type

Values: TypeAlias = dict[core.Leaf, core.Term]
Replacement: TypeAlias = Mapping[core.Leaf, core.Term]

FALSE = core.Fail()


def fresh(type_: Type, label: str = "_") -> core.Variable:
    """A new variable."""
    return core.Variable(label, type_)


def both(goals: Iterable[core.Goal]) -> core.Goal:
    """The conjunction of goals, each once."""
    flat: dict[core.Goal, None] = {}
    for goal in goals:
        flat.update(dict.fromkeys(goal.goals if isinstance(goal, core.Both) else (goal,)))
    if FALSE in flat:
        return FALSE
    return core.conjunction(list(flat))


def either(goals: Iterable[core.Goal]) -> core.Goal:
    """The disjunction of goals, each once, in the given order."""
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


def exists(variables: Iterable[core.Variable], goal: core.Goal) -> core.Goal:
    """Quantify a goal existentially over those of the variables that occur in it."""
    free = set(core.goal_leaves(goal))
    for variable in reversed(list(variables)):
        if variable in free:
            goal = core.Exists(variable, goal)
    return goal


def every(variables: Sequence[core.Variable], goal: core.Goal) -> core.Goal:
    """Quantify a goal universally over those of the variables that occur in it."""
    for variable in reversed(variables):
        goal = _narrowed(variable, goal, partial(core.Every, variable))
    return goal


def new(name: core.NameConstant, goal: core.Goal) -> core.Goal:
    """Quantify a goal over a new name, around the parts that contain it."""
    if isinstance(goal, core.Either):
        return either(new(name, each) for each in alternatives(goal))
    return _narrowed(name, goal, partial(core.New, name))


def _narrowed(
    leaf: core.Leaf, goal: core.Goal, quantified: Callable[[core.Goal], core.Goal]
) -> core.Goal:
    """A goal with a quantifier around those parts that contain its variable or name."""
    joined = either if isinstance(goal, core.Either) else both
    parts = alternatives(goal) if isinstance(goal, core.Either) else list(core.conjuncts(goal))
    inside = [each for each in parts if leaf in core.goal_leaves(each)]
    if not inside:
        return goal
    outside = [each for each in parts if leaf not in core.goal_leaves(each)]
    return joined([*outside, quantified(joined(inside))])


def free_variables(goal: core.Goal) -> list[core.Variable]:
    """The free variables of a goal, each once."""
    return [each for each in core.goal_leaves(goal) if isinstance(each, core.Variable)]


def spelled(term: core.Term) -> core.Term:
    """A term with list literals expanded to constructors."""
    if not isinstance(term, core.Listing):
        return core.with_parts(term, spelled)
    result = spelled(term.tail)
    for item in reversed(term.items):
        result = core.Construct(CONS, (spelled(item), result))
    return result


def normal(goal: core.Goal) -> core.Goal:
    """A goal with list literals expanded to constructors."""
    return rebuild(goal, spelled, normal)


def replace_in_goal(goal: core.Goal, values: Replacement) -> core.Goal:
    """A goal with variables replaced by terms; a bound variable may be replaced by another."""
    if not values:
        return goal

    def term(inner: core.Term) -> core.Term:
        return core.replace(inner, values)

    def again(inner: core.Goal) -> core.Goal:
        return replace_in_goal(inner, values)

    match goal:
        case core.Quantifier(variable, inner):
            bound = term(variable)
            assert isinstance(bound, core.Variable)
            return replace(goal, variable=bound, goal=again(inner))
        case core.New(name, inner):
            other = term(name)
            assert isinstance(other, core.NameConstant)
            return core.New(other, again(inner))
        case _:
            return rebuild(goal, term, again)


def rebuild(
    goal: core.Goal, term: Callable[[core.Term], core.Term], again: Callable[[core.Goal], core.Goal]
) -> core.Goal:
    """A goal with its terms and inner goals changed; bound variables and names stay the same."""
    match goal:
        case core.Atom(_, arguments):
            return replace(goal, arguments=tuple(map(term, arguments)))
        case core.Relation(left, right):
            return replace(goal, left=term(left), right=term(right))
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


def unifier(left: tuple[core.Term, ...], right: tuple[core.Term, ...]) -> Values | None:
    """Values that make linear patterns without shared variables equal, or None."""
    values: Values = {}
    waiting = list(zip(left, right, strict=True))
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, core.Variable) and not _nicer(one, other):
            values[one] = other
        elif isinstance(other, core.Variable):
            values[other] = one
        else:
            assert isinstance(one, core.Construct)
            assert isinstance(other, core.Construct)
            if one.symbol is not other.symbol:
                return None
            waiting.extend(zip(one.arguments, other.arguments, strict=True))
    return values


def _nicer(variable: core.Variable, other: core.Term) -> bool:
    """Whether both are variables and only the first one has a name other than `_`."""
    return isinstance(other, core.Variable) and other.label == "_" != variable.label


def covers(general: tuple[core.Term, ...], special: tuple[core.Term, ...]) -> Values | None:
    """Values with which linear patterns are equal to these terms, or None."""
    values: Values = {}
    waiting = list(zip(general, special, strict=True))
    while waiting:
        pattern, term = waiting.pop()
        match pattern, term:
            case core.Variable(), _:
                values[pattern] = term
            case core.Construct(one, arguments), core.Construct(other, others) if one is other:
                waiting.extend(zip(arguments, others, strict=True))
            case _:
                return None
    return values


def clash(pattern: core.Term, term: core.Term) -> bool:
    """Whether a linear pattern and a term certainly cannot be made equal."""
    waiting = [(pattern, term)]
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, core.Construct) and isinstance(other, core.Construct):
            if one.symbol is not other.symbol:
                return True
            waiting.extend(zip(one.arguments, other.arguments, strict=True))
    return False


def instance(terms: tuple[core.Term, ...], values: Replacement) -> tuple[core.Term, ...]:
    """Patterns with their variables replaced by values."""
    return tuple(core.replace(each, values) for each in terms)


def opened(goals: Iterable[core.Goal]) -> list[core.Goal]:
    """The goals of a conjunction without existential quantifiers, whose variables are left open."""
    found: list[core.Goal] = []
    waiting = list(goals)[::-1]
    while waiting:
        match waiting.pop():
            case core.Both(inner):
                waiting.extend(reversed(inner))
            case core.Exists(_, goal):
                waiting.append(goal)
            case goal:
                found.append(goal)
    return found


def solved(
    goals: Iterable[core.Goal], open_: Callable[[core.Variable], bool]
) -> list[core.Goal] | None:
    """Goals that mean the same for the variables that are not open, with equations decomposed.

    None if they cannot hold. A variable that is `open_` and equal to a term is replaced by it. The
    left side of a remaining equation is a variable, a literal or a term to be computed.
    """
    waiting = opened(goals)[::-1]
    done: list[core.Goal] = []
    while waiting:
        goal = waiting.pop()
        if not isinstance(goal, core.Equals):
            done.append(goal)
            continue
        parts = _step(pushed(goal.left), pushed(goal.right), open_)
        if parts is None:
            return None
        if isinstance(parts, core.Equals):
            done.append(parts)
        elif isinstance(parts, list):
            waiting.extend(reversed(parts))
        else:
            values: Replacement = dict([parts])
            done = [replace_in_goal(each, values) for each in done]
            waiting = [replace_in_goal(each, values) for each in waiting]
    if any(isinstance(each, core.Fail) for each in done):
        return None
    return done


def _step(
    left: core.Term, right: core.Term, open_: Callable[[core.Variable], bool]
) -> list[core.Goal] | tuple[core.Variable, core.Term] | core.Equals | None:
    """An equation as goals, the value of a variable, or itself; None if it cannot hold."""
    if left == right:
        return []
    for one, other in ((left, right), (right, left)):
        alone, value = _unswapped(one, other)
        if isinstance(alone, core.Variable) and open_(alone) and alone not in core.subterms(value):
            return alone, value
    if isinstance(right, core.Swap) and not isinstance(left, core.Variable):
        left, right = right, left
    if isinstance(left, core.Swap):
        return [core.Equals(*_unswapped(left, right))]
    match left, right:
        case core.Construct(symbol), core.Construct(same) if is_constructor(
            symbol
        ) and is_constructor(same):
            if symbol is not same:
                return None
            pairs = zip(left.arguments, right.arguments, strict=True)
            return [core.Equals(*each) for each in pairs]
        case (core.Literal(), core.Literal()) | (core.NameConstant(), core.NameConstant()):
            return None
        case core.Abstract(name, body), core.Abstract(other_name, other_body):
            if name is other_name:
                return [core.Equals(body, other_body)]
            swapped = core.Swap(name, other_name, other_body)
            return [core.Fresh(name, other_body), core.Equals(body, pushed(swapped))]
    if isinstance(right, core.Variable) and not isinstance(left, core.Variable):
        left, right = right, left
    if isinstance(left, core.Variable) and left in core.subterms(right) and _rigid(right):
        return None
    return core.Equals(left, right)


def _unswapped(one: core.Term, other: core.Term) -> tuple[core.Term, core.Term]:
    """The two sides of an equation with the swappings around one on the other."""
    while isinstance(one, core.Swap):
        other = core.Swap(one.left, one.right, other)
        one = one.body
    return one, pushed(other)


def _rigid(term: core.Term) -> bool:
    """Whether a term is larger than every proper part, whatever its variables stand for."""
    return isinstance(term, core.Construct) and all(
        not isinstance(each, core.Construct) or is_constructor(each.symbol)
        for each in core.subterms(term)
    )


def pushed(term: core.Term) -> core.Term:
    """A term with swappings pushed inwards, so that they are only applied to variables."""
    if isinstance(term, core.Swap):
        return _swapped(term.left, term.right, pushed(term.body))
    return core.with_parts(term, pushed)


def _swapped(left: core.NameConstant, right: core.NameConstant, term: core.Term) -> core.Term:
    match term:
        case core.NameConstant():
            return {left: right, right: left}.get(term, term)
        case core.Swap(one, other, body) if {one, other} == {left, right}:
            return body
        case core.Variable() | core.Swap():
            return term if left is right else core.Swap(left, right, term)
        case _:
            return core.with_parts(term, lambda part: _swapped(left, right, part))


def is_constructor(symbol: core.Symbol) -> bool:
    """Whether terms with a symbol are data rather than something to be computed."""
    return symbol.role == "constructor" and symbol is not SUBSTITUTION
