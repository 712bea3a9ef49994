"""Inputs for a path: near random suggestions, including those where programs go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from random import Random

from refute.languages.console.meaning.symbolic import value_of
from refute.languages.console.paths.exploration import SpecificationPath
from refute.languages.console.types import Value
from refute.record import record
from refute.solver import SECOND, Answer, Effort, Model
from refute.solver.preferences import Guesser
from refute.terms import (
    INT,
    REAL,
    STRING,
    Constructed,
    DataSort,
    Sort,
    Term,
    Value as SolverValue,
    at_least,
    at_most,
    conjunction,
    evaluate,
    integer,
)

RANGE = 100
"""Numbers are kept between minus and plus this value where possible."""

MOVE_UNITS = SECOND // 80_000
"""Cost of looking at a condition when a value is changed."""

_TEXTS = ("", "a", "anna", "hello", "Hello World", "racecar", "ab", "x1", "Ada")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Suggestion = Callable[[Random, Term], list[SolverValue]]
"""Values for a variable, the best one first."""


class _Target:
    """What inputs are made for: a path, a model of it, and the conditions to keep."""

    def __init__(
        self, path: SpecificationPath, base: Model, conditions: Sequence[Term], guesser: Guesser
    ) -> None:
        self.variables = path.variables
        self.path = path.path
        self.base = base
        self.conditions = conditions
        self._about: dict[Term, list[Term]] = {}
        for condition in conditions:
            for variable in guesser.variables(condition):
                self._about.setdefault(variable, []).append(condition)

    def about(self, variable: Term) -> Sequence[Term]:
        """The conditions that mention a variable."""
        return self._about.get(variable, ())

    def holds(self, model: Model) -> bool:
        """Whether all conditions are true."""
        return all(evaluate(each, model) for each in self.conditions)


@record
class Sampler:
    """Makes inputs for paths; `bits` is the size of integers that no result should exceed."""

    guesser: Guesser
    assume: Callable[..., tuple[Answer, object, list[Term]]]
    bits: int | None = 32
    effort: Effort = field(default_factory=Effort)

    def samples(
        self, path: SpecificationPath, count: int, random: Random
    ) -> tuple[list[tuple[Value, ...]], bool]:
        """Inputs for a path, as different as the path easily allows.

        The truth value says whether some result may be too large for machine integers.
        """
        soft = self._within(path)
        base = self._base(path, soft)
        fits = all(evaluate(each, base) for each in soft)
        conditions = [*path.conditions, *(soft if fits else [])]
        target = _Target(path, base, conditions, self.guesser)
        found: list[tuple[Value, ...]] = []
        known: set[tuple[Value, ...]] = set()
        stuck = not path.inputs
        for suggestion in self._suggestions(count, random):
            made: tuple[Value, ...] = ()
            self.effort.spend(MOVE_UNITS)
            if found and self.effort.exhausted:
                break
            for _ in range(3):
                model = self._near(target, suggestion, random)
                if model is None:
                    model = base if stuck else self._asked(target, suggestion, random)
                    stuck = stuck or model == base
                made = tuple(value_of(evaluate(each, model)) for each in path.variables)
                if made not in known:
                    break
            if all(not isinstance(each, str) or each.isprintable() for each in made):
                found.append(made)
                known.add(made)
        return found, not fits

    def _within(self, path: SpecificationPath) -> list[Term]:
        """The conditions that all results along the path fit machine integers."""
        if self.bits is None:
            return []
        low, high = integer(-(2 ** (self.bits - 1))), integer(2 ** (self.bits - 1) - 1)
        numbers = [each for each in path.variables if each.sort is INT]
        watched = dict.fromkeys((*path.bounded, *numbers))
        return [conjunction(at_least(each, low), at_most(each, high)) for each in watched]

    def _base(self, path: SpecificationPath, soft: list[Term]) -> Model:
        """A model of the path, if possible one that keeps all results within bounds."""
        model = path.model
        for number, condition in enumerate(soft):
            known = [*path.conditions, *soft[:number]]
            model = self.guesser.extend(model, known, condition) or model
        return model

    def _near(self, target: _Target, suggestion: Suggestion, random: Random) -> Model | None:
        """A model with as many suggested values as possible; None if none can be used."""
        model = target.base
        order = list(target.variables)
        random.shuffle(order)
        settled: frozenset[Term] = frozenset()
        moved = False
        for variable in order:
            for value in suggestion(random, variable):
                changed = self._moved(target, model, variable, value, settled)
                if changed is not None:
                    model, moved = changed, True
                    settled |= {variable}
                    break
        return model if moved else None

    def _moved(
        self,
        target: _Target,
        model: Model,
        variable: Term,
        value: SolverValue,
        settled: frozenset[Term],
    ) -> Model | None:
        """The model with a value changed, and another for each condition that this breaks."""
        changed: Model = {**model, variable: value}
        fixed = settled | {variable}
        concerned = target.about(variable)
        self.effort.spend(MOVE_UNITS * (1 + len(concerned)))
        broken = [each for each in concerned if not evaluate(each, changed)]
        if len(broken) > 2:
            return None
        for condition in broken:
            others = [each for each in target.conditions if each not in broken]
            repaired = self.guesser.extend(changed, others, condition, fixed)
            if repaired is None:
                return None
            changed = repaired
        if broken and not target.holds(changed):
            return None
        return changed

    def _asked(self, target: _Target, suggestion: Suggestion, random: Random) -> Model:
        """A model from the solver near the suggestion (section 5.3), or the known one."""
        suggested = {each: suggestion(random, each)[0] for each in target.variables}
        for _ in range(6):
            answer, model, blamed = self.assume(target.path, suggested)
            if answer is Answer.SAT and isinstance(model, dict):
                near = {**target.base, **model}
                return near if target.holds(near) else target.base
            if answer is not Answer.UNSAT or not blamed:
                break
            for each in blamed[: 1 + len(blamed) // 2]:
                del suggested[each]
        return target.base

    def _suggestions(self, count: int, random: Random) -> Iterator[Suggestion]:
        """Suggestions to try in turn: anything, all equal, critical values, large ones, edges."""
        kinds = (self._anything, None, self._critical, self._large, self._edge)
        for number in range(count):
            yield kinds[number % 5] or self._same(random)

    def _anything(self, random: Random, variable: Term) -> list[SolverValue]:
        return [self._any(random, variable)]

    def _any(self, random: Random, variable: Term) -> SolverValue:
        if variable.sort is INT:
            return random.randint(-RANGE, RANGE)
        if variable.sort is REAL:
            return Fraction(random.randint(-10 * RANGE, 10 * RANGE), 10)
        if variable.sort is STRING:
            if random.random() < 0.5:
                return self._word(random)
            return "".join(random.choices(_LETTERS, k=random.randint(1, 8)))
        if isinstance(variable.sort, DataSort):
            return Constructed(random.choice(list(variable.sort.constructors)))
        return random.random() < 0.5

    def _word(self, random: Random) -> str:
        return random.choice(
            [*_TEXTS, *(each for each in self.guesser.constants if isinstance(each, str))]
        )

    def _same(self, random: Random) -> Suggestion:
        """The same value for all variables of a sort."""
        numbers = random.sample((1, 2, 3, 5, 7, -2), 3)
        chosen: dict[Sort, list[SolverValue]] = {INT: [*numbers]}

        def same(random: Random, variable: Term) -> list[SolverValue]:
            if variable.sort not in chosen:
                chosen[variable.sort] = [self._any(random, variable)]
            return chosen[variable.sort]

        return same

    def _critical(self, random: Random, variable: Term) -> list[SolverValue]:
        """Numbers where programs go wrong; palindromes."""
        if variable.sort is STRING:
            half = "".join(random.choices(_LETTERS, k=random.randint(0, 3)))
            return [half + random.choice(("", "x")) + half[::-1]]
        if variable.sort is not INT:
            return self._anything(random, variable)
        numbers: list[SolverValue] = [0, 1, -1, *self._near_constants(random)]
        return random.sample(numbers, len(numbers))

    def _edge(self, random: Random, variable: Term) -> list[SolverValue]:
        """The constants of the specification and their neighbours."""
        near = self._near_constants(random) if variable.sort is INT else []
        return [*near, self._any(random, variable)]

    def _near_constants(self, random: Random) -> list[SolverValue]:
        known = [each for each in self.guesser.constants if type(each) is int]
        random.shuffle(known)
        return [each + step for each in known for step in (0, 1, -1)]

    def _large(self, random: Random, variable: Term) -> list[SolverValue]:
        """Numbers too large for few bits; long texts that begin and end alike."""
        if variable.sort is STRING:
            return [f"a{''.join(random.choices(_LETTERS, k=40))}a"]
        if variable.sort is not INT:
            return self._anything(random, variable)
        size = 2 ** (random.choice((15, 16, 20, 24, 28)) if self.bits != 64 else 40)
        return [random.choice((-1, 1)) * random.randint(size, 2 * size)]
