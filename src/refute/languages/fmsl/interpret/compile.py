"""Compilation of expressions and statements to functions of the local names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import operators
from refute.languages.fmsl.interpret.machine import Code, Environment, Machine
from refute.languages.fmsl.interpret.operators import Fault, Operator
from refute.languages.fmsl.syntax import Expression, Statement
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.typecheck.operators import Meaning, meaning
from refute.languages.fmsl.types import BOOLEAN, PRIMITIVES, ListOf, Named, Primitive, Type, Union
from refute.languages.fmsl.unions import converted
from refute.languages.fmsl.values import (
    Atomic,
    Function,
    Labelled,
    Record,
    Value,
    belongs,
    labelled,
    show_value,
)
from refute.record import record

Bound: TypeAlias = Mapping[str, bool]
"""The local names in scope; True for variables, whose values are in boxes."""

Called: TypeAlias = Callable[[list[Value]], Value]
"""The function for calls of an operation."""

Validated: TypeAlias = Callable[[list[Value], list[Value]], Value]
"""The function for `?->` on the inputs and outputs of an operation."""

Assignment: TypeAlias = Callable[[Environment, Value], None]
"""Assigns a new value to a variable, or to a part of one."""


@record
class Compiler:
    """Compiles expressions of the machine's specification.

    `operation` finds the function for calls of an operation, `validation` that for `?->`.
    """

    machine: Machine
    operation: Callable[[str], Called]
    validation: Callable[[str], Validated]

    def expression(self, expression: Expression, bound: Bound) -> Code:
        """The code of an expression; its value has the type that is wanted there."""
        code = self._expression(expression, bound)
        how = self.machine.checked.typing.conversions.get(id(expression))
        if how is None:
            return code
        objects = self.machine.checked.objects
        return lambda env: converted(objects, code(env), how)

    def _expression(self, expression: Expression, bound: Bound) -> Code:
        match expression:
            case syntax.Nil() | syntax.Unfinished():
                return lambda _: None
            case syntax.Integer() | syntax.Real() | syntax.Text() | syntax.Boolean():
                constant: Value = expression.value
                return lambda _: constant
            case syntax.Name(name):
                return self._name(expression, name, bound)
            case syntax.ListOf(items):
                elements = self._all(items, bound)
                made: Code = lambda env: tuple([each(env) for each in elements])  # noqa: E731
                return self._recorded(made, self.machine.checked.type_of(expression))
            case syntax.Range(low, high):
                made = self._applied(operators.range_of, expression, bound, low, high)
                return self._recorded(made, self.machine.checked.type_of(expression))
            case syntax.TupleOf(()):
                return lambda _: None
            case syntax.TupleOf(items):
                parts = self._all(items, bound)
                return lambda env: Record([part(env) for part in parts])
            case syntax.Labelled(_, value):
                label = self.machine.checked.typing.labels[id(expression)]
                content = self.expression(value, bound)
                return (lambda env: labelled(label, content(env))) if label else content
            case syntax.Unary(operator, operand):
                function, code = operators.PREFIX[operator], self.expression(operand, bound)
                return lambda env: function(code(env))
            case syntax.Binary():
                return self._binary(expression, bound)
            case syntax.If():
                return self._if(expression, bound)
            case syntax.Field(_, field) if id(expression) in self.machine.checked.typing.qualified:
                return self._global(syntax.Name(str(field), span=expression.span), str(field))
            case syntax.Field():
                return self._field(expression, bound)
            case syntax.Select(subject, index):
                return self._applied(operators.select, expression, bound, subject, index)
            case syntax.Slice(subject, low, high):
                return self._applied(operators.slice_of, expression, bound, subject, low, high)
            case syntax.Call():
                return self._call(expression, bound)
            case syntax.Validate(call, outputs):
                validated, inputs = self.validation(call.operation), self._given(call, bound)
                results = self._all(outputs, bound)
                return lambda env: validated(
                    [each(env) for each in inputs], [each(env) for each in results]
                )
            case syntax.Bounded() | syntax.Unbounded():
                return self._quantified(expression, bound)
            case syntax.Sequence(statements):
                return self._sequence(statements, bound)
            case _:
                assert_never(expression)

    def _given(self, call: syntax.Call, bound: Bound) -> list[Code]:
        """The inputs of a call, with defaults for omitted ones."""
        checked = self.machine.checked
        given = self._all(call.arguments, bound)
        inputs = checked.operation(call.operation).inputs[len(given) :]
        return [*given, *(self.expression(each.default or syntax.Nil(), {}) for each in inputs)]

    def _call(self, call: syntax.Call, bound: Bound) -> Code:
        name = call.operation
        if name in bound and not call.module:
            return self._apply(call, bound)
        if name not in self.machine.checked.operations:
            return self._print(self._all(call.arguments, bound))
        called, inputs = self.operation(name), self._given(call, bound)
        return lambda env: called([each(env) for each in inputs])

    def _apply(self, call: syntax.Call, bound: Bound) -> Code:
        """A call of the operation that an input or a local name stands for."""
        function = self._name(syntax.Name(call.operation, span=call.span), call.operation, bound)
        inputs = self._all(call.arguments, bound)

        def code(env: Environment) -> Value:
            found = function(env)
            if not isinstance(found, Function):
                return None
            return self.operation(found)([each(env) for each in inputs])

        return code

    def _print(self, values: list[Code]) -> Code:
        """Prints values, and returns the last of them."""
        printed = self.machine.printed

        def code(env: Environment) -> Value:
            found = [each(env) for each in values]
            printed.append(" ".join(map(show_value, found)))
            return found[-1]

        return code

    def _all(self, expressions: Sequence[Expression], bound: Bound) -> list[Code]:
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
        fixed = fixed_value(machine.checked, name)

        def code(_: Environment) -> Value:
            if name not in known and fixed is not None:
                return fixed
            if name not in known:
                machine.fault("FM045", f"`{name}` has no value yet", node.span)
            return known.get(name)

        return code

    def _recorded(self, values: Code, of: Type) -> Code:
        """Adds the elements of a new list to the universe, if their type has a name."""
        assert isinstance(of, ListOf)
        if not isinstance(of.element, Named | Primitive):
            return values
        record = self.machine.recorders.of(of.element)

        def code(env: Environment) -> Value:
            found: Any = values(env)
            for value in found or ():
                record(value)
            return found  # type: ignore[no-any-return]

        return code

    # Operators and parts of values

    def _applied(
        self, function: Callable[..., Value], node: Expression, bound: Bound, *operands: Expression
    ) -> Code:
        """A function of the values of operands, with its faults recorded."""
        codes, machine, span = self._all(operands, bound), self.machine, node.span

        def code(env: Environment) -> Value:
            try:
                return function(*[each(env) for each in codes])
            except Fault as fault:
                machine.fault(fault.code, fault.message, span)
            return None

        return code

    def _field(self, node: syntax.Field, bound: Bound) -> Code:
        """`p.last`; for a union, the value if it is of that alternative."""
        machine, objects = self.machine, self.machine.checked.objects
        subject, of = self.expression(node.subject, bound), machine.checked.type_of(node.subject)
        position, alternative = objects.part(of, node.field) or (0, of)
        places, label = objects.places(of, position), objects.label(of, position)

        def option(env: Environment) -> Value:
            value = subject(env)
            return value if belongs(objects, value, alternative) else None

        def content(env: Environment) -> Value:
            value = subject(env)
            found = isinstance(value, Labelled) and value.label == label
            return value.value if found else None  # type: ignore[union-attr]

        def component(env: Environment) -> Value:
            value: Any = subject(env)
            if value is None:
                machine.fault("FM042", f"`{node.field}` of nil", node.span)
                return None
            return value[places.get(len(value), position)]  # type: ignore[no-any-return]

        if label:
            return content
        return option if isinstance(objects.structure(of), Union) else component

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
                checked = self.machine.checked
                types = checked.type_of(node.left), checked.type_of(node.right)
                found = meaning(checked.objects, *types)
                assert found is not None
                strict = found in (Meaning.NUMBERS, Meaning.TEXTS)
                return self._applied_to(table[found], left, right, node, strict=strict)
            case operator if operator in operators.TOTAL:
                function = operators.TOTAL[operator]
                return lambda env: function(left(env), right(env))
            case operator:
                function = operators.STRICT[operator]
                return self._applied_to(function, left, right, node, strict=True)

    def _applied_to(
        self, function: Operator, left: Code, right: Code, node: syntax.Binary, *, strict: bool
    ) -> Code:
        """An operator; strict ones return nil if an operand is nil."""
        machine = self.machine

        def code(env: Environment) -> Value:
            one, other = left(env), right(env)
            if strict and (one is None or other is None):
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

    # Quantifiers

    def _quantified(self, node: syntax.Bounded | syntax.Unbounded, bound: Bound) -> Code:
        inner = {**bound, node.variable: False}
        body = self.expression(node.body, inner)
        stop = node.quantifier == "exists"
        if isinstance(node, syntax.Bounded):
            collection = self.expression(node.collection, bound)
            return self._search(node.variable, lambda env: collection(env) or (), body, stop=stop)
        if node.condition is not None:
            body = _guarded(self.expression(node.condition, inner), body, forall=not stop)
        return self._search(node.variable, self._population(node), body, stop=stop)

    def _population(
        self, node: syntax.Unbounded
    ) -> Callable[[Environment], Sequence[Value] | None]:
        """The values over which an unbounded quantifier ranges: those of its type so far.

        The universe is indexed by names; nothing is known of a type without one.
        """
        of, machine = node.type, self.machine
        if isinstance(of, syntax.TypeName):
            primitive = PRIMITIVES.get(of.name)
            name = of.name if primitive is None else primitive.name
            return lambda _: machine.universe.values(name)

        def unnamed(_: Environment) -> None:
            message = "the universe has no values of a type without a name"
            machine.fault("FM048", message, of.span, "name the type with `object`")

        return unnamed

    def _search(
        self, name: str, values: Callable[[Environment], Any], body: Code, *, stop: bool
    ) -> Code:
        """Evaluates a body for each value until one decides the quantifier."""
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

    # Statements, which may add to the local names

    def _sequence(self, statements: tuple[Statement, ...], bound: Bound) -> Code:
        """Statements in order, whose bindings are local."""
        inner = dict(bound)
        codes = [self._statement(each, inner) for each in statements]

        def code(env: Environment) -> Value:
            local, value = dict(env), None
            for each in codes:
                value = each(local)
            return value

        return code

    def _statement(self, node: Statement, bound: dict[str, bool]) -> Code:
        """The code of a statement; adds its binding to the names in scope."""
        match node:
            case syntax.Let(name, _, value):
                code = self.expression(value, bound)
                record = self.machine.recorders.of(self.machine.checked.type_of(node))
                bound[name] = False

                def let(env: Environment) -> Value:
                    value = env[name] = code(env)
                    record(value)
                    return value

                return let
            case syntax.Variable(name, _, value):
                code = self.expression(syntax.Nil() if value is None else value, bound)
                bound[name] = True

                def declare(env: Any) -> Value:
                    value = code(env)
                    env[name] = [value]
                    return value

                return declare
            case syntax.Set(target, value):
                assign, code = self.assignment(target, bound), self.expression(value, bound)

                def set_(env: Environment) -> Value:
                    value = code(env)
                    assign(env, value)
                    return value

                return set_
            case _:
                return self.expression(node, bound)

    def assignment(self, target: Expression, bound: Bound) -> Assignment:
        """The function that assigns a new value to a variable, or to a part of one.

        Values are immutable: replacing a part gives the variable a new whole, so that the universe
        and other names keep the old one.
        """
        match target:
            case syntax.Name(name) if name in bound:

                def put(env: Any, value: Value) -> None:
                    env[name][0] = value

                return put
            case syntax.Name(name):
                return lambda _, value: self.machine.globals.__setitem__(name, value)
            case syntax.Field(subject, field):
                objects, of = self.machine.checked.objects, self.machine.checked.type_of(subject)
                position, _ = objects.part(of, field) or (0, of)
                places, label = objects.places(of, position), objects.label(of, position)
                if isinstance(objects.structure(of), Union):
                    put_whole = self.assignment(subject, bound)
                    return lambda env, value: put_whole(
                        env, labelled(label, value) if label else value
                    )

                def place(_: Environment, whole: Value) -> int:
                    size = len(whole) if isinstance(whole, tuple) else 0
                    return places.get(size, position) + 1

                return self._replacing(subject, place, bound, target)
            case syntax.Select(subject, index):
                number = self.expression(index, bound)
                return self._replacing(subject, lambda env, _: number(env), bound, target)
            case _:
                raise AssertionError(target)

    def _replacing(
        self,
        subject: Expression,
        index: Callable[[Environment, Value], Value],
        bound: Bound,
        target: Expression,
    ) -> Assignment:
        """Replaces an item at an index, which may depend on the whole."""
        read, write = self.expression(subject, bound), self.assignment(subject, bound)

        def assign(env: Environment, value: Value) -> None:
            try:
                whole = read(env)
                write(env, operators.replaced(whole, index(env, whole), value))
            except Fault as fault:
                self.machine.fault(fault.code, fault.message, target.span)

        return assign


def fixed_value(checked: Checked, name: str) -> Value:
    """The value of a single-valued object or an operation that a name stands for; else nil."""
    if name in checked.names:
        return None
    constant = checked.objects.constant(name)
    if constant is not None:
        return constant.value
    if name in checked.operations:
        return Function(name)
    return Atomic(name) if name in checked.objects.constants else None


def _decided(left: Code, right: Code, *, by: bool) -> Code:
    """`and` is decided by false, `or` by true; an undecided one is nil if an operand is."""

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
