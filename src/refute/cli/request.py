"""What the user asked for: the options that every command has, and those of the languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

import click

from refute import languages as registry
from refute.languages.language import Language, Option, OptionValue, Settings

LARGEST_SEED = 2**32 - 1
_PREFIX = "option_"


def _seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number of seconds.") from None
    if not isfinite(seconds) or seconds <= 0:
        raise click.BadParameter(f"{text} is not a time; write a number above 0, such as 2.5.")
    return seconds


def _strategy(name: str) -> str:
    """The name of a search strategy that the engine has."""
    from refute.search import STRATEGY_NAMES  # noqa: PLC0415 (the engine is slow to load)

    if name not in STRATEGY_NAMES:
        raise click.BadParameter(f"{name!r} is not one of {', '.join(STRATEGY_NAMES)}.")
    return name


def settings_options() -> list[click.Parameter]:
    """The options that steer the work."""
    count = click.IntRange(min=1)
    return [
        _option("seed", type=click.IntRange(0, LARGEST_SEED), default=0, show_default=True,
                metavar="NUMBER", help="Where random choices start from."),
        _option("time-limit", type=_seconds, metavar="SECONDS",
                help="Stop after this time at the latest and say what is known by then."),
        _option("strategy", type=_strategy, metavar="NAME",
                help="How to search: depth-first, breadth-first, iterative-deepening, "
                     "interleaving, random or best-first."),
        _option("limit", type=count, metavar="N", help="Stop after N answers."),
        _option("depth", type=count, metavar="N", help="Look no deeper than N steps."),
        _option("nodes", type=count, metavar="N", help="Visit at most N nodes of the search."),
    ]  # fmt: skip


def output_options(*, files: bool) -> list[click.Parameter]:
    """The options that say how the answer is shown, and in which files it is kept."""
    path = click.Path(path_type=Path)
    kept: list[click.Parameter] = [
        _option("junit", type=path, metavar="FILE", help="Also write the answer as JUnit XML."),
        _option("html", type=path, metavar="FILE", help="Also write the answer as a web page."),
    ]
    return [
        _option("json", is_flag=True, help="Print the answer as JSON and nothing else."),
        *(kept if files else []),
        _option("quiet", is_flag=True, help="Print one line for each question."),
    ]


def language_options(command: str) -> list[click.Parameter]:
    """The options that the languages add to a command; those of one name must agree in shape."""
    sharing: dict[str, list[tuple[Language, Option]]] = {}
    for language in registry.LANGUAGES:
        for option in options_of(language, command):
            sharing.setdefault(option.name, []).append((language, option))
    return [_shared_option(each) for each in sharing.values()]


def options_of(language: Language, command: str) -> Iterator[Option]:
    """The options that a language adds to a command."""
    return (option for option in language.options if command in option.commands)


def shape(option: Option) -> tuple[object, ...]:
    """What two options of the same name must share."""
    return option.kind, option.metavar, option.choices, option.repeatable


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for beyond the file."""

    command: str
    settings: Settings
    time_limit: float | None
    given: Mapping[str, OptionValue]
    json: bool
    quiet: bool
    junit: Path | None
    html: Path | None

    @classmethod
    def taken_from(cls, command: str, values: dict[str, Any]) -> Request:
        """The request among the values that the command line gave; they are taken out."""
        settings = ("seed", "strategy", "limit", "depth", "nodes")
        time_limit = values.pop("time_limit")
        given = [name for name in values if name.startswith(_PREFIX)]
        return cls(
            command=command,
            settings=Settings(
                **{name: values.pop(name) for name in settings}, time_limit=time_limit
            ),
            time_limit=time_limit,
            given={name.removeprefix(_PREFIX): values.pop(name) for name in given},
            json=values.pop("json"),
            quiet=values.pop("quiet"),
            junit=values.pop("junit", None),
            html=values.pop("html", None),
        )

    def with_program(self, program: tuple[str, ...]) -> Request:
        """The same request for a program under test."""
        return replace(self, settings=replace(self.settings, program=program))

    def with_submissions(self, submissions: tuple[str, ...], out: Path | None) -> Request:
        """The same request for programs that were handed in."""
        return replace(self, settings=replace(self.settings, submissions=submissions, out=out))

    def settings_for(self, language: Language) -> Settings:
        """The settings with the options of a language; a usage error for those of another."""
        if self.settings.program and not language.takes_program:
            raise click.UsageError(
                f"{language.name} ({_endings(language)}) tests no programs; leave out what "
                "follows `--`."
            )
        for name in language.unused.get(self.command, ()):
            if getattr(self.settings, name) is not None:
                raise click.UsageError(_meaningless(name, language))
        options: dict[str, OptionValue] = {
            each.name: () if each.repeatable else each.default
            for each in options_of(language, self.command)
        }
        for key, value in self.given.items():
            name = key.replace("_", "-")
            if value not in (None, ()) and name not in options:
                raise click.UsageError(_meaningless(name, language))
            if value not in (None, ()):
                options[name] = value
        return replace(self.settings, options=options)


def _meaningless(name: str, language: Language) -> str:
    return f"`--{name}` has no meaning for {language.name} ({_endings(language)}) here."


def _option(name: str, **attributes: Any) -> click.Option:
    return click.Option([f"--{name}"], **attributes)


def _shared_option(sharing: list[tuple[Language, Option]]) -> click.Option:
    option = sharing[0][1]
    if any(shape(other) != shape(option) for _, other in sharing):
        raise ValueError(f"the languages disagree about the shape of --{option.name}")
    flag = option.kind is bool
    return click.Option(
        [f"--{option.name}", _PREFIX + option.name.replace("-", "_")],
        help=f"{_sentence(option.help)} [{' '.join(_endings(each) for each, _ in sharing)}]",
        type=click.Choice(option.choices) if option.choices else option.kind,
        metavar=option.metavar or None,
        is_flag=flag,
        multiple=option.repeatable,
        default=None,
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def _endings(language: Language) -> str:
    return " ".join(language.endings)
