"""Runs as they look on a terminal, with the typed input and the wrong line marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from refute.execution.program import Ending
from refute.languages.console.comparison import DEFAULT, Whitespace
from refute.languages.console.feedback.hints import Difference, difference, spelled
from refute.languages.console.meaning.alignment import Blame
from refute.languages.console.meaning.lines import typed_lines
from refute.languages.console.meaning.outputs import Word, covers
from refute.languages.console.meaning.traces import (
    GeneralizedTrace,
    Input,
    Mismatch,
    Outputs,
)
from refute.languages.console.testing.judging import Failure, Kind
from refute.languages.console.testing.wording import described, wanted
from refute.languages.console.types import END_OF_INPUT, END_OF_LINE, Value, show_value
from refute.report.outcome import Dialogue, Turn
from refute.report.texts import translate

LONGEST_LINE = 300
_HEAD, _AROUND, _TAIL = 12, 20, 6
_ENDINGS = {
    Ending.FINISHED: "stops",
    Ending.CRASHED: "crashes",
    Ending.WANTED_MORE: "asks_for_more",
    Ending.TOO_LONG: "runs_on",
    Ending.STALLED: "stands_still",
    Ending.TOO_MUCH: "prints_on",
    Ending.NOT_STARTED: "does_not_start",
}
_AT_THE_END = {Kind.CRASHED, Kind.READS_ON, Kind.TOO_SLOW, Kind.TOO_MUCH, Kind.NOT_STARTED}


@dataclass(slots=True)
class _Screen:
    """The lines of a terminal while a program runs on it."""

    turns: list[Turn] = field(default_factory=list)
    _open: tuple[tuple[str, bool], ...] = ()

    @property
    def row(self) -> int:
        """The number of the current line."""
        return len(self.turns)

    def show(self, text: str, *, typed: bool = False) -> None:
        """Append a text to the screen."""
        first, *rest = text.split("\n")
        self._open += ((_cut(first), typed),) if first or typed else ()
        for line in rest:
            self.turns.append(Turn(self._open))
            self._open = ((_cut(line), typed),) if line else ()

    def end_input(self) -> None:
        """Note that the input ends here."""
        self.end_line()
        self.turns.append(Turn(note=translate("end_of_input")))

    def end_line(self) -> None:
        """Begin a new line unless one has just begun."""
        if self._open:
            self.show("\n")


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def actual(failure: Failure, title: str = "") -> Dialogue:
    """What happened, with the first wrong line marked and the expected one beside it."""
    found = failure.found
    title = title or translate("actual_dialogue")
    turns, row = _played(failure)
    turns.append(Turn(note=_ending(failure)))
    if found is None and failure.kind is Kind.UNSTEADY:
        return Dialogue(title, _shortened(turns, len(turns) - 1))
    if found is None or found.actual is None or failure.kind in _AT_THE_END:
        turns[-1] = replace(turns[-1], wrong=True, beside=_should_end(failure))
        if failure.blame is not None:
            _mark(turns, row, failure, failure.blame)
        row = len(turns) - 1
    elif isinstance(found.actual, Input) or failure.blame is None:
        missing = Turn(wrong=True, beside=_beside(found, failure), note=translate("prints_nothing"))
        turns.insert(row, missing)
    else:
        row = _mark(turns, row, failure, failure.blame)
    return Dialogue(title, _shortened(turns, row))


def _ending(failure: Failure) -> str:
    if failure.kind is Kind.CRASHED and failure.run.ending is Ending.FINISHED:
        return translate("stops_with_code", code=failure.run.exit_code)
    return translate(_ENDINGS[failure.run.ending])


def _mark(turns: list[Turn], row: int, failure: Failure, blamed: Blame) -> int:
    """Mark the wrong line among the turns of a step, and return its number."""
    row += _line_of_unit(failure, blamed.unit)
    if blamed.missing:
        assert blamed.output is not None
        turns.insert(
            row, Turn(wrong=True, beside=described(blamed.output), note=translate("prints_nothing"))
        )
    else:
        turns[row] = _marked(turns[row], _instead(failure, blamed), difference(failure))
    return row


def _instead(failure: Failure, blamed: Blame) -> str:
    """What should stand in place of a wrong line."""
    assert failure.found is not None
    if blamed.output is not None:
        return described(blamed.output)
    if isinstance(failure.found.expected, Outputs):
        return translate("nothing")
    return _beside(failure.found, failure)


def _played(failure: Failure) -> tuple[list[Turn], int]:
    """The lines on the terminal, and the index of the one where the wrong step begins."""
    screen, row = _Screen(), 0
    position = failure.found.position if failure.found else -1
    for number, step in enumerate(failure.steps):
        if number == position:
            row = screen.row
        match step.action:
            case Input(value=value) if value == END_OF_INPUT:
                screen.end_input()
            case Input(before=None):
                screen.show(step.text, typed=True)
                screen.show("\n")
            case Input():
                pass
            case _:
                screen.show(step.text)
    screen.end_line()
    return screen.turns, row


def _line_of_unit(failure: Failure, unit: int) -> int:
    """The line of a printed text that contains a unit; the one after it for a unit too many."""
    found, comparison = failure.found, failure.case.comparison
    assert found is not None
    lines = failure.steps[found.position].text.removesuffix("\n").split("\n")
    if comparison.whitespace is Whitespace.EXACT:
        return unit
    for number, line in enumerate(lines):
        unit -= len(comparison.units(line))
        if unit < 0:
            return number
    return len(lines)


def _marked(turn: Turn, beside: str, subtle: Difference | None) -> Turn:
    """The line marked as wrong, with its blanks made visible if they are the error."""
    pieces = turn.pieces
    if subtle is not None and subtle.is_invisible:
        pieces = tuple((text if typed else spelled(text), typed) for text, typed in pieces)
    return replace(turn, pieces=pieces, wrong=True, beside=beside)


def _beside(found: Mismatch, failure: Failure) -> str:
    """What was expected instead."""
    match found.expected:
        case Outputs() as outputs:
            return wanted(outputs)
        case Input() as step:
            return translate("reading", value=failure.case.said(step))
        case None:
            return translate("the_end")


def _should_end(failure: Failure) -> str:
    """What was expected where a run ended, or failed to end."""
    if failure.kind in {Kind.TOO_MUCH, Kind.NOT_STARTED}:
        return ""
    if failure.kind is Kind.CRASHED and failure.run.ending is Ending.FINISHED:
        return translate("exit_code_zero")
    if failure.found is None or failure.found.actual is not None:
        return translate("the_end")
    return _beside(failure.found, failure)


def expected(general: GeneralizedTrace, title: str = "") -> Dialogue:
    """The simplest correct run: no optional outputs, and the first of several alternatives."""
    screen = _Screen()
    lines = iter(typed_lines((each.value, each.before) for each in general
                             if isinstance(each, Input)))  # fmt: skip
    for step in general:
        if isinstance(step, Input):
            if step.value == END_OF_INPUT:
                screen.end_input()
            elif step.before is None:
                screen.show(next(lines), typed=True)
                screen.show("\n")
        elif not any(covers(word, ()) for word in step.words):
            for text in _simplest(step.words):
                screen.show(f"{text}\n")
    turns = [*screen.turns, Turn(note=translate("stops"))]
    return Dialogue(title or translate("expected_dialogue"), _shortened(turns, len(turns) - 1))


def _simplest(words: Sequence[Word]) -> Iterator[str]:
    for line in min(words, key=len):
        yield from DEFAULT.units(line.example)


def _shortened(turns: Sequence[Turn], marked: int) -> tuple[Turn, ...]:
    """The first lines, the last ones, and those around the marked one."""
    size = len(turns)
    kept = {*range(_HEAD), *range(marked - _AROUND, marked + _AROUND), *range(size - _TAIL, size)}
    if size - len(kept & {*range(size)}) < 3:
        return tuple(turns)
    shown: list[Turn] = []
    left_out = 0
    for number, turn in enumerate(turns):
        if number in kept:
            shown += [Turn(note=translate("lines_left_out", count=left_out))] if left_out else []
            shown.append(turn)
            left_out = 0
        else:
            left_out += 1
    return tuple(shown)


def _shown_input(value: Value) -> str:
    return {END_OF_INPUT: "eof", END_OF_LINE: "eol"}.get(str(value)) or show_value(value)


def shown_general(general: GeneralizedTrace) -> tuple[str, ...]:
    """All correct runs, in the notation of the paper."""
    lines = []
    for step in general:
        if isinstance(step, Input):
            lines.append(f"?{_shown_input(step.value)}")
        else:
            shown = ", ".join(".".join(map(str, word)) or "ε" for word in step.words)
            lines.append(f"!{{{shown}}}")
    return (*lines, "stop")
