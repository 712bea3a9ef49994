"""Solving conditions in which quantifiers range over whole types.

A quantifier is a condition of its own, tied to its meaning from both sides: if it is false, a fresh
value breaks it; if it is true, it is instantiated, first with the values in play, then with
whatever breaks it in a model, until nothing does. So both answers are exact for all values of the
type up to the size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from refute.languages.fmsl.symbolic.alternation import (
    Formula,
    alternating,
    quantified_formula,
)
from refute.languages.fmsl.symbolic.models import Plain, plain, settle
from refute.languages.fmsl.symbolic.unknowns import Unknowns
from refute.languages.fmsl.symbolic.values import Atom, Nothing, Symbolic, Text, missing
from refute.languages.fmsl.types import Type
from refute.solver import ROOT, Answer, Path
from refute.solver.effort import SECOND
from refute.solver.preferences import Solution
from refute.solver.session import Session
from refute.terms import (
    FALSE,
    INT,
    TRUE,
    Term,
    Value,
    add,
    conjunction,
    constant,
    default_value,
    disjunction,
    equal,
    evaluate,
    implies,
    integer,
    multiply,
    negation,
    real,
    substitute,
    variables,
)

MOST_ROUNDS = 60
"""Maximum number of models that one attempt examines."""

ALTERNATING_UNITS = 2 * SECOND
"""Units of work for one query about alternating quantifiers."""

MOST_SEEDS = 40
"""Maximum number of values in play with which a quantifier is instantiated at first."""


@dataclass(eq=False)
class Quantified:
    """`truth`: all values of a type fulfil a predicate; `broken`: the `witness` does not."""

    label: str
    truth: Term
    of: Type | None
    key: object
    witness: Symbolic
    broken: Term
    own: frozenset[Term]
    predicate: Callable[[Symbolic], Term]
    instances: dict[Symbolic, Term] = field(default_factory=dict)
    unbroken: list[Mapping[Term, Term]] = field(default_factory=list)
    """Assignments of the outer variables for which no value breaks it."""

    def instance(self, value: Symbolic) -> Term:
        """The predicate for a value, or true if the value is nil: quantifiers skip nil."""
        if value not in self.instances:
            self.instances[value] = disjunction(missing(value), self.predicate(value))
        return self.instances[value]


_UNKNOWN = Solution(Answer.UNKNOWN)


class Reasoner:
    """Decides whether conditions can hold together, while there is effort left."""

    def __init__(self, unknowns: Unknowns, session: Session) -> None:
        self.unknowns = unknowns
        self.session = session
        self._sessions = [session]
        self.quantified: dict[Term, Quantified] = {}
        self.seeds: dict[object, dict[Symbolic, Term]] = {}
        self._variables: dict[Term, tuple[Term, ...]] = {}

    def close(self) -> None:
        """Free the memory of the solver; nothing can be asked afterwards."""
        for each in self._sessions:
            each.close()

    def variables(self, term: Term) -> tuple[Term, ...]:
        """The variables of a term, cached because they are needed again and again."""
        if term not in self._variables:
            self._variables[term] = tuple(variables(term))
        return self._variables[term]

    def seed(self, key: object, value: Symbolic, there: Term = TRUE) -> None:
        """Let quantifiers over a type try this value, which is in play under a condition.

        Quantifiers do not range over nil.
        """
        if isinstance(value, Nothing):
            return
        self.seeds.setdefault(key, {}).setdefault(value, there)

    def every(
        self,
        label: str,
        of: Type | None,
        key: object,
        make: Callable[[], Symbolic],
        predicate: Callable[[Symbolic], Term],
    ) -> Term:
        """The condition that a predicate holds of every value of a type."""
        before = self.unknowns.made
        witness = make()
        broken = negation(predicate(witness))
        if broken is FALSE:
            return TRUE
        own = frozenset(self.unknowns.variables[before:])
        truth = self.unknowns.truth(f"every {label}")
        self.quantified[truth] = Quantified(label, truth, of, key, witness, broken, own, predicate)
        self.unknowns.facts[truth] = [disjunction(truth, broken)]
        return truth

    def solve(
        self,
        conditions: Iterable[Term],
        fixed: Mapping[Term, Term] | None = None,
        depth: int = 0,
    ) -> Solution:
        """Values under which all conditions hold, with those of `fixed` variables given.

        `depth` is the number of pending queries that this one is part of.
        """
        return Attempt(self, fixed or {}, depth).also(*conditions).run()

    def session_at(self, depth: int) -> Session:
        """The session for queries of a depth, so that pending ones keep what they have learned."""
        first = self.session
        while len(self._sessions) <= depth:
            made = Session(effort=first.effort, query_units=first.query_units, seed=first.seed)
            made.statistics = first.statistics
            self._sessions.append(made)
        return self._sessions[depth]

    @property
    def exhausted(self) -> bool:
        """Whether the question has to end."""
        return self.session.effort.exhausted


class Attempt:
    """A set of conditions with all facts that follow for their variables."""

    def __init__(self, reasoner: Reasoner, fixed: Mapping[Term, Term], depth: int = 0) -> None:
        self.reasoner = reasoner
        self.fixed = fixed
        self.depth = depth
        self.path: Path = ROOT
        self.seen: set[Term] = set()
        self.active: dict[Term, Quantified] = {}
        self.roots: list[Term] = []
        self.instances: dict[Term, list[Term]] = {}

    def also(self, *conditions: Term) -> Attempt:
        """An attempt with additional conditions; this one is not changed."""
        more = Attempt(self.reasoner, self.fixed, self.depth)
        more.path, more.seen, more.active = self.path, set(self.seen), dict(self.active)
        more.roots = [*self.roots, *conditions]
        more.instances = {truth: [*each] for truth, each in self.instances.items()}
        for condition in conditions:
            more._add(condition)
        return more

    def run(self) -> Solution:
        """Ask, find what the model violates, add that, and ask again.

        With alternating quantifiers this may not terminate, so the solver's own quantifiers are
        tried first if its theories decide them. If the rounds run out, they are tried last.
        """
        session = self.reasoner.session_at(self.depth)
        found = self._decided(alternating(self.reasoner, self.roots, self.fixed))
        if found is not _UNKNOWN:
            return found
        for _ in range(MOST_ROUNDS):
            if self.reasoner.exhausted:
                return _UNKNOWN
            answer = session.check(self.path)
            if answer is not Answer.SAT:
                return Solution(answer)
            model = dict(self.path.model or {})
            model |= self._given()
            lemmas = self._text_lemmas(model) or self._refuting(model)
            if lemmas is None:
                return _UNKNOWN
            if not lemmas:
                return Solution(Answer.SAT, model)
            for lemma in lemmas:
                self._add(lemma)
        return self._decided(quantified_formula(self.reasoner, self.roots, self.fixed))

    def _decided(self, formula: Formula | None) -> Solution:
        """The answer of the solver for its own quantifiers."""
        if formula is None:
            return _UNKNOWN
        session = self.reasoner.session_at(self.depth)
        answer, model = session.decide(*formula, ALTERNATING_UNITS)
        if answer is Answer.UNKNOWN:
            return _UNKNOWN
        return Solution(answer, {**(model or {}), **self._given()})

    def _given(self) -> dict[Term, Value]:
        """The values of variables that are fixed."""
        return {each: evaluate(term, {}) for each, term in self.fixed.items()}

    def _add(self, condition: Term) -> None:
        """Extend the path by a condition and the facts about its new variables."""
        pending, added = [condition], []
        while pending:
            term = pending.pop()
            if self.fixed:
                term = substitute(term, self.fixed)
            added.append(term)
            for each in self.reasoner.variables(term):
                if each not in self.seen:
                    self.seen.add(each)
                    pending.extend(self.reasoner.unknowns.facts.get(each, ()))
                    quantified = self.reasoner.quantified.get(each)
                    if quantified is not None:
                        self.active[each] = quantified
                        pending.extend(self._seeded(quantified))
        self.path = self.path.extend(conjunction(*added))

    def _seeded(self, quantified: Quantified) -> list[Term]:
        """The quantifier instantiated with the values in play, and with earlier violations."""
        seeds = list(self.reasoner.seeds.get(quantified.key, ()))[:MOST_SEEDS]
        values = dict.fromkeys([*seeds, *quantified.instances])
        return [self._instance(quantified, each) for each in values]

    def _instance(self, quantified: Quantified, value: Symbolic) -> Term:
        fulfilled = quantified.instance(value)
        self.instances.setdefault(quantified.truth, []).append(fulfilled)
        return implies(quantified.truth, fulfilled)

    def _relevant(self, model: Mapping[Term, Value]) -> list[Quantified]:
        """The quantifiers that a model relies on: those in the roots, and transitively.

        A true quantifier relies on its instances, a false one on its witness.
        """
        found: dict[Term, Quantified] = {}
        pending = list(self.roots)
        while pending:
            for each in self.reasoner.variables(pending.pop()):
                quantified = self.active.get(each)
                if quantified is None or each in found:
                    continue
                found[each] = quantified
                held = evaluate(each, model)
                pending.extend(self.instances.get(each, ()) if held else (quantified.broken,))
        return list(found.values())

    def _refuting(self, model: Mapping[Term, Value]) -> list[Term] | None:
        """Instances of a quantifier that the model calls true but violates; None if unknown."""
        for quantified in self._relevant(model):
            if not evaluate(quantified.truth, model):
                continue
            found = self._violation(quantified, model)
            if found.answer is Answer.UNKNOWN:
                return None
            if found.is_sat:
                values = self._general(quantified, model, found.model)
                return [self._instance(quantified, value) for value in values]
        return []

    def _violation(self, quantified: Quantified, model: Mapping[Term, Value]) -> Solution:
        given = {**self.fixed, **fixed(self._outside(quantified), model)}
        if given not in quantified.unbroken:
            found = self.reasoner.solve([quantified.broken], given, self.depth + 1)
            if not found.is_unsat:
                return found
            quantified.unbroken.append(given)
        return Solution(Answer.UNSAT)

    def _outside(self, quantified: Quantified) -> dict[Term, None]:
        """The variables that a quantifier does not bind but mentions, also in its facts."""
        found: dict[Term, None] = {}
        pending, seen = [quantified.broken], set()
        while pending:
            for each in self.reasoner.variables(pending.pop()):
                if each in seen:
                    continue
                seen.add(each)
                if each in quantified.own:
                    pending.extend(self.reasoner.unknowns.facts.get(each, ()))
                else:
                    found[each] = None
        return found

    def _text_lemmas(self, model: Mapping[Term, Value]) -> list[Term]:
        """Texts with the same rank have the same length; added only where a model violates it."""
        unknowns = self.reasoner.unknowns
        if not unknowns.ranks:
            return []
        by_rank: dict[Any, Text] = {
            evaluate(each.term, {}): each for each in unknowns.literals.values()
        }
        lemmas = []
        for rank, text in unknowns.texts.items():
            if rank not in model or text.size not in self.seen:
                continue
            fellow = by_rank.setdefault(model[rank], text)
            if evaluate(fellow.size, model) != evaluate(text.size, model):
                lemmas.append(implies(equal(fellow.term, rank), equal(fellow.size, text.size)))
        return lemmas

    def _general(
        self, quantified: Quantified, outer: Mapping[Term, Value], inner: Mapping[Term, Value]
    ) -> list[Symbolic]:
        """The value of a witness, built from values in play that are equal to it in the model.

        If there are several, the first ones and the last ones are tried; instead of a missing
        number, the sum of one in play and the difference.
        """
        variants: dict[Symbolic, None] = {}
        for last in (False, True):

            def known(kind: object, part: Plain, last: bool = last) -> Symbolic | None:
                if part is None or isinstance(part, bool):
                    return None
                alike = self._alike(kind, part, outer)
                if not alike and not last:
                    return self._shifted(kind, part, outer)
                return alike[-1 if last else 0] if alike else None

            variants[settle(quantified.witness, quantified.key, inner, known)] = None
        return list(variants)

    def _shifted(self, kind: object, part: Plain, outer: Mapping[Term, Value]) -> Symbolic | None:
        """An integer as one in play plus a difference, or a real as one in play times a factor."""
        for seed, there in self.reasoner.seeds.get(kind, {}).items():
            if not isinstance(seed, Atom) or not evaluate(there, outer):
                continue
            base = plain(seed, outer)
            if seed.term.sort is INT and isinstance(base, int) and isinstance(part, int):
                return Atom(seed.nil, add(seed.term, integer(part - base)))
            if isinstance(base, Fraction) and isinstance(part, Fraction) and base:
                return Atom(seed.nil, multiply(real(part / base), seed.term))
        return None

    def _alike(self, kind: object, part: Plain, outer: Mapping[Term, Value]) -> list[Symbolic]:
        seeds = self.reasoner.seeds.get(kind, {}).items()
        return [
            seed for seed, there in seeds if evaluate(there, outer) and plain(seed, outer) == part
        ]


def fixed(variables: Iterable[Term], model: Mapping[Term, Value]) -> dict[Term, Term]:
    """The variables with their constants in a model."""
    return {
        each: constant(model.get(each, default_value(each.sort)), each.sort) for each in variables
    }
