"""Procedures: the units of compilation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from refute.languages.nominal import core
from refute.record import entity, record


@record
class CutTo:
    """Drops the choices above a height, given as a Python expression."""

    height: str


@record
class ConstrainNew:
    """Makes a name fresh for variables."""

    name: core.NameConstant
    variables: tuple[core.Variable, ...]


@record
class Eigen:
    """Gives a variable an arbitrary value."""

    variable: core.Variable


@record
class Unescaped:
    """The arbitrary value of a variable occurs in none of these variables."""

    variable: core.Variable
    others: tuple[core.Variable, ...]


Step: TypeAlias = core.Goal | CutTo | ConstrainNew | Eigen | Unescaped
Steps: TypeAlias = list[tuple[Step, str]]
"""Steps, each with the expression for the height of the choice stack after a cut in it."""


GOALS: dict[type[Step], str] = {
    core.Equals: "equals_goal",
    core.Fresh: "fresh_goal",
    core.Unequal: "unequal_goal",
    core.Evaluates: "evaluates_goal",
}
"""The code of goals about two terms."""


@entity
class Procedure:
    """The clauses of a predicate, or of a goal that was lifted out of one.

    Each clause has its arguments and its steps. A cut goes back to a height of the choice stack:
    `own`, that at the call, or `outer`, that of the surrounding clause; flags tell which are used.
    The arguments of a lifted goal are `given`: existing variables and names. For a `forall*`, the
    first of them is the variable `every`, for all of whose values the goal must hold.
    """

    name: str
    clauses: list[tuple[tuple[core.Term, ...], Steps]]
    given: tuple[core.Leaf, ...] | None = None
    outer_height: bool = False
    own_height: bool = False
    every: core.Variable | None = None


def predicate(name: str, rules: Sequence[core.Clause]) -> Procedure:
    """The procedure of a predicate."""
    cuts = any(has_cut(clause.body) for clause in rules)
    clauses: list[tuple[tuple[core.Term, ...], Steps]]
    clauses = [(clause.arguments, [(clause.body, "own")]) for clause in rules]
    return Procedure(name, clauses, own_height=cuts)


def query(goal: core.Goal, given: tuple[core.Leaf, ...]) -> Procedure:
    """The procedure that solves a goal about given variables and names."""
    return Procedure("query", [(given, [(goal, "own")])], given, own_height=has_cut(goal))


def lifted(goal: core.Goal, shared: tuple[core.Leaf, ...]) -> Procedure:
    """The procedure of a goal with choices or a quantifier in it."""
    bodies: list[Steps]
    own = False
    every: core.Variable | None = None
    match goal:
        case core.Either(left, right):
            bodies = [[(left, "outer")], [(right, "outer")]]
        case core.IfThenElse(condition, then, otherwise):
            bodies = [
                [(condition, "own + 1"), (CutTo("own"), ""), (then, "outer")],
                [(otherwise, "outer")],
            ]
            own = True
        case core.Not(inner):
            bodies = [[(inner, "own + 1"), (CutTo("own"), ""), (core.Fail(), "")], []]
            own = True
        case core.ForAll(variable, inner):
            shared = tuple(each for each in shared if each is not variable)
            others = tuple(each for each in shared if isinstance(each, core.Variable))
            bodies = [[(Eigen(variable), ""), (inner, "outer"), (Unescaped(variable, others), "")]]
        case core.Every(variable, inner):
            every = variable
            shared = (variable, *(each for each in shared if each is not variable))
            bodies = [[(inner, "outer")]]
        case core.New(name, inner):
            shared = tuple(each for each in shared if each is not name)
            others = tuple(each for each in shared if isinstance(each, core.Variable))
            bodies = [[(ConstrainNew(name, others), ""), (inner, "outer")]]
        case _:
            raise AssertionError(goal)
    clauses = [(tuple[core.Term, ...](shared), body) for body in bodies]
    outer = has_cut(goal)
    return Procedure("goal", clauses, shared, outer_height=outer, own_height=own, every=every)


def has_cut(goal: core.Goal) -> bool:
    """Whether there is a cut in a goal."""
    return any(isinstance(each, core.Cut) for each in core.subgoals(goal))


def step_terms(step: Step) -> list[core.Term]:
    """All terms in a step."""
    match step:
        case CutTo():
            return []
        case ConstrainNew(name, variables):
            return [name, *variables]
        case Eigen(variable):
            return [variable]
        case Unescaped(variable, others):
            return [variable, *others]
        case _:
            return core.goal_terms(step)


def spread(steps: Steps) -> Steps:
    """The steps with conjunctions flattened and existential quantifiers removed."""
    result: Steps = []
    waiting = list(reversed(steps))
    while waiting:
        step, cut = waiting.pop()
        if isinstance(step, core.Both):
            waiting.extend((goal, cut) for goal in reversed(step.goals))
        elif isinstance(step, core.Exists):
            waiting.append((step.goal, cut))
        else:
            result.append((step, cut))
    return result
