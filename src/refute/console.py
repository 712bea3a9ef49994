"""Console specifications in Python: the same language as `.ios`, and the same tree.

from refute.console import *

n, x = ints("n"), ints("x")
spec = (read(n, nat)
        + until(length(x.all) == n, read(x, integer))
        + write(anything + result(total(x.all)) + anything))
print(explain(check(spec, program)))
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.languages.console import syntax
from refute.languages.console.syntax import Form, Mode
from refute.report.outcome import Report

__all__ = [
    "Mode", "absolute", "among", "anything", "apply", "at_least", "at_most", "between", "boolean",
    "bools", "branch", "check", "count", "decorated", "distinct", "do_while", "either", "explain",
    "first", "formal", "greater_than", "init", "integer", "ints", "ios", "largest", "last", "leave",
    "length", "less_than", "loop", "lower", "members", "merge", "nat", "nothing", "one_of",
    "optional", "positive", "product", "read", "repeat_until", "result", "retry", "reverse",
    "smallest", "something", "sort", "stop", "strip", "subset", "text", "texts", "total", "unique",
    "until", "upper", "variable", "while_", "without", "write",
]  # fmt: skip


# Expressions


class Operators:
    """Operators make larger expressions; `&`, `|` and `~` stand for and, or, not."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tree: syntax.Expression) -> None:
        self.tree = tree

    def __bool__(self) -> bool:
        raise TypeError("use `&`, `|` and `~` in place of `and`, `or` and `not`")

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        return _apply("==", self, other)

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return _apply("!=", self, other)

    def __lt__(self, other: Operand) -> Expression:
        return _apply("<", self, other)

    def __le__(self, other: Operand) -> Expression:
        return _apply("<=", self, other)

    def __gt__(self, other: Operand) -> Expression:
        return _apply(">", self, other)

    def __ge__(self, other: Operand) -> Expression:
        return _apply(">=", self, other)

    def __add__(self, other: Operand) -> Expression:
        return _apply("+", self, other)

    def __radd__(self, other: Operand) -> Expression:
        return _apply("+", other, self)

    def __sub__(self, other: Operand) -> Expression:
        return _apply("-", self, other)

    def __rsub__(self, other: Operand) -> Expression:
        return _apply("-", other, self)

    def __mul__(self, other: Operand) -> Expression:
        return _apply("*", self, other)

    def __rmul__(self, other: Operand) -> Expression:
        return _apply("*", other, self)

    def __floordiv__(self, other: Operand) -> Expression:
        return _apply("div", self, other)

    def __mod__(self, other: Operand) -> Expression:
        return _apply("mod", self, other)

    def __and__(self, other: Operand) -> Expression:
        return _apply("and", self, other)

    def __or__(self, other: Operand) -> Expression:
        return _apply("or", self, other)

    def __invert__(self) -> Expression:
        return _apply("not", self)

    def __neg__(self) -> Expression:
        if isinstance(self.tree, syntax.Integer):
            return Expression(syntax.Integer(-self.tree.value))
        return _apply("negate", self)

    def is_in(self, values: Operand) -> Expression:
        """The value is among those of a list."""
        return _apply("in", self, values)

    def is_not_in(self, values: Operand) -> Expression:
        """The value is not among those of a list."""
        return _apply("not in", self, values)


class Expression(Operators):
    """An expression that is no variable."""


Operand: TypeAlias = Any
"""An expression, or a plain Python value: int, str, bool, or a list of them."""


class History(Operators):
    """One or more variables: their current value, and all values read so far."""

    def __init__(self, *names: str) -> None:
        super().__init__(syntax.Name(names[0]) if len(names) == 1 else syntax.Current(names))
        self.names = names

    @property
    def all(self) -> All:
        """Every value so far, in reading order."""
        return All(self.names)

    def before(self, number: int) -> Expression:
        """The value so many readings before the current one."""
        return Expression(syntax.Current(self.names, number) if number else self.tree)


