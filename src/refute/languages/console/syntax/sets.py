"""Sets of values that may be read."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import Node
from refute.languages.console.syntax.expressions import Expression
from refute.record import record


@record
class NamedSet(Node):
    """`int`, `nat`, `pos`, `real`, `bool`, `str`, or the name of an enumeration."""

    name: str


@record
class Places(Node):
    """`real(2)`: the decimals with at most this many places."""

    number: int


@record
class Range(Node):
    """`1..9`, both ends included."""

    low: Expression
    high: Expression


@record
class Compared(Node):
    """`> 0`: the numbers that satisfy the comparison."""

    operator: str
    bound: Expression


@record
class Members(Node):
    """`{1, 2, 3}`."""

    items: tuple[Expression, ...]


@record
class Among(Node):
    """`among y`: the values read into y so far."""

    variables: tuple[str, ...]


@record
class Union(Node):
    """`A | B`."""

    left: ValueSet
    right: ValueSet


@record
class Intersection(Node):
    """`A & B`."""

    left: ValueSet
    right: ValueSet


@record
class Difference(Node):
    r"""`A \ B`."""

    left: ValueSet
    right: ValueSet


@record
class Complement(Node):
    """`not A`."""

    inner: ValueSet


@record
class Unique(Node):
    """`unique A`: the values of A not yet read into the variable that is being read."""

    inner: ValueSet


@record
class Without(Node):
    """`A without y`: the values of A not yet read into y."""

    inner: ValueSet
    variables: tuple[str, ...]


ValueSet: TypeAlias = (
    NamedSet
    | Places
    | Range
    | Compared
    | Members
    | Among
    | Union
    | Intersection
    | Difference
    | Complement
    | Unique
    | Without
)
