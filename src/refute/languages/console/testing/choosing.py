"""A small set of inputs that distinguishes a specification from its nearest wrong neighbours.

Inputs are made in three ways: for the shortest paths, by changing one value of such inputs into one
worth typing, and by random walks. They are played, which is cheap, and those are picked that reach
the most goals for their length. Neighbours that behave like the specification on all of them are
then tried on the rest. The solver is asked only for what is still missing after that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import inf
from random import Random

from refute.languages.console.meaning.symbolic import value_of
from refute.languages.console.neighbours import Neighbour, neighbours_of
from refute.languages.console.paths.exploration import Exploration, SpecificationPath
from refute.languages.console.paths.impossible import impossible_outcomes
from refute.languages.console.paths.probing import MOST_FOUND, Probe, probes_for
from refute.languages.console.paths.sampling import Sampler
from refute.languages.console.paths.values import Values
from refute.languages.console.syntax import If, Mode, Read, Statement
from refute.languages.console.testing.approaching import BoundarySearch
from refute.languages.console.testing.candidates import (
    LONGEST_VARIED,
    LONGEST_WALK,
    Arithmetic,
    Candidate,
    Maker,
    replayed,
)
from refute.languages.console.testing.cases import Case
from refute.languages.console.testing.goals import MANY_ROUNDS, Goal, Goals
from refute.languages.console.testing.trials import Trial
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import statements_of
from refute.languages.console.types import TEXT, Value
from refute.solver import SECOND, Effort
from refute.solver.effort import ALLOWANCE
from refute.terms import evaluate

MOST_PATHS = 40
"""Maximum number of paths that are considered, the shortest ones first."""

SHORT = 10
"""Maximum length of paths that get a test of their own each."""

SPACING = 3
"""Every so many longer paths one gets a test; as a rule they only go round a loop more often."""

SAMPLES = 2
"""Number of inputs made for each of these paths; the first of them becomes a test."""

FEWEST_TESTS = 25
"""Tests are added up to this number, for what no goal describes."""

FEWEST_FOR_PYTHON = 80
"""The same if a Python function says what is right, which has no known neighbours."""

MOST_TESTS = 120
"""Maximum number of tests, besides those that distinguish neighbours."""

STEPS = 600
"""Maximum number of values that are read when inputs are made in each of the other ways."""

MOST_VAIN = 24
"""Maximum number of consecutive inputs made in one way that are known already."""

LONGEST_COMMANDED = 5
"""Maximum length of inputs that are varied once more with other commands."""

RETRIED = 3
"""Number of inputs, the shortest ones, that get something invalid for each read."""

RETRIED_KINDS = 8
"""The same if values of several kinds are read, so that each kind follows one of them."""

EXPLORING = 0.3
"""Fraction of the effort for finding paths."""

PROBING = 0.1
"""Fraction of the effort for asking the solver about neighbours."""
TRYING = 0.5
"""Fraction of the effort for what neighbours may have chosen at random."""

CANDIDATE_UNITS = SECOND // 4_000
"""Cost of playing a specification once."""


@dataclass(slots=True)
class Choosing:
    """Makes and picks inputs; the fields have the results.

    All paths of at most `complete` inputs were found, None if there are no others at all; some of
    the longer ones were `skipped`. The `trial` has the neighbours that no input distinguishes.
    `unreached` are conditions and the outcomes that they never had; the `impossible` ones cannot
    occur on any inputs.
    """

    checked: Checked
    unfoldings: int
    bits: int | None
    seed: int
    effort: Effort
    progress: Callable[[str], None] = lambda _text: None
    paths: int = 0
    complete: int | None = None
    skipped: bool = False
    overflows: int = 0
    chosen: list[Candidate] = field(default_factory=list)
    trial: Trial = field(init=False)
    goals: Goals = field(init=False)
    exploration: Exploration = field(init=False)
    unreached: list[tuple[If, bool]] = field(default_factory=list)
    impossible: set[tuple[int, bool]] = field(default_factory=set)
    _known: dict[tuple[Value, ...], Candidate] = field(default_factory=dict)
    _ways: Iterator[SpecificationPath] = field(init=False)

    def __post_init__(self) -> None:
        share = self._share(EXPLORING)
        self.exploration = Exploration(self.checked, self.unfoldings, share)
        self.goals = Goals(self.checked)
        self.trial = Trial(self.checked, neighbours_of(self.checked), self._share(TRYING))
        self._ways = iter(self.exploration)

    def choose(self) -> list[Case]:
        """The chosen inputs with what is expected on them, shortest first."""
        required = self._for_paths()
        self._more(required)
        required += self._for_branches()
        self._approach_boundaries()
        self.chosen = self._picked(required)
        self._tell_apart()
        self._ask_solver()
        self.chosen.sort(key=_length)
        return [self.trial.case(each) for each in self.chosen]

    def _tell_apart(self) -> None:
        """Try all neighbours on the picked inputs, and those still alive on all others."""
        picked = {each.values for each in self.chosen}
        for candidate in sorted(self.chosen, key=_length):
            self.trial.told_apart_by(candidate)
        failed = frozenset(self.trial.failed)
        rest = [each for each in self._known.values() if each.values not in picked]
        for candidate in sorted(rest, key=_length):
            if self.effort.stopped or not self.trial.alive:
                break
            if self.trial.told_apart_by(candidate):
                self.chosen.append(candidate)
        self.trial.give_up(failed)

    def _repeat_values(self) -> None:
        """Try the neighbours that are still alive on inputs with repeated values."""
        random = Random(f"{self.seed} repeating")
        maker = Maker(self.checked, Values(self.checked, self.bits), random)
        known = len(self._known)
        self._offered(maker.repeating())
        for candidate in sorted([*self._known.values()][known:], key=_length):
            if self.trial.told_apart_by(candidate):
                self.chosen.append(candidate)

    def _ask_solver(self) -> None:
        """Search for inputs that distinguish the neighbours that are still alive."""
        if not self.effort.stopped and probes_for(self.trial.alive):
            self._repeat_values()
        probes = [] if self.effort.stopped else probes_for(self.trial.alive)
        if not probes:
            return
        effort = self._share(PROBING)
        asks_again = any(_asks_again(each.neighbour.statement) for each in probes)
        session = self.exploration.session
        exploration = Exploration(
            self.checked,
            self.unfoldings,
            effort,
            retries=asks_again,
            probes=probes,
            shared=session,
        )
        with session.spending(effort):
            everything = self._probe(exploration)
        certain = effort.ended is None and not exploration.unknown and not exploration.tree.hidden
        if everything and certain:
            self._mean_the_same(probes)

    def _probe(self, exploration: Exploration) -> bool:
        """Try the inputs that the solver finds; return whether it has searched everywhere."""
        probes = exploration.probes
        for number, path in enumerate(exploration):
            if path.probe is not None:
                path.probe.found += 1
                path.probe.settled = self._is_told_apart(path)
            if number > MOST_PATHS + MOST_FOUND * len(probes) or not any(
                each.is_open for each in probes
            ):
                return False
        return True

    def _is_told_apart(self, path: SpecificationPath) -> bool:
        """Whether the inputs of a path distinguish the neighbour of its probe."""
        values = [value_of(evaluate(each, path.model)) for each in path.variables]
        made = replayed(self.checked, values)
        if made is None or not self.trial.told_apart_by(made):
            return False
        if made.values not in {each.values for each in self.chosen}:
            self.chosen.append(self._kept(made))
        assert path.probe is not None
        return path.probe.neighbour not in self.trial.alive

    def _mean_the_same(self, probes: Sequence[Probe]) -> None:
        """Drop neighbours that make no difference on any path within the bound."""
        same = [each.neighbour for each in probes if each.means_the_same]
        self.trial.same = same
        self.trial.alive = [each for each in self.trial.alive if each not in same]

    def _share(self, part: float) -> Effort:
        """A fraction of the effort, for one of several tasks."""
        effort = self.effort
        return Effort(part * effort.allowance / ALLOWANCE, None, lambda: effort.stopped)

    def told_apart(self) -> list[list[Neighbour]]:
        """For each of the chosen inputs, the neighbours that they distinguish."""
        return [self.trial.all_told_apart_by(each) for each in self.chosen]

    def ranked(self) -> Iterator[int]:
        """The indices of the chosen inputs, those that distinguish the most neighbours first.

        Only neighbours that no earlier inputs distinguish count; then goals, then few inputs.
        """
        told = [set(map(id, each)) for each in self.told_apart()]
        reached = [set(self.goals.reached_by(each)) for each in self.chosen]
        left = set(range(len(self.chosen)))
        while left:
            best = max(left, key=lambda each: (len(told[each]), len(reached[each]), -each))
            left.remove(best)
            for number in left:
                told[number] -= told[best]
                reached[number] -= reached[best]
            yield best

    @property
    def untried(self) -> bool:
        """Whether an outcome of a condition may be possible that no test has."""
        exploration = self.exploration
        unsure = exploration.unknown > 0 or exploration.tree.hidden or self.complete is not None
        return unsure and len(self.unreached) > len(self.impossible)

    @property
    def tested(self) -> int | None:
        """The length up to which all paths have a test; None if all paths have one."""
        if self.skipped:
            return SHORT if self.complete is None else min(SHORT, self.complete)
        return self.complete

    @property
    def longer(self) -> int:
        """The number of tests that are longer than that."""
        least = self.tested
        return 0 if least is None else sum(len(each.values) > least for each in self.chosen)

    # Making

    def _for_paths(self) -> list[Candidate]:
        """Inputs for the shortest paths; some of the longer ones get none."""
        found: list[SpecificationPath] = []
        for path in self._ways:
            if len(found) == MOST_PATHS:
                self.complete = len(path.inputs) - 1
                break
            found.append(path)
            self.progress(f"{len(found)} paths, now {len(path.inputs)} inputs long")
        self.paths = len(found)
        wanted = [each for each in enumerate(found) if _gets_a_test(*each, found)]
        self.skipped = len(wanted) < len(found)
        return [made for each in wanted for made in self._samples(*each)[:1]]

    def _for_branches(self) -> list[Candidate]:
        """Inputs for longer paths, as long as some condition has had only one outcome."""
        required = []
        missing = self._missing(self._known.values())
        if missing:
            impossible = impossible_outcomes(self.checked, self.exploration.session)
            self.impossible = missing & impossible
            missing -= impossible
        for path in self._ways if missing and self.complete is not None else ():
            samples = self._samples(self.paths, path)
            made = [each for each in samples if self._missing([each]) != missing]
            left = missing & self._missing(made)
            if left != missing:
                required += made[:1]
                missing = left
            if not missing:
                break
        if self.exploration.effort.ended and self.complete is None:
            self.complete = max(0, self.exploration.reached - 1)
        missing |= self.impossible
        self.unreached = [each for each in self._outcomes() if (id(each[0]), each[1]) in missing]
        return required

    def _outcomes(self) -> Iterator[tuple[If, bool]]:
        for statement in statements_of(self.checked.body):
            if isinstance(statement, If):
                yield from ((statement, True), (statement, False))

    def _missing(self, candidates: Iterable[Candidate]) -> set[tuple[int, bool]]:
        """The outcomes of conditions that no inputs lead to."""
        missing = {(id(each), truth) for each, truth in self._outcomes()}
        for candidate in candidates:
            missing -= self.goals.reached_by(candidate)
        return missing

    def _samples(self, number: int, path: SpecificationPath) -> list[Candidate]:
        guesser, assume = self.exploration.guesser, self.exploration.assume
        sampler = Sampler(guesser, assume, self.bits, effort=self.exploration.effort)
        random = Random(f"{self.seed} {number}")
        samples, overflows = sampler.samples(path, SAMPLES, random)
        self.overflows += overflows
        made = (replayed(self.checked, values) for values in samples)
        return [self._kept(each) for each in made if each is not None]

    def _more(self, required: Sequence[Candidate]) -> None:
        """More inputs, made from the required ones and by walking."""
        maker = Maker(self.checked, Values(self.checked, self.bits), Random(f"{self.seed} more"))
        bases = [each for each in required if len(each.values) <= LONGEST_VARIED]
        self._offered(_in_turn([maker.varied(each) for each in bases]))
        if self.goals.calls_python:
            self._offered(_in_turn([maker.varied(each) for each in self._commanded(bases)]))
        self._offered(maker.walks())
        self._offered(maker.insisting(self.goals.is_one_of_few, MANY_ROUNDS))
        self._offered(maker.rounded())
        self._offered(_in_turn([maker.with_invalid(each) for each in self._retried()]))
        if not bases:
            shortest = min(self._known.values(), key=_length, default=None)
            if shortest is not None and TEXT in self.checked.types.values():
                self._offered(maker.varied(shortest, added=True))

    def _approach_boundaries(self) -> None:
        """Inputs for the boundaries of comparisons that no others reach."""
        reached = {goal for each in self._known.values() for goal in self.goals.reached_by(each)}
        approach = BoundarySearch(self.checked, self.goals.comparisons)
        arithmetic = Arithmetic(self.checked, self.bits)
        for comparison, distance, goal in self.goals.boundaries():
            if goal in reached or approach.plays > STEPS or self.effort.stopped:
                continue
            made = approach.reach(self._known.values(), comparison, distance)
            if made is not None and arithmetic.fits(made):
                self._kept(made)
        self.effort.spend(CANDIDATE_UNITS * approach.plays)

    def _commanded(self, bases: Sequence[Candidate]) -> list[Candidate]:
        """The shortest inputs with other commands, whose effect only a function knows."""
        known = {self.goals.commands_of(each) for each in bases}
        found = sorted(self._known.values(), key=_length)
        others = {self.goals.commands_of(each): each for each in reversed(found)}
        return [
            each
            for commands, each in others.items()
            if commands not in known and len(each.values) <= LONGEST_COMMANDED
        ]

    def _retried(self) -> list[Candidate]:
        """The shortest inputs for every read that says what happens after a bad input."""
        known = sorted(self._known.values(), key=_length)
        found: dict[tuple[Value, ...], Candidate] = {}
        for read in reads_of(self.checked.body):
            if read.mode is not Mode.ASSUME:
                most = RETRIED if read.kind is None else RETRIED_KINDS
                leading = [each for each in known if _visits(each, read)][:most]
                found |= {each.values: each for each in leading}
        return list(found.values())

    def _offered(self, made: Iterator[Candidate | None]) -> None:
        """Keep what is new, until enough values were read or hardly anything is new."""
        steps, vain, arithmetic = 0, 0, Arithmetic(self.checked, self.bits)
        for candidate in made:
            steps += 1 + (len(candidate.values) if candidate else LONGEST_WALK)
            if steps > STEPS or vain > MOST_VAIN or self.effort.stopped:
                return
            self.effort.spend(CANDIDATE_UNITS)
            vain += 1
            if candidate and candidate.values not in self._known and arithmetic.fits(candidate):
                self._kept(candidate)
                vain = 0

    def _kept(self, made: Candidate) -> Candidate:
        return self._known.setdefault(made.values, made)

    # Picking

    def _picked(self, required: Sequence[Candidate]) -> list[Candidate]:
        """The required inputs and, while goals are left, those that reach the most of them."""
        chosen = list({each.values: each for each in required}.values())
        reached: set[Goal] = set()
        for candidate in chosen:
            reached |= self.goals.reached_by(candidate)
        waiting = [
            (-inf, number, candidate, self.goals.reached_by(candidate))
            for number, candidate in enumerate(self._known.values())
        ]
        heapify(waiting)
        while waiting and len(chosen) < MOST_TESTS:
            worth, number, candidate, reaches = heappop(waiting)
            new = len(reaches - reached)
            actual = -new / (3 + len(candidate.values))
            if new and actual > worth:
                heappush(waiting, (actual, number, candidate, reaches))
            elif new:
                chosen.append(candidate)
                reached |= reaches
        return [*chosen, *self._spread(chosen)]

    def _spread(self, chosen: Sequence[Candidate]) -> list[Candidate]:
        """Some of the other inputs, if only few were picked."""
        known = {each.values for each in chosen}
        others = [each for each in self._known.values() if each.values not in known]
        Random(f"{self.seed} spread").shuffle(others)
        fewest = FEWEST_FOR_PYTHON if self.goals.calls_python else FEWEST_TESTS
        return others[: max(0, fewest - len(chosen))]


def _gets_a_test(number: int, path: SpecificationPath, every: Sequence[SpecificationPath]) -> bool:
    """Whether a path gets a test of its own."""
    last = len(every) - 1
    return len(path.inputs) <= SHORT or (last - number) % SPACING == 0


def _visits(candidate: Candidate, read: Read) -> bool:
    return any(
        each.asks is not None and each.asks.read is read and each.valid for each in candidate.visits
    )


def _asks_again(statement: Statement) -> bool:
    return isinstance(statement, Read) and statement.mode is Mode.RETRY


def _length(candidate: Candidate) -> int:
    return len(candidate.values)


def _in_turn(iterators: Iterable[Iterator[Candidate]]) -> Iterator[Candidate]:
    """The first of each, then the second of each, and so on."""
    waiting = list(iterators)
    while waiting:
        left = []
        for each in waiting:
            made = next(each, None)
            if made is not None:
                yield made
                left.append(each)
        waiting = left
