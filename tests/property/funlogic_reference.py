"""The meaning of the random programs in a few lines: by need, over the syntax tree.

It shares nothing with the product but the parser. Where a program chooses, an evaluation takes the
next of the decisions that it was given, the first option where there are no more; to have all
values, every sequence of decisions is tried in turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from funlogic_programs import Sample

from refute.languages.funlogic import syntax
from refute.languages.funlogic.parser import parse
from refute.source import Source, Span

NO_VALUE = "no value"
LIBRARY: Mapping[str, Callable[[Any], Any]] = {
    "floor": math.floor,
    "ceiling": math.ceil,
    "round": round,
    "truncate": math.trunc,
    "fromIntegral": Fraction,
}
MOST = 400
"""Maximum number of evaluations that are tried of one program."""


class Wrong(Exception):
    """No value."""


class Later:
    """Work put off; done at most once."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work: Callable[[], Any] | None = work
        self.value: Any = None

    def now(self) -> Any:
        if self.work is not None:
            work, self.work = self.work, None
            try:
                self.value = work()
            except Wrong:
                self.work = work
                raise
        return self.value


Scope: TypeAlias = Mapping[str, Later]


class Elsewhere(Exception):
    """No guard holds: the next equation or alternative is tried."""


class Reference:
    """Evaluates; a list is `()` or a pair of work put off, a function one of Python's."""

    def __init__(self, program: syntax.Program, decisions: Sequence[int] = ()) -> None:
        self.reached: set[tuple[Span, str]] = set()
        self.decisions = list(decisions)
        self.options: list[int] = []
        self.functions: dict[str, list[syntax.Equation]] = {}
        for each in program.declarations:
            if isinstance(each, syntax.Signature):
                continue
            assert isinstance(each, syntax.Equation)
            self.functions.setdefault(each.name.name, []).append(each)

    def choose(self, count: int) -> int:
        """The next decision among so many options."""
        made = len(self.options)
        self.options.append(count)
        if made == len(self.decisions):
            self.decisions.append(0)
        return self.decisions[made]

    def call(self, name: str, arguments: Sequence[Later]) -> Any:
        return self.first(self.functions[name], arguments, {}, self.functions[name][0].name)

    def first(
        self,
        rows: Sequence[syntax.Equation] | Sequence[syntax.Alternative],
        arguments: Sequence[Later],
        scope: Scope,
        place: syntax.Node,
    ) -> Any:
        """What the first equation or alternative gives that matches, with a guard that holds."""
        for row in rows:
            patterns = row.parameters if isinstance(row, syntax.Equation) else (row.pattern,)
            found = _match_all(patterns, arguments)
            if found is not None:
                self.note(row)
                try:
                    return self.run(row.body, {**scope, **found})
                except Elsewhere:
                    continue
        self.note(place)
        raise Wrong

    def note(self, node: syntax.Node, outcome: str = "") -> None:
        self.reached.add((node.span, outcome))

    def run(self, node: syntax.Expression, scope: Scope) -> Any:
        value = self.step(node, scope)
        if isinstance(value, bool):
            self.note(node, f"is {value}")
        return value

    def step(self, node: syntax.Expression, scope: Scope) -> Any:
        def later(part: syntax.Expression) -> Later:
            return Later(lambda: self.run(part, scope))

        match node:
            case syntax.Integer(value):
                return value
            case syntax.Character(value) | syntax.Decimal(value):
                return value
            case syntax.Text(value):
                return known(list(value)).now()
            case syntax.Constructor(name):
                return {"True": True, "False": False, "[]": ()}[name]
            case syntax.Name(name):
                return scope[name].now()
            case syntax.Apply(syntax.Name(name), (argument,)) if name in LIBRARY:
                return LIBRARY[name](self.run(argument, scope))
            case syntax.Apply(syntax.Name(name), arguments) if name not in scope:
                return self.call(name, [later(each) for each in arguments])
            case syntax.Apply(function, (argument,)):
                return self.run(function, scope)(later(argument))
            case syntax.Lambda((syntax.AnyPattern(name),), body):
                return lambda given: self.run(body, {**scope, name: given})
            case syntax.Operation("?", left, right):
                chosen = left if self.choose(2) == 0 else right
                self.note(chosen)
                return self.run(chosen, scope)
            case syntax.Operation(":", left, right):
                return (later(left), later(right))
            case syntax.Operation(sign, left, right):
                return _operate(sign, later(left), later(right))
            case syntax.Not(operand):
                return not self.run(operand, scope)
            case syntax.If(condition, then, otherwise):
                branch = then if self.run(condition, scope) else otherwise
                self.note(branch)
                return self.run(branch, scope)
            case syntax.Guards(branches):
                for guard in branches:
                    assert not isinstance(guard.condition, syntax.Matching)
                    if self.run(guard.condition, scope):
                        self.note(guard)
                        return self.run(guard.body, scope)
                raise Elsewhere
            case syntax.Let((syntax.Equation(name, (), value),), body):
                return self.run(body, {**scope, name.name: later(value)})
            case syntax.Let((syntax.Equation(name, (syntax.AnyPattern(given),), value),), body):
                made = Later(lambda: lambda argument: self.run(value, {**scope, given: argument}))
                return self.run(body, {**scope, name.name: made})
            case syntax.Case(subject, alternatives):
                return self.first(alternatives, [later(subject)], scope, subject)
            case _:
                raise AssertionError(f"not in this subset: {node}")


