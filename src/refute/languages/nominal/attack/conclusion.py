"""Looks at the conclusion while the hypotheses are derived: negation as failure, made lazy.

A goal holds for all values of its unknowns, for none, or depends on some. To find out, the unknowns
become arbitrary values. What the ordinary engine then derives holds for all values. What it fails
to derive without ever having compared an arbitrary value with anything holds for none. Else the
unknowns that were compared are what the answer depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from enum import Enum

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack import relations
from refute.languages.nominal.attack.instances import Instances
from refute.languages.nominal.attack.lemmas import (
    lemma,
    reopened,
    weight,
)
from refute.languages.nominal.attack.recording import Fact, RecordingEngine
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
from refute.languages.nominal.engine.visits import PATIENCE, TermsTooLarge
from refute.languages.nominal.types import Type, type_variables
from refute.record import entity, record
from refute.solver import Effort

GLANCE = 600
"""Maximum number of steps of a look at the conclusion while the hypotheses are derived."""

FIRST_LOOKS = 50
"""Number of looks before it is judged whether they are worth their time."""

TELLING = 5
"""Maximum number of looks for each that leaves out a branch, if they are."""

MANY_LOOKS = 300
"""Number of looks after which it pays to write code that runs faster."""

MOST_EQUATIONS = 20
"""Maximum number of instances of a theorem about equality that are used in a look."""

STARE = 40_000
"""Maximum number of steps when everything else is known."""


LEAVES = (terms.Name, terms.Unknown)


class Truth(Enum):
    """What is known of a goal."""

    ALWAYS = "it holds for all values"
    NEVER = "it holds for no values"
    DEPENDS = "it depends on the values"
    UNKNOWN = "the search was cut off"


@record
class Look:
    """What was found out; for DEPENDS, on which unknowns it depends, in order of comparison."""

    truth: Truth
    wanted: tuple[terms.Unknown, ...] = ()
    assumed: tuple[Frame, ...] = ()


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
        self._code = engine.compile(query(goal, tuple(given)), engine.new_name("q"))
        self.effort: Effort | None = None
        self.looks = 0
        self.held = 0
        self._loose = lets_names_out(goal, engine.nameless)
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

    def assumable(self, symbol: core.Symbol) -> bool:
        """Whether it helps to assume calls of a predicate."""
        return symbol in self._called or symbol in self.engine.hypothetical

    def look(self, limit: int, assumed: Sequence[Frame] = (), roots: Collection[int] = ()) -> Look:
        """What is known after a number of steps, when some calls are assumed to succeed.

        The theorem is used on those that are not its own hypotheses, the `roots`.
        """
        values = [*self.values, *(each for frame in assumed for each in frame[1:-1])]
        engine = self.engine
        facts: dict[core.Symbol, list[Fact]] = {}
        for frame in assumed:
            symbol, fact = frame[0].symbol, engine.fact(frame[1:-1])
            facts.setdefault(symbol, []).append(fact)
            if symbol in engine.hypothetical and id(frame) not in roots:
                facts.setdefault(engine.hypothetical[symbol], []).append(fact)
        engine.assumed = facts
        engine.look_at(tuple(self._subjects.values()))
        arbitrary: dict[terms.Eigenvariable, terms.Unknown] = {}
        try:
            if engine.equation is not None and facts.keys() >= {*engine.hypothetical.values()}:
                self._identify(engine.equation, values)
            arbitrary = _generalize(values)
            engine.compared.clear()
            found = self._solve((self._code, *self.values, (finish,)), limit)
        except InputError:
            truth = Truth.DEPENDS if arbitrary else Truth.UNKNOWN
            return Look(truth, tuple(arbitrary.values()), tuple(assumed))
        except TermsTooLarge:
            return Look(Truth.UNKNOWN, (), tuple(assumed))
        finally:
            engine.undo(0)
            engine.choices.clear()
            for unknown in arbitrary.values():
                unknown.value = None
        wanted = tuple(arbitrary[each] for each in engine.compared if each in arbitrary)
        if found and (self.pure or not wanted):
            return Look(Truth.ALWAYS)
        if found is None:
            return Look(Truth.UNKNOWN, (), tuple(assumed))
        return Look(Truth.DEPENDS if wanted else Truth.NEVER, wanted, tuple(assumed))

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
            engine.undo(0)
            engine.choices.clear()
            for unknown in arbitrary.values():
                unknown.value = None
        for one, other in found:
            mark = len(engine.trail)
            if not engine.unify(one, other):
                engine.undo(mark)

    def _solve(self, frame: Frame | None, limit: int) -> bool | None:
        """Whether there is a derivation, or another one; None when that was not found out."""
        engine = self.engine
        choices, undo = engine.choices, engine.undo
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
        value = terms.Eigenvariable("_", fresh_for, nameless=unknown.nameless)
        made[value] = unknown
        unknown.value = value
    return made


@entity
class Watcher:
    """Leaves out what cannot be a counterexample, and instantiates only what must be known.

    `doubt` is told of a candidate of which it could not be found out whether it is a
    counterexample; `pruned` counts the branches left out because the conclusion holds in all of
    them.
    """

    conclusion: Conclusion
    instances: Instances
    doubt: Callable[[], None]
    roots: frozenset[int] = frozenset()
    pruned: int = 0
    _filled_with: dict[tuple[object, ...], int] = field(default_factory=dict)

    def look(self, pool: relations.Pool, last: Look | None) -> Look | None:
        """What is known of the conclusion now; nothing when it holds, whatever comes."""
        assumed = tuple(frame for frame, _ in pool if self._assumable(frame))
        if last is not None and not _stale(last, assumed):
            return last
        look = self.conclusion.look(GLANCE, assumed, self.roots)
        self.conclusion.looks += 1
        if self.conclusion.looks == MANY_LOOKS:
            self.conclusion.engine.write_in_place()
        if look.truth is Truth.ALWAYS:
            self.conclusion.held += 1
            self.pruned += 1
            return None
        return look

    def _assumable(self, frame: Frame) -> bool:
        relation = frame[0]
        return isinstance(relation, relations.Predicate) and self.conclusion.assumable(
            relation.symbol
        )

    def branches(self, look: Look, left: int) -> list[relations.Alternative] | None:
        """When all is derived: how to fill what is open; nothing when the conclusion fails.

        `left` is what may still be paid for that.
        """
        if look.truth is Truth.UNKNOWN:
            look = self.conclusion.look(STARE)
        if look.truth is Truth.NEVER and self.conclusion.give(self.instances.names()):
            look = self.conclusion.look(STARE)
        match look.truth:
            case Truth.NEVER:
                return None
            case Truth.ALWAYS:
                return []
            case Truth.UNKNOWN:
                self.doubt()
                return []
            case Truth.DEPENDS:
                wanted = look.wanted[0]  # where only its type matters, names were forced before
                known = wanted in self.instances.types.known
                holes = None if known else self.instances.holes()
                if holes is not None and self.instances.name_forced(holes):
                    return self.branches(self.conclusion.look(STARE), left)
                waiting = any(each.open for each in self.instances.engine.pending)
                comparable = self.conclusion.typed and not waiting
                key = canonical(self.conclusion.values) if comparable else None
                if key is not None and self._filled_with.get(key, -1) >= left:
                    return []  # it was filled before, and nothing came of it
                if key is not None:
                    self._filled_with[key] = left
                return self.instances.fillings(wanted, holes)


def canonical(values: Sequence[Term]) -> tuple[object, ...] | None:
    """The same for values that differ in names and unknowns only; nothing for large values.

    Names of different types are not told apart, so the types of the values must be known. What
    unknowns must be fresh for is part of it, but for names that do not occur in the values: another
    one would do as well. Under other constraints there is nothing.
    """
    tokens: list[object] = []
    numbers: dict[Term, int] = {}
    for term in terms.walk(*values):
        kind = type(term)
        if kind is tuple:
            tokens.append(term[0])
        elif kind is int or kind is str:
            tokens.append(term)
        elif kind is terms.Abstraction:
            tokens.append(terms.Abstraction)
        elif kind is terms.Name or kind is terms.Unknown:
            tokens.append((kind, numbers.setdefault(term, len(numbers))))
        else:
            return None
        if len(tokens) > PATIENCE:
            return None  # what is shared is not gone through again
    apart = frozenset[tuple[int, int]]()
    for term, number in numbers.items():
        if type(term) is terms.Unknown and term.attached is not None and not term.nameless:
            found = _apart(term, number, numbers)
            if found is None:
                return None
            apart |= found
    return (*tokens, apart)


def _apart(
    unknown: terms.Unknown, number: int, numbers: Mapping[Term, int]
) -> frozenset[tuple[int, int]] | None:
    """What an unknown must be fresh for, or other names for it; nothing where there is more."""
    constraints = unknown.attached or terms.Constraints()
    found = {(numbers[name], number) for name in constraints.fresh if name in numbers}
    for pair in constraints.waiting:
        name, term = map(terms.expose, pair)
        if type(name) in LEAVES and type(term) is tuple:
            continue  # it has got a value since, and its parts wait in its place
        if not (type(name) in LEAVES and type(term) in LEAVES):
            return None
        if name in numbers and term in numbers:
            found.add((numbers[name], numbers[term]))
    return frozenset(found)


def _stale(look: Look, assumed: tuple[Frame, ...]) -> bool:
    """Whether something has changed that could change what is known."""
    return look.assumed != assumed or any(each.value is not None for each in look.wanted)
