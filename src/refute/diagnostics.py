"""Errors of the user as data, and how they read."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum

from refute.record import record
from refute.source import NO_SPAN, Span


class Severity(StrEnum):
    """How much a diagnostic matters: an error stops the work, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@record
class Label:
    """A span and what is to be said about it."""

    span: Span
    text: str = ""


@record
class Diagnostic:
    """One thing that is wrong, with its stable code, its span and what would be right."""

    code: str
    message: str
    primary: Label | None = None
    secondary: tuple[Label, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR


class InputError(Exception):
    """The user's input is wrong; carries every diagnostic found. Never a bug of ours."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(each.message for each in self.diagnostics))


class Unfinished(InputError):
    """The text ended too early; more of it could make it right."""


MOST_ERRORS = 10
"""Maximum number of syntax errors that one run reports."""


def error(
    code: str, message: str, span: Span | None = None, label: str = "", advice: str = ""
) -> Diagnostic:
    """An error at one span."""
    return Diagnostic(code, message, Label(span, label) if span else None, help=advice)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help text that names the closest known spelling, or nothing."""
    close = get_close_matches(name, list(known), n=1)
    return f"did you mean `{close[0]}`?" if close else ""


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text, with the lines it speaks of."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"]
    labels = [each for each in (diagnostic.primary, *diagnostic.secondary) if each]
    located = [each for each in labels if each.span.source is not NO_SPAN.source]
    width = max((len(str(_line(each))) for each in located), default=1)
    for number, label in enumerate(located):
        lines.append(f"{' ' * width}{'-->' if number == 0 else ':::'} {label.span}")
        lines.extend(_excerpt(label, width, "^" if number == 0 else "-"))
    if diagnostic.help:
        lines.append(f"{' ' * width} = help: {diagnostic.help}")
    return "\n".join(lines)


def _line(label: Label) -> int:
    return label.span.source.position(label.span.start)[0]


def _excerpt(label: Label, width: int, mark: str) -> list[str]:
    number, column = label.span.source.position(label.span.start)
    raw = label.span.source.line(number)
    text = raw.expandtabs(4)
    indent = len(raw[: column - 1].expandtabs(4))
    length = len(raw[: column - 1 + max(1, label.span.end - label.span.start)].expandtabs(4))
    underline = mark * max(1, min(length, len(text)) - indent)
    gutter = " " * width
    return [
        f"{gutter} |",
        f"{number:>{width}} | {text}",
        f"{gutter} | {' ' * indent}{underline} {label.text}".rstrip(),
    ]
