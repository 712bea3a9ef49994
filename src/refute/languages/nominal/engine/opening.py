"""Binders that a clause may open with their own names.

The names in a clause are new whenever it is used. If the clause ensures that such a name `x` is
fresh for its head, whatever can be derived with one name can be derived with any other fresh one.
So instead of a new name, `x` may be the name that the argument happens to bind, if that is fresh
for everything else; this saves swapping names in the body. The freshness must be known at that
point: if `x` is also bound in a result, as in `f(lam(x\\E)) = lam(x\\F)`, names may still become
free there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.languages.nominal import core
from refute.languages.nominal.builtins import depends_on_spelling
from refute.languages.nominal.engine.escape import exposed_leaves
from refute.languages.nominal.engine.procedures import Steps
from refute.languages.nominal.types import SortsOf
from refute.record import record


@record
class Opening:
    """A name of a clause, bound in one argument, and the variables for which it must be fresh.

    `steps` is the number of steps at the beginning of the body that only require this.
    """

    name: core.NameConstant
    position: int
    spared: tuple[core.Variable, ...]
    steps: int


def opening(arguments: Sequence[core.Term], steps: Steps, sorts: SortsOf) -> Opening | None:
    """The first binder of a head that may be opened with its own name."""
    for position, argument in enumerate(arguments):
        for name in _bound(argument):
            found = _opening(name, position, arguments, steps, sorts)
            if found is not None:
                return None if _spells(steps) else found
    return None


def _spells(steps: Steps) -> bool:
    """Whether some steps, or the clauses reachable from them, depend on the spelling of names."""
    goals = [step for step, _ in steps if isinstance(step, core.Goal)]
    return any(map(depends_on_spelling, core.mentioned(core.conjunction(goals))))


def _opening(
    name: core.NameConstant,
    position: int,
    arguments: Sequence[core.Term],
    steps: Steps,
    sorts: SortsOf,
) -> Opening | None:
    ordered = [*arguments[:position], *arguments[position + 1 :], arguments[position]]
    if sum(part is name for part in _binders(ordered)) > 1:
        return None
    spared: dict[core.Variable, None] = {}
    count = 0
    for step, _ in steps:
        if not (isinstance(step, core.Fresh) and step.left is name):
            break
        leaves = list(exposed_leaves(name, step.right))
        if any(isinstance(leaf, core.NameConstant) for leaf in leaves):
            return None
        spared.update(dict.fromkeys(each for each in leaves if isinstance(each, core.Variable)))
        count += 1
    exposed = [leaf for argument in ordered for leaf in exposed_leaves(name, argument)]
    fresh = all(
        leaf in spared
        or (isinstance(leaf, core.Variable) and not sorts(leaf.type) & sorts(name.type))
        for leaf in exposed
    )
    known = set(_before(name, ordered))
    return Opening(name, position, tuple(spared), count) if fresh and known >= {*spared} else None


def _bound(term: core.Term) -> Iterator[core.NameConstant]:
    """The names that a term binds at its top or as an argument of a constructor there."""
    parts = term.arguments if isinstance(term, core.Construct) else (term,)
    return (each.name for each in parts if isinstance(each, core.Abstract))


def _binders(roots: Sequence[core.Term]) -> Iterator[core.NameConstant]:
    """The names bound in some terms, once for each binder."""
    return (each.name for each in core.subterms(*roots) if isinstance(each, core.Abstract))


def _outer(roots: Sequence[core.Term]) -> Iterator[core.Term]:
    """The parts of some terms that are not below a binder, from left to right."""
    waiting = list(reversed(roots))
    while waiting:
        term = waiting.pop()
        yield term
        if not isinstance(term, core.Abstract):
            waiting.extend(reversed(core.parts(term)))


def _before(name: core.NameConstant, roots: Sequence[core.Term]) -> Iterator[core.Term]:
    """The parts that come before the binder of a name."""
    for term in _outer(roots):
        if isinstance(term, core.Abstract) and term.name is name:
            return
        yield from (term.body,) if isinstance(term, core.Abstract) else (term,)
