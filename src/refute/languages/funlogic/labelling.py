"""All combinations of values that open numbers can have, the smallest numbers first.

The size of a combination is the largest magnitude in it. Combinations of one size are found
together: one number has that size, and the values that the conditions leave to the others are tried
as in `domains.py`. The solver is only asked whether there are more beyond some size, and how far
away they are.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from refute import terms
from refute.languages.funlogic.domains import Domains
from refute.solver import SECOND, Answer, Model, Path
from refute.terms import Term

if TYPE_CHECKING:
    from refute.solver import Session

NARROW, WIDE = 64, 1 << 17
"""Number of sizes that are tried together at first, and maximum width of a range."""

_ANSWER_UNITS = SECOND // 10_000
_SIZE_UNITS = SECOND // 50_000
"""Cost of listing an answer, and of trying a size."""


class UndecidedError(Exception):
    """The solver cannot tell whether there are more values, or the effort is used up."""


def labelled(
    wanted: Sequence[Term], path: Path, session: Session
) -> Generator[Model, None, Path | None]:
    """A model for each combination of values that some numbers can have, as far as values can be
    tried; returns the path with the others, if there may be any.

    Raises `UndecidedError` if it cannot be decided whether there are more.
    """
    size, count = 0, NARROW
    if not wanted or any(each.sort is not terms.INT for each in wanted):
        return path
    while True:
        beyond = path.extend(terms.negation(_within(wanted, size - 1)))
        if Domains.of([*path.conditions(), _within(wanted, size + count)], WIDE) is None:
            return beyond
        nearest = _nearest(wanted, beyond, session)
        if nearest is None:
            return None
        size = nearest + count
        domains = Domains.of([*path.conditions(), _within(wanted, size - 1)], WIDE)
        if domains is None:
            return beyond
        for each in range(nearest, size):
            session.effort.spend(_SIZE_UNITS)
            for model in _of_size(each, wanted, domains, path, session):
                session.effort.spend(_ANSWER_UNITS)
                yield model
        count = min(2 * count, WIDE // 4)


def _within(wanted: Sequence[Term], size: int) -> Term:
    """The condition that some numbers have at most some magnitude."""
    return terms.conjunction(
        *[
            terms.conjunction(
                terms.at_most(each, terms.integer(size)),
                terms.at_least(each, terms.integer(-size)),
            )
            for each in wanted
        ]
    )


def _nearest(wanted: Sequence[Term], beyond: Path, session: Session) -> int | None:
    """The least size of some numbers on a path, found by bisection."""
    low, high = 0, _size_on(wanted, beyond, session)
    while high is not None and low < high:
        middle = (low + high) // 2
        smaller = _size_on(wanted, beyond.extend(_within(wanted, middle)), session)
        if smaller is None:
            low = middle + 1
        else:
            high = smaller
    return high


def _size_on(wanted: Sequence[Term], path: Path, session: Session) -> int | None:
    """The size of some numbers in a model of a path; `None` if it has none."""
    answer = session.check(path)
    if answer is Answer.UNSAT:
        return None
    model = session.model(path)
    if answer is Answer.UNKNOWN or model is None:
        raise UndecidedError
    return max(abs(int(terms.evaluate(each, model))) for each in wanted)  # type: ignore[arg-type]


def _of_size(
    size: int, wanted: Sequence[Term], domains: Domains, path: Path, session: Session
) -> list[Model]:
    """The models in which some numbers have a size, ordered by the magnitude of each in turn."""
    if session.effort.exhausted:
        raise UndecidedError
    conditions = path.conditions()
    found: list[Model] = []
    for place in range(len(wanted)):
        for value in (size, -size) if size else (0,):
            limits = {
                each: (value, value) if at == place else (-most, most)
                for at, each in enumerate(wanted)
                for most in (size - (at < place),)
            }
            some = domains.solutions(limits, session.effort)
            if some is None:
                raise UndecidedError
            found += some
    for each in found:
        if not all(terms.evaluate(condition, each) for condition in conditions):
            raise UndecidedError
    return sorted(
        found,
        key=lambda model: [(abs(model[each]), model[each] < 0) for each in wanted],  # type: ignore[arg-type, operator]
    )
