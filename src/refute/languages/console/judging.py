"""Whether a run of a program is what the specification wants, and if not, why, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from refute.execution.program import Ending, Run, Took
from refute.languages.console.accept import Input, Output, Trace
from refute.languages.console.patterns import Word, covers, lines_of
from refute.languages.console.traces import (
    GeneralizedTrace,
    Mismatch,
    NormalizedTrace,
    Outputs,
    Printed,
    mismatch,
    normalize,
)
from refute.languages.console.types import Value, show_value


@dataclass(frozen=True, slots=True)
class Case:
    """Inputs and all that a program may do on them."""

    values: tuple[Value, ...]
    expected: GeneralizedTrace


@dataclass(frozen=True, slots=True)
class Failure:
    """A run that is not as it should be: its kind, and the reason for a beginner."""

    case: Case
    run: Run
    kind: str
    reason: str


def trace_of(run: Run, values: Sequence[Value]) -> Trace:
    """What a program did, with the values that its input lines stand for."""
    steps: list[Input | Output] = []
    left = iter(values)
    for event in run.events:
        if isinstance(event, Took):
            steps.append(Input(next(left)))
        else:
            steps.extend(Output(text) for text in lines_of(event.text))
    return tuple(steps)


def judge(case: Case, run: Run) -> Failure | None:
    """None if the run is covered by what is expected, else what is wrong with it first."""
    trace = normalize(trace_of(run, case.values))
    if run.ending is Ending.TOO_MUCH:
        return Failure(case, run, str(run.ending), _fault(case, run, trace, None))
    found = mismatch(trace, case.expected)
    if found is not None and (run.ending is Ending.FINISHED or found.actual is not None):
        kind = "output mismatch" if found.is_output else "alignment mismatch"
        return Failure(case, run, kind, _difference(found))
    if run.ending is Ending.FINISHED:
        return None
    return Failure(case, run, str(run.ending), _fault(case, run, trace, found))


def _difference(found: Mismatch) -> str:
    match found.expected, found.actual:
        case Outputs() as expected, Printed(lines):
            return f"It printed {_quoted(lines)}, but should have printed {_wanted(expected)}."
        case Input(value), Printed(lines):
            return (
                f"It printed {_quoted(lines)} when it should have read the next input "
                f"({show_value(value)})."
            )
        case Input(value), _:
            return f"It stopped too early: it should have read another input ({show_value(value)})."
        case Outputs() as expected, Input(value):
            return (
                f"It read an input ({show_value(value)}) when it should first have printed "
                f"{_wanted(expected)}."
            )
        case Outputs() as expected, _:
            return f"It stopped too early: it should have printed {_wanted(expected)}."
        case _, Printed(lines):
            return f"It printed {_quoted(lines)} when it should have stopped."
        case _:
            return "It read an input when it should have stopped."


def _fault(case: Case, run: Run, trace: NormalizedTrace, found: Mismatch | None) -> str:
    match run.ending:
        case Ending.CRASHED:
            last = run.detail[-1].strip() if run.detail else "an error"
            return f"It crashed: {last}"
        case Ending.WANTED_MORE:
            if found is not None and isinstance(found.expected, Outputs):
                return (
                    "It asked for another input when it should have printed "
                    f"{_wanted(found.expected)}."
                )
            return "It asked for another input when it should have stopped."
        case Ending.TOO_LONG:
            return f"It ran too long and was stopped after {_reading(trace, case)}."
        case Ending.TOO_MUCH:
            return "It printed without end and was stopped."
        case Ending.NOT_STARTED:
            return f"It could not be started: {' '.join(run.detail)}"
        case Ending.FINISHED:
            raise AssertionError


def _reading(trace: NormalizedTrace, case: Case) -> str:
    read = sum(isinstance(step, Input) for step in trace)
    if read == len(case.values):
        return "it had read all its inputs"
    return f"it had read {read} of its {len(case.values)} inputs"


def _quoted(lines: Sequence[str]) -> str:
    return " then ".join(f'"{line}"' for line in lines)


def _wanted(outputs: Outputs) -> str:
    shown = [" then ".join(f'"{line}"' for line in word) for word in outputs.words if word]
    shown = list(dict.fromkeys(shown))
    nothing = " or nothing" if outputs.optional else ""
    if len(shown) == 1:
        return shown[0] + nothing
    more = f" or {len(shown) - 5} other texts" if len(shown) > 5 else ""
    return f"one of {', '.join(shown[:5])}{more}{nothing}"


# Runs in words

_LONGEST = 60


def shown_run(run: Run, values: Sequence[Value]) -> tuple[str, ...]:
    """What a program did, line by line."""
    lines = []
    for step in trace_of(run, values):
        match step:
            case Input(value):
                lines.append(f"reads  {show_value(value)}")
            case Output(text):
                lines.append(f"prints {text}")
    endings = {
        Ending.FINISHED: "stops",
        Ending.CRASHED: "crashes",
        Ending.WANTED_MORE: "asks for more input",
        Ending.TOO_LONG: "runs on",
        Ending.TOO_MUCH: "prints on",
        Ending.NOT_STARTED: "does not start",
    }
    return _shortened((*lines, endings[run.ending]))


def shown_expected(general: GeneralizedTrace) -> tuple[str, ...]:
    """The simplest run that would be right: optional outputs left out, the first of several."""
    lines: list[str] = []
    for step in general:
        if isinstance(step, Input):
            lines.append(f"reads  {show_value(step.value)}")
        elif not any(covers(word, ()) for word in step.words):
            lines.extend(f"prints {text}" for text in _simplest(step.words))
    return _shortened((*lines, "stops"))


def _simplest(words: Sequence[Word]) -> Iterator[str]:
    best = min(words, key=len)
    for line in best:
        yield from lines_of(line.example)


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


def _shortened(lines: tuple[str, ...]) -> tuple[str, ...]:
    if len(lines) <= _LONGEST:
        return lines
    left_out = len(lines) - _LONGEST
    return (*lines[:20], f"… {left_out} more steps …", *lines[20 - _LONGEST :])
