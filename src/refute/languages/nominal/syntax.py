"""The syntax tree of an `.apl` file, before names are resolved.

A comma may mean a pair or a conjunction, an identifier a constructor, a predicate, a function or a
name; the type checker decides.
"""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.node import Boolean as Boolean, Node as Node, Text as Text
from refute.record import record

Path: TypeAlias = tuple[str, ...]
"""An identifier with the namespaces before it."""


# Terms, goals and clauses


@record
class Wildcard(Node):
    """`_`."""


@record
class Literal(Node):
    """A number, or a character as a text of length one."""

    value: int | str


@record
class Apply(Node):
    """An identifier with its arguments, none for a constant, a variable or a name."""

    head: Path
    arguments: tuple[Preterm, ...] = ()


@record
class Sequence(Node):
    """`(a, b, c)`: pairs that nest to the right, or a conjunction; the unit if empty."""

    items: tuple[Preterm, ...]


@record
class ListOf(Node):
    """`[a, b | tail]`, and `a :: tail`."""

    items: tuple[Preterm, ...]
    tail: Preterm | None = None


@record
class Abstraction(Node):
    """`name\\body`."""

    name: str
    body: Preterm


@record
class Transposition(Node):
    """`(left~right) body`."""

    left: str
    right: str
    body: Preterm


@record
class Concretion(Node):
    """`body@name`."""

    body: Preterm
    name: str


@record
class Substitution(Node):
    """`body{by/old}`."""

    body: Preterm
    by: Preterm
    old: Preterm


@record
class Quantified(Node):
    """`forall X : T. body`, `exists X. body`, `new a. body`."""

    quantifier: str
    name: str
    type: Type | None
    body: Preterm


@record
class Guard(Node):
    """`condition -> then | otherwise`."""

    condition: Preterm
    then: Preterm
    otherwise: Preterm


@record
class Implies(Node):
    """`conclusion :- premise`, also written `premise => conclusion`."""

    premise: Preterm
    conclusion: Preterm


@record
class Either(Node):
    """`left ; right`."""

    left: Preterm
    right: Preterm


@record
class Relation(Node):
    """`left = right`, `left # right`, `left is right`, `left ~= right`."""

    operator: str
    left: Preterm
    right: Preterm


@record
class Negation(Node):
    """`not(goal)`."""

    goal: Preterm


@record
class Cut(Node):
    """`!`."""


Preterm: TypeAlias = (
    Wildcard | Literal | Text | Apply | Sequence | ListOf | Abstraction | Transposition
    | Concretion | Substitution | Quantified | Guard | Implies | Either | Relation | Negation | Cut
    | Boolean
)  # fmt: skip

# Types and kinds


@record
class TypeName(Node):
    """A type, a type variable or a type constructor with its arguments."""

    head: Path
    arguments: tuple[Type, ...] = ()


@record
class AnyType(Node):
    """`_`."""


@record
class TupleType(Node):
    """`(A, B, C)`; the unit type if empty."""

    items: tuple[Type, ...]


@record
class ListType(Node):
    """`[A]`."""

    item: Type


@record
class AbstractionType(Node):
    """`name\\body`."""

    name: Type
    body: Type


@record
class ArrowType(Node):
    """`argument -> result`."""

    argument: Type
    result: Type


Type: TypeAlias = TypeName | AnyType | TupleType | ListType | AbstractionType | ArrowType

# Declarations


@record
class KindDeclaration(Node):
    """`id : name_type.`, `exp : type.`, `opt : type -> type.`"""

    name: str
    parameters: int
    names: bool


@record
class SymbolDeclaration(Node):
    """`app : (exp, exp) -> exp.`"""

    name: str
    type: Type


@record
class PredicateDeclaration(Node):
    """`pred p(a, b).`"""

    name: str
    parameters: tuple[Type, ...]


@record
class FunctionDeclaration(Node):
    """`func f(a, b) = c.`, `cnst c = t.`, `f :: a -> c.`; a predicate if the result is `prop`."""

    name: str
    parameters: tuple[Type, ...]
    result: Type


@record
class Abbreviation(Node):
    """`type ctx = [(id, ty)].`"""

    name: str
    parameters: tuple[str, ...]
    type: Type


@record
class Clause(Node):
    """A fact, a rule or an equation."""

    body: Preterm


@record
class Query(Node):
    """`?- goal.`"""

    goal: Preterm


@record
class InfixDeclaration(Node):
    """`infixr ==> 5.`; `associativity` is `l`, `r` or `n`."""

    associativity: str
    operator: str
    precedence: int


@record
class Namespace(Node):
    """`namespace List ( … ).`"""

    name: str
    declarations: tuple[Declaration, ...]


@record
class Use(Node):
    """`#use "list.apl".` with the declarations of the file."""

    file: str
    declarations: tuple[Declaration, ...]


@record
class Open(Node):
    """`#open List.`"""

    path: Path


@record
class TypeQuery(Node):
    """`#type term.`"""

    term: Preterm


@record
class CheckDirective(Node):
    """`#check "name" 7 : goal => goal.`; `expected` is set for `#validate` and `#invalidate`."""

    name: str
    bound: int
    statement: Preterm
    expected: bool | None = None


@record
class Directive(Node):
    """`#trace 2.`, `#break p.`, `#clear p.`, `#quit.`, `#help.`"""

    word: str
    argument: int | Path | None = None


Declaration: TypeAlias = (
    KindDeclaration | SymbolDeclaration | PredicateDeclaration | FunctionDeclaration
    | Abbreviation | Clause | Query | InfixDeclaration | Namespace | Use | Open | TypeQuery
    | CheckDirective | Directive
)  # fmt: skip
