"""The concrete semantics: execution of declarations, evaluation of expressions (chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from refute.frontend.nesting import room_for_nesting
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret.compile import Called, Compiler, Validated
from refute.languages.fmsl.interpret.machine import (
    Environment,
    Machine,
    OutOfEffort,
    TooDeep,
    Universe,
)
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.types import Part
from refute.languages.fmsl.values import Record, Value

__all__ = ["Interpreter", "OutOfEffort", "TooDeep", "Universe", "room"]

FRAMES = 8_000
"""Maximum number of Python frames: enough for nested calls, far from a stack overflow."""


@contextmanager
def room() -> Iterator[None]:
    """Allow deep recursion for a while; raises TooDeep beyond the limit."""
    try:
        with room_for_nesting(FRAMES):
            yield
    except RecursionError:
        raise TooDeep from None


class Interpreter:
    """Executes declarations; keeps values, variables and the universe between them."""

    def __init__(self, checked: Checked, universe: Universe | None = None) -> None:
        self.machine = Machine(checked, universe or Universe())
        self.use(checked)

    def use(self, checked: Checked) -> None:
        """Continue with another specification, keeping values and the universe."""
        self.machine.use(checked)
        self._compiler = Compiler(self.machine, self._called, self._validated)
        self._operations: dict[str, Called] = {}
        self._validations: dict[str, Validated] = {}

    def declare(self, declaration: syntax.Declaration) -> None:
        """Give a value or variable its value; does nothing for other declarations."""
        match declaration:
            case syntax.Value(name, _, value):
                found = self.machine.globals[name] = self.evaluate(value)
                self.machine.recorders.of(self.machine.checked.names[name])(found)
            case syntax.Variable(name, _, initial):
                given = None if initial is None else self.evaluate(initial)
                self.machine.globals[name] = given

    def declare_all(self) -> None:
        """Give all values and variables of the specification their values."""
        for each in self.machine.checked.declarations:
            self.declare(each)

    def execute(self, statement: syntax.Statement) -> Value:
        """Execute a top-level statement; its bindings remain known."""
        known = self.machine.globals
        match statement:
            case syntax.Let(name, _, value):
                known[name] = self.evaluate(value)
                self.machine.recorders.of(self.machine.checked.type_of(statement))(known[name])
                return known[name]
            case syntax.Variable(name, _, _):
                self.declare(statement)
                return known[name]
            case syntax.Set(target, value):
                found = self.evaluate(value)
                self._compiler.assignment(target, {})({}, found)
                return found
            case _:
                return self.evaluate(statement)

    def evaluate(
        self, expression: syntax.Expression, environment: Environment | None = None
    ) -> Value:
        """The value of an expression; unbounded recursion is a fault with the value nil."""
        known = environment or {}
        try:
            with room():
                return self._compiler.expression(expression, dict.fromkeys(known, False))(known)
        except TooDeep:
            self.machine.fault("FM047", "calls are nested too deeply", expression.span)
            return None

    def validate(self, name: str, inputs: list[Value], outputs: list[Value]) -> Record:
        """The values of an operation's precondition and postcondition (Table 5.7)."""
        with room():
            found = self._validated(name)(inputs, outputs)
        assert isinstance(found, Record)
        return found

    def call(self, name: str, inputs: list[Value]) -> Value:
        """The result of an operation; nil if it has no body."""
        with room():
            return self._called(name)(inputs)

    # Operations

    def _called(self, name: str) -> Called:
        """The function for calls of an operation, made when first needed, for recursion."""
        operations = self._operations

        def call(arguments: list[Value]) -> Value:
            if name not in operations:
                operations[name] = self._make_call(name)
            return operations[name](arguments)

        return operations.get(name) or call

    def _make_call(self, name: str) -> Called:
        checked, step = self.machine.checked, self.machine.step
        inputs, operation = checked.operations[name].inputs, checked.operation(name)
        bind = self._binder(inputs)
        body = self._compiler.expression(operation.body or syntax.Nil(), _in_sight(inputs))

        def call(arguments: list[Value]) -> Value:
            step()
            return body(bind({}, arguments))

        return call

    def _binder(self, parts: tuple[Part, ...]) -> Callable[[Environment, list[Value]], Environment]:
        """Binds parameters to values, and adds the values to the universe."""
        slots = [(part.name, self.machine.recorders.of(part.type)) for part in parts]

        def bind(env: Environment, values: list[Value]) -> Environment:
            for (name, record), value in zip(slots, values, strict=False):
                env[name] = value
                record(value)
            return env

        return bind

    def _validated(self, name: str) -> Validated:
        if name not in self._validations:
            self._validations[name] = self._make_validation(name)
        return self._validations[name]

    def _make_validation(self, name: str) -> Validated:
        checked = self.machine.checked
        signature, operation = checked.operations[name], checked.operation(name)
        bind = self._binder((*signature.inputs, *signature.outputs))
        before, after = (
            self._compiler.expression(
                given.formula, _in_sight(signature.inputs + signature.outputs)
            )
            if given is not None and given.formula is not None
            else None
            for given in (operation.precondition, operation.postcondition)
        )

        def validate(inputs: list[Value], outputs: list[Value]) -> Value:
            env = bind({}, [*inputs, *outputs])
            held = True if before is None else before(env)
            if held is not True:
                return Record((held, None))
            return Record((True, None if after is None else after(env)))

        return validate


def _in_sight(parts: tuple[Part, ...]) -> dict[str, bool]:
    """Parameters as local names that are not variables."""
    return {part.name: False for part in parts}
