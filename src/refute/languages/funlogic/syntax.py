"""The tree of a functional logic program."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from refute.frontend.node import (
    Integer as Integer,
    Name as Name,
    Node as Node,
    Text as Text,
)
from refute.record import record

# Expressions


@record
class Constructor(Node):
    """A constructor: `Leaf`, `True`, `:` (only applied), `[]`, `()`."""

    name: str


@record
class Decimal(Node):
    """`1.5`."""

    value: Fraction


@record
class Character(Node):
    """`'a'`."""

    value: str


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
    """`let f x = a; y = b in body`; the bindings may refer to each other.

    `body where …` is the same.
    """

    bindings: tuple[Equation, ...]
    body: Expression
    signatures: tuple[Signature, ...] = ()


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
class Annotated(Node):
    """`(a :: type)`."""

    expression: Expression
    type: TypeName


@record
class Matching(Node):
    """`pattern <- subject` as a guard."""

    pattern: Pattern
    subject: Expression


@record
class Guard(Node):
    """One `| condition = body` of an equation, or `| condition -> body` of an alternative.

    `| a, b = body` is a guard whose body is guards: if those do not hold, the next one is tried.
    """

    condition: Expression | Matching
    body: Expression


@record
class Guards(Node):
    """The body of an equation or an alternative with guards, also below a `where`.

    If no guard holds, the next equation or alternative is tried.
    """

    branches: tuple[Guard, ...]


@record
class Setting(Node):
    """`label = value` of a record."""

    label: str
    value: Expression


@record
class Record(Node):
    """`Point { x = 1, y = 2 }`, or `p { x = 1 }` for a copy with some fields changed."""

    subject: Expression
    settings: tuple[Setting, ...]


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


# Patterns


@record
class AnyPattern(Node):
    """A name, which matches any value, or `_`, which also does not name it."""

    name: str


@record
class IntegerPattern(Node):
    """A number."""

    value: int


@record
class DecimalPattern(Node):
    """A decimal."""

    value: Fraction


@record
class ConstructorPattern(Node):
    """A constructor with patterns for its fields; also for lists and tuples."""

    name: str
    fields: tuple[Pattern, ...]


@record
class AsPattern(Node):
    """`name@pattern`: the whole value, and its parts."""

    name: str
    pattern: Pattern


@record
class FieldPattern(Node):
    """`label = pattern`."""

    label: str
    pattern: Pattern


@record
class RecordPattern(Node):
    """A constructor with patterns for some of its fields, given by their labels."""

    name: str
    fields: tuple[FieldPattern, ...]


Pattern: TypeAlias = (
    AnyPattern | IntegerPattern | DecimalPattern | ConstructorPattern | AsPattern | RecordPattern
)

Expression: TypeAlias = (
    Integer | Decimal | Name | Text | Character | Constructor | Apply | ListOf | TupleOf | Operation
    | Not | Negate | Lambda | Let | Free | If | Case | Guards | Record | AsPattern | Annotated
)  # fmt: skip

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
    """`Node (Tree a) a (Tree a)`, or `Point { x :: Int, y :: Int }` with labels."""

    name: str
    fields: tuple[TypeName, ...]
    labels: tuple[str, ...] = ()


@record
class DataDeclaration(Node):
    """`data Tree a = Leaf | Node (Tree a) a (Tree a)`."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[ConstructorDeclaration, ...]


@record
class Synonym(Node):
    """`type Row a = [a]`."""

    name: str
    parameters: tuple[str, ...]
    meaning: TypeName


@record
class Signature(Node):
    """`name :: type`."""

    name: Name
    type: TypeName


@record
class Import(Node):
    """`import Lists`, `import qualified Lists as L`, `import Lists (sort)` or `… hiding (sort)`."""

    module: str
    is_qualified: bool = False
    alias: str = ""
    names: tuple[str, ...] | None = None
    hidden: tuple[str, ...] = ()


@record
class Fixity(Node):
    """`infixl 6 +++`, which applies to the operators everywhere in the file."""

    kind: str
    level: int
    operators: tuple[str, ...]


@record
class Property(Node):
    """`property name(xs, ys) = body`; a parameter may be written `xs :: type`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expression
    types: tuple[Annotated, ...] = ()


@record
class Solve(Node):
    """`solve x y where condition`."""

    names: tuple[Name, ...]
    condition: Expression


@record
class Evaluate(Node):
    """An expression on a line of its own, to be evaluated."""

    expression: Expression


Declaration: TypeAlias = (
    Equation | Signature | DataDeclaration | Synonym | Import | Fixity | Property | Solve | Evaluate
)


@record
class Program(Node):
    """A whole file."""

    declarations: tuple[Declaration, ...]


LIST_END, LIST_CELL, UNIT = "[]", ":", "()"
CHARACTER = "'"
"""The constructor of characters, with one number; programs cannot write it."""

FIRST_CHARACTER = ord("a")
"""The character whose number is 0, so that small numbers are readable characters."""


def is_operator(name: str) -> bool:
    """Whether a function is written between its arguments."""
    return not (name[0].isalpha() or name[0] == "_")


def tuple_name(size: int) -> str:
    """The constructor of tuples of a size: `(,)` for pairs."""
    return f"({',' * (size - 1)})"


def is_tuple(name: str) -> bool:
    """Whether a constructor makes tuples."""
    return name.startswith("(,")
