"""Execution of the rows of a test plan: the specification's verdict on inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence

from refute.diagnostics import InputError
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.testing.table import EXPECTED, Row
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.values import Record, Value, same
from refute.record import record
from refute.solver import Effort
from refute.source import Source

OK = "ok"


class WrongRow(Exception):
    """A row cannot be read; the message says why."""


@record
class Test:
    """A row with evaluated cells."""

    __test__ = False

    row: Row
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    expected: Record | None


class Reader:
    """Reads and validates the rows of a plan, each with only the values of the file."""

    def __init__(self, checked: Checked, effort: Effort) -> None:
        self._checked = checked
        self._effort = effort
        self._calls = 0

    def test(self, row: Row) -> Test:
        """Evaluate the cells of a row; raises WrongRow if they are invalid."""
        signature = self._checked.operations.get(row.operation)
        if signature is None:
            raise WrongRow(f"there is no operation {row.operation or 'here'}")
        inputs = self._values(row.operation, row.inputs, row.outputs, len(signature.outputs))
        values, outputs = inputs
        return Test(row, values, outputs, self._expected(row.expected))

    def _values(
        self, operation: str, inputs: str, outputs: str, count: int
    ) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        results = outputs or ", ".join(["nil"] * count)
        call = f"> {operation}({inputs}) ?-> ({results});"
        (declaration,) = self._parsed(call)
        match declaration:
            case syntax.Evaluate(syntax.Validate(syntax.Call(_, arguments), given)):
                checked = self._with(declaration)
                interpreter = self.interpreter(checked)
                with_defaults = self._with_defaults(operation, arguments)
                return (
                    self._all(interpreter, with_defaults),
                    self._all(interpreter, given),
                )
        raise WrongRow("inputs and outputs are values, separated by commas")

    def _parsed(self, text: str) -> tuple[syntax.Declaration, ...]:
        try:
            return parse(Source("row", text)).declarations
        except InputError as failure:
            raise WrongRow(failure.diagnostics[0].message) from None

    def _with(self, declaration: syntax.Declaration) -> Checked:
        try:
            return check(syntax.Specification((*self._checked.declarations, declaration)))
        except InputError as failure:
            raise WrongRow(failure.diagnostics[0].message) from None

    def _with_defaults(
        self, operation: str, given: Sequence[syntax.Expression]
    ) -> list[syntax.Expression]:
        left_out = self._checked.operation(operation).inputs[len(given) :]
        return [*given, *(each.default or syntax.Nil() for each in left_out)]

    def _all(
        self, interpreter: Interpreter, expressions: Sequence[syntax.Expression]
    ) -> tuple[Value, ...]:
        try:
            return tuple(interpreter.evaluate(each) for each in expressions)
        except OutOfEffort:
            raise WrongRow("its values take too long to compute") from None

    def _expected(self, text: str) -> Record | None:
        if not text:
            return None
        if text.lower() in EXPECTED:
            return EXPECTED[text.lower()]
        for declaration in self._parsed(f"> {text};"):
            if isinstance(declaration, syntax.Evaluate):
                value = self.interpreter(self._with(declaration)).execute(declaration.statement)
                if isinstance(value, Record) and len(value) == 2:
                    return value
        words = ", ".join(EXPECTED)
        raise WrongRow(f"expected is one of {words}, or a pair such as {{true, true}}")

    def interpreter(self, checked: Checked | None = None) -> Interpreter:
        """An interpreter that knows the values of the file."""
        made = Interpreter(checked or self._checked)
        made.machine.effort = self._effort
        made.declare_all()
        return made

    def validated(
        self, name: str, inputs: Sequence[Value], outputs: Sequence[Value]
    ) -> Record | None:
        """The specification's verdict; None if that takes too long."""
        try:
            return self.interpreter().validate(name, [*inputs], [*outputs])
        except OutOfEffort:
            return None


def met(found: Record, expected: Record) -> bool:
    """Whether validation gave what was expected."""
    return same(found, expected)
