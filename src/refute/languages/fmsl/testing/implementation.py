"""A program under test that answers requests on its standard streams, in a sandbox.

It gets the requests of several rows in one run. If it ends early, it is started again for the
remaining rows; the row on which it failed is tried alone before it counts as a failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import RunStopped, never
from refute.languages.fmsl.options import TestOptions
from refute.record import record

if TYPE_CHECKING:
    from refute.execution import Program, Run
    from refute.execution.sandbox import SystemSandbox
    from refute.solver import Effort

AT_ONCE = 16
"""Maximum number of requests in one run."""

SECONDS = 5.0
"""Processor time limit of one run in seconds; virtual machines take a while to start."""

PATIENCE = 3
"""Maximum number of consecutive unanswered requests before the others are skipped."""

TOO_LATE = "it gave no answer in time"
GIVEN_UP = f"not tried: {TOO_LATE} {PATIENCE} times in a row"
STOPPED = "not tried: the time limit was reached"


@record
class Answered:
    """The answer of a program to a request: a line, or the reason why there is none.

    A request that was not tried has no answer, and that is not the program's fault.
    """

    line: str = ""
    failure: str = ""
    untried: str = ""


def sandbox_for(options: TestOptions) -> SystemSandbox:
    """The sandbox for the program; raises InputError if it is required but missing."""
    from refute.execution.sandbox import SandboxMode, make_sandbox  # noqa: PLC0415 - only where one is run

    paths = tuple(map(Path, options.show))
    for path in paths:
        if not path.exists():
            raise InputError([Diagnostic("FM067", f"`--show {path}` names nothing that exists")])
    return make_sandbox(SandboxMode(options.sandbox)).within(None, show=paths)


def start(
    words: Sequence[str],
    sandbox: SystemSandbox | None,
    seconds: float = SECONDS,
    effort: Effort | None = None,
) -> Program:
    """The program named on the command line, inside a sandbox, run within the effort."""
    from refute.execution import CommandProgram, Limits, Tty, not_started, resolve  # noqa: PLC0415 - as above

    try:
        command = resolve(words)
    except OSError as failure:
        message, help_text = not_started(words, failure)
        raise InputError([Diagnostic("FM066", message, help=help_text)]) from None
    limits = Limits(seconds=seconds, characters=1_000_000)
    is_unneeded = never if effort is None else lambda: effort.cut_short
    return CommandProgram(command, limits, tty=Tty.NEVER, sandbox=sandbox, is_unneeded=is_unneeded)


def ask_all(program: Program, requests: Sequence[str]) -> Iterator[Answered]:
    """The answers to requests, in order; skips the rest if the program hangs repeatedly."""
    done, reason = 0, GIVEN_UP
    try:
        for answered in _asked(program, requests):
            yield answered
            done += 1
    except RunStopped:
        reason = STOPPED
    yield from (Answered(untried=reason) for _ in requests[done:])


def _asked(program: Program, requests: Sequence[str]) -> Iterator[Answered]:
    position = hung = 0
    while position < len(requests) and hung < PATIENCE:
        batch = requests[position : position + (1 if hung else AT_ONCE)]
        lines, failure = _answers(program.run(batch), len(batch))
        yield from (Answered(line=line) for line in lines)
        position += len(lines)
        if len(lines) == len(batch):
            hung = 0
            continue
        alone: list[str] = []
        if len(batch) > 1:
            alone, failure = _answers(program.run([requests[position]]), 1)
        yield Answered(line=alone[0]) if alone else Answered(failure=failure)
        hung = hung + 1 if failure == TOO_LATE else 0
        position += 1


def _answers(run: Run, wanted: int) -> tuple[list[str], str]:
    """The complete lines printed, up to a maximum, and why there are no more."""
    from refute.execution import Ending, TextWritten  # noqa: PLC0415 - as above

    events = (*run.events, *(run.after_end or ()))  # buffered output comes at the end
    printed = "".join(each.text for each in events if isinstance(each, TextWritten))
    lines = [line for line in printed.split("\n") if line.strip()]
    if len(lines) > wanted and run.ending is not Ending.TOO_MUCH:
        return [], "it printed more lines than there were requests"
    if len(lines) == wanted and run.ending in (Ending.FINISHED, Ending.WANTED_MORE):
        return lines, ""
    complete = printed.endswith("\n") or not lines
    kept = lines if complete else lines[:-1]
    return kept[: wanted - 1], _why(run)


def _why(run: Run) -> str:
    from refute.execution import Ending  # noqa: PLC0415 - as above

    match run.ending:
        case Ending.TOO_LONG | Ending.STALLED:
            return TOO_LATE
        case Ending.TOO_MUCH:
            return "it printed too much"
        case Ending.CRASHED:
            return f"it crashed: {run.detail[-1] if run.detail else 'without a word'}"
        case Ending.NOT_STARTED:
            return f"it was not started: {run.detail[-1] if run.detail else ''}"
        case _:
            return "it printed no line for this request"
