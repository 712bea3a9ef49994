"""Clauses made ready for complement: at given types, heads linear and free of names (section 4.1).

What a head says beyond that is said in the body: `p(X, x\\M, X) :- G` becomes
`p(X, F, Y) :- new x. exists M. Y = X, F = x\\M, G`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from refute.frontend.unify import unify
from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, SUBSTITUTION
from refute.languages.nominal.negation.closing import closed
from refute.languages.nominal.negation.rewrite import (
    both,
    exists,
    free_variables,
    fresh,
    new,
    normal,
    replace,
    replace_in_goal,
    spelled,
    variables_of,
)
from refute.languages.nominal.negation.signature import type_of
from refute.languages.nominal.negation.uncovered import Uncovered
from refute.languages.nominal.types import Type, TypeVariable, substitute, type_variables

DEEPEST = 8
"""Patterns nest no deeper; what is below is said in the body, and compared as a whole."""


def prepare(
    clause: core.Clause, types: tuple[Type, ...], kept: tuple[int, ...] | None = None
) -> core.Clause:
    """A copy of a clause for arguments of some types, with a head of constructors and variables.

    Only the arguments that are kept stay in the head; without them, all. Every variable that the
    head has not is quantified in the body.
    """
    copied = _copy(clause, types)
    free = _free_names(copied.arguments)
    if free:
        raise Uncovered(f"the head of a clause has the name `{free[0]}` free in it", clause.span)
    head = Linear()
    places = range(len(types)) if kept is None else kept
    arguments = tuple(head.pattern(copied.arguments[each]) for each in places)
    goal = both([*head.equations, copied.body])
    known = set(variables_of(*arguments))
    goal = exists([each for each in free_variables(goal) if each not in known], goal)
    for name in reversed(core.goal_leaves(goal)):
        if isinstance(name, core.NameConstant):
            goal = new(name, goal)
    return core.Clause(clause.predicate, arguments, goal, clause.span)


def _copy(clause: core.Clause, types: tuple[Type, ...]) -> core.Clause:
    """A clause with variables and names of its own, for arguments of some types."""
    leaves = _leaves(clause)
    known: dict[TypeVariable, Type] = {}
    values: dict[core.Variable | core.NameConstant, core.Term] = {}
    for leaf in leaves:
        type_ = _copied_type(leaf.type, known)
        match leaf:
            case core.Variable(label):
                values[leaf] = core.Variable(label, type_)
            case core.NameConstant(label):
                values[leaf] = core.NameConstant(label, type_)
    arguments = tuple(spelled(replace(each, values)) for each in clause.arguments)
    for argument, type_ in zip(arguments, types, strict=True):
        unify(type_of(argument), type_)
    body = normal(replace_in_goal(clause.body, values))
    return core.Clause(clause.predicate, arguments, closed(body, arguments), clause.span)


def _leaves(clause: core.Clause) -> list[core.Variable | core.NameConstant]:
    """All variables and names of a clause, the bound ones as well."""
    goals = list(core.subgoals(clause.body))
    terms = [*clause.arguments, *(term for goal in goals for term in core.goal_parts(goal)[0])]
    found = [
        each
        for each in core.subterms(*terms)
        if isinstance(each, core.Variable | core.NameConstant)
    ]
    found += [goal.variable for goal in goals if isinstance(goal, core.Exists | core.Every)]
    return list(dict.fromkeys(found))


def _copied_type(type_: Type, known: dict[TypeVariable, Type]) -> Type:
    """A type with new variables for its unsolved ones."""
    for variable in type_variables(type_):
        known.setdefault(variable, TypeVariable(variable.label, names=variable.names))
    return substitute(type_, known)


def _free_names(terms: tuple[core.Term, ...]) -> list[core.NameConstant]:
    """The names that occur in some terms outside their binders."""
    found: list[core.NameConstant] = []
    waiting: list[tuple[core.Term, frozenset[core.NameConstant]]]
    waiting = [(each, frozenset()) for each in terms]
    while waiting:
        term, bound = waiting.pop()
        match term:
            case core.NameConstant():
                found += [term] if term not in bound else []
            case core.Abstract(name, body):
                waiting.append((body, bound | {name}))
            case _:
                waiting += [(each, bound) for each in core.parts(term)]
    return found


@dataclass(slots=True)
class Linear:
    """Makes linear patterns of constructors and variables; the equations say what they do not."""

    equations: list[core.Goal] = field(default_factory=list)
    seen: set[core.Variable] = field(default_factory=set)

    def pattern(self, term: core.Term, depth: int = 0) -> core.Term:
        """What stands in the head for a term."""
        match term:
            case core.Variable() if term not in self.seen:
                self.seen.add(term)
                return term
            case core.Construct(symbol, arguments) if is_constructor(symbol) and depth < DEEPEST:
                parts = tuple(self.pattern(each, depth + 1) for each in arguments)
                return core.Construct(symbol, parts)
            case _:
                variable = fresh(type_of(term), _label(term))
                self.seen.add(variable)
                self.equations.append(core.Equals(variable, _listed(term)))
                return variable


def _listed(term: core.Term) -> core.Term:
    """A term; what is a list and has no variables is not spelled out."""
    items: list[core.Term] = []
    tail = term
    while isinstance(tail, core.Construct) and tail.symbol is CONS:
        items.append(tail.arguments[0])
        tail = tail.arguments[1]
    if not items or variables_of(term):
        return term
    return core.Listing(tuple(items), tail)


def is_constructor(symbol: core.Symbol) -> bool:
    """Whether terms with a symbol are data, not something to be computed."""
    return symbol.role == "constructor" and symbol is not SUBSTITUTION


def _label(term: core.Term) -> str:
    """What to call the variable that stands for a term."""
    match term:
        case core.Variable(label):
            return label
        case core.Abstract(_, core.Variable(label)):
            return label
        case _:
            return "_"
