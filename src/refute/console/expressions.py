"""Expressions over the values read."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from typing import Any, TypeAlias

from refute.languages.console import syntax


class Operators:
    """Operators build larger expressions; `&`, `|` and `~` stand for and, or, not."""

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

    def __truediv__(self, other: Operand) -> Expression:
        return _apply("/", self, other)

    def __rtruediv__(self, other: Operand) -> Expression:
        return _apply("/", other, self)

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

    def __getitem__(self, index: Operand | slice) -> Expression:
        if not isinstance(index, slice):
            return _apply("index", self, index)
        if index.step is not None:
            raise TypeError("a slice has no step")
        high = [] if index.stop is None else [index.stop]
        return _apply("slice", self, 0 if index.start is None else index.start, *high)

    __iter__ = None  # otherwise Python would iterate over the indices

    def contains(self, piece: Operand) -> Expression:
        """Whether the text contains a piece, or the list a value."""
        return _apply("contains", self, piece)

    def starts_with(self, piece: Operand) -> Expression:
        """Whether the text starts with another one."""
        return _apply("starts with", self, piece)

    def ends_with(self, piece: Operand) -> Expression:
        """Whether the text ends with another one."""
        return _apply("ends with", self, piece)

    def is_in(self, values: Operand) -> Expression:
        """Whether the value is in a list."""
        return _apply("in", self, values)

    def is_not_in(self, values: Operand) -> Expression:
        """Whether the value is not in a list."""
        return _apply("not in", self, values)


class Expression(Operators):
    """An expression that is not a variable."""


Operand: TypeAlias = Any
"""An expression, or a plain Python value: int, float, Fraction, str, bool, or a list of them."""


class History(Operators):
    """One or more variables: their current value, and all values read so far."""

    def __init__(self, *names: str) -> None:
        super().__init__(syntax.Name(names[0]) if len(names) == 1 else syntax.Current(names))
        self.names = names

    @property
    def all(self) -> All:
        """All values so far, in reading order."""
        return All(self.names)

    def before(self, number: int) -> Expression:
        """The value that was read `number` readings before the current one."""
        return Expression(syntax.Current(self.names, number) if number else self.tree)


class All(Operators):
    """All values read so far."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(syntax.All(names))
        self._names = names

    def before(self, number: int) -> Expression:
        """All values but the latest `number`."""
        return Expression(syntax.All(self._names, number))


