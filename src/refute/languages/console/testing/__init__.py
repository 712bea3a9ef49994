"""The testing procedure (section 6): paths, inputs, runs, and the shortest failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from refute.execution.program import Ending, Program, Run, Took, Wrote, run_concurrently
from refute.languages.console.explore import Exploration, SpecificationPath, constants
from refute.languages.console.judging import Case, Failure, case_for, judge
from refute.languages.console.playing import (
    Asks,
    Choice,
    plainly,
    play,
    random_inputs,
    weave,
)
from refute.languages.console.sampling import RANGE, Sampler
from refute.languages.console.shrink import shrink
from refute.languages.console.syntax import Mode
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import INT, TEXT, Type, Value, read_value
from refute.solver import SECOND, Effort

CASE_UNITS = SECOND // 3_000
"""What it costs to make a case, beside the queries that it needs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How thoroughly to test; `random` tests instead of those for paths (section 7.1.1).

    `at_once` runs of the program are begun before the first is judged. `run_units` is what a run
    counts as, however long it takes.
    """

    unfoldings: int = 25
    samples: int = 5
    bits: int | None = 32
    seed: int = 0
    effort: float = 1.0
    time_limit: float | None = None
    random: int | None = None
    at_once: int = 1
    run_units: int = SECOND // 4_000


@dataclass(slots=True)
class Campaign:
    """The cases for a specification, made one after the other, and what was learned meanwhile."""

    checked: Checked
    plan: Plan
    progress: Callable[[str], None] = lambda _text: None
    longest: int | None = None
    paths: int = 0
    overflows: int = 0
    reached: int = 0
    abandoned: int = 0
    approximate: int = 0
    exploration: Exploration | None = field(default=None)

    def cases(self) -> Iterator[Case]:
        """All cases of the plan, those for shorter paths first."""
        if self.plan.random is not None:
            yield from self._random_cases(self.plan.random)
            return
        effort = Effort(self.plan.effort, self.plan.time_limit)
        self.exploration = Exploration(self.checked, self.plan.unfoldings, effort)
        sampler = Sampler(
            self.exploration.guesser, self.exploration.assume, self.plan.bits, effort=effort
        )
        for path in self.exploration:
            if self.longest is not None and len(path.inputs) >= self.longest:
                return
            self.paths += 1
            self.progress(f"{self.paths} paths, now {len(path.inputs)} inputs long")
            for case in self._cases_of(path, sampler):
                yield case
                effort.spend(CASE_UNITS + self.plan.run_units)
                if effort.exhausted:
                    return
            self.reached = len(path.inputs)

    def _cases_of(self, path: SpecificationPath, sampler: Sampler) -> Iterator[Case]:
        random = Random(f"{self.plan.seed} {self.paths}")
        samples = sampler.samples(path, self.plan.samples, random)
        self.overflows += samples.overflows
        retries = sum(
            each.read is not None and each.read.mode is Mode.RETRY for each in path.inputs
        )
        for number, values in enumerate(samples.inputs):
            woven = self._with_invalid(values, number, retries, random) if retries else values
            yield case_for(self.checked, woven)

    def _with_invalid(
        self, values: Sequence[Value], number: int, retries: int, random: Random
    ) -> tuple[Value, ...]:
        """The inputs with invalid values woven in: none, one, few everywhere, or many."""
        body = self.checked.body
        chosen = random.randrange(retries)
        place = count()
        amounts: tuple[Callable[[], int], ...] = (
            lambda: 0,
            lambda: int(next(place) == chosen),
            lambda: random.randint(1, 2),
            lambda: 12 * (next(place) == chosen),
            lambda: random.choice((0, 0, 1, 3)),
        )
        invalid = Invalid(self.checked, random)
        return weave(body, values, invalid, amounts[number % 5])

    def _random_cases(self, most: int) -> Iterator[Case]:
        """Inputs made while executing the specification (section 4)."""
        random = Random(self.plan.seed)
        proposer = Proposer(self.checked)
        effort = Effort(self.plan.effort, self.plan.time_limit)
        for number in range(most):
            self.progress(f"random test {number + 1} of {most}")
            values = random_inputs(self.checked.body, proposer, random)
            effort.spend(CASE_UNITS + self.plan.run_units)
            if effort.exhausted:
                return
            if values is None:
                self.abandoned += 1
            else:
                yield case_for(self.checked, values)


class Proposer:
    """Random values for what is read, mostly small."""

    def __init__(self, checked: Checked, size: int = RANGE) -> None:
        self._types = checked.types
        self._constants = constants(checked)
        self._size = size

    def __call__(self, random: Random, asks: Asks) -> Value:
        """A value of the right type, which may be invalid."""
        return self.value(random, self._types[asks.read.variable])

    def value(self, random: Random, type_: Type) -> Value:
        """A value of a type."""
        if type_ == INT:
            size = random.choice((3, 15, self._size))
            near = [each for each in self._constants if isinstance(each, int)]
            if near and random.random() < 0.2:
                return random.choice(near) + random.randint(-1, 1)
            return random.randint(-size, size)
        if type_ == TEXT:
            words = [each for each in self._constants if isinstance(each, str)]
            return random.choice([*words, "", "a", "anna", "hello", "Ada", "xyz"])
        if type_.members:
            return random.choice(type_.members)
        return random.random() < 0.5


class Invalid:
    """Values that may not be read now, for `else retry`."""

    def __init__(self, checked: Checked, random: Random) -> None:
        self._proposer = Proposer(checked)
        self._random = random

    def __call__(self, asks: Asks) -> Value | None:
        """Some invalid value, or None where none is found."""
        for _ in range(40):
            value = self._proposer(self._random, asks)
            if not asks.allows(value):
                return value
        return None


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of testing a program."""

    tests: int
    failure: Failure | None
    campaign: Campaign


