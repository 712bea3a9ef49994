"""The tree of a workflow file: Figure 3, with declarations around it."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import (
    Boolean as Boolean,
    Integer as Integer,
    Name as Name,
    Node as Node,
    Text as Text,
)
from refute.record import record

# Types (Figure 5)


@record
class Type(Node):
    """A type: `Int`, `List Int`, `Ref Int`, `Task Int`; functions are `->`, tuples `,`."""

    name: str
    arguments: tuple[Type, ...] = ()


INT, BOOL, STRING, UNIT = Type("Int"), Type("Bool"), Type("String"), Type("Unit")
ARROW, TUPLE, LIST, REFERENCE, TASK = "->", ",", "List", "Ref", "Task"

ARITY = {"Int": 0, "Bool": 0, "String": 0, "Unit": 0, LIST: 1, REFERENCE: 1, TASK: 1}
"""How many types the named types take."""


# Patterns


@record
class NamePattern(Node):
    """A name to bind; `_` binds nothing."""

    name: str
    annotation: Type | None = None


@record
class TuplePattern(Node):
    """`(p, q)`, with at least two items."""

    items: tuple[Pattern, ...]


Pattern: TypeAlias = NamePattern | TuplePattern


# Expressions


@record
class Lambda(Node):
    r"""`\p. e`."""

    parameter: Pattern
    body: Expression


@record
class Apply(Node):
    """`f a`."""

    function: Expression
    argument: Expression


@record
class Let(Node):
    """`let p = e in e`."""

    pattern: Pattern
    bound: Expression
    body: Expression


@record
class If(Node):
    """`if e then e else e`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@record
class TupleOf(Node):
    """`(a, b)`; without items it is the unit `()`."""

    items: tuple[Expression, ...]


@record
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@record
class Annotated(Node):
    """`(e : T)`."""

    expression: Expression
    annotation: Type


UNARY = ("not", "-", "len", "uniq", "fst", "snd", "head", "tail", "ref", "!")
BINARY = (
    *("==>", "or", "and", "==", "!=", "<", "<=", ">", ">=", "in"),
    *("::", "++", "+", "-", "*", "/", "min", "max", ":="),
)


@record
class Unary(Node):
    """One of the operators in `UNARY`, applied."""

    operator: str
    operand: Expression


@record
class Binary(Node):
    """One of the operators in `BINARY`, applied."""

    operator: str
    left: Expression
    right: Expression


@record
class Inputs(Node):
    """In a property: what was done, in order; with a type, the values entered of that type."""

    wanted: Type | None = None


# Tasks


@record
class Edit(Node):
    """`edit e`, □e."""

    value: Expression


@record
class Enter(Node):
    """`enter T`, ⊠T."""

    wanted: Type


@record
class Shared(Node):
    """`shared e`, ■e."""

    reference: Expression


@record
class Fail(Node):
    """`fail`, ↯."""


@record
class Step(Node):
    """`t >>= e`, ▶; by the user `t >>? e`, ▷."""

    task: Expression
    follow: Expression
    by_user: bool


@record
class Both(Node):
    """`t <&> t`, ⋈."""

    left: Expression
    right: Expression


@record
class Either(Node):
    """`t <|> t`, ◆."""

    left: Expression
    right: Expression


@record
class Pick(Node):
    """`e <?> e`, ◇."""

    left: Expression
    right: Expression


@record
class Assert(Node):
    """`assert (e) t`, section 5.8."""

    condition: Expression
    task: Expression


Expression: TypeAlias = (
    Integer | Boolean | Text | Name | Lambda | Apply | Let | If | TupleOf | ListOf | Annotated
    | Unary | Binary | Inputs | Edit | Enter | Shared | Fail | Step | Both | Either | Pick | Assert
)  # fmt: skip


# Declarations


@record
class Definition(Node):
    """`def f x = e`; the parameters are lambdas of the body."""

    name: NamePattern
    body: Expression


@record
class TaskDeclaration(Node):
    """`task main = e`."""

    name: NamePattern
    body: Expression


@record
class Property(Node):
    """`property p(v) = e`: e holds of every value v that the task ends with."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Reachable(Node):
    """`reachable p(v) = e`: the task can end with a value v of which e holds."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Finishes(Node):
    """`finishes p`: whatever was done, some further inputs give the task a value."""

    name: NamePattern


Declaration: TypeAlias = Definition | TaskDeclaration | Property | Reachable | Finishes
Claim: TypeAlias = Property | Reachable


@record
class Program(Node):
    """The declarations of a file, in order."""

    declarations: tuple[Declaration, ...]


def pattern_names(pattern: Pattern) -> list[NamePattern]:
    """The names that a pattern binds."""
    if isinstance(pattern, NamePattern):
        return [] if pattern.name == "_" else [pattern]
    return [name for item in pattern.items for name in pattern_names(item)]
