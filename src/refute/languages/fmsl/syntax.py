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

# Types, as written


@record
class TypeName(Node):
    """`integer`, `Person`."""

    name: str


@record
class ListType(Node):
    """`Person*`."""

    element: TypeExpression


@record
class Component(Node):
    """`age:Age`, or a bare type, whose name is empty; also a parameter and a variable."""

    name: str
    type: TypeExpression


@record
class TupleType(Node):
    """`first:Name and last:Name`; with one component that has a name: `first:Name`."""

    components: tuple[Component, ...]


@record
class UnionType(Node):
    """`circle:Circle or square:Square`."""

    alternatives: tuple[Component, ...]


TypeExpression: TypeAlias = TypeName | ListType | TupleType | UnionType

# Expressions


@record
class Real(Node):
    """`3.14`."""

    value: float


@record
class Nil(Node):
    """`nil`, the empty value of every type."""


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
    """`if a then b else c`, or without the last."""

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
    """`Add(p, pl)`."""

    operation: str
    arguments: tuple[Expression, ...]


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
    """`(let x = a; b;)`: statements in turn, with the value of the last; never empty."""

    statements: tuple[Statement, ...]


Quantifier: TypeAlias = Literal["forall", "exists"]
UnaryOperator: TypeAlias = Literal["not", "-", "+", "#"]
BinaryOperator: TypeAlias = Literal[
    "and", "or", "xor", "=>", "iff",
    "=", "!=", "<", "<=", ">", ">=", "in",
    "+", "-", "*", "/", "mod",
]  # fmt: skip

Expression: TypeAlias = (
    Integer | Real | Text | Boolean | Nil | Name | ListOf | Range | TupleOf
    | Unary | Binary | If | Field | Select | Slice | Call | Validate
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
    """`var x:T = a`; without a value it is nil. Also a declaration."""

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
    """A user-defined attribute: `scheduled_by: Person;` or `note: (* prose *);`."""

    name: str
    prose: str
    names: tuple[Name, ...]


@record
class Object(Node):
    """`object Person components: …; operations: …; equations: …; description: …; end Person;`.

    Without components it is opaque. `variables` are those of the equations.
    """

    name: str
    components: TypeExpression | None = None
    operations: tuple[Name, ...] = ()
    variables: tuple[Component, ...] = ()
    equations: tuple[Equation, ...] = ()
    description: str = ""
    attributes: tuple[Attribute, ...] = ()


@record
class Condition(Node):
    """A precondition or postcondition: the comment before the formula, and the formula."""

    prose: str
    formula: Expression | None


@record
class Operation(Node):
    """`operation Add inputs: …; outputs: …; precondition: …; postcondition: …; end Add;`.

    `auxiliary` says that it was declared with `function`, `nondeterministic` that it is meant to
    leave a choice; one with a body is constructive.
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
    """`define object attribute scheduled_by, note;`."""

    of: Literal["object", "operation"]
    names: tuple[Name, ...]


@record
class Import(Node):
    """`import M.A, M.B;`, `import M.*;`, `import M.* except A;`; no names mean all of them."""

    module: str
    names: tuple[Name, ...] = ()
    excluded: tuple[Name, ...] = ()


@record
class Module(Node):
    """`module M; export …; import …; declarations end M;`; `exports` is None when all are."""

    name: str
    exports: tuple[Name, ...] | None
    declarations: tuple[Declaration, ...]


@record
class Evaluate(Node):
    """`> statement;`."""

    statement: Statement


Declaration: TypeAlias = (
    Object | Operation | Value | Variable | Theorem | Axiom | Define | Import | Module | Evaluate
)


@record
class Specification(Node):
    """A whole file."""

    declarations: tuple[Declaration, ...]
