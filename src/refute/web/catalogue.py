"""The languages as the page needs them: commands, with forms for their options."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from refute import languages as registry
from refute.diagnostics import Diagnostic, InputError
from refute.languages.language import Language
from refute.languages.options import OptionValue, Shape, arguments, shapes
from refute.web.plans import format_of
from refute.web.settings import Settings

CONVERSATIONS = ("repl", "play")
_HARMLESS = frozenset(
    {
        "", "FACTOR", "GOAL", "INPUTS", "LINE", "N", "NAME", "NAME=VALUE", "NUMBER", "PRED",
        "PRED TERM", "SECONDS", "TEXT", "WORD",
    }
)  # fmt: skip
"""Values of options that pages may set; other options name files, or code that would be run."""

_DECIDED_AT_THE_START = {"sandbox", "jobs", "cluster"}
_MOST_EFFORT = 1.0


def catalogue(settings: Settings) -> list[dict[str, Any]]:
    """All languages with the commands available here."""
    return [_language(each, settings) for each in registry.languages()]


def _language(language: Language, settings: Settings) -> dict[str, Any]:
    registered = registry.LANGUAGES[language.name]
    return {
        "name": language.name,
        "summary": language.summary,
        "endings": [each for each in registered.endings if each != ".py"],
        "sketches": list(registered.sketches),
        "plan": _plan(language),
        "commands": [
            {
                "name": name,
                "conversation": name in CONVERSATIONS,
                "takes": sorted(arguments(language.command(name).options)),
                "options": [_option(each) for each in offered(language, name, settings)],
            }
            for name in language.commands
            if not (settings.public and _takes_programs(language, name))
        ],
    }


def _plan(language: Language) -> dict[str, Any] | None:
    shape = format_of(language)
    return None if shape is None else asdict(shape)


def _takes_programs(language: Language, command: str) -> bool:
    return "submissions" in arguments(language.command(command).options)


def offered(language: Language, command: str, settings: Settings) -> list[Shape]:
    """The options that visitors may set: none that names a file or affects the sandbox."""
    hidden = _DECIDED_AT_THE_START | ({"effort", "time-limit"} if settings.public else set())
    return [
        each
        for each in shapes(language.command(command).options)
        if each.metavar in _HARMLESS and each.name not in hidden
    ]


def _default(shape: Shape) -> OptionValue:
    """The default of an option here: HTML if there is a choice, or the value for pages."""
    usual = shape.default if shape.on_pages is None else shape.on_pages
    return "html" if "html" in shape.choices else usual


def _option(shape: Shape) -> dict[str, Any]:
    default = _default(shape)
    return {
        "name": shape.name,
        "kind": shape.kind.__name__,
        "repeatable": shape.repeatable,
        "default": list(default) if isinstance(default, tuple) else default,
        "help": shape.help,
        "metavar": shape.metavar,
        "choices": list(shape.choices),
    }


def chosen(
    language: Language, command: str, given: dict[str, Any], settings: Settings
) -> dict[str, Any]:
    """The options given by a visitor, with those that are fixed by the server.

    Raises InputError F010 for one that visitors may not set and F009 for a command that they may
    not use.
    """
    known = {each.name: each for each in offered(language, command, settings)}
    for name in given:
        if name not in known:
            where = f"`{command}` of {language.name} in the workbench"
            raise InputError([Diagnostic("F010", f"`{name}` is not an option of {where}")])
    if settings.public and _takes_programs(language, command):
        raise InputError([Diagnostic("F009", "this server runs no programs")])
    defaults = ((each, _default(each)) for each in known.values())
    taken: dict[str, Any] = {each.field: here for each, here in defaults if here != each.default}
    taken |= {known[name].field: value for name, value in given.items()}
    every = {each.name for each in shapes(language.command(command).options)}
    if "sandbox" in every:
        taken["sandbox"] = settings.sandbox
    if settings.public:
        taken["effort"] = _MOST_EFFORT
    return taken


def exercise_of(job: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Turn a request for a sheet into an exercise: a page, and grading with the same options.

    Raises InputError for a language without exercises, and like `chosen`.
    """
    language = registry.language_for(job["name"])
    given = {**job["options"], "format": "html"}
    chosen(language, "sheet", given, settings)
    known = {each.name for each in offered(language, "grade", settings)}
    shared = {name: value for name, value in given.items() if name in known}
    kept = {name: job[name] for name in ("name", "text", "place")}
    return {**kept, "sheet": given, "grade": shared}
