"""Conjunctions with their equations solved as far as that needs no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from refute.languages.nominal import core
from refute.languages.nominal.negation.prepare import is_constructor
from refute.languages.nominal.negation.rewrite import Replacement, replace_in_goal


def opened(goals: Iterable[core.Goal]) -> list[core.Goal]:
    """The goals of a conjunction, those that exist for some value with the value left open."""
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
    """Goals that say the same of what is not open, with equations taken apart; None if false.

    A variable that is `open_` and equals a term is replaced by it. An equation that is left has a
    variable, a literal or something to be computed on its left side.
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
    """What an equation says: nothing that can hold, goals, the value of a variable, or itself."""
    if left == right:
        return []
    for one, other in ((left, right), (right, left)):
        if isinstance(one, core.Variable) and open_(one) and one not in core.subterms(other):
            return one, other
        if isinstance(one, core.Swap):
            swapped = core.Swap(one.left, one.right, other)
            return [core.Equals(one.body, pushed(swapped))]
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


def _rigid(term: core.Term) -> bool:
    """Whether a term is larger than what occurs in it."""
    return isinstance(term, core.Construct) and all(
        not isinstance(each, core.Construct) or is_constructor(each.symbol)
        for each in core.subterms(term)
    )


def pushed(term: core.Term) -> core.Term:
    """A term whose swappings stand before variables only."""
    match term:
        case core.Swap(left, right, body):
            return _swapped(left, right, pushed(body))
        case core.Construct(symbol, arguments):
            return core.Construct(symbol, tuple(map(pushed, arguments)))
        case core.Abstract(name, body):
            return core.Abstract(name, pushed(body))
        case _:
            return term


def _swapped(left: core.NameConstant, right: core.NameConstant, term: core.Term) -> core.Term:
    match term:
        case core.NameConstant():
            return {left: right, right: left}.get(term, term)
        case core.Construct(symbol, arguments):
            return core.Construct(symbol, tuple(_swapped(left, right, each) for each in arguments))
        case core.Abstract(name, body):
            bound = _swapped(left, right, name)
            assert isinstance(bound, core.NameConstant)
            return core.Abstract(bound, _swapped(left, right, body))
        case core.Swap(one, other, body) if {one, other} == {left, right}:
            return body
        case core.Variable() | core.Swap():
            return term if left is right else core.Swap(left, right, term)
        case _:
            return term
