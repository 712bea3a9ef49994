"""Several different models of one path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from refute.solver.answer import Answer, Ending, Model, Samples
from refute.solver.path import Path
from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    ListSort,
    Sort,
    Term,
    TupleSort,
    Value,
    constant,
    default_value,
    different,
    disjunction,
    evaluate,
    satisfies,
)

if TYPE_CHECKING:
    from refute.solver.session import Session

Suggest: TypeAlias = Callable[[Random, Term], Value]


def suggest_value(random: Random, variable: Term) -> Value:
    """A random value of moderate size of the sort of a variable."""
    return _random_value(random, variable.sort)


def _random_value(random: Random, sort: Sort) -> Value:
    match sort:
        case TupleSort(items):
            return tuple(_random_value(random, item) for item in items)
        case ListSort(item):
            return tuple(_random_value(random, item) for _ in range(random.randint(0, 4)))
    if sort is BOOL:
        return random.random() < 0.5
    if sort is INT:
        return random.randint(-20, 20)
    if sort is REAL:
        return Fraction(random.randint(-80, 80), 4)
    if sort is STRING:
        return "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(0, 6)))
    return default_value(sort)


def sample(
    session: Session,
    conditions: Sequence[Term],
    *,
    variables: Sequence[Term],
    count: int,
    seed: int,
    suggest: Suggest,
) -> Samples:
    """Models that differ in the variables; suggestions in the way of a model are dropped."""
    random = Random(seed)
    path = Path()
    for condition in conditions:
        path = path.extend(condition)
    models: list[Model] = []
    while len(models) < count:
        suggested = {each: suggest(random, each) for each in variables}
        answer, model = _near(session, path, suggested, random)
        if model is None:
            ending = Ending.EXHAUSTED if answer is Answer.UNSAT else Ending.UNKNOWN
            return Samples(tuple(models), ending)
        models.append(model)
        path = path.extend(
            disjunction(
                *(different(each, constant(evaluate(each, model), each.sort)) for each in variables)
            )
        )
    return Samples(tuple(models), Ending.ENOUGH)


def _near(
    session: Session, path: Path, suggested: dict[Term, Value], random: Random
) -> tuple[Answer, Model | None]:
    """A model with as many suggested values as dropping one of each conflict leaves."""
    if satisfies(suggested, path.conditions()):
        return Answer.SAT, dict(suggested)
    while True:
        answer, model, blamed = session.assume(path, suggested)
        if answer is Answer.UNSAT and blamed:
            del suggested[random.choice(blamed)]
        elif answer is Answer.UNKNOWN and suggested:
            suggested.clear()
        else:
            return answer, model
