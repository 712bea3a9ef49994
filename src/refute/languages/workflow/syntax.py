"""The tree of a workflow file: Figure 3, with declarations around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from refute.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: its place, which does not count when nodes are compared."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


# Types (Figure 5)


@dataclass(frozen=True, slots=True)
class Type(Node):
    """A type: `Int`, `List Int`, `Ref Int`, `Task Int`; functions are `->`, tuples `,`."""

    name: str
    arguments: tuple[Type, ...] = ()


INT, BOOL, STRING, UNIT = Type("Int"), Type("Bool"), Type("String"), Type("Unit")
ARROW, TUPLE, LIST, REFERENCE, TASK = "->", ",", "List", "Ref", "Task"

ARITY = {"Int": 0, "Bool": 0, "String": 0, "Unit": 0, LIST: 1, REFERENCE: 1, TASK: 1}
"""How many types the named types take."""


# Patterns


@dataclass(frozen=True, slots=True)
class NamePattern(Node):
    """A name to bind; `_` binds nothing."""

    name: str
    annotation: Type | None = None


@dataclass(frozen=True, slots=True)
class TuplePattern(Node):
    """`(p, q)`, with at least two items."""

    items: tuple[Pattern, ...]


Pattern: TypeAlias = NamePattern | TuplePattern


# Expressions


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """`42`."""

    value: int


@dataclass(frozen=True, slots=True)
class Boolean(Node):
    """`True` or `False`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`"text"`."""

    value: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    r"""`\p. e`."""

    parameter: Pattern
    body: Expression


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`f a`."""

    function: Expression
    argument: Expression


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let p = e in e`."""

    pattern: Pattern
    bound: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if e then e else e`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class TupleOf(Node):
    """`(a, b)`; without items it is the unit `()`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Annotated(Node):
    """`(e : T)`."""

    expression: Expression
    annotation: Type


UNARY = ("not", "-", "len", "uniq", "fst", "snd", "head", "tail", "ref", "!")
BINARY = (
    *("==>", "or", "and", "==", "!=", "<", "<=", ">", ">=", "in"),
    *("::", "++", "+", "-", "*", "/", "min", "max", ":="),
)


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """One of the operators in `UNARY`, applied."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """One of the operators in `BINARY`, applied."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Inputs(Node):
    """In a property: what was done, in order; with a type, the values entered of that type."""

    wanted: Type | None = None


# Tasks


@dataclass(frozen=True, slots=True)
class Edit(Node):
    """`edit e`, □e."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Enter(Node):
    """`enter T`, ⊠T."""

    wanted: Type


@dataclass(frozen=True, slots=True)
class Shared(Node):
    """`shared e`, ■e."""

    reference: Expression


@dataclass(frozen=True, slots=True)
class Fail(Node):
    """`fail`, ↯."""


@dataclass(frozen=True, slots=True)
class Step(Node):
    """`t >>= e`, ▶; by the user `t >>? e`, ▷."""

    task: Expression
    follow: Expression
    by_user: bool


@dataclass(frozen=True, slots=True)
class Both(Node):
    """`t <&> t`, ⋈."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`t <|> t`, ◆."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`e <?> e`, ◇."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Assert(Node):
    """`assert (e) t`, section 5.8."""

    condition: Expression
    task: Expression


Expression: TypeAlias = (
    Integer
    | Boolean
    | Text
    | Name
    | Lambda
    | Apply
    | Let
    | If
    | TupleOf
    | ListOf
    | Annotated
    | Unary
    | Binary
    | Inputs
    | Edit
    | Enter
    | Shared
    | Fail
    | Step
    | Both
    | Either
    | Pick
    | Assert
)


# Declarations


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`def f x = e`; the parameters are lambdas of the body."""

    name: NamePattern
    body: Expression


@dataclass(frozen=True, slots=True)
class TaskDeclaration(Node):
    """`task main = e`."""

    name: NamePattern
    body: Expression


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`property p(v) = e`: e holds of every value v that the task ends with."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Reachable(Node):
    """`reachable p(v) = e`: the task can end with a value v of which e holds."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Finishes(Node):
    """`finishes p`: whatever was done, some further inputs give the task a value."""

    name: NamePattern


Declaration: TypeAlias = Definition | TaskDeclaration | Property | Reachable | Finishes
Claim: TypeAlias = Property | Reachable


@dataclass(frozen=True, slots=True)
class Program(Node):
    """The declarations of a file, in order."""

    declarations: tuple[Declaration, ...]


def pattern_names(pattern: Pattern) -> list[NamePattern]:
    """The names that a pattern binds."""
    if isinstance(pattern, NamePattern):
        return [] if pattern.name == "_" else [pattern]
    return [name for item in pattern.items for name in pattern_names(item)]


def children(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside an expression, in order of evaluation."""
    match expression:
        case Lambda(_, body):
            return (body,)
        case Apply(left, right) | Binary(_, left, right):
            return (left, right)
        case Let(_, left, right) | Both(left, right) | Either(left, right) | Pick(left, right):
            return (left, right)
        case Step(left, right) | Assert(left, right):
            return (left, right)
        case If(condition, then, otherwise):
            return (condition, then, otherwise)
        case TupleOf(items) | ListOf(items):
            return items
        case Annotated(inner) | Unary(_, inner) | Edit(inner) | Shared(inner):
            return (inner,)
        case _:
            return ()
