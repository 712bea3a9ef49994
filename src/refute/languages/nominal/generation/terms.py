"""Makes terms for which a goal holds: all up to a size, smallest first, or some at random.

Terms that differ only in their numbers and characters count as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from itertools import count, cycle
from math import inf
from random import Random
from string import ascii_lowercase
from typing import Any

from refute.diagnostics import InputError, error
from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation, OutOfEffort
from refute.languages.nominal.attack.derived import Generators
from refute.languages.nominal.attack.fill import Types, find_holes
from refute.languages.nominal.attack.replay import Replay, pool
from refute.languages.nominal.attack.theorems import Subject, premises
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.terms import Abstraction, Name, Term, expose, swap, walk
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.program import Program
from refute.languages.nominal.signature import Signature
from refute.languages.nominal.types import CHAR, INT
from refute.record import entity
from refute.solver import Answer, Effort

TRIES = 50
"""Maximum number of random tries for each term that is wanted."""

TRY = 400
"""Maximum number of goals resolved in one random try."""


@entity
class TermMaker:
    """Makes values for the first variable of a goal; `complete` if none is missing."""

    program: Program
    query: core.Query
    effort: Effort
    complete: bool = True
    seen: set[Any] = field(default_factory=set)
    _types: Types = field(init=False)
    _premises: list[core.Goal] = field(init=False)

    def __post_init__(self) -> None:
        if not self.query.variables:
            message = "there is no variable whose values could be made"
            raise InputError([error("AP060", message, self.query.span)])
        self._types = Types(self.program.checker.datatypes, self.program.sorts)
        generators = Generators(Signature(self.program.checker.datatypes))
        self._premises = [*premises(self._check), generators.goal(self.query.variables[0])]

    @property
    def _check(self) -> core.Check:
        query = self.query
        return core.Check("terms", 1, query.goal, core.Fail(), query.variables, query.names)

    def all(self, size: int) -> Iterator[Term]:
        """All terms up to a size with a derivation in proportion to it, the smallest first."""
        for each in range(1, size + 1):
            try:
                yield from self._of_size(each)
            except (OutOfEffort, TermsTooLarge):
                self.complete = False
                return

    def _of_size(self, size: int) -> Iterator[Term]:
        subject, derivation = self._begin(size)
        if derivation is None:
            return
        while derivation.advance():
            term = self._taken(subject, derivation, size)
            if term is not None:
                yield term

    def random(self, size: int, count: int, seed: int) -> Iterator[Term]:
        """Distinct terms up to a size, each the first one found by a random derivation."""
        self.complete = False
        chance = Random(seed)
        made = 0
        for _ in range(count * TRIES):
            if made == count or self.effort.exhausted:
                return
            subject, derivation = self._begin(chance.randint(1, size), chance)
            try:
                found = derivation is not None and derivation.advance()
            except (OutOfEffort, TermsTooLarge):
                continue
            if found and derivation is not None:
                term = self._taken(subject, derivation, size)
                if term is not None:
                    made += 1
                    yield term

    def _begin(self, size: int, random: Random | None = None) -> tuple[Subject, Derivation | None]:
        """A search for terms up to a size; None if every derivation of the goal is too large."""
        engine = bounded_engine(self.program.sorts, self._types)
        subject = Subject.of(self._check, self.program.sorts)
        least = [engine.costs.goal(each) for each in self._premises]
        bounds = [*([steps(size)] * (len(least) - 1)), size]
        left = [
            int(bound - each) if each < inf else -1
            for bound, each in zip(bounds, least, strict=True)
        ]
        if min(left) < 0:
            return subject, None
        goals = pool(engine, self._premises, subject.given)
        limit = TRY if random is not None else None
        return subject, Derivation(
            engine, goals, (*left, size), effort=self.effort, limit=limit, random=random
        )

    def _taken(self, subject: Subject, derivation: Derivation, size: int) -> Term | None:
        """The term that was found, closed and confirmed; None if that fails or it is not new."""
        engine = derivation.engine
        mark = len(engine.trail)
        self._number(subject, engine)
        settled = engine.settle() is Answer.SAT
        if not settled:
            engine.undo(mark)
            settled = engine.settle() is Answer.SAT
        values = subject.close(engine, self._types) if settled else None
        engine.undo(mark)
        if values is None:
            return None
        term = values[self.query.variables[0]]
        key = canonical(term)
        replay = Replay(self.program, self._types)
        if key in self.seen:
            return None
        if not replay.holds(self.query.goal, values, steps(size)):
            self.complete = False
            return None
        self.seen.add(key)
        return term

    def _number(self, subject: Subject, engine: Store) -> None:
        """Fill the open numbers and characters in the term with 1, 2, 3, … and a, b, c, ….

        Those whose constraints do not admit the value are left open.
        """
        wanted = self.query.variables[0]
        root = subject.given[wanted], wanted.type
        numbers, characters = count(1), cycle(ascii_lowercase)
        for unknown, type_ in list(find_holes(self._types, [root]).types.items()):
            if type_ in {INT, CHAR} and unknown.value is None:
                mark = len(engine.trail)
                if not engine.bind(unknown, next(numbers if type_ == INT else characters)):
                    engine.undo(mark)


def steps(size: int) -> int:
    """Maximum number of steps in a derivation for terms of a size."""
    return 4 * size + 4


def canonical(term: Term, bound: tuple[Name, ...] = ()) -> Any:
    """A key that is equal for terms that differ only in their bound names."""
    term = expose(term)
    if isinstance(term, tuple):
        return (term[0], *(canonical(each, bound) for each in term[1:]))
    if isinstance(term, Abstraction):
        fresh = Name(term.name.label)
        return ("\\", canonical(swap(term.name, fresh, term.body), (fresh, *bound)))
    if isinstance(term, Name):
        return bound.index(term) if term in bound else term.label
    return ("literal", term)


def size_of(term: Term) -> int:
    """The number of constructors in a term."""
    return sum(isinstance(each, tuple) for each in walk(term))


def binders(term: Term) -> int:
    """The number of names that a term binds."""
    return sum(isinstance(each, Abstraction) for each in walk(term))


def constructors(term: Term) -> Counter[str]:
    """The number of uses of each constructor."""
    return Counter(each[0].name for each in walk(term) if isinstance(each, tuple))
