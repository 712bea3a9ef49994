"""Values for what a branch leaves open: all of them if they are few."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from refute import terms
from refute.languages.funlogic import values
from refute.languages.funlogic.domains import settle_quickly
from refute.languages.funlogic.labelling import UndecidedError, labelled
from refute.languages.funlogic.show import show_condition
from refute.solver import Answer, Model, Path
from refute.terms import Term

if TYPE_CHECKING:
    from refute.solver import Session

FEW = 10
"""Maximum number of solutions listed one by one; if there are more, the condition is shown."""


def few_models(wanted: Sequence[Term], path: Path, session: Session) -> list[Model] | None:
    """A model for each combination of values that some terms can have, in order.

    `None` if there are many, or if the solver cannot tell.
    """
    models: list[Model] = []
    while len(models) <= FEW:
        settle_quickly(path, session.effort)
        answer = session.check(path)
        if answer is Answer.UNSAT:
            return sorted(models, key=lambda each: [terms.evaluate(term, each) for term in wanted])
        model = session.model(path)
        if answer is Answer.UNKNOWN or model is None:
            return None
        models.append(model)
        path = path.extend(_other(wanted, model))
    return None


def _other(wanted: Sequence[Term], model: Model) -> Term:
    """The condition that some terms do not have the values of a model."""
    return terms.disjunction(
        *[
            terms.different(term, terms.constant(terms.evaluate(term, model), term.sort))
            for term in wanted
        ]
    )


def all_models(
    wanted: Sequence[Term], path: Path, session: Session, undecided: Callable[[], None]
) -> Iterator[Model]:
    """A model for each combination of values that some terms can have, the smallest first.

    There may be infinitely many. If the solver cannot tell whether there is another one,
    `undecided` is called.
    """
    try:
        rest = yield from labelled(wanted, path, session)
    except UndecidedError:
        undecided()
        return
    if rest is None:
        return
    path = rest
    while session.check(path) is not Answer.UNSAT:
        model = smallest_model(wanted, path, session) or session.model(path)
        if model is None:
            undecided()
            return
        yield model
        path = path.extend(_other(wanted, model))


DENOMINATORS = (1, 2, 10, 100)
"""Preferred denominators of decimals; the first that is possible is used."""


def smallest_model(unknowns: Sequence[Term], path: Path, session: Session) -> Model | None:
    """A model in which integers are small, and decimals are small and have few places."""
    integers, decimals = values.integers(unknowns), values.decimals(unknowns)
    if not decimals:
        return session.smallest(path, integers)
    for denominator in DENOMINATORS:
        counts = [terms.variable(f"{each.payload} * {denominator}", terms.INT) for each in decimals]
        multiples = [
            terms.equal(terms.multiply(terms.real(denominator), each), terms.to_real(count))
            for each, count in zip(decimals, counts, strict=True)
        ]
        model = session.smallest(path.extend(terms.conjunction(*multiples)), [*integers, *counts])
        if model is not None:
            return {each: value for each, value in model.items() if each not in counts}
    return session.model(path)


def condition_on(unknowns: Sequence[Term], path: Path) -> str:
    """The conditions of a path on some unknowns, directly or through others, as text."""
    relevant = set(unknowns)
    conditions = path.conditions()
    kept: list[Term] = []
    while True:
        added = [
            each
            for each in conditions
            if each not in kept and not relevant.isdisjoint(terms.variables(each))
        ]
        if not added:
            break
        kept.extend(added)
        relevant.update(variable for each in added for variable in terms.variables(each))
    if not kept:
        return ""
    return show_condition(
        terms.simplify(terms.conjunction(*[each for each in conditions if each in kept]))
    )


def settle(answer: values.Answer, path: Path, session: Session) -> list[values.Answer]:
    """The values that an answer can have by its numbers and truth values; itself if they are
    many."""
    wanted = list(dict.fromkeys(each for each in values.inside(answer) if isinstance(each, Term)))
    models = few_models(wanted, path, session) if wanted else None
    return [answer] if models is None else [values.with_numbers(answer, each) for each in models]
