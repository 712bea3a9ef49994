"""Names that a clause may let escape from its binders.

The names in a clause are new whenever it is used. If they are fresh for its head, nothing is lost:
whatever can be derived with one name can be derived with any other. Otherwise, as in
`body(lam(x\\M), M)`, a call may be about the very name that the clause makes. For given names, such
clauses are therefore repeated with the given names in place of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Name
from refute.languages.nominal.rewrite import replace_in_goal
from refute.languages.nominal.types import SortsOf, Type, agree

Renaming = dict[core.Leaf, core.Term]


def escaping(clause: core.Clause, sorts: SortsOf) -> list[core.NameConstant]:
    """The names of a clause, except given ones, that may occur free in its head, each once."""
    names = dict.fromkeys(each for each in _leaves(clause) if type(each) is core.NameConstant)
    return [each for each in names if not _fresh(each, clause, sorts)]


def lets_out(clause: core.Clause, sorts: SortsOf) -> bool:
    """Whether a clause may let names escape, its own or the given ones in their place."""
    given = any(isinstance(each, core.GivenName) for each in _leaves(clause))
    return given or bool(escaping(clause, sorts))


def shared_names(goal: core.Goal, sorts: SortsOf) -> dict[Name, Type]:
    """A new name for each type of names that the rules called by a goal may let escape."""
    clauses = (each for symbol in core.reachable(*core.called(goal)) for each in symbol.clauses)
    found = [name for clause in clauses for name in escaping(clause, sorts)]
    one_each = {resolve(name.type): name for name in found}
    return {Name(name.label, sorts(type_)): type_ for type_, name in one_each.items()}


def lets_names_out(goal: core.Goal, sorts: SortsOf) -> bool:
    """Whether a rule called by a goal, directly or indirectly, may let names escape."""
    return bool(shared_names(goal, sorts))


def nests(goal: core.Goal, sorts: SortsOf) -> bool:
    """Whether a goal can reach a clause with names that calls one that may let names escape.

    The called clause does not take the names that the calling one makes.
    """
    symbols = core.reachable(*core.called(goal))
    clauses = [each for symbol in symbols for each in symbol.clauses]
    loose = {each.predicate for each in clauses if escaping(each, sorts)}
    return bool(loose) and any(
        not loose.isdisjoint(core.reachable(*core.called(each.body)))
        for each in clauses
        if any(isinstance(leaf, core.NameConstant) for leaf in _leaves(each))
    )


def _leaves(clause: core.Clause) -> Iterator[core.Term]:
    return chain(core.subterms(*clause.arguments), core.goal_leaves(clause.body))


def _fresh(name: core.NameConstant, clause: core.Clause, sorts: SortsOf) -> bool:
    """Whether a clause ensures that a name is fresh for its head."""
    spared = {
        leaf
        for goal in core.conjuncts(clause.body)
        if isinstance(goal, core.Fresh) and goal.left is name
        for leaf in exposed_leaves(name, goal.right)
    }
    return all(
        leaf in spared
        or (isinstance(leaf, core.Variable) and not sorts(leaf.type) & sorts(name.type))
        for argument in clause.arguments
        for leaf in exposed_leaves(name, argument)
    )


def exposed_leaves(name: core.NameConstant, term: core.Term) -> Iterator[core.Leaf]:
    """The leaves of a term in which a name could be free: not below its binder, not other names."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        match part:
            case core.Variable():
                yield part
            case core.NameConstant():
                if part is name:
                    yield part
            case core.Abstract(bound, body):
                waiting.extend(() if bound is name else (body,))
            case _:
                waiting.extend(core.parts(part))


def with_given_names(
    clause: core.Clause, given: Iterable[core.GivenName], sorts: SortsOf
) -> Iterator[core.Clause]:
    """A clause, and its variants with given names in place of those that it may let escape."""
    yield clause
    names = escaping(clause, sorts)
    ways = [[None, *(each for each in given if agree(each.type, name.type))] for name in names]
    for chosen in product(*ways):
        taken = [each for each in chosen if each is not None]
        if taken and len(set(taken)) == len(taken):
            pairs = zip(names, chosen, strict=True)
            yield _renamed(clause, {name: each for name, each in pairs if each is not None})


def _renamed(clause: core.Clause, names: Renaming) -> core.Clause:
    arguments = tuple(core.replace(each, names) for each in clause.arguments)
    body = replace_in_goal(clause.body, names)
    return core.Clause(clause.predicate, arguments, body, clause.span)
