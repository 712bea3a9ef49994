"""The registry of languages, by file ending; a language is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.language import Language
from refute.record import record


@record
class Registered:
    """The package of a language, and its file endings.

    `sketches` are the endings of other files from which a specification can be started.
    """

    package: str
    endings: tuple[str, ...]
    sketches: tuple[str, ...] = ()


LANGUAGES: Mapping[str, Registered] = {
    "console": Registered("refute.languages.console", (".ios", ".py")),
    "workflow": Registered("refute.languages.workflow", (".top",)),
    "funlogic": Registered("refute.languages.funlogic", (".fl",)),
    "nominal": Registered("refute.languages.nominal", (".apl",)),
    "fmsl": Registered(
        "refute.languages.fmsl", (".fmsl",), (".puml", ".plantuml", ".mmd", ".mermaid")
    ),
}
"""The only place that names all languages."""


def language(name: str) -> Language:
    """A language by its name; InputError F011 for an unknown one."""
    if name not in LANGUAGES:
        message = f"there is no language `{name}`"
        ending = next((each for each in LANGUAGES if f".{name}" in LANGUAGES[each].endings), "")
        near = f"did you mean `{ending}`?" if ending else did_you_mean(str(name), LANGUAGES)
        help_text = near or f"there are {', '.join(LANGUAGES)}"
        raise InputError([Diagnostic("F011", message, help=help_text)])
    found: Language = import_module(LANGUAGES[name].package).LANGUAGE
    return found


def languages() -> tuple[Language, ...]:
    """All languages."""
    return tuple(map(language, LANGUAGES))


def endings(language: Language) -> str:
    """The file endings of a language, as shown to users."""
    return " ".join(LANGUAGES[language.name].endings)


def language_for(name: str) -> Language:
    """The language of a file, by the ending of its name; InputError F008 if unknown."""
    known = {name: each.endings for name, each in LANGUAGES.items()}
    return language(_registered(file_name(name), known, "language"))


def language_for_sketch(name: str) -> Language:
    """The language whose specifications can be started from such a file; else InputError F008."""
    known = {name: each.sketches for name, each in LANGUAGES.items() if each.sketches}
    return language(_registered(name, known, "diagram"))


def file_name(name: str) -> str:
    """The file in a name such as `specifications.py:NAME`."""
    file, colon, rest = name.rpartition(".py:")
    return f"{file}.py" if colon and rest.isidentifier() else name


def _registered(name: str, endings: Mapping[str, tuple[str, ...]], what: str) -> str:
    for each, known in endings.items():
        if name.lower().endswith(known):
            return each
    shown = ", ".join(f"`{ending}` ({each})" for each in endings for ending in endings[each])
    message = f"the ending of `{name}` belongs to no {what} that refute knows"
    raise InputError([Diagnostic("F008", message, help=f"known endings: {shown}")])
