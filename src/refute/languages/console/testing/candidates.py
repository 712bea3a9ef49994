"""Inputs with which a specification reaches its end, and what happens on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count, product
from random import Random
from typing import NamedTuple

from refute.diagnostics import Diagnostic, InputError
from refute.languages.console.meaning import Environment, evaluate_if_possible
from refute.languages.console.meaning.functions import ARITHMETIC
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import TOO_MANY_ROUNDS, drive
from refute.languages.console.paths.values import Values
from refute.languages.console.syntax import Apply, Choice, Loop, Mode, Origin, Read, Statement
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import END_OF_INPUT, END_OF_LINE, INT, Value, show_value
from refute.record import record

LONGEST_WALK = 25
"""Maximum length of inputs that are made by playing, besides those that come from paths."""

MOST_WALKS = 100
"""Maximum number of random walks."""

LONGEST_INSISTING = 40
"""Maximum length of inputs that give one command in many rounds."""

_MOST_COMMANDS = 6

MOST_REPEATING = 40
"""Maximum number of random walks with repeated values."""

_AGAIN, _TRIES = 0.6, 3
_EXTREMES = 12
"""Number of greatest or least values typed in a row."""

_MOST_ROUND = 5
"""Maximum number of round numbers for one read."""

LONGEST_VARIED = 8
"""Maximum length of inputs that are varied at every position."""


class Visit(NamedTuple):
    """A statement that was reached, what had been read before, and what was read there."""

    statement: Statement
    environment: Environment
    value: Value | None = None
    valid: bool = True
    asks: ReadStep | None = None


@record
class Candidate:
    """Inputs with which the specification reaches its end."""

    values: tuple[Value, ...]
    visits: tuple[Visit, ...]


Answer = Callable[[ReadStep], Value | None]


def played(checked: Checked, answer: Answer) -> Candidate | None:
    """The specification played with some answers; None if it reaches no end."""
    visits: list[Visit] = []
    values: list[Value] = []

    def told(asks: ReadStep) -> Value | None:
        value = answer(asks)
        if value is not None:
            valid = asks.allows(value)
            if not valid and asks.read.mode is Mode.ASSUME:
                return None
            values.append(value)
            visits[-1] = Visit(asks.taker(value), asks.environment, value, valid, asks)
        return value

    def visit(statement: Statement, environment: Environment) -> None:
        visits.append(Visit(statement, environment))

    def is_valid(_asks: ReadStep, _value: Value) -> bool:
        return visits[-1].valid

    try:
        ended = drive(checked.body, told, judge=is_valid, visit=visit)
    except InputError as failure:
        if failure.diagnostics[0].code == TOO_MANY_ROUNDS:
            return None
        raise InputError([_on(values, each) for each in failure.diagnostics]) from None
    return Candidate(tuple(values), tuple(visits)) if ended else None


def _on(values: Sequence[Value], found: Diagnostic) -> Diagnostic:
    """An error in a specification, with the inputs that reveal it."""
    shown = (repr(each) if each in {"\x04", "\n"} else show_value(each) for each in values)
    typed = ", ".join(shown) or "none at all"
    advice = f"with the inputs {typed}; do not let them be read, or check with `if` first"
    return replace(found, help=advice)


def replayed(checked: Checked, values: Sequence[Value]) -> Candidate | None:
    """What happens on given inputs, all of which must be used."""
    left = iter(values)
    candidate = played(checked, lambda _asks: next(left, None))
    return candidate if candidate and len(candidate.values) == len(values) else None


@record
class Maker:
    """Makes candidates by playing; the same seed makes the same ones."""

    checked: Checked
    values: Values
    random: Random

    def walks(self) -> Iterator[Candidate | None]:
        """The specification played with random values among those worth typing.

        The first walks type the greatest and the least of them as often as possible.
        """
        for extreme in (max, min) * 2:
            yield self._at_extremes(extreme)
        for _ in range(MOST_WALKS):
            yield self._continued(())

    def repeating(self) -> Iterator[Candidate | None]:
        """Random walks on which about half of the values were read before."""
        for _ in range(MOST_REPEATING):
            number = count()

            def answer(asks: ReadStep, number: Iterator[int] = number) -> Value | None:
                if next(number) >= LONGEST_WALK:
                    return None
                again = self.random.random() < _AGAIN
                for _ in range(_TRIES if again and asks.environment else 0):
                    _, before = self.random.choice(asks.environment)
                    if self._is_valid(before, asks):
                        return before
                return self.values.any(asks, self.random)

            yield played(self.checked, answer)

    def insisting(
        self, is_command: Callable[[Read], bool], rounds: int
    ) -> Iterator[Candidate | None]:
        """Walks that give one command in many rounds, and then the others."""
        commands = {
            id(each)
            for each in reads_of(self.checked.body)
            if each.origin is Origin.TYPED and is_command(each)
        }
        loops = any(isinstance(each, Loop) for each in statements_of(self.checked.body))
        for first in range(_MOST_COMMANDS if commands and loops else 0):
            given, number = Counter[int](), count()

            def answer(
                asks: ReadStep,
                first: int = first,
                given: Counter[int] = given,
                number: Iterator[int] = number,
            ) -> Value | None:
                if next(number) >= LONGEST_INSISTING:
                    return None
                if id(asks.read) not in commands:
                    return self.values.any(asks, self.random)
                given[id(asks.read)] += 1
                known = self.values.worth_typing(asks, self.random)
                chosen = first + max(0, given[id(asks.read)] - rounds)
                return known[chosen % len(known)] if first < len(known) else None

            yield played(self.checked, answer)

    def _is_valid(self, value: Value, asks: ReadStep) -> bool:
        """Whether a value of another read can be typed here."""
        ends = (END_OF_INPUT, END_OF_LINE)
        return value not in ends and asks.fits(value, self.checked.types) and asks.allows(value)

    def _at_extremes(self, extreme: Callable[[list[int]], int]) -> Candidate | None:
        number = count()

        def answer(asks: ReadStep) -> Value | None:
            if next(number) >= LONGEST_WALK:
                return None
            valid = self.values.worth_typing(asks, self.random)
            numbers = [each for each in valid if type(each) is int]
            if not numbers:
                return self.values.any(asks, self.random)
            if len(asks.environment) < _EXTREMES:
                return extreme(numbers)
            ends = [each for each in (0, -1, 1, max(numbers), min(numbers)) if each in numbers]
            return self.random.choice(ends)

        return played(self.checked, answer)

    def rounded(self) -> Iterator[Candidate | None]:
        """All round numbers for each of a few reads, together with all for the others."""
        reads = list(reads_of(self.checked.body))
        loops = any(isinstance(each, Loop | Choice) for each in statements_of(self.checked.body))
        numbers = all(self.checked.types[each.variable] == INT for each in reads)
        if loops or not numbers or len(reads) not in (2, 3):
            return
        for choice in product(range(_MOST_ROUND), repeat=len(reads)):
            yield played(self.checked, partial(self._round, iter(choice)))

    def _round(self, choice: Iterator[int], asks: ReadStep) -> Value | None:
        found, number = self.values.round_numbers(asks), next(choice, 0)
        return found[number] if number < len(found) else None

    def _continued(self, values: Sequence[Value]) -> Candidate | None:
        """Given inputs as long as they are valid, then a random walk to the end."""
        left, number = iter(values), count()

        def answer(asks: ReadStep) -> Value | None:
            if next(number) >= max(LONGEST_WALK, len(values)):
                return None
            value = next(left, None)
            fits = value is not None and asks.fits(value, self.checked.types)
            if value is None or not fits or not asks.allows(value):
                value = self.values.any(asks, self.random)
            return value

        return played(self.checked, answer)

    def varied(self, base: Candidate, *, added: bool = False) -> Iterator[Candidate]:
        """The inputs with each value in turn replaced by every one worth typing, or if `added`,
        with these before it: what a program asks for until it gets the right one ends nowhere else.
        """
        reads = [each for each in base.visits if each.value is not None]
        for position, visit in enumerate(reads):
            if not visit.valid or not isinstance(visit.statement, Read):
                continue
            assert visit.asks is not None
            for value in self.values.worth_typing(visit.asks, self.random):
                if value != visit.value:
                    before, after = base.values[:position], base.values[position + (not added) :]
                    made = self._continued((*before, value, *after))
                    if made is not None:
                        yield made

    def with_invalid(self, base: Candidate) -> Iterator[Candidate]:
        """The inputs with invalid ones before each value that may be asked for again.

        An invalid input that ends the program is the last one.
        """
        reads = [each for each in base.visits if each.value is not None]
        for position, visit in enumerate(reads):
            assert visit.asks is not None
            mode = visit.asks.read.mode
            if not visit.valid or mode is Mode.ASSUME:
                continue
            wrong = self.values.invalid(visit.asks, self.random)
            again = mode is Mode.RETRY
            for woven in _woven(wrong) if again else ([each] for each in wrong):
                after = base.values[position:] if again else ()
                made = replayed(self.checked, (*base.values[:position], *woven, *after))
                if made is not None:
                    yield made


def _woven(wrong: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Each alone, two in a row, many of one kind, and all kinds."""
    yield from ([each] for each in wrong)
    if wrong:
        yield wrong[-2:]
        yield wrong[:2]
        yield [wrong[0]] * 12
        yield [*wrong, *wrong][-12:]


@dataclass(frozen=True)
class Arithmetic:
    """The arithmetic of a specification, and the size of integers to stay within."""

    checked: Checked
    bits: int | None

    def fits(self, candidate: Candidate) -> bool:
        """Whether all values read and all intermediate results are such integers."""
        if self.bits is None:
            return True
        most = 2 ** (self.bits - 1)
        return all(-most <= each < most for each in self._numbers(candidate))

    def _numbers(self, candidate: Candidate) -> Iterator[int]:
        for visit in candidate.visits:
            if isinstance(visit.value, int):
                yield visit.value
            for part in self._parts[id(visit.statement)]:
                value = evaluate_if_possible(part, visit.environment)
                if isinstance(value, int):
                    yield value

    @cached_property
    def _parts(self) -> dict[int, list[Apply]]:
        """The parts of each statement whose results may be large."""
        return {
            id(statement): [
                part
                for expression in expressions_of(statement)
                for part in parts(expression)
                if isinstance(part, Apply) and part.function in ARITHMETIC
            ]
            for statement in statements_of(self.checked.body)
        }
