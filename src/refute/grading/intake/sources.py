"""Source files in the form that compilers expect: UTF-8, plain line ends, notebooks as programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from refute.grading.intake.file import File, Unusable
from refute.interchange import read_json
from refute.report.texts import translate

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_COOKIE = re.compile(rb"coding[:=]\s*[-\w.]+")
_TEXTS = {"Makefile", "makefile", "GNUmakefile", "Cargo.toml", "package.json", "go.mod"}


def as_written(files: Iterable[File], endings: Iterable[str]) -> list[File]:
    """The files with notebooks converted to programs and source files in UTF-8.

    `endings` are those of source files.
    """
    known = frozenset(endings)
    programs = _with_small_endings(list(_without_notebooks(list(files))), known)
    return _with_java_names([_plain(each, known) for each in programs])


def _with_small_endings(files: Sequence[File], endings: frozenset[str]) -> list[File]:
    """The files with endings such as `.PY`, from older systems, in lower case if unambiguous."""
    names = {each.name for each in files}
    renamed = []
    for file in files:
        ending = PurePosixPath(file.name).suffix
        small = file.name.removesuffix(ending) + ending.lower()
        wanted = ending not in endings and ending.lower() in endings
        renamed.append(File(small, file.content) if wanted and small not in names else file)
    return renamed


def _plain(file: File, endings: frozenset[str]) -> File:
    path = PurePosixPath(file.name)
    if path.suffix not in endings and path.name not in _TEXTS:
        return file
    return File(file.name, in_utf8(file.content))


def in_utf8(content: bytes) -> bytes:
    """A text in UTF-8 without a byte order mark, with plain line ends.

    A text that is not UTF-8 was written on an older Windows, unless it declares its encoding.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            content = content[len(mark) :].decode(encoding, "replace").encode()
            break
    else:
        if not _is_utf8(content) and not any(map(_COOKIE.search, content.split(b"\n")[:2])):
            content = content.decode("cp1252", "replace").encode()
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


# Notebooks

_NOTEBOOK = ".ipynb"
_LANGUAGES = {"python": ".py", "r": ".R", "julia": ".jl", "javascript": ".js", "ruby": ".rb"}
_SHELL = re.compile(r"^\s*[%!?]|^\s*\w[\w.]*\?\s*$")
_CELL_MAGIC = re.compile(r"^\s*%%(\w+)")
_HARMLESS_MAGIC = {"time", "timeit", "capture", "python", "python3"}


def _without_notebooks(files: Sequence[File]) -> Iterator[File]:
    """The files with a program in place of each notebook, unless there is one of that name."""
    names = {each.name for each in files}
    for file in files:
        if not file.name.endswith(_NOTEBOOK):
            yield file
            continue
        made = program_of(file)
        if made.name not in names:
            yield made


def program_of(notebook: File) -> File:
    """The cells of a notebook in sequence, without commands for the notebook itself."""
    try:
        record = read_json(notebook.content)
        sheets = record.get("worksheets") or [record]
        cells = [_code(each) for sheet in sheets for each in sheet["cells"]]
        ending = _ending(record.get("metadata", {}))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Unusable(translate("unusable_notebook", name=notebook.name)) from None
    text = "\n\n".join(each for each in cells if each.strip())
    return File(notebook.name.removesuffix(_NOTEBOOK) + ending, f"{text}\n".encode())


def _ending(metadata: dict[str, Any]) -> str:
    language = metadata.get("language_info", {}).get("name")
    language = language or metadata.get("kernelspec", {}).get("language") or "python"
    return _LANGUAGES.get(str(language).lower(), f".{language}")


def _code(cell: dict[str, Any]) -> str:
    if cell["cell_type"] != "code":
        return ""
    source = cell.get("source", cell.get("input", ""))
    text = source if isinstance(source, str) else "".join(source)
    magic = _CELL_MAGIC.match(text)
    if magic and magic[1] not in _HARMLESS_MAGIC:
        return ""
    return "\n".join(line for line in text.split("\n") if not _SHELL.match(line))


# Java

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
_PUBLIC = re.compile(
    r"^\s*(?:(?:final|abstract|sealed|strictfp)\s+)*public\s+"
    r"(?:(?:final|abstract|sealed|non-sealed|strictfp|static)\s+)*"
    r"(?:class|interface|enum|record|@interface)\s+(\w+)",
    re.MULTILINE,
)


def _with_java_names(files: Sequence[File]) -> list[File]:
    """The files with those of Java named after their public classes, as the compiler requires."""
    names = {each.name for each in files}
    renamed = []
    for file in files:
        name = _java_name(file)
        renamed.append(file if name in names else File(name, file.content))
        names.add(name)
    return renamed


def _java_name(file: File) -> str:
    path = PurePosixPath(file.name)
    if path.suffix.lower() != ".java":
        return file.name
    classes = _PUBLIC.findall(_COMMENTS.sub(" ", file.text))
    return str(path.with_name(f"{classes[0]}.java")) if classes else file.name
