"""Models by guessing: changing one value so that a condition becomes true, without the solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq, le, lt
from typing import Any, TypeAlias

from refute import terms
from refute.solver import Model
from refute.terms import (
    INT,
    STRING,
    Constructed,
    DataSort,
    Operator,
    Term,
    Value,
    default_value,
    evaluate,
)

_LOGIC = frozenset({Operator.AND, Operator.OR, Operator.NOT})
_MOST_VARIABLES = 8
_SMALL: tuple[Value, ...] = (0, 1, -1, 2)


Quick: TypeAlias = Callable[[Model], Any]

_COMPARISONS: Mapping[Operator, Callable[[Any, Any], bool]] = {
    Operator.EQUAL: eq,
    Operator.LESS: lt,
    Operator.AT_MOST: le,
}


class Functions:
    """Terms as Python functions, for those that are evaluated very often; keeps what it made."""

    def __init__(self) -> None:
        self._known: dict[Term, Quick] = {}

    def __call__(self, term: Term) -> Quick:
        """A function that evaluates a term; the same as `evaluate`, only faster."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._made(term)
        return found

    def _made(self, term: Term) -> Quick:
        """A closure over the functions of the arguments; recursion ends where sharing begins."""
        match term.operator:
            case Operator.VARIABLE:
                default = default_value(term.sort)
                return lambda model: model.get(term, default)
            case Operator.CONSTANT:
                value = term.payload
                return lambda _model: value
            case Operator.AND | Operator.OR:
                return self._joined(term)
            case Operator.NOT:
                inner = self(term.arguments[0])
                return lambda model: not inner(model)
            case Operator.EQUAL | Operator.LESS | Operator.AT_MOST:
                return self._compared(term)
            case Operator.ADD:
                parts = [self(each) for each in term.arguments]
                return lambda model: sum([part(model) for part in parts])
            case Operator.MULTIPLY if len(term.arguments) == 2:
                one, two = map(self, term.arguments)
                return lambda model: one(model) * two(model)
            case _:
                return lambda model: evaluate(term, model)

    def _joined(self, term: Term) -> Quick:
        parts = [self(each) for each in term.arguments]
        if term.operator is Operator.AND:
            return lambda model: all(part(model) for part in parts)
        return lambda model: any(part(model) for part in parts)

    def _compared(self, term: Term) -> Quick:
        left, right = term.arguments
        compare = _COMPARISONS[term.operator]
        if left.operator is Operator.VARIABLE and right.operator is Operator.CONSTANT:
            default, value = default_value(left.sort), right.payload
            return lambda model: compare(model.get(left, default), value)
        one, two = self(left), self(right)
        return lambda model: compare(one(model), two(model))


@dataclass(slots=True)
class Guesser:
    """Knows which variables occur in which condition, and which values are worth a try."""

    constants: Sequence[Value] = ()
    quick: Functions = field(default_factory=Functions)
    _variables: dict[Term, frozenset[Term]] = field(default_factory=dict)
    _atoms: dict[Term, tuple[Term, ...]] = field(default_factory=dict)

    def variables(self, condition: Term) -> frozenset[Term]:
        """The variables of a condition."""
        found = self._variables.get(condition)
        if found is None:
            found = self._variables[condition] = frozenset(terms.variables(condition))
        return found

    def holds(self, conditions: Iterable[Term], model: Model, changed: Term) -> bool:
        """Whether all conditions that speak of a changed variable are true."""
        return all(
            self.quick(condition)(model)
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
        """A model of the conditions and of one more, where one changed value is enough."""
        holds = self.quick(wanted)
        if holds(model):
            return model
        free = sorted(self.variables(wanted) - settled, key=_age, reverse=True)
        for variable in free[:_MOST_VARIABLES]:
            for value in self.candidates(variable, wanted, model):
                changed = {**model, variable: value}
                if holds(changed) and self.holds(conditions, changed, variable):
                    return changed
        return None

    def candidates(self, variable: Term, wanted: Term, model: Model) -> Iterator[Value]:
        """Values of a variable that may make a condition true, the most promising ones first."""
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

    def _solutions(self, atom: Term, variable: Term, model: Model) -> Iterator[int]:
        """Where a comparison of integers turns, taken as linear in the variable."""
        if len(atom.arguments) != 2 or atom.arguments[0].sort is not INT:
            return
        left, right = map(self.quick, atom.arguments)
        first, second = {**model, variable: 0}, {**model, variable: 1}
        at_zero = left(first) - right(first)
        slope = left(second) - right(second) - at_zero
        if slope:
            turn = -at_zero // slope
            yield from (turn, turn + 1, turn - 1)


def _age(variable: Term) -> int:
    """The number of an input; later ones are more likely to be free."""
    return int(variable.payload.rpartition("#")[2])
