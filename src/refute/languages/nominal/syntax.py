"""The tree of an `.apl` file, before names are resolved.

A comma may mean a pair or a conjunction, an identifier a constructor, a predicate, a function or a
name; the type checker decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from refute.source import NO_SPAN, Span

Path: TypeAlias = tuple[str, ...]
"""An identifier with the namespaces before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Something with a place."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


# Terms, goals and clauses


@dataclass(frozen=True, slots=True)
class Wildcard(Node):
    """`_`."""


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, or a character as a text of length one."""

    value: int | str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string: a list of characters."""

    value: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """An identifier with its arguments, none for a constant, a variable or a name."""

    head: Path
    arguments: tuple[Preterm, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """`(a, b, c)`: pairs that nest to the right, or a conjunction; without items the unit."""

    items: tuple[Preterm, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b | tail]`, and `a :: tail`."""

    items: tuple[Preterm, ...]
    tail: Preterm | None = None


@dataclass(frozen=True, slots=True)
class Abstraction(Node):
    """`name\\body`."""

    name: str
    body: Preterm


@dataclass(frozen=True, slots=True)
class Transposition(Node):
    """`(left~right) body`."""

    left: str
    right: str
    body: Preterm


@dataclass(frozen=True, slots=True)
class Concretion(Node):
    """`body@name`."""

    body: Preterm
    name: str


@dataclass(frozen=True, slots=True)
class Substitution(Node):
    """`body{by/old}`."""

    body: Preterm
    by: Preterm
    old: Preterm


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`forall X : T. body`, `exists X. body`, `new a. body`."""

    quantifier: str
    name: str
    type: Type | None
    body: Preterm


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """`condition -> then | otherwise`."""

    condition: Preterm
    then: Preterm
    otherwise: Preterm


@dataclass(frozen=True, slots=True)
class Implies(Node):
    """`conclusion :- premise`, also written `premise => conclusion`."""

    premise: Preterm
    conclusion: Preterm


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`left ; right`."""

    left: Preterm
    right: Preterm


@dataclass(frozen=True, slots=True)
class Relation(Node):
    """`left = right`, `left # right`, `left is right`, `left ~= right`."""

    operator: str
    left: Preterm
    right: Preterm


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`not(goal)`."""

    goal: Preterm


@dataclass(frozen=True, slots=True)
class Cut(Node):
    """`!`."""


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true` and `false`."""

    value: bool


Preterm: TypeAlias = (
    Wildcard
    | Literal
    | Text
    | Apply
    | Sequence
    | ListOf
    | Abstraction
    | Transposition
    | Concretion
    | Substitution
    | Quantified
    | Guard
    | Implies
    | Either
    | Relation
    | Negation
    | Cut
    | Truth
)

# Types and kinds


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type, a type variable or a type constructor with its arguments."""

    head: Path
    arguments: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyType(Node):
    """`_`."""


@dataclass(frozen=True, slots=True)
class TupleType(Node):
    """`(A, B, C)`; without items the unit."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`[A]`."""

    item: Type


@dataclass(frozen=True, slots=True)
class AbstractionType(Node):
    """`name\\body`."""

    name: Type
    body: Type


@dataclass(frozen=True, slots=True)
class ArrowType(Node):
    """`argument -> result`."""

    argument: Type
    result: Type


Type: TypeAlias = TypeName | AnyType | TupleType | ListType | AbstractionType | ArrowType

# Declarations


@dataclass(frozen=True, slots=True)
class KindDeclaration(Node):
    """`id : name_type.`, `exp : type.`, `opt : type -> type.`"""

    name: str
    parameters: int
    names: bool


@dataclass(frozen=True, slots=True)
class SymbolDeclaration(Node):
    """`app : (exp, exp) -> exp.`"""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class PredicateDeclaration(Node):
    """`pred p(a, b).`"""

    name: str
    parameters: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class FunctionDeclaration(Node):
    """`func f(a, b) = c.`, `cnst c = t.`, `f :: a -> c.`; a predicate if it gives propositions."""

    name: str
    parameters: tuple[Type, ...]
    result: Type


@dataclass(frozen=True, slots=True)
class Abbreviation(Node):
    """`type ctx = [(id, ty)].`"""

    name: str
    parameters: tuple[str, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """A fact, a rule or an equation."""

    body: Preterm


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`?- goal.`"""

    goal: Preterm


@dataclass(frozen=True, slots=True)
class InfixDeclaration(Node):
    """`infixr ==> 5.`; `associativity` is `l`, `r` or `n`."""

    associativity: str
    operator: str
    precedence: int


@dataclass(frozen=True, slots=True)
class Namespace(Node):
    """`namespace List ( … ).`"""

    name: str
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`#use "list.apl".` with what the file holds."""

    file: str
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Open(Node):
    """`#open List.`"""

    path: Path


@dataclass(frozen=True, slots=True)
class TypeQuery(Node):
    """`#type term.`"""

    term: Preterm


@dataclass(frozen=True, slots=True)
class CheckDirective(Node):
    """`#check "name" 7 : goal => goal.`; `expected` is what `#validate` and `#invalidate` say."""

    name: str
    bound: int
    statement: Preterm
    expected: bool | None = None


@dataclass(frozen=True, slots=True)
class Directive(Node):
    """`#trace 2.`, `#break p.`, `#clear p.`, `#quit.`, `#help.`"""

    word: str
    argument: int | Path | None = None


Declaration: TypeAlias = (
    KindDeclaration
    | SymbolDeclaration
    | PredicateDeclaration
    | FunctionDeclaration
    | Abbreviation
    | Clause
    | Query
    | InfixDeclaration
    | Namespace
    | Use
    | Open
    | TypeQuery
    | CheckDirective
    | Directive
)
