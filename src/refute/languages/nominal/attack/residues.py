"""What a conclusion depends on: the goals at which its derivations first compare an open value.

The conclusion holds if one of them can be solved, with the goals that follow it. So what is open
need be filled only once for all candidates that have the same left to solve.

Where the same goals follow all of them, the conclusion says two things: that one of the first goals
holds, and what follows. If the former is so for all values that can still be paid for, which is
found out once, only the latter matters. So if `below(L, [(X, K)|T], …)` compares L and K, and then
L and the levels in T, the open levels are not filled in all combinations.

Goals hold for all values if they do in each case of an open value. Where a case leaves the like of
what is being decided, it holds, too: the smallest values that break it would lead to smaller ones.
"""

from __future__ import annotations

from dataclasses import field
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from refute.diagnostics import InputError
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.likeness import Likeness
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.entrance import Code
from refute.languages.nominal.engine.solutions import Frame, finish
from refute.languages.nominal.engine.terms import Eigenvariable, Term, Unknown
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.types import Type
from refute.record import entity, record

if TYPE_CHECKING:
    from refute.languages.nominal.attack.conclusion import Conclusion

Key: TypeAlias = tuple[object, ...]

Goals: TypeAlias = tuple[tuple[Code, Frame], ...]
"""Settled frames, with the code that resolves each, of which one is to be solved."""

LARGEST = 200
"""Maximum number of parts of goals that are set apart from what follows them."""

MOST_OPEN = 3
"""Maximum number of open values in goals that are tried for all of them."""

MOST_CASES = 100
"""Maximum number of cases of these values that are distinguished."""


class Unsettled(Exception):
    """A term is large, or has unknowns or suspended permutations in it."""


@entity
class Stage:
    """The goals at which derivations first compare an open value, with what follows them."""

    likeness: Likeness
    compared: dict[Eigenvariable, None] = field(default_factory=dict)
    _noted: list[tuple[Code, Frame]] = field(default_factory=list)
    _settled: bool = True

    def note(self, code: Code, frame: Frame, compared: dict[Eigenvariable, None]) -> None:
        """Add a goal that is about to be resolved by some code."""
        self.compared.update(compared)
        if self._settled:
            try:
                self._noted.append((code, settled(frame)))
                return
            except Unsettled:
                self._liken()
        self._add(code, frame)

    def apart(self) -> tuple[Goals, Frame] | None:
        """The goals without what follows all of them, and that, if it is the same."""
        if not (self._settled and self._noted):
            return None
        after = self._noted[0][1][-1]
        if any(frame[-1] != after for _, frame in self._noted):
            return None
        return tuple((code, (*frame[:-1], (finish,))) for code, frame in self._noted), after

    @property
    def goals(self) -> Goals | None:
        """The goals with what follows, if all of that is settled."""
        return tuple(self._noted) if self._settled else None

    def key(self) -> Key | None:
        """What is the same where the like is left."""
        if self._settled:
            self._liken()
        return self.likeness.key()

    def _liken(self) -> None:
        """Make the key of the goals from now on, which may change when bindings are undone."""
        self._settled = False
        for code, frame in self._noted:
            self._add(code, frame)

    def _add(self, code: Code, frame: Frame) -> None:
        self.likeness.mark(code)
        while len(frame) > 1:
            self.likeness.mark((frame[0], len(frame)))
            self.likeness.add(frame[1:-1])
            frame = frame[-1]


@record
class Residue:
    """What is left of a conclusion, for values that cost at most so much.

    It depends on what is `wanted`; nothing is left if the conclusion `holds`. Unless it is `whole`,
    more expensive values were left out.
    """

    stage: Stage | None
    wanted: tuple[Unknown, ...] = ()
    holds: bool = False
    whole: bool = True

    @property
    def key(self) -> Key | None:
        """The same for candidates of which it is enough to fill one, if there is any."""
        return None if self.stage is None else self.stage.key()


