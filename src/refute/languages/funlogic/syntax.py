"""The tree of a functional logic program."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import Integer as Integer, Name as Name, Node as Node
from refute.record import record

# Expressions


@record
class Constructor(Node):
    """A constructor: `Leaf`, `True`, `:` (only applied), `[]`, `()`."""

    name: str


@record
class Apply(Node):
    """`f a b`."""

    function: Expression
    arguments: tuple[Expression, ...]


@record
class ListOf(Node):
    """`[a, b]`, with at least one item."""

    items: tuple[Expression, ...]


@record
class TupleOf(Node):
    """`(a, b)`, with at least two items."""

    items: tuple[Expression, ...]


@record
class Operation(Node):
    """`a + b` and the other binary operators; `:` and `?` too."""

    operator: str
    left: Expression
    right: Expression


@record
class Not(Node):
    """`not a`."""

    operand: Expression


@record
class Negate(Node):
    """`-a`."""

    operand: Expression


@record
class Lambda(Node):
    r"""`\x (y : ys) -> body`."""

    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Let(Node):
    """`let f x = a; y = b in body`; the bindings may speak of each other."""

    bindings: tuple[Equation, ...]
    body: Expression


@record
class Free(Node):
    """`let x y free in body`."""

    names: tuple[Name, ...]
    body: Expression


@record
class If(Node):
    """`if a then b else c`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@record
class Alternative(Node):
    """One `pattern -> body` of a case."""

    pattern: Pattern
    body: Expression


@record
class Case(Node):
    """`case a of alternatives`; the first that matches counts."""

    subject: Expression
    alternatives: tuple[Alternative, ...]


Expression: TypeAlias = (
    Integer | Name | Constructor | Apply | ListOf | TupleOf | Operation | Not | Negate
    | Lambda | Let | Free | If | Case
)  # fmt: skip

# Patterns


@record
class AnyPattern(Node):
    """A name that takes whatever comes, or `_`, which does not even name it."""

    name: str


@record
class IntegerPattern(Node):
    """A number."""

    value: int


@record
class ConstructorPattern(Node):
    """A constructor with patterns for its fields; lists and tuples are such, too."""

    name: str
    fields: tuple[Pattern, ...]


Pattern: TypeAlias = AnyPattern | IntegerPattern | ConstructorPattern

# Types, as written in `data` declarations


@record
class TypeName(Node):
    """A type applied to arguments, or a type variable (lower case, no arguments).

    Lists are `[]`, tuples `(,)`, `(,,)` …, functions `->`.
    """

    name: str
    arguments: tuple[TypeName, ...] = ()


# Declarations


@record
class Equation(Node):
    """`name patterns = body`; several with the same name make a function."""

    name: Name
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class ConstructorDeclaration(Node):
    """`Node (Tree a) a (Tree a)`."""

    name: str
    fields: tuple[TypeName, ...]


@record
class DataDeclaration(Node):
    """`data Tree a = Leaf | Node (Tree a) a (Tree a)`."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[ConstructorDeclaration, ...]


@record
class Property(Node):
    """`property name(xs, ys) = body`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expression


@record
class Solve(Node):
    """`solve x y where condition`."""

    names: tuple[Name, ...]
    condition: Expression


@record
class Evaluate(Node):
    """An expression on a line of its own, to be evaluated."""

    expression: Expression


Declaration: TypeAlias = Equation | DataDeclaration | Property | Solve | Evaluate


@record
class Program(Node):
    """A whole file."""

    declarations: tuple[Declaration, ...]


LIST_END, LIST_CELL, UNIT = "[]", ":", "()"


def tuple_name(size: int) -> str:
    """The constructor of tuples of a size: `(,)` for pairs."""
    return f"({',' * (size - 1)})"


def is_tuple(name: str) -> bool:
    """Whether a constructor makes tuples."""
    return name.startswith("(,")
