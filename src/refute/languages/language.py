"""The contract that every language fulfils: from a typed request to a stream of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.languages.forms import Button, Form
from refute.languages.options import Chosen, Options
from refute.record import record
from refute.report.outcome import Artifact, Outcome
from refute.source import Source, Span

if TYPE_CHECKING:
    from refute.solver import Effort


@record
class Cancellation:
    """Tells a command that its answer is no longer needed."""

    _requests: list[str] = field(default_factory=list)

    def request(self) -> None:
        """Ask the command to stop at the next opportunity."""
        self._requests.append("cancelled")

    def interrupt(self) -> None:
        """Like `request`, because of Ctrl-C; whoever reads the answers gets a KeyboardInterrupt."""
        self._requests.append("interrupted")

    @property
    def requested(self) -> bool:
        """Whether the command should stop."""
        return bool(self._requests)

    @property
    def interrupted(self) -> bool:
        """Whether it should stop because of Ctrl-C."""
        return "interrupted" in self._requests


def _no_progress(_text: str) -> None:
    """Show nothing."""


def _no_count(_done: int, _all: int) -> None:
    """Show nothing."""


def _no_interim(_outcome: Outcome) -> None:
    """Show nothing."""


@record
class Request(Generic[Chosen]):
    """A source and the options of a command. The source is empty if there is no file.

    `progress` is called with what is being done, `count` with how much of how much is done, and
    `interim` with parts of the answer as they become known, such as the grade of one submission.
    """

    source: Source
    options: Chosen
    progress: Callable[[str], None] = _no_progress
    count: Callable[[int, int], None] = _no_count
    cancellation: Cancellation = field(default_factory=Cancellation)
    interim: Callable[[Outcome], None] = _no_interim

    def new_effort(self) -> Effort:
        """A new budget of work, for one question; every question gets its own."""
        from refute.solver import Effort  # noqa: PLC0415 - naming a language loads no solver

        asked, cancellation = self.options, self.cancellation
        return Effort(
            asked.effort, asked.time_limit, lambda: cancellation.requested, cancellation.interrupt
        )


@record
class Notice:
    """A line that is shown to the user at once and is not part of the answer.

    An `unfinished` line, such as a prompt, has no line end.
    """

    text: str
    unfinished: bool = False


@record
class Part:
    """A question that can be answered independently of the others, also in another process.

    Its span is the declaration that it is about, if there is one. If it answers several questions,
    `covers` has their names with their spans.
    """

    label: str
    answer: Callable[[], Iterable[Event]]
    span: Span | None = None
    covers: tuple[tuple[str, Span], ...] = ()


Event: TypeAlias = Outcome | Diagnostic | Artifact | Notice
"""An event of a command; it is shown as it comes."""

Events: TypeAlias = Iterator[Event]
Stream: TypeAlias = Iterator[Event | Part]
"""The result of a command: events, and parts, which are replaced by their events when run."""


class Conversation(Protocol):
    """An interactive run or session; keeps its own state between entries.

    `commands` are the entries that begin with a colon or have a special meaning, each with a
    description, such as `:type EXPRESSION`. If `verbatim` is set there are none, and every line is
    taken as it is. When `finished` is set nothing more can be entered. `form` has the possible
    entries as fields and buttons, if they are known; its entries are valid for `answer`. `asides`
    are commands that change nothing, which users of the form may enter, too.
    """

    prompt: str = "> "
    commands: Mapping[str, str] = MappingProxyType({})
    asides: tuple[str, ...] = ()
    verbatim: bool = False
    finished: bool = False

    def opening(self) -> Iterable[Event]:
        """The events shown before the first entry."""
        return ()

    def wants_more(self, text: str) -> bool:
        """Whether the entry is unfinished, so that another line should be asked for."""
        return False

    def names(self) -> Iterable[str]:
        """The words for completion."""
        return ()

    def form(self) -> Form | None:
        """The possible entries as a form; None if they are not a matter of fields and buttons."""
        return None

    def offers(self) -> Iterable[Button]:
        """Entries that continue from the current state, such as for the next answer."""
        return ()

    def users(self) -> Mapping[str, Iterable[str]]:
        """The possible users, each with the roles required by fields and buttons of the form."""
        return {}

    def answer(self, text: str) -> Iterable[Event]:
        """Answer one entry; InputError if it is invalid."""

    def closing(self) -> Iterable[Event]:
        """The events shown after the last entry."""
        return ()


@record
class Command(Generic[Chosen]):
    """A command of a language: its options, and the function that performs it.

    `function` is `module:name` inside the package of the language, so that naming a language loads
    neither its grammar nor the solver. The function takes a `Request` with these options. It
    returns a `Stream`, a `Conversation` for `repl` and `play`, or a `Gradable` for `grade` and
    `kit`.
    """

    function: str
    options: type[Chosen]


@record
class Language:
    """A specification language.

    `package` is the name of its package. `commands` are the commands that it offers: `check`,
    `run`, `tests`, `tree`, `grade`, `kit`, `doc`, `skeleton`, the conversation of `repl`, and the
    conversation `play`, which `run` holds on a terminal; if `reads_input` is set it holds it
    elsewhere as well, with the lines of standard input. `names` are further functions, loaded when
    they are needed. Every language has `editing` (an `Editing`), for editors, in a module of that
    name. `foreign_options` are those of another tool for such files, with what to write instead.
    """

    name: str
    package: str
    summary: str
    commands: Mapping[str, Command[Options]]
    reads_input: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    foreign_options: Mapping[str, str] = field(default_factory=dict)

    def command(self, name: str) -> Command[Options]:
        """A command by its name; InputError F009 if the language does not have it."""
        if name not in self.commands:
            message = f"{self.name} has no `refute {name}`"
            offered = ", ".join(each for each in self.commands if each != "play")
            raise InputError([Diagnostic("F009", message, help=f"it has: {offered}")])
        return self.commands[name]

    def load_command(self, name: str) -> Any:
        """Load the function of a command; InputError F009 if the language does not have it."""
        return self._load(self.command(name).function)

    def load(self, name: str) -> Any:
        """Load a further function of the language; InputError F009 if there is none."""
        known = {"editing": "editing:EDITING", **self.names}
        if name not in known:
            message = f"{self.name} does not offer `{name}`"
            raise InputError([Diagnostic("F009", message)])
        return self._load(known[name])

    def _load(self, function: str) -> Any:
        module, _, name = function.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)
