"""A program that was handed in, on a terminal: what it prints until it reads.

Each line is answered by running the program from the beginning on all lines so far, in the sandbox
and within the limits of any program under test; the new part of its output is shown. So no program
of a visitor keeps running between two lines. A program that is not deterministic is recognised when
it does not repeat its previous output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import Ending, LineRead, Program, Run
from refute.execution.sandbox import SandboxMode, make_sandbox, private_folder
from refute.grading.building import Workspace, resource_limits
from refute.grading.configuration import Configuration
from refute.grading.intake.file import Unusable
from refute.grading.projects import build, recipes_for
from refute.grading.submissions import copy_into, files_of, find_submissions, prepared
from refute.grading.toolchains import by_ending
from refute.languages.language import Conversation, Events, Notice

MOST_LINES = 500
LONGEST_COMPLAINT = 2_000
_ENDINGS = {
    Ending.CRASHED: "it crashed",
    Ending.TOO_LONG: "it used too much time and was stopped",
    Ending.STALLED: "it did nothing for too long and was stopped",
    Ending.TOO_MUCH: "it printed too much and was stopped",
    Ending.NOT_STARTED: "it could not be started",
}


def play_program(handed_in: Path, sandbox: str) -> Conversation:
    """The conversation with an uploaded program; InputError if it cannot be built and run."""
    return PlayedProgram(handed_in, SandboxMode(sandbox))


class PlayedProgram(Conversation):
    """A program; the user types what it reads."""

    prompt = ""
    verbatim = True

    def __init__(self, handed_in: Path, sandbox: SandboxMode) -> None:
        self._held = ExitStack()
        try:
            self._program = self._held.enter_context(_built(handed_in, sandbox))
        except Unusable as failure:
            raise InputError([Diagnostic("IO060", f"this cannot be run: {failure}")]) from None
        self._lines: list[str] = []
        self._printed = ""

    def opening(self) -> Events:
        """What the program prints before it reads."""
        return self._go_on()

    def answer(self, text: str) -> Events:
        """Type a line."""
        self._lines.append(text)
        if len(self._lines) > MOST_LINES:
            yield from self._end(f"more than {MOST_LINES} lines were typed")
            return
        yield from self._go_on()

    def _go_on(self) -> Events:
        run = self._program.run(self._lines)
        printed, before = _printed(run), self._printed
        self._printed = printed
        if not printed.startswith(before):
            yield Notice("(it does not behave the same each time; this is what it printed now)")
            before = ""
        if new := printed[len(before) :]:
            *whole, rest = new.split("\n")
            yield from (Notice(each) for each in whole)
            yield from [Notice(rest, unfinished=True)] if rest else []
        if run.ending is not Ending.WANTED_MORE:
            yield from (Notice(each) for each in run.detail)
            yield from self._end(_ENDINGS.get(run.ending, _left(run, self._lines)))

    def _end(self, reason: str) -> Events:
        self.finished = True
        self._held.close()
        if reason:
            yield Notice(f"({reason})")


def _printed(run: Run) -> str:
    return "".join(each.text for each in run.events if not isinstance(each, LineRead))


def _left(run: Run, lines: Sequence[str]) -> str:
    """What to say about lines that a program did not read."""
    taken = sum(isinstance(each, LineRead) for each in run.events)
    return "it ended without reading the last line" if taken < len(lines) else ""


@contextmanager
def _built(handed_in: Path, mode: SandboxMode) -> Iterator[Program]:
    """The program in an upload, ready to run; Unusable if there is none."""
    configuration = Configuration()
    toolchains = by_ending(configuration.toolchains)
    (submission,) = find_submissions([handed_in], single=True)
    files = prepared(files_of(submission), toolchains)
    preferred = [*configuration.main, "__main__"]
    recipe = recipes_for(files, toolchains, preferred)
    with private_folder() as folder:
        copy_into(files, folder)
        sandbox = make_sandbox(mode, resource_limits(configuration.limits))
        workspace = Workspace(folder, configuration.limits, sandbox)
        recipe, built = build(recipe, workspace, preferred)
        if built is not None and not built.succeeded:
            raise Unusable(built.stop_reason or built.output[:LONGEST_COMPLAINT] or "no program")
        program = workspace.program(recipe.run)
        try:
            yield program
        finally:
            program.close()
