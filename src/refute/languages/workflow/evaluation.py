"""Symbolic evaluation of the host language: sets of values, each with a path condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from refute import terms
from refute.frontend.node import Node, children
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.fresh import fresh
from refute.languages.workflow.project import conjuncts_of, connected, symbols_of
from refute.languages.workflow.scopes import Scopes
from refute.languages.workflow.states import Naming, World
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.tasks import SHORTCUTS, Environment
from refute.languages.workflow.typecheck import Checked
from refute.languages.workflow.types import is_basic, sort_of
from refute.record import record
from refute.solver import Answer, Path
from refute.source import Span
from refute.terms import Term

if TYPE_CHECKING:
    from refute.solver.session import Session


@record
class Crash:
    """An operation without a result, and the world in which it happens."""

    message: str
    span: Span
    world: World


Results: TypeAlias = Iterator[tuple[Any, World]]


class Evaluation:
    """Evaluates the expressions of one checked program on symbols.

    A branch that ends without a result is added to `crashes`, which the caller clears. `unknowns`
    counts the conditions that the solver cannot decide; once the effort is spent, nothing that
    depends on them is explored, as `left_out` shows.
    """

    def __init__(self, checked: Checked, session: Session) -> None:
        self.checked = checked
        self.session = session
        self.crashes: list[Crash] = []
        self.unknowns = 0
        self.left_out = False
        self._scopes = Scopes(checked.type_of, checked.instances)
        self._asked: dict[tuple[Term, ...], tuple[Answer, ...]] = {}
        self._tried: list[Any] = []
        self._calls = 0

    def decide(self, condition: Term, world: World) -> Iterator[tuple[bool, World]]:
        """The truth values that a condition can have, each with the world in which it has it.

        The path is extended only by what it does not imply already. If the solver cannot decide,
        both values are possible.
        """
        if condition is terms.TRUE or condition is terms.FALSE:
            yield condition is terms.TRUE, world
            return
        possible, avoidable = self._options(condition, world)
        if possible:
            yield True, world.assume(condition) if avoidable else world
        if avoidable:
            yield False, world.assume(terms.negation(condition)) if possible else world

    def _options(self, condition: Term, world: World) -> tuple[bool, bool]:
        """Whether a condition can hold, and whether it can fail.

        As the path is satisfiable, only conjuncts connected to the condition matter, so the same
        query was often asked before, with other names of symbols.
        """
        if self.session.effort.exhausted:
            self.unknowns += 1
            self.left_out = True
            return False, False
        related = connected(conjuncts_of(world.known), symbols_of(condition))
        naming = Naming()
        asked = (naming.term(condition), *map(naming.term, related))
        found = self._asked.get(asked)
        if found is None:
            path = Path.of(asked[1:])
            sides = (asked[0], terms.negation(asked[0]))
            found = self._asked[asked] = tuple(self.session.check(path.extend(e)) for e in sides)
        self.unknowns += Answer.UNKNOWN in found
        holds, fails = found
        return holds is not Answer.UNSAT, fails is not Answer.UNSAT

    def evaluate(self, expression: Expression, names: Environment, world: World) -> Results:
        """The values of an expression."""
        match expression:
            case syntax.Name():
                value = names[self._scopes.named(expression)]
                if isinstance(value, tasks.Recursive):
                    yield from self.evaluate(value.body, value.inside, world)
                else:
                    yield value, world
            case (
                syntax.Integer(value)
                | syntax.Decimal(value)
                | syntax.Boolean(value)
                | syntax.Text(value)
            ):
                yield _literal(value), world
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
            case syntax.TupleOf(items):
                for values, after in self._all(items, names, world):
                    yield join(values), after
            case syntax.ListOf(items):
                shape = self.checked.type_of(expression)
                for values, after in self._all(items, names, world):
                    yield listed(shape, values), after
            case syntax.Unary(_, operand):
                for value, after in self.evaluate(operand, names, world):
                    yield from self._unary(expression, value, after)
            case syntax.Binary(_, left):
                for value, after in self.evaluate(left, names, world):
                    yield from self._binary(expression, value, names, after)
            case syntax.Annotated(inner):
                yield from self.evaluate(inner, names, world)
            case syntax.Today():
                yield world.clock, world
            case syntax.Construct() | syntax.Filled() | syntax.Select() | syntax.Case():
                yield from self._data(expression, names, world)
            case syntax.Inputs(wanted):
                asked = self.checked.type_of(expression) if wanted else None
                sort = terms.STRING if asked is None else sort_of(asked)
                given = tasks.entered(names["inputs"], asked)
                if wanted is None:
                    given = [terms.string(each) for each in given]
                yield terms.list_of(sort, *given), world
            case _:
                yield from self._task(expression, names, world)

    def _data(
        self,
        expression: syntax.Construct | syntax.Filled | syntax.Select | syntax.Case,
        names: Environment,
        world: World,
    ) -> Results:
        """Values of declared types."""
        match expression:
            case syntax.Construct(name):
                yield construct(self.checked.type_of(expression), name), world
            case syntax.Filled(name, settings):
                shape = self.checked.type_of(expression)
                order = [each.name for each in settings]
                for values, after in self._all([each.value for each in settings], names, world):
                    given = [values[order.index(each)] for each in tasks.fields_of(shape, name)]
                    yield terms.construct(sort_of(shape), name, *given), after
            case syntax.Select(operand, field):
                shape = self.checked.type_of(expression)
                index = tasks.fields_of(shape, shape.constructors[0].name).index(field)
                for value, between in self.evaluate(operand, names, world):
                    for _, parts, after in self._taken_apart(value, shape, between):
                        yield parts[index], after
            case syntax.Case(subject):
                for value, after in self.evaluate(subject, names, world):
                    yield from self._case(expression, value, names, after)

    def _all(
        self, items: Sequence[Expression], names: Environment, world: World
    ) -> list[tuple[list[Any], World]]:
        """The values of several expressions, one after the other."""
        results: list[tuple[list[Any], World]] = [([], world)]
        for item in items:
            results = [
                ([*values, value], after)
                for values, between in results
                for value, after in self.evaluate(item, names, between)
            ]
        return results

    def _case(
        self, expression: syntax.Case, value: Term, names: Environment, world: World
    ) -> Results:
        shape = self.checked.type_of(expression)
        if not shape.constructors:
            (branch,) = expression.branches
            bound = tasks.bind_branch(names, branch, value, (), _part_of)
            yield from self.evaluate(branch.body, bound, world)
            return
        for name, parts, after in self._taken_apart(value, shape, world):
            branch = next(each for each in expression.branches if each.constructor in {"", name})
            bound = tasks.bind_branch(names, branch, value, parts, _part_of)
            yield from self.evaluate(branch.body, bound, after)

    def _taken_apart(
        self, value: Term, shape: syntax.Type, world: World
    ) -> Iterator[tuple[str, Sequence[Term], World]]:
        """The constructors that a value can have, with its parts.

        The parts of a value that is not known are new symbols: the value is the constructor applied
        to these.
        """
        if value.operator is terms.Operator.CONSTRUCT:
            yield str(value.payload), value.arguments, world
            return
        for whole, after in fresh(shape, world):
            for holds, last in self.decide(terms.equal(value, whole), after):
                if holds:
                    yield str(whole.payload), whole.arguments, last

    def apply(
        self, closure: tasks.Closure | tasks.Constructing, value: Any, world: World
    ) -> Results:
        """The results of applying a function."""
        if isinstance(closure, tasks.Constructing):
            sort = sort_of(closure.shape)
            made = closure.applied(value, lambda name, given: terms.construct(sort, name, *given))
            return iter(((made, world),))
        names = extend(closure.environment, closure.parameter, value)
        if self._calls == tasks.MOST_CALLS:
            self.crashes.append(Crash(tasks.TOO_DEEP, closure.body.span, world))
            return iter(())
        self._calls += 1
        try:
            return iter(list(self.evaluate(closure.body, names, world)))
        finally:
            self._calls -= 1

    def _unary(self, expression: syntax.Unary, value: Any, world: World) -> Results:
        match expression.operator:
            case "ref":
                location = tasks.Location(len(world.heap))
                yield location, world.write(location, value)
            case "!":
                yield world.heap[value.number], world
            case "head" | "tail" as operator:
                empty = terms.equal(_length(value), terms.integer(0))
                message = f"`{operator}` of the empty list"
                for after in self._unless(empty, message, expression.span, world):
                    yield _UNARY[operator](value), after
            case operator:
                yield _UNARY[operator](value), world

    def _binary(
        self, expression: syntax.Binary, left: Any, names: Environment, world: World
    ) -> Results:
        operator = expression.operator
        if operator in SHORTCUTS:
            yield from self._connective(expression, left, names, world)
            return
        for right, after in self.evaluate(expression.right, names, world):
            match operator:
                case ":=":
                    yield terms.tuple_of(), after.write(left, right)
                case "/":
                    nothing = terms.integer(0) if right.sort is terms.INT else terms.real(0)
                    zero = terms.equal(right, nothing)
                    for last in self._unless(zero, "division by zero", expression.span, after):
                        yield _BINARY[operator](left, right), last
                case _:
                    yield _BINARY[operator](left, right), after

    def _connective(
        self, expression: syntax.Binary, left: Term, names: Environment, world: World
    ) -> Results:
        """`and`, `or`, `==>`: the right operand matters only for one value of the left."""
        enough, result = SHORTCUTS[expression.operator]
        if not left.is_value and _is_total(expression.right):
            for right, after in self.evaluate(expression.right, names, world):
                yield _BINARY[expression.operator](left, right), after
            return
        for truth, after in self.decide(left, world):
            if truth is enough:
                yield terms.boolean(result), after
            else:
                yield from self.evaluate(expression.right, names, after)

    def _unless(self, trouble: Term, message: str, span: Span, world: World) -> Iterator[World]:
        """The world where a condition does not hold; where it does, a crash is noted."""
        for troubled, after in self.decide(trouble, world):
            if troubled:
                self.crashes.append(Crash(message, span, after))
            else:
                yield after

    def _task(self, expression: Expression, names: Environment, world: World) -> Results:
        if isinstance(expression, syntax.Assert):
            for truth, after in self.evaluate(expression.condition, names, world):
                noted = (*after.asserted, (expression.span, truth))
                yield from self.evaluate(expression.task, names, replace(after, asserted=noted))
            return
        if isinstance(expression, syntax.Within):
            otherwise = self._scopes.suspend(expression.otherwise, names)
            for (days, task), after in self._all((expression.days, expression.task), names, world):
                yield tasks.Timed(task, terms.add(after.clock, days), otherwise), after
            return
        parts, make = self._scopes.task(expression, names)
        if len(parts) == 1:
            for value, after in self.evaluate(parts[0], names, world):
                yield make(value), after
        else:
            for values, after in self._all(parts, names, world):
                yield make(*values), after

    def _follow(self, follow: tasks.Suspended, value: Any, world: World) -> Results:
        """The right-hand side of a step applied to the value of the left."""
        for closure, after in self.evaluate(follow.expression, follow.environment, world):
            yield from self.apply(closure, value, after)


def construct(shape: syntax.Type, name: str) -> Any:
    """A constructor: a value, or a function if it has fields."""
    fields = tasks.fields_of(shape, name)
    if fields:
        return tasks.Constructing(name, shape, len(fields))
    return terms.construct(sort_of(shape), name)


def _literal(value: bool | int | Fraction | str) -> Term:
    """The term of a literal."""
    if isinstance(value, str):
        return terms.string(value)
    if isinstance(value, Fraction):
        return terms.real(value)
    return terms.boolean(value) if isinstance(value, bool) else terms.integer(value)


def join(values: Sequence[Any]) -> Any:
    """A tuple of values."""
    if all(isinstance(each, Term) for each in values):
        return terms.tuple_of(*values)
    return tasks.Tupled(tuple(values))


def listed(shape: syntax.Type, values: Sequence[Any]) -> Any:
    """A list of values of a type."""
    if is_basic(shape):
        return terms.list_of(sort_of(shape), *values)
    return tasks.Listed(tuple(values))


def _length(value: Any) -> Term:
    if isinstance(value, tasks.Listed):
        return terms.integer(len(value.items))
    return terms.length(value)


def _head(value: Any) -> Any:
    return value.items[0] if isinstance(value, tasks.Listed) else terms.head(value)


def _tail(value: Any) -> Any:
    if isinstance(value, tasks.Listed):
        return tasks.Listed(value.items[1:])
    return terms.tail(value)


def _cons(item: Any, rest: Any) -> Any:
    if isinstance(rest, tasks.Listed):
        return tasks.Listed((item, *rest.items))
    return terms.cons(item, rest)


def _append(left: Any, right: Any) -> Any:
    if isinstance(left, tasks.Listed):
        return tasks.Listed((*left.items, *right.items))
    return terms.concatenate(left, right)


def _part_of(value: Any, index: int) -> Any:
    return value.items[index] if isinstance(value, tasks.Tupled) else terms.project(value, index)


def extend(names: Environment, pattern: syntax.Pattern, value: Any) -> Environment:
    """The environment with the names of a pattern bound to the parts of a symbolic value."""
    return tasks.extend(names, pattern, value, _part_of)


_UNARY: dict[str, Callable[[Any], Any]] = {
    "decimal": terms.to_real,
    "not": terms.negation,
    "-": terms.negate,
    "len": _length,
    "uniq": terms.unique,
    "fst": lambda value: _part_of(value, 0),
    "snd": lambda value: _part_of(value, 1),
    "head": _head,
    "tail": _tail,
}

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "and": terms.conjunction,
    "or": terms.disjunction,
    "==>": terms.implies,
    "==": terms.equal,
    "!=": terms.different,
    "<": terms.less,
    "<=": terms.at_most,
    ">": terms.greater,
    ">=": terms.at_least,
    "in": terms.member,
    "::": _cons,
    "++": _append,
    "+": terms.add,
    "-": terms.subtract,
    "*": terms.multiply,
    "/": terms.divide,
    "min": lambda left, right: terms.choose(terms.at_most(left, right), left, right),
    "max": lambda left, right: terms.choose(terms.at_most(left, right), right, left),
}

_PARTIAL = {"/", "head", "tail", "ref", ":="}


def _is_total(expression: Node) -> bool:
    """Whether an expression certainly has one value on every path, and no effect."""
    match expression:
        case syntax.Unary(operator, _) | syntax.Binary(operator, _, _):
            if operator in _PARTIAL:
                return False
        case syntax.Apply() | syntax.If() | syntax.Case() | syntax.Select():
            return False
    return all(map(_is_total, children(expression)))
