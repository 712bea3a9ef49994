"""Declarations, and the whole."""

from __future__ import annotations

from refute.frontend.node import Node
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.syntax.expressions import Expression
from refute.languages.console.syntax.statements import Block
from refute.record import record


@record
class Enumeration(Node):
    """`enum Move = rock | paper | scissors`."""

    name: str
    members: tuple[str, ...]


@record
class Given(Node):
    """`given secret : int = 7`: a parameter, perhaps with a default."""

    name: str
    type: TypeName
    values: tuple[Expression, ...] = ()


@record
class TypeName(Node):
    """`int`, `str`, `bool`, an enumeration, or a list of such: `[int]`."""

    name: str
    is_list: bool = False


@record
class Definition(Node):
    """`def mean(a, b) = (a + b) / 2`: an abbreviation for an expression."""

    name: str
    parameters: tuple[str, ...]
    body: Expression


@record
class NamedBlock(Node):
    """`block menu:` …: statements that can be used by name."""

    name: str
    body: Block


@record
class Specification(Node):
    """Declarations and statements."""

    body: Block
    enumerations: tuple[Enumeration, ...] = ()
    parameters: tuple[Given, ...] = ()
    comparison: Comparison = DEFAULT
    definitions: tuple[Definition, ...] = ()
    blocks: tuple[NamedBlock, ...] = ()
