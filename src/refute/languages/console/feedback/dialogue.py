"""Runs as a user saw them on the terminal: what was typed in its place, the wrong line marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from refute.execution.program import Ending
from refute.languages.console.comparison import DEFAULT, Comparison, Whitespace
from refute.languages.console.feedback.hints import Difference, difference, spelled
from refute.languages.console.meaning.outputs import Tape, Word, covers
from refute.languages.console.meaning.traces import (
    GeneralizedTrace,
    Input,
    Mismatch,
    Outputs,
    Printed,
)
from refute.languages.console.testing.judging import Failure, Kind, wanted
from refute.languages.console.types import show_value
from refute.report.outcome import Dialogue, Turn

LONGEST_LINE = 300
_HEAD, _AROUND, _TAIL = 12, 20, 6
_ENDINGS = {
    Ending.FINISHED: "stops",
    Ending.CRASHED: "crashes",
    Ending.WANTED_MORE: "asks for more input",
    Ending.TOO_LONG: "runs on",
    Ending.STALLED: "stands still",
    Ending.TOO_MUCH: "prints on",
    Ending.NOT_STARTED: "does not start",
}


@dataclass(slots=True)
class _Screen:
    """The lines of a terminal while a program runs on it."""

    turns: list[Turn] = field(default_factory=list)
    _open: tuple[tuple[str, bool], ...] = ()

    @property
    def row(self) -> int:
        """The number of the line that is written on."""
        return len(self.turns)

    def show(self, text: str, *, typed: bool = False) -> None:
        """Write a text where the last one ended."""
        first, *rest = text.split("\n")
        self._open += ((_cut(first), typed),) if first else ()
        for line in rest:
            self.turns.append(Turn(self._open))
            self._open = ((_cut(line), typed),) if line else ()

    def end_line(self) -> None:
        """Begin a new line unless one has just begun."""
        if self._open:
            self.show("\n")


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def actual(failure: Failure, title: str = "actual dialogue") -> Dialogue:
    """What happened, the first wrong line marked, beside it what it should have been."""
    comparison, found = failure.case.comparison, failure.found
    turns, row = _played(failure)
    turns.append(Turn(note=_ENDINGS[failure.run.ending]))
    if found is None or found.actual is None:
        beside = _beside(found) if found is not None else ""
        turns[-1] = replace(turns[-1], wrong=True, beside=beside or _should_stop(failure))
        return Dialogue(title, _shortened(turns, len(turns) - 1))
    if isinstance(found.actual, Input):
        missing = Turn(wrong=True, beside=_beside(found), note="prints nothing")
        turns.insert(row, missing)
    else:
        unit, beside = _wrong_unit(found, comparison)
        row += _line_of_unit(failure, unit)
        turns[row] = _marked(turns[row], beside, difference(failure))
    return Dialogue(title, _shortened(turns, row))


def _played(failure: Failure) -> tuple[list[Turn], int]:
    """The lines on the terminal, and the one where the step that is wrong begins."""
    screen, row = _Screen(), 0
    position = failure.found.position if failure.found else -1
    for number, step in enumerate(failure.steps):
        if number == position:
            row = screen.row
        if isinstance(step.action, Input):
            screen.show(step.text, typed=True)
            screen.show("\n")
        else:
            screen.show(step.text)
    screen.end_line()
    return screen.turns, row


def _closest(found: Mismatch, comparison: Comparison) -> tuple[Word, int]:
    """The outputs that come closest to what was printed, and how far they agree with it."""
    assert isinstance(found.actual, Printed)
    assert isinstance(found.expected, Outputs)
    best: tuple[Word, int] = ((), -1)
    for word in found.expected.words:
        tape = Tape(found.actual.lines, comparison)
        tape.after(word, (0,))
        best = max(best, (word, tape.furthest), key=lambda each: each[1])
    return best


def _wrong_unit(found: Mismatch, comparison: Comparison) -> tuple[int, str]:
    """Which of the printed units is the first that cannot be right, and what it should be."""
    assert isinstance(found.actual, Printed)
    if not isinstance(found.expected, Outputs):
        return 0, _beside(found)
    word, agreed = _closest(found, comparison)
    end = unit = 0
    for unit, text in enumerate(found.actual.lines):  # noqa: B007 - the last one if none breaks
        end += len(text.casefold() if comparison.caseless else text) + 1
        if agreed < end:
            break
    return unit, f'"{word[unit]}"' if unit < len(word) else _beside(found)


def _line_of_unit(failure: Failure, unit: int) -> int:
    """The line of a printed text that a unit of it is on."""
    found, comparison = failure.found, failure.case.comparison
    assert found is not None
    lines = failure.steps[found.position].text.split("\n")
    if comparison.whitespace is Whitespace.EXACT:
        return unit
    for number, line in enumerate(lines):
        unit -= len(comparison.units(line))
        if unit < 0:
            return number
    return len(lines) - 1


def _marked(turn: Turn, beside: str, subtle: Difference | None) -> Turn:
    """The line as a wrong one; its blanks are made visible where they are what is wrong."""
    pieces = turn.pieces
    if subtle is not None and subtle.is_invisible:
        pieces = tuple((text if typed else spelled(text), typed) for text, typed in pieces)
    return replace(turn, pieces=pieces, wrong=True, beside=beside)


def _beside(found: Mismatch) -> str:
    """What should have been there instead."""
    match found.expected:
        case Outputs() as outputs:
            return wanted(outputs)
        case Input(value):
            return f"reading {show_value(value)}"
        case None:
            return "the end"


def _should_stop(failure: Failure) -> str:
    return "the end" if failure.kind in {Kind.WAITS, Kind.TOO_SLOW, Kind.CRASHED} else ""


def expected(general: GeneralizedTrace, title: str = "expected dialogue") -> Dialogue:
    """The simplest run that would be right: optional outputs left out, the first of several."""
    screen = _Screen()
    for step in general:
        if isinstance(step, Input):
            screen.show(show_value(step.value), typed=True)
            screen.show("\n")
        elif not any(covers(word, ()) for word in step.words):
            for text in _simplest(step.words):
                screen.show(f"{text}\n")
    turns = [*screen.turns, Turn(note="stops")]
    return Dialogue(title, _shortened(turns, len(turns) - 1))


def _simplest(words: Sequence[Word]) -> Iterator[str]:
    for line in min(words, key=len):
        yield from DEFAULT.units(line.example)


def _shortened(turns: Sequence[Turn], marked: int) -> tuple[Turn, ...]:
    """The first lines, the last ones, and those around the one that is marked."""
    size = len(turns)
    kept = {*range(_HEAD), *range(marked - _AROUND, marked + _AROUND), *range(size - _TAIL, size)}
    if size - len(kept & {*range(size)}) < 3:
        return tuple(turns)
    shown: list[Turn] = []
    left_out = 0
    for number, turn in enumerate(turns):
        if number in kept:
            shown += [Turn(note=f"… {left_out} more lines …")] if left_out else []
            shown.append(turn)
            left_out = 0
        else:
            left_out += 1
    return tuple(shown)


def shown_general(general: GeneralizedTrace) -> tuple[str, ...]:
    """Every run that would be right, in the notation of the paper."""
    lines = []
    for step in general:
        if isinstance(step, Input):
            lines.append(f"?{show_value(step.value)}")
        else:
            shown = ", ".join(".".join(map(str, word)) or "ε" for word in step.words)
            lines.append(f"!{{{shown}}}")
    return (*lines, "stop")