def verify(
    checked: Checked,
    program: Program,
    plan: Plan,
    progress: Callable[[str], None] = lambda _text: None,
) -> Verified:
    """Test a program; after a failure go on only with shorter inputs, and give the shortest."""
    campaign = Campaign(checked, plan, progress)
    verified = try_cases(campaign.cases(), program, campaign)
    if verified.failure is None:
        return verified
    return replace(verified, failure=shrink(verified.failure, checked, program))


def try_cases(cases: Iterator[Case], program: Program, campaign: Campaign) -> Verified:
    """Run a program on cases until one fails and none that follows is shorter."""
    tests, failure = 0, None

    def is_shorter(case: Case) -> bool:
        return failure is None or len(case.values) < len(failure.case.values)

    for case, run in run_concurrently(program, cases, _lines, is_shorter, campaign.plan.at_once):
        if not is_shorter(case):
            continue
        tests += 1
        campaign.approximate += run.approximate
        found = judge(case, run)
        if found is not None:
            failure = found
            campaign.longest = len(case.values)
    return Verified(tests, failure, campaign)


def _lines(case: Case) -> list[str]:
    return case.lines


class SpecificationProgram:
    """A specification run as a program: one variant of what it may print (section 7.4)."""

    def __init__(self, checked: Checked, choose: Choice = plainly) -> None:
        self._checked = checked
        self._choose = choose

    def run(self, lines: Sequence[str]) -> Run:
        """Play the specification; a line that is no value of the type wanted crashes it."""
        events: list[Took | Wrote] = []
        game, left = play(self._checked.body), iter(lines)
        try:
            event = next(game)
            while True:
                if isinstance(event, Asks):
                    line = next(left, None)
                    if line is None:
                        return Run(tuple(events), Ending.WANTED_MORE)
                    events.append(Took(line))
                    value = read_value(line, self._checked.types[event.read.variable])
                    if value is None:
                        return Run(tuple(events), Ending.CRASHED, (f"{line!r} is not valid",))
                    event = game.send(value)
                else:
                    events.append(Wrote((self._choose(event) or "") + "\n"))
                    event = next(game)
        except StopIteration:
            return Run(tuple(events), Ending.FINISHED)

    def close(self) -> None:
        """Nothing is left behind."""
