"""Properties as Hypothesis tests of Python functions, with strategies made from the data types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from refute.frontend.node import walk
from refute.frontend.pytest_files import Subject, python_name
from refute.languages.funlogic import syntax
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.link import MAIN
from refute.languages.funlogic.show import show
from refute.languages.funlogic.testing.python import imports_of
from refute.languages.funlogic.testing.strategies import NotPython, Strategies

LIBRARY: Mapping[str, str] = {
    "length": "len",
    "sum": "sum",
    "product": "math.prod",
    "maximum": "max",
    "minimum": "min",
    "max": "max",
    "min": "min",
    "abs": "abs",
    "floor": "math.floor",
    "ceiling": "math.ceil",
    "round": "round",
    "truncate": "math.trunc",
    "fromIntegral": "Fraction",
    "reverse": "(lambda xs: xs[::-1])",
    "null": "(lambda xs: not xs)",
    "elem": "(lambda x, xs: x in xs)",
    "all": "(lambda p, xs: all(map(p, xs)))",
    "any": "(lambda p, xs: any(map(p, xs)))",
    "map": "(lambda f, xs: list(map(f, xs)))",
    "filter": "(lambda p, xs: list(filter(p, xs)))",
    "take": "(lambda n, xs: xs[: max(n, 0)])",
    "drop": "(lambda n, xs: xs[max(n, 0) :])",
    "fst": "(lambda pair: pair[0])",
    "snd": "(lambda pair: pair[1])",
}
"""Python expressions for functions of the prelude."""

_SIGNS = {"==": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "+": "+", "-": "-",
          "*": "*", "div": "//", "mod": "%", "and": "and", "or": "or"}  # fmt: skip


def property_tests(
    compiled: Compiled, function: str, tested: Subject, table: Mapping[str, str]
) -> tuple[str, list[tuple[syntax.Property, str]]]:
    """The file for the properties that mention a function, if there are any, and the properties
    that are left out of it, with the reasons."""
    claims = [
        each
        for each in compiled.checked.program.declarations
        if isinstance(each, syntax.Property) and function in _names(each.body)
    ]
    writer = _Writer(compiled, function, tested, table)
    tests, left_out = [], []
    for each in claims:
        try:
            tests.append(writer.test(each))
        except NotPython as reason:
            left_out.append((each, str(reason)))
    return (writer.file(tests) if tests else ""), left_out


def _names(expression: syntax.Expression) -> set[str]:
    return {each.name for each in walk(expression) if isinstance(each, syntax.Name)}


class _Writer:
    def __init__(
        self, compiled: Compiled, function: str, tested: Subject, table: Mapping[str, str]
    ) -> None:
        self._checked = compiled.checked
        self._function = function
        self._tested = tested
        self._table = table
        self._imports: dict[str, None] = {}
        self._strategies = Strategies(self._checked.datatypes, table)

    def file(self, tests: Sequence[str]) -> str:
        """The whole file."""
        title = f'"""Properties of `{self._function}`, tried by Hypothesis."""'
        body = "\n\n".join(tests)
        imports = [*self._imports, *imports_of(self._table, self._tested.module)]
        lines = "\n".join(dict.fromkeys(imports))
        head = [title, *(["import math"] if "math." in body else [])]
        head += ["from fractions import Fraction"] if "Fraction" in body else []
        head += ["from hypothesis import given, strategies as st", lines]
        if made := self._strategies.definitions():
            head.append(made)
        return "\n\n".join(head) + f"\n\n\n{body}"

    def test(self, claim: syntax.Property) -> str:
        """One property as a test."""
        names = [python_name(each.name) for each in claim.parameters]
        shapes = [self._checked.unknowns[each.span] for each in claim.parameters]
        given = ", ".join(
            f"{name}={self._strategies.of(shape)}"
            for name, shape in zip(names, shapes, strict=True)
        )
        bound = {each.name for each in claim.parameters}
        name = python_name(claim.name.name)
        head = f"@given({given})\n" if given else ""
        body = self._expression(claim.body, bound)
        return f"{head}def test_{name}({', '.join(names)}):\n    assert {body}\n"

    # Expressions

    def _expression(self, expression: syntax.Expression, bound: set[str]) -> str:
        def inner(each: syntax.Expression) -> str:
            return self._expression(each, bound)

        match expression:
            case syntax.Integer(value):
                return str(value)
            case syntax.Decimal(value):
                return repr(value)
            case syntax.Text(value) | syntax.Character(value):
                return repr(value)
            case syntax.Name(name):
                return self._name(name, bound)
            case syntax.Constructor(name):
                return self._constructor(name, [])
            case syntax.Apply(syntax.Constructor(name), arguments):
                return self._constructor(name, list(map(inner, arguments)))
            case syntax.Apply(syntax.Name("++"), (left, right)):
                return f"({inner(left)} + {inner(right)})"
            case syntax.Apply(function, arguments):
                return f"{inner(function)}({', '.join(map(inner, arguments))})"
            case syntax.ListOf(items):
                return f"[{', '.join(map(inner, items))}]"
            case syntax.TupleOf(items):
                return f"({', '.join(map(inner, items))},)"
            case syntax.Negate(operand):
                return f"(-{inner(operand)})"
            case syntax.Not(operand):
                return f"(not {inner(operand)})"
            case syntax.Operation("==>", left, right):
                return f"(not {inner(left)} or {inner(right)})"
            case syntax.Operation(":", left, right):
                return f"[{inner(left)}, *{inner(right)}]"
            case syntax.Operation("/", left, right):
                return f"(Fraction({inner(left)}) / {inner(right)})"
            case syntax.Operation(sign, left, right) if sign in _SIGNS:
                return f"({inner(left)} {_SIGNS[sign]} {inner(right)})"
            case syntax.If(condition, yes, no):
                return f"({inner(yes)} if {inner(condition)} else {inner(no)})"
            case syntax.Lambda(parameters, body):
                names = [_variable(each) for each in parameters]
                inside = self._expression(body, bound | set(names))
                return f"(lambda {', '.join(map(python_name, names))}: {inside})"
            case _:
                raise NotPython(f"`{show(expression)}` has no counterpart in Python")

    def _name(self, name: str, bound: set[str]) -> str:
        if name in bound:
            return python_name(name)
        if self._checked.linked.homes[self._checked.linked.main.visible[name]].name == MAIN:
            if name == self._function:
                self._imports[f"from {self._tested.module} import {self._tested.function}"] = None
                return self._tested.function
            self._imports[f"from {self._tested.module} import {python_name(name)}"] = None
            return python_name(name)
        if name in LIBRARY:
            return LIBRARY[name]
        raise NotPython(f"`{name}` of the library has no counterpart in Python")

    def _constructor(self, name: str, fields: list[str]) -> str:
        if name in {"True", "False"}:
            return name
        made = self._table.get(name)
        if made:
            return f"{made}({', '.join(fields)})" if fields else made
        return f"({', '.join([repr(name), *fields])})" if fields else repr(name)


def _variable(pattern: syntax.Pattern) -> str:
    match pattern:
        case syntax.AnyPattern(str(name)):
            return name
        case _:
            raise NotPython("a pattern has no counterpart in Python")


def describe(left_out: Sequence[tuple[syntax.Property, str]]) -> Iterator[str]:
    """Messages about the properties that are left out of the file."""
    for claim, reason in left_out:
        yield f"property {claim.name.name} is not in the file: {reason}"
