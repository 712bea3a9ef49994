"""The tree of an FMSL specification."""

from __future__ import annotations

from typing import Literal, TypeAlias

from refute.frontend.node import (
    Boolean as Boolean,
    Integer as Integer,
    Name as Name,
    Node as Node,
    Text as Text,
)
from refute.record import record

# Type expressions


@record
class TypeName(Node):
    """`integer`, `Person`, or with its module `People.Person`."""

    name: str
    module: str = ""


@record
class LiteralType(Node):
    """`"Monday"`: the type whose only value is this one."""

    value: Integer | Real | Text | Boolean


@record
class FunctionType(Node):
    """`(integer, integer) -> boolean`."""

    inputs: tuple[Component, ...]
    result: TypeExpression


@record
class UnfinishedType(Node):
    """`...`: left open for now."""


@record
class ListType(Node):
    """`Person*`."""

    element: TypeExpression


@record
class Component(Node):
    """`age:Age`, or a bare type, whose name is empty; also a parameter or a variable.

    A parameter may have a default: `rate:real = 0.5`.
    """

    name: str
    type: TypeExpression
    default: Expression | None = None


@record
class TupleType(Node):
    """`first:Name and last:Name`; with a single named component: `first:Name`."""

    components: tuple[Component, ...]


@record
class UnionType(Node):
    """`circle:Circle or square:Square`."""

    alternatives: tuple[Component, ...]


TypeExpression: TypeAlias = (
    TypeName | ListType | TupleType | UnionType | LiteralType | FunctionType | UnfinishedType
)

# Expressions


@record
class Real(Node):
    """`3.14`."""

    value: float


@record
class Nil(Node):
    """`nil`, the empty value of every type."""


@record
class Unfinished(Node):
    """`...`: left open for now."""


@record
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@record
class Range(Node):
    """`[1..100]`, both ends included."""

    low: Expression
    high: Expression


@record
class TupleOf(Node):
    """`{a, b}`."""

    items: tuple[Expression, ...]


@record
class Labelled(Node):
    """`{c: a}`: a value of a union, with the label of its alternative."""

    label: str
    value: Expression


@record
class Unary(Node):
    """`not a`, `-a`, `+a`, `#a`."""

    operator: UnaryOperator
    operand: Expression


@record
class Binary(Node):
    """`a + b` and the other binary operators; `<=>` is `iff`."""

    operator: BinaryOperator
    left: Expression
    right: Expression


@record
class If(Node):
    """`if a then b else c`, or without `else`."""

    condition: Expression
    then: Expression
    otherwise: Expression | None


@record
class Field(Node):
    """`p.last`, or by position `p.2`, counted from 1."""

    subject: Expression
    field: str | int


@record
class Select(Node):
    """`l[i]`, counted from 1."""

    subject: Expression
    index: Expression


@record
class Slice(Node):
    """`l[m..n]` or `l[m:n]`, both ends included."""

    subject: Expression
    low: Expression
    high: Expression


@record
class Call(Node):
    """`Add(p, pl)`, or with its module `People.Add(p, pl)`."""

    operation: str
    arguments: tuple[Expression, ...]
    module: str = ""


@record
class Validate(Node):
    """`Add(p, pl) ?-> pl'`: the values of the precondition and of the postcondition."""

    call: Call
    outputs: tuple[Expression, ...]


@record
class Bounded(Node):
    """`forall (x in l) p`, `exists (x in l) p`."""

    quantifier: Quantifier
    variable: str
    collection: Expression
    body: Expression


@record
class Unbounded(Node):
    """`forall (x:t) p`, `exists (x:t | condition) p`."""

    quantifier: Quantifier
    variable: str
    type: TypeExpression
    condition: Expression | None
    body: Expression


@record
class Sequence(Node):
    """`(let x = a; b;)`: statements in order, with the value of the last; never empty."""

    statements: tuple[Statement, ...]


Quantifier: TypeAlias = Literal["forall", "exists"]
UnaryOperator: TypeAlias = Literal["not", "-", "+", "#"]
BinaryOperator: TypeAlias = Literal[
    "and", "or", "xor", "=>", "iff",
    "=", "!=", "<", "<=", ">", ">=", "in",
    "+", "-", "*", "/", "mod",
]  # fmt: skip

Expression: TypeAlias = (
    Integer | Real | Text | Boolean | Nil | Unfinished | Name | ListOf | Range | TupleOf
    | Labelled | Unary | Binary | If | Field | Select | Slice | Call | Validate
    | Bounded | Unbounded | Sequence
)  # fmt: skip

