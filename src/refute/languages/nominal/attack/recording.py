"""The engine that looks at conclusions: it records what it compares, and may assume calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.attack.lemmas import Lemma, Weight, lighter, weight
from refute.languages.nominal.attack.total import Totality
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.entrance import ArgumentIndex, Code
from refute.languages.nominal.engine.procedures import Procedure
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.types import PROP, SortsOf

Fact: TypeAlias = tuple[Sequence[Term], Code]
"""The arguments of a call that is assumed, and code that solves calls by it."""

FLEXIBLE = frozenset((terms.Unknown, terms.Suspended))
"""The types of exposed terms that may become others."""


class RecordingEngine(Engine):
    """The ordinary engine, which records the arbitrary values it had to compare.

    `helped` says whether the theorem could be used on something smaller since it was last cleared,
    `recalls` whether a goal that was resolved was of use.
    """

    looping = False  # every call is to be tried with what is assumed
    terse = True
    sparing = True
    in_place = False

    def __init__(self, sorts: SortsOf) -> None:
        super().__init__(sorts)
        self.compared: dict[terms.Eigenvariable, None] = {}
        self.assumed: Mapping[core.Symbol, list[Fact]] = {}
        self.hypothetical: dict[core.Symbol, core.Symbol] = {}
        self.recalls = False
        self.lemmas: dict[core.Symbol, Code] = {}
        self.equation: Code | None = None
        self.totality: Totality | None = None
        self._values: dict[tuple[object, ...], tuple[terms.Eigenvariable, list[Term]]] = {}
        self._argument: dict[terms.Eigenvariable, terms.Eigenvariable] = {}
        self.subjects: Sequence[Term] = ()
        self._weight_of_all: tuple[Weight | None] | None = None
        self._smaller = _relation("smaller")
        self._helpful = _relation("helpful")
        self.helped = False
        self._learned: (
            tuple[dict[core.Symbol, Code], dict[core.Symbol, core.Symbol], Code | None] | None
        ) = None
        self._assuming = False

    def write_in_place(self) -> None:
        """From now on, write code that takes longer to compile and less to run."""
        self.in_place, self.sparing = True, False
        for symbol in self._codes:
            self.forget(symbol)

    def note(self, term: Term) -> None:
        """Remember an arbitrary value."""
        inner = terms.unsuspended(term)
        if type(inner) is terms.Eigenvariable:
            while inner in self._argument:
                inner = self._argument[inner]
            self.compared[inner] = None

    def clash(self, one: Term, other: Term) -> bool:
        """A failure; what was compared is noted."""
        if not self._assuming:
            self.note(one)
            self.note(other)
        return False

    def compile(self, procedure: Procedure, name: str, symbol: core.Symbol | None = None) -> Code:
        """The code of a procedure; that of a predicate tries first what is assumed."""
        if symbol is self._smaller or symbol is self._helpful:
            known = self._weigh if symbol is self._smaller else self._help
            self.space[name] = known
            return known
        code = super().compile(procedure, name, symbol)
        if symbol is None or procedure.own_height:
            return code
        taken_apart = None if self.totality is None else self.totality.argument(symbol)
        if taken_apart is not None:
            code = self._opaque(symbol, taken_apart, code)

        def tried(frame: Frame) -> Frame | None:
            facts, lemma = self.assumed.get(symbol), self.lemmas.get(symbol)
            close = facts and _close(frame, facts)
            if not close and lemma is None:
                result: Frame | None = code(frame)
                return result
            self.choices.append((len(self.trail), (code, None), frame))
            if lemma is not None:
                self.choices.append((len(self.trail), (lemma, None), frame))
            for assume in close or ():
                self.choices.append((len(self.trail), (assume, None), frame))
            return None

        self.space[name] = tried
        return tried

    def _opaque(self, symbol: core.Symbol, taken_apart: int, code: Code) -> Code:
        """A function that has one value everywhere: that of an arbitrary value is arbitrary, too.

        It is the same whenever it is asked for the same, and depends on the value that it is of.
        """
        sorts = self.sorts(symbol.result)

        def called(frame: Frame) -> Frame | None:
            of = terms.unsuspended(terms.expose(frame[taken_apart + 1]))
            if type(of) is not terms.Eigenvariable or terms.unknowns(*frame[1:-2]):
                result: Frame | None = code(frame)
                return result
            given = [terms.expose(each) for each in frame[1:-2]]
            key = (symbol, *map(id, given))
            if key not in self._values:
                value = terms.Eigenvariable("_", sorts=sorts)
                self._values[key] = value, given
                self._argument[value] = of
            return frame[-1] if self.unify(frame[-2], self._values[key][0]) else None

        return called

    def learn(self, lemma: Lemma | None) -> None:
        """Use the theorem, or nothing: its conclusion holds of what is smaller."""
        self.lemmas = {}
        self.hypothetical = {}
        self.equation = None
        if lemma is None:
            return
        if self._learned is None:
            self._prepare(lemma)
            self._learned = self.lemmas, self.hypothetical, self.equation
        self.lemmas, self.hypothetical, self.equation = self._learned

    def _prepare(self, lemma: Lemma) -> None:
        """Compile the theorem; what is smaller is assumed, or has less weight."""
        goals = [self._assumption(each) for each in lemma.goals]
        if not lemma.about_derivations:
            goals.insert(0, core.Atom(self._smaller, lemma.values))
        if isinstance(lemma.conclusion, core.Atom):
            symbol, arguments = _like(lemma.conclusion.predicate), lemma.conclusion.arguments
        else:
            symbol, arguments = _relation("equation"), lemma.conclusion
        goals.append(core.Atom(self._helpful, ()))
        symbol.clauses.append(core.Clause(symbol, arguments, core.conjunction(goals)))
        code: Code = self.space[self.code(symbol)]  # type: ignore[assignment]
        if isinstance(lemma.conclusion, core.Atom):
            self.lemmas[lemma.conclusion.predicate] = self._silent(code)
        else:
            self.equation = code

    def _assumption(self, goal: core.Goal) -> core.Goal:
        if not isinstance(goal, core.Atom):
            return goal
        symbol = self.hypothetical.setdefault(goal.predicate, _like(goal.predicate))
        return core.Atom(symbol, goal.arguments)

    def _weigh(self, frame: Frame) -> Frame | None:
        """Go on if the arguments are smaller than the values that are looked at."""
        if self._weight_of_all is None:
            self._weight_of_all = (weight(self.subjects),)
        return frame[-1] if lighter(weight(frame[1:-1]), *self._weight_of_all) else None

    def _help(self, frame: Frame) -> Frame:
        """Note that the theorem was used on something smaller."""
        self.helped = True
        result: Frame = frame[-1]
        return result

    def look_at(self, subjects: Sequence[Term]) -> None:
        """Take these for the values that are looked at."""
        self.subjects, self._weight_of_all = subjects, None
        self._values.clear()
        self._argument.clear()

    def _silent(self, code: Code) -> Code:
        """Code that records no comparisons."""

        def silent(frame: Frame) -> Frame | None:
            self._assuming = True
            result: Frame | None = code(frame)
            self._assuming = False
            return result

        return silent

    def fact(self, arguments: Sequence[Term], *, resolved: bool) -> Fact:
        """Assume a call with these arguments, of a goal that waits or was resolved."""

        def assume(frame: Frame) -> Frame | None:
            self._assuming = True
            holds = all(map(self.unify, frame[1:-1], arguments))
            self._assuming = False
            self.recalls = self.recalls or (holds and resolved)
            return frame[-1] if holds else None

        return arguments, assume

    def _mask(self, index: ArgumentIndex) -> Callable[[Term], int]:
        def mask(term: Term) -> int:
            self.note(term)
            return index.mask(term)

        return mask


def _close(frame: Frame, facts: list[Fact]) -> list[Code]:
    """The code of facts whose arguments do not certainly differ from those of a call at the top."""
    call = [each if type(each) is tuple else terms.expose(each) for each in frame[1:-1]]
    close = []
    for arguments, assume in facts:
        for one, argument in zip(call, arguments, strict=True):
            other = argument if type(argument) is tuple else terms.expose(argument)
            if one is other:
                continue
            kind, other_kind = type(one), type(other)
            if kind is tuple and other_kind is tuple:
                if one[0] is not other[0]:
                    break
            elif kind in FLEXIBLE or other_kind in FLEXIBLE:
                continue
            elif kind is not other_kind or kind is terms.Eigenvariable or kind is terms.Name:
                break
        else:
            close.append(assume)
    return close


def _relation(name: str) -> core.Symbol:
    """A predicate of which calls are made here only, with as many arguments as they have."""
    return core.Symbol(name, "predicate", (), PROP)


def _like(symbol: core.Symbol) -> core.Symbol:
    """A predicate like another, but without clauses."""
    return core.Symbol(
        symbol.name, "predicate", symbol.parameters, symbol.result, symbol.variables, symbol.shape
    )
