"""Whether a run of a program is what the specification wants, and if not, why, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from refute.diagnostics import InputError
from refute.execution.program import Ending, LineRead, Program, Run, TextWritten
from refute.languages.console.comparison import Comparison
from refute.languages.console.meaning.alignment import Blame, blame
from refute.languages.console.meaning.outputs import AnyText, Line, Positions, Tape, covers
from refute.languages.console.meaning.surroundings import surroundings_of
from refute.languages.console.meaning.traces import (
    Input,
    Mismatch,
    NotRelevant,
    Outputs,
    Printed,
    mismatch,
)
from refute.languages.console.testing.answering import observed
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.chance import TooManyWorlds
from refute.languages.console.testing.wording import described, input_in_words, quoted, wanted
from refute.languages.console.types import END_OF_INPUT, Value
from refute.record import record
from refute.report.texts import translate
from refute.solver import Effort


def settled(case: Case, run: Run, effort: Effort | None = None) -> Case:
    """The case with the values that the program chose in a run, as far as it shows them."""
    if case.chance is None or case.surroundings is None:
        return case
    checked = case.chance

    def fits(values: tuple[Value, ...]) -> bool:
        try:
            made = case_for(checked, values)
        except (NotRelevant, InputError):
            return False
        return _wrong_file(made, _with_end(made, run) if made.reads_end else run) is None

    writes = bool(case.surroundings.writable or case.surroundings.written)
    found = observed(checked, case.surroundings, run.events, effort, fits if writes else None)
    if found is None:
        return case
    values, count = found
    try:
        made = case_for(case.chance, values)
    except (NotRelevant, InputError):
        return case
    assert made.surroundings is not None
    shown = surroundings_of(case.chance.body, values[:count]).chosen
    return replace(made, surroundings=replace(made.surroundings, shown=len(shown)))


class Kind(StrEnum):
    """The kind of an error, as a beginner would be told."""

    WRONG_OUTPUT = "wrong output"
    MISSING_OUTPUT = "output missing"
    WAITS = "waits for input that will not come"
    READS_ON = "reads on to the end of input"
    STOPS_EARLY = "stops before reading everything"
    TOO_SLOW = "too slow"
    TOO_MUCH = "too much output"
    CRASHED = "crashed"
    WRONG_FILE = "wrong file"
    UNSTEADY = "differs from run to run"
    NOT_STARTED = "could not be started"


@record
class Step:
    """A step of a run: a value that was read, or printed units with the text they come from."""

    action: Input | Printed
    text: str = ""


@record
class Failure:
    """A run that is not as it should be: its kind, the reason for a beginner, and where.

    `blame` says which of the units printed in the differing step is wrong.
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
    """The steps of a run, with the values that its input lines stand for; ⌈t⌉ of section 8.3."""
    steps: list[Step] = []
    left = iter(case.by_line)
    text = ""
    for event in (*run.events, None):
        if event is None or isinstance(event, LineRead):
            asked = event is not None or run.ending is Ending.WANTED_MORE
            printed = _printed(text, case.comparison, asked=asked)
            steps += [Step(printed, text)] if printed.lines else []
            text = ""
        if isinstance(event, LineRead):
            first, *others = next(left, [Input(event.line)])
            steps += [Step(first, event.line), *(Step(each) for each in others)]
        elif event is not None:
            text += event.text
    return tuple(steps)


def _printed(text: str, comparison: Comparison, *, asked: bool) -> Printed:
    """Printed text in units; its last line is a prompt if an input is `asked` for after it."""
    prompt = comparison.units(text.rpartition("\n")[2]) if asked else ()
    return Printed(comparison.units(text), len(prompt) if any(map(str.strip, prompt)) else 0)


def judge(
    case: Case, run: Run, effort: Effort | None = None, *, explain: bool = True
) -> Failure | None:
    """The first error in a run; None if it is covered by what is expected.

    The cost of finding out what a program chose is counted in the effort. Without `explain`, errors
    are only detected, which is much faster.
    """
    try:
        case = settled(case, run, effort)
    except TooManyWorlds:
        return unknown_choice(case, run)
    return judge_settled(case, run, explain=explain)


