"""Guessing models: changing one value so that a condition becomes true, without the solver."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from refute import terms
from refute.solver.path import Model, Path
from refute.terms import (
    INT,
    REAL,
    STRING,
    Constructed,
    DataSort,
    Operator,
    Term,
    Value,
    evaluate,
)

_LOGIC = frozenset({Operator.AND, Operator.OR, Operator.NOT})
_MOST_VARIABLES = 8
_MOST_MODELS = 8
_SMALL: tuple[Value, ...] = (0, 1, -1, 2)


@dataclass(slots=True)
class Guesser:
    """Caches the variables and comparisons of conditions, to find values worth trying."""

    constants: Sequence[Value] = ()
    _variables: dict[Term, frozenset[Term]] = field(default_factory=dict)
    _atoms: dict[Term, tuple[Term, ...]] = field(default_factory=dict)

    def variables(self, condition: Term) -> frozenset[Term]:
        """The variables of a condition."""
        found = self._variables.get(condition)
        if found is None:
            found = self._variables[condition] = frozenset(terms.variables(condition))
        return found

    def holds(self, conditions: Iterable[Term], model: Model, changed: Term) -> bool:
        """Whether all conditions that contain a changed variable are true."""
        return all(
            evaluate(condition, model)
            for condition in conditions
            if changed in self.variables(condition)
        )

    def extend(
        self,
        model: Model,
        conditions: Sequence[Term],
        wanted: Term,
        settled: frozenset[Term] = frozenset(),
    ) -> Model | None:
        """A model of the conditions and of one more, if changing one value is enough."""
        if evaluate(wanted, model):
            return model
        free = sorted(self.variables(wanted) - settled, key=_age, reverse=True)
        for variable in free[:_MOST_VARIABLES]:
            for value in self.candidates(variable, wanted, model):
                changed = {**model, variable: value}
                if evaluate(wanted, changed) and self.holds(conditions, changed, variable):
                    return changed
        return None

    def candidates(self, variable: Term, wanted: Term, model: Model) -> Iterator[Value]:
        """Values of a variable that may make a condition true, the most promising first."""
        tried: set[Value] = set()
        for value in self._candidates(variable, wanted, model):
            if value not in tried:
                tried.add(value)
                yield value

    def _candidates(self, variable: Term, wanted: Term, model: Model) -> Iterator[Value]:
        sort = variable.sort
        if isinstance(sort, DataSort):
            yield from (Constructed(name) for name in sort.constructors)
        elif sort is INT:
            for atom in self.atoms(wanted):
                if variable in self.variables(atom):
                    yield from self._solutions(atom, variable, model)
            yield from _SMALL
            yield from (each for each in self.constants if isinstance(each, int))
            yield from (each + 1 for each in self.constants if isinstance(each, int))
        elif sort is REAL:
            yield from self._decimals(wanted, variable, model)
        elif sort is STRING:
            yield from (each for each in self.constants if isinstance(each, str))
            yield from ("", "a", "ab", "abc")
        else:
            yield from (False, True)

    def _decimals(self, wanted: Term, variable: Term, model: Model) -> Iterator[Value]:
        """Decimals with few places near those at which a comparison changes."""
        near: list[Any] = [0, 1, -1, *(each for each in self.constants if type(each) is not str)]
        for atom in self.atoms(wanted):
            if variable in self.variables(atom):
                near.extend(self._solutions(atom, variable, model))
        for value in near:
            rounded = Fraction(round(Fraction(value) * 10), 10)
            yield from (rounded, rounded + Fraction(1, 2), rounded - Fraction(1, 2))
            yield from (rounded + 1, rounded - 1, Fraction(round(Fraction(value) * 100), 100))

    def atoms(self, condition: Term) -> tuple[Term, ...]:
        """The comparisons in a condition."""
        found = self._atoms.get(condition)
        if found is None:
            waiting, atoms = [condition], []
            while waiting:
                term = waiting.pop()
                if term.operator in _LOGIC:
                    waiting.extend(term.arguments)
                else:
                    atoms.append(term)
            found = self._atoms[condition] = tuple(dict.fromkeys(atoms))
        return found

    def _solutions(self, atom: Term, variable: Term, model: Model) -> Iterator[Any]:
        """The values at which a comparison of numbers changes, taken as linear in the variable."""
        if len(atom.arguments) != 2 or atom.arguments[0].sort not in {INT, REAL}:
            return
        at_zero = _gap(atom, {**model, variable: 0})
        slope = _gap(atom, {**model, variable: 1}) - at_zero
        if slope:
            turn = -at_zero // slope if variable.sort is INT else Fraction(-at_zero) / slope
            yield from (turn, turn + 1, turn - 1)


def near(path: Path, model: Model) -> Model | None:
    """A model of the path near one of all but its last condition, if a few changes find one.

    Each change of one variable makes one failing condition true; then the first one that still
    fails is repaired in turn.
    """
    conditions = path.conditions()
    conditions.reverse()  # the last ones are the likeliest to fail
    pending = deque([(model, path.condition)])
    tried = {frozenset(model.items())}
    while pending:
        nearly, failing = pending.popleft()
        for variable, value in _changes(failing, nearly):
            changed = {**nearly, variable: value}
            broken = next((each for each in conditions if not evaluate(each, changed)), None)
            if broken is None:
                return changed
            known = frozenset(changed.items())
            if known not in tried:
                tried.add(known)
                pending.append((changed, broken))
            if len(tried) > _MOST_MODELS:
                return None
    return None


def _changes(condition: Term, model: Model) -> Iterator[tuple[Term, Value]]:
    """Changes of one variable that could make a condition true; each is still to be tested."""
    wanted = True
    if condition.operator is Operator.NOT:
        wanted, condition = False, condition.arguments[0]
    if condition.operator is Operator.VARIABLE:
        yield condition, wanted
    elif condition.operator in _COMPARISONS and condition.arguments[0].sort is INT:
        for variable in terms.variables(condition):
            if variable.sort is INT:
                yield from _steps(condition, variable, model, wanted)
    elif condition.operator is (Operator.OR if wanted else Operator.AND):
        for part in condition.arguments:
            if part.operator is not Operator.CONSTANT:
                yield from _changes(part, model)


_COMPARISONS = frozenset({Operator.EQUAL, Operator.LESS, Operator.AT_MOST})


def _steps(
    condition: Term, variable: Term, model: Model, wanted: bool
) -> Iterator[tuple[Term, Value]]:
    """The value of a variable at which a comparison, if linear in it, becomes as wanted."""
    here: Any = evaluate(variable, model)
    gap = _gap(condition, model)
    slope = _gap(condition, {**model, variable: here + 1}) - gap
    if not slope:
        return
    if condition.operator is Operator.EQUAL:
        if not wanted:
            yield variable, here + 1
            yield variable, here - 1
        elif gap % slope == 0:
            yield variable, here - gap // slope
        return
    size = abs(slope)
    steps = gap // size + 1 if condition.operator is Operator.LESS else -(-gap // size)
    yield variable, here - steps if slope > 0 else here + steps


def _gap(comparison: Term, model: Model) -> Any:
    left, right = comparison.arguments
    high: Any = evaluate(left, model)
    return high - evaluate(right, model)


def _age(variable: Term) -> int:
    """The number of an input; later ones are more likely to be unconstrained."""
    return int(variable.payload.rpartition("#")[2])
