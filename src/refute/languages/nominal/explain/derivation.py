"""Derivations: the rules that show that a goal holds.

A program is rewritten so that every predicate has an additional argument, the derivation of the
call. With any engine, backtracking and names are the same for the rewritten goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from refute.frontend.nesting import room_for_nesting
from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, EMPTY_LIST, NIL, TRUE
from refute.languages.nominal.engine.terms import Abstraction, Term, expose, free_names, walk
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.explain.rules import RuleNames
from refute.languages.nominal.negation.show import RELATIONS, GoalWriter
from refute.languages.nominal.show import SIDE, Shower, call_text
from refute.languages.nominal.signature import argument_types
from refute.languages.nominal.types import PROP, TypeVariable
from refute.record import entity
from refute.report.outcome import Mark, Outline

EVERYTHING = core.Symbol("all", "constructor", (), PROP, (), (1,))
"""The derivation of a conjunction: a list of the derivations of its goals."""

_RELATED = {
    kind: core.Symbol(operator, "constructor", (), PROP, (), (1, 1))
    for kind, operator in RELATIONS.items()
}


@entity
class Recorder:
    """Rewrites predicates and goals to record their derivations."""

    names: RuleNames = field(default_factory=RuleNames)
    clauses: dict[core.Symbol, core.Clause] = field(default_factory=dict)
    goals: dict[core.Symbol, core.Goal] = field(default_factory=dict)
    calls: dict[core.Symbol, core.Symbol] = field(default_factory=dict)
    _predicates: dict[core.Symbol, core.Symbol] = field(default_factory=dict)

    def recorded(self, goal: core.Goal) -> tuple[core.Goal, core.Variable]:
        """A goal that also computes its derivation, and the variable for it."""
        proof = _unknown()
        with room_for_nesting():
            return self._goal(goal, proof), proof

    def _predicate(self, symbol: core.Symbol) -> core.Symbol:
        if symbol not in self._predicates:
            types = (*argument_types(symbol), TypeVariable())
            made = core.Symbol(
                symbol.name, "predicate", types, PROP, (), (1,) * len(types), span=symbol.span
            )
            self._predicates[symbol] = made
            made.clauses.extend(self._clause(made, each) for each in symbol.clauses)
        return self._predicates[symbol]

    def _call(self, symbol: core.Symbol) -> core.Symbol:
        """The constructor for a call in a derivation: its arguments, and the clause used."""
        made = core.Symbol(symbol.name, "constructor", (), PROP, (), (1,) * (symbol.arity + 1))
        self.calls[made] = symbol
        return made

    def _clause(self, predicate: core.Symbol, clause: core.Clause) -> core.Clause:
        below = _unknown()
        rule = core.Symbol(
            self.names.name(clause), "constructor", (), PROP, (), (1,) * predicate.arity
        )
        self.clauses[rule] = clause
        derived = core.Construct(rule, (*clause.arguments, below))
        body = self._goal(clause.body, below)
        return core.Clause(predicate, (*clause.arguments, derived), body, clause.span)

    def _goal(self, goal: core.Goal, proof: core.Variable) -> core.Goal:
        match goal:
            case core.Atom(predicate, arguments):
                rule = _unknown()
                atom = core.Atom(self._predicate(predicate), (*arguments, rule), goal.span)
                call = core.Construct(self._call(predicate), (*arguments, rule))
                return core.Exists(rule, _and(atom, proof, call))
            case core.Evaluates(core.Construct(symbol), _) if symbol is TRUE:
                return _and(goal, proof, self._whole(goal))
            case core.Relation(left, right):
                return _and(goal, proof, core.Construct(_RELATED[type(goal)], (left, right)))
            case core.Both(goals):
                return self._all(goals, proof)
            case core.Either(left, right):
                return core.Either(self._goal(left, proof), self._goal(right, proof))
            case core.IfThenElse(condition, then, otherwise):
                first, second = _unknown(), _unknown()
                failed = self._whole(core.Not(condition))
                chosen = core.IfThenElse(
                    self._goal(condition, first),
                    _and(self._goal(then, second), proof, _listed((first, second))),
                    _and(self._goal(otherwise, second), proof, _listed((failed, second))),
                )
                return _exist((first, second), chosen)
            case core.Exists(variable, inner):
                return core.Exists(variable, self._goal(inner, proof))
            case core.New(name, inner):
                below = _unknown()
                shown = _and(self._goal(inner, below), proof, core.Abstract(name, below))
                return core.New(name, core.Exists(below, shown))
            case core.Cut() | core.Fail():
                return _and(goal, proof, _listed(()))
            case _:  # it has many derivations or none: it is shown as written
                return _and(goal, proof, self._whole(goal))

    def _all(self, goals: tuple[core.Goal, ...], proof: core.Variable) -> core.Goal:
        proofs = tuple(_unknown() for _ in goals)
        solved = map(self._goal, goals, proofs)
        joined = core.conjunction([*solved, core.Equals(proof, _listed(proofs))])
        return _exist(proofs, joined)

    def _whole(self, goal: core.Goal) -> core.Term:
        leaves = tuple(core.goal_leaves(goal))
        symbol = core.Symbol("goal", "constructor", (), PROP, (), (1,) * len(leaves))
        self.goals[symbol] = goal
        return core.Construct(symbol, leaves)

    # Reading

    def outlines(self, derivation: Term, shower: Shower) -> list[Outline]:
        """The trees of a derivation, one for each goal of the conjunction."""
        try:
            with room_for_nesting():
                return list(self._read(derivation, shower))
        except TermsTooLarge:
            return [Outline("its terms are too large to be shown", mark=Mark.CUT)]

    def innermost(self, derivation: Term, predicate: core.Symbol) -> str:
        """The name of the rule for the innermost nested call of a predicate."""
        rule = ""
        waiting = [derivation]
        while waiting:
            symbol, *parts = _opened(waiting.pop())
            if symbol is EVERYTHING:
                waiting.extend(_items(parts[0]))
            elif symbol in self.calls:
                waiting.append(parts[-1])
            elif symbol in self.clauses and self.clauses[symbol].predicate is predicate:
                rule = symbol.name
                waiting = [parts[-1]]
        return rule

    def _read(self, derivation: Term, shower: Shower) -> Iterator[Outline]:
        symbol, *parts = _opened(derivation)
        if symbol is EVERYTHING:
            for each in _items(parts[0]):
                yield from self._read(each, shower)
        elif symbol in self.calls:
            yield from self._step(self.calls[symbol], parts, shower)
        elif symbol in self.goals:
            goal = self.goals[symbol]
            leaves = dict(zip(core.goal_leaves(goal), parts, strict=True))
            yield Outline(GoalWriter(shower, set(), leaves).goal(goal))
        else:
            left, right = (shower.show(each, SIDE) for each in parts)
            if symbol.name != "=" or left != right:
                yield Outline(f"{left} {symbol.name} {right}")

    def _step(self, predicate: core.Symbol, parts: list[Term], shower: Shower) -> Iterator[Outline]:
        *arguments, used = parts
        rule, *matched, below = _opened(used)
        if predicate.abbreviation:
            yield from self._read(below, shower)
        else:
            label = call_text(shower, predicate, arguments)
            _spell_opened(shower, arguments, matched)
            yield Outline(f"{label}   [{rule.name}]", tuple(self._read(below, shower)))


def _unknown() -> core.Variable:
    return core.Variable("_", TypeVariable())


def _and(goal: core.Goal, variable: core.Variable, value: core.Term) -> core.Goal:
    return core.conjunction([goal, core.Equals(variable, value)])


def _exist(variables: Iterable[core.Variable], goal: core.Goal) -> core.Goal:
    for each in variables:
        goal = core.Exists(each, goal)
    return goal


def _listed(proofs: tuple[core.Term, ...]) -> core.Term:
    empty = core.Construct(NIL)
    return core.Construct(EVERYTHING, (core.Listing(proofs, empty) if proofs else empty,))


def _opened(derivation: Term) -> Term:
    """A derivation without the binders of new names around it."""
    derivation = expose(derivation)
    while isinstance(derivation, Abstraction):
        derivation = expose(derivation.body)
    return derivation


def _spell_opened(shower: Shower, arguments: list[Term], matched: list[Term]) -> None:
    """Spell the names opened by a rule like the bound ones, unless those are free in the call."""
    free = {shower.spellings.get(each) for each in free_names(*arguments)}
    for one, other in zip(walk(*arguments), walk(*matched), strict=False):
        if type(one) is not type(other):
            return
        if isinstance(one, Abstraction) and shower.spellings.get(one.name) not in {None, *free}:
            shower.spellings.setdefault(other.name, shower.spellings[one.name])


def _items(term: Term) -> Iterator[Term]:
    term = expose(term)
    while term != EMPTY_LIST:
        assert term[0] is CONS
        yield term[1]
        term = expose(term[2])
