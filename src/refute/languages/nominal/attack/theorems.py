"""Theorems: what may be concluded, and theorems that claim more than another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from refute.languages.nominal import core
from refute.languages.nominal.attack.frozen import conjuncts


def is_atomic(conclusion: core.Goal) -> bool:
    """Whether a conclusion is one predicate, equation or freshness, functions in it computed."""
    *before, last = conjuncts(conclusion) or [core.TRUE]
    flattened = all(
        isinstance(each, core.Evaluates)
        or (isinstance(each, core.Atom) and each.predicate.role == "function")
        for each in before
    )
    atomic = (core.Atom, core.Equals, core.Fresh, core.Evaluates, core.Fail)
    return flattened and isinstance(last, atomic)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A theorem that claims more than another, and in which way."""

    change: str
    theorem: core.Check


def mutants(theorem: core.Check) -> Iterator[Mutant]:
    """Theorems that claim more: a hypothesis dropped, or a link between two goals cut.

    A counterexample to one shows that the theorem needs what was taken away.
    """
    hypotheses = conjuncts(theorem.hypotheses)
    for place, hypothesis in enumerate(hypotheses):
        rest = [*hypotheses[:place], *hypotheses[place + 1 :]]
        change = f"without hypothesis {place + 1}: {shown(hypothesis)}"
        yield Mutant(change, replace(theorem, hypotheses=core.conjunction(rest)))
    for place, hypothesis in enumerate(hypotheses):
        for variable, loose in _loosened(hypothesis):
            others = [*hypotheses[:place], loose, *hypotheses[place + 1 :]]
            if not _occurs(
                variable, [*hypotheses[:place], *hypotheses[place + 1 :], theorem.conclusion]
            ):
                continue
            change = f"any `{variable.label}` in hypothesis {place + 1}: {shown(hypothesis)}"
            yield Mutant(change, replace(theorem, hypotheses=core.conjunction(others)))
    for variable, loose in _loosened(theorem.conclusion):
        if _occurs(variable, hypotheses):
            change = f"any `{variable.label}` in the conclusion: {shown(theorem.conclusion)}"
            yield Mutant(change, replace(theorem, conclusion=loose))


def _occurs(variable: core.Variable, goals: list[core.Goal]) -> bool:
    return any(variable in core.goal_leaves(each) for each in goals)


def _loosened(goal: core.Goal) -> Iterator[tuple[core.Variable, core.Goal]]:
    """An atom with each of its variables in turn replaced by one of its own."""
    if not isinstance(goal, core.Atom):
        return
    for variable in core.goal_leaves(goal):
        if isinstance(variable, core.Variable) and variable.label != "_":
            own = core.Variable("_", variable.type)
            arguments = tuple(_replaced(each, variable, own) for each in goal.arguments)
            yield variable, replace(goal, arguments=arguments)


def _replaced(term: core.Term, old: core.Variable, new: core.Variable) -> core.Term:
    match term:
        case core.Variable():
            return new if term is old else term
        case core.Construct(symbol, arguments):
            return core.Construct(symbol, tuple(_replaced(each, old, new) for each in arguments))
        case core.Listing(items, tail):
            replaced = tuple(_replaced(each, old, new) for each in items)
            return core.Listing(replaced, _replaced(tail, old, new))
        case core.Abstract(name, body):
            return core.Abstract(name, _replaced(body, old, new))
        case core.Swap(left, right, body):
            return core.Swap(left, right, _replaced(body, old, new))
        case _:
            return term


def shown(goal: core.Goal) -> str:
    """A goal as the user wrote it, where that is known."""
    if isinstance(goal, core.Atom):
        return " ".join(goal.span.text.split()) or goal.predicate.name
    return {core.Equals: "the equation", core.Fresh: "the freshness"}.get(type(goal), "the goal")
