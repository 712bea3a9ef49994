"""A specification run as a program under test."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from refute.execution.program import Ending, Inputs, LineRead, Run, TextWritten
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import Choice, PrintStep, drive, file_name, plainly
from refute.languages.console.syntax import Mode, Origin
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, Mistyped, Value
from refute.record import record


@record
class ConsoleInputs(Inputs):
    """The input of a program, and the choices of a specification that is played in its place."""

    chosen: tuple[Value, ...] = ()


class SpecificationProgram:
    """A specification run as a program: one variant of what it may print (section 7.4)."""

    def __init__(self, checked: Checked, choose: Choice = plainly) -> None:
        self._checked = checked
        self._choose = choose

    def run(self, lines: Sequence[str]) -> Run:
        """Play the specification; a line that has the wrong type crashes it."""
        return _Played(self._checked, self._choose, lines).run()

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""


@dataclass(slots=True)
class _Played:
    """One run."""

    checked: Checked
    choose: Choice
    lines: Sequence[str]
    events: list[LineRead | TextWritten] = field(default_factory=list)
    ending: Ending = Ending.WANTED_MORE
    detail: tuple[str, ...] = ()
    asked: list[int] = field(default_factory=list)
    rest: deque[Value] = field(default_factory=deque)
    left: dict[object, deque[str]] = field(default_factory=dict)
    chosen: deque[Value] = field(default_factory=deque)
    written: dict[str, str] = field(default_factory=dict)
    over: set[object] = field(default_factory=set)

    def run(self) -> Run:
        """Play to the end, or as long as there is input."""
        given = self.lines if isinstance(self.lines, ConsoleInputs) else ConsoleInputs()
        self.chosen.extend(given.chosen)
        self.left[Origin.TYPED] = deque(self.lines)
        self.left[Origin.ARGUMENT] = deque([" ".join(given.arguments)])
        for name, text in given.files.items():
            self.left[name] = deque(text.splitlines())
        finished = drive(self.checked.body, self._answer, self._hear)
        files = {name: self.written.get(name, given.files.get(name)) for name in given.wanted}
        events, asked = tuple(self.events), self.asked
        if asked and (finished or self.ending is Ending.WANTED_MORE):
            after = events[asked[0] :] if finished else None
            return Run(
                events[: asked[0]], Ending.WANTED_MORE, self.detail, after_end=after, files=files
            )
        return Run(events, Ending.FINISHED if finished else self.ending, self.detail, files=files)

    def _hear(self, says: PrintStep) -> None:
        text = (self.choose(says) or "") + "\n"
        if says.file is None:
            self.events.append(TextWritten(text))
        else:
            self.written[says.file] = self.written.get(says.file, "") + text

    def _answer(self, asks: ReadStep) -> Value | None:
        read = asks.read
        if read.origin is Origin.CHOSEN:
            return self.chosen.popleft() if self.chosen else None
        if read.before is not None:
            return self.rest.popleft() if self.rest else None
        name: object = file_name(read.file, asks.environment) or read.origin
        left = self.left.get(name)
        line = left.popleft() if left else None
        if line is None:
            return self._at_end(asks) if asks.is_typed else self._at_end_of_file(asks, name)
        if asks.is_typed:
            self.events.append(LineRead(line))
        return self._first(asks, line)

    def _first(self, asks: ReadStep, line: str) -> Value | None:
        """The first value of a line; the others are kept for the next reads."""
        self.rest.clear()
        self.rest.extend(asks.taken(line, self.checked.types))
        value = self.rest.popleft()
        if isinstance(value, Mistyped) and asks.read.mode is Mode.ASSUME:
            self.ending, self.detail = Ending.CRASHED, (f"{line!r} is not valid",)
            return None
        return value

    def _at_end(self, asks: ReadStep) -> Value | None:
        """The value read when there are no more lines; notes when that was."""
        self.asked.append(len(self.events))
        return END_OF_INPUT if len(self.asked) == 1 and asks.allows(END_OF_INPUT) else None

    def _at_end_of_file(self, asks: ReadStep, name: object) -> Value | None:
        """The value read at the end of a file; reading on would never end."""
        if name not in self.over and asks.allows(END_OF_INPUT):
            self.over.add(name)
            return END_OF_INPUT
        self.ending = Ending.TOO_LONG
        return None
