"""The tree of a functional logic program."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import Integer as Integer, Name as Name, Node as Node, node

# Expressions


@node
class Constructor(Node):
    """A constructor: `Leaf`, `True`, `:` (only applied), `[]`, `()`."""

    name: str


@node
class Apply(Node):
    """`f a b`."""

    function: Expression
    arguments: tuple[Expression, ...]


@node
class ListOf(Node):
    """`[a, b]`, with at least one item."""

    items: tuple[Expression, ...]


@node
class TupleOf(Node):
    """`(a, b)`, with at least two items."""

    items: tuple[Expression, ...]


@node
class Operation(Node):
    """`a + b` and the other binary operators; `:` and `?` too."""

    operator: str
    left: Expression
    right: Expression


@node
class Not(Node):
    """`not a`."""

    operand: Expression


@node
class Negate(Node):
    """`-a`."""

    operand: Expression


@node
class Lambda(Node):
    r"""`\x (y : ys) -> body`."""

    parameters: tuple[Pattern, ...]
    body: Expression


@node
class Let(Node):
    """`let f x = a; y = b in body`; the bindings may speak of each other."""

    bindings: tuple[Equation, ...]
    body: Expression


@node
class Free(Node):
    """`let x y free in body`."""

    names: tuple[Name, ...]
    body: Expression


@node
class If(Node):
    """`if a then b else c`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@node
class Alternative(Node):
    """One `pattern -> body` of a case."""

    pattern: Pattern
    body: Expression


@node
class Case(Node):
    """`case a of alternatives`; the first that matches counts."""

    subject: Expression
    alternatives: tuple[Alternative, ...]


Expression: TypeAlias = (
    Integer | Name | Constructor | Apply | ListOf | TupleOf | Operation | Not | Negate
    | Lambda | Let | Free | If | Case
)  # fmt: skip

# Patterns


@node
class AnyPattern(Node):
    """A name that takes whatever comes, or `_`, which does not even name it."""

    name: str


@node
class IntegerPattern(Node):
    """A number."""

    value: int


@node
class ConstructorPattern(Node):
    """A constructor with patterns for its fields; lists and tuples are such, too."""

    name: str
    fields: tuple[Pattern, ...]


Pattern: TypeAlias = AnyPattern | IntegerPattern | ConstructorPattern

# Types, as written in `data` declarations


@node
class TypeName(Node):
    """A type applied to arguments, or a type variable (lower case, no arguments).

    Lists are `[]`, tuples `(,)`, `(,,)` …, functions `->`.
    """

    name: str
    arguments: tuple[TypeName, ...] = ()


# Declarations


@node
class Equation(Node):
    """`name patterns = body`; several with the same name make a function."""

    name: Name
    parameters: tuple[Pattern, ...]
    body: Expression


@node
class ConstructorDeclaration(Node):
    """`Node (Tree a) a (Tree a)`."""

    name: str
    fields: tuple[TypeName, ...]


@node
class DataDeclaration(Node):
    """`data Tree a = Leaf | Node (Tree a) a (Tree a)`."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[ConstructorDeclaration, ...]


@node
class Property(Node):
    """`property name(xs, ys) = body`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expression


@node
class Solve(Node):
    """`solve x y where condition`."""

    names: tuple[Name, ...]
    condition: Expression


@node
class Evaluate(Node):
    """An expression on a line of its own, to be evaluated."""

    expression: Expression


Declaration: TypeAlias = Equation | DataDeclaration | Property | Solve | Evaluate


@node
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
