"""Test data as a C program, with a header that declares the types in C.

A number is an `int64_t`, a decimal a `double`, a character an `int32_t`, a text a `const char *`.
Every other type is a pointer to a struct with its kind and its fields, with functions that make and
compare values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from refute.frontend.pytest_files import Subject
from refute.languages.funlogic import syntax
from refute.languages.funlogic.cover import Cover, Example
from refute.languages.funlogic.show import show_call
from refute.languages.funlogic.testing import reserved
from refute.languages.funlogic.testing.export import is_unsettled, plain
from refute.languages.funlogic.testing.reserved import free
from refute.languages.funlogic.values import (
    BOOLEAN,
    CHARACTERS,
    DECIMAL,
    INTEGER,
    LIST,
    NOTHING,
    TEXT,
    Answer,
    Constructor,
    Data,
    DataType,
    Type,
    tuple_constructor,
)

HEAD = """\
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
"""

NEAR = """
/* Whether two decimals are the same but for rounding. */
static inline bool are_near(double a, double b) {
    double apart = a < b ? b - a : a - b, size = a < 0 ? -a : a;
    return apart <= 1e-9 * (size < 1 ? 1 : size);
}
"""

MAIN = """\
#include <stdio.h>

#include "{header}"

static int failures = 0;
{check}
int main(void) {{
{checks}    printf("%d of {count} examples are wrong\\n", failures);
    return failures != 0;
}}
"""


CHECK = """
static void check(const char *call, bool is_right) {
    if (!is_right) {
        printf("wrong: %s\\n", call);
        failures++;
    }
}
"""


def files(found: Cover, tested: Subject, datatypes: Mapping[str, DataType]) -> tuple[str, str]:
    """The header and the program."""
    own = tested.function
    tested = replace(tested, function=free(own, reserved.C))
    writer = _Writer(datatypes, tested.function)
    checks = [writer.check(found, tested, each) for each in found.examples]
    result = writer.type(found.result)
    parameters = ", ".join(map(writer.type, found.inputs)) or "void"
    guard = f"{own.upper()}_H"
    called = f" `{own}` is called `{tested.function}` there." if own != tested.function else ""
    header = (
        f"/* The types of `{found.function}` in C.{called} */\n#ifndef {guard}\n#define {guard}\n\n"
        f"{HEAD}{NEAR if writer.has_decimals else ''}\n{writer.declarations()}\n"
        f"{result} {tested.function}({parameters});\n\n#endif\n"
    )
    made = [each for each in checks if each]
    main = MAIN.format(
        header=f"{tested.module}.h",
        check=CHECK if made else "",
        checks="".join(made),
        count=len(made),
    )
    title = f"/* Test data for `{found.function}`. Inputs without a value are left out. */\n"
    return header, title + main


class _Writer:
    """Writes values, and collects the types that they need."""

    def __init__(self, datatypes: Mapping[str, DataType], function: str) -> None:
        self._datatypes = datatypes
        self._function = function
        self._names: dict[Type, str] = {}
        self._texts: dict[str, str] = {}
        self.has_decimals = False

    def type(self, shape: Type | None) -> str:
        """The name of a type in C."""
        if shape is None or shape == INTEGER:
            return "int64_t"
        if shape == DECIMAL:
            return "double"
        if shape.name == BOOLEAN.name:
            return "bool"
        if shape.name == CHARACTERS.name:
            return "int32_t"
        return "const char *" if shape == TEXT else f"{self._struct(shape)} *"

    def _struct(self, shape: Type) -> str:
        if shape not in self._names:
            name = free(_mangled(shape), reserved.C, self._texts, {self._function})
            self._names[shape] = name
            self._texts[name] = ""
            self._texts[name] = self._declared(name, shape)
        return self._names[shape]

    def constructors(self, shape: Type) -> tuple[Constructor, ...]:
        """The constructors of a type."""
        if syntax.is_tuple(shape.name):
            return (tuple_constructor(len(shape.arguments)),)
        if shape.name == LIST.name:
            return LIST.constructors
        if shape.name == syntax.UNIT:
            return (NOTHING.constructor,)
        return self._datatypes[shape.name].constructors

    def declarations(self) -> str:
        """All types, each with the functions that make and compare its values."""
        first = "".join(f"typedef struct {name} {name};\n" for name in self._texts)
        compared = "".join(
            f"static inline bool equal_{name}(const {name} *a, const {name} *b);\n"
            for name in self._texts
        )
        return f"{first}{compared}\n" + "\n".join(self._texts.values())

    def _declared(self, name: str, shape: Type) -> str:
        ways = self.constructors(shape)
        kinds = ", ".join(f"{name}_{_constructor(each)}" for each in ways)
        members = "".join(self._member(each, shape) for each in ways if each.arity)
        union = f"    union {{\n{members}    }} as;\n" if members else ""
        struct = f"struct {name} {{\n    enum {{ {kinds} }} kind;\n{union}}};\n"
        makers = "".join(self._maker(name, each, shape) for each in ways)
        return struct + makers + self._equality(name, ways, shape)

    def _member(self, constructor: Constructor, shape: Type) -> str:
        fields = "".join(
            f"{self.type(each)} field{n}; "
            for n, each in enumerate(constructor.field_types(shape), 1)
        )
        return f"        struct {{ {fields}}} {_constructor(constructor)};\n"

    def _maker(self, name: str, constructor: Constructor, shape: Type) -> str:
        way, shapes = _constructor(constructor), constructor.field_types(shape)
        given = ", ".join(f"{self.type(each)} field{n}" for n, each in enumerate(shapes, 1))
        sets = "".join(
            f"    made->as.{way}.field{n} = field{n};\n" for n in range(1, len(shapes) + 1)
        )
        return (
            f"static inline {name} *make_{name}_{way}({given or 'void'}) {{\n"
            f"    {name} *made = malloc(sizeof *made);\n    made->kind = {name}_{way};\n"
            f"{sets}    return made;\n}}\n"
        )

    def _equality(self, name: str, ways: tuple[Constructor, ...], shape: Type) -> str:
        cases = ""
        for each in ways:
            way = _constructor(each)
            tests = [
                self._equal(field, f"a->as.{way}.field{n}", f"b->as.{way}.field{n}")
                for n, field in enumerate(each.field_types(shape), 1)
            ]
            cases += f"    case {name}_{way}: return {' && '.join(tests) or 'true'};\n"
        return (
            f"static inline bool equal_{name}(const {name} *a, const {name} *b) {{\n"
            f"    if (a->kind != b->kind) return false;\n"
            f"    switch (a->kind) {{\n{cases}    }}\n    return false;\n}}\n"
        )

    def _equal(self, shape: Type | None, left: str, right: str) -> str:
        if shape == TEXT:
            return f"strcmp({left}, {right}) == 0"
        if shape == DECIMAL:
            self.has_decimals = True
            return f"are_near({left}, {right})"
        written = self.type(shape)
        if written.endswith("*"):
            return f"equal_{written.removesuffix(' *')}({left}, {right})"
        return f"{left} == {right}"

    def check(self, found: Cover, tested: Subject, example: Example) -> str:
        """A line that calls the function; empty if there is no value to compare with."""
        outputs = example.outcome.values
        if not outputs or any(map(is_unsettled, outputs)):
            return ""
        inputs = [self._value(*each) for each in zip(example.inputs, found.inputs, strict=True)]
        given = f"{tested.function}({', '.join(inputs)})"
        tests = " || ".join(
            self._equal(found.result, given, self._value(each, found.result)) for each in outputs
        )
        call = _text(show_call(found.function, example.inputs, found.inputs))
        return f"    check({call}, {tests});\n"

    def _value(self, value: Answer, shape: Type | None) -> str:
        if isinstance(value, Fraction):
            return repr(float(value))
        if not isinstance(value, Data):
            return f"INT64_C({value})"
        known = plain(value, shape)
        if isinstance(known, bool):
            return str(known).lower()
        if known is not None and shape == TEXT:
            return _text(known)
        if value.constructor.datatype is CHARACTERS:
            return str(value.fields[0] + syntax.FIRST_CHARACTER)
        assert shape is not None
        shapes = value.constructor.field_types(shape)
        fields = ", ".join(self._value(*each) for each in zip(value.fields, shapes, strict=True))
        return f"make_{self._struct(shape)}_{_constructor(value.constructor)}({fields})"


def _mangled(shape: Type) -> str:
    if syntax.is_tuple(shape.name):
        name = "tuple"
    else:
        name = {LIST.name: "list", syntax.UNIT: "unit"}.get(shape.name, shape.name.lower())
    return "_".join([re.sub(r"\W", "_", name), *map(_mangled, shape.arguments)])


def _constructor(constructor: Constructor) -> str:
    if syntax.is_tuple(constructor.name):
        return "tuple"
    special = {syntax.LIST_END: "nil", syntax.LIST_CELL: "cons", syntax.UNIT: "unit"}
    return re.sub(r"\W", "_", special.get(constructor.name, constructor.name))


def _text(text: str) -> str:
    """A text as a string literal in C: bytes, with octal escapes of three digits."""
    return '"' + "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "replace")
    ) + '"'  # fmt: skip