class All(Operators):
    """Every value read so far."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(syntax.All(names))
        self._names = names

    def before(self, number: int) -> Expression:
        """All values but so many of the latest."""
        return Expression(syntax.All(self._names, number))


class Variable(History):
    """A variable that values are read into."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _tree(value: Operand) -> syntax.Expression:
    match value:
        case Operators():
            return value.tree
        case bool():
            return syntax.Truth(value)
        case int():
            return syntax.Integer(value)
        case str():
            return syntax.Text(value)
        case list() | tuple():
            return syntax.ListOf(tuple(map(_tree, value)))
        case _:
            raise TypeError(f"{value!r} is no value of a console specification")


def _apply(function: str, *arguments: Operand) -> Expression:
    return Expression(syntax.Apply(function, tuple(map(_tree, arguments))))


def variable(name: str) -> Variable:
    """A variable for whatever its set holds."""
    return Variable(name)


def ints(name: str) -> Variable:
    """A variable for integers."""
    return Variable(name)


def texts(name: str) -> Variable:
    """A variable for texts."""
    return Variable(name)


def bools(name: str) -> Variable:
    """A variable for truth values."""
    return Variable(name)


def merge(*variables: Variable) -> History:
    """Several variables as one, in reading order."""
    return History(*(each.name for each in variables))


def length(values: Operand) -> Expression:
    """How many."""
    return _apply("len", values)


def total(values: Operand) -> Expression:
    """The sum."""
    return _apply("sum", values)


def product(values: Operand) -> Expression:
    """The product."""
    return _apply("product", values)


def smallest(*values: Operand) -> Expression:
    """The least of a list, or of several numbers."""
    return _apply("min", *values)


def largest(*values: Operand) -> Expression:
    """The greatest of a list, or of several numbers."""
    return _apply("max", *values)


def absolute(value: Operand) -> Expression:
    """The number without its sign."""
    return _apply("abs", value)


def first(values: Operand) -> Expression:
    """The first of a list."""
    return _apply("first", values)


def last(values: Operand) -> Expression:
    """The last of a list."""
    return _apply("last", values)


def init(values: Operand) -> Expression:
    """All of a list but the last."""
    return _apply("init", values)


def reverse(values: Operand) -> Expression:
    """The list or the text backwards."""
    return _apply("reverse", values)


def count(value: Operand, values: Operand) -> Expression:
    """How often a value occurs in a list."""
    return _apply("count", value, values)


def subset(values: Operand, others: Operand) -> Expression:
    """Every value of one list is in the other."""
    return _apply("subset", values, others)


def either(condition: Operand, then: Operand, otherwise: Operand) -> Expression:
    """One of two values, by a condition."""
    return _apply("either", condition, then, otherwise)


def sort(values: Operand) -> Expression:
    """The list in order; only in outputs."""
    return _apply("sorted", values)


def distinct(values: Operand) -> Expression:
    """The list without repetitions; only in outputs."""
    return _apply("distinct", values)


def upper(value: Operand) -> Expression:
    """The text in capital letters; only in outputs."""
    return _apply("upper", value)


def lower(value: Operand) -> Expression:
    """The text in small letters; only in outputs."""
    return _apply("lower", value)


def strip(value: Operand) -> Expression:
    """The text without blanks around it; only in outputs."""
    return _apply("strip", value)


def apply(function: Callable[..., Any], *arguments: Operand) -> Expression:
    """Any Python function of values; only in outputs."""
    return Expression(syntax.Opaque(function, tuple(map(_tree, arguments))))


# Sets of values


@dataclass(frozen=True)
class Values:
    """A set of values, with `|`, `&`, `-` and `~`."""

    tree: syntax.ValueSet
    enumeration: syntax.Enumeration | None = None

    def __or__(self, other: Values) -> Values:
        return Values(syntax.Union(self.tree, other.tree), self.enumeration)

    def __and__(self, other: Values) -> Values:
        return Values(syntax.Intersection(self.tree, other.tree), self.enumeration)

    def __sub__(self, other: Values) -> Values:
        return Values(syntax.Difference(self.tree, other.tree), self.enumeration)

    def __invert__(self) -> Values:
        return Values(syntax.Complement(self.tree), self.enumeration)


