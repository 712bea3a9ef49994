"""What to type into a program that makes random choices.

The next input is right in one of the worlds that are left, so that a dialogue goes on whatever was
chosen, and reaches an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from fractions import Fraction
from random import Random

from refute.diagnostics import InputError
from refute.execution.program import Event, LineRead, Noted, events_of
from refute.languages.console.meaning.lines import ReadStep, typed_lines
from refute.languages.console.meaning.playing import drive
from refute.languages.console.meaning.surroundings import Surroundings
from refute.languages.console.paths.values import Values
from refute.languages.console.syntax import Origin
from refute.languages.console.testing.chance import (
    Search,
    TooManyWorlds,
    World,
    listed,
    turns,
)
from refute.languages.console.testing.outcomes import Outcomes
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, INT, REAL, TEXT, Value
from refute.record import record
from refute.solver import Effort

_MOST_LINES = 300
_TRIES = 24
_LONGEST = 60
_HURRIED = 0.25


def observed(
    checked: Checked,
    around: Surroundings,
    events: Sequence[Event],
    effort: Effort | None = None,
    fits: Callable[[tuple[Value, ...]], bool] | None = None,
) -> tuple[tuple[Value, ...], int] | None:
    """The values read and chosen in a run, up to its end, and how many of them the run shows.

    If no way through the specification fits the run, they are those of the way that fits longest.
    What is not printed, such as files, must fit as well. None if that way cannot be continued to an
    end. Raises TooManyWorlds. The cost is counted in the effort.
    """
    happened = turns(events, checked.comparison, False)
    search = Search(checked, around, happened, asking=False, fits=fits, effort=effort or Effort())
    search.go()
    if search.accepted is not None:
        return search.accepted.values, len(search.accepted.values)
    if search.best is None:
        return None
    values = completed(checked, search.best.values, Random("observed"))
    return None if values is None else (values, len(search.best.values))


def completed(
    checked: Checked, begun: Sequence[Value], random: Random, tries: int = _TRIES
) -> tuple[Value, ...] | None:
    """Values with which a specification reaches its end, the shortest of some attempts."""
    values = Values(checked)
    found: tuple[Value, ...] | None = None
    for _ in range(tries):
        if found is not None and len(found) <= len(begun) + 1:
            break
        longest = len(begun) + _LONGEST if found is None else len(found)
        made = _continued(checked, begun, values, random, longest)
        if made is not None and (found is None or len(made) < len(found)):
            found = made
    return found


def _continued(
    checked: Checked, begun: Sequence[Value], values: Values, random: Random, longest: int
) -> tuple[Value, ...] | None:
    """A continuation of values that were read, made while playing the specification."""
    made: list[Value] = []

    def answer(asks: ReadStep) -> Value | None:
        if len(made) < len(begun):
            made.append(begun[len(made)])
            return made[-1]
        value = _proposed(asks, values, random) if len(made) < longest else None
        made.extend([] if value is None else [value])
        return value

    try:
        return tuple(made) if drive(checked.body, answer) else None
    except InputError:
        return None


def _proposed(asks: ReadStep, values: Values, random: Random) -> Value | None:
    """A valid value; as often as not one related to values read or chosen before."""
    known: list[Value] = []
    if random.random() < 0.5:
        known = [value for _, value in asks.environment[-8:] if value != END_OF_INPUT]
        known += values.calculated(asks) if asks.is_typed else []
    if known:
        value = random.choice(known)
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            value = value + random.choice((0, 0, 0, 1, -1))
        type_ = values.checked.types[asks.taker(value).variable]
        fits = isinstance(value, {INT: int, REAL: Fraction, TEXT: str}.get(type_, str))
        if fits and asks.allows(value):
            return value
    if asks.read.origin is Origin.CHOSEN:
        return chosen_at_random(asks, values.checked, random)
    return values.any(asks, random)


def chosen_at_random(asks: ReadStep, checked: Checked, random: Random) -> Value | None:
    """A value that a program may choose; None if there is none."""
    members = listed(asks.read.values, asks, checked) or ()
    allowed = [each for each in members if asks.allows(each)]
    return random.choice(allowed) if allowed else Values(checked).any(asks, random)


@record
class Answers:
    """What is typed into a program that makes random choices, depending on its output.

    As long as the program chooses what was planned, the planned inputs are typed; after that,
    usually inputs with which conditions have the planned outcomes. Within one attempt, the same
    events always get the same answer.
    """

    checked: Checked
    planned: tuple[Value, ...]
    lines: tuple[str, ...]
    around: Surroundings
    attempt: int = 0
    _known: dict[tuple[Event, ...], Sequence[World]] = field(default_factory=dict, compare=False)

    def __call__(self, noted: Noted) -> str | None:
        """The next line, None for the end of the input."""
        events = events_of(noted)
        took = [number for number, each in enumerate(events) if isinstance(each, LineRead)]
        if len(took) > _MOST_LINES:
            return None
        happened = turns(events, self.checked.comparison, True)
        search = Search(self.checked, self.around, happened, asking=True)
        before = self._known.get(events[: took[-1]], ()) if took else ()
        try:
            search.go(before)
        except TooManyWorlds:
            search.open.clear()
        self._known[events] = search.open
        lines = self._lines(
            search.open, len(took), Random(f"{self.attempt} {self.planned} {events}")
        )
        return lines[len(took)] if len(took) < len(lines) else None

    def _lines(self, worlds: Sequence[World], took: int, random: Random) -> Sequence[str]:
        """All lines of a dialogue that continues one of the worlds."""
        if not worlds or any(_begins(each.values, self.planned) for each in worlds):
            return self.lines
        hurried = took >= len(self.lines) or random.random() < _HURRIED
        begun = worlds[len(worlds) // 2] if hurried else random.choice(worlds)
        if hurried:
            values = completed(self.checked, begun.values, random)
        else:
            values = self._as_planned(begun.values, random)
        if values is None:
            return self.lines
        return _typed(self.checked, values)

    def _as_planned(self, begun: Sequence[Value], random: Random) -> tuple[Value, ...] | None:
        """Values for which conditions have the same outcomes as planned, if possible."""
        outcomes = Outcomes(self.checked)
        planned = outcomes.of(self.planned).outcomes
        values, best, found = Values(self.checked), -1, None
        for _ in range(_TRIES):
            made = _continued(self.checked, begun, values, random, len(begun) + _LONGEST)
            reached = sum(each in planned for each in outcomes.of(made).outcomes) if made else -1
            if reached > best:
                best, found = reached, made
            if best == len(planned):
                break
        return found


def _begins(values: tuple[Value, ...], whole: tuple[Value, ...]) -> bool:
    return whole[: len(values)] == values


def _typed(checked: Checked, values: Sequence[Value]) -> list[str]:
    """The lines that are typed for values that are read."""
    typed: list[tuple[Value, str | None]] = []
    left = iter(values)

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        if value is not None and asks.is_typed:
            typed.append((value, asks.taker(value).before))
        return value

    drive(checked.body, answer)
    return typed_lines(typed)
