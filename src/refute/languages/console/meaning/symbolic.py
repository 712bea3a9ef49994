"""The meaning of expressions and sets as terms over the inputs of a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.meaning import history, last_of, no_value
from refute.languages.console.meaning.concrete import NoValue
from refute.languages.console.meaning.filtered import filtered, guarded
from refute.languages.console.meaning.functions import (
    ARITHMETIC,
    FUNCTIONS,
)
from refute.languages.console.meaning.termwise import Hidden, aligned
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.types import Type, Value
from refute.record import record
from refute.terms import Constructed, DataSort, Term

Inputs: TypeAlias = tuple[tuple[str, Term], ...]
"""Δ, with a symbolic variable for every value read."""

HIDDEN = terms.variable("a hidden value", terms.BOOL)
"""Stands for the value of a local name that the solver cannot look into."""


def solver_value(value: Value, sort: terms.Sort) -> terms.Value:
    """Convert a value of the language to one of the solver."""
    assert isinstance(value, bool | int | Fraction | str)
    return Constructed(str(value)) if isinstance(sort, DataSort) else value


def value_of(value: terms.Value) -> Value:
    """Convert a value of the solver to one of the language."""
    if isinstance(value, Constructed):
        return value.name
    assert isinstance(value, bool | int | Fraction | str)
    return value


@record
class Evaluator:
    """eval_SYM: expressions as terms; a list is a tuple of terms.

    Results of arithmetic are passed to `watch`, which may want them to stay within bounds.
    """

    types: Mapping[str, Type]
    enumerations: Mapping[str, Type]
    watch: Callable[[Term], None] = lambda _term: None

    def evaluate(self, expression: Expression, inputs: Inputs) -> Any:
        """The term, or the tuple of terms, that an expression stands for."""
        match expression:
            case syntax.Integer(value):
                return terms.integer(value)
            case syntax.Real(number):
                return terms.real(number)
            case syntax.Text(text):
                return terms.string(text)
            case syntax.Boolean(truth):
                return terms.boolean(truth)
            case syntax.Member(enumeration, name):
                return terms.construct(self.enumerations[enumeration].sort, name)
            case syntax.ListOf(items):
                return aligned(*(self.evaluate(item, inputs) for item in items))
            case syntax.Each():
                return self.each(expression, inputs)
            case syntax.Table():
                raise AssertionError("a table that is not looked up in")
            case syntax.Name(name):
                return self.recent((name,), 0, expression, inputs)
            case syntax.Current(variables, before):
                return self.recent(variables, before, expression, inputs)
            case syntax.All(variables, before):
                values = history(variables, inputs)
                return values[: max(0, len(values) - before)]
            case syntax.Apply("either", (condition, then, otherwise)):
                asked = self.evaluate(condition, inputs)
                if asked.is_value:
                    return self.evaluate(then if asked is terms.TRUE else otherwise, inputs)
                return self.apply(expression, "either", (condition, then, otherwise), inputs)
            case syntax.Apply(("and" | "or") as function, (left, right)):
                first = self.evaluate(left, inputs)
                decides = terms.FALSE if function == "and" else terms.TRUE
                return first if first is decides else self.both(function, first, right, inputs)
            case syntax.Apply(function, arguments):
                return self.apply(expression, function, arguments, inputs)
            case syntax.Is(_, _, variable, among):
                return terms.boolean(last_of(among, inputs) == variable)
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
            raise no_value(f"`{variables[0]}` has not been read that often", expression.span)
        if values[-1 - before] is HIDDEN:
            raise Hidden
        return values[-1 - before]

    def apply(
        self,
        expression: Expression,
        name: str,
        arguments: tuple[Expression, ...],
        inputs: Inputs,
    ) -> Any:
        """Apply a function to terms."""
        given = [self.evaluate(argument, inputs) for argument in arguments]
        function = FUNCTIONS[name].symbolic
        try:
            made = _computed(name, given) if function is None else function(*given)
        except Hidden:
            made = _computed(name, given)
        except NoValue as reason:
            raise no_value(str(reason), expression.span) from None
        if name in ARITHMETIC and isinstance(made, Term) and made.sort is terms.INT:
            self.watch(made)
        return made

    def both(self, function: str, first: Term, right: Expression, inputs: Inputs) -> Term:
        """A conjunction or disjunction whose first part does not decide it."""
        join = terms.conjunction if function == "and" else terms.disjunction
        return join(first, self.evaluate(right, inputs))

    def each(self, expression: syntax.Each, inputs: Inputs) -> Any:
        """The items of a list with the conditions under which they are kept."""
        source = self.evaluate(expression.source, inputs)
        if isinstance(source, Term):
            source = tuple(map(terms.string, _value(source)))
        made = []
        for known, value in guarded(source):
            local = (*inputs, (expression.variable, value))
            asked = expression.condition
            kept = terms.TRUE if asked is None else self.evaluate(asked, local)
            if kept is not terms.FALSE:
                item = self.evaluate(expression.item, local)
                made.append((terms.conjunction(known, kept), item))
        return filtered(made)

    def contains(self, values: ValueSet, value: Term, variable: str, inputs: Inputs) -> Term:
        """The condition that a value read into a variable belongs to a set."""

        def inside(inner: ValueSet) -> Term:
            return self.contains(inner, value, variable, inputs)

        match values:
            case syntax.NamedSet(name):
                least = {"nat": 0, "pos": 1}.get(name)
                return terms.TRUE if least is None else terms.at_least(value, terms.integer(least))
            case syntax.Places(number):
                return has_places(value, number)
            case syntax.Range(low, high):
                above = terms.at_least(*aligned(value, self.evaluate(low, inputs)))
                below = terms.at_most(*aligned(value, self.evaluate(high, inputs)))
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


def has_places(value: Term, number: int) -> Term:
    """The condition that a real can be written with this many places."""
    scaled = terms.multiply(terms.real(10**number), value)
    return terms.equal(terms.to_real(terms.floor(scaled)), scaled)


def _among(value: Term, others: Sequence[Term]) -> Term:
    return terms.disjunction(*(terms.equal(*aligned(value, other)) for other in others))


def _computed(name: str, given: Sequence[Any]) -> Any:
    """The value of a function that the solver does not know, if its arguments are known."""
    try:
        return _term(FUNCTIONS[name].concrete(*map(_value, given)))
    except NoValue:
        raise Hidden from None


def _value(given: Any) -> Any:
    """The value of a known term, or of a list of known terms."""
    if isinstance(given, tuple):
        return tuple(map(_value, given))
    if not isinstance(given, Term) or not given.is_value or isinstance(given.sort, DataSort):
        raise Hidden
    return given.payload


def _term(value: Any) -> Any:
    match value:
        case tuple():
            return tuple(map(_term, value))
        case bool():
            return terms.boolean(value)
        case int():
            return terms.integer(value)
        case Fraction():
            return terms.real(value)
        case str():
            return terms.string(value)
    raise Hidden
