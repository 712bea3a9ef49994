"""Programs typed into a page of a learning platform, which delivers them as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import PurePosixPath

from refute.grading.intake.file import File, Unusable
from refute.grading.intake.sources import in_utf8
from refute.grading.toolchains import Toolchain
from refute.report.texts import translate

_LINES = {"p", "div", "pre", "li", "ul", "ol", "table", "tr", "blockquote", "section"}
"""Elements that begin and end lines."""

_SKIPPED = {"head", "style", "script", "h1"}
"""Elements that were not typed; the heading is the platform's."""

_BLANKS = re.compile(r"[ \t\n]+")
_NO_BREAK = {ord("\N{NO-BREAK SPACE}"): " ", ord("\N{ZERO WIDTH SPACE}"): None}


def as_programs(files: Iterable[File], language: Toolchain | None) -> list[File]:
    """The files with pages replaced by programs; Unusable if the language is not known."""
    if language is None:
        raise Unusable(translate("unusable_typed"))
    return [_program(each, language.endings[0]) for each in files]


def _program(file: File, ending: str) -> File:
    path = PurePosixPath(file.name)
    if path.suffix.lower() not in {".html", ".htm"}:
        return file
    return File(str(path.with_suffix(ending)), typed_lines(in_utf8(file.content).decode()).encode())


def typed_lines(page: str) -> str:
    """The typed text of a page, with its lines and indentation."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = [each.translate(_NO_BREAK).rstrip() for each in reader.text().split("\n")]
    return "\n".join(lines).strip("\n") + "\n"


class _Reader(HTMLParser):
    """Collects text in lines as a browser lays it out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._done: list[str] = []
        self._line = ""
        self._skipped = 0
        self._as_it_is = 0

    def text(self) -> str:
        """The text read so far."""
        return "\n".join([*self._done, self._line])

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "br" or (tag in _LINES and self._line):
            self._break()
        self._skipped += tag in _SKIPPED
        self._as_it_is += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self._skipped = max(0, self._skipped - (tag in _SKIPPED))
        self._as_it_is = max(0, self._as_it_is - (tag == "pre"))
        if tag in _LINES and (self._line or tag == "p"):
            self._break()

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        if not self._as_it_is:
            data = _BLANKS.sub(" ", data)
            data = data if self._line else data.lstrip(" ")
        first, *others = data.split("\n")
        self._line += first
        for each in others:
            self._break()
            self._line = each

    def _break(self) -> None:
        self._done.append(self._line)
        self._line = ""
