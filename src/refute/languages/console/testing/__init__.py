"""The testing procedure (section 6): paths, inputs, runs, and the shortest failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from operator import attrgetter
from random import Random

from refute.diagnostics import InputError
from refute.execution.program import Ending, Program, RunStopped, run_concurrently
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import drive, random_inputs, weave
from refute.languages.console.meaning.traces import NotRelevant
from refute.languages.console.options import TestOptions
from refute.languages.console.paths.exploration import Exploration, SpecificationPath, constants
from refute.languages.console.paths.sampling import RANGE, Sampler
from refute.languages.console.syntax import Mode
from refute.languages.console.testing.candidates import replayed
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.chance import TooManyWorlds
from refute.languages.console.testing.choosing import Choosing
from refute.languages.console.testing.coverage import Coverage
from refute.languages.console.testing.judging import (
    Failure,
    judge,
    judge_settled,
    settled,
    steady,
    unknown_choice,
)
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import INT, REAL, TEXT, Value
from refute.record import record
from refute.solver import SECOND, Effort
from refute.solver.effort import ALLOWANCE

CASE_UNITS = SECOND // 3_000
"""Cost of making a case, not counting the queries that it needs."""


@record
class Plan:
    """How to test: with selected inputs, or as the paper does it.

    With `samples`, every path gets that many inputs (section 5); with `random`, that many inputs
    are made while the specification is played (section 7.1.1). `at_once` runs of the program are
    started before the first is judged. `run_units` is the cost of a run, however long it takes.
    """

    unfoldings: int = 25
    samples: int | None = None
    bits: int | None = 32
    seed: int = 0
    random: int | None = None
    at_once: int = 1
    run_units: int = SECOND // 4_000

    @classmethod
    def of(cls, options: TestOptions, *, programs: bool = False) -> Plan:
        """The plan that the options ask for; `programs` run concurrently and take longer."""
        return cls(
            unfoldings=options.unfoldings,
            samples=options.samples,
            bits=None if options.int_bits == "none" else int(options.int_bits),
            seed=options.seed,
            random=options.random,
            at_once=4 if programs else 1,
            run_units=SECOND // (100 if programs else 4_000),
        )


@dataclass(slots=True)
class Campaign:
    """The cases for a specification, and what was learned while making them."""

    checked: Checked
    plan: Plan
    effort: Effort = field(default_factory=Effort)
    progress: Callable[[str], None] = lambda _text: None
    longest: int | None = None
    paths: int = 0
    overflows: int = 0
    reached: int = 0
    abandoned: int = 0
    approximate: int = 0
    happened: list[tuple[Value, ...]] = field(default_factory=list)
    coverage: Coverage | None = None
    exploration: Exploration | None = field(default=None)
    choosing: Choosing | None = field(default=None)

    def cases(self) -> Iterator[Case]:
        """All cases of the plan, those for shorter paths first."""
        try:
            if self.plan.random is not None:
                yield from self._random_cases(self.plan.random)
            elif self.plan.samples is not None:
                yield from self._path_cases(self.plan.samples)
            else:
                yield from self._chosen_cases()
        finally:
            if self.exploration is not None:
                self.exploration.close()

    def _chosen_cases(self) -> Iterator[Case]:
        """A small set of inputs that distinguishes the specification from its neighbours."""
        plan = self.plan
        made = Choosing(
            self.checked, plan.unfoldings, plan.bits, plan.seed, self.effort, self.progress
        )
        self.choosing, self.exploration = made, made.exploration
        cases = made.choose()
        self.paths, self.overflows = made.paths, made.overflows
        for number, case in enumerate(cases):
            if self.effort.stopped:
                return
            self.progress(f"test {number + 1} of {len(cases)}")
            yield case

    def _path_cases(self, samples: int) -> Iterator[Case]:
        """A fixed number of inputs for every path, shorter paths first."""
        self.exploration = Exploration(self.checked, self.plan.unfoldings, self.effort)
        sampler = Sampler(
            self.exploration.guesser, self.exploration.assume, self.plan.bits, effort=self.effort
        )
        for path in self.exploration:
            if self.longest is not None and len(path.inputs) >= self.longest:
                return
            self.paths += 1
            self.progress(f"{self.paths} paths, now {len(path.inputs)} inputs long")
            for case in self._cases_of(path, sampler, samples):
                yield case
                self.effort.spend(CASE_UNITS + self.plan.run_units)
                if self.effort.exhausted:
                    return
            self.reached = len(path.inputs)

    def _cases_of(self, path: SpecificationPath, sampler: Sampler, wanted: int) -> Iterator[Case]:
        random = Random(f"{self.plan.seed} {self.paths}")
        samples, overflows = sampler.samples(path, wanted, random)
        self.overflows += overflows
        retries = sum(each.read.mode is Mode.RETRY for each in path.inputs)
        for number, values in enumerate(samples):
            woven = self._with_invalid(values, number, retries, random) if retries else values
            if replayed(self.checked, woven) is not None:
                yield case_for(self.checked, woven)

    def _with_invalid(
        self, values: Sequence[Value], number: int, retries: int, random: Random
    ) -> tuple[Value, ...]:
        """The inputs with invalid values inserted: none, one, a few everywhere, or many."""
        chosen = random.randrange(retries)
        position = count()
        amounts: tuple[Callable[[], int], ...] = (
            lambda: 0,
            lambda: int(next(position) == chosen),
            lambda: random.randint(1, 2),
            lambda: 12 * (next(position) == chosen),
            lambda: random.choice((0, 0, 1, 3)),
        )
        propose = proposer(self.checked)

        def invalid(asks: ReadStep) -> Value | None:
            proposed = (propose(random, asks) for _ in range(40))
            return next((value for value in proposed if not asks.allows(value)), None)

        return weave(self.checked.body, values, invalid, amounts[number % 5])

    def _random_cases(self, most: int) -> Iterator[Case]:
        """Inputs made while executing the specification (section 4)."""
        random = Random(self.plan.seed)
        propose = proposer(self.checked)
        seen: set[tuple[Value, ...]] = set()
        for number in range(most):
            self.progress(f"random test {number + 1} of {most}")
            values = random_inputs(self.checked.body, propose, random)
            self.effort.spend(CASE_UNITS + self.plan.run_units)
            if self.effort.exhausted:
                return
            if values is None:
                self.abandoned += 1
            elif values not in seen:
                seen.add(values)
                yield case_for(self.checked, values)


def proposer(checked: Checked) -> Callable[[Random, ReadStep], Value]:
    """Random values of the right type for what is read, mostly small; they may be invalid."""
    known = constants(checked)
    numbers = [each for each in known if isinstance(each, int)]
    words = [each for each in known if isinstance(each, str)]

    def propose(random: Random, asks: ReadStep) -> Value:
        one = random.choice(asks.singly) if len(asks.reads) > 1 else asks
        type_ = checked.types[one.read.variable]
        if type_ == INT:
            size = random.choice((3, 15, RANGE))
            if numbers and random.random() < 0.2:
                return random.choice(numbers) + random.randint(-1, 1)
            return random.randint(-size, size)
        if type_ == REAL:
            return Fraction(random.randint(-10 * RANGE, 10 * RANGE), random.choice((1, 10, 100)))
        if type_ == TEXT:
            return random.choice([*words, "", "a", "anna", "hello", "Ada", "xyz"])
        if type_.members:
            return random.choice(type_.members)
        return random.random() < 0.5

    return propose


@record
class Verified:
    """The result of testing a program."""

    tests: int
    failure: Failure | None
    campaign: Campaign


def verify(campaign: Campaign, program: Program) -> Verified:
    """Test a program; after a failure, try only shorter inputs, and return the shortest failure."""
    verified = try_cases(campaign.cases(), program, campaign)
    if verified.failure is None:
        return verified
    with interruptible(campaign.effort):
        if campaign.checked.has_chance:
            return replace(verified, failure=_shortest_again(verified.failure, program))
        return replace(verified, failure=shrink(verified.failure, campaign.checked, program))
    return verified


@contextmanager
def interruptible(effort: Effort) -> Iterator[None]:
    """Leave the block if a run is no longer needed, or because of Ctrl-C, which ends the effort."""
    try:
        yield
    except RunStopped:
        pass
    except KeyboardInterrupt:
        effort.interrupt()


def try_cases(
    cases: Iterator[Case], program: Program, campaign: Campaign, *, again: bool = True
) -> Verified:
    """Run a program on cases until one fails and none that follows is shorter.

    If chance decides, passing them once means little: they are run `again` until everything that
    they were made for has occurred, unless only these runs are wanted.
    """
    if campaign.checked.has_chance:
        return _try_by_chance(cases, program, campaign, again=again)
    tests, failure = 0, None

    def is_shorter(case: Case) -> bool:
        return failure is None or len(case.values) < len(failure.case.values)

    with interruptible(campaign.effort):
        for case, run in run_concurrently(
            program, cases, attrgetter("lines"), is_shorter, campaign.plan.at_once
        ):
            if not is_shorter(case):
                continue
            tests += 1
            campaign.approximate += run.approximate
            found = judge(case, run)
            if found is not None and (failure is None or _length(found) < _length(failure)):
                failure = found
                campaign.longest = len(case.values)
            if campaign.effort.cut_short:
                break
    return Verified(tests, failure, campaign)


def _try_by_chance(
    cases: Iterator[Case], program: Program, campaign: Campaign, *, again: bool
) -> Verified:
    """Run a program that makes random choices, one run after the other, up to a failure."""
    campaign.happened.clear()
    allowance = campaign.effort.allowance
    effort = Effort(allowance / ALLOWANCE, None, lambda: campaign.effort.stopped)
    with interruptible(campaign.effort):
        for tests, case in enumerate(_with_repetitions(cases, campaign, again=again), start=1):
            if effort.exhausted:
                campaign.effort.ended = campaign.effort.ended or effort.ended
                break
            run = program.run(case.lines)
            campaign.approximate += run.approximate
            try:
                known = settled(case, run, effort)
            except TooManyWorlds:
                if effort.exhausted:
                    campaign.effort.ended = campaign.effort.ended or effort.ended
                    break
                return Verified(tests, unknown_choice(case, run), campaign)
            failure = judge_settled(known, run)
            if failure is not None:
                return Verified(tests, failure, campaign)
            campaign.happened.append(known.values)
            if campaign.coverage is not None:
                campaign.coverage.note(campaign.happened[-1])
    return Verified(len(campaign.happened), None, campaign)


def _with_repetitions(cases: Iterator[Case], campaign: Campaign, *, again: bool) -> Iterator[Case]:
    """The cases and, if `again`, repetitions of those for which something has not occurred yet."""
    tried: list[Case] = []
    for case in cases:
        tried.append(case)
        yield case
    if not again:
        return
    coverage = campaign.coverage = Coverage(campaign.checked, tried)
    for values in campaign.happened:
        coverage.note(values)
    seconds = 0
    for case in coverage.again():
        campaign.progress(f"test {coverage.runs + 1}")
        if coverage.by_the_second:
            seconds += 1
            if seconds > _MOST_SECONDS:
                return
            campaign.progress("waiting for the next second: the program takes it for its seed")
            time.sleep(1 - time.time() % 1)
        yield case


_MOST_SECONDS = 30
"""Maximum number of seconds to wait for programs that use the time as their seed."""


def _length(failure: Failure) -> int:
    return len(failure.case.values)


# Smaller failures


_AGAIN = 8
"""Number of runs on the inputs of a failure, to see whether it is the same each time."""


def _shortest_again(failure: Failure, program: Program) -> Failure:
    """The shortest failure of some more runs, in which the program may choose differently."""
    case = failure.case
    runs = (program.run(case.lines) for _ in range(_AGAIN))
    found = [failure, *filter(None, (judge(case, run) for run in runs))]
    return min(found, key=_length)


def shrink(failure: Failure, checked: Checked, program: Program, most_runs: int = 60) -> Failure:
    """The failure with inputs removed and large ones reduced, as long as it still fails."""
    slow = failure.run.ending in {Ending.TOO_LONG, Ending.STALLED, Ending.TOO_MUCH}
    runs = 2 if slow else most_runs

    def fails(values: tuple[Value, ...]) -> Failure | None:
        nonlocal runs
        if not well_typed(checked, values):
            return None
        try:
            case = case_for(checked, values)
        except (NotRelevant, InputError):
            return None
        if runs == 0:
            return None
        runs -= 1
        return judge(case, program.run(case.lines))

    failure = _improved(failure, fails, _shorter)
    return steady(_improved(failure, fails, _simpler), program, _AGAIN)


def well_typed(checked: Checked, values: tuple[Value, ...]) -> bool:
    """Whether each value has the type of the variable that it is read into."""
    left = iter(values)

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        fits = value is not None and asks.fits(value, checked.types)
        return value if fits else None

    try:
        return drive(checked.body, answer)
    except InputError:
        return True


def _improved(
    failure: Failure,
    fails: Callable[[tuple[Value, ...]], Failure | None],
    variants: Callable[[tuple[Value, ...]], Iterator[tuple[Value, ...]]],
) -> Failure:
    """Move from failure to failure as long as there is a better one."""
    while True:
        found = (fails(values) for values in variants(failure.case.values))
        better = next((each for each in found if each is not None), None)
        if better is None:
            return failure
        failure = better


def _shorter(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    for size in (2, 1):
        for start in range(len(values) - size + 1):
            yield (*values[:start], *values[start + size :])
    yield from _one_fewer(values)


def _one_fewer(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """The inputs without one of them, and with an earlier count of them reduced by one."""
    for place, value in enumerate(values):
        if type(value) is int and 0 < value < len(values):
            for start in range(place + 1, len(values)):
                left = (*values[place + 1 : start], *values[start + 1 :])
                yield (*values[:place], value - 1, *left)


def _simpler(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    for index, value in enumerate(values):
        for other in _simpler_value(value):
            yield (*values[:index], other, *values[index + 1 :])
            if values.count(value) > 1:
                yield tuple(other if each == value else each for each in values)


_LARGE = 100


def _simpler_value(value: Value) -> Iterator[Value]:
    if isinstance(value, str) and len(value) > 4:
        yield from (value[:2] + value[-1:], value[: len(value) // 2], value[len(value) // 2 :])
        yield value[: len(value) // 4] + value[-len(value) // 4 :]
    elif isinstance(value, Fraction) and value.denominator > 1:
        yield from (Fraction(round(value)), Fraction(round(value * 2), 2))
    elif isinstance(value, Fraction) and abs(value) > _LARGE:
        yield from (Fraction(each) for each in (2, -2, round(value / 2)))
    elif isinstance(value, int) and abs(value) > _LARGE:
        sign = -1 if value < 0 else 1
        yield from (sign * 2, sign * (_LARGE - 1))
        yield sign * (abs(value) // 2)
