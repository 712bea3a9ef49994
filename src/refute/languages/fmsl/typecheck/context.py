"""The state of the checker: diagnostics so far, names in scope, types found."""

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
    """The kind of a name; only a variable can be assigned."""

    INPUT = "input"
    OUTPUT = "output"
    QUANTIFIED = "quantified variable"
    LET = "let"
    VALUE = "value"
    VARIABLE = "variable"


@dataclass(eq=False, slots=True)
class Local:
    """A name in scope; remembers whether it was used."""

    type: Type
    kind: Kind
    symbol: Symbol | None = None
    used: bool = False


Scope = Mapping[str, Local]
"""The names in scope besides those declared for the whole specification."""


@dataclass(slots=True)
class Typing:
    """The types of expressions, by identity, so the tree must be kept alive."""

    by_node: dict[int, Type] = field(default_factory=dict)
    qualified: set[int] = field(default_factory=set)
    """The nodes `M.x` that stand for a name of another module, by identity."""
    conversions: dict[int, Conversion] = field(default_factory=dict)
    """The conversions of nodes to another wanted type, by identity."""
    labels: dict[int, str] = field(default_factory=dict)
    """The labels of the values of nodes `{c: a}`; empty for none."""

    def note(self, node: Expression | Statement, of: Type) -> Type:
        """Record the type of a node."""
        self.by_node[id(node)] = of
        return of

    def of(self, node: Node) -> Type:
        """The recorded type of a node."""
        return self.by_node[id(node)]


@record
class Signature:
    """The inputs and outputs of an operation or function, with resolved types.

    `result` is the type of a call: the output, a tuple of several, or the type of the body.
    """

    name: str
    inputs: tuple[Part, ...]
    outputs: tuple[Part, ...]
    result: Type
    defaults: int = 0
    """The number of inputs at the end that may be omitted."""

    @property
    def type(self) -> Function:
        """The type of the operation as a value."""
        return Function(self.inputs, self.result)


@record
class Found:
    """The objects of a specification, and where diagnostics and types are collected."""

    objects: Objects
    problems: Problems
    typing: Typing
