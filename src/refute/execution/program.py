"""What is known of any program under test, whatever language it is written in."""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar, overload

from refute.diagnostics import Diagnostic, Severity
from refute.record import record

if TYPE_CHECKING:
    from concurrent.futures import Future

Case = TypeVar("Case")

DETAIL_LINES = 8
"""Maximum number of lines kept of a program's last words."""

APPROXIMATE_RUNS = "approximate_runs"
"""The statistic that counts runs whose order of reading and printing is a guess."""


class Ending(StrEnum):
    """How a run ended: by itself, by a crash, or stopped by us.

    TOO_LONG means that it used too much processor time; STALLED that it waited for too long without
    using even that.
    """

    FINISHED = "finished"
    CRASHED = "crashed"
    WANTED_MORE = "wanted more"
    TOO_LONG = "too long"
    STALLED = "stalled"
    TOO_MUCH = "too much"
    NOT_STARTED = "not started"


@record
class LineRead:
    """A line of input was taken."""

    line: str


@record
class TextWritten:
    """Text was printed."""

    text: str


Event: TypeAlias = LineRead | TextWritten


@record
class Run:
    """One run: what happened, in order, how it ended, and the last words of a crash.

    An `approximate` order is a guess, either because of our means or, if it `depends_on_time`,
    because of the program: then it was run twice, and `differs` if the other run went differently.
    `errors` are the last lines on the error stream, however the run ended; `hidden` are files that
    the program missed because the sandbox does not show them. `exit_code` is None for a run that we
    stopped, and negative for one that a signal ended. `after_end` is what a program did that asked
    for more input than there was, was told so, and then finished by itself. `files` are the wanted
    files with their texts after the run; the text is None for one that did not exist, or was not a
    regular file.
    """

    events: tuple[Event, ...]
    ending: Ending
    detail: tuple[str, ...] = ()
    approximate: bool = False
    depends_on_time: bool = field(default=False, compare=False)
    differs: bool = False
    seconds: float = field(default=0.0, compare=False)
    errors: tuple[str, ...] = field(default=(), compare=False)
    hidden: tuple[str, ...] = field(default=(), compare=False)
    exit_code: int | None = field(default=None, compare=False)
    after_end: tuple[Event, ...] | None = field(default=None, compare=False)
    files: Mapping[str, str | None] = field(default_factory=dict, compare=False)


Noted: TypeAlias = Sequence[tuple[str, str]]
"""What was recorded of a run so far: `took` or `wrote`, and the text."""


@record
class Inputs(Sequence[str]):
    """What a program is given in a run: lines to type, arguments and files.

    With `answer` the next line depends on what happened so far, None for the end of the input; the
    lines are then an example. The files whose names are `wanted` are read after the run.
    """

    lines: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()
    answer: Callable[[Noted], str | None] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.lines[index]


def inputs_of(lines: Sequence[str]) -> Inputs:
    """Lines as the inputs of a program."""
    return lines if isinstance(lines, Inputs) else Inputs(tuple(lines))


class Feed:
    """The lines of one run, handed out one by one."""

    def __init__(self, inputs: Inputs) -> None:
        self._left = deque(inputs.lines)
        self._answer = inputs.answer
        self._over = False

    def __bool__(self) -> bool:
        """Whether there may be another line."""
        return not self._over if self._answer is not None else bool(self._left)

    def next(self, noted: Noted) -> str | None:
        """The next line after what was recorded, None if there are no more."""
        if self._answer is None:
            return self._left.popleft() if self._left else None
        line = None if self._over else self._answer(noted)
        self._over = line is None
        return line


@record
class Limits:
    """Limits of a run: seconds of processor time, and the amount of output."""

    seconds: float = 2.0
    characters: int = 100_000


class RunStopped(Exception):
    """A run was stopped because nobody needs its result any more."""


def never() -> bool:
    """For programs whose runs are always needed."""
    return False


class LineTooLong(ValueError):
    """A line that no terminal can hold."""


class Program(Protocol):
    """A program that can be run any number of times."""

    def run(self, lines: Sequence[str]) -> Run:
        """Run it from the beginning; it is given these lines, each when it asks for one.

        Raises RunStopped if the result is no longer needed.
        """

    def close(self) -> None:
        """End the runs that other threads have begun, and clean up."""


def run_of(events: Iterable[tuple[str, str]], ending: str, detail: Sequence[str]) -> Run:
    """The record of a run from what the observer noted."""
    return Run(events_of(events), Ending(ending), tuple(detail))


def events_of(noted: Iterable[tuple[str, str]]) -> tuple[Event, ...]:
    """The record as events; consecutive texts become one."""
    made: list[Event] = []
    for is_input, group in groupby(noted, lambda event: event[0] == "took"):
        texts = [text for _, text in group]
        made.extend(map(LineRead, texts) if is_input else [TextWritten("".join(texts))])
    return tuple(made)


def approximate() -> Diagnostic:
    """The warning that the order of what was read and printed is a guess."""
    message = "it is not known exactly what was printed before which input"
    help_text = "the program depends on time, or this system lacks `/proc`, `/dev/pts` or seccomp"
    return Diagnostic("IO051", message, help=help_text, severity=Severity.WARNING)


def typing_command(
    inputs: Sequence[str], program: Sequence[str], ending: Ending = Ending.FINISHED
) -> str:
    """A shell command that types the inputs into a program.

    If the program waited for more input, the end of the input is not sent: it waits again until the
    user ends it.
    """
    waits = ending is Ending.WANTED_MORE
    typed = f"printf '%s\\n' {shlex.join(inputs)}"
    if not inputs:
        return f"cat | {shlex.join(program)}" if waits else f"{shlex.join(program)} < /dev/null"
    return f"{f'({typed}; cat)' if waits else typed} | {shlex.join(program)}"


def run_concurrently(
    program: Program,
    cases: Iterable[Case],
    lines: Callable[[Case], Sequence[str]],
    wanted: Callable[[Case], bool],
    at_once: int,
) -> Iterator[tuple[Case, Run]]:
    """Yield every case that is wanted when its turn comes, with its run.

    The number of cases started before the first one is answered does not depend on the number of
    cores, so that what follows from the answers does not depend on the machine.
    """
    if at_once == 1:
        yield from ((case, program.run(lines(case))) for case in cases if wanted(case))
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - slow to load

    threads = ThreadPoolExecutor(at_once, "refute run")
    begun: deque[tuple[Case, Future[Run]]] = deque()
    try:
        for case in cases:
            if wanted(case):
                begun.append((case, threads.submit(program.run, lines(case))))
            if len(begun) == at_once:
                yield _answered(begun)
        while begun:
            yield _answered(begun)
    except GeneratorExit:
        raise
    except BaseException:
        program.close()
        raise
    finally:
        threads.shutdown(cancel_futures=True)


def _answered(begun: deque[tuple[Case, Future[Run]]]) -> tuple[Case, Run]:
    case, run = begun.popleft()
    return case, run.result()
