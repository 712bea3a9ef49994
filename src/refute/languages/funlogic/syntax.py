"""The tree of a functional logic program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from refute.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: its place, which does not count when nodes are compared."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


# Expressions


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """`42`."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable or a function: `xs`, `append`; also the wildcard `_` of a pattern."""

    name: str


@dataclass(frozen=True, slots=True)
class Constructor(Node):
    """A constructor: `Leaf`, `True`, `:` (only applied), `[]`, `()`."""

    name: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`f a b`."""

    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b]`, with at least one item."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class TupleOf(Node):
    """`(a, b)`, with at least two items."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Operation(Node):
    """`a + b` and the other binary operators; `:` and `?` too."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not a`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """`-a`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    r"""`\x (y : ys) -> body`."""

    parameters: tuple[Pattern, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let f x = a; y = b in body`; the bindings may speak of each other."""

    bindings: tuple[Equation, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Free(Node):
    """`let x y free in body`."""

    names: tuple[Name, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if a then b else c`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One `pattern -> body` of a case."""

    pattern: Pattern
    body: Expression


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`case a of alternatives`; the first that matches counts."""

    subject: Expression
    alternatives: tuple[Alternative, ...]


Expression: TypeAlias = (
    Integer | Name | Constructor | Apply | ListOf | TupleOf | Operation | Not | Negate
    | Lambda | Let | Free | If | Case
)  # fmt: skip

# Patterns


@dataclass(frozen=True, slots=True)
class AnyPattern(Node):
    """A name that takes whatever comes, or `_`, which does not even name it."""

    name: str


@dataclass(frozen=True, slots=True)
class IntegerPattern(Node):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class ConstructorPattern(Node):
    """A constructor with patterns for its fields; lists and tuples are such, too."""

    name: str
    fields: tuple[Pattern, ...]


Pattern: TypeAlias = AnyPattern | IntegerPattern | ConstructorPattern

# Types, as written in `data` declarations


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type applied to arguments, or a type variable (lower case, no arguments).

    Lists are `[]`, tuples `(,)`, `(,,)` …, functions `->`.
    """

    name: str
    arguments: tuple[TypeName, ...] = ()


# Declarations


@dataclass(frozen=True, slots=True)
class Equation(Node):
    """`name patterns = body`; several with the same name make a function."""

    name: Name
    parameters: tuple[Pattern, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class ConstructorDeclaration(Node):
    """`Node (Tree a) a (Tree a)`."""

    name: str
    fields: tuple[TypeName, ...]


@dataclass(frozen=True, slots=True)
class DataDeclaration(Node):
    """`data Tree a = Leaf | Node (Tree a) a (Tree a)`."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[ConstructorDeclaration, ...]


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`property name(xs, ys) = body`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Solve(Node):
    """`solve x y where condition`."""

    names: tuple[Name, ...]
    condition: Expression


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """An expression on a line of its own, to be evaluated."""

    expression: Expression


Declaration: TypeAlias = Equation | DataDeclaration | Property | Solve | Evaluate


@dataclass(frozen=True, slots=True)
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
