"""The answers to a query, with the numbers that the solver leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refute.languages.funlogic.instances import Instances, integers, numbers
from refute.languages.funlogic.show import show_condition, show_value
from refute.languages.funlogic.values import Answer as Value
from refute.search import Search
from refute.solver import Answer, Model, Path
from refute.terms import (
    Term,
    conjunction,
    constant,
    different,
    disjunction,
    evaluate,
    simplify,
    variables,
)

if TYPE_CHECKING:
    from refute.solver import Session

FEW = 10
"""Maximum number of solutions that are listed one by one; of more, the condition is shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """An answer as shown: the values, and the condition on what they leave open, by example."""

    values: tuple[str, ...]
    condition: str = ""


def rows(
    values: Sequence[Value], path: Path, search: Search[Any], instances: Instances
) -> list[Row]:
    """The answer of one branch: each of few solutions, or all of many in one."""
    unknowns = numbers(values)
    if not unknowns:
        return [Row(tuple(map(show_value, values)))]
    session = search.session
    models = _few_models(unknowns, path, session)
    if models is not None:
        shown = [
            Row(tuple(show_value(instances.with_numbers(value, model)) for value in values))
            for model in models
        ]
        return list(dict.fromkeys(shown))
    model = session.smallest(path, integers(unknowns)) or session.model(path) or {}
    example = ", ".join(
        f"{show_condition(term)} = {show_value(instances.with_numbers(term, model))}"
        for term in unknowns
    )
    condition = _condition(unknowns, path)
    text = f"{condition}, for example {example}" if condition else f"for example {example}"
    return [Row(tuple(map(show_value, values)), text)]


def _few_models(unknowns: Sequence[Term], path: Path, session: Session) -> list[Model] | None:
    """All models as far as the unknowns go, if they are few and the solver can tell."""
    models: list[Model] = []
    while len(models) <= FEW:
        answer = session.check(path)
        if answer is Answer.UNSAT:
            return sorted(models, key=lambda each: [evaluate(term, each) for term in unknowns])
        model = session.model(path)
        if answer is Answer.UNKNOWN or model is None:
            return None
        models.append(model)
        other = [different(term, constant(evaluate(term, model), term.sort)) for term in unknowns]
        path = path.extend(disjunction(*other))
    return None


def _condition(unknowns: Sequence[Term], path: Path) -> str:
    """The conditions of a path that have to do with some unknowns, directly or through others."""
    relevant = set(unknowns)
    conditions = path.conditions()
    kept: list[Term] = []
    while True:
        added = [
            each
            for each in conditions
            if each not in kept and not relevant.isdisjoint(variables(each))
        ]
        if not added:
            break
        kept.extend(added)
        relevant.update(variable for each in added for variable in variables(each))
    if not kept:
        return ""
    return show_condition(simplify(conjunction(*[each for each in conditions if each in kept])))
