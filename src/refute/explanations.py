"""What each diagnostic means, with an example of the mistake and its remedy.

The explanations of a language's codes are in `diagnostics.toml` beside its grammar; those for
files, commands and programs under test are beside this module. `is` says what is wrong, `wrong` and
`right` are the file before and after, `command` (and `right_command`, if different) is the command
that reports the mistake if parsing alone does not, and `do` says how to fix it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from refute import languages as registry
from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.record import record

_PACKAGE = Path(__file__).parent
GENERAL = "files, commands and programs under test"


@record
class Explanation:
    """The explanation of one code; `asked` is the command that reports it, if not `check`."""

    code: str
    subject: str
    summary: str
    is_warning: bool = False
    wrong: str = ""
    right: str = ""
    asked: str = ""
    right_asked: str = ""
    advice: str = ""


def explanations() -> list[Explanation]:
    """All explanations, by subject and code."""
    found = [*_read(_PACKAGE / "diagnostics.toml", GENERAL, "")]
    for name, language in registry.LANGUAGES.items():
        file = f"example{language.endings[0]}"
        for folder in _folders(language.package):
            found += _read(folder / "diagnostics.toml", name, file)
    return found


def explanation(code: str) -> Explanation:
    """The explanation of a code, in upper or lower case; InputError F014 if there is none."""
    known = {each.code: each for each in explanations()}
    found = known.get(code.strip("[]").upper())
    if found is None:
        help_text = did_you_mean(code.upper(), known) or "`refute explain` lists all codes"
        raise InputError([Diagnostic("F014", f"there is no code `{code}`", help=help_text)])
    return found


def _folders(package: str) -> list[Path]:
    """The folders of a package, found without importing it."""
    found = find_spec(package)
    return [Path(each) for each in (found and found.submodule_search_locations) or ()]


def _read(path: Path, subject: str, file: str) -> Iterator[Explanation]:
    text = path.read_text("utf-8") if path.exists() else ""
    tables: Mapping[str, Mapping[str, Any]] = tomllib.loads(text)
    for code, entry in tables.items():
        command = entry.get("command", "")
        yield Explanation(
            code,
            subject,
            entry["is"],
            bool(entry.get("warning")),
            entry.get("wrong", ""),
            entry.get("right", ""),
            _asked(command, file),
            _asked(entry.get("right_command", command), file),
            entry.get("do", ""),
        )


def _asked(command: str, file: str) -> str:
    """A command line with the file inserted before the options."""
    name, *options = command.split(" ", 1)
    return " ".join(["refute", name, file, *options]) if command else ""
