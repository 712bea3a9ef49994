"""Looks whether a goal holds for all values of its unknowns, for none, or depends on some.

The unknowns are frozen: they become arbitrary values. What the ordinary engine then derives holds
for all values. What it fails to derive without ever having compared a frozen unknown with anything
holds for none. Else the unknowns that were compared are what the answer depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.costs import called, is_pure, reachable
from refute.languages.nominal.engine import Code, Engine, Frame
from refute.languages.nominal.index import ArgumentIndex
from refute.languages.nominal.procedures import Leaf, Procedure, query
from refute.languages.nominal.solutions import GOAL_UNITS
from refute.languages.nominal.terms import Eigenvariable, Suspended, Term, Unknown, walk
from refute.languages.nominal.types import Type
from refute.solver import Effort


class Truth(Enum):
    """What is known of a goal."""

    ALWAYS = "it holds for all values"
    NEVER = "it holds for no values"
    DEPENDS = "it depends on the values"
    UNKNOWN = "the search was cut off"


@dataclass(frozen=True, slots=True)
class Look:
    """What was found out; for DEPENDS, on which unknowns it depends, in order of comparison."""

    truth: Truth
    wanted: tuple[Unknown, ...] = ()
    assumed: tuple[Frame, ...] = ()


class _Index(ArgumentIndex):
    """An index that notes when it leaves clauses out because of a frozen unknown."""

    def __init__(self, other: ArgumentIndex, note: Callable[[Term], None]) -> None:
        self.position, self.everything = other.position, other.everything
        self.default, self.abstraction = other.default, other.abstraction
        self.table = other.table
        self._note = note

    def mask(self, term: Term) -> int:
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Eigenvariable:
            self._note(inner)
        return super().mask(term)


class FrozenEngine(Engine):
    """The ordinary engine, but it notes which arbitrary values it had to compare."""

    def __init__(self, nameless: Callable[[Type], bool]) -> None:
        super().__init__(nameless)
        self.compared: dict[Eigenvariable, None] = {}
        self.assumed: Mapping[core.Symbol, list[Sequence[Term]]] = {}
        self.hypothetical: dict[core.Symbol, core.Symbol] = {}
        self.lemmas: dict[core.Symbol, Code] = {}
        self._assuming = False

    def note(self, term: Term) -> None:
        """Remember an arbitrary value."""
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Eigenvariable:
            self.compared[inner] = None

    def clash(self, one: Term, other: Term) -> bool:
        """A failure; what was compared is noted."""
        if not self._assuming:
            self.note(one)
            self.note(other)
        return False

    def compile(self, procedure: Procedure, name: str, symbol: core.Symbol | None = None) -> Code:
        """The code of a procedure; that of a predicate tries first what is assumed."""
        code = super().compile(procedure, name, symbol)
        if symbol is None or procedure.own_height:
            return code

        def tried(frame: Frame) -> Frame | None:
            facts = self.assumed.get(symbol, ())
            lemma = self.lemmas.get(symbol)
            if not facts and lemma is None:
                result: Frame | None = code(frame)
                return result
            self.choices.append((len(self.trail), (code, None), frame))
            if lemma is not None:
                self.choices.append((len(self.trail), (lemma, None), frame))
            for fact in facts:
                self.choices.append((len(self.trail), (self._fact(fact), None), frame))
            return None

        self.space[name] = tried
        return tried

    def learn(self, theorem: core.Check | None) -> None:
        """Use a theorem, or none: its conclusion holds where its hypotheses are assumed.

        One without a predicate among its hypotheses would be used to show itself.
        """
        self.lemmas = {}
        self.hypothetical = {}
        if theorem is None or not isinstance(theorem.conclusion, core.Atom):
            return
        hypotheses = conjuncts(theorem.hypotheses)
        simple = all(isinstance(each, core.Atom | core.Equals | core.Fresh) for each in hypotheses)
        if not simple or not any(isinstance(each, core.Atom) for each in hypotheses):
            return
        goals = [self._assumption(each) for each in hypotheses]
        symbol = _like(theorem.conclusion.predicate)
        body = core.conjunction(goals)
        symbol.clauses.append(core.Clause(symbol, theorem.conclusion.arguments, body))
        self.lemmas[theorem.conclusion.predicate] = self._applied(self.code(symbol))

    def _assumption(self, goal: core.Goal) -> core.Goal:
        if not isinstance(goal, core.Atom):
            return goal
        symbol = self.hypothetical.setdefault(goal.predicate, _like(goal.predicate))
        return core.Atom(symbol, goal.arguments)

    def _applied(self, name: str) -> Code:
        """The code of a clause that notes no comparisons of its head."""

        def applied(frame: Frame) -> Frame | None:
            self._assuming = True
            result: Frame | None = self.space[name](frame)  # type: ignore[operator]
            self._assuming = False
            return result

        return applied

    def _fact(self, fact: Sequence[Term]) -> Code:
        def matched(frame: Frame) -> Frame | None:
            self._assuming = True
            same = all(map(self.unify, frame[1:-1], fact))
            self._assuming = False
            result: Frame = frame[-1]
            return result if same else None

        return matched

    def _entrance(
        self, clauses: list[Code], found: list[ArgumentIndex], *, own_height: bool
    ) -> Code:
        noting = [_Index(each, self.note) for each in found]
        return super()._entrance(clauses, noting, own_height=own_height)  # type: ignore[arg-type]


class Frozen:
    """A goal about given unknowns and names, to be looked at again and again."""

    def __init__(self, engine: FrozenEngine, goal: core.Goal, given: dict[Leaf, Term]) -> None:
        self.engine = engine
        self.pure = is_pure(goal)
        self._called = set(reachable(*called(goal))) if self.pure else set()
        self.values: Sequence[Term] = tuple(given.values())
        self._code = engine.compile(query(goal, tuple(given)), engine.new_name("q"))
        self.effort: Effort | None = None

    def assumable(self, symbol: core.Symbol) -> bool:
        """Whether it helps to assume calls of a predicate."""
        return symbol in self._called or symbol in self.engine.hypothetical

    def look(self, limit: int, assumed: Sequence[Frame] = (), roots: Collection[int] = ()) -> Look:
        """What is known after so many steps, when some calls are assumed to succeed.

        The theorem is used on those that are not its own hypotheses, the `roots`.
        """
        frozen = _freeze([*self.values, *(each for frame in assumed for each in frame[1:-1])])
        engine = self.engine
        engine.compared.clear()
        facts: dict[core.Symbol, list[Sequence[Term]]] = {}
        for frame in assumed:
            symbol = frame[0].symbol
            facts.setdefault(symbol, []).append(frame[1:-1])
            if symbol in engine.hypothetical and id(frame) not in roots:
                facts.setdefault(engine.hypothetical[symbol], []).append(frame[1:-1])
        engine.assumed = facts
        try:
            found = self._solve(limit)
        except InputError:
            return Look(Truth.DEPENDS, tuple(frozen.values()))
        finally:
            engine.undo(0)
            engine.choices.clear()
            for unknown in frozen.values():
                unknown.value = None
        wanted = tuple(frozen[each] for each in engine.compared if each in frozen)
        if found and (self.pure or not wanted):
            return Look(Truth.ALWAYS)
        if found is None:
            return Look(Truth.UNKNOWN, (), tuple(assumed))
        return Look(Truth.DEPENDS if wanted else Truth.NEVER, wanted, tuple(assumed))

    def _solve(self, limit: int) -> bool | None:
        """Whether there is a derivation; None when that was not found out."""
        engine = self.engine
        choices, undo = engine.choices, engine.undo
        frame: Frame | None = (self._code, *self.values, _END)
        left = limit
        try:
            while left:
                left -= 1
                if frame is not None:
                    frame = frame[0](frame)
                elif choices:
                    mark, (code, rest), called = choices.pop()
                    undo(mark)
                    if rest is not None:
                        choices.append((mark, rest, called))
                    frame = code(called)
                else:
                    return False
        except _Derived:
            return True
        finally:
            if self.effort is not None:
                self.effort.spend((limit - left) * GOAL_UNITS)
        return None


def _like(symbol: core.Symbol) -> core.Symbol:
    """A predicate like another, but without clauses."""
    return core.Symbol(
        symbol.name, "predicate", symbol.parameters, symbol.result, symbol.variables, symbol.shape
    )


def conjuncts(goal: core.Goal) -> list[core.Goal]:
    """The goals of a conjunction."""
    return list(goal.goals) if isinstance(goal, core.Both) else [goal]


class _Derived(Exception):
    """The last frame was reached."""


def _end(_frame: object) -> None:
    raise _Derived


_END = (_end,)


def _freeze(values: Sequence[Term]) -> dict[Eigenvariable, Unknown]:
    """Make every unknown in some terms an arbitrary value."""
    frozen: dict[Eigenvariable, Unknown] = {}
    found: dict[Unknown, None] = {}
    for term in walk(*values):
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Unknown:
            found[inner] = None
    for unknown in found:
        fresh_for = unknown.attached.fresh if unknown.attached is not None else ()
        value = Eigenvariable("_", fresh_for, nameless=unknown.nameless)
        frozen[value] = unknown
        unknown.value = value
    return frozen
