"""The bundled examples, and the folders from which `refute init` starts."""

from __future__ import annotations

import sysconfig
from pathlib import Path

from refute import languages as registry
from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.files import read_source
from refute.record import record
from refute.report.outcome import Artifact

_PACKAGE = Path(__file__).parent
_COMMENT_MARKS = "#%-/*{} \t"

CLASS = "class"
"""The start for grading; the others are those of the languages."""


@record
class Example:
    """A specification of the gallery; its first comment is its summary."""

    language: str
    path: Path

    @property
    def name(self) -> str:
        """The name of the example: language and file."""
        return f"{self.language}/{self.path.name}"

    @property
    def summary(self) -> str:
        """The first line of the example, if it is a comment."""
        first = read_source(self.path).text.split("\n", 1)[0]
        return first.strip(_COMMENT_MARKS) if first[:1] in _COMMENT_MARKS else ""


def folder() -> Path:
    """The folder with the examples: beside the source, or where they are installed."""
    source = _PACKAGE.parents[1] / "examples"
    return source if source.is_dir() else Path(sysconfig.get_path("data"), "share/refute/examples")


def examples() -> list[Example]:
    """All examples, by language and name."""
    return [
        Example(name, path)
        for name, each in registry.LANGUAGES.items()
        for path in sorted(folder().joinpath(name).glob("*"))
        if path.suffix in each.endings
    ]


def example(name: str) -> Example:
    """An example by its name, with or without language and ending; InputError F013 if unknown."""
    known = examples()
    short = name.removeprefix(f"{folder().name}/")
    found = [each for each in known if short in _names(each)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"there are several examples `{name}`"
        advice = f"say which one: {', '.join(each.name for each in found)}"
    else:
        message = f"there is no example `{name}`"
        near = did_you_mean(name, [each.path.name for each in known])
        advice = near or "`refute examples` lists them"
    raise InputError([Diagnostic("F013", message, help=advice)])


def _names(each: Example) -> set[str]:
    """The names by which an example is found."""
    language = f"{each.language}/"
    return {each.name, language + each.path.stem, each.path.name, each.path.stem}


def starts() -> dict[str, Path]:
    """The folders from which `refute init` starts, by name."""
    found = {CLASS: _PACKAGE / "grading" / "start"}
    for language in registry.languages():
        package = registry.LANGUAGES[language.name].package.split(".")[1:]
        found[language.name] = _PACKAGE.joinpath(*package, "start")
    return {name: each for name, each in found.items() if each.is_dir()}


def files_below(folder: Path) -> list[Artifact]:
    """The files below a folder, with their relative paths."""
    return [
        Artifact(str(path.relative_to(folder)), path.read_text("utf-8"))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]
