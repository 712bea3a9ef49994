"""The outcomes of conditions on given inputs, and the values chosen by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.abbreviated import abbreviated
from refute.languages.console.meaning import Environment, evaluate_if_possible
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import drive
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Expression, Origin, Statement
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import Value

_ORDERS = frozenset({"<", "<=", ">", ">="})
_EQUALITIES = frozenset({"==", "!="})
_ATOMS = _ORDERS | _EQUALITIES | {"in", "not in", "subset", "contains", "starts with", "ends with"}
_EITHER = "either"
_NEAR = (-1, 0, 1)


class Outcome(NamedTuple):
    """An outcome of a condition; `later` if it was tested before in the same run.

    `condition` is its identity. With a `distance`, this is the boundary of a comparison: by how
    much the left side is greater.
    """

    condition: int
    truth: bool
    later: bool = False
    distance: int | None = None


@dataclass(slots=True)
class Shown:
    """What a run showed: outcomes in order, and chosen values with their requests."""

    outcomes: dict[Outcome, None] = field(default_factory=dict)
    chosen: list[tuple[ReadStep, Value]] = field(default_factory=list)


@dataclass(frozen=True)
class Outcomes:
    """The outcomes that the conditions of a specification can have."""

    checked: Checked

    def of(self, values: Sequence[Value]) -> Shown:
        """The outcomes for some values, as far as the specification has a meaning with them."""
        shown, left = Shown(), iter(values)

        def answer(asks: ReadStep) -> Value | None:
            value = next(left, None)
            if value is not None and asks.read.origin is Origin.CHOSEN:
                shown.chosen.append((asks, value))
            return value

        visited: set[int] = set()

        def visit(statement: Statement, environment: Environment) -> None:
            later = id(statement) in visited
            visited.add(id(statement))
            for condition in self._conditions[id(statement)]:
                shown.outcomes.update(dict.fromkeys(_outcomes(condition, environment, later)))

        with suppress(InputError):
            drive(self.checked.body, answer, visit=visit)
        return shown

    @cached_property
    def _conditions(self) -> dict[int, list[Expression]]:
        """The conditions that each statement tests, including those inside its output."""
        return {id(each): list(_conditions_of(each)) for each in statements_of(self.checked.body)}

    @cached_property
    def _known(self) -> dict[int, Expression]:
        return {id(each): each for found in self._conditions.values() for each in found}

    def in_words(self, outcome: Outcome) -> str:
        """That an outcome never came up."""
        condition, truth, distance = self._known[outcome.condition], outcome.truth, outcome.distance
        if isinstance(condition, syntax.Apply) and condition.function == _EITHER:
            condition = condition.arguments[0]
        if distance is not None and isinstance(condition, syntax.Apply):
            left, right = condition.arguments
            if distance:
                sign = "+" if distance > 0 else "-"
                right = syntax.Apply(sign, (right, syntax.Integer(abs(distance))))
            condition, truth = syntax.Apply("==", (left, right)), True
        shown = show_expression(abbreviated(condition))
        when = " after the first time" if outcome.later else ""
        return f"`{shown}` was never {str(truth).lower()}{when}"


def _conditions_of(statement: Statement) -> Iterator[Expression]:
    if isinstance(statement, syntax.If):
        yield statement.condition
    for expression in expressions_of(statement):
        for part in parts(expression):
            whole = isinstance(statement, syntax.If) and part is statement.condition
            asks = isinstance(part, syntax.Apply) and part.function in {*_ATOMS, _EITHER}
            if asks and not whole:
                yield part


def _outcomes(condition: Expression, environment: Environment, later: bool) -> Iterator[Outcome]:
    """The outcomes of a condition; that of a choice counts only if it makes a difference."""
    found = evaluate_if_possible(condition, environment)
    if isinstance(condition, syntax.Apply) and condition.function == _EITHER:
        found, *others = (evaluate_if_possible(each, environment) for each in condition.arguments)
        if found is not None and others[0] != others[1]:
            yield Outcome(id(condition), bool(found), later)
        return
    if found is None:
        return
    yield Outcome(id(condition), bool(found), later)
    if isinstance(condition, syntax.Apply) and condition.function in _ORDERS:
        one, two = (evaluate_if_possible(each, environment) for each in condition.arguments)
        if isinstance(one, int) and isinstance(two, int) and one - two in _NEAR:
            yield Outcome(id(condition), bool(found), distance=one - two)
