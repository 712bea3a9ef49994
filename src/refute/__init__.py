"""Look for the input, the interaction or the term that breaks a specification.

`refute.open` returns a document; its methods ask it questions and return the outcomes one by one.
The names in `__all__` are the public interface of the package, described in `docs/api.md`;
everything else may change between versions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.3.0"

if TYPE_CHECKING:
    from refute.api import Document, grade, open  # noqa: A004 - `refute.open` is how it is called
    from refute.diagnostics import Diagnostic, InputError
    from refute.languages.answers import Answers, Refuted
    from refute.report.outcome import Artifact, Outcome, Report, Verdict
    from refute.search import Strategy

__all__ = [
    "Answers",
    "Artifact",
    "Diagnostic",
    "Document",
    "InputError",
    "Outcome",
    "Refuted",
    "Report",
    "Strategy",
    "Verdict",
    "__version__",
    "grade",
    "open",
]

_HOMES = {
    "refute.api": ("Document", "grade", "open"),
    "refute.diagnostics": ("Diagnostic", "InputError"),
    "refute.languages.answers": ("Answers", "Refuted"),
    "refute.report.outcome": ("Artifact", "Outcome", "Report", "Verdict"),
    "refute.search": ("Strategy",),
}


def __getattr__(name: str) -> Any:
    """Import a public name on first access, so that importing the package is cheap."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """Define a cell magic for each language; called by `%load_ext refute`."""
    import_module("refute.notebook").register(shell)
