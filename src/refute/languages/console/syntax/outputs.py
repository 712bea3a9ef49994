"""Output patterns."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import Node
from refute.languages.console.syntax.expressions import Expression
from refute.languages.console.syntax.sets import ValueSet
from refute.record import record


@record
class Literal(Node):
    """Text that must appear exactly."""

    text: str


@record
class Format:
    """`.2f`, `>5`, `05`: how a value is written.

    `places` is the number of digits after the decimal point. A value that is shorter than the width
    is padded on the side that `align` leaves free: `<`, `>` or `^`, for numbers with zeros if
    `zeros`. The checker marks formats of decimals as `real`, so that they are compared by value.
    """

    places: int | None = None
    width: int = 0
    align: str = ""
    zeros: bool = False
    real: bool = False

    def filled(self, text: str, *, is_number: bool) -> str:
        """A text padded to the width; by default numbers are aligned right, other texts left."""
        align = self.align or (">" if is_number else "<")
        return f"{text:{'0' if self.zeros and is_number else ' '}{align}{self.width}}"

    def __str__(self) -> str:
        width = f"{'0' if self.zeros else ''}{self.width or ''}"
        return f"{self.align}{width}" + ("" if self.places is None else f".{self.places}f")


@record
class Result(Node):
    """`{expression}`, `{expression:.2f}`: the value of an expression."""

    expression: Expression
    format: Format | None = None


@record
class Decorated(Node):
    """`{~expression}`: the value of an expression with something around it."""

    expression: Expression
    format: Format | None = None


@record
class Anything(Node):
    """`{*}` any text within a line, `{+}` any but the empty one; `{**}` and `{++}` across lines."""

    nonempty: bool = False
    across_lines: bool = False


@record
class Bound(Node):
    """`{roll : 1..6}`: a value that the program chooses, known by this name from here on.

    The checker replaces it by a `choose` before the output, and the value in it.
    """

    variable: str
    values: ValueSet


Piece: TypeAlias = Literal | Result | Decorated | Anything | Bound


@record
class Pattern(Node):
    """The pieces of one output, in order."""

    pieces: tuple[Piece, ...]
