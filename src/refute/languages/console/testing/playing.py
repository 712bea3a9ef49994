"""A specification run as a program under test."""

from __future__ import annotations

from collections.abc import Sequence

from refute.execution.program import Ending, Run, Took, Wrote
from refute.languages.console.meaning.playing import Asks, Choice, Says, drive, plainly
from refute.languages.console.syntax import Mode
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Mistyped, Value, typed


class SpecificationProgram:
    """A specification run as a program: one variant of what it may print (section 7.4)."""

    def __init__(self, checked: Checked, choose: Choice = plainly) -> None:
        self._checked = checked
        self._choose = choose

    def run(self, lines: Sequence[str]) -> Run:
        """Play the specification; a line that is no value of the type wanted crashes it."""
        events: list[Took | Wrote] = []
        left = iter(lines)
        ending = Ending.WANTED_MORE
        detail: tuple[str, ...] = ()

        def answer(asks: Asks) -> Value | None:
            nonlocal ending, detail
            line = next(left, None)
            if line is None:
                return None
            events.append(Took(line))
            value = typed(line, self._checked.types[asks.read.variable])
            if isinstance(value, Mistyped) and asks.read.mode is Mode.ASSUME:
                ending, detail = Ending.CRASHED, (f"{line!r} is not valid",)
                return None
            return value

        def hear(says: Says) -> None:
            events.append(Wrote((self._choose(says) or "") + "\n"))

        ending = Ending.FINISHED if drive(self._checked.body, answer, hear) else ending
        return Run(tuple(events), ending, detail)

    def close(self) -> None:
        """Nothing is left behind."""
