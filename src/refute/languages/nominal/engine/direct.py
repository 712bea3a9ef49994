"""Runs clauses without compiling them, since compiling takes as long as some dozen uses.

The steps and their order are the same as in the code written by `ClauseWriter` and `Entrance`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import listing, unlisted
from refute.languages.nominal.engine import procedures
from refute.languages.nominal.engine.entrance import Alternation, ArgumentIndex, Code
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Name,
    Term,
    Unknown,
    embed,
    expose,
    swap as swapped,
    unknown_of,
)
from refute.record import entity

if TYPE_CHECKING:
    from refute.languages.nominal.engine.resolution import Engine
    from refute.languages.nominal.engine.solutions import Frame

LARGEST = 200
"""Maximum number of parts of a clause that is run directly."""

AT_ONCE = (core.Equals, core.Fresh, core.Evaluates, procedures.ConstrainNew)
"""Steps that are done as soon as a clause is used, if no other steps precede them."""

FRAMED = (core.Atom, core.Equals, core.Fresh, core.Unequal, core.Evaluates, core.Fail)

Look: TypeAlias = tuple[ArgumentIndex, Callable[[Term], int]]


def direct(engine: Engine, procedure: procedures.Procedure, number: int) -> Code | None:
    """A function that runs a clause; None if the clause cuts, is large or has choices in it."""
    arguments, planned = procedure.clauses[number]
    steps = [step for step, _ in procedures.spread(planned)]
    first = 0
    while first < len(steps) and isinstance(steps[first], AT_ONCE):
        first += 1
    if procedure.outer_height or not all(isinstance(each, FRAMED) for each in steps[first:]):
        return None
    terms = [*arguments, *(term for each in steps for term in procedures.step_terms(each))]
    if sum(1 for _ in core.subterms(*terms)) > LARGEST:
        return None
    known = procedure.given

    def use(frame: Frame) -> Frame | None:
        actual = frame[1:-1]
        clause = Use(engine, {} if known is None else dict(zip(known, actual, strict=True)))
        if known is None and not all(map(clause.match, arguments, actual)):
            return None
        if not all(map(clause.at_once, steps[:first])):
            return None
        result: Frame = frame[-1]
        for parts in reversed([clause.frame(each) for each in steps[first:]]):
            result = (*parts, result)
        return result

    return use


@entity
class Use:
    """A use of a clause, with the values of its variables and names."""

    engine: Engine
    values: dict[core.Leaf, Term]

    def match(self, pattern: core.Term, actual: Term) -> bool:
        """Match a part of the head with a part of the call."""
        match pattern:
            case core.Variable() if pattern not in self.values:
                self.values[pattern] = actual
                return True
            case core.Variable() | core.NameConstant() | core.Swap():
                return self.engine.unify(self.build(pattern), actual)
            case core.Construct(symbol, ()):
                return actual is symbol.constant or self.engine.unify(actual, symbol.constant)
            case core.Construct(symbol, arguments):
                term = expose(actual)
                if type(term) is tuple:
                    return term[0] is symbol and all(map(self.match, arguments, term[1:]))
            case core.Listing():
                return self.match(unlisted(pattern), actual)
            case core.Abstract(name, body):
                term = expose(actual)
                if type(term) is Abstraction:
                    opened = self.engine.open(term, self.build(name))
                    return opened is not None and self.match(body, opened[0])
        return self.engine.unify(actual, self.build(pattern))

    def build(self, term: core.Term) -> Term:
        """Build a term."""
        match term:
            case core.Variable() | core.NameConstant():
                if term not in self.values:
                    self.values[term] = self._made(term)
                return self.values[term]
            case core.Literal(value):
                return value
            case core.Construct(symbol, ()):
                return symbol.constant
            case core.Construct(symbol, arguments):
                return (symbol, *map(self._part, arguments))
            case core.Listing(items, tail):
                return listing(tuple(map(self._part, items)), self._part(tail))
            case core.Abstract(name, body):
                return Abstraction(self.build(name), self._part(body))
            case core.Swap(left, right, body):
                return swapped(self.build(left), self.build(right), self._part(body))

    def _made(self, leaf: core.Leaf) -> Term:
        if isinstance(leaf, core.GivenName):
            return self.engine.space[self.engine.given[leaf]]
        if isinstance(leaf, core.NameConstant):
            return Name(leaf.label, self.engine.sorts(leaf.type))
        return unknown_of(self.engine.sorts(leaf.type))

    def _part(self, term: core.Term) -> Term:
        """Build a part of a term."""
        made = self.build(term)
        if type(made) is Unknown:
            embed(made)
        return made

    def at_once(self, step: procedures.Step) -> bool:
        """Do a step that needs no frame."""
        match step:
            case procedures.ConstrainNew(name, variables):
                new = self.build(name)
                return all(self.engine.apart(new, self.build(each)) for each in variables)
            case core.Evaluates(left, right, span):
                return self.engine.compute(self.build(left), self.build(right), span)
            case core.Equals(left, right):
                return self.engine.unify(self.build(left), self.build(right))
            case core.Fresh(left, right):
                return self.engine.apart(self.build(left), self.build(right))
            case _:
                raise AssertionError(step)

    def frame(self, step: procedures.Step) -> list[Term]:
        """The code and the arguments of the frame of a step."""
        space = self.engine.space
        match step:
            case core.Atom(predicate, arguments):
                return [space[self.engine.code(predicate)], *map(self.build, arguments)]
            case core.Fail():
                return [space["fail_goal"]]
            case core.Relation(left, right):
                frame = [space[procedures.GOALS[type(step)]], self.build(left), self.build(right)]
                return [*frame, step.span] if isinstance(step, core.Evaluates) else frame
            case _:
                raise AssertionError(step)


def entrance(
    engine: Engine, procedure: procedures.Procedure, looks: list[Look], clauses: Alternation
) -> Code:
    """A function that selects the clauses for a call and keeps those not tried yet as a choice."""
    everything = (1 << len(procedure.clauses)) - 1
    cuts = procedure.own_height or procedure.outer_height
    choices, trail = engine.choices, engine.trail

    def enter(frame: Frame) -> Frame | None:
        mask = everything
        for index, look in looks:
            term = expose(frame[index.position + 1])
            if type(term) is tuple:
                mask &= index.table.get(term[0], index.default)
            elif type(term) is not Unknown:
                mask &= look(term)
            if not mask & (mask - 1):
                break
        alternatives = clauses[mask]
        if alternatives is None:
            return None
        if procedure.own_height:
            frame = (len(choices), *frame[1:])
        code, rest = alternatives
        mark = len(trail)
        while rest is not None:
            if cuts:
                choices.append((mark, rest, frame))
                break
            result: Frame | None = code(frame)
            if result is not None:
                choices.append((mark, rest, frame))
                return result
            if len(trail) > mark:
                engine.undo(mark)
            code, rest = rest
        last: Frame | None = code(frame)
        return last

    return enter
