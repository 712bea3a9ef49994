"""Options of commands: their declaration, their types and the check of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from types import UnionType
from typing import (
    Any,
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
from refute.record import record

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


def make_options(
    options: type[Chosen], given: Mapping[str, Any], where: str, *, in_python: bool = False
) -> Chosen:
    """Make options from values by name; InputError F010 for invalid ones.

    `where` names the command in messages, such as `check of fmsl`; options are called as on the
    command line there, or as `in_python`.
    """
    known = {each.field: each for each in shapes(options)}
    if in_python:
        known = {name: replace(each, name=name) for name, each in known.items()}
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
            called = name if in_python else name.replace("_", "-")
            message = f"`{called}` is not an option of {where}"
            near = did_you_mean(called, [each.name for each in known.values()])
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
    is_quoted = isinstance(value, str) and shape.kind is not str
    return None if right else _refused(shape.name, wanted, repr(value) if is_quoted else value)


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
