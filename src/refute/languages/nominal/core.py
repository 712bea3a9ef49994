"""Checked programs: identifiers resolved, function calls and concretions flattened out.

Arguments that are declared as a tuple are kept one by one, so that `app(E1, E2)` and `app E1 E2`
look the same here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from refute.languages.nominal.types import Type, TypeVariable, show_type
from refute.source import NO_SPAN, Span


@dataclass(eq=False, slots=True)
class Symbol:
    """A constructor, predicate or function; compared by identity.

    `shape` has for each declared parameter the number of arguments it stands for, above 1 for a
    tuple. `evaluate` computes a built-in function. A predicate keeps its `clauses`;
    `constant` is the one term that a constructor without arguments makes. What a `nameless`
    constructor makes has no names in it, whatever its arguments are. To replace a call of an
    `abbreviation` by its clauses is no step of a derivation.
    """

    name: str
    role: str
    parameters: tuple[Type, ...]
    result: Type
    variables: tuple[TypeVariable, ...] = ()
    shape: tuple[int, ...] = ()
    evaluate: Callable[..., Any] | None = None
    clauses: list[Clause] = field(default_factory=list)
    span: Span = NO_SPAN
    nameless: bool = False
    abbreviation: bool = False
    constant: tuple[Symbol] = field(init=False)

    def __post_init__(self) -> None:
        self.constant = (self,)

    @property
    def arity(self) -> int:
        """How many arguments it has, those of tuples counted one by one."""
        return sum(self.shape)

    def __repr__(self) -> str:
        return self.name

    def shown_type(self) -> str:
        """The declared type."""
        parts = [show_type(each, tight=True) for each in (*self.parameters, self.result)]
        return " -> ".join(parts)


@dataclass(eq=False, slots=True)
class Variable:
    """An unknown of a clause or query."""

    label: str
    type: Type

    def __repr__(self) -> str:
        return self.label


@dataclass(eq=False, slots=True)
class NameConstant:
    """A name that a clause or query writes down."""

    label: str
    type: Type

    def __repr__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a character."""

    value: int | str


@dataclass(frozen=True, slots=True)
class Construct:
    """A constructor with its arguments."""

    symbol: Symbol
    arguments: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with these items before its tail, at least one."""

    items: tuple[Term, ...]
    tail: Term


@dataclass(frozen=True, slots=True)
class Abstract:
    """A name bound in a term."""

    name: NameConstant
    body: Term


@dataclass(frozen=True, slots=True)
class Swap:
    """Two names exchanged in a term."""

    left: NameConstant
    right: NameConstant
    body: Term


Term: TypeAlias = Variable | NameConstant | Literal | Construct | Listing | Abstract | Swap


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with its arguments."""

    predicate: Symbol
    arguments: tuple[Term, ...]
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Equals:
    """Two terms unify."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Fresh:
    """A name does not occur free in a term."""

    name: Term
    term: Term


@dataclass(frozen=True, slots=True)
class Unequal:
    """Two numbers or characters differ. No source has it: it comes from negating an equation."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Evaluates:
    """A term unifies with the value of another."""

    left: Term
    right: Term
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Both:
    """Goals to be solved from left to right; none is true."""

    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """The solutions of one goal, then those of another."""

    left: Goal
    right: Goal


@dataclass(frozen=True, slots=True)
class IfThenElse:
    """With the first solution of the condition the one goal, without any the other."""

    condition: Goal
    then: Goal
    otherwise: Goal


@dataclass(frozen=True, slots=True)
class Not:
    """The goal has no solution."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class ForAll:
    """The goal holds for an arbitrary value."""

    variable: Variable
    goal: Goal


@dataclass(frozen=True, slots=True)
class Every:
    """The goal holds for every value of the variable's type (extensionally, `forall*`).

    No source has it: it comes from negating a clause with a variable that its head has not.
    """

    variable: Variable
    goal: Goal


@dataclass(frozen=True, slots=True)
class Exists:
    """The goal holds for some value, found where the goal stands."""

    variable: Variable
    goal: Goal


@dataclass(frozen=True, slots=True)
class New:
    """The goal holds for a name that is fresh for everything in scope."""

    name: NameConstant
    goal: Goal


@dataclass(frozen=True, slots=True)
class Cut:
    """Commits to the clause and to what was found in it so far."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Has no solution."""


