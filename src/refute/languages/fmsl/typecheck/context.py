"""What the checker knows while it walks: complaints so far, names in sight, types found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from refute.diagnostics import Diagnostic, Severity, error
from refute.frontend.mistakes import Mistakes
from refute.frontend.symbols import Symbol
from refute.languages.fmsl.syntax import Expression, Node, Statement
from refute.languages.fmsl.types import Objects, Part, Type
from refute.record import record
from refute.source import Span

_MISTAKES = Mistakes(Path(__file__).parents[1])


class Kind(StrEnum):
    """What a name stands for; only a variable can be set."""

    INPUT = "input"
    OUTPUT = "output"
    QUANTIFIED = "quantified variable"
    LET = "let"
    VALUE = "value"
    VARIABLE = "variable"


@dataclass(eq=False, slots=True)
class Local:
    """A name in sight; remembers whether it was used."""

    type: Type
    kind: Kind
    symbol: Symbol | None = None
    used: bool = False


Scope = Mapping[str, Local]
"""The names in sight besides those that are declared for the whole specification."""


@dataclass(slots=True)
class Problems:
    """What is wrong, collected; each place and message once."""

    found: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, message: str, span: Span, label: str = "", advice: str = "") -> None:
        """Note an error."""
        self._add(error(code, message, span, label, advice))

    def warning(self, code: str, message: str, span: Span, advice: str = "") -> None:
        """Note something that does not stop the work."""
        self._add(replace(error(code, message, span, advice=advice), severity=Severity.WARNING))

    def unknown(self, code: str, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        """Note a name that is not defined, with the closest one that is."""
        self.error(
            code, f"there is no {what} `{name}`", span, advice=_MISTAKES.advice_for(name, known)
        )

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)


@dataclass(slots=True)
class Typing:
    """The types of expressions, by identity; the tree must be kept as long as this is."""

    by_node: dict[int, Type] = field(default_factory=dict)

    def note(self, node: Expression | Statement, of: Type) -> Type:
        """Remember the type of a node."""
        self.by_node[id(node)] = of
        return of

    def of(self, node: Node) -> Type:
        """The type that was found for a node."""
        return self.by_node[id(node)]


@record
class Signature:
    """What an operation or function takes and gives, with the types resolved.

    `result` is what a call gives: the output, a tuple of several, or what the body has.
    """

    name: str
    inputs: tuple[Part, ...]
    outputs: tuple[Part, ...]
    result: Type


@record
class Found:
    """The objects of a specification, and where complaints and types go."""

    objects: Objects
    problems: Problems
    typing: Typing
