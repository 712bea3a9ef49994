"""The registry of languages, by file ending."""

from __future__ import annotations

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
    known = ", ".join(
        f"`{ending}` ({language.name})" for language in LANGUAGES for ending in language.endings
    )
    message = f"the ending of `{name}` says no language that refute knows"
    raise InputError([Diagnostic("F008", message, help=f"known endings: {known}")])
