"""The contract that every language fulfils: from a typed request to a stream of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.forms import Button, Form
from refute.record import record
from refute.report.outcome import Artifact, Outcome
from refute.source import Source, Span

if TYPE_CHECKING:
    from refute.solver import Effort

_T = TypeVar("_T")

OptionValue: TypeAlias = str | int | float | bool | tuple[str, ...] | None
"""The value of an option; a tuple for an option that may be repeated."""


def option(
    help_text: str,
    *,
    default: OptionValue = None,
    metavar: str = "",
    choices: Iterable[str] = (),
    count: int = 1,
    on_pages: OptionValue = None,
) -> Any:
    """A field of an `Options` class that users may set; its annotation is the type of its values.

    A tuple may be one of `count` texts, which are given together. `on_pages` is the default on a
    page, if it differs.
    """
    shown = {"help": help_text, "metavar": metavar, "choices": tuple(choices), "count": count,
             "on_pages": on_pages}  # fmt: skip
    return field(default=default, metadata=shown)


def argument(default: Any = None) -> Any:
    """A field that the command line fills from its arguments, such as the program under test."""
    return field(default=default, metadata={"argument": True})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command_options(made: type[_T]) -> type[_T]:
    """Declare the options of a command; as for records, type checkers reject changes.

    Every command loads all options of its language, so methods that are not needed are not
    generated: options are neither compared nor shown.
    """
    return dataclass(kw_only=True, eq=False, repr=False)(made)


STRATEGIES = (
    "depth-first", "breadth-first", "iterative-deepening", "interleaving", "random", "best-first",
)  # fmt: skip


@command_options
class Options:
    """Options of every command. A command of a language adds its own fields in a subclass."""

    seed: int = option("Seed of all random choices.", default=0, metavar="NUMBER")
    effort: float = option(
        "Spend this many times the usual work before leaving a question undecided.",
        default=1.0,
        metavar="FACTOR",
    )
    time_limit: float | None = option(
        "Stop each question after this time; the answer then depends on the machine.",
        metavar="SECONDS",
    )


@command_options
class DrawOptions(Options):
    """Options of commands that draw a tree."""

    depth: int | None = option("Look no deeper than N steps.", metavar="N")
    nodes: int | None = option("Visit at most N nodes of the search.", metavar="N")


@command_options
class SandboxOptions(Options):
    """Options of commands that run a program under test."""

    sandbox: str = option(
        "Whether the program must be run inside bubblewrap (auto: where there is one).",
        default="auto",
        choices=("required", "auto", "off"),
    )
    show: tuple[str, ...] = option(
        "A file or folder that the program may read, besides the files that it is started with.",
        default=(),
        metavar="PATH",
    )


@command_options
class SearchOptions(DrawOptions):
    """Options of commands that search one tree."""

    strategy: str | None = option("How to search.", metavar="NAME", choices=STRATEGIES)


@command_options
class QueryOptions(SearchOptions):
    """Options of commands that look for several answers."""

    limit: int | None = option("Stop after N answers.", metavar="N")


Chosen = TypeVar("Chosen", bound=Options, covariant=True)  # noqa: PLC0105 - reads better


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
    name.
    """

    name: str
    package: str
    summary: str
    commands: Mapping[str, Command[Options]]
    reads_input: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

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