Goal: TypeAlias = (
    Atom
    | Equals
    | Fresh
    | Unequal
    | Evaluates
    | Both
    | Either
    | IfThenElse
    | Not
    | ForAll
    | Every
    | Exists
    | New
    | Cut
    | Fail
)

TRUE = Both(())


@dataclass(frozen=True, slots=True)
class Clause:
    """`predicate(arguments) :- body`."""

    predicate: Symbol
    arguments: tuple[Term, ...]
    body: Goal
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Query:
    """A goal with the variables whose values are asked for, and its names."""

    goal: Goal
    variables: tuple[Variable, ...]
    names: tuple[NameConstant, ...]
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """`#check`: the hypotheses imply the conclusion, to be attacked up to a bound."""

    name: str
    bound: int
    hypotheses: Goal
    conclusion: Goal
    variables: tuple[Variable, ...]
    names: tuple[NameConstant, ...]
    expected: bool | None = None
    span: Span = field(default=NO_SPAN, compare=False)


def conjunction(goals: list[Goal]) -> Goal:
    """All of these goals, those inside conjunctions side by side."""
    flat: list[Goal] = []
    for goal in goals:
        flat.extend(goal.goals if isinstance(goal, Both) else (goal,))
    return flat[0] if len(flat) == 1 else Both(tuple(flat))


def subterms(*roots: Term) -> Iterator[Term]:
    """Every part of some terms, from left to right, the whole before its parts."""
    waiting = list(reversed(roots))
    while waiting:
        term = waiting.pop()
        yield term
        waiting.extend(reversed(parts(term)))


def parts(term: Term) -> tuple[Term, ...]:
    """What a term is made of."""
    match term:
        case Construct(_, arguments):
            return arguments
        case Listing(items, tail):
            return (*items, tail)
        case Abstract(name, body):
            return (name, body)
        case Swap(left, right, body):
            return (left, right, body)
        case _:
            return ()


def goal_parts(goal: Goal) -> tuple[tuple[Term, ...], tuple[Goal, ...]]:
    """The terms and the goals that a goal has directly in it."""
    match goal:
        case Atom(_, arguments):
            return arguments, ()
        case (
            Equals(left, right) | Fresh(left, right) | Unequal(left, right) | Evaluates(left, right)
        ):
            return (left, right), ()
        case Both(goals):
            return (), goals
        case Either(left_goal, right_goal):
            return (), (left_goal, right_goal)
        case IfThenElse(condition, then, otherwise):
            return (), (condition, then, otherwise)
        case Not(inner) | Exists(_, inner) | Every(_, inner):
            return (), (inner,)
        case ForAll(variable, inner):
            return (variable,), (inner,)
        case New(name, inner):
            return (name,), (inner,)
        case _:
            return (), ()


def subgoals(root: Goal) -> Iterator[Goal]:
    """Every goal inside a goal, itself first, from left to right."""
    waiting = [root]
    while waiting:
        goal = waiting.pop()
        yield goal
        waiting.extend(reversed(goal_parts(goal)[1]))


def goal_leaves(root: Goal) -> list[Variable | NameConstant]:
    """The free variables and names of a goal, each once, in order of appearance."""
    found: dict[Variable | NameConstant, None] = {}
    bound: set[Variable | NameConstant] = set()
    for goal in subgoals(root):
        match goal:
            case ForAll(variable, _) | Every(variable, _) | Exists(variable, _):
                bound.add(variable)
            case New(name, _):
                bound.add(name)
        for term in subterms(*goal_parts(goal)[0]):
            if isinstance(term, Variable | NameConstant):
                found[term] = None
    return [leaf for leaf in found if leaf not in bound]
