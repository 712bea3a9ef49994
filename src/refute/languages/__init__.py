"""The registry of languages, by file ending."""

from __future__ import annotations

from collections.abc import Mapping

from refute.diagnostics import Diagnostic, InputError
from refute.languages.console import LANGUAGE as CONSOLE
from refute.languages.fmsl import LANGUAGE as FMSL
from refute.languages.funlogic import LANGUAGE as FUNLOGIC
from refute.languages.language import Language
from refute.languages.nominal import LANGUAGE as NOMINAL
from refute.languages.workflow import LANGUAGE as WORKFLOW

LANGUAGES: tuple[Language, ...] = (CONSOLE, WORKFLOW, FUNLOGIC, NOMINAL, FMSL)


def language_for(name: str) -> Language:
    """The language of a file by the ending of its name; InputError F008 for an unknown one."""
    for language in LANGUAGES:
        if name.lower().endswith(language.endings):
            return language
    raise _unknown(name, "language", {each.name: each.endings for each in LANGUAGES})


def language_for_sketch(name: str) -> Language:
    """The language whose specifications can begin from such a file; else InputError F008."""
    for language in LANGUAGES:
        if name.lower().endswith(language.sketches or ()):
            return language
    raise _unknown(name, "diagram", {each.name: each.sketches for each in LANGUAGES})


def _unknown(name: str, what: str, endings: Mapping[str, tuple[str, ...]]) -> InputError:
    known = ", ".join(
        f"`{each}` ({language})" for language in endings for each in endings[language]
    )
    message = f"the ending of `{name}` says no {what} that refute knows"
    return InputError([Diagnostic("F008", message, help=f"known endings: {known}")])
