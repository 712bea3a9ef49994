"""Clauses and goals as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from refute.frontend.layout import Form, lay_out, separated
from refute.languages.nominal import core
from refute.languages.nominal.builtins import TRUE, listing
from refute.languages.nominal.engine.terms import Abstraction, Name, Term, Unknown, swap
from refute.languages.nominal.rewrite import alternatives
from refute.languages.nominal.show import ITEM, SIDE, Shower
from refute.languages.nominal.tokenstream import Fixity
from refute.languages.nominal.types import show_type
from refute.record import entity

RELATIONS = {core.Equals: "=", core.Fresh: "#", core.Unequal: "/=", core.Evaluates: "is"}
QUANTIFIERS = {core.ForAll: "forall", core.Every: "forall*", core.Exists: "exists", core.New: "new"}

LOOSE, SINGLE = range(2)
"""Precedences of goals."""


def clause_lines(clause: core.Clause, operators: Mapping[str, Fixity]) -> list[str]:
    """The lines of a clause, one for the head and one for each goal of the body."""
    writer = GoalWriter(Shower(operators), _lonely(clause))
    head = writer.call(clause.predicate, clause.arguments)
    goals = [] if clause.body == core.TRUE else core.conjuncts(clause.body)
    if not goals:
        return [f"{head}."]
    shown = [writer.goal(each, SINGLE if len(goals) > 1 else LOOSE) for each in goals]
    return [f"{head} :-", *(f"    {each}," for each in shown[:-1]), f"    {shown[-1]}."]


def _lonely(clause: core.Clause) -> set[core.Variable]:
    """The variables that occur only once."""
    count = core.variables(*clause.arguments, *core.goal_terms(clause.body))
    return {variable for variable, number in count.items() if number == 1}


@entity
class GoalWriter:
    """Writes goals; variables and names get their spellings when they first occur.

    Those in `leaves` have a value already.
    """

    shower: Shower
    lonely: set[core.Variable]
    leaves: dict[core.Leaf, Term] = field(default_factory=dict)

    def call(self, predicate: core.Symbol, arguments: tuple[core.Term, ...]) -> str:
        """A predicate with its arguments."""
        if not arguments:
            return predicate.name
        return f"{predicate.name}({', '.join(map(self.term, arguments))})"

    def goal(self, goal: core.Goal, level: int = 0) -> str:
        """A goal, in parentheses if it binds less tightly than the level."""
        return lay_out(goal, self._form, level)

    def _form(self, goal: core.Goal) -> Form:
        match goal:
            case core.Exists(variable, inner) if self._abbreviates(variable, inner):
                return self._form(core.conjunction(list(core.conjuncts(inner)[1:])))
            case core.Atom(predicate, arguments):
                return SINGLE, [self.call(predicate, arguments)]
            case core.Evaluates(core.Construct(symbol), right) if symbol is TRUE:
                return SINGLE, [self.term(right)]
            case core.Relation(left, right):
                return SINGLE, [
                    f" {RELATIONS[type(goal)]} ".join(
                        self.term(each, SIDE) for each in (left, right)
                    )
                ]
            case core.Both(goals):
                several = len(goals) > 1
                return LOOSE if several else SINGLE, separated(goals, ", ", SINGLE) or ["true"]
            case core.Either():
                return LOOSE, separated(alternatives(goal), "; ", SINGLE)
            case core.IfThenElse(condition, then, otherwise):
                choice = separated((then, otherwise), " | ", SINGLE)
                return LOOSE, [(condition, SINGLE), " -> ", *choice]
            case core.Not(inner):
                return SINGLE, ["not(", (inner, LOOSE), ")"]
            case core.Quantifier(leaf, inner) | core.New(leaf, inner):
                bound = self.term(leaf)
                if isinstance(goal, core.Every):
                    bound += f":{show_type(leaf.type, tight=True)}"
                again = isinstance(inner, core.Quantifier | core.New)
                body = (inner, LOOSE if again else SINGLE)
                return LOOSE, [f"{QUANTIFIERS[type(goal)]} {bound}. ", body]
            case core.Cut():
                return SINGLE, ["!"]
            case core.Fail():
                return SINGLE, ["fail"]

    def _abbreviates(self, variable: core.Variable, goal: core.Goal) -> bool:
        """Whether a goal defines a variable; if so, the variable is written as its definition."""
        first, *rest = core.conjuncts(goal) or (goal,)
        match first:
            case core.Equals(core.Variable() as opened, core.Abstract(name, body)) if (
                body is variable
            ):
                spelling = f"{self.term(opened)}@{self.term(name)}"
            case core.Atom(predicate, (*inputs, output)) if (
                output is variable and predicate.role == "function"
            ):
                spelling = self.call(predicate, tuple(inputs))
            case _:
                return False
        if not rest:
            return False
        self.shower.spellings[self._leaf(variable)] = spelling
        return True

    def term(self, term: core.Term, context: int = ITEM) -> str:
        """The text of a term, among others unless said otherwise."""
        return self.shower.show(self.made(term), context)

    def made(self, term: core.Term) -> Term:
        """A term in the representation of the engine."""
        match term:
            case core.Variable() | core.NameConstant():
                return self._leaf(term)
            case core.Literal(value):
                return value
            case core.Construct(symbol, arguments):
                return (symbol, *map(self.made, arguments))
            case core.Listing(items, tail):
                return listing(tuple(map(self.made, items)), self.made(tail))
            case core.Abstract(name, body):
                return Abstraction(self._name(name), self.made(body))
            case core.Swap(left, right, body):
                return swap(self._name(left), self._name(right), self.made(body))

    def _name(self, name: core.NameConstant) -> Name:
        made = self._leaf(name)
        assert isinstance(made, Name)
        return made

    def _leaf(self, leaf: core.Leaf) -> Term:
        if leaf not in self.leaves:
            made = Unknown() if isinstance(leaf, core.Variable) else Name(leaf.label)
            self.leaves[leaf] = made
            if leaf in self.lonely:
                self.shower.spellings[made] = "_"
            else:
                label = leaf.label if leaf.label != "_" else "X"
                self.shower.spell(made, label)
        return self.leaves[leaf]
