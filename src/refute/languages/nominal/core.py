"""Checked programs: identifiers are resolved, function calls and concretions flattened.

Arguments that are declared as a tuple are stored individually, so `app(E1, E2)` and `app E1 E2`
have the same representation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import chain
from typing import Any, TypeAlias

from refute.languages.nominal.types import ALL_SORTS, Type, TypeVariable, show_type
from refute.record import entity, record
from refute.source import NO_SPAN, Span


@entity
class Symbol:
    """A constructor, predicate or function; compared by identity.

    `shape` is the number of arguments that each declared parameter stands for, more than 1 for a
    tuple. `evaluate` computes a built-in function. `clauses` define a predicate. `constant` is the
    only term of a constructor without arguments. Terms of a constructor contain names of its
    `sorts` only, whatever its arguments are. Replacing a call of an `abbreviation` by its clauses
    does not count as a step of a derivation.
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
    sorts: int = ALL_SORTS
    abbreviation: bool = False
    constant: tuple[Symbol] = field(init=False)

    def __post_init__(self) -> None:
        self.constant = (self,)

    @property
    def arity(self) -> int:
        """The number of arguments, counting the items of tuples."""
        return sum(self.shape)

    def __repr__(self) -> str:
        return self.name

    def shown_type(self) -> str:
        """The declared type."""
        parts = [show_type(each, tight=True) for each in (*self.parameters, self.result)]
        return " -> ".join(parts)


@entity
class _Leaf:
    label: str
    type: Type

    def __repr__(self) -> str:
        return self.label


class Variable(_Leaf):
    """An unknown of a clause or query."""

    __slots__ = ()


class NameConstant(_Leaf):
    """A name that occurs in the text of a clause or query."""

    __slots__ = ()


class GivenName(NameConstant):
    """A name that exists before a clause is used; it is the same one in all clauses."""

    __slots__ = ()


Leaf: TypeAlias = Variable | NameConstant


@record
class Literal:
    """A number or a character."""

    value: int | str


@record
class Construct:
    """A constructor with its arguments."""

    symbol: Symbol
    arguments: tuple[Term, ...] = ()


@record
class Listing:
    """A list of items, at least one, followed by a tail."""

    items: tuple[Term, ...]
    tail: Term


@record
class Abstract:
    """A name bound in a term."""

    name: NameConstant
    body: Term


@record
class Swap:
    """Two names exchanged in a term."""

    left: NameConstant
    right: NameConstant
    body: Term


Term: TypeAlias = Variable | NameConstant | Literal | Construct | Listing | Abstract | Swap


@record
class Atom:
    """A predicate with its arguments."""

    predicate: Symbol
    arguments: tuple[Term, ...]
    span: Span = field(default=NO_SPAN, compare=False)


@record
class Relation:
    """Two terms that are compared."""

    left: Term
    right: Term


class Equals(Relation):
    """Two terms unify."""

    __slots__ = ()


class Fresh(Relation):
    """The name on the left does not occur free in the term on the right."""

    __slots__ = ()


class Unequal(Relation):
    """Two numbers or characters differ. Not in the syntax: it results from negating an equation."""

    __slots__ = ()


@record
class Evaluates(Relation):
    """The term on the left unifies with the value of the one on the right."""

    span: Span = field(default=NO_SPAN, compare=False)


@record
class Both:
    """Goals to be solved from left to right; without goals it is true."""

    goals: tuple[Goal, ...]


@record
class Either:
    """The solutions of one goal, then those of the other."""

    left: Goal
    right: Goal


@record
class IfThenElse:
    """One goal with the first solution of the condition, or another if it has none."""

    condition: Goal
    then: Goal
    otherwise: Goal


@record
class Not:
    """The goal has no solution."""

    goal: Goal


@record
class Quantifier:
    """A goal with a bound variable."""

    variable: Variable
    goal: Goal


class ForAll(Quantifier):
    """The goal holds for an arbitrary value."""

    __slots__ = ()


class Every(Quantifier):
    """The goal holds for every value of the variable's type (extensionally, `forall*`).

    Not in the syntax: it results from negating a clause with a variable that is not in its head.
    """

    __slots__ = ()


class Exists(Quantifier):
    """The goal holds for some value, which solving the goal finds."""

    __slots__ = ()


@record
class New:
    """The goal holds for a name that is fresh for everything in scope."""

    name: NameConstant
    goal: Goal


@record
class Cut:
    """Commits to the clause and to the solutions of the goals before it."""


@record
class Fail:
    """Has no solution."""


Goal: TypeAlias = (
    Atom | Equals | Fresh | Unequal | Evaluates | Both | Either | IfThenElse | Not | ForAll
    | Every | Exists | New | Cut | Fail
)  # fmt: skip

TRUE = Both(())


@record
class Clause:
    """`predicate(arguments) :- body`."""

    predicate: Symbol
    arguments: tuple[Term, ...]
    body: Goal
    span: Span = field(default=NO_SPAN, compare=False)


@record
class Query:
    """A goal with the variables whose values are wanted, and its names."""

    goal: Goal
    variables: tuple[Variable, ...]
    names: tuple[NameConstant, ...]
    span: Span = field(default=NO_SPAN, compare=False)


