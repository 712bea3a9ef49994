"""Failures on fewer and simpler inputs, near one that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from refute.diagnostics import InputError
from refute.execution.program import Ending, Program
from refute.languages.console.judging import Failure, case_for, judge
from refute.languages.console.playing import Asks, play
from refute.languages.console.traces import NotRelevant
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value, belongs

MOST_RUNS = 60
LARGE = 100


def shrink(
    failure: Failure, checked: Checked, program: Program, most_runs: int = MOST_RUNS
) -> Failure:
    """The failure with inputs left out and large ones made small, as long as it stays one."""
    slow = failure.run.ending in {Ending.TOO_LONG, Ending.STALLED, Ending.TOO_MUCH}
    runs = 2 if slow else most_runs

    def fails(values: tuple[Value, ...]) -> Failure | None:
        nonlocal runs
        if not well_typed(checked, values):
            return None
        try:
            case = case_for(checked, values)
        except (NotRelevant, InputError):
            return None
        if runs == 0:
            return None
        runs -= 1
        return judge(case, program.run(case.lines))

    failure = _improved(failure, fails, _shorter)
    return _improved(failure, fails, _simpler)


def well_typed(checked: Checked, values: tuple[Value, ...]) -> bool:
    """Whether each value has the type of the variable that it is read into."""
    game, left = play(checked.body), iter(values)
    try:
        event = next(game)
        while True:
            if not isinstance(event, Asks):
                event = next(game)
                continue
            value = next(left, None)
            if value is None or not belongs(value, checked.types[event.read.variable]):
                return False
            event = game.send(value)
    except (StopIteration, InputError):
        return True


def _improved(
    failure: Failure,
    fails: Callable[[tuple[Value, ...]], Failure | None],
    variants: Callable[[tuple[Value, ...]], Iterator[tuple[Value, ...]]],
) -> Failure:
    """Go from failure to failure as long as there is a better one."""
    while True:
        found = (fails(values) for values in variants(failure.case.values))
        better = next((each for each in found if each is not None), None)
        if better is None:
            return failure
        failure = better


def _shorter(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    for size in (2, 1):
        for place in range(len(values) - size + 1):
            yield (*values[:place], *values[place + size :])


def _simpler(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    for place, value in enumerate(values):
        for other in _simpler_value(value):
            yield (*values[:place], other, *values[place + 1 :])


def _simpler_value(value: Value) -> Iterator[Value]:
    if isinstance(value, str) and len(value) > 4:
        yield from (value[:2] + value[-1:], value[: len(value) // 2], value[len(value) // 2 :])
        yield value[: len(value) // 4] + value[-len(value) // 4 :]
    elif isinstance(value, int) and abs(value) > LARGE:
        sign = -1 if value < 0 else 1
        yield from (sign * 2, sign * (LARGE - 1))
        yield sign * (abs(value) // 2)
