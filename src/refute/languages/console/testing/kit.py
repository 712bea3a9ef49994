"""Tests for the program of a kit, which knows nothing of the specification.

It types all lines at once and compares what comes out. If the program makes random choices, a test
has one way for each possible combination of them, with what is expected then; with the lines that
are typed, every way reaches its end.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from refute.languages.console.feedback.dialogue import expected
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import drive, file_name
from refute.languages.console.meaning.surroundings import Surroundings
from refute.languages.console.syntax import Origin
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.chance import listed
from refute.languages.console.testing.suite import step_to_json, word_to_json
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, Value, show_value

MOST_WAYS = 1_000
"""Maximum number of ways of a test."""

_MOST_LINES = 200
_MOST_CHOICES = 50


class TooManyWays(Exception):
    """The program has too many possible choices to write them all down."""


def script(case: Case) -> Mapping[str, Any]:
    """A test as JSON: see `grading/kit/check.py`. Raises TooManyWays."""
    ways, lines = [case], list(case.lines)
    if case.chance is not None and case.surroundings is not None:
        walk = _Walk(case.chance, case.surroundings, lines)
        ways = list(walk.ways())
    around = case.surroundings or Surroundings()
    steps: dict[str, int] = {}
    known: list[dict[str, Any]] = []
    numbered = []
    for way in ways:
        made = [step_to_json(step) for step in way.expected]
        for step in made:
            if str(step) not in steps:
                steps[str(step)] = len(known)
                known.append(step)
        written = dict(way.surroundings.written) if way.surroundings else {}
        numbered.append(
            {
                "steps": [steps[str(step)] for step in made],
                "written": {
                    name: [word_to_json(word) for word in words] for name, words in written.items()
                },
                "may_fail": way.stops_early,
            }
        )
    return {
        "lines": lines,
        "arguments": list(around.arguments),
        "files": dict(around.files),
        "steps": known,
        "ways": numbered,
        "example": list(_example(ways[0])),
    }


def _example(way: Case) -> Iterator[str]:
    """An example of the dialogue, line by line."""
    for turn in expected(way.expected).turns:
        if text := "".join(text for text, _ in turn.pieces):
            yield text


@dataclass
class _Walk:
    """Follows all ways that the choices of a program can take; types more if one needs it."""

    checked: Checked
    around: Surroundings
    lines: list[str]
    waiting: list[tuple[Value, ...]] = field(default_factory=lambda: [()])

    def ways(self) -> Iterator[Case]:
        """The cases for all choices."""
        count = 0
        while self.waiting:
            count += 1
            if count > MOST_WAYS:
                raise TooManyWays
            way = _Way(self, self.waiting.pop())
            if not drive(self.checked.body, way.answer):
                raise TooManyWays
            yield case_for(self.checked, tuple(way.values))


@dataclass
class _Way:
    """One way: the choices that it begins with, and what was chosen and read so far."""

    walk: _Walk
    begun: tuple[Value, ...]
    chosen: list[Value] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    rest: deque[Value] = field(default_factory=deque)
    typed: int = 0
    used: Counter[object] = field(default_factory=Counter)

    def answer(self, asks: ReadStep) -> Value | None:
        """The next value."""
        if asks.read.origin is Origin.CHOSEN:
            value = self._choice(asks)
        else:
            if asks.read.before is None:
                line = self._line(asks)
                self.rest = deque([END_OF_INPUT])
                if line is not None:
                    self.rest = deque(asks.taken(line, self.walk.checked.types))
            if not self.rest:
                return None
            value = self.rest.popleft()
        self.values.append(value)
        return value

    def _choice(self, asks: ReadStep) -> Value:
        if len(self.chosen) < len(self.begun):
            value = self.begun[len(self.chosen)]
        else:
            values = listed(asks.read.values, asks, self.walk.checked)
            allowed = [each for each in values or () if asks.allows(each)]
            if not allowed or len(allowed) > MOST_WAYS or len(self.chosen) > _MOST_CHOICES:
                raise TooManyWays
            value, *others = allowed
            self.walk.waiting += [(*self.chosen, each) for each in reversed(others)]
        self.chosen.append(value)
        return value

    def _line(self, asks: ReadStep) -> str | None:
        """The next line that is typed, given as arguments, or in a file; None at its end."""
        if asks.read.origin is Origin.TYPED and asks.read.file is None:
            if self.typed == len(self.walk.lines) and not asks.allows(END_OF_INPUT):
                self.walk.lines.append(self._another(asks))
            self.typed += 1
            lines: Sequence[str] = self.walk.lines
            at = self.typed - 1
        else:
            around = self.walk.around
            name: object = file_name(asks.read.file, asks.environment) or asks.read.origin
            texts: dict[object, str] = {**dict(around.files)}
            lines = texts.get(name, "").splitlines()
            if name is Origin.ARGUMENT:
                lines = [" ".join(around.arguments)]
            at = self.used[name]
            self.used[name] += 1
        return lines[at] if at < len(lines) else None

    def _another(self, asks: ReadStep) -> str:
        """A line to type if a way needs one more: what was chosen, or not typed yet."""
        if asks.read.after is not None or len(self.walk.lines) >= _MOST_LINES:
            raise TooManyWays
        values = [
            *reversed(self.chosen),
            *(listed(asks.read.values, asks, self.walk.checked) or ()),
        ]
        allowed = [
            show_value(each)
            for each in values
            if type(each) in {type(one) for one in self.values} and asks.allows(each)
        ] or [show_value(each) for each in values if asks.allows(each)]
        fresh = [each for each in allowed if each not in self.walk.lines]
        if not allowed:
            raise TooManyWays
        return (fresh or allowed)[0]
