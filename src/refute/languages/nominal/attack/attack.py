"""The attack on one theorem at one bound: hypotheses derived, the conclusion watched."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import END, Derivation, Pool, Thunk
from refute.languages.nominal.attack.fill import Types, fill_in, find_places
from refute.languages.nominal.attack.frozen import Frozen, FrozenEngine, Look, Truth, conjuncts
from refute.languages.nominal.attack.relations import BoundedEngine, Predicate
from refute.languages.nominal.procedures import Leaf, query
from refute.languages.nominal.program import Program
from refute.languages.nominal.terms import Name, Term, Unknown, naked_unknown

GLANCE = 300
"""So many goals are spent on a look at the conclusion while the hypotheses are derived."""

STARE = 20_000
"""So many when everything else is known."""


@dataclass(slots=True)
class Subject:
    """A theorem with unknowns and names for its variables and names."""

    check: core.Check
    variables: dict[core.Variable, Unknown]
    names: dict[core.NameConstant, Name]

    @property
    def given(self) -> dict[Leaf, Term]:
        return {**self.variables, **self.names}

    def typed(self) -> list[tuple[Term, core.Type]]:
        """The values with their types."""
        return [(value, leaf.type) for leaf, value in self.given.items()]


def subject(check: core.Check) -> Subject:
    """A theorem about which nothing is known yet."""
    return Subject(
        check,
        {each: naked_unknown() for each in check.variables},
        {each: Name(each.label) for each in check.names},
    )


class Watcher:
    """Looks at the conclusion: negation as failure, made lazy."""

    def __init__(
        self, subject: Subject, frozen: Frozen, types: Types, engine: BoundedEngine, most: int
    ) -> None:
        self.subject = subject
        self.frozen = frozen
        self.types = types
        self.engine = engine
        self.most = most
        self.roots: frozenset[int] = frozenset()
        self.unsettled = 0
        self.looks = 0
        self.pruned = 0

    def look(self, pool: Pool, last: Look | None) -> Look | None:
        """What is known of the conclusion now; nothing when it holds, whatever comes."""
        assumed = tuple(
            frame
            for frame, _ in pool
            if isinstance(frame[0], Predicate) and self.frozen.assumable(frame[0].symbol)
        )
        if (
            last is not None
            and last.assumed == assumed
            and not any(each.value is not None for each in last.wanted)
        ):
            return last
        self.looks += 1
        look = self.frozen.look(GLANCE, assumed, self.roots)
        if look.truth is Truth.ALWAYS:
            self.pruned += 1
            return None
        return look

    def branches(self, look: Look) -> list[tuple[Thunk, int]] | None:
        """When all is derived: how to fill what is open; nothing when the conclusion fails."""
        if look.truth is Truth.UNKNOWN:
            look = self.frozen.look(STARE)
        match look.truth:
            case Truth.NEVER:
                return None
            case Truth.ALWAYS:
                return []
            case Truth.UNKNOWN:
                self.unsettled += 1
                return []
        places = find_places(self.types, self.subject.typed())
        unknown = look.wanted[0]
        return [
            (
                lambda filling=filling: END if fill_in(self.engine, unknown, filling) else None,
                filling.price,
            )
            for filling in places.fillings(self.types, unknown, self.most)
        ]


class Attack:
    """Attacks a theorem, bound by bound; what is compiled serves for all of them."""

    def __init__(self, program: Program, check: core.Check) -> None:
        self.subject = subject(check)
        self.engine = BoundedEngine(program.nameless)
        self.types = Types(program.checker.datatypes, program.nameless)
        given = self.subject.given
        conclusion = core.goal_leaves(check.conclusion)
        self.frozen = Frozen(
            FrozenEngine(program.nameless),
            check.conclusion,
            {leaf: given[leaf] for leaf in conclusion if leaf in given},
        )
        self.hypotheses = conjuncts(check.hypotheses)
        self._lemma = False
        self._relations = [self._relation(each) for each in self.hypotheses]
        self.least = [self.engine.costs.goal(each) for each in self.hypotheses]

    def _relation(self, goal: core.Goal) -> object:
        leaves = tuple(self.subject.given)
        return self.engine.relation(query(goal, leaves), self.engine._new_name("q"))

    def learn(self) -> None:
        """Use the theorem itself on parts of derivations: it holds up to the bound before."""
        if not self._lemma and isinstance(self.subject.check.conclusion, core.Atom):
            self._lemma = True
            self.frozen.engine.lemma(self.subject.check)

    def derivation(
        self, bound: int, deadline: float | None = None, random: Random | None = None
    ) -> tuple[Derivation, Watcher]:
        """The search at a bound."""
        self.engine.undo(0)
        values = self.subject.given.values()
        pool: Pool = tuple(
            ((relation, *values, END), number) for number, relation in enumerate(self._relations)
        )
        accounts = (
            *(int(min(bound - each, bound)) if each < 1e9 else -1 for each in self.least),
            bound,
        )
        watcher = Watcher(self.subject, self.frozen, self.types, self.engine, bound)
        derivation = Derivation(
            self.engine, pool, accounts, watcher=watcher, deadline=deadline, random=random
        )
        return derivation, watcher
