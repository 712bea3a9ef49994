"""What the checker knows while it walks: complaints so far, names in sight, types found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from refute.frontend.mistakes import Mistakes
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol
from refute.languages.fmsl.syntax import Expression, Node, Statement
from refute.languages.fmsl.types import Function, Objects, Part, Type
from refute.languages.fmsl.unions import Conversion
from refute.record import record

MISTAKES = Mistakes(Path(__file__).parents[1])


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
class Typing:
    """The types of expressions, by identity; the tree must be kept as long as this is."""

    by_node: dict[int, Type] = field(default_factory=dict)
    qualified: set[int] = field(default_factory=set)
    """The nodes `M.x` that stand for a name of another module, by identity."""
    conversions: dict[int, Conversion] = field(default_factory=dict)
    """What is done with the values of nodes where another type is wanted, by identity."""
    labels: dict[int, str] = field(default_factory=dict)
    """The labels that the values of nodes `{c: a}` have; empty for none."""

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
    defaults: int = 0
    """How many of the last inputs may be left out."""

    @property
    def type(self) -> Function:
        """The type of the operation as a value."""
        return Function(self.inputs, self.result)


@record
class Found:
    """The objects of a specification, and where complaints and types go."""

    objects: Objects
    problems: Problems
    typing: Typing
