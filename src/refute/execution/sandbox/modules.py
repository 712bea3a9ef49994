"""What a program loads from its folder: modules that its source imports, classes on its class path.

Only names in the source are followed, so that a program does not see whatever else lies in the same
folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path, PurePath

from refute.record import record

_LARGEST = 1_000_000
"""Maximum size in bytes of a source that is searched for imports."""

_MOST = 500
"""Maximum number of files that are shown for one program."""


@record
class _Imports:
    """How a language names other files: a pattern that matches the name, and endings to try.

    Names with `dots` use them to separate folders.
    """

    pattern: re.Pattern[str]
    endings: tuple[str, ...]
    dots: bool = False


_PYTHON = _Imports(
    re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))", re.MULTILINE),
    ("", ".py"),
    dots=True,
)
_SCRIPT = _Imports(
    re.compile(
        r"""(?:\brequire\s*\(|\bimport\s*\(|\bfrom|\bimport)\s*["'](\.{1,2}/[^"'\n]+)["']"""
    ),
    ("", ".js", ".mjs", ".cjs", ".json", ".ts"),
)
_PERL = _Imports(
    re.compile(r"""\b(?:use|require|do)\b[\s(]*["']?([\w:./-]+)"""), ("", ".pm", ".pl")
)
_QUOTED = r"""[\s(]*["']([^"'\n]+)["']"""
_LANGUAGES = {
    ".py": _PYTHON,
    **dict.fromkeys((".js", ".mjs", ".cjs", ".ts"), _SCRIPT),
    ".rb": _Imports(re.compile(rf"\b(?:require_relative|require|load){_QUOTED}"), ("", ".rb")),
    ".lua": _Imports(re.compile(rf"\b(?:require|dofile){_QUOTED}"), ("", ".lua"), dots=True),
    ".php": _Imports(re.compile(rf"\b(?:include|require)(?:_once)?{_QUOTED}"), ("",)),
    **dict.fromkeys((".pl", ".pm"), _PERL),
    ".R": _Imports(re.compile(rf"\bsource{_QUOTED}"), ("",)),
    ".jl": _Imports(re.compile(rf"\binclude{_QUOTED}"), ("",)),
    ".sh": _Imports(
        re.compile(r"^[ \t]*(?:source|\.)[ \t]+[\"']?([^\s\"';]+)", re.MULTILINE), ("",)
    ),
}
_OF_NODE = ("package.json", "node_modules")


def loaded_by(source: Path) -> Iterator[Path]:
    """The files and folders that a source loads, and what those load in turn.

    They are in the current folder or, for a source elsewhere, in its folder.
    """
    here = Path.cwd()
    root = here if source.is_relative_to(here) else source.parent
    seen = {source}
    waiting = [source]
    while waiting and len(seen) < _MOST:
        for found in _loaded_directly(waiting.pop()):
            if found not in seen and found.resolve().is_relative_to(root.resolve()):
                seen.add(found)
                waiting.append(found)
                yield found


def _loaded_directly(source: Path) -> Iterator[Path]:
    imports = _LANGUAGES.get(source.suffix)
    if imports is None or not source.is_file() or source.stat().st_size > _LARGEST:
        return
    text = source.read_text("utf-8", "replace")
    for name in _names(imports, text):
        found = (source.parent / f"{name}{ending}" for ending in imports.endings)
        yield from (Path(os.path.normpath(each)) for each in found if each.exists())
    if imports is _SCRIPT:
        yield from (each for name in _OF_NODE if (each := source.parent / name).exists())


def _names(imports: _Imports, text: str) -> Iterator[str]:
    """The imports of a source, as file names without endings."""
    for groups in imports.pattern.findall(text):
        found = groups if isinstance(groups, str) else ",".join(filter(None, groups))
        for each in found.split(",") if imports is _PYTHON else [found]:
            name = each.split()[0] if each.split() else ""
            if imports is _PYTHON:
                name = name.partition(".")[0]
            elif imports.dots:
                name = name.replace(".", "/")
            elif imports is _PERL:
                name = name.replace("::", "/")
            if name.strip("./"):
                yield name


def meant_by(command: Sequence[str]) -> Iterator[Path]:
    """What a command starts without naming its file: a Python module, Java classes."""
    name = PurePath(command[0]).name
    if re.fullmatch(r"(python|pypy)[\d.]*", name) and "-m" in command[:-1]:
        module = command[command.index("-m") + 1].partition(".")[0]
        yield from (path for path in (Path(module), Path(f"{module}.py")) if path.exists())
    for entry in class_path(command):
        path = Path(entry.rstrip("*") or os.curdir)
        if path.is_dir():
            yield from _classes_in(path)
        elif path.is_file():
            yield path


_CLASS_PATH = ("-cp", "-classpath", "--class-path")


def class_path(command: Sequence[str]) -> list[str]:
    """The entries of the class path of a Java program; by default the current folder."""
    if PurePath(command[0]).name != "java":
        return []
    for option, value in pairwise(command):
        if option in _CLASS_PATH:
            return value.split(os.pathsep)
    return [] if "-jar" in command else [os.curdir]


def with_full_class_path(command: Sequence[str]) -> tuple[str, ...]:
    """The command of a Java program changed to work in any folder; other commands unchanged."""
    full = os.pathsep.join(os.path.abspath(each) for each in class_path(command))
    if not full:
        return tuple(command)
    for number, word in enumerate(command[:-1]):
        if word in _CLASS_PATH:
            return (*command[: number + 1], full, *command[number + 2 :])
    return (command[0], "-cp", full, *command[1:])


def _classes_in(folder: Path) -> Iterator[Path]:
    """The class files and archives below a folder."""
    count = 0
    for place, folders, files in os.walk(folder):
        folders[:] = [each for each in sorted(folders) if not each.startswith(".")]
        for name in sorted(files):
            if name.endswith((".class", ".jar")):
                count += 1
                yield Path(place) / name
        if count > _MOST:
            return
