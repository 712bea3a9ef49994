"""The tree of an FMSL specification."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from refute.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: its place, which does not count when nodes are compared."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


# Types, as written


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`integer`, `Person`."""

    name: str


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`Person*`."""

    element: TypeExpression


@dataclass(frozen=True, slots=True)
class Component(Node):
    """`age:Age`, or a bare type, whose name is empty; also a parameter and a variable."""

    name: str
    type: TypeExpression


@dataclass(frozen=True, slots=True)
class TupleType(Node):
    """`first:Name and last:Name`; with one component that has a name: `first:Name`."""

    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class UnionType(Node):
    """`circle:Circle or square:Square`."""

    alternatives: tuple[Component, ...]


TypeExpression: TypeAlias = TypeName | ListType | TupleType | UnionType

# Expressions


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """`42`."""

    value: int


@dataclass(frozen=True, slots=True)
class Real(Node):
    """`3.14`."""

    value: float


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`"Corwin"`."""

    value: str


@dataclass(frozen=True, slots=True)
class Boolean(Node):
    """`true`, `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nil(Node):
    """`nil`, the empty value of every type."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A parameter, a value, a variable, or what a quantifier or `let` binds: `pl'`."""

    name: str


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`[1..100]`, both ends included."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class TupleOf(Node):
    """`{a, b}`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`not a`, `-a`, `+a`, `#a`."""

    operator: UnaryOperator
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`a + b` and the other binary operators; `<=>` is `iff`."""

    operator: BinaryOperator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if a then b else c`, or without the last."""

    condition: Expression
    then: Expression
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`p.last`, or by position `p.2`, counted from 1."""

    subject: Expression
    field: str | int


@dataclass(frozen=True, slots=True)
class Select(Node):
    """`l[i]`, counted from 1."""

    subject: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`l[m..n]` or `l[m:n]`, both ends included."""

    subject: Expression
    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`Add(p, pl)`."""

    operation: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Validate(Node):
    """`Add(p, pl) ?-> pl'`: the values of the precondition and of the postcondition."""

    call: Call
    outputs: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Bounded(Node):
    """`forall (x in l) p`, `exists (x in l) p`."""

    quantifier: Quantifier
    variable: str
    collection: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class Unbounded(Node):
    """`forall (x:t) p`, `exists (x:t | condition) p`."""

    quantifier: Quantifier
    variable: str
    type: TypeExpression
    condition: Expression | None
    body: Expression


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let x:T = a`; the type may be left out."""

    name: str
    type: TypeExpression | None
    value: Expression


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """`var x:T = a`; without a value it is nil. Also a declaration."""

    name: str
    type: TypeExpression
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Set(Node):
    """`set x = a`, `set p.age = a`, `set l[i] = a`."""

    target: Expression
    value: Expression


Statement: TypeAlias = Let | Variable | Set | Expression

# Declarations


@dataclass(frozen=True, slots=True)
class Equation(Node):
    """`Pop(Push(s, e)) == s`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """A user-defined attribute: `scheduled_by: Person;` or `note: (* prose *);`."""

    name: str
    prose: str
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """A precondition or postcondition: the comment before the formula, and the formula."""

    prose: str
    formula: Expression | None


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Value(Node):
    """`value p:Person = {"Alan", "Turing", 97};`; the type may be left out."""

    name: str
    type: TypeExpression | None
    value: Expression


@dataclass(frozen=True, slots=True)
class Theorem(Node):
    """`theorem name: formula;` or with parameters `theorem name(x:T) = formula;`; a claim."""

    name: str
    parameters: tuple[Component, ...]
    formula: Expression


@dataclass(frozen=True, slots=True)
class Axiom(Node):
    """`axiom name: formula;`: taken for granted."""

    name: str
    parameters: tuple[Component, ...]
    formula: Expression


@dataclass(frozen=True, slots=True)
class Define(Node):
    """`define object attribute scheduled_by, note;`."""

    of: Literal["object", "operation"]
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Import(Node):
    """`import M.A, M.B;`, `import M.*;`, `import M.* except A;`; no names mean all of them."""

    module: str
    names: tuple[Name, ...] = ()
    excluded: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Module(Node):
    """`module M; export …; import …; declarations end M;`; `exports` is None when all are."""

    name: str
    exports: tuple[Name, ...] | None
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """`> statement;`."""

    statement: Statement


Declaration: TypeAlias = (
    Object | Operation | Value | Variable | Theorem | Axiom | Define | Import | Module | Evaluate
)


@dataclass(frozen=True, slots=True)
class Specification(Node):
    """A whole file."""

    declarations: tuple[Declaration, ...]
