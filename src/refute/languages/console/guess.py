"""Models by guessing: changing one value so that a condition becomes true, without the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from refute import terms
from refute.languages.console.quick import quick
from refute.terms import INT, STRING, Constructed, DataSort, Operator, Term, Value

_LOGIC = frozenset({Operator.AND, Operator.OR, Operator.NOT})
_MOST_VARIABLES = 8
_SMALL: tuple[Value, ...] = (0, 1, -1, 2)


@dataclass(slots=True)
class Guesser:
    """Knows which variables occur in which condition, and which values are worth a try."""

    constants: Sequence[Value] = ()
    _variables: dict[Term, frozenset[Term]] = field(default_factory=dict)
    _atoms: dict[Term, tuple[Term, ...]] = field(default_factory=dict)

    def variables(self, condition: Term) -> frozenset[Term]:
        """The variables of a condition."""
        found = self._variables.get(condition)
        if found is None:
            found = self._variables[condition] = frozenset(terms.variables(condition))
        return found

    def holds(self, conditions: Iterable[Term], model: dict[Term, Value], changed: Term) -> bool:
        """Whether all conditions that speak of a changed variable are true."""
        return all(
            quick(condition)(model)
            for condition in conditions
            if changed in self.variables(condition)
        )

    def extend(
        self,
        model: dict[Term, Value],
        conditions: Sequence[Term],
        wanted: Term,
        settled: frozenset[Term] = frozenset(),
    ) -> dict[Term, Value] | None:
        """A model of the conditions and of one more, where one changed value is enough."""
        holds = quick(wanted)
        if holds(model):
            return model
        free = sorted(self.variables(wanted) - settled, key=_age, reverse=True)
        for variable in free[:_MOST_VARIABLES]:
            for value in self.candidates(variable, wanted, model):
                changed = {**model, variable: value}
                if holds(changed) and self.holds(conditions, changed, variable):
                    return changed
        return None

    def candidates(self, variable: Term, wanted: Term, model: dict[Term, Value]) -> Iterator[Value]:
        """Values of a variable that may make a condition true, the most promising ones first."""
        tried: set[Value] = set()
        for value in self._candidates(variable, wanted, model):
            if value not in tried:
                tried.add(value)
                yield value

    def _candidates(
        self, variable: Term, wanted: Term, model: dict[Term, Value]
    ) -> Iterator[Value]:
        sort = variable.sort
        if isinstance(sort, DataSort):
            yield from (Constructed(name) for name in sort.constructors)
        elif sort is INT:
            for atom in self.atoms(wanted):
                if variable in self.variables(atom):
                    yield from _solutions(atom, variable, model)
            yield from _SMALL
            yield from (each for each in self.constants if isinstance(each, int))
            yield from (each + 1 for each in self.constants if isinstance(each, int))
        elif sort is STRING:
            yield from (each for each in self.constants if isinstance(each, str))
            yield from ("", "a", "ab", "abc")
        else:
            yield from (False, True)

    def atoms(self, condition: Term) -> tuple[Term, ...]:
        """The comparisons that a condition is made of."""
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


def _age(variable: Term) -> int:
    """The number of an input; later ones are more likely to be free."""
    return int(variable.payload.rpartition("#")[2])


def _solutions(atom: Term, variable: Term, model: dict[Term, Value]) -> Iterator[int]:
    """Where a comparison of integers turns, taken as linear in the variable."""
    if len(atom.arguments) != 2 or atom.arguments[0].sort is not INT:
        return
    left, right = atom.arguments
    at_zero = _difference(left, right, {**model, variable: 0})
    slope = _difference(left, right, {**model, variable: 1}) - at_zero
    if slope:
        turn = -at_zero // slope
        yield from (turn, turn + 1, turn - 1)


def _difference(left: Term, right: Term, model: dict[Term, Value]) -> int:
    difference: int = quick(left)(model) - quick(right)(model)
    return difference