def unknown_choice(case: Case, run: Run) -> Failure:
    """A run that nobody can judge: too much may have been chosen in it."""
    return Failure(case, replace(run, differs=True), Kind.UNSTEADY, translate("too_many_worlds"))


def judge_settled(case: Case, run: Run, *, explain: bool = True) -> Failure | None:
    """The error in a run, given what the program chose."""
    found = _judged(case, run, explain)
    if found is None:
        found = _wrong_file(case, _with_end(case, run) if case.reads_end else run)
    if found is None or case.chance is None or case.surroundings is None:
        return found
    chosen = case.surroundings.chosen_in_words
    reason = translate("with_chosen", reason=found.reason.rstrip("."), chosen=chosen)
    return replace(found, reason=reason) if chosen else found


def _judged(case: Case, run: Run, explain: bool) -> Failure | None:
    """The error in what was read and printed."""
    if run.differs and case.chance is None:
        return _untimely(case, run)
    if case.reads_end:
        run = _with_end(case, run)
    if run.ending is Ending.TOO_MUCH:
        return Failure(case, run, Kind.TOO_MUCH, translate("printed_without_end"))
    if run.after_end is not None and run.ending is Ending.WANTED_MORE:
        events = (*run.events, *run.after_end)
        finished = replace(run, events=events, ending=Ending.FINISHED)
        if _judged(case, finished, explain=False) is None:
            return None if case.comparison.late_end else _reads_on(case, run)
    steps = steps_of(run, case)
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    if is_crash(case, run):
        return _crash(case, run, found, steps)
    ended = run.ending in {Ending.FINISHED, Ending.CRASHED}
    if found is None and ended and (taken := _taken_for_good(case, run, steps)):
        return taken
    if found is None:
        return None if ended else Failure(case, run, *_fault(case, run, steps, found))
    if ended and case.comparison.late_prompts and right_when_flushed(case, steps):
        return None
    if not explain:
        return Failure(case, run, Kind.WRONG_OUTPUT, "", found)
    if ended or found.actual is not None:
        return _different(case, run, found, steps)
    return Failure(case, run, *_fault(case, run, steps, found), found)


def _wrong_file(case: Case, run: Run) -> Failure | None:
    """The error in a file that a run leaves behind."""
    around = case.surroundings
    if around is None or run.ending not in {Ending.FINISHED, Ending.CRASHED}:
        return None
    written = dict(around.written)
    for name in around.file_names:
        text, before = run.files.get(name), dict(around.files).get(name)
        words = written.get(name)
        emptied = name in around.writable and before is None and not text
        if words is None and text not in {before, None} and not emptied:
            reason = translate("file_changed", name=name)
            return Failure(case, run, Kind.WRONG_FILE, reason)
        if words is None or any(
            covers(word, case.comparison.units(text or ""), case.comparison) for word in words
        ):
            continue
        if text is None:
            return Failure(case, run, Kind.WRONG_FILE, translate("file_missing", name=name))
        should = "\n".join(line.example for line in words[-1])
        reason = translate("file_wrong", name=name, text=_shown(text), should=_shown(should))
        return Failure(case, run, Kind.WRONG_FILE, reason)
    return None


_LONGEST_SHOWN = 200


def _shown(text: str) -> str:
    """The text of a file in one line."""
    shown = " / ".join(text.splitlines()) or translate("empty_file")
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _with_end(case: Case, run: Run) -> Run:
    """The run with the end of the input as one more thing that was read."""
    took = sum(isinstance(each, LineRead) for each in run.events)
    end = LineRead(END_OF_INPUT)
    if took < len(case.lines) or end in run.events:
        return run
    if run.ending is Ending.WANTED_MORE:
        events = (*run.events, end, *(run.after_end or ()))
        if run.after_end is not None:
            return replace(run, events=events, ending=Ending.FINISHED, after_end=None)
        ended = Ending.TOO_LONG if run.exit_code is None else Ending.CRASHED
        return replace(run, events=events, ending=ended, detail=run.errors)
    if run.approximate and run.ending is Ending.FINISHED:
        return replace(run, events=(*_up_to_last_line(run), end, *_after_last_line(run)))
    return run


def _up_to_last_line(run: Run) -> tuple[LineRead | TextWritten, ...]:
    """The run up to the last line that was read; the order of what follows is not known."""
    last = max((at for at, each in enumerate(run.events) if isinstance(each, LineRead)), default=-1)
    return run.events[: last + 1]


