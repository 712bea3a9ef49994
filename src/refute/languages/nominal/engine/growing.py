"""Terms that a loop builds from the outside in, such as the result of `append`.

`append([X|L], M, [X|N]) :- append(L, M, N)` would bind its last argument, an unknown, to a cell
around a new unknown, which the next turn would bind, and so on. Nothing looks at these unknowns
before the loop is left, so the parts of the cells are only collected until then, and the cells are
made from the inside out: without unknowns between them, and with one binding.
"""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.procedures import Step, step_terms
from refute.record import record


@record
class Growing:
    """A clause that goes on with the last part of what it makes of the argument at a position."""

    clause: int
    position: int


def growing(
    symbol: core.Symbol, clauses: Sequence[tuple[tuple[core.Term, ...], list[Step]]], selected: int
) -> Growing | None:
    """The clause of a predicate that grows an argument, if there is one.

    Nothing in it can fail or bind anything before that argument is looked at, if the `selected` one
    is known to have its constructor.
    """
    for number, (arguments, steps) in enumerate(clauses):
        match steps:
            case [core.Atom(predicate, passed), *_] if predicate is symbol:
                others = set(range(len(passed))) - {selected}
                for position in sorted(others):
                    if _grows(arguments, steps, selected, position, passed[position]):
                        return Growing(number, position)
    return None


def _grows(
    arguments: tuple[core.Term, ...],
    steps: list[Step],
    selected: int,
    position: int,
    tail: core.Term,
) -> bool:
    """Whether an argument gets the tail as its last part, which nothing else mentions."""
    pattern, known = unlisted(arguments[position]), unlisted(arguments[selected])
    if not (isinstance(pattern, core.Construct) and isinstance(known, core.Construct)):
        return False
    others = [each for i, each in enumerate(arguments) if i not in {position, selected}]
    plain = [*others, *known.arguments]
    terms = [*arguments, *(term for step in steps for term in step_terms(step))]
    return (
        isinstance(tail, core.Variable)
        and pattern.arguments[-1:] == (tail,)
        and all(isinstance(each, core.Variable) for each in plain)
        and len(set(plain)) == len(plain)
        and [*core.subterms(*terms)].count(tail) == 2
    )
