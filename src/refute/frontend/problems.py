"""What a checker finds wrong, collected while it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from refute.diagnostics import Diagnostic, InputError, Label, Severity
from refute.frontend.mistakes import Mistakes
from refute.source import Span


@dataclass(slots=True)
class Problems:
    """What is wrong, collected; each place and message once."""

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
        """Note an error; `also` is another place that has to do with it."""
        self._add(Diagnostic(code, message, Label(span, label), (also,) if also else (), advice))

    def warning(self, code: str, message: str, span: Span, advice: str = "") -> None:
        """Note something that does not stop the work."""
        self._add(Diagnostic(code, message, Label(span), (), advice, Severity.WARNING))

    def unknown(self, code: str, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        """Note a name that is not defined, with the closest one that is."""
        advice = self.mistakes.advice_for(name, known)
        self.error(code, f"there is no {what} `{name}`", span, advice=advice)

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    def refuse(self) -> None:
        """Raise InputError with all that was found, if there is an error among it."""
        if any(each.severity is Severity.ERROR for each in self.found):
            raise InputError(self.found)