def _after_last_line(run: Run) -> tuple[LineRead | TextWritten, ...]:
    return run.events[len(_up_to_last_line(run)) :]


def _taken_for_good(case: Case, run: Run, steps: Sequence[Step]) -> Failure | None:
    """The failure of a program that treats a bad input like a good one."""
    match steps[-1:]:
        case [Step(Printed(lines) as printed)] if any(
            covers(word, lines, case.comparison) for word in case.mistaken
        ):
            bad = input_in_words(case.values[-1])
            reason = translate("took_for_good", value=bad, text=quoted(lines))
            place = Mismatch(None, printed, len(steps) - 1)
            return Failure(case, run, Kind.WRONG_OUTPUT, reason, place, Blame(0, None))
    return None


_UNCAUGHT = re.compile(
    r'^\s+File ".*", line \d|^\s+at |panicked at|^goroutine \d|:\d+:in |CallStack|no parse'
    r"|Fatal error|Uncaught|Unhandled|core dumped",
    re.MULTILINE,
)
"""Signs of an error that was not caught."""


def is_crash(case: Case, run: Run) -> bool:
    """Whether a run ended by a signal or with an exit code other than 0.

    After a bad input that is to end the program, an exit code is allowed; an error that was not
    caught is a crash even then.
    """
    if run.ending not in {Ending.CRASHED, Ending.FINISHED}:
        return False
    orderly = case.stops_early and 0 < (run.exit_code or 0) < 128
    if orderly and not _UNCAUGHT.search("\n".join(run.errors)):
        return False
    return run.ending is Ending.CRASHED or bool(run.exit_code)


def _crash(case: Case, run: Run, found: Mismatch | None, steps: Sequence[Step]) -> Failure:
    """A crash, with what was wrong before it."""
    reason = translate("exit_code", code=run.exit_code)
    if run.ending is Ending.CRASHED:
        last = run.detail[-1].strip() if run.detail else translate("an_error")
        reason = translate("crashed_with", error=last)
    if found is None or found.actual is None:
        return Failure(case, run, Kind.CRASHED, reason, found)
    before = _different(case, run, found, steps)
    reason = translate("before_that", reason=reason.rstrip("."), before=before.reason.rstrip("."))
    return Failure(case, run, Kind.CRASHED, reason, found, before.blame)


def steady(failure: Failure, program: Program, again: int = 2) -> Failure:
    """The failure, or that the program does something else when it is run `again` times."""
    case, first = failure.case, failure.run
    if failure.kind is Kind.UNSTEADY or case.chance is not None:
        return failure  # one run that the specification does not allow is enough
    slow = first.ending in {Ending.TOO_LONG, Ending.STALLED, Ending.TOO_MUCH}
    others = (program.run(case.lines) for _ in range(1 if slow else again))
    runs = [first, *(_with_end(case, run) if case.reads_end else run for run in others)]
    found = [judge(case, run) for run in runs]
    differs = any(run.differs for run in runs)
    if not differs and all(each is not None and _is_same(each, failure) for each in found):
        same = slow or len({run.events for run in runs}) == 1
        reason = failure.reason if same else translate("else_each_time", reason=failure.reason)
        return replace(failure, reason=reason)
    right = found.count(None)
    key = {0: "none_were", 1: "one_was"}.get(right, "some_were")
    counted = translate(key, count=right)
    reason = translate("unsteady", runs=len(runs), right=counted, reason=failure.reason)
    return replace(failure, kind=Kind.UNSTEADY, reason=reason)


def _untimely(case: Case, run: Run) -> Failure:
    """A program whose order of reading and printing depends on time, and varied between runs."""
    found = _judged(case, replace(run, differs=False), explain=True)
    if found is None:
        return Failure(case, run, Kind.UNSTEADY, translate("depends_on_time_right"))
    reason = translate("depends_on_time", reason=found.reason)
    return replace(found, run=run, kind=Kind.UNSTEADY, reason=reason)


def _is_same(one: Failure, two: Failure) -> bool:
    """Whether two runs fail at the same place in the same way."""
    places = [each.found.position if each.found else None for each in (one, two)]
    return (one.kind, one.blame, places[0]) == (two.kind, two.blame, places[1])


