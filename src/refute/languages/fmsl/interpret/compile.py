"""Expressions made into functions of the local names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import operators, selection, statements
from refute.languages.fmsl.interpret.machine import Code, Environment, Machine
from refute.languages.fmsl.interpret.operators import Fault
from refute.languages.fmsl.syntax import Expression
from refute.languages.fmsl.typecheck.operators import meaning
from refute.languages.fmsl.types import BOOLEAN, ListOf, Named, Primitive, Type
from refute.languages.fmsl.universe import Recorder
from refute.languages.fmsl.values import Record, Value

Bound: TypeAlias = Mapping[str, bool]
"""The local names in sight; True for variables, whose values are in boxes."""

Called: TypeAlias = Callable[[list[Value]], Value]
"""What an operation does with its arguments."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """Makes expressions of the machine's specification into code.

    `operation` finds what a call does, `validation` what `?->` does with inputs and outputs.
    """

    machine: Machine
    operation: Callable[[str], Called]
    validation: Callable[[str], Callable[[list[Value], list[Value]], Value]]

    def expression(self, expression: Expression, bound: Bound) -> Code:
        """The code of an expression."""
        match expression:
            case syntax.Nil():
                return lambda _: None
            case syntax.Integer() | syntax.Real() | syntax.Text() | syntax.Boolean():
                constant: Value = expression.value
                return lambda _: constant
            case syntax.Name(name):
                return self._name(expression, name, bound)
            case syntax.ListOf(items):
                return self._list(self._all(items, bound), self.machine.checked.type_of(expression))
            case syntax.Range(low, high):
                ends = self.expression(low, bound), self.expression(high, bound)
                record = self._element_recorder(self.machine.checked.type_of(expression))
                return selection.ranged(self.machine, *ends, record, expression.span)
            case syntax.TupleOf(items):
                parts = self._all(items, bound)
                return lambda env: Record([part(env) for part in parts])
            case syntax.Unary(operator, operand):
                return self._unary(operators.PREFIX[operator], self.expression(operand, bound))
            case syntax.Binary():
                return self._binary(expression, bound)
            case syntax.If():
                return self._if(expression, bound)
            case syntax.Field(subject, field):
                of = self.machine.checked.type_of(subject)
                code = self.expression(subject, bound)
                return selection.field(self.machine, code, of, field, expression.span)
            case syntax.Select(subject, index):
                codes = self.expression(subject, bound), self.expression(index, bound)
                return selection.select(self.machine, *codes, expression.span)
            case syntax.Slice(subject, low, high):
                first, last = self.expression(low, bound), self.expression(high, bound)
                code = self.expression(subject, bound)
                return selection.slice_of(self.machine, code, first, last, expression.span)
            case syntax.Call(name, arguments):
                return self._call(self.operation(name), self._all(arguments, bound))
            case syntax.Validate(call, outputs):
                return self._validate(
                    self.validation(call.operation),
                    self._all(call.arguments, bound),
                    self._all(outputs, bound),
                )
            case syntax.Bounded() | syntax.Unbounded():
                return self._quantified(expression, bound)
            case syntax.Sequence(parts):
                return statements.sequence(self, parts, bound)
            case _:
                assert_never(expression)

    def _all(self, expressions: tuple[Expression, ...], bound: Bound) -> list[Code]:
        return [self.expression(each, bound) for each in expressions]

    def _name(self, node: syntax.Name, name: str, bound: Bound) -> Code:
        if name not in bound:
            return self._global(node, name)
        if bound[name]:
            boxed: Callable[[Any], Value] = lambda env: env[name][0]  # noqa: E731 - a choice of code
            return boxed
        return lambda env: env[name]

    def _global(self, node: syntax.Name, name: str) -> Code:
        machine, known = self.machine, self.machine.globals

        def code(_: Environment) -> Value:
            if name not in known:
                machine.fault("FM045", f"`{name}` has no value yet", node.span)
            return known.get(name)

        return code

    def _list(self, items: list[Code], of: Type) -> Code:
        record = self._element_recorder(of)

        def code(env: Environment) -> Value:
            values = [item(env) for item in items]
            if record is not None:
                for value in values:
                    record(value)
            return tuple(values)

        return code

    def _element_recorder(self, of: Type) -> Recorder | None:
        """Adds the elements of a new list to the universe, if their type has a name."""
        assert isinstance(of, ListOf)
        named = isinstance(of.element, Named | Primitive)
        return self.machine.recorders.of(of.element) if named else None

    # Operators

    def _unary(self, function: Callable[[Any], Value], operand: Code) -> Code:
        return lambda env: function(operand(env))

    def _binary(self, node: syntax.Binary, bound: Bound) -> Code:
        left, right = self.expression(node.left, bound), self.expression(node.right, bound)
        match node.operator:
            case "and":
                return _decided(left, right, by=False)
            case "or":
                return _decided(left, right, by=True)
            case "=>":
                return _decided(lambda env: operators.negate(left(env)), right, by=True)
            case "+" | "-":
                table = operators.PLUS if node.operator == "+" else operators.MINUS
                return self._strict(table[self._meaning(node)], left, right, node)
            case operator if operator in operators.TOTAL:
                function = operators.TOTAL[operator]
                return lambda env: function(left(env), right(env))
            case operator:
                return self._strict(operators.STRICT[operator], left, right, node)

    def _meaning(self, node: syntax.Binary) -> Any:
        checked = self.machine.checked
        types = checked.type_of(node.left), checked.type_of(node.right)
        return meaning(checked.objects, *types)

    def _strict(
        self, function: Callable[[Any, Any], Value], left: Code, right: Code, node: syntax.Binary
    ) -> Code:
        machine = self.machine

        def code(env: Environment) -> Value:
            one, other = left(env), right(env)
            if one is None or other is None:
                return None
            try:
                return function(one, other)
            except Fault as fault:
                machine.fault(fault.code, fault.message, node.span)
            except TypeError:
                machine.fault("FM046", "these values do not go together", node.span)
            return None

        return code

    def _if(self, node: syntax.If, bound: Bound) -> Code:
        checked = self.machine.checked
        condition = self.expression(node.condition, bound)
        then = self.expression(node.then, bound)
        holds = checked.objects.structure(checked.type_of(node.then)) == BOOLEAN
        missing: Value = True if holds else None
        otherwise: Code = lambda _: missing  # noqa: E731 - a default
        if node.otherwise is not None:
            otherwise = self.expression(node.otherwise, bound)

        def code(env: Environment) -> Value:
            chosen = condition(env)
            if chosen is None:
                return None
            return then(env) if chosen else otherwise(env)

        return code

    # Operations and quantifiers

    def _call(self, called: Called, arguments: list[Code]) -> Code:
        return lambda env: called([argument(env) for argument in arguments])

    def _validate(
        self,
        validated: Callable[[list[Value], list[Value]], Value],
        inputs: list[Code],
        outputs: list[Code],
    ) -> Code:
        return lambda env: validated(
            [each(env) for each in inputs], [each(env) for each in outputs]
        )

    def _quantified(self, node: syntax.Bounded | syntax.Unbounded, bound: Bound) -> Code:
        inner = {**bound, node.variable: False}
        body = self.expression(node.body, inner)
        stop = node.quantifier == "exists"
        if isinstance(node, syntax.Bounded):
            elements = selection.elements(self.expression(node.collection, bound))
            return self._search(node.variable, elements, body, stop=stop)
        if node.condition is not None:
            body = _guarded(self.expression(node.condition, inner), body, forall=not stop)
        population = selection.population(self.machine, node)
        return self._search(node.variable, population, body, stop=stop)

    def _search(
        self, name: str, values: Callable[[Environment], Any], body: Code, *, stop: bool
    ) -> Code:
        """Evaluates a body for each value until it is what decides the quantifier."""
        timed = self.machine.timed

        def code(env: Environment) -> Value:
            population = values(env)
            if population is None:
                return None
            inner, unknown = dict(env), False
            for value in timed(population):
                inner[name] = value
                found = body(inner)
                if found is stop:
                    return stop
                unknown = unknown or found is None
            return None if unknown else not stop

        return code


def _decided(left: Code, right: Code, *, by: bool) -> Code:
    """`and` is decided by false, `or` by true; what is not decided is nil if an operand is."""

    def code(env: Environment) -> Value:
        one = left(env)
        if one is by:
            return by
        other = right(env)
        if other is by:
            return by
        return None if one is None or other is None else not by

    return code


def _guarded(condition: Code, body: Code, *, forall: bool) -> Code:
    """`if condition then body` under forall, `condition and body` under exists (Table 3.1)."""
    if not forall:
        return _decided(condition, body, by=False)

    def code(env: Environment) -> Value:
        chosen = condition(env)
        if chosen is None:
            return None
        return body(env) if chosen else True

    return code