@entity
class Residues:
    """Finds residues of a conclusion. Goals that were shown to hold, or not, are remembered."""

    conclusion: Conclusion
    advanced: int = 0
    _hold: dict[Key, tuple[int, bool]] = field(default_factory=dict)
    _break: dict[Key, int] = field(default_factory=dict)
    _begun: list[Key] = field(default_factory=list)
    _cases: int = 0

    def find(self, types: Types, left: int) -> Residue | None:
        """The residue if nothing is assumed; None where it cannot be found out."""
        conclusion, engine = self.conclusion, self.conclusion.engine
        engine.assumed = {}
        arbitrary = conclusion.generalize()
        of = {each: types.known[it] for each, it in arbitrary.items() if it in types.known}
        frame: Frame = conclusion.frame
        whole, advanced, first = True, False, tuple[Unknown, ...]()
        try:
            while True:
                stage = Stage(Likeness(arbitrary, terms.Name("a").serial))
                solved = conclusion.stopping([(frame[0], frame)], stage.note)
                if solved is not False:
                    return Residue(None, first, holds=True, whole=whole) if solved else None
                wanted = tuple(arbitrary[each] for each in stage.compared if each in arbitrary)
                first = first or wanted
                apart = stage.apart()
                held = None if apart is None else self._always(apart[0], of, types, left)
                if apart is None or held is None:
                    break
                self.advanced += not advanced
                frame, whole, advanced = apart[1], whole and held, True
        except (InputError, TermsTooLarge):
            return None
        finally:
            conclusion.forget(arbitrary)
        return Residue(stage, wanted or first, whole=whole)

    def _always(
        self, goals: Goals, of: dict[Eigenvariable, Type], types: Types, left: int
    ) -> bool | None:
        """Whether one of some goals holds for all values that cost at most so much.

        None if not; else whether that is so for all others, too. What was shown on the way is
        forgotten if it is not so in the end.
        """
        self._cases = 0
        self._begun.clear()
        found = self._held(Deciding(goals, of, types), left)
        for key in self._begun if found is None else ():
            self._hold.pop(key, None)
        return found

    def _held(self, case: Deciding, left: int) -> bool | None:
        """The same for a case."""
        conclusion, self._cases = self.conclusion, self._cases + 1
        stage = Stage(Likeness())
        solved = conclusion.stopping(case.goals, stage.note)
        if solved is not False or stage.goals is None:
            return solved or None
        case = Deciding(stage.goals, case.of, case.types)
        key, open_ = case.key(), next((each for each in stage.compared if each in case.of), None)
        if key is None or open_ is None or self._cases > MOST_CASES:
            return None
        if self._break.get(key, inf) <= left:
            return None
        known = self._hold.get(key)
        if known is not None and known[0] >= left:
            return known[1]
        self._begun.append(key)
        self._hold[key] = left, True  # as long as it is being decided
        whole = True
        for filling in case.types.fillings(case.of[open_], (), left):
            if filling.price > left:
                whole = False
                continue
            inner = case.with_value(open_, filling.make())
            held = None if inner is None else self._held(inner, left - filling.price)
            if held is None:
                self._break[key] = left
                return None
            whole = whole and held
        self._hold[key] = left, whole
        return whole


@record
class Deciding:
    """Goals about open values of known types, of which one should hold."""

    goals: Goals
    of: dict[Eigenvariable, Type]
    types: Types

    def with_value(self, open_: Eigenvariable, value: Term) -> Deciding | None:
        """The case of one of the values; None if it has parts of which the types are not known."""
        known = self.types.known
        holes = {each: Eigenvariable("_", sorts=0) for each in terms.unknowns(value)}
        if type(value) is terms.Abstraction or not all(each in known for each in holes):
            return None
        made = {open_: _replaced(value, holes)}
        goals = tuple((code, _replaced(frame, made)) for code, frame in self.goals)
        of = {**self.of, **{holes[each]: known[each] for each in holes}}
        return Deciding(goals, of, self.types)

    def key(self) -> Key | None:
        """The same for goals that differ in names, and in a few open values, only."""
        numbers: dict[Term, int] = {}
        opened: dict[Term, int] = {}
        tokens: list[object] = []
        waiting: list[Term] = list(self.goals)
        while waiting:
            term = waiting.pop()
            kind = type(term)
            if kind is tuple:
                tokens.append(len(term))
                waiting.extend(term)
            elif kind is Eigenvariable:
                tokens.append((kind, opened.setdefault(term, len(opened))))
                if term not in self.of or len(opened) > MOST_OPEN:
                    return None
            elif kind is terms.Abstraction:
                return None
            elif kind is terms.Name:
                tokens.append((kind, numbers.setdefault(term, len(numbers))))
            else:
                tokens.append(term)
        return tuple(tokens)


def settled(term: Term, size: list[int] | None = None) -> Term:
    """A copy of a term, or a frame, that stays the same when bindings are undone."""
    size = size or [0]
    size[0] += 1
    kind = type(term)
    if size[0] > LARGEST or kind is terms.Suspended:
        raise Unsettled
    if kind is tuple:
        return tuple([settled(each, size) for each in term])
    if kind is Unknown:
        if term.value is None:
            raise Unsettled
        return settled(term.value, size)
    if kind is terms.Abstraction and settled(term.body, size) != term.body:
        raise Unsettled
    return term


def _replaced(term: Term, values: dict[Term, Term]) -> Term:
    """A settled term with other values for some of its parts."""
    if type(term) is tuple:
        return tuple([_replaced(each, values) for each in term])
    return values.get(term, term) if type(term) in OPEN else term


OPEN = frozenset((Eigenvariable, Unknown))