def _match_all(
    patterns: Sequence[syntax.Pattern], values: Sequence[Later]
) -> dict[str, Later] | None:
    found: dict[str, Later] = {}
    for pattern, value in zip(patterns, values, strict=True):
        part = _match(pattern, value)
        if part is None:
            return None
        found |= part
    return found


def _match(pattern: syntax.Pattern, value: Later) -> dict[str, Later] | None:
    match pattern:
        case syntax.AnyPattern(name):
            return {name: value}
        case syntax.IntegerPattern(number) | syntax.DecimalPattern(number):
            return {} if value.now() == number else None
        case syntax.ConstructorPattern("True"):
            return {} if value.now() else None
        case syntax.ConstructorPattern("[]"):
            return {} if value.now() == () else None
        case syntax.ConstructorPattern("'", (syntax.IntegerPattern(number),)):
            return {} if value.now() == chr(ord("a") + number) else None
        case syntax.ConstructorPattern(":", fields):
            return _match_all(fields, value.now()) if value.now() != () else None
        case _:
            raise AssertionError(f"not in this subset: {pattern}")


def _operate(sign: str, left: Later, right: Later) -> Any:
    match sign:
        case "and":
            return left.now() and right.now()
        case "or":
            return left.now() or right.now()
        case "==":
            return _same(left, right)
        case "/=":
            return not _same(left, right)
    a, b = left.now(), right.now()
    if sign in {"div", "mod", "/"} and b == 0:
        raise Wrong
    operations: dict[str, Callable[[], Any]] = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "/": lambda: Fraction(a) / b,
        "div": lambda: a // b,
        "mod": lambda: a % b,
        "<": lambda: _is_less(a, b),
        "<=": lambda: not _is_less(b, a),
    }
    return operations[sign]()


def _same(left: Later, right: Later) -> bool:
    a, b = left.now(), right.now()
    if isinstance(a, tuple) and a != () and b != ():
        return _same(a[0], b[0]) and _same(a[1], b[1])
    return bool(a == b)


def _is_less(a: Any, b: Any) -> bool:
    if not isinstance(a, tuple):
        return bool(a < b)
    if a == () or b == ():
        return bool(b != ())
    return _is_less(whole(a), whole(b))


def known(value: Any) -> Later:
    """A Python value as the reference takes it."""
    if not isinstance(value, list):
        return Later(lambda: value)
    return Later(lambda: (known(value[0]), known(value[1:])) if value else ())


def whole(value: Any) -> Any:
    """What the reference found as a Python value."""
    if not isinstance(value, tuple):
        return value
    return [whole(value[0].now()), *whole(value[1].now())] if value else []


def expected(sample: Sample, inputs: Sequence[Any]) -> Any:
    """The value of the sample's function, which makes no choices, for some inputs."""
    reference = Reference(parse(Source("sample.fl", sample.text)))
    try:
        return whole(reference.call(sample.function.name, [known(each) for each in inputs]))
    except Wrong:
        return NO_VALUE


def all_values(sample: Sample, inputs: Sequence[Any]) -> list[Any] | None:
    """The values of the sample's function for some inputs, unless there are too many to try."""
    program = parse(Source("sample.fl", sample.text))
    found: list[Any] = []
    decisions: list[int] = []
    for _ in range(MOST):
        reference = Reference(program, decisions)
        try:
            made = reference.call(sample.function.name, [known(each) for each in inputs])
            found.append(whole(made))
        except Wrong:
            pass
        decisions = reference.decisions[: len(reference.options)]
        while decisions and decisions[-1] + 1 == reference.options[len(decisions) - 1]:
            decisions.pop()
        if not decisions:
            return found
        decisions[-1] += 1
    return None
