"""What expressions and sets come to as terms over the inputs of a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.meaning import history, no_value
from refute.languages.console.meaning.functions import ARITHMETIC, FUNCTIONS, NoValue
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.types import Type, Value
from refute.terms import Constructed, DataSort, Term

Inputs: TypeAlias = tuple[tuple[str, Term], ...]
"""Δ, with a symbolic variable for every value read."""


def solver_value(value: Value, sort: terms.Sort) -> terms.Value:
    """A value of the language as one of the solver."""
    assert isinstance(value, bool | int | str)
    return Constructed(str(value)) if isinstance(sort, DataSort) else value


def value_of(value: terms.Value) -> Value:
    """A value of the solver as one of the language."""
    if isinstance(value, Constructed):
        return value.name
    assert isinstance(value, bool | int | str)
    return value


@dataclass(frozen=True, slots=True)
class Evaluator:
    """eval_SYM: expressions as terms; a list is a tuple of terms.

    Results of arithmetic are handed to `watch`, which may want them to stay within bounds.
    """

    types: Mapping[str, Type]
    enumerations: Mapping[str, Type]
    watch: Callable[[Term], None] = lambda _term: None

    def evaluate(self, expression: Expression, inputs: Inputs) -> Any:
        """The term, or the tuple of terms, that an expression stands for."""
        match expression:
            case syntax.Integer(value):
                return terms.integer(value)
            case syntax.Text(text):
                return terms.string(text)
            case syntax.Boolean(truth):
                return terms.boolean(truth)
            case syntax.Member(enumeration, name):
                return terms.construct(self.enumerations[enumeration].sort, name)
            case syntax.ListOf(items):
                return tuple(self.evaluate(item, inputs) for item in items)
            case syntax.Name(name):
                return self.recent((name,), 0, expression, inputs)
            case syntax.Current(variables, before):
                return self.recent(variables, before, expression, inputs)
            case syntax.All(variables, before):
                values = history(variables, inputs)
                return values[: max(0, len(values) - before)]
            case syntax.Apply(function, arguments):
                return self.apply(expression, function, arguments, inputs)
            case syntax.Opaque():
                raise Hidden
            case _:
                assert_never(expression)

    def recent(
        self, variables: tuple[str, ...], before: int, expression: Expression, inputs: Inputs
    ) -> Term:
        """The term of a current or earlier value."""
        values = history(variables, inputs)
        if len(values) <= before:
            raise no_value(f"`{variables[0]}` has not been read so often", expression.span)
        return values[-1 - before]

    def apply(
        self,
        expression: Expression,
        name: str,
        arguments: tuple[Expression, ...],
        inputs: Inputs,
    ) -> Any:
        """A function of terms."""
        given = [self.evaluate(argument, inputs) for argument in arguments]
        function = FUNCTIONS[name].symbolic
        if function is None or (name == "reverse" and isinstance(given[0], Term)):
            raise Hidden
        try:
            made = function(*given)
        except NoValue as reason:
            raise no_value(str(reason), expression.span) from None
        if name in ARITHMETIC and made.sort is terms.INT:
            self.watch(made)
        return made

    def contains(self, values: ValueSet, value: Term, variable: str, inputs: Inputs) -> Term:
        """The condition that a value read into a variable belongs to a set."""

        def inside(inner: ValueSet) -> Term:
            return self.contains(inner, value, variable, inputs)

        match values:
            case syntax.NamedSet(name):
                least = {"nat": 0, "pos": 1}.get(name)
                return terms.TRUE if least is None else terms.at_least(value, terms.integer(least))
            case syntax.Range(low, high):
                above = terms.at_least(value, self.evaluate(low, inputs))
                below = terms.at_most(value, self.evaluate(high, inputs))
                return terms.conjunction(above, below)
            case syntax.Compared(operator, bound):
                symbolic = FUNCTIONS[operator].symbolic
                assert symbolic is not None
                compared: Term = symbolic(value, self.evaluate(bound, inputs))
                return compared
            case syntax.Members(items):
                return _among(value, [self.evaluate(item, inputs) for item in items])
            case syntax.Among(variables):
                return _among(value, history(variables, inputs))
            case syntax.Union(left, right):
                return terms.disjunction(inside(left), inside(right))
            case syntax.Intersection(left, right):
                return terms.conjunction(inside(left), inside(right))
            case syntax.Difference(left, right):
                return terms.conjunction(inside(left), terms.negation(inside(right)))
            case syntax.Complement(inner):
                return terms.negation(inside(inner))
            case syntax.Unique(inner):
                seen = _among(value, history((variable,), inputs))
                return terms.conjunction(inside(inner), terms.negation(seen))
            case syntax.Without(inner, variables):
                seen = _among(value, history(variables, inputs))
                return terms.conjunction(inside(inner), terms.negation(seen))
            case _:
                assert_never(values)


class Hidden(Exception):
    """The solver cannot look inside this output."""


def _among(value: Term, others: Sequence[Term]) -> Term:
    return terms.disjunction(*(terms.equal(value, other) for other in others))