integer = Values(syntax.NamedSet("int"))
nat = Values(syntax.NamedSet("nat"))
positive = Values(syntax.NamedSet("pos"))
boolean = Values(syntax.NamedSet("bool"))
text = Values(syntax.NamedSet("str"))


def members(name: str, *names: str) -> Values:
    """An enumeration: a type of its own with these values."""
    return Values(syntax.NamedSet(name), syntax.Enumeration(name, names))


def between(low: Operand, high: Operand) -> Values:
    """The numbers from one to another, both included."""
    if isinstance(_tree(low), syntax.Integer | syntax.Name):
        return Values(syntax.Range(_tree(low), _tree(high)))
    return at_least(low) & at_most(high)


def greater_than(bound: Operand) -> Values:
    """The numbers above a bound."""
    return Values(syntax.Compared(">", _tree(bound)))


def less_than(bound: Operand) -> Values:
    """The numbers below a bound."""
    return Values(syntax.Compared("<", _tree(bound)))


def at_least(bound: Operand) -> Values:
    """The numbers from a bound on."""
    return Values(syntax.Compared(">=", _tree(bound)))


def at_most(bound: Operand) -> Values:
    """The numbers up to a bound."""
    return Values(syntax.Compared("<=", _tree(bound)))


def one_of(*values: Operand) -> Values:
    """These values."""
    return Values(syntax.Members(tuple(map(_tree, values))))


def among(history: History) -> Values:
    """The values read so far into a variable."""
    return Values(syntax.Among(history.names))


def unique(values: Values) -> Values:
    """The values not yet read into the variable that is being read."""
    return Values(syntax.Unique(values.tree), values.enumeration)


def without(values: Values, history: History) -> Values:
    """The values not yet read into another variable."""
    return Values(syntax.Without(values.tree, history.names), values.enumeration)


# Output patterns


@dataclass(frozen=True)
class Pattern:
    """What may be printed; `+` puts patterns and texts one after the other."""

    pieces: tuple[syntax.Piece, ...]

    def __add__(self, other: PatternLike) -> Pattern:
        return Pattern(_joined(self.pieces, _pattern(other).pieces))

    def __radd__(self, other: PatternLike) -> Pattern:
        return Pattern(_joined(_pattern(other).pieces, self.pieces))


PatternLike: TypeAlias = Any
"""A pattern, a text, or an expression whose value is to be printed."""


def _pattern(value: PatternLike) -> Pattern:
    match value:
        case Pattern():
            return value
        case str():
            return Pattern((syntax.Literal(value),) if value else ())
        case _:
            return result(value)


def _joined(
    left: tuple[syntax.Piece, ...], right: tuple[syntax.Piece, ...]
) -> tuple[syntax.Piece, ...]:
    match left[-1:], right[:1]:
        case (syntax.Literal(one),), (syntax.Literal(two),):
            return (*left[:-1], syntax.Literal(one + two), *right[1:])
    return (*left, *right)


anything = Pattern((syntax.Anything(),))
something = Pattern((syntax.Anything(nonempty=True),))


def result(value: Operand) -> Pattern:
    """The value of an expression."""
    return Pattern((syntax.Result(_tree(value)),))


def decorated(value: Operand) -> Pattern:
    """The value of an expression with something around it."""
    return Pattern((syntax.Decorated(_tree(value)),))


# Specifications


@dataclass(frozen=True)
class Specification:
    """What is to happen; `+` is one after the other."""

    body: syntax.Block
    enumerations: tuple[syntax.Enumeration, ...] = ()

    def __add__(self, other: Specification) -> Specification:
        return Specification((*self.body, *other.body), _declared(self, other))

    @property
    def tree(self) -> syntax.Specification:
        """The specification as the rest of the language knows it."""
        return syntax.Specification(self.body, self.enumerations)


def _declared(*specifications: Specification) -> tuple[syntax.Enumeration, ...]:
    found = dict.fromkeys(one for each in specifications for one in each.enumerations)
    return tuple(found)


nothing = Specification(())
leave = Specification((syntax.Exit(),))
stop, retry = Mode.STOP, Mode.RETRY


