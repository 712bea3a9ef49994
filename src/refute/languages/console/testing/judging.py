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
    """A run that is not as it should be: its kind, the reason for a beginner, and the place."""

    case: Case
    run: Run
    kind: Kind
    reason: str
    found: Mismatch | None = None


def steps_of(run: Run, values: Sequence[Value], comparison: Comparison) -> tuple[Step, ...]:
    """What a program did, with the values that its input lines stand for; ⌈t⌉ of section 8.3."""
    steps: list[Step] = []
    left = iter(values)
    text = ""
    for event in (*run.events, None):
        if event is None or isinstance(event, Took):
            units = comparison.units(text)
            steps += [Step(Printed(units), text)] if units else []
            text = ""
        if isinstance(event, Took):
            steps.append(Step(Input(next(left)), event.line))
        elif event is not None:
            text += event.text
    return tuple(steps)


def judge(case: Case, run: Run) -> Failure | None:
    """None if the run is covered by what is expected, else what is wrong with it first."""
    steps = steps_of(run, case.values, case.comparison)
    if run.ending is Ending.TOO_MUCH:
        return Failure(case, run, Kind.TOO_MUCH, "It printed without end and was stopped.")
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    finished = run.ending is Ending.FINISHED
    lenient = case.comparison.late_prompts
    if found is not None and finished and lenient and right_when_flushed(case, steps):
        return None
    if found is not None and (finished or found.actual is not None):
        return Failure(case, run, _kind(found), _difference(found, steps), found)
    if finished:
        return None
    kind, reason = _fault(case, run, steps, found)
    return Failure(case, run, kind, reason, found)


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


def _kind(found: Mismatch) -> Kind:
    match found.expected, found.actual:
        case _, Printed():
            return Kind.WRONG_OUTPUT
        case Outputs(), _:
            return Kind.MISSING_OUTPUT
        case _:
            return Kind.STOPS_EARLY


def _difference(found: Mismatch, steps: Sequence[Step]) -> str:
    printed = quoted(steps[found.position].text) if found.position < len(steps) else ""
    match found.expected, found.actual:
        case Outputs() as expected, Printed():
            return f"It printed {printed}, but should have printed {wanted(expected)}."
        case Input(value), Printed():
            return (
                f"It printed {printed} when it should have read the next input "
                f"({show_value(value)})."
            )
        case Input(value), _:
            return f"It stopped too early: it should have read another input ({show_value(value)})."
        case Outputs() as expected, Input(value):
            return (
                f"It read an input ({show_value(value)}) when it should first have printed "
                f"{wanted(expected)}."
            )
        case Outputs() as expected, _:
            return f"It stopped too early: it should have printed {wanted(expected)}."
        case _, Printed():
            return f"It printed {printed} when it should have stopped."
        case _:
            return "It read an input when it should have stopped."


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
        case Ending.TOO_LONG:
            reading = _reading(steps, case)
            return Kind.TOO_SLOW, f"It ran too long and was stopped after {reading}."
        case Ending.STALLED:
            reading = _reading(steps, case)
            reason = f"It neither went on nor asked for input, and was stopped after {reading}."
            return Kind.TOO_SLOW, reason
        case Ending.NOT_STARTED:
            return Kind.NOT_STARTED, f"It could not be started: {' '.join(run.detail)}"
        case Ending.FINISHED | Ending.TOO_MUCH:
            raise AssertionError


def _reading(steps: Sequence[Step], case: Case) -> str:
    read = sum(isinstance(step.action, Input) for step in steps)
    if read == len(case.values):
        return "it had read all its inputs"
    return f"it had read {read} of its {len(case.values)} inputs"


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
