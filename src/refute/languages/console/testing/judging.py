"""Whether a run of a program is what the specification wants, and if not, why, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from refute.execution.program import Ending, Run, Took
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning.alignment import Blame, blame
from refute.languages.console.meaning.outputs import AnyText, Around, Line, Positions, Tape
from refute.languages.console.meaning.traces import (
    GeneralizedTrace,
    Input,
    Mismatch,
    Outputs,
    Printed,
    gtrace,
    mismatch,
    stops_early,
)
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value, show_value


@dataclass(frozen=True, slots=True)
class Case:
    """Inputs, all that a program may do on them, and how what it prints is compared.

    If it `stops_early`, the last input is a bad one that ends the program.
    """

    values: tuple[Value, ...]
    expected: GeneralizedTrace
    comparison: Comparison = DEFAULT
    stops_early: bool = field(default=False, compare=False)

    @property
    def lines(self) -> list[str]:
        """The inputs as they are typed."""
        return [show_value(value) for value in self.values]


def case_for(checked: Checked, values: tuple[Value, ...]) -> Case:
    """The case for some inputs; NotRelevant where the specification says nothing about them."""
    expected = gtrace(checked.body, values)
    return Case(values, expected, checked.comparison, stops_early(checked.body, values))


class Kind(StrEnum):
    """What is wrong with a program, as a beginner would be told."""

    WRONG_OUTPUT = "wrong output"
    MISSING_OUTPUT = "output missing"
    WAITS = "waits for input that will not come"
    READS_ON = "reads on to the end of input"
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
    """A run that is not as it should be: its kind, the reason for a beginner, and where.

    `blame` says which of the units that were printed in the step that differs is the wrong one.
    """

    case: Case
    run: Run
    kind: Kind
    reason: str
    found: Mismatch | None = None
    blame: Blame | None = None

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
            asked = event is not None or run.ending is Ending.WANTED_MORE
            printed = _printed(text, case.comparison, asked=asked)
            steps += [Step(printed, text)] if printed.lines else []
            text = ""
        if isinstance(event, Took):
            steps.append(Step(Input(next(left)), event.line))
        elif event is not None:
            text += event.text
    return tuple(steps)


def _printed(text: str, comparison: Comparison, *, asked: bool) -> Printed:
    """Printed text in units; if an input is `asked` for after it, its last line is a prompt."""
    prompt = comparison.units(text.rpartition("\n")[2]) if asked else ()
    return Printed(comparison.units(text), len(prompt) if any(map(str.strip, prompt)) else 0)


def judge(case: Case, run: Run) -> Failure | None:
    """None if the run is covered by what is expected, else what is wrong with it first."""
    if run.ending is Ending.TOO_MUCH:
        return Failure(case, run, Kind.TOO_MUCH, "It printed without end and was stopped.")
    if run.after_end is not None and run.ending is Ending.WANTED_MORE:
        events = (*run.events, *run.after_end)
        if judge(case, replace(run, events=events, ending=Ending.FINISHED)) is None:
            return None if case.comparison.late_end else _reads_on(case, run)
    steps = steps_of(run, case)
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    finished = run.ending is Ending.FINISHED and not _gives_up(case, run)
    lenient = case.comparison.late_prompts
    if found is not None and finished and lenient and right_when_flushed(case, steps):
        return None
    crashed = run.ending is Ending.CRASHED or (run.ending is Ending.FINISHED and not finished)
    if found is not None and not crashed and (finished or found.actual is not None):
        return _different(case, run, found, steps)
    if finished:
        return None
    return Failure(case, run, *_fault(case, run, steps, found), found)


def _gives_up(case: Case, run: Run) -> bool:
    """Whether a run that ended by itself reports an error by its exit code.

    After a bad input that ends the program this is how to tell others of it.
    """
    return bool(run.exit_code) and not case.stops_early


def _reads_on(case: Case, run: Run) -> Failure:
    """A program that does all that it should, but only when told that there is no more input."""
    steps = steps_of(run, case)
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    missing = isinstance(found.expected, Outputs) if found else False
    should = f"printed {wanted(found.expected)}" if found and missing else "stopped"  # type: ignore[arg-type]
    reason = (
        f"It read on until the end of its input, and was right only then; "
        f"it should have {should} without waiting for that."
    )
    return Failure(case, run, Kind.READS_ON, reason, found)


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
            if case.comparison.free_prompts:
                positions = tape.after((_PROMPT,), positions)
            shown = before.pop(0)
            positions = [each for each in positions if each >= shown]
    return tape.size in positions


_PROMPT = Line((AnyText(),))


def _extent(text: str, comparison: Comparison) -> int:
    """How much of a tape a text takes, without the end of its last line."""
    shown = comparison.separator.join(comparison.units(text))
    return len(shown.casefold() if comparison.caseless else shown)


def _different(case: Case, run: Run, found: Mismatch, steps: Sequence[Step]) -> Failure:
    """A run whose outputs or inputs are not those that were expected."""
    blamed = None
    match found.expected, found.actual:
        case Outputs(words), Printed() as printed:
            readings = printed.readings(case.comparison)
            blamed = blame(words, readings[-1], case.comparison)
            kind, reason = _wrong_print(blamed, readings[-1], found, steps)
        case expected, Printed(lines):
            should = "stopped"
            if isinstance(expected, Input):
                should = f"read the next input ({show_value(expected.value)})"
            blamed = Blame(0, None)
            kind = Kind.WRONG_OUTPUT
            reason = f"It printed {quoted(lines[:1])} when it should have {should}."
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
    return Failure(case, run, kind, reason, found, blamed)


def _wrong_print(
    blamed: Blame, units: Sequence[str], found: Mismatch, steps: Sequence[Step]
) -> tuple[Kind, str]:
    here = quoted(units[blamed.unit : blamed.unit + 1])
    if blamed.output is None:
        return Kind.WRONG_OUTPUT, f"It printed {here}, which should not be there."
    should = described(blamed.output)
    if not blamed.missing:
        return Kind.WRONG_OUTPUT, f"It printed {here}, but should have printed {should}."
    if blamed.unit < len(units):
        return Kind.MISSING_OUTPUT, f"Before {here} it should have printed {should}."
    behind = quoted(units[-1:])
    stops = "stopped" if found.position == len(steps) - 1 else "read on"
    reason = f"After {behind} it {stops}, but should have printed {should}."
    return Kind.MISSING_OUTPUT, reason


def _fault(case: Case, run: Run, steps: Sequence[Step], found: Mismatch | None) -> tuple[Kind, str]:
    match run.ending:
        case Ending.CRASHED:
            last = run.detail[-1].strip() if run.detail else "an error"
            return Kind.CRASHED, f"It crashed: {last}{_before_crash(case, run, found, steps)}"
        case Ending.FINISHED:
            code = f"It ended with exit code {run.exit_code}, which reports an error"
            return Kind.CRASHED, f"{code}{_before_crash(case, run, found, steps)}."
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
        case Ending.TOO_MUCH:
            raise AssertionError


def _before_crash(case: Case, run: Run, found: Mismatch | None, steps: Sequence[Step]) -> str:
    """What was wrong already before a crash."""
    if found is None or found.actual is None:
        return ""
    return f" (before that: {_different(case, run, found, steps).reason.rstrip('.')})"


# Texts as a person would write them


_LONGEST = 200


def quoted(lines: Sequence[str]) -> str:
    """Printed lines, each in quotes."""
    shown = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:8]]
    more = f" and {len(lines) - 8} more lines" if len(lines) > 8 else ""
    return ", then ".join(f'"{line}"' for line in shown) + more


def described(output: Line) -> str:
    """An output by an example, and where more text may stand."""
    example = DEFAULT.units(output.example)
    texts = [part for part in output.parts if not isinstance(part, AnyText)]
    if not texts:
        return "any text" if all(not part.nonempty for part in _holes(output)) else "some text"
    shown = quoted(example) or '""'
    if isinstance(texts[0], Around):
        return f'"{texts[0].text}" with some text around it'
    if not output.is_free:
        return shown
    edges = {output.parts[0], output.parts[-1]}
    where = "around it" if any(isinstance(each, AnyText) for each in edges) else "in between"
    return f"{shown} with any text {where}"


def _holes(output: Line) -> list[AnyText]:
    return [part for part in output.parts if isinstance(part, AnyText)]


def wanted(outputs: Outputs) -> str:
    """What should have been printed; the first of many alternatives."""
    shown = [", then ".join(map(described, word)) for word in outputs.words if word]
    shown = list(dict.fromkeys(shown))
    nothing = " or nothing" if outputs.optional else ""
    if len(shown) == 1:
        return shown[0] + nothing
    more = f" or {len(shown) - 5} other texts" if len(shown) > 5 else ""
    return f"{' or '.join(shown[:5])}{more}{nothing}"
