"""The names that functions, tasks and suspended expressions capture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from refute.frontend.node import Node, children, walk
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.languages.workflow.tasks import (
    LEFT,
    RIGHT,
    Alternative,
    Choice,
    Closure,
    Editor,
    Empty,
    Environment,
    Failing,
    Joined,
    Marked,
    Recursive,
    Side,
    Stepping,
    Store,
    Suspended,
    Task,
)


class Scopes:
    """Captures the environments of functions, tasks and suspended expressions.

    The free names of an expression are determined once.
    """

    def __init__(
        self, type_of: Callable[[Node], Type], instances: Mapping[int, str] | None = None
    ) -> None:
        self._type_of = type_of
        self._instances = instances or {}
        self._known: dict[int, tuple[Node, frozenset[str]]] = {}
        self._dated: set[str] = set()
        self._storing: set[str] = set()

    def free(self, expression: Node) -> frozenset[str]:
        """The names that an expression does not bind itself."""
        found = self._known.get(id(expression))
        if found is None:
            found = self._known[id(expression)] = (expression, self._free(expression))
        return found[1]

    def _free(self, expression: Node) -> frozenset[str]:
        match expression:
            case syntax.Name():
                return frozenset({self.named(expression)})
            case syntax.Lambda(parameter, body):
                return self.free(body) - _bound(parameter)
            case syntax.Let(pattern, bound, body):
                return self.free(bound) | (self.free(body) - _bound(pattern))
            case syntax.Branch(_, parameters, body):
                return self.free(body).difference(*map(_bound, parameters))
            case _:
                empty: frozenset[str] = frozenset()
                return empty.union(*map(self.free, children(expression)))

    def named(self, name: syntax.Name) -> str:
        """What a name refers to: itself, or an instance of a definition with several types."""
        return self._instances.get(id(name), name.name)

    def definition(self, definition: syntax.Definition, names: Environment) -> Recursive | None:
        """A definition that is evaluated wherever it is used; None for others.

        It mentions itself, or depends on the day, directly or by what it uses: a deadline counts
        from there. One that makes a store is evaluated only once all the same.
        """
        name, body = definition.name.name, definition.body
        dated = _tells_time(body) or bool(self.free(body) & self._dated)
        storing = _makes_store(body) or bool(self.free(body) & self._storing)
        is_function = isinstance(body, syntax.Lambda)
        later = dated and not storing and not is_function
        if later or (dated and is_function):
            self._dated.add(name)
        if storing and is_function:
            self._storing.add(name)
        if name not in self.free(body) and not later:
            return None
        captured = {each: names[each] for each in sorted(self.free(body) - {name})}
        return Recursive(name, body, captured)

    def close(self, function: syntax.Lambda, environment: Environment) -> Closure:
        """A function with its environment."""
        return Closure(function.parameter, function.body, self._captured(function, environment))

    def suspend(self, expression: Expression, environment: Environment) -> Suspended:
        """An expression whose evaluation is postponed, with its environment."""
        return Suspended(expression, self._captured(expression, environment))

    def task(
        self, expression: Expression, environment: Environment
    ) -> tuple[tuple[Expression, ...], Callable[..., Task]]:
        """The operands of a task that are evaluated with it, and what builds it from their values.

        An assertion is not a task of its own, but the one that it guards.
        """
        match expression:
            case syntax.Edit(value) | syntax.View(value):
                fixed = isinstance(expression, syntax.View)
                return (value,), lambda held: Editor(held, self._type_of(expression), fixed)
            case syntax.Shared(reference) | syntax.Watch(reference):
                fixed = isinstance(expression, syntax.Watch)
                shape = self._type_of(expression)
                return (reference,), lambda location: Store(location, shape, fixed)
            case syntax.Enter():
                return (), lambda: Empty(self._type_of(expression))
            case syntax.Fail():
                return (), Failing
            case syntax.Step(task, follow, trigger):
                suspended = self.suspend(follow, environment)
                labels = _labels(follow)
                return (task,), lambda first: Stepping(first, suspended, trigger, labels)
            case syntax.Labelled(task, label):
                return (task,), lambda inner: Marked(inner, label=label)
            case syntax.Assigned(task, role):
                return (task,), lambda inner: Marked(inner, role=role)
            case syntax.Apart(task, label):
                return (task,), lambda inner: Marked(inner, apart=(label,))
            case syntax.Both(left, right):
                return (left, right), Joined
            case syntax.Either(left, right):
                return (left, right), Alternative
            case syntax.Pick(left, right):
                moves = ((left, LEFT), (right, RIGHT))
                sides = tuple(
                    Side(move, _label(each), self.suspend(each, environment))
                    for each, move in moves
                )
                return (), lambda: Choice(sides)
            case syntax.Choose(buttons):
                sides = tuple(
                    Side(each.label, each.label, self.suspend(each.task, environment))
                    for each in buttons
                )
                return (), lambda: Choice(sides)
            case _:
                raise AssertionError(f"no task: {expression}")

    def _captured(self, expression: Expression, environment: Environment) -> Environment:
        return {name: environment[name] for name in sorted(self.free(expression))}


def _label(expression: Expression) -> str:
    """The label on a side of a choice, if any."""
    match expression:
        case syntax.Labelled(_, label):
            return label
        case syntax.Assigned(task):
            return _label(task)
        case _:
            return ""


def _labels(follow: Expression) -> tuple[str, ...]:
    """The buttons of a step, if it has some."""
    match follow:
        case syntax.Lambda(_, syntax.Choose(buttons)):
            return tuple(each.label for each in buttons)
        case _:
            return ()


def _tells_time(body: Expression) -> bool:
    return any(isinstance(each, syntax.Within | syntax.Today) for each in walk(body))


def _makes_store(body: Expression) -> bool:
    return any(isinstance(each, syntax.Unary) and each.operator == "ref" for each in walk(body))


def _bound(pattern: Pattern) -> frozenset[str]:
    return frozenset(each.name for each in syntax.pattern_names(pattern))
