"""Symbolic evaluation of the host language: sets of values, each under a path condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.workflow import operators, syntax
from refute.languages.workflow.naming import Naming
from refute.languages.workflow.operators import InexpressibleError, join
from refute.languages.workflow.project import conjuncts_of, connected, symbols_of
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.languages.workflow.tasks import (
    Alternative,
    Choice,
    Closure,
    Editor,
    Empty,
    Environment,
    Failing,
    Input,
    Joined,
    Location,
    Scopes,
    Stepping,
    Store,
    Suspended,
)
from refute.languages.workflow.typecheck import Checked
from refute.languages.workflow.types import sort_of
from refute.solver import ROOT, Answer, Path
from refute.source import Span
from refute.terms import (
    FALSE,
    STRING,
    TRUE,
    Term,
    boolean,
    equal,
    integer,
    length,
    list_of,
    negation,
    string,
    tuple_of,
)

if TYPE_CHECKING:
    from refute.solver.session import Session


@dataclass(frozen=True, slots=True)
class World:
    """The store, the path condition, how many symbols there are, and assertions to be proved.

    `known` says all that the path says of the symbols still in use.
    """

    heap: Mapping[int, Any]
    path: Path = ROOT
    known: tuple[Term, ...] = ()
    symbols: int = 0
    asserted: tuple[tuple[Span, Term], ...] = ()

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})

    def assume(self, condition: Term) -> World:
        """The world where a condition holds."""
        known = (*self.known, condition)
        return replace(self, path=self.path.extend(condition), known=known)

    def on_path(self, other: World) -> World:
        """This world on the path of another one that goes on from it."""
        return replace(self, path=other.path, known=other.known)


@dataclass(frozen=True, slots=True)
class Crash:
    """An operation without a result, and when it happens."""

    message: str
    span: Span
    world: World


Results: TypeAlias = Iterator[tuple[Any, World]]


class Evaluation:
    """Evaluates the expressions of one checked program on symbols.

    A branch that ends without a result is noted in `crashes`, one that the terms cannot express
    in `inexpressible`; the caller empties both. `unknowns` counts the conditions of which the
    solver does not know whether they can hold.
    """

    def __init__(self, checked: Checked, session: Session) -> None:
        self.checked = checked
        self.session = session
        self.crashes: list[Crash] = []
        self.inexpressible: list[str] = []
        self.unknowns = 0
        self._scopes = Scopes()
        self._asked: dict[tuple[Term, ...], tuple[bool, bool]] = {}

    def decide(self, condition: Term, world: World) -> Iterator[tuple[bool, World]]:
        """The truth values that a condition can have, each with what it says of the path.

        What the path says already is not said again; both values are possible to a solver
        that does not know.
        """
        if condition is TRUE or condition is FALSE:
            yield condition is TRUE, world
            return
        possible, avoidable = self._options(condition, world)
        if possible:
            yield True, world.assume(condition) if avoidable else world
        if avoidable:
            yield False, world.assume(negation(condition)) if possible else world

    def _options(self, condition: Term, world: World) -> tuple[bool, bool]:
        """Whether a condition can hold, and whether it can fail to.

        Only what is connected to the condition matters, as the path can be satisfied; so the
        question often was asked before, with other names of symbols.
        """
        related = connected(conjuncts_of(world.known), symbols_of(condition))
        naming = Naming()
        asked = (naming.term(condition), *map(naming.term, related))
        found = self._asked.get(asked)
        if found is None:
            path = Path()
            for each in asked[1:]:
                path = path.extend(each)
            sides = (asked[0], negation(asked[0]))
            holds, fails = (self.session.check(path.extend(each)) for each in sides)
            self.unknowns += Answer.UNKNOWN in {holds, fails}
            found = (holds is not Answer.UNSAT, fails is not Answer.UNSAT)
            self._asked[asked] = found
        return found

    def evaluate(self, expression: Expression, names: Environment, world: World) -> Results:
        """The values of an expression."""
        match expression:
            case syntax.Name(name):
                yield names[name], world
            case syntax.Integer(value) | syntax.Boolean(value) | syntax.Text(value):
                yield operators.literal(value), world
            case syntax.Lambda():
                yield self._scopes.close(expression, names), world
            case syntax.Apply(function, argument):
                for closure, between in self.evaluate(function, names, world):
                    for value, after in self.evaluate(argument, names, between):
                        yield from self.apply(closure, value, after)
            case syntax.Let(pattern, bound, body):
                for value, after in self.evaluate(bound, names, world):
                    yield from self.evaluate(body, extend(names, pattern, value), after)
            case syntax.If(condition, then, otherwise):
                for truth, between in self.evaluate(condition, names, world):
                    for holds, after in self.decide(truth, between):
                        yield from self.evaluate(then if holds else otherwise, names, after)
            case syntax.TupleOf() | syntax.ListOf() | syntax.Unary() | syntax.Binary():
                yield from self._operation(expression, names, world)
            case syntax.Annotated(inner):
                yield from self.evaluate(inner, names, world)
            case syntax.Inputs(wanted):
                yield inputs_of(names["inputs"], wanted), world
            case _:
                yield from self._task(expression, names, world)

    def _operation(
        self,
        expression: syntax.TupleOf | syntax.ListOf | syntax.Unary | syntax.Binary,
        names: Environment,
        world: World,
    ) -> Results:
        match expression:
            case syntax.TupleOf(items):
                for values, after in self._all(items, names, world):
                    yield join(values), after
            case syntax.ListOf(items):
                sort = sort_of(self.checked.type_of(expression))
                for values, after in self._all(items, names, world):
                    yield list_of(sort, *values), after
            case syntax.Unary(_, operand):
                for value, after in self.evaluate(operand, names, world):
                    yield from self._unary(expression, value, after)
            case syntax.Binary(_, left):
                for value, after in self.evaluate(left, names, world):
                    yield from self._binary(expression, value, names, after)

    def _all(
        self, items: Sequence[Expression], names: Environment, world: World
    ) -> list[tuple[list[Any], World]]:
        """The values of some expressions, one after the other."""
        results: list[tuple[list[Any], World]] = [([], world)]
        for item in items:
            results = [
                ([*values, value], after)
                for values, between in results
                for value, after in self.evaluate(item, names, between)
            ]
        return results

    def apply(self, closure: Closure, value: Any, world: World) -> Results:
        """The results of a function."""
        names = extend(closure.environment, closure.parameter, value)
        return self.evaluate(closure.body, names, world)

    def _unary(self, expression: syntax.Unary, value: Any, world: World) -> Results:
        match expression.operator:
            case "ref":
                location = Location(len(world.heap))
                yield location, world.write(location, value)
            case "!":
                yield world.heap[value.number], world
            case "head" | "tail" as operator:
                empty = equal(length(value), integer(0))
                message = f"`{operator}` of the empty list"
                for after in self._unless(empty, message, expression.span, world):
                    yield operators.UNARY[operator](value), after
            case operator:
                yield from self._express(lambda: operators.UNARY[operator](value), world)

    def _binary(
        self, expression: syntax.Binary, left: Any, names: Environment, world: World
    ) -> Results:
        operator = expression.operator
        if operator in operators.SHORTCUTS:
            yield from self._connective(expression, left, names, world)
            return
        for right, after in self.evaluate(expression.right, names, world):
            match operator:
                case ":=":
                    yield tuple_of(), after.write(left, right)
                case "/":
                    zero = equal(right, integer(0))
                    for last in self._unless(zero, "division by zero", expression.span, after):
                        yield operators.BINARY[operator](left, right), last
                case _:
                    yield operators.BINARY[operator](left, right), after

    def _connective(
        self, expression: syntax.Binary, left: Term, names: Environment, world: World
    ) -> Results:
        """`and`, `or`, `==>`: the right operand matters only after one value of the left."""
        enough, result = operators.SHORTCUTS[expression.operator]
        if not left.is_value and operators.is_total(expression.right):
            for right, after in self.evaluate(expression.right, names, world):
                yield operators.BINARY[expression.operator](left, right), after
            return
        for truth, after in self.decide(left, world):
            if truth is enough:
                yield boolean(result), after
            else:
                yield from self.evaluate(expression.right, names, after)

    def _unless(self, trouble: Term, message: str, span: Span, world: World) -> Iterator[World]:
        """The world where a condition does not hold; where it does, the run crashes."""
        for troubled, after in self.decide(trouble, world):
            if troubled:
                self.crashes.append(Crash(message, span, after))
            else:
                yield after

    def _express(self, build: Callable[[], Any], world: World) -> Results:
        try:
            value = build()
        except InexpressibleError as reason:
            self.inexpressible.append(str(reason))
        else:
            yield value, world

    def _task(self, expression: Expression, names: Environment, world: World) -> Results:
        match expression:
            case syntax.Edit(inner):
                for value, after in self.evaluate(inner, names, world):
                    yield Editor(value, self.checked.type_of(expression)), after
            case syntax.Enter(wanted):
                yield Empty(wanted), world
            case syntax.Shared(reference):
                for location, after in self.evaluate(reference, names, world):
                    yield Store(location, self.checked.type_of(expression)), after
            case syntax.Fail():
                yield Failing(), world
            case syntax.Step(task, follow, by_user):
                suspended = self._scopes.suspend(follow, names)
                for first, after in self.evaluate(task, names, world):
                    yield Stepping(first, suspended, by_user), after
            case syntax.Both(left, right) | syntax.Either(left, right):
                make = Joined if isinstance(expression, syntax.Both) else Alternative
                for (one, other), after in self._all((left, right), names, world):
                    yield make(one, other), after
            case syntax.Pick(left, right):
                suspend = self._scopes.suspend
                yield Choice(suspend(left, names), suspend(right, names)), world
            case syntax.Assert(condition, task):
                for truth, after in self.evaluate(condition, names, world):
                    noted = (*after.asserted, (expression.span, truth))
                    yield from self.evaluate(task, names, replace(after, asserted=noted))
            case _:
                raise AssertionError(f"no task: {expression}")

    def _follow(self, follow: Suspended, value: Any, world: World) -> Results:
        """The right-hand side of a step, applied to the value of the left."""
        for closure, after in self.evaluate(follow.expression, follow.environment, world):
            yield from self.apply(closure, value, after)


def extend(names: Environment, pattern: Pattern, value: Any) -> Environment:
    """The environment with the names of a pattern bound to the parts of a value."""
    if isinstance(pattern, syntax.NamePattern):
        return names if pattern.name == "_" else {**names, pattern.name: value}
    for index, part in enumerate(pattern.items):
        names = extend(names, part, operators.part_of(value, index))
    return names


def inputs_of(given: Sequence[Input], wanted: Type | None) -> Term:
    """What `inputs` means in a property after some symbolic inputs."""
    if wanted is None:
        return list_of(STRING, *(string(each.kind) for each in given))
    values = [each.action for each in given if each.shape == wanted]
    return list_of(sort_of(wanted), *values)
