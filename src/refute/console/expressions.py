"""Expressions over what was read."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from typing import Any, TypeAlias

from refute.languages.console import syntax


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

    __iter__ = None  # else Python would go through the indices

    def contains(self, piece: Operand) -> Expression:
        """The text has a piece, or the list has a value."""
        return _apply("contains", self, piece)

    def starts_with(self, piece: Operand) -> Expression:
        """The text begins with another one."""
        return _apply("starts with", self, piece)

    def ends_with(self, piece: Operand) -> Expression:
        """The text ends with another one."""
        return _apply("ends with", self, piece)

    def is_in(self, values: Operand) -> Expression:
        """The value is among those of a list."""
        return _apply("in", self, values)

    def is_not_in(self, values: Operand) -> Expression:
        """The value is not among those of a list."""
        return _apply("not in", self, values)


class Expression(Operators):
    """An expression that is no variable."""


Operand: TypeAlias = Any
"""An expression, or a plain Python value: int, float, Fraction, str, bool, or a list of them."""


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

    def is_a(self, kind: str) -> Expression:
        """Whether the last value is an `int`, a `real`, a `str` or the `end` of the input."""
        return Expression(syntax.Is(self.name, kind))


def tree_of(value: Operand) -> syntax.Expression:
    """The tree of an expression, or of a plain value taken as one."""
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
    """A variable for whatever its set holds."""
    return Variable(name)


def look_up(table: dict[Any, Any], key: Operand) -> Expression:
    """The value that a table has for a key."""
    return _apply("index", table, key)


def each(
    make: Callable[[Variable], Operand],
    values: Operand,
    where: Callable[[Variable], Operand] | None = None,
) -> Expression:
    """What is made of each value of a list, of those that fulfil a condition.

    The names of the parameters are those that `.ios` shows.
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


def rounded(value: Operand, places: int | None = None) -> Expression:
    """The nearest integer, or the nearest decimal with so many places; halves away from zero."""
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
    """All conditions of a list hold."""
    return _apply("all", conditions)


def any_of(conditions: Operand) -> Expression:
    """Some condition of a list holds."""
    return _apply("any", conditions)


def split(value: Operand, separator: Operand | None = None) -> Expression:
    """The pieces of a text between separators, or between blanks."""
    return _apply("split", value, *([] if separator is None else [separator]))


def join(values: Operand, separator: Operand) -> Expression:
    """The texts of a list, with a separator between them."""
    return _apply("join", values, separator)


def numbers(low: Operand, high: Operand) -> Expression:
    """The numbers from one to another, both included."""
    return _apply("..", low, high)


def call(function: str, *arguments: Operand) -> Expression:
    """Any function of `.ios` by its name, such as `chars` or `is_digit`."""
    if not isinstance(function, str):
        raise TypeError("`call` takes the name of a function; for one of Python write `apply`")
    return _apply(function, *arguments)


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
    return Expression(syntax.Opaque(function, tuple(map(tree_of, arguments))))
