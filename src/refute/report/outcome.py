"""Questions and their answers: one record for all languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Severity
from refute.record import record


class Verdict(StrEnum):
    """What is known about a question."""

    REFUTED = "refuted"
    UNDECIDED = "undecided"
    PASSED = "passed"
    CONFIRMED = "confirmed"


FROM_WORST = tuple(Verdict)
"""The verdicts, ordered from the worst: a report is as bad as its worst outcome."""

EXIT_CODES: Mapping[Verdict, int] = {
    Verdict.REFUTED: 1,
    Verdict.UNDECIDED: 3,
    Verdict.PASSED: 0,
    Verdict.CONFIRMED: 0,
}


@record
class Bindings:
    """Names with their values, such as a counterexample."""

    title: str
    rows: tuple[tuple[str, str], ...]


@record
class Lines:
    """Lines of fixed-width text, such as a replay or a value."""

    title: str
    lines: tuple[str, ...]


@record
class Table:
    """Rows under a header, such as the answers to a query."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Mark(StrEnum):
    """The state of a node of an outline."""

    OPEN = "open"
    ANSWER = "answer"
    FAILED = "failed"
    IMPOSSIBLE = "impossible"
    CUT = "cut"
    UNKNOWN = "unknown"


@record
class Outline:
    """A tree of labelled nodes, such as a search tree."""

    label: str
    children: tuple[Outline, ...] = ()
    mark: Mark = Mark.OPEN


@record
class Turn:
    """A line of a dialogue as shown by a terminal: texts in turn, each typed by the user or not.

    `beside` is what the line should have been, `note` a remark in place of a line.
    """

    pieces: tuple[tuple[str, bool], ...] = ()
    wrong: bool = False
    beside: str = ""
    note: str = ""


@record
class Dialogue:
    """What a user typed and a program printed, with the first wrong line marked."""

    title: str
    turns: tuple[Turn, ...]


@record
class Graph:
    """Labelled nodes and edges, such as the possible reductions of a term.

    An edge has the numbers of its two nodes, from 0, and its label.
    """

    title: str
    nodes: tuple[tuple[str, Mark], ...]
    edges: tuple[tuple[int, int, str], ...]


class Change(StrEnum):
    """How a part of a picture differs from the previous picture."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@record
class Attribute:
    """A component of an object in a picture; `was` is its previous value, if that differs."""

    name: str
    value: str
    was: str = ""

    @property
    def change(self) -> Change:
        """Whether its value was different."""
        return Change.CHANGED if self.was else Change.SAME


@record
class DrawnObject:
    """An object in a picture: its name and type, its attributes, and the objects in it."""

    name: str
    of: str
    attributes: tuple[Attribute, ...] = ()
    parts: tuple[DrawnObject, ...] = ()
    change: Change = Change.SAME


@record
class Picture:
    """Objects at one moment, such as before an operation."""

    title: str
    things: tuple[DrawnObject, ...]


@record
class ObjectDiagram:
    """Pictures of objects side by side; each shows the differences from an earlier one."""

    title: str
    pictures: tuple[Picture, ...]


Block: TypeAlias = Bindings | Lines | Table | Outline | Dialogue | Graph | ObjectDiagram
"""A piece of evidence that every renderer can draw."""


@record
class Outcome:
    """One question and its answer.

    `kind` is the sort of question (`property`, `query`, …), `bound` the limit up to which `passed`
    holds, `reason` why it is `undecided`. `word` replaces the name of the verdict where that would
    mislead: a query is not confirmed but complete. A `bare` outcome is drawn on a terminal as its
    summary and nothing else. `entries` are the entries in the conversation `play` that reproduce
    it. `spots` are ranges of the text that was asked about, by start and end, with their state,
    such as the alternatives that tests reach.
    """

    question: str
    kind: str
    verdict: Verdict
    summary: str
    bound: str = ""
    reason: str = ""
    blocks: tuple[Block, ...] = ()
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    place: str = ""
    seconds: float = 0.0
    word: str = ""
    bare: bool = False
    entries: tuple[str, ...] = ()
    spots: tuple[tuple[int, int, Mark], ...] = ()

    @property
    def called(self) -> str:
        """The verdict as it is shown."""
        return self.word or self.verdict.value


@record
class Artifact:
    """A file that a command made, not yet written."""

    name: str
    text: str


@record
class Report:
    """All events of a command about one file."""

    command: str
    language: str
    file: str
    outcomes: tuple[Outcome, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    seed: int = 0
    seconds: float = 0.0

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the outcomes; if nothing is asked, nothing was refuted.

        A file with errors is undecided, since it could not be asked.
        """
        empty = Verdict.UNDECIDED if self.errors else Verdict.PASSED
        return min((each.verdict for each in self.outcomes), key=FROM_WORST.index, default=empty)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors in the file, without the warnings."""
        return tuple(each for each in self.diagnostics if each.severity is Severity.ERROR)

    @property
    def called(self) -> str:
        """The worst verdict as it is shown."""
        worst = self.verdict
        return next((each.called for each in self.outcomes if each.verdict is worst), worst.value)

    @property
    def exit_code(self) -> int:
        """0 nothing refuted, 1 refuted, 2 an error in the user's input, 3 undecided."""
        if self.errors:
            return 2
        return EXIT_CODES[self.verdict]
