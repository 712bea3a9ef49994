"""Types, patterns, expressions and tasks (Figures 3 and 5)."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from fractions import Fraction
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
    """A type: `Int`, `List Int`, `Ref Int`, `Task Int`; functions are `->`, tuples `,`.

    A declared type has its constructors once names are resolved.
    """

    name: str
    arguments: tuple[Type, ...] = ()
    constructors: tuple[Constructor, ...] = field(default=(), compare=False)


@record
class Field(Node):
    """`amount : Int`, or a type without a name."""

    name: str
    wanted: Type


@record
class Constructor(Node):
    """`Rejected { reason : String }`, or with fields that have no names `Rejected String`."""

    name: str
    fields: tuple[Field, ...] = ()


INT, BOOL, STRING, UNIT = Type("Int"), Type("Bool"), Type("String"), Type("Unit")
DECIMAL = Type("Decimal")
ARROW, TUPLE, LIST, REFERENCE, TASK = "->", ",", "List", "Ref", "Task"

ARITY = {
    **dict.fromkeys(("Int", "Bool", "String", "Decimal", "Unit"), 0),
    **dict.fromkeys((LIST, REFERENCE, TASK), 1),
}
"""Number of arguments of the named types."""


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


@record
class Decimal(Node):
    """`12.50`."""

    value: Fraction


UNARY = ("not", "-", "decimal", "len", "uniq", "fst", "snd", "head", "tail", "ref", "!")
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
class Construct(Node):
    """`Rejected`: a constructor, which takes its arguments one after the other."""

    name: str


@record
class Setting(Node):
    """`amount = 5` among the fields of a record."""

    name: str
    value: Expression


@record
class Filled(Node):
    """`Claim { amount = 5, reason = "…" }`."""

    name: str
    settings: tuple[Setting, ...]


@record
class Select(Node):
    """`e.amount`."""

    operand: Expression
    field: str


@record
class Branch(Node):
    """`Rejected why -> e`; without a constructor, for all remaining values."""

    constructor: str
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Case(Node):
    """`case e of { … }`."""

    subject: Expression
    branches: tuple[Branch, ...]


@record
class Today(Node):
    """`now`: the number of days that have passed."""


@record
class Inputs(Node):
    """In a property: the inputs, in order; with a type, the values entered of that type."""

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
class View(Node):
    """`view e`: a read-only editor."""

    value: Expression


@record
class Watch(Node):
    """`watch e`: a read-only editor for the contents of a reference."""

    reference: Expression


@record
class Fail(Node):
    """`fail`, ↯."""


class Trigger(StrEnum):
    """When a step is taken: at a value, when the user continues, or by one of its buttons."""

    VALUE = ">>="
    USER = ">>?"
    BUTTON = ">>*"


@record
class Step(Node):
    """`t >>= e`, ▶; by the user `t >>? e`, ▷; by a button `t >>* e`, where e ends in `Choose`."""

    task: Expression
    follow: Expression
    trigger: Trigger


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
class Button(Node):
    """`"Approve" -> t`; with `when e` the task is `t` if e holds, and fails otherwise."""

    label: str
    task: Expression


@record
class Choose(Node):
    """`choose { "Approve" -> t, … }`: any number of buttons, with their labels."""

    buttons: tuple[Button, ...]


@record
class Labelled(Node):
    """`t as "Amount"`."""

    task: Expression
    label: str


@record
class Assigned(Node):
    """`t @ officer`."""

    task: Expression
    role: str


@record
class Apart(Node):
    """`t except "Request"`: t, done by somebody who did not do that."""

    task: Expression
    label: str


@record
class Within(Node):
    """`within e t otherwise u`: t, but u if it has no value after so many days."""

    days: Expression
    task: Expression
    otherwise: Expression


@record
class Assert(Node):
    """`assert (e) t`, section 5.8."""

    condition: Expression
    task: Expression


Expression: TypeAlias = (
    Integer | Decimal | Boolean | Text | Name | Lambda | Apply | Let | If | TupleOf | ListOf
    | Annotated | Unary | Binary | Construct | Filled | Select | Case | Today | Inputs | Edit
    | Enter | Shared | View | Watch | Fail | Step | Both | Either | Pick | Choose | Labelled
    | Assigned | Apart | Within | Assert
)  # fmt: skip


def pattern_names(pattern: Pattern) -> list[NamePattern]:
    """The names that a pattern binds."""
    if isinstance(pattern, NamePattern):
        return [] if pattern.name == "_" else [pattern]
    return [name for item in pattern.items for name in pattern_names(item)]
