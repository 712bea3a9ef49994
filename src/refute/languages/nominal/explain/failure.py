"""Why a goal has no derivation: in each attempt, the furthest goal that could not be solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.engine.direct import Use
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.terms import Name, Term, Unknown
from refute.languages.nominal.explain.rules import RuleNames
from refute.languages.nominal.negation.show import GoalWriter
from refute.languages.nominal.show import Shower, call_text
from refute.record import entity
from refute.report.outcome import Mark, Outline
from refute.search import Budget
from refute.solver import Effort
from refute.source import NO_SPAN

GOALS = 20_000
"""Maximum number of goals that are solved to find out whether a part of an attempt succeeds."""

EFFORT = 0.3
"""Share of the usual effort of a question that an explanation may take."""

DEEPEST = 12
"""Maximum number of calls inside each other that are explained."""

MOST_NODES = 80
"""Number of nodes after which no further call is explained."""


@entity
class Explainer:
    """Explains failures in an engine, whose bindings are as before when it is done."""

    engine: Engine
    shower: Shower
    names: RuleNames = field(default_factory=RuleNames)
    effort: Effort = field(default_factory=lambda: Effort(EFFORT))
    _nodes: int = 0

    def explain(self, goal: core.Goal, values: Mapping[core.Leaf, Term]) -> list[Outline]:
        """What was solved of a goal, and why the next part was not, with values for its leaves."""
        self.engine.undo(0)
        self._nodes = 0
        leaves = dict(values)
        for leaf in core.goal_leaves(goal):
            leaves.setdefault(leaf, _made(leaf))
        return list(self._attempt(goal, leaves, 0))

    def _attempt(
        self, goal: core.Goal, leaves: dict[core.Leaf, Term], depth: int
    ) -> Iterator[Outline]:
        """The goals of a conjunction up to the one that fails after the longest solvable part."""
        mark = len(self.engine.trail)
        goals = list(_spread(goal, leaves))
        solved = 0
        while solved < len(goals) and (found := self._solvable(goals[: solved + 1], leaves)):
            self.engine.undo(mark)
            solved += 1
        self.engine.undo(mark)
        if solved == len(goals):
            return
        if solved:
            self._solvable(goals[:solved], leaves)
        for each in goals[:solved]:
            if isinstance(each, core.Atom):
                yield self._node(self._text(each, leaves), Mark.ANSWER)
        failed = goals[solved]
        if found is None:
            yield self._node(self._text(failed, leaves), Mark.UNKNOWN)
        else:
            yield self._failed(failed, leaves, depth)
        self.engine.undo(mark)

    def _solvable(self, goals: list[core.Goal], leaves: dict[core.Leaf, Term]) -> bool | None:
        """Whether goals have a solution, whose bindings stay; None when it was not found out."""
        budget = Budget(nodes=GOALS, effort=self.effort)
        solutions = self.engine.solve_further(core.conjunction(goals), leaves, budget)
        try:
            found = solutions.advance()
        except InputError:
            return None
        return found or (False if solutions.exhausted else None)

    def _failed(self, goal: core.Goal, leaves: dict[core.Leaf, Term], depth: int) -> Outline:
        label = self._text(goal, leaves)
        if depth == DEEPEST or self._nodes > MOST_NODES:
            deeper: tuple[Outline, ...] = (Outline("…"),)
        elif isinstance(goal, core.Atom):
            deeper = tuple(self._attempts(goal, leaves, depth))
        else:
            deeper = tuple(self._inside(goal, leaves, depth + 1))
        return self._node(label, Mark.FAILED, deeper)

    def _inside(
        self, goal: core.Goal, leaves: dict[core.Leaf, Term], depth: int
    ) -> Iterator[Outline]:
        """How far the parts of a goal get that has others in it."""
        match goal:
            case core.New(name, inner):
                yield from self._attempt(inner, {**leaves, name: _made(name)}, depth)
            case core.Either(left, right):
                yield from self._attempt(left, leaves, depth)
                yield from self._attempt(right, leaves, depth)
            case core.IfThenElse(condition, then, otherwise):
                mark = len(self.engine.trail)
                met = self._solvable([condition], leaves)
                self.engine.undo(mark)
                tried = core.conjunction([condition, then]) if met else otherwise
                yield from self._attempt(tried, leaves, depth)

    def _attempts(
        self, goal: core.Atom, leaves: dict[core.Leaf, Term], depth: int
    ) -> Iterator[Outline]:
        """Every clause whose head matches a call, and how far it gets."""
        matching = 0
        arguments = list(map(Use(self.engine, leaves).build, goal.arguments))
        for clause in goal.predicate.clauses:
            mark = len(self.engine.trail)
            own = {leaf: _made(leaf) for leaf in _leaves(clause)}
            if all(map(Use(self.engine, own).match, clause.arguments, arguments)):
                matching += 1
                tried = tuple(self._attempt(clause.body, own, depth + 1))
                yield self._node(f"[{self.names.name(clause)}]", Mark.OPEN, tried)
            self.engine.undo(mark)
        if not matching and goal.predicate.span is not NO_SPAN:
            yield self._node("no rule has a conclusion of this form", Mark.OPEN)

    def _node(self, label: str, mark: Mark, children: tuple[Outline, ...] = ()) -> Outline:
        self._nodes += 1
        return Outline(label, children, mark)

    def _text(self, goal: core.Goal, leaves: dict[core.Leaf, Term]) -> str:
        writer = GoalWriter(self.shower, set(), dict(leaves))
        if isinstance(goal, core.Atom):
            arguments = [writer.made(each) for each in goal.arguments]
            return call_text(self.shower, goal.predicate, arguments)
        return writer.goal(goal)


def _made(leaf: core.Leaf) -> Term:
    return Unknown() if isinstance(leaf, core.Variable) else Name(leaf.label)


def _leaves(clause: core.Clause) -> list[core.Leaf]:
    """The variables and names of a clause."""
    terms = (*clause.arguments, *core.goal_terms(clause.body))
    return [each for each in core.subterms(*terms) if isinstance(each, core.Leaf)]


def _spread(goal: core.Goal, leaves: dict[core.Leaf, Term]) -> Iterator[core.Goal]:
    """The goals of a conjunction; a variable that is to exist gets an unknown."""
    match goal:
        case core.Both(goals):
            for each in goals:
                yield from _spread(each, leaves)
        case core.Exists(variable, inner):
            leaves.setdefault(variable, Unknown())
            yield from _spread(inner, leaves)
        case _:
            yield goal
