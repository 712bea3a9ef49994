"""Test data as a file for JUnit 5.

A number is a `Long`, a decimal a `Double`, a list `List.of(…)`, a text a `String`, a tuple a
`List<Object>`, and other data `new Node(…)`, so Java records can be used as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

from refute.frontend.pytest_files import Subject
from refute.languages.funlogic.cover import Cover, Example
from refute.languages.funlogic.testing import reserved
from refute.languages.funlogic.testing.export import is_tuple, is_unsettled, plain
from refute.languages.funlogic.testing.reserved import free
from refute.languages.funlogic.values import LIST, Answer, Data, Type, list_items

HEAD = """\
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
"""

PRECISION = "1e-9"
"""Maximum difference of a decimal from the expected one; inside other values, none is allowed."""


def class_name(function: str) -> str:
    """The name of the class with a function, unless the user gives another."""
    return free(function[:1].upper() + function[1:], reserved.JAVA)


def test_file(found: Cover, tested: Subject, table: Mapping[str, str]) -> str:
    """A class with a test for each example."""
    writer = _Writer(found, tested, table)
    tests = "\n".join(writer.test(number, each) for number, each in enumerate(found.examples, 1))
    name = class_name(tested.function)
    return f"{HEAD}\n/** Test data for `{found.function}`. */\nclass {name}Test {{\n{tests}}}\n"


class _Writer:
    def __init__(self, found: Cover, tested: Subject, table: Mapping[str, str]) -> None:
        self._found = found
        self._tested = tested
        self._table = table

    def test(self, number: int, example: Example) -> str:
        """The test method for an example."""
        shapes, outputs = self._found.inputs, example.outcome.values
        inputs = [self._value(*each) for each in zip(example.inputs, shapes, strict=True)]
        function = free(self._tested.function, reserved.JAVA)
        call = f"{self._tested.module}.{function}({', '.join(inputs)})"
        if not outputs:
            body = f"assertThrows(Throwable.class, () -> {call})"
        elif any(map(is_unsettled, outputs)):
            body = f"assertDoesNotThrow(() -> {call})"
        elif len(outputs) == 1:
            near = f", {PRECISION}" if isinstance(outputs[0], Fraction) else ""
            body = f"assertEquals({self._value(outputs[0], self._found.result)}, {call}{near})"
        else:
            allowed = ", ".join(self._value(each, self._found.result) for each in outputs)
            body = f"assertTrue(List.of({allowed}).contains({call}))"
        return f"    @Test\n    void example{number}() {{\n        {body};\n    }}\n"

    def _value(self, value: Answer, shape: Type | None) -> str:
        if isinstance(value, Fraction):
            return repr(float(value))
        if not isinstance(value, Data):
            return f"{value}L"
        known = plain(value, shape)
        if isinstance(known, bool):
            return str(known).lower()
        if known is not None:
            return _literal(known, is_letter=value.constructor.datatype is not LIST)
        if value.constructor.datatype is LIST:
            item = shape.arguments[0] if shape is not None and shape.arguments else None
            return f"List.of({', '.join(self._value(each, item) for each in list_items(value)[0])})"
        shapes = value.constructor.field_types(shape)
        fields = ", ".join(self._value(*each) for each in zip(value.fields, shapes, strict=True))
        if is_tuple(value):
            return f"List.<Object>of({fields})"
        made = self._table.get(value.constructor.name)
        if made is not None and not value.fields:
            return made
        return f"new {made or value.constructor.name}({fields})"


def _literal(text: str, *, is_letter: bool) -> str:
    """A literal for a text or a character; JSON and Java agree on both, except for the quotes."""
    if is_letter and len(text.encode("utf-16-le")) == 2:  # a single `char`
        return "'\\''" if text == "'" else "'\"'" if text == '"' else f"'{json.dumps(text)[1:-1]}'"
    return json.dumps(text)
