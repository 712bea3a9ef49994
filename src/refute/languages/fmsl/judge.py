"""Whether results of a Python function are allowed by a specification; for generated tests."""

from __future__ import annotations

from typing import Any

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.program import load
from refute.languages.fmsl.types import ListOf, TupleOf, Type
from refute.languages.fmsl.values import Record, Value
from refute.source import Source


class Judge:
    """Validates inputs and results of one operation; lists and tuples are Python's own."""

    def __init__(self, source: Source, operation: str) -> None:
        self._checked = load(source)
        if operation not in self._checked.operations:
            help_text = did_you_mean(operation, self._checked.operations)
            message = f"there is no operation `{operation}`"
            raise InputError([Diagnostic("FM062", message, help=help_text)])
        self._signature = self._checked.operations[operation]

    def allows(self, inputs: list[Any], result: Any) -> bool:
        """Whether the precondition holds and the postcondition, too."""
        signature = self._signature
        results = [result] if len(signature.outputs) == 1 else list(result)
        given = [
            self._value(value, part.type)
            for value, part in zip(inputs, signature.inputs, strict=True)
        ]
        outputs = [
            self._value(value, part.type)
            for value, part in zip(results, signature.outputs, strict=True)
        ]
        interpreter = Interpreter(self._checked)
        for each in self._checked.declarations:
            if isinstance(each, syntax.Value | syntax.Variable):
                interpreter.declare(each)
        return interpreter.validate(signature.name, given, outputs) == Record((True, True))

    def _value(self, value: Any, of: Type) -> Value:
        """A Python value as the language has it, by its type."""
        match self._checked.objects.structure(of):
            case ListOf(element) if isinstance(value, list | tuple):
                return tuple(self._value(each, element) for each in value)
            case TupleOf(parts) if isinstance(value, list | tuple) and len(value) == len(parts):
                pairs = zip(value, parts, strict=True)
                return Record(self._value(each, part.type) for each, part in pairs)
            case _:
                return value  # type: ignore[no-any-return]