@record
class Shape:
    """How an option is written: its name with dashes, and the values that it takes."""

    name: str
    kind: type[str] | type[int] | type[float] | type[bool]
    repeatable: bool
    default: OptionValue
    help: str
    metavar: str
    choices: tuple[str, ...]
    count: int
    on_pages: OptionValue

    @property
    def field(self) -> str:
        """The name of the field with its value."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> OptionValue:
        """The value that a text represents; the text itself if it is invalid."""
        if self.kind is bool:
            return {"": True, "true": True, "false": False}.get(text.lower(), text)
        if self.repeatable:
            return tuple(text.split(",") if self.count == 1 else text.split(None, self.count - 1))
        try:
            return self.kind(text)
        except ValueError:
            return text


def shapes(options: type[Options]) -> tuple[Shape, ...]:
    """The options of a command, in the order of their declaration."""
    hints = get_type_hints(options)
    return tuple(
        _shape(each, hints[each.name]) for each in fields(options) if "help" in each.metadata
    )


def _shape(declared: Field[Any], hint: Any) -> Shape:
    kinds = [each for each in (hint, *get_args(hint)) if each in {str, int, float, bool}]
    assert len(kinds) == 1, f"what does {declared.name} take?"
    return Shape(
        name=declared.name.replace("_", "-"),
        kind=kinds[0],
        repeatable=getattr(hint, "__origin__", None) is tuple,
        default=cast(OptionValue, declared.default),
        **declared.metadata,
    )


def arguments(options: type[Options]) -> frozenset[str]:
    """The fields that are filled from the arguments of the command line."""
    return frozenset(each.name for each in fields(options) if "argument" in each.metadata)


def make_options(options: type[Chosen], given: Mapping[str, Any], where: str) -> Chosen:
    """Make options from values by name; InputError F010 for invalid ones.

    `where` names the command in messages, such as `check of fmsl`.
    """
    known = {each.field: each for each in shapes(options)}
    hints = get_type_hints(options)
    wrong: list[Diagnostic] = []
    taken: dict[str, Any] = {}
    for name, given_value in given.items():
        value = tuple(given_value) if isinstance(given_value, list) else given_value
        if name in known or name in arguments(options):
            shape = known.get(name)
            complaint = _complaint(shape, value) if shape else _unfit(name, hints[name], value)
            wrong.extend([complaint] if complaint else [])
            taken[name] = value
        else:
            message = f"`{name.replace('_', '-')}` is not an option of {where}"
            near = did_you_mean(name.replace("_", "-"), [each.name for each in known.values()])
            offered = ", ".join(each.name for each in known.values())
            wrong.append(Diagnostic("F010", message, help=near or f"there are {offered}"))
    if wrong:
        raise InputError(wrong)
    return options(**taken)


def _complaint(shape: Shape, value: Any) -> Diagnostic | None:
    """The error in the value of an option, if any."""
    if value == shape.default:
        return None
    if shape.repeatable:
        right = isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        wanted = "several texts"
        if shape.count > 1:
            right, wanted = right and len(value) == shape.count, f"{shape.count} texts"
    elif shape.choices:
        is_own = shape.choices == STRATEGIES and _is_strategy(value)
        right, wanted = is_own or value in shape.choices, f"one of {', '.join(shape.choices)}"
    elif shape.kind is float:
        right = isinstance(value, int | float) and 0 < value < float("inf")
        wanted = "a number above 0"
    elif shape.kind is int:
        right = isinstance(value, int) and not isinstance(value, bool)
        wanted = "a whole number"
        least = 0 if shape.name == "seed" else 1
        if right and not least <= value <= LARGEST:
            right, wanted = False, f"a number from {least} to {LARGEST}"
    else:
        right, wanted = isinstance(value, shape.kind), "a truth value"
        wanted = "a text" if shape.kind is str else wanted
    return None if right else _refused(shape.name, wanted, value)


def _is_strategy(value: Any) -> bool:
    from refute.search import Strategy  # noqa: PLC0415 - loads the solver

    return isinstance(value, type) and issubclass(value, Strategy)


def _unfit(name: str, hint: Any, value: Any) -> Diagnostic | None:
    """The error in the value of an argument, according to its annotation, if any."""
    kinds = [get_origin(each) or each for each in (get_args(hint) if _is_union(hint) else (hint,))]
    if isinstance(value, tuple(kinds)) and (
        not isinstance(value, tuple) or all(isinstance(each, str) for each in value)
    ):
        return None
    return _refused(name, " or ".join(_WORDS[each] for each in kinds if each in _WORDS), value)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in {Union, UnionType}


def _refused(name: str, wanted: str, value: Any) -> Diagnostic:
    return Diagnostic("F010", f"`{name}` takes {wanted}, not `{str(value)[:60]}`")


_WORDS: Mapping[Any, str] = {
    str: "a text", bool: "a truth value", Path: "a path", tuple: "several texts",
    Callable: "a function",
}  # fmt: skip
"""The names of types of arguments."""

LARGEST = 2**32 - 1
"""The largest number that an option takes."""