def read(variable: Variable, values: Values, otherwise: Mode = Mode.ASSUME) -> Specification:
    """Read a value; `otherwise` says what an invalid one means (`stop`, `retry`)."""
    declared = (values.enumeration,) if values.enumeration else ()
    return Specification((syntax.Read(variable.name, values.tree, otherwise),), declared)


def write(*patterns: PatternLike) -> Specification:
    """Print one of these."""
    return Specification((syntax.Print(_patterns(patterns)),))


def optional(*patterns: PatternLike) -> Specification:
    """Print one of these, or nothing."""
    return Specification((syntax.Print(_patterns(patterns), optional=True),))


def _patterns(patterns: tuple[PatternLike, ...]) -> tuple[syntax.Pattern, ...]:
    return tuple(syntax.Pattern(_pattern(each).pieces) for each in patterns)


def branch(
    condition: Operand, then: Specification, otherwise: Specification = nothing
) -> Specification:
    """One of two, by a condition."""
    made = syntax.If(_tree(condition), then.body, otherwise.body)
    return Specification((made,), _declared(then, otherwise))


def loop(body: Specification) -> Specification:
    """Again and again, until `leave`."""
    return Specification((syntax.Loop(body.body),), body.enumerations)


def while_(condition: Operand, body: Specification) -> Specification:
    """As long as a condition holds, asked before each round."""
    return _iterate(Form.WHILE, condition, body)


def until(condition: Operand, body: Specification) -> Specification:
    """Until a condition holds, asked before each round."""
    return _iterate(Form.UNTIL, condition, body)


def repeat_until(body: Specification, condition: Operand) -> Specification:
    """Until a condition holds, asked after each round."""
    return _iterate(Form.REPEAT_UNTIL, condition, body)


def do_while(body: Specification, condition: Operand) -> Specification:
    """As long as a condition holds, asked after each round."""
    return _iterate(Form.DO_WHILE, condition, body)


def _iterate(form: Form, condition: Operand, body: Specification) -> Specification:
    made = syntax.Iterate(form, _tree(condition), body.body)
    return Specification((made,), body.enumerations)


# What to do with them


def ios(specification: Specification) -> str:
    """The specification in `.ios`."""
    from refute.languages.console.show import show  # noqa: PLC0415 - only when asked for

    return show(specification.tree)


def formal(specification: Specification) -> str:
    """The specification in the notation of the paper."""
    from refute.languages.console.show import show_formal  # noqa: PLC0415 - only when asked for

    return show_formal(specification.body)


def check(
    specification: Specification,
    program: Callable[[], object],
    *,
    unfoldings: int = 25,
    samples: int = 5,
    int_bits: int | None = 32,
    seed: int = 0,
    time_limit: float = 10.0,
    random: int | None = None,
) -> Report:
    """Test a function that uses `input` and `print`; InputError if the specification is wrong."""
    from refute.execution import FunctionProgram  # noqa: PLC0415 - only when asked for
    from refute.languages.console.check import outcome_of  # noqa: PLC0415 - likewise
    from refute.languages.console.testing import Plan, verify  # noqa: PLC0415 - likewise
    from refute.languages.console.typecheck import check_specification  # noqa: PLC0415 - likewise

    if min(unfoldings, samples) < 1:
        raise InputError([Diagnostic("IO042", "unfoldings and samples must be above 0")])
    started = time.monotonic()
    checked = check_specification(specification.tree)
    plan = Plan(unfoldings, samples, int_bits, seed, time_limit, random)
    verified = verify(checked, FunctionProgram(program), plan)
    seconds = time.monotonic() - started
    name = getattr(program, "__name__", "the program")
    outcome = outcome_of(verified, plan, f"{name} does what is specified", seconds)
    return Report(
        "check", "console", name, (outcome,), checked.warnings, seed=seed, seconds=seconds
    )


def explain(report: Report) -> str:
    """The report as the command line would show it."""
    from refute.report.terminal import plain  # noqa: PLC0415 - only when asked for

    return "\n\n".join(plain(outcome) for outcome in report.outcomes)
