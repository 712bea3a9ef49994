"""An open document: its text, the analysis of it, and the answers to its questions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from lsprotocol.types import PositionEncodingKind

from refute.diagnostics import Severity
from refute.editor.asking import Found
from refute.editor.glance import SHORTEST, combined, excerpt, touched
from refute.editor.positions import Lines
from refute.editor.snapshot import Location, Problem, Question, Snapshot, WalkedNodes, edited
from refute.frontend.editing import Lexicon
from refute.report.drawing import plain
from refute.report.outcome import FROM_WORST, Outcome, Verdict
from refute.source import Source

REFUTED, UNDECIDED = "refuted", "undecided"
"""The codes of diagnostics for questions with these verdicts."""


@dataclass(slots=True)
class Answered:
    """The results of a command: outcomes and problems, for the text as it was then."""

    text: str
    outcomes: list[Outcome] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Document:
    """A document that is open in an editor.

    `name` is its path if it has one. `analysis` is running while the text is newer than the
    snapshot; `asked` are the questions being answered.
    """

    uri: str
    name: str
    language: str
    text: str
    encoding: str = PositionEncodingKind.Utf16.value
    version: int | None = None
    analysed: str | None = None
    analysis: asyncio.Task[None] | None = None
    asked: dict[asyncio.Task[object], tuple[str, WalkedNodes | None]] = field(default_factory=dict)
    answered: dict[str, Answered] = field(default_factory=dict)
    known: str | None = None
    glancing: asyncio.Task[None] | None = None
    lines: Lines = field(init=False)
    snapshot: Snapshot = field(init=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text, self.encoding)
        self.snapshot = Snapshot(self.text, Lexicon(frozenset(), "(?!)", "(?!)"))

    def change(self, text: str, version: int | None) -> None:
        """Replace the text; the snapshot is shifted accordingly."""
        self.version = version
        if text != self.text:
            self.text = text
            self.lines = Lines(text, self.encoding)
            self.snapshot = self.snapshot.moved_to(text)

    def glance(self) -> tuple[list[WalkedNodes], str] | None:
        """The items edited since the last analysis, and an excerpt that is enough to check them.

        None if the text is short, or if the excerpt would be large.
        """
        if self.is_analysed or len(self.text) < SHORTEST or self.known is None:
            return None
        items = touched(self.snapshot, edited(self.known, self.text))
        text = excerpt(self.snapshot, items) if items else None
        return None if text is None else (items, text)

    def see(self, items: list[WalkedNodes], text: str, problems: Iterable[Problem]) -> None:
        """Record the problems in some items, found by a quick look at an excerpt of a text."""
        if text == self.text and not self.is_analysed:
            seen = combined(self.snapshot, items, problems)
            self.snapshot = replace(self.snapshot, problems=tuple(seen))

    def learn(self, snapshot: Snapshot) -> None:
        """Record an analysis of the text, or of an earlier version of it."""
        self.analysed = self.known = snapshot.text
        self.snapshot = snapshot.moved_to(self.text)

    @property
    def is_analysed(self) -> bool:
        """Whether the current text has been analysed."""
        return self.analysed == self.text

    # Answers

    def begin(self, command: str, wanted: WalkedNodes | None) -> None:
        """Forget the answers of a command about a range of the text, or about all of it."""
        before = self.answered.get(command)
        if before is None or wanted is None or before.text != self.text:
            self.answered[command] = Answered(self.text)
            return
        before.problems.clear()
        before.outcomes = [
            each for each in before.outcomes if not _inside(self.offset_of(each), wanted)
        ]

    def take(self, command: str, found: Iterable[Found]) -> None:
        """Add results of a command."""
        answered = self.answered[command]
        for each in found:
            if isinstance(each, Outcome):
                answered.outcomes.append(each)
            else:
                answered.problems.append(each)

    def current(self) -> Iterator[tuple[str, Answered]]:
        """The answers that apply to the current text."""
        for command, each in self.answered.items():
            if each.text == self.text:
                yield command, each

    def offset_of(self, outcome: Outcome) -> int:
        """The offset of an outcome; the beginning of the text if it has no place."""
        name, _, place = outcome.place.rpartition(f"{self.name}:")
        line, _, column = place.partition(":")
        if name or not line.isdecimal() or not column.isdecimal():
            return 0
        source = Source(self.name, self.text)
        if int(line) > len(source.line_starts):
            return 0
        return source.line_starts[int(line) - 1] + int(column) - 1

    def verdict_of(self, question: Question) -> Outcome | None:
        """The worst outcome of a question, if it was answered."""
        answered = dict(self.current()).get(question.command)
        if answered is None:
            return None
        own = [each for each in answered.outcomes if self.question_of(each, question) == question]
        return min(own, key=lambda each: FROM_WORST.index(each.verdict), default=None)

    def question_of(self, outcome: Outcome, like: Question) -> Question | None:
        """The innermost question of a command that an outcome answers."""
        offset = self.offset_of(outcome)
        around = [
            each
            for each in self.snapshot.questions
            if each.command == like.command and _inside(offset, each.stretch)
        ]
        return min(around, key=lambda each: each.stretch[1] - each.stretch[0], default=None)

    def problems(self) -> Iterator[Problem]:
        """All problems: those in the text, and those found by answering its questions."""
        known = set(self.snapshot.problems)
        yield from self.snapshot.problems
        for _, answered in self.current():
            yield from (each for each in answered.problems if each not in known)
            for outcome in answered.outcomes:
                if outcome.verdict in {Verdict.REFUTED, Verdict.UNDECIDED}:
                    yield self._problem(outcome)

    def _problem(self, outcome: Outcome) -> Problem:
        refuted = outcome.verdict is Verdict.REFUTED
        offset = self.offset_of(outcome)
        found = self.snapshot.symbol_at(offset)
        _, end = self.lines.stretch_of(self.lines.line_of(offset))
        stretch = found[1] if found and found[1][0] == offset else (offset, max(offset, end))
        return Problem(
            REFUTED if refuted else UNDECIDED,
            plain(outcome),
            Severity.ERROR if refuted else Severity.WARNING,
            Location(stretch),
        )


def _inside(offset: int, stretch: WalkedNodes) -> bool:
    return stretch[0] <= offset < max(stretch[1], stretch[0] + 1)
