"""Expressions and sets as terms over the inputs, and all ways through a specification."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.accept import Context
from refute.languages.console.functions import ARITHMETIC, FUNCTIONS, NoValue
from refute.languages.console.interpret import no_value
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Block, Expression, Mode, ValueSet
from refute.languages.console.types import Type, Value
from refute.terms import Constructed, DataSort, Term

Inputs: TypeAlias = tuple[tuple[str, Term], ...]
"""Δ, with a symbolic variable for every value read."""


def solver_value(value: Value, sort: terms.Sort) -> terms.Value:
    """A value of the language as one of the solver."""
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


def history(variables: Sequence[str], inputs: Inputs) -> tuple[Term, ...]:
    """All terms read into any of the variables, in reading order."""
    return tuple(term for name, term in inputs if name in variables)


def _among(value: Term, others: Sequence[Term]) -> Term:
    return terms.disjunction(*(terms.equal(value, other) for other in others))


# The path tree


@dataclass(frozen=True, slots=True)
class Finished:
    """⊤: the end of the specification."""


@dataclass(frozen=True, slots=True)
class Constrained:
    """⟨c⟩ and the tree below it.

    `variable` is the input that this constraint introduces, `read` the statement that did; or
    `asked` is the condition of a branch. `valid` tells the two ways to go on apart.
    """

    condition: Term
    follow: Callable[[], PathTree]
    label: str
    variable: Term | None = None
    read: syntax.Read | None = None
    asked: Expression | None = None
    valid: bool = True


@dataclass(frozen=True, slots=True)
class Forked:
    """One constraint after which there is one way to go on, or two that exclude each other."""

    branches: tuple[Constrained, ...]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The begin of another round of a loop body."""

    follow: Callable[[], PathTree]


@dataclass(frozen=True, slots=True)
class Printing:
    """An output, which constrains nothing; kept for those who look at its terms."""

    output: syntax.Print
    inputs: Inputs
    follow: Callable[[], PathTree]


PathTree: TypeAlias = Finished | Forked | Unfolded | Printing


def paths(
    specification: Block,
    evaluator: Evaluator,
    context: Context | None = None,
    inputs: Inputs = (),
    count: int = 0,
) -> PathTree:
    """The tree of all paths through a specification without derived loops (Figure 13).

    `count` numbers the symbolic variables; invalid values use numbers, too, but are not stored.
    """

    def then(block: Block, context: Context | None, inputs: Inputs, count: int) -> Any:
        return lambda: paths(block, evaluator, context, inputs, count)

    if not specification:  # equation 13.8, and the initial continuation
        if context is None:
            return Finished()
        return Unfolded(then(context.body, context, inputs, count))
    first, rest = specification[0], specification[1:]
    match first:
        case syntax.Read(variable, allowed, mode):  # equations 13.1 to 13.3
            value = terms.variable(f"{variable}#{count}", evaluator.types[variable].sort)
            inside = evaluator.contains(allowed, value, variable, inputs)
            valid = then(rest, context, (*inputs, (variable, value)), count + 1)
            name = f"{variable}{_subscript(len(history((variable,), inputs)) + 1)}"
            branches = [Constrained(inside, valid, f"{name} valid", value, first)]
            if mode is not Mode.ASSUME:
                again = then(specification, context, inputs, count + 1)
                invalid = Finished if mode is Mode.STOP else again
                label, outside = f"{name} invalid", terms.negation(inside)
                branches.append(Constrained(outside, invalid, label, value, first, valid=False))
            return Forked(tuple(branches))
        case syntax.Print():  # equation 13.4
            return Printing(first, inputs, then(rest, context, inputs, count))
        case syntax.If(condition, yes, no):  # equation 13.5
            holds = evaluator.evaluate(condition, inputs)
            label = show_expression(condition)
            one = then((*yes, *rest), context, inputs, count)
            two = then((*no, *rest), context, inputs, count)
            fails = terms.negation(holds)
            return Forked(
                (
                    Constrained(holds, one, label, asked=condition),
                    Constrained(fails, two, f"not ({label})", asked=condition, valid=False),
                )
            )
        case syntax.Loop(body):  # equation 13.6
            return Unfolded(then(body, Context(body, rest, context), inputs, count))
        case syntax.Exit():  # equation 13.7
            assert context is not None, "an exit outside a loop"
            return paths(context.after, evaluator, context.outer, inputs, count)
        case syntax.Iterate():
            raise AssertionError("a derived loop")
        case _:
            assert_never(first)


def _subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