@record
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


def conjunction(goals: Iterable[Goal]) -> Goal:
    """The conjunction of goals, with nested conjunctions flattened."""
    flat = tuple(each for goal in goals for each in conjuncts(goal))
    return flat[0] if len(flat) == 1 else Both(flat)


def conjuncts(goal: Goal) -> tuple[Goal, ...]:
    """The goals of a conjunction."""
    return goal.goals if isinstance(goal, Both) else (goal,)


def subterms(*roots: Term) -> Iterator[Term]:
    """Every part of some terms, in preorder from left to right."""
    waiting = list(reversed(roots))
    while waiting:
        term = waiting.pop()
        yield term
        waiting.extend(reversed(parts(term)))


def parts(term: Term) -> tuple[Term, ...]:
    """The immediate parts of a term."""
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


def names_required(term: Term) -> tuple[NameConstant, ...]:
    """The immediate parts of a term that must be names: what it binds or swaps."""
    match term:
        case Abstract(name, _):
            return (name,)
        case Swap(left, right, _):
            return (left, right)
        case _:
            return ()


def with_parts(term: Term, changed: Callable[[Term], Term]) -> Term:
    """A term with its parts changed; bound or swapped names must remain names."""
    match term:
        case Construct(symbol, arguments):
            return Construct(symbol, tuple(map(changed, arguments)))
        case Listing(items, tail):
            return Listing(tuple(map(changed, items)), changed(tail))
        case Abstract(name, body):
            return Abstract(_still_name(changed(name)), changed(body))
        case Swap(left, right, body):
            return Swap(_still_name(changed(left)), _still_name(changed(right)), changed(body))
        case _:
            return term


def _still_name(term: Term) -> NameConstant:
    assert isinstance(term, NameConstant)
    return term


def replace(term: Term, values: Mapping[Leaf, Term]) -> Term:
    """A term with variables replaced by terms, and names by names."""
    if isinstance(term, Leaf):
        return values.get(term, term)
    return with_parts(term, lambda part: replace(part, values))


def variables(*terms: Term) -> Counter[Variable]:
    """The variables of some terms in order of appearance, with the number of occurrences."""
    return Counter(each for each in subterms(*terms) if isinstance(each, Variable))


def unbound_names(term: Term) -> frozenset[NameConstant]:
    """The names that a term mentions outside the abstractions that bind them."""
    if isinstance(term, NameConstant):
        return frozenset({term})
    found = frozenset(each for part in parts(term) for each in unbound_names(part))
    return found - {term.name} if isinstance(term, Abstract) else found


def goal_parts(goal: Goal) -> tuple[tuple[Term, ...], tuple[Goal, ...]]:
    """The immediate terms and goals of a goal."""
    match goal:
        case Atom(_, arguments):
            return arguments, ()
        case Relation(left, right):
            return (left, right), ()
        case Both(goals):
            return (), goals
        case Either(left_goal, right_goal):
            return (), (left_goal, right_goal)
        case IfThenElse(condition, then, otherwise):
            return (), (condition, then, otherwise)
        case Not(inner) | Exists(_, inner) | Every(_, inner):
            return (), (inner,)
        case ForAll(leaf, inner) | New(leaf, inner):
            return (leaf,), (inner,)
        case _:
            return (), ()


def subgoals(root: Goal) -> Iterator[Goal]:
    """Every goal inside a goal, itself first, from left to right."""
    waiting = [root]
    while waiting:
        goal = waiting.pop()
        yield goal
        waiting.extend(reversed(goal_parts(goal)[1]))


def goal_terms(root: Goal) -> list[Term]:
    """The terms of a goal and of all goals inside it, without the variables of `exists`."""
    return [term for goal in subgoals(root) for term in goal_parts(goal)[0]]


def goal_leaves(root: Goal) -> list[Leaf]:
    """The free variables and names of a goal, each once, in order of appearance."""
    bound: set[Leaf] = set()
    for goal in subgoals(root):
        match goal:
            case Quantifier(leaf, _) | New(leaf, _):
                bound.add(leaf)
    found = (each for each in subterms(*goal_terms(root)) if isinstance(each, Leaf))
    return list(dict.fromkeys(leaf for leaf in found if leaf not in bound))


def called(goal: Goal) -> list[Symbol]:
    """The predicates that a goal calls directly."""
    return [each.predicate for each in subgoals(goal) if isinstance(each, Atom)]


def reachable(*symbols: Symbol) -> list[Symbol]:
    """Some predicates and all that their clauses call, directly or indirectly."""
    found = dict.fromkeys(symbols)
    waiting = list(symbols)
    while waiting:
        for clause in waiting.pop().clauses:
            new = [each for each in called(clause.body) if each not in found]
            found.update(dict.fromkeys(new))
            waiting += dict.fromkeys(new)
    return list(found)


def mentioned(goal: Goal) -> Iterator[Term]:
    """The terms of a goal and of the clauses reachable from it, with all their parts."""
    clauses = [each for symbol in reachable(*called(goal)) for each in symbol.clauses]
    bodies = [goal, *(each.body for each in clauses)]
    heads = (term for each in clauses for term in each.arguments)
    return subterms(*heads, *chain(*map(goal_terms, bodies)))
