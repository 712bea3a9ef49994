"""Which neighbour of the specification a program would be right for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refute.diagnostics import InputError
from refute.execution.program import Ending, LineRead, Run
from refute.languages.console import syntax
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import PrintStep, drive
from refute.languages.console.meaning.traces import (
    Input,
    NotRelevant,
    Outputs,
    append_outputs,
    mismatch,
)
from refute.languages.console.neighbours import Neighbour
from refute.languages.console.neighbours.words import COMPARED
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.chance import TooManyWorlds
from refute.languages.console.testing.judging import judge, settled, steps_of
from refute.languages.console.typecheck import reads_of
from refute.languages.console.types import Value
from refute.solver import Effort


def like(
    neighbours: Iterable[Neighbour], seen: Iterable[tuple[Case, Run]], effort: Effort | None = None
) -> Neighbour | None:
    """A neighbour that a program behaves like in all of its runs: the one with least change.

    Runs are examined as long as some neighbour is left, so those that failed should come first.
    Numbers that changed by more than one do not count, as any of them might be meant. None also if
    the effort does not suffice to find out what the program chose.
    """
    effort = effort or Effort()
    left = [each for each in neighbours if not is_far(each)]
    for planned, run in seen:
        try:
            case = settled(planned, run, effort)
        except TooManyWorlds:
            return None
        left = [each for each in left if _is_right(each, case, run, effort)]
        if not left or effort.exhausted:
            return None
    return min(left, key=_size, default=None)


def _size(neighbour: Neighbour) -> int:
    """The size of a change: a comparison or a number by one, a whole statement, anything else."""
    match neighbour.change.parts:
        case None:
            return 1
        case syntax.Integer(), syntax.Integer(after) if after:
            return 0
        case syntax.Apply(one), syntax.Apply(two) if {one, two} <= COMPARED:
            return 0
        case _:
            return 2


def is_far(neighbour: Neighbour) -> bool:
    """Whether a number is changed by more than one."""
    match neighbour.change.parts:
        case syntax.Integer(before), syntax.Integer(after):
            return abs(after - before) > 1
        case _:
            return False


def _is_right(neighbour: Neighbour, case: Case, run: Run, effort: Effort) -> bool:
    """Whether a run is right for a neighbour, with the inputs that it has read and chosen.

    It is not if the neighbour has no value, if a Python function fails on unexpected arguments, or
    if a number is asked for and a word was typed.
    """
    lines = case.by_line[: sum(isinstance(each, LineRead) for each in run.events)]
    values = tuple(each.value for line in lines for each in line)
    if (case.reads_end and len(lines) == len(case.lines)) or case.surroundings is not None:
        values = case.values
    try:
        if not _fits(neighbour, values):
            return False
        if run.ending is Ending.WANTED_MORE and len(values) == len(case.values):
            return _asks_likewise(neighbour, values, case, run)
        case = case_for(neighbour.specification, values)
        return judge(case, run, effort, explain=False) is None
    except (InputError, NotRelevant):
        return False


def _fits(neighbour: Neighbour, values: Sequence[Value]) -> bool:
    """Whether all values that a neighbour reads have the types that it asks for."""
    specification = neighbour.specification
    types = specification.types
    if len({types[each.variable] for each in reads_of(specification.body)}) == 1:
        return True
    left = iter(values)
    strange: list[Value] = []

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        if value is not None and not asks.fits(value, types):
            strange.append(value)
        return None if strange else value

    drive(specification.body, answer)
    return not strange


def _asks_likewise(neighbour: Neighbour, values: Sequence[Value], case: Case, run: Run) -> bool:
    """Whether a neighbour also asks for more after all inputs, and prints the same before that."""
    left = iter(values)
    steps: list[Input | Outputs] = []

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        if value is not None and asks.is_typed:
            steps.append(Input(value, asks.taker(value).before))
        return value

    def hear(says: PrintStep) -> None:
        if says.output.file is None:
            append_outputs(steps, says.words)

    if drive(neighbour.specification.body, answer, hear):
        return False
    printed = tuple(each.action for each in steps_of(run, case))
    return mismatch(printed, tuple(steps), case.comparison) is None
