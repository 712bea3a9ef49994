"""The contract every language fulfils; all that the command line knows of a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from refute.report.outcome import Report
from refute.source import Source

OptionValue: TypeAlias = str | int | bool | tuple[str, ...] | None
"""What the user gave for an option; a tuple for one that may be repeated."""


def _no_progress(_text: str) -> None:
    """Show nothing."""


def _no_count(_done: int, _all: int) -> None:
    """Show nothing."""


def _no_line() -> str | None:
    """There is no user to ask."""
    return None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user asked for beyond the file; `None` leaves the choice to the language.

    `ask` gives the next line that the user types, None at the end of input; `tell` shows a text
    to the user at once. Both are for a `run` that is interactive. `submissions` are what `grade`
    is to grade, `out` is the folder for what it writes, and it tells with `count` how many of how
    many things are done.
    """

    seed: int = 0
    effort: float = 1.0
    time_limit: float | None = None
    strategy: str | None = None
    limit: int | None = None
    depth: int | None = None
    nodes: int | None = None
    program: tuple[str, ...] = ()
    submissions: tuple[str, ...] = ()
    out: Path | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    progress: Callable[[str], None] = _no_progress
    ask: Callable[[], str | None] = _no_line
    tell: Callable[[str], None] = _no_progress
    count: Callable[[int, int], None] = _no_count


@dataclass(frozen=True, slots=True)
class Option:
    """An option of one language, such as `--function NAME` of `tests`.

    `name` is spelled without dashes at its front; `kind` is `str`, `int` or `bool` (a flag).
    Two languages that share an option's name share its shape. One that is `repeatable` is a
    tuple of texts, empty when it was not given.
    """

    name: str
    help: str
    commands: tuple[str, ...]
    kind: type[str] | type[int] | type[bool] = str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    default: str | int | bool | None = None
    repeatable: bool = False


Command: TypeAlias = Callable[[Source, Settings], Report]


class ConversationEnded(Exception):
    """An entry asked to leave; the report says what it asked for before that."""

    def __init__(self, report: Report) -> None:
        super().__init__("the conversation has ended")
        self.report = report


class Conversation(Protocol):
    """An interactive session of a language; keeps its own state between entries.

    `commands` are the entries that begin with a colon and belong to the language, each with what
    it does, such as `:type EXPRESSION`.
    """

    prompt: str
    commands: Mapping[str, str]

    def wants_more(self, text: str) -> bool:
        """Whether the entry is unfinished, so that another line should be asked for."""

    def names(self) -> Iterable[str]:
        """The words that completion offers now."""

    def answer(self, text: str) -> Report:
        """Take one entry and answer it.

        Raises InputError when the entry is wrong, ConversationEnded when it asks to leave.
        """


@dataclass(frozen=True, slots=True)
class Language:
    """A specification language; a command that it does not offer is `None`.

    `sit` gives the conversation that `run` goes over to on a terminal, unless the settings say
    that there is nothing to talk about.

    The commands import what they need when they are called, so that listing the languages
    is cheap and loads neither grammars nor the solver. `interactive` says that `run` talks with
    the user while it works, `takes_program` that `check` tests the program after `--`.
    `unused` names, by command, the common settings without a meaning there, such as `strategy`.
    `skeleton` begins a specification from a file of another kind; `sketches` are their endings.
    """

    name: str
    endings: tuple[str, ...]
    summary: str
    check: Command | None = None
    run: Command | None = None
    tests: Command | None = None
    tree: Command | None = None
    grade: Command | None = None
    doc: Command | None = None
    skeleton: Command | None = None
    converse: Callable[[Source | None, Settings], Conversation] | None = None
    sit: Callable[[Source, Settings], Conversation | None] | None = None
    options: tuple[Option, ...] = ()
    interactive: bool = False
    takes_program: bool = False
    sketches: tuple[str, ...] = ()
    unused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
