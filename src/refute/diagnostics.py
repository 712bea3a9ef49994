"""User errors as data, and their rendering as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from refute.record import record
from refute.source import NO_SPAN, Span


class Severity(StrEnum):
    """The severity of a diagnostic: an error stops the work, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@record
class Label:
    """A span and a comment on it."""

    span: Span
    text: str = ""


class Advice(str):
    """What to do about an error; where that is certain, `right` is to replace `wrong`."""

    __slots__ = ("right", "wrong")

    def __new__(cls, text: str, wrong: str = "", right: str = "") -> Advice:
        """Make an advice from its text and the change that it suggests."""
        made = super().__new__(cls, text)
        made.wrong, made.right = wrong, right
        return made

    def __reduce__(self) -> tuple[type[Advice], tuple[str, str, str]]:
        return Advice, (str(self), self.wrong, self.right)

    wrong: str
    right: str


@record
class Fix:
    """A change of the text that follows the help of a diagnostic."""

    span: Span
    replacement: str


@record
class Diagnostic:
    """One error or warning, with a stable code, its span and advice."""

    code: str
    message: str
    primary: Label | None = None
    secondary: tuple[Label, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR

    @property
    def fix(self) -> Fix | None:
        """How to change the text as the help suggests, where that is certain."""
        if not isinstance(self.help, Advice) or not self.help.wrong or self.primary is None:
            return None
        span, wrong = self.primary.span, self.help.wrong
        text = span.source.text
        start = text.find(wrong, max(0, span.start - len(wrong) + 1), span.start + len(wrong))
        if start < 0:
            found = list(re.finditer(rf"(?<!\w){re.escape(wrong)}(?!\w)", span.text))
            if len(found) != 1:
                return None
            start = span.start + found[0].start()
        end = start + len(wrong)
        before = " " if _meet(text[:start][-1:], self.help.right[:1]) else ""
        after = " " if _meet(self.help.right[-1:], text[end : end + 1]) else ""
        return Fix(Span(span.source, start, end), f"{before}{self.help.right}{after}")


def _meet(left: str, right: str) -> bool:
    """Whether two characters would become part of the same word."""
    return bool(re.fullmatch(r"\w\w", left + right))


class InputError(Exception):
    """The user's input is wrong; carries every diagnostic found. Never a bug of ours."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(each.message for each in self.diagnostics))


class NothingToCheck(InputError):
    """The file has no errors but claims nothing, such as a module for other files."""


class Unfinished(InputError):
    """The text ended too early; with more text it could be valid."""


MOST_ERRORS = 10
"""Maximum number of syntax errors reported in one run."""


def error(
    code: str, message: str, span: Span | None = None, label: str = "", advice: str = ""
) -> Diagnostic:
    """Make an error at one span."""
    return Diagnostic(code, message, Label(span, label) if span else None, help=advice)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help text that suggests the closest known name; empty if none is close."""
    from difflib import get_close_matches  # noqa: PLC0415 - only to explain an error

    names = list(known)
    same = [each for each in names if each.casefold() == name.casefold()]
    close = same or get_close_matches(name, names, n=1)
    return Advice(f"did you mean `{close[0]}`?", name, close[0]) if close else ""


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text, with the source lines that it refers to."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {_cut(diagnostic.message)}"]
    labels = [each for each in (diagnostic.primary, *diagnostic.secondary) if each]
    located = [each for each in labels if each.span.source is not NO_SPAN.source]
    width = max((len(str(_line(each))) for each in located), default=1)
    for number, label in enumerate(located):
        lines.append(f"{' ' * width}{'-->' if number == 0 else ':::'} {label.span}")
        lines.extend(_excerpt(label, width, "^" if number == 0 else "-"))
    if diagnostic.help:
        lines.append(f"{' ' * width} = help: {_cut(diagnostic.help)}")
    return "\n".join(lines)


def _line(label: Label) -> int:
    return label.span.source.position(label.span.start)[0]


def _excerpt(label: Label, width: int, mark: str) -> list[str]:
    number, column = label.span.source.position(label.span.start)
    raw = label.span.source.line(number)
    text = raw.expandtabs(4)
    indent = len(raw[: column - 1].expandtabs(4))
    length = len(raw[: column - 1 + max(1, label.span.end - label.span.start)].expandtabs(4))
    end = max(indent + 1, min(length, len(text)))
    text, indent, end = _window(text, indent, end)
    underline = mark * (end - indent)
    gutter = " " * width
    return [
        f"{gutter} |",
        f"{number:>{width}} | {text}",
        f"{gutter} | {' ' * indent}{underline} {_cut(label.text)}".rstrip(),
    ]


MOST_CHARACTERS = 1000
"""Maximum number of characters of a message that are shown."""

WIDEST = 200
"""Maximum number of characters of a line of source that are shown."""


def _cut(message: str) -> str:
    return message if len(message) <= MOST_CHARACTERS else f"{message[:MOST_CHARACTERS]}…"


def _window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a long line around a range, and the range within that part."""
    if len(text) <= WIDEST:
        return text, start, end
    first = max(0, min(start - WIDEST // 4, len(text) - WIDEST))
    before, after = "…" * (first > 0), "…" * (first + WIDEST < len(text))
    shift = len(before) - first
    shown = f"{before}{text[first : first + WIDEST]}{after}"
    return shown, start + shift, max(start + shift + 1, min(end + shift, len(shown)))
