"""Whether a run of a program is what the specification wants, and if not, why, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from refute.execution.program import Ending, Run, Took
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning.outputs import Positions, Tape
from refute.languages.console.meaning.traces import (
    GeneralizedTrace,
    Input,
    Mismatch,
    Outputs,
    Printed,
    gtrace,
    mismatch,
)
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value, show_value


@dataclass(frozen=True, slots=True)
class Case:
    """Inputs, all that a program may do on them, and how what it prints is compared."""

    values: tuple[Value, ...]
    expected: GeneralizedTrace
    comparison: Comparison = DEFAULT

    @property
    def lines(self) -> list[str]:
        """The inputs as they are typed."""
        return [show_value(value) for value in self.values]


def case_for(checked: Checked, values: tuple[Value, ...]) -> Case:
    """The case for some inputs; NotRelevant where the specification says nothing about them."""
    return Case(values, gtrace(checked.body, values), checked.comparison)


class Kind(StrEnum):
    """What is wrong with a program, as a beginner would be told."""

    WRONG_OUTPUT = "wrong output"
    MISSING_OUTPUT = "output missing"
    WAITS = "waits for input that will not come"
    STOPS_EARLY = "stops before reading everything"
    TOO_SLOW = "too slow"
    TOO_MUCH = "too much output"
    CRASHED = "crashed"
    NOT_STARTED = "could not be started"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a run: a value that was read, or printed units with the text they are from."""

    action: Input | Printed
    text: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A run that is not as it should be: its kind, the reason for a beginner, and where."""

    case: Case
    run: Run
    kind: Kind
    reason: str
    found: Mismatch | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the program did."""
        return steps_of(self.run, self.case)


def steps_of(run: Run, case: Case) -> tuple[Step, ...]:
    """What a program did, with the values that its input lines stand for; ⌈t⌉ of section 8.3."""
    steps: list[Step] = []
    left = iter(case.values)
    text = ""
    for event in (*run.events, None):
        if event is None or isinstance(event, Took):
            units = case.comparison.units(text)
            steps += [Step(Printed(units), text)] if units else []
            text = ""
        if isinstance(event, Took):
            steps.append(Step(Input(next(left)), event.line))
        elif event is not None:
            text += event.text
    return tuple(steps)


def judge(case: Case, run: Run) -> Failure | None:
    """None if the run is covered by what is expected, else what is wrong with it first."""
    steps = steps_of(run, case)
    if run.ending is Ending.TOO_MUCH:
        return Failure(case, run, Kind.TOO_MUCH, "It printed without end and was stopped.")
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    finished = run.ending is Ending.FINISHED
    lenient = case.comparison.late_prompts
    if found is not None and finished and lenient and right_when_flushed(case, steps):
        return None
    if found is not None and (finished or found.actual is not None):
        return Failure(case, run, *_difference(found, steps), found)
    if finished:
        return None
    return Failure(case, run, *_fault(case, run, steps, found), found)


def right_when_flushed(case: Case, steps: Sequence[Step]) -> bool:
    """Whether nothing is wrong with a run that has ended but that some outputs come late.

    Everything that is expected must have been printed, and nothing of it too early.
    """
    read = sum(isinstance(step.action, Input) for step in steps)
    if read < len(case.values):
        return False
    text, before = "", []
    for step in steps:
        if isinstance(step.action, Input):
            before.append(_extent(text, case.comparison))
        else:
            text += step.text
    tape = Tape(case.comparison.units(text), case.comparison, open_lines=True)
    positions: Positions = (0,)
    for expected in case.expected:
        if isinstance(expected, Outputs):
            ends = [end for word in expected.words for end in tape.after(word, positions)]
            positions = sorted(set(ends))
        else:
            shown = before.pop(0)
            positions = [each for each in positions if each >= shown]
    return tape.size in positions


def _extent(text: str, comparison: Comparison) -> int:
    """How much of a tape a text takes, without the end of its last line."""
    shown = comparison.separator.join(comparison.units(text))
    return len(shown.casefold() if comparison.caseless else shown)


def _difference(found: Mismatch, steps: Sequence[Step]) -> tuple[Kind, str]:
    printed = quoted(steps[found.position].text) if found.position < len(steps) else ""
    match found.expected, found.actual:
        case Outputs() as expected, Printed():
            kind = Kind.WRONG_OUTPUT
            reason = f"It printed {printed}, but should have printed {wanted(expected)}."
        case Input(value), Printed():
            kind, should = Kind.WRONG_OUTPUT, f"read the next input ({show_value(value)})"
            reason = f"It printed {printed} when it should have {should}."
        case _, Printed():
            kind, reason = Kind.WRONG_OUTPUT, f"It printed {printed} when it should have stopped."
        case Outputs() as expected, Input(value):
            kind, read = Kind.MISSING_OUTPUT, f"It read an input ({show_value(value)})"
            reason = f"{read} when it should first have printed {wanted(expected)}."
        case Outputs() as expected, _:
            kind = Kind.MISSING_OUTPUT
            reason = f"It stopped too early: it should have printed {wanted(expected)}."
        case Input(value), _:
            kind, should = Kind.STOPS_EARLY, f"read another input ({show_value(value)})"
            reason = f"It stopped too early: it should have {should}."
        case _:
            kind = Kind.STOPS_EARLY
            reason = "It read an input when it should have stopped."
    return kind, reason


def _fault(case: Case, run: Run, steps: Sequence[Step], found: Mismatch | None) -> tuple[Kind, str]:
    match run.ending:
        case Ending.CRASHED:
            last = run.detail[-1].strip() if run.detail else "an error"
            return Kind.CRASHED, f"It crashed: {last}"
        case Ending.WANTED_MORE:
            should = "stopped"
            if found is not None and isinstance(found.expected, Outputs):
                should = f"printed {wanted(found.expected)}"
            return Kind.WAITS, f"It asked for another input when it should have {should}."
        case Ending.TOO_LONG | Ending.STALLED:
            long = run.ending is Ending.TOO_LONG
            did = "ran too long" if long else "neither went on nor asked for input,"
            read = sum(isinstance(step.action, Input) for step in steps)
            part = f"{read} of" if read < len(case.values) else "all"
            inputs = f"its {len(case.values)} inputs" if read < len(case.values) else "its inputs"
            return Kind.TOO_SLOW, f"It {did} and was stopped after it had read {part} {inputs}."
        case Ending.NOT_STARTED:
            return Kind.NOT_STARTED, f"It could not be started: {' '.join(run.detail)}"
        case Ending.FINISHED | Ending.TOO_MUCH:
            raise AssertionError


_LONGEST = 200


def quoted(text: str) -> str:
    """The lines of a printed text that count, each in quotes."""
    lines = DEFAULT.units(text) or (text,)
    shown = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:8]]
    more = f" and {len(lines) - 8} more lines" if len(lines) > 8 else ""
    return " then ".join(f'"{line}"' for line in shown) + more


def wanted(outputs: Outputs) -> str:
    """What should have been printed, in quotes; the first of many alternatives."""
    shown = [" then ".join(f'"{line}"' for line in word) for word in outputs.words if word]
    shown = list(dict.fromkeys(shown))
    nothing = " or nothing" if outputs.optional else ""
    if len(shown) == 1:
        return shown[0] + nothing
    more = f" or {len(shown) - 5} other texts" if len(shown) > 5 else ""
    return f"one of {', '.join(shown[:5])}{more}{nothing}"
