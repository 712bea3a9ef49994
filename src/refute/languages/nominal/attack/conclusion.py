"""Looks at the conclusion while the hypotheses are derived: negation as failure, made lazy.

A goal holds for all values of its unknowns, for none, or depends on some. To find out, the unknowns
become arbitrary values. What the ordinary engine then derives holds for all values. What it fails
to derive without ever having compared an arbitrary value with anything holds for none. Else the
unknowns that were compared are what the answer depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack import relations
from refute.languages.nominal.attack.lemmas import (
    lemma,
    reopened,
    weight,
)
from refute.languages.nominal.attack.recording import Fact, RecordingEngine
from refute.languages.nominal.attack.residues import Residue, Residues
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.entrance import Code
from refute.languages.nominal.engine.escape import lets_names_out
from refute.languages.nominal.engine.procedures import query
from refute.languages.nominal.engine.solutions import (
    GOAL_UNITS,
    Frame,
    Solved,
    finish,
    walk_units,
)
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.types import Type, type_variables
from refute.record import record
from refute.solver import Effort

GLANCE = 600
"""Maximum number of steps of a look at the conclusion while the hypotheses are derived."""

FIRST_LOOKS = 50
"""Number of looks before it is judged whether they are worth their time."""

TELLING = 5
"""Maximum number of looks for each that leaves out a branch, if they are."""

FIRST_RECALLING, RECALLING = 150, 10
"""Number of looks before it is judged whether goals that were resolved are worth keeping, and
maximum number of looks for each that holds with their help, if they are."""

REPEATING = 10
"""The same for residues: how many may be new for each that was met before."""

MOST_EQUATIONS = 20
"""Maximum number of instances of a theorem about equality that are used in a look."""

STARE = 40_000
"""Maximum number of steps when everything else is known."""


class Truth(Enum):
    """What is known of a goal."""

    ALWAYS = "it holds for all values"
    NEVER = "it holds for no values"
    DEPENDS = "it depends on the values"
    UNKNOWN = "the search was cut off"


@record
class Look:
    """What was found out; for DEPENDS, on which unknowns it depends, in order of comparison.

    What is left of the conclusion then may be known, too.
    """

    truth: Truth
    wanted: tuple[terms.Unknown, ...] = ()
    assumed: tuple[Frame, ...] = ()
    residue: Residue | None = None


class Conclusion:
    """A goal about given unknowns and names, to be looked at again and again.

    It is `typed` where the types of all these are known.
    """

    def __init__(
        self,
        engine: RecordingEngine,
        goal: core.Goal,
        given: dict[core.Leaf, Term],
        names: Mapping[terms.Name, Type] | None = None,
    ) -> None:
        self.engine = engine
        self.pure = relations.is_pure(goal)
        self._called = set(core.reachable(*core.called(goal))) if self.pure else set()
        self.values: Sequence[Term] = tuple(given.values())
        self.typed = not type_variables(*(each.type for each in given))
        code = engine.compile(query(goal, tuple(given)), engine.new_name("q"))
        self.frame: Frame = (code, *self.values, (finish,))
        self.effort: Effort | None = None
        self.looks = 0
        self.held = 0
        self.recalled = 0
        self.residues = Residues(self)
        self.asked = 0
        self.repeated = 0
        self._loose = lets_names_out(goal, engine.sorts)
        typed = self.typed and not any(each.variables for each in self._called)
        self._comparable = self.pure and typed and not self._loose
        self._names = names or {}
        self._given = self._names.keys()
        engine.give(self._names)
        self._subjects = {each: given[each] for each in given if isinstance(each, core.Variable)}

    def learn(self, theorem: core.Check | None) -> bool:
        """Use a theorem on what is smaller, or none; whether that is smaller than the bound, too.

        What is about derivations may have holes that need more than is left to fill them.
        """
        found = None if theorem is None else lemma(theorem, tuple(self._subjects))
        self.engine.learn(found)
        self.engine.helped = False
        return found is None or not found.about_derivations

    def give(self, names: Mapping[terms.Name, Type]) -> bool:
        """Let rules take more names for those that they let out; whether some had to be given."""
        if not self._loose or names.keys() <= self._given:
            return False
        self._given = names.keys()
        self.engine.give({**self._names, **names})
        return True

    @property
    def telling(self) -> bool:
        """Whether looks at this conclusion have often shown that it holds."""
        return self.looks < FIRST_LOOKS or self.held * TELLING >= self.looks

    @property
    def recalling(self) -> bool:
        """Whether goals that were resolved are often needed to show that this conclusion holds."""
        return self.looks < FIRST_RECALLING or self.recalled * RECALLING >= self.looks

    def assumable(self, symbol: core.Symbol) -> bool:
        """Whether it helps to assume calls of a predicate."""
        return symbol in self._called or symbol in self.engine.hypothetical

    def look(
        self,
        limit: int,
        waiting: Sequence[Frame] = (),
        roots: Collection[int] = (),
        resolved: Sequence[Frame] = (),
    ) -> Look:
        """What is known after a number of steps, when some calls are assumed to succeed.

        These wait, or were resolved. The theorem is used on those that are not its own hypotheses,
        the `roots`.
        """
        assumed = (*resolved, *waiting)
        values = [*self.values, *(each for frame in assumed for each in frame[1:-1])]
        engine = self.engine
        facts: dict[core.Symbol, list[Fact]] = {}
        for number, frame in enumerate(assumed):
            symbol = frame[0].symbol
            fact = engine.fact(frame[1:-1], resolved=number < len(resolved))
            facts.setdefault(symbol, []).append(fact)
            if symbol in engine.hypothetical and id(frame) not in roots:
                facts.setdefault(engine.hypothetical[symbol], []).append(fact)
        engine.assumed, engine.recalls = facts, False
        engine.look_at(tuple(self._subjects.values()))
        arbitrary: dict[terms.Eigenvariable, terms.Unknown] = {}
        try:
            if engine.equation is not None and facts.keys() >= {*engine.hypothetical.values()}:
                self._identify(engine.equation, values)
            arbitrary = _generalize(values)
            engine.compared.clear()
            found = self._solve(self.frame, limit)
        except InputError:
            truth = Truth.DEPENDS if arbitrary else Truth.UNKNOWN
            return Look(truth, tuple(arbitrary.values()), assumed)
        except TermsTooLarge:
            return Look(Truth.UNKNOWN, (), assumed)
        finally:
            self.forget(arbitrary)
        wanted = tuple(arbitrary[each] for each in engine.compared if each in arbitrary)
        if found and (self.pure or not wanted):
            self.recalled += engine.recalls
            return Look(Truth.ALWAYS)
        if found is None:
            return Look(Truth.UNKNOWN, (), assumed)
        return Look(Truth.DEPENDS if wanted else Truth.NEVER, wanted, assumed)

    @property
    def comparable(self) -> bool:
        """Whether it is worth asking what the conclusion depends on, and the answer means much.

        It does not if smaller values may be why the conclusion holds.
        """
        engine, useful = self.engine, max(self.repeated, self.residues.advanced)
        by_weight = (engine.lemmas or engine.equation) and not engine.hypothetical
        worth = self.asked < FIRST_LOOKS or useful * REPEATING >= self.asked
        return self._comparable and worth and not by_weight

    def stopping(
        self,
        goals: Sequence[tuple[Code, Frame]],
        note: Callable[[Code, Frame, dict[terms.Eigenvariable, None]], None],
    ) -> bool | None:
        """Whether some goal has a derivation that compares no arbitrary value.

        Where one does, the goal that is about to compare it is noted, and what has been compared.
        None when it was not found out.
        """
        engine = self.engine
        engine.undo(0)
        engine.choices[:] = [(0, (code, None), frame) for code, frame in reversed(goals)]

        def step(code: Code, frame: Frame) -> Frame | None:
            height, mark = len(engine.choices), len(engine.trail)
            engine.compared.clear()
            after: Frame | None = code(frame)
            if not engine.compared:
                return after
            del engine.choices[height:]
            engine.undo(mark)
            note(code, frame, engine.compared)
            return None

        return self._solve(None, STARE, step)

    def generalize(self) -> dict[terms.Eigenvariable, terms.Unknown]:
        """Make every unknown that the conclusion is about an arbitrary value."""
        return _generalize(self.values)

    def forget(self, arbitrary: Mapping[terms.Eigenvariable, terms.Unknown]) -> None:
        """Undo what a look has bound, and give back the unknowns."""
        self.engine.undo(0)
        self.engine.choices.clear()
        for unknown in arbitrary.values():
            unknown.value = None

    def _identify(self, equation: Code, values: Sequence[Term]) -> None:
        """Make equal what the theorem says is equal of what is smaller."""
        engine = self.engine
        arbitrary = _generalize(values)
        sides = terms.Unknown(), terms.Unknown()
        found: list[tuple[Term, ...]] = []
        frame: Frame | None = (equation, *sides, (finish,))
        try:
            while len(found) < MOST_EQUATIONS and self._solve(frame, GLANCE):
                if _made_of(arbitrary, sides):
                    found.append(tuple(reopened(each, arbitrary) for each in sides))
                frame = None
        finally:
            self.forget(arbitrary)
        for one, other in found:
            mark = len(engine.trail)
            if not engine.unify(one, other):
                engine.undo(mark)

    def _solve(
        self,
        frame: Frame | None,
        limit: int,
        step: Callable[[Code, Frame], Frame | None] | None = None,
    ) -> bool | None:
        """Whether there is a derivation, or another one; None when that was not found out.

        Each goal is resolved by calling its code, or by a `step` that may leave out what follows.
        """
        engine = self.engine
        choices, undo = engine.choices, engine.undo
        left = limit
        try:
            while left:
                left -= 1
                if frame is not None:
                    code, called = frame[0], frame
                elif choices:
                    mark, (code, rest), called = choices.pop()
                    undo(mark)
                    if rest is not None:
                        choices.append((mark, rest, called))
                else:
                    return False
                frame = code(called) if step is None else step(code, called)
        except Solved:
            return True
        finally:
            if self.effort is not None:
                self.effort.spend((limit - left) * GOAL_UNITS + walk_units(engine))
        return None


def _made_of(arbitrary: Collection[terms.Eigenvariable], sides: Sequence[Term]) -> bool:
    """Whether some terms have no unknowns in them, and no other arbitrary values than these."""
    found = weight(sides)
    if found is None:
        return False
    return all(each in arbitrary for each in found[1] if type(each) is terms.Eigenvariable)


def _generalize(values: Sequence[Term]) -> dict[terms.Eigenvariable, terms.Unknown]:
    """Make every unknown in some terms an arbitrary value."""
    made: dict[terms.Eigenvariable, terms.Unknown] = {}
    for unknown in terms.unknowns(*values):
        fresh_for = unknown.attached.fresh if unknown.attached is not None else ()
        value = terms.Eigenvariable("_", fresh_for, sorts=unknown.sorts)
        made[value] = unknown
        unknown.value = value
    return made