class Variable(History):
    """A variable that values are read into."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def is_a(self, kind: str) -> Expression:
        """Whether the last value is an `int`, a `real`, a `str` or the `end` of the input."""
        return Expression(syntax.Is(self.name, kind))


def tree_of(value: Operand) -> syntax.Expression:
    """The tree of an expression, or of a plain value used as one."""
    match value:
        case Operators():
            return value.tree
        case bool():
            return syntax.Boolean(value)
        case int():
            return syntax.Integer(value)
        case Fraction() | Decimal():
            return syntax.Real(Fraction(value))
        case float():
            return syntax.Real(Fraction(repr(value)))
        case str():
            return syntax.Text(value)
        case list() | tuple():
            return syntax.ListOf(tuple(map(tree_of, value)))
        case dict():
            return syntax.Table(*(tuple(map(tree_of, part)) for part in (value, value.values())))
        case _:
            raise TypeError(f"{value!r} is no value of a console specification")


def _apply(function: str, *arguments: Operand) -> Expression:
    return Expression(syntax.Apply(function, tuple(map(tree_of, arguments))))


def variable(name: str) -> Variable:
    """A variable for any kind of value."""
    return Variable(name)


def look_up(table: dict[Any, Any], key: Operand) -> Expression:
    """The value of a key in a table."""
    return _apply("index", table, key)


def each(
    make: Callable[[Variable], Operand],
    values: Operand,
    where: Callable[[Variable], Operand] | None = None,
) -> Expression:
    """Apply a function to each value of a list, or to those that fulfil a condition.

    The names of the parameters appear in `.ios`.
    """
    name = next(iter(signature(make).parameters))
    value = Variable(name)
    asked = None if where is None else tree_of(where(value))
    return Expression(syntax.Each(tree_of(make(value)), name, tree_of(values), asked))


def reals(name: str) -> Variable:
    """A variable for decimals."""
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
    """The length of a list or text."""
    return _apply("len", values)


def total(values: Operand) -> Expression:
    """The sum."""
    return _apply("sum", values)


def product(values: Operand) -> Expression:
    """The product."""
    return _apply("product", values)


def smallest(*values: Operand) -> Expression:
    """The smallest value of a list, or of several numbers."""
    return _apply("min", *values)


def largest(*values: Operand) -> Expression:
    """The largest value of a list, or of several numbers."""
    return _apply("max", *values)


def absolute(value: Operand) -> Expression:
    """The absolute value of a number."""
    return _apply("abs", value)


def rounded(value: Operand, places: int | None = None) -> Expression:
    """The nearest integer, or decimal with `places` places; halves are rounded away from zero."""
    return _apply("round", value, *([] if places is None else [places]))


def floor(value: Operand) -> Expression:
    """The number rounded down."""
    return _apply("floor", value)


def ceil(value: Operand) -> Expression:
    """The number rounded up."""
    return _apply("ceil", value)


def square_root(value: Operand) -> Expression:
    """The square root."""
    return _apply("sqrt", value)


def all_of(conditions: Operand) -> Expression:
    """Whether all conditions of a list hold."""
    return _apply("all", conditions)


def any_of(conditions: Operand) -> Expression:
    """Whether any condition of a list holds."""
    return _apply("any", conditions)


def split(value: Operand, separator: Operand | None = None) -> Expression:
    """The pieces of a text between separators, by default between blanks."""
    return _apply("split", value, *([] if separator is None else [separator]))


def join(values: Operand, separator: Operand) -> Expression:
    """The texts of a list, with a separator between them."""
    return _apply("join", values, separator)


def numbers(low: Operand, high: Operand) -> Expression:
    """The numbers from `low` to `high`, both included."""
    return _apply("..", low, high)


def call(function: str, *arguments: Operand) -> Expression:
    """Any function of `.ios` by its name, such as `chars` or `is_digit`."""
    if not isinstance(function, str):
        raise TypeError("`call` takes the name of a function; for one of Python write `apply`")
    return _apply(function, *arguments)


def first(values: Operand) -> Expression:
    """The first item of a list."""
    return _apply("first", values)


def last(values: Operand) -> Expression:
    """The last item of a list."""
    return _apply("last", values)


def init(values: Operand) -> Expression:
    """All items of a list but the last."""
    return _apply("init", values)


def reverse(values: Operand) -> Expression:
    """The list or the text in reverse."""
    return _apply("reverse", values)


def count(value: Operand, values: Operand) -> Expression:
    """How often a value occurs in a list."""
    return _apply("count", value, values)


def subset(values: Operand, others: Operand) -> Expression:
    """Whether every value of one list is in the other."""
    return _apply("subset", values, others)


def either(condition: Operand, then: Operand, otherwise: Operand) -> Expression:
    """One of two values, depending on a condition."""
    return _apply("either", condition, then, otherwise)


def sort(values: Operand) -> Expression:
    """The sorted list; only in outputs."""
    return _apply("sorted", values)


def distinct(values: Operand) -> Expression:
    """The list without repetitions; only in outputs."""
    return _apply("distinct", values)


def upper(value: Operand) -> Expression:
    """The text in upper case; only in outputs."""
    return _apply("upper", value)


def lower(value: Operand) -> Expression:
    """The text in lower case; only in outputs."""
    return _apply("lower", value)


def strip(value: Operand) -> Expression:
    """The text without leading and trailing blanks; only in outputs."""
    return _apply("strip", value)


def apply(function: Callable[..., Any], *arguments: Operand) -> Expression:
    """Apply any Python function to values; only in outputs."""
    return Expression(syntax.Opaque(function, tuple(map(tree_of, arguments))))