def _reads_on(case: Case, run: Run) -> Failure:
    """A program that does everything right, but only once it is told that the input has ended."""
    steps = steps_of(run, case)
    found = mismatch(tuple(step.action for step in steps), case.expected, case.comparison)
    reason = translate("waited_for_the_end", should=_should_instead(found))
    return Failure(case, run, Kind.READS_ON, reason, found)


def right_when_flushed(case: Case, steps: Sequence[Step]) -> bool:
    """Whether a run that has ended is right except that some outputs come late.

    Everything that is expected must have been printed, and nothing too early.
    """
    read = sum(isinstance(step.action, Input) for step in steps)
    if read < len(case.typed):
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
    """The length of a text on the tape, without the end of its last line."""
    shown = comparison.separator.join(comparison.units(text))
    return len(shown.casefold() if comparison.caseless else shown)


def _different(case: Case, run: Run, found: Mismatch, steps: Sequence[Step]) -> Failure:
    """A run whose outputs or inputs differ from the expected ones."""
    blamed = None
    match found.expected, found.actual:
        case Outputs(words), Printed() as printed:
            readings = printed.readings(case.comparison)
            blamed = blame(words, readings[-1], case.comparison)
            kind, reason = _wrong_print(blamed, readings[-1], found, steps)
        case expected, Printed(lines):
            should = translate("should_stop")
            if isinstance(expected, Input):
                should = translate("should_read_next", value=case.said(expected))
            blamed = Blame(0, None)
            kind = Kind.WRONG_OUTPUT
            reason = translate("printed_when", text=quoted(lines[:1]), should=should)
        case Outputs() as expected, Input() as step:
            kind, read = Kind.MISSING_OUTPUT, case.said(step)
            reason = translate("read_before_printing", value=read, text=wanted(expected))
        case Outputs() as expected, _:
            kind = Kind.MISSING_OUTPUT
            reason = translate("stopped_before_printing", text=wanted(expected))
        case Input() as step, _:
            kind = Kind.STOPS_EARLY
            reason = translate("stopped_before_reading", value=case.said(step))
        case _:
            kind = Kind.STOPS_EARLY
            reason = translate("read_when_done")
    return Failure(case, run, kind, reason, found, blamed)


def _wrong_print(
    blamed: Blame, units: Sequence[str], found: Mismatch, steps: Sequence[Step]
) -> tuple[Kind, str]:
    here = quoted(units[blamed.unit : blamed.unit + 1])
    if blamed.output is None:
        return Kind.WRONG_OUTPUT, translate("printed_too_much", text=here)
    should = described(blamed.output)
    if not blamed.missing:
        return Kind.WRONG_OUTPUT, translate("printed_instead", text=here, should=should)
    if blamed.unit < len(units):
        return Kind.MISSING_OUTPUT, translate("missing_before", text=here, should=should)
    key = "stopped" if found.position == len(steps) - 1 else "read_on"
    key = f"missing_after_{key}" if units else f"missing_{key}"
    return Kind.MISSING_OUTPUT, translate(key, text=quoted(units[-1:]), should=should)


def _should_instead(found: Mismatch | None) -> str:
    """What a program should have done where it asked for more."""
    if found is not None and isinstance(found.expected, Outputs):
        return translate("should_print", text=wanted(found.expected))
    return translate("should_stop")


def _fault(case: Case, run: Run, steps: Sequence[Step], found: Mismatch | None) -> tuple[Kind, str]:
    match run.ending:
        case Ending.WANTED_MORE:
            return Kind.WAITS, translate("asked_for_more", should=_should_instead(found))
        case Ending.TOO_LONG | Ending.STALLED:
            did = "too_long" if run.ending is Ending.TOO_LONG else "stalled"
            read, count = sum(isinstance(step.action, Input) for step in steps), len(case.typed)
            key = f"{did}_some" if read < count else f"{did}_all"
            return Kind.TOO_SLOW, translate(key, read=read, count=count)
        case Ending.NOT_STARTED:
            return Kind.NOT_STARTED, translate("not_started", detail=" ".join(run.detail))
        case Ending.CRASHED | Ending.FINISHED | Ending.TOO_MUCH:
            raise AssertionError
