"""Concrete evaluation of the host language: one value for every expression, or an error."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.people import NOBODY, Doers
from refute.languages.workflow.scopes import Scopes
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.tasks import SHORTCUTS, Environment, Location, Task
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.source import Span
from refute.terms import Constructed


class EvaluationError(Exception):
    """An operation without a result, such as a division by zero."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@record
class World:
    """The store, the assertions that failed, the days that have passed, and who did what."""

    heap: Mapping[int, Any]
    broken: tuple[Span, ...] = ()
    clock: int = 0
    doers: Doers = NOBODY

    def write(self, location: Location, value: Any) -> World:
        """The world after an assignment."""
        return replace(self, heap={**self.heap, location.number: value})


class HostInterpreter:
    """Evaluates the expressions of one checked program on plain values."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._scopes = Scopes(checked.type_of, checked.instances)
        self._calls = 0

    def evaluate(
        self, expression: Expression, names: Environment, world: World
    ) -> tuple[Any, World]:
        """The value of an expression; raises EvaluationError if it has none."""
        match expression:
            case (
                syntax.Integer(value)
                | syntax.Decimal(value)
                | syntax.Boolean(value)
                | syntax.Text(value)
            ):
                return value, world
            case syntax.Name():
                value = names[self._scopes.named(expression)]
                if isinstance(value, tasks.Recursive):
                    return self.evaluate(value.body, value.inside, world)
                return value, world
            case syntax.Lambda():
                return self._scopes.close(expression, names), world
            case syntax.Apply(function, argument):
                closure, world = self.evaluate(function, names, world)
                value, world = self.evaluate(argument, names, world)
                return self.apply(closure, value, world)
            case syntax.Let(pattern, bound, body):
                value, world = self.evaluate(bound, names, world)
                return self.evaluate(body, tasks.extend(names, pattern, value), world)
            case syntax.If(condition, then, otherwise):
                value, world = self.evaluate(condition, names, world)
                return self.evaluate(then if value else otherwise, names, world)
            case syntax.TupleOf(items) | syntax.ListOf(items):
                values, world = self._all(items, names, world)
                return tuple(values), world
            case syntax.Annotated(inner):
                return self.evaluate(inner, names, world)
            case syntax.Unary(_, operand):
                value, world = self.evaluate(operand, names, world)
                return self._unary(expression, value, world)
            case syntax.Binary():
                return self._binary(expression, names, world)
            case syntax.Inputs(wanted):
                shape = self.checked.type_of(expression) if wanted else None
                return tuple(tasks.entered(names["inputs"], shape)), world
            case syntax.Today():
                return world.clock, world
            case syntax.Construct():
                return construct(self.checked.type_of(expression), expression.name), world
            case syntax.Filled(name, settings):
                values, world = self._all([each.value for each in settings], names, world)
                given = dict(zip((each.name for each in settings), values, strict=True))
                fields = tasks.fields_of(self.checked.type_of(expression), name)
                return Constructed(name, tuple(given[each] for each in fields)), world
            case syntax.Select(operand, field):
                value, world = self.evaluate(operand, names, world)
                fields = tasks.fields_of(self.checked.type_of(expression), value.name)
                return value.arguments[fields.index(field)], world
            case syntax.Case(subject, branches):
                value, world = self.evaluate(subject, names, world)
                for branch in branches:
                    if not branch.constructor or branch.constructor == value.name:
                        parts = value.arguments if branch.constructor else ()
                        bound_names = tasks.bind_branch(names, branch, value, parts)
                        return self.evaluate(branch.body, bound_names, world)
                raise AssertionError(f"no branch for {value}")
            case _:
                return self._task(expression, names, world)

    def _all(
        self, items: Sequence[Expression], names: Environment, world: World
    ) -> tuple[list[Any], World]:
        values = []
        for each in items:
            value, world = self.evaluate(each, names, world)
            values.append(value)
        return values, world

    def apply(
        self, closure: tasks.Closure | tasks.Constructing, value: Any, world: World
    ) -> tuple[Any, World]:
        """The result of applying a function."""
        if isinstance(closure, tasks.Constructing):
            return closure.applied(value, Constructed), world
        names = tasks.extend(closure.environment, closure.parameter, value)
        if self._calls == tasks.MOST_CALLS:
            raise EvaluationError(tasks.TOO_DEEP, closure.body.span)
        self._calls += 1
        try:
            return self.evaluate(closure.body, names, world)
        finally:
            self._calls -= 1

    def _unary(self, expression: syntax.Unary, value: Any, world: World) -> tuple[Any, World]:
        match expression.operator:
            case "ref":
                location = Location(len(world.heap))
                return location, world.write(location, value)
            case "!":
                return world.heap[value.number], world
            case "head" | "tail" as name if not value:
                raise EvaluationError(f"`{name}` of the empty list", expression.span)
            case name:
                return _UNARY[name](value), world

    def _binary(
        self, expression: syntax.Binary, names: Environment, world: World
    ) -> tuple[Any, World]:
        left, world = self.evaluate(expression.left, names, world)
        name = expression.operator
        if name in SHORTCUTS and left is SHORTCUTS[name][0]:
            return SHORTCUTS[name][1], world
        right, world = self.evaluate(expression.right, names, world)
        if name == ":=":
            return (), world.write(left, right)
        if name == "/" and right == 0:
            raise EvaluationError("division by zero", expression.span)
        return _BINARY[name](left, right), world

    def _task(self, expression: Expression, names: Environment, world: World) -> tuple[Task, World]:
        if isinstance(expression, syntax.Assert):
            holds, world = self.evaluate(expression.condition, names, world)
            if not holds:
                world = replace(world, broken=(*world.broken, expression.span))
            following: tuple[Task, World] = self.evaluate(expression.task, names, world)
            return following
        if isinstance(expression, syntax.Within):
            days, world = self.evaluate(expression.days, names, world)
            task, world = self.evaluate(expression.task, names, world)
            otherwise = self._scopes.suspend(expression.otherwise, names)
            return tasks.Timed(task, world.clock + days, otherwise), world
        parts, make = self._scopes.task(expression, names)
        values, world = self._all(parts, names, world)
        return make(*values), world


def construct(shape: syntax.Type, name: str) -> Any:
    """A constructor: a value, or a function if it has fields."""
    fields = tasks.fields_of(shape, name)
    return tasks.Constructing(name, shape, len(fields)) if fields else Constructed(name)


def divide(left: Any, right: Any) -> Any:
    """The quotient; for integers, rounded down."""
    return left / right if isinstance(left, Fraction) else left // right


_UNARY: dict[str, Callable[[Any], Any]] = {
    "decimal": Fraction,
    "not": operator.not_,
    "-": operator.neg,
    "len": len,
    "uniq": lambda value: len(set(value)) == len(value),
    "fst": operator.itemgetter(0),
    "snd": operator.itemgetter(1),
    "head": operator.itemgetter(0),
    "tail": operator.itemgetter(slice(1, None)),
}

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(SHORTCUTS, lambda _left, right: right),
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda left, right: left in right,
    "::": lambda left, right: (left, *right),
    "++": operator.add,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "min": min,
    "max": max,
}