# Statements


@record
class Let(Node):
    """`let x:T = a`; the type may be left out."""

    name: str
    type: TypeExpression | None
    value: Expression


@record
class Variable(Node):
    """`var x:T = a`; without a value, it is nil. Also a declaration."""

    name: str
    type: TypeExpression
    value: Expression | None


@record
class Set(Node):
    """`set x = a`, `set p.age = a`, `set l[i] = a`."""

    target: Expression
    value: Expression


Statement: TypeAlias = Let | Variable | Set | Expression

# Declarations


@record
class Equation(Node):
    """`Pop(Push(s, e)) == s`."""

    left: Expression
    right: Expression


@record
class Attribute(Node):
    """A user-defined attribute: `scheduled_by: Person;`, `cost: 5;` or `note: (* prose *);`."""

    name: str
    prose: str
    values: tuple[Expression, ...]


@record
class AttributeKind(Node):
    """The definition of an attribute: `trigger:Trigger = ByUser`; type and default are optional."""

    name: str
    type: TypeExpression | None = None
    default: Expression | None = None


@record
class Object(Node):
    """`object Person components: …; operations: …; equations: …; description: …; end Person;`.

    Without components it is opaque. `variables` are those of the equations. Invariants, the
    `initial` condition and goals refer to components by name, and to the whole as `self`. `ended`
    is the name after `end` if it is a different one, `more_operations` the `...` in a list of
    operations.
    """

    name: str
    components: TypeExpression | None = None
    operations: tuple[Name, ...] = ()
    variables: tuple[Component, ...] = ()
    equations: tuple[Equation, ...] = ()
    description: str = ""
    attributes: tuple[Attribute, ...] = ()
    parents: tuple[Name, ...] = ()
    invariants: tuple[Condition, ...] = ()
    initial: Condition | None = None
    goals: tuple[Condition, ...] = ()
    ended: Name | None = None
    more_operations: Unfinished | None = None


@record
class Condition(Node):
    """A precondition or postcondition: the comment before the formula, and the formula.

    A `...` instead of a formula is `Unfinished`.
    """

    prose: str
    formula: Expression | None


@record
class Operation(Node):
    """`operation Add inputs: …; outputs: …; precondition: …; postcondition: …; end Add;`.

    `auxiliary` means that it was declared with `function`, `nondeterministic` that it is meant to
    leave a choice; one with a body is constructive. `refines` names an earlier version of it.
    `ended` is the name after `end` if it is a different one.
    """

    name: str
    inputs: tuple[Component, ...] = ()
    outputs: tuple[Component, ...] = ()
    precondition: Condition | None = None
    postcondition: Condition | None = None
    body: Expression | None = None
    description: str = ""
    attributes: tuple[Attribute, ...] = ()
    auxiliary: bool = False
    nondeterministic: bool = False
    refines: Name | None = None
    ended: Name | None = None


@record
class Value(Node):
    """`value p:Person = {"Alan", "Turing", 97};`; the type may be left out."""

    name: str
    type: TypeExpression | None
    value: Expression


@record
class Theorem(Node):
    """`theorem name: formula;` or with parameters `theorem name(x:T) = formula;`; a claim."""

    name: str
    parameters: tuple[Component, ...]
    formula: Expression


@record
class Axiom(Node):
    """`axiom name: formula;`: taken for granted."""

    name: str
    parameters: tuple[Component, ...]
    formula: Expression


@record
class Define(Node):
    """`define object attribute scheduled_by:Staff, note;`."""

    of: Literal["object", "operation"]
    kinds: tuple[AttributeKind, ...]


@record
class Import(Node):
    """`import M.A, M.B;`, `import M.*;`, `import M.* except A;`; without names, all of them."""

    module: str
    names: tuple[Name, ...] = ()
    excluded: tuple[Name, ...] = ()


@record
class Include(Node):
    """`include "people.fmsl";`: the declarations of another file."""

    file: str


@record
class Module(Node):
    """`module M; export …; import …; declarations end M;`; `exports` is None for all names."""

    name: str
    exports: tuple[Name, ...] | None
    declarations: tuple[Declaration, ...]
    ended: Name | None = None


@record
class Evaluate(Node):
    """`> statement;`."""

    statement: Statement


Declaration: TypeAlias = (
    Object | Operation | Value | Variable | Theorem | Axiom | Define | Import | Include | Module
    | Evaluate
)  # fmt: skip


@record
class Specification(Node):
    """A whole file."""

    declarations: tuple[Declaration, ...]
