"""Collects the errors that a checker finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from refute.diagnostics import Diagnostic, InputError, Label, Severity
from refute.frontend.mistakes import Mistakes
from refute.source import Span


@dataclass(slots=True)
class Problems:
    """The problems found; each location and message once."""

    mistakes: Mistakes
    found: list[Diagnostic] = field(default_factory=list)

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        advice: str = "",
        also: Label | None = None,
    ) -> None:
        """Add an error; `also` is a related location."""
        self._add(Diagnostic(code, message, Label(span, label), (also,) if also else (), advice))

    def warning(self, code: str, message: str, span: Span, advice: str = "") -> None:
        """Add a warning, which does not stop the work."""
        self._add(Diagnostic(code, message, Label(span), (), advice, Severity.WARNING))

    def unknown(self, code: str, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        """Add an error for an undefined name, with the closest known one as advice."""
        advice = self.mistakes.advice_for(name, known)
        self.error(code, f"there is no {what} `{name}`", span, advice=advice)

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    def refuse(self) -> None:
        """Raise InputError with everything that was found, if it includes an error."""
        if any(each.severity is Severity.ERROR for each in self.found):
            raise InputError(self.found)
