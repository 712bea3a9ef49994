"""Expressions that differ slightly from another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, arity
from refute.languages.console.syntax import Expression
from refute.languages.console.types import BOOL, INT, NO_ITEMS, REAL, TEXT, Type, common
from refute.record import record

ONE = syntax.Integer(1)

_TWINS: Mapping[str, tuple[str, ...]] = {
    "<": ("<=", ">", "==", "!="),
    "<=": ("<", ">=", "==", "!="),
    ">": (">=", "<", "==", "!="),
    ">=": (">", "<=", "==", "!="),
    "==": ("!=", "<=", ">="),
    "!=": ("==", "<", ">"),
    "in": ("not in",),
    "not in": ("in",),
    "and": ("or",),
    "or": ("and",),
    "+": ("-", "*"),
    "-": ("+",),
    "*": ("+",),
    "div": ("mod", "*"),
    "/": ("*",),
    "round": ("floor", "ceil"),
    "floor": ("ceil", "round"),
    "ceil": ("floor", "round"),
    "trunc": ("round",),
    "all": ("any",),
    "any": ("all",),
    "contains": ("starts with", "ends with"),
    "starts with": ("contains", "ends with"),
    "ends with": ("contains", "starts with"),
    "is_letter": ("is_digit",),
    "is_digit": ("is_letter",),
    "mod": ("div",),
    "sum": ("product", "max", "last"),
    "product": ("sum", "max", "last"),
    "min": ("max", "first", "last"),
    "max": ("min", "first", "last"),
    "first": ("last",),
    "last": ("first",),
    "upper": ("lower",),
    "lower": ("upper",),
}
"""What each function is easily mistaken for."""

_ORDERINGS = frozenset({"<", "<=", ">", ">="})
_ORDERED_ARGUMENTS = frozenset({"-", "/", "div", "mod"})
_DROPPED = frozenset({"+", "-", "*", "/", "div", "mod", "and", "or"})
_TRANSPARENT = frozenset(
    {"not", "negate", "abs", "init", "reverse", "sorted", "distinct", "upper", "lower", "strip"}
)
"""Functions of one argument that are easily forgotten."""

_MOST_OTHERS = 3
_MOST_WORDS = 12
_LARGE = 20


@record
class Names:
    """The types of variables, which of them are read, and which of these more than once.

    A name that is not read is given, or stands for each item of a list. `words` are those that may
    be typed, if they are listed.
    """

    types: Mapping[str, Type]
    read: frozenset[str]
    repeated: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def type_of(self, expression: Expression) -> Type | None:
        """The type of an expression; None if it is ill-typed or not known."""
        match expression:
            case syntax.Integer():
                return INT
            case syntax.Real():
                return REAL
            case syntax.Text():
                return TEXT
            case syntax.Boolean():
                return BOOL
            case syntax.Member(enumeration):
                return next((each for each in self._known if each.name == enumeration), None)
            case syntax.Name(name):
                return self.types.get(name)
            case syntax.Current(variables):
                return self.types.get(variables[0])
            case syntax.All(variables):
                item = self.types.get(variables[0])
                return item.listed if item else None
            case syntax.ListOf(items):
                types = [self.type_of(each) for each in items]
                item = REAL if REAL in types else types[0] if types else NO_ITEMS
                return item.listed if item else None
            case syntax.Apply(function, arguments):
                given = [self.type_of(each) for each in arguments]
                sensible = None not in given and len(given) in arity(function)
                return FUNCTIONS[function].rule(*given) if sensible else None
            case syntax.Each(item):
                made = self.type_of(item)
                return made.listed if made else None
            case syntax.Is():
                return BOOL
            case syntax.Opaque() | syntax.Table():
                return None
            case _:
                assert_never(expression)

    @property
    def _known(self) -> Iterator[Type]:
        return (each for each in self.types.values() if each.members)


@record
class Variant:
    """An expression with one part changed: the part, and its replacement."""

    whole: Expression
    before: Expression
    after: Expression


def variants(expression: Expression, names: Names) -> Iterator[Variant]:
    """All expressions that differ in one part, changes of whole expressions first.

    The arguments of Python functions stay as they are, since these may accept no others.
    """
    type_ = names.type_of(expression)
    for own in _own(expression, names):
        other = names.type_of(own)
        if type_ and other and common(type_, other):
            yield Variant(own, expression, own)
    arguments = () if isinstance(expression, syntax.Opaque) else syntax.children(expression)
    for index, argument in enumerate(arguments):
        for variant in variants(argument, names):
            if _is_shortened(expression, argument, variant.whole):
                continue
            changed = (*arguments[:index], variant.whole, *arguments[index + 1 :])
            yield replace(variant, whole=syntax.with_children(expression, changed))


def _is_shortened(whole: Expression, before: Expression, after: Expression) -> bool:
    """Whether a table no longer has as many keys as values."""
    is_table = isinstance(whole, syntax.Apply) and whole.function == "lookup"
    return is_table and len(syntax.children(before)) != len(syntax.children(after))


def _own(expression: Expression, names: Names) -> Iterator[Expression]:
    """The changes of an expression as a whole."""
    match expression:
        case syntax.Integer(value):
            yield from (syntax.Integer(each) for each in _numbers_near(value))
        case syntax.Real(number):
            yield from (syntax.Real(each) for each in (number + 1, number * 2, number * 10))
        case syntax.Each(_, _, _, condition):
            if condition is not None:
                yield replace(expression, condition=None)
                yield replace(expression, condition=syntax.Apply("not", (condition,)))
        case syntax.Boolean(truth):
            yield syntax.Boolean(not truth)
        case syntax.Member(enumeration, name):
            type_ = names.type_of(expression)
            others = type_.members if type_ else ()
            yield from (syntax.Member(enumeration, each) for each in others if each != name)
        case syntax.ListOf(items):
            for index in range(len(items)):
                yield syntax.ListOf((*items[:index], *items[index + 1 :]))
        case syntax.Name(name):
            yield from _other_values((name,), 0, names)
        case syntax.Current(variables, before):
            yield from _other_values(variables, before, names)
        case syntax.All(variables, before):
            yield from _other_lists(expression, variables, before, names)
        case syntax.Apply(function, arguments):
            yield from _applications(expression, function, arguments, names)


def _numbers_near(value: int) -> Iterator[int]:
    """One more, one less and, for larger numbers, half and twice as much."""
    yield from (value + 1, value - 1)
    if abs(value) >= _LARGE:
        yield from (value // 2, value * 2)


def _other_values(variables: tuple[str, ...], before: int, names: Names) -> Iterator[Expression]:
    """Earlier and later values of the same variables, and values of others."""
    if before:
        yield syntax.Current(variables, before - 1)
    if names.repeated.intersection(variables) or len(variables) > 1:
        yield syntax.Current(variables, before + 1)
        yield syntax.Apply("first", (syntax.All(variables),))
    if len(variables) == 1:
        yield from (syntax.Current((each,), before) for each in _others(variables[0], names))


def _other_lists(
    whole: syntax.All, variables: tuple[str, ...], before: int, names: Names
) -> Iterator[Expression]:
    """One value too few or too many, no duplicates, only the last value."""
    yield syntax.All(variables, before + 1)
    if before:
        yield syntax.All(variables, before - 1)
    turned = syntax.Apply("reverse", (whole,))
    yield syntax.Apply("reverse", (syntax.Apply("init", (turned,)),))
    yield syntax.Apply("distinct", (whole,))
    yield syntax.ListOf((syntax.Current(variables, before),))
    if len(variables) == 1:
        others = [each for each in _others(variables[0], names) if each in names.read]
        yield from (syntax.All((each,), before) for each in others)


def _others(name: str, names: Names) -> list[str]:
    type_ = names.types.get(name)
    others = [each for each, other in names.types.items() if other == type_ and each != name]
    return others[:_MOST_OTHERS]


def _applications(
    whole: syntax.Apply, function: str, arguments: tuple[Expression, ...], names: Names
) -> Iterator[Expression]:
    for twin in _TWINS.get(function, ()):
        yield replace(whole, function=twin)
    if function in _TRANSPARENT:
        yield arguments[0]
    if function in _DROPPED:
        yield from arguments
    if function in _ORDERED_ARGUMENTS:
        yield replace(whole, arguments=arguments[::-1])
    if function == "is_digit":
        for end in ("0", "9"):
            forgotten = syntax.Apply("!=", (arguments[0], syntax.Text(end)))
            yield syntax.Apply("and", (whole, forgotten))
    if function in {"and", "or"}:
        for index, argument in enumerate(arguments):
            negated = syntax.Apply("not", (argument,))
            yield replace(whole, arguments=(*arguments[:index], negated, *arguments[index + 1 :]))
    is_compared = function in _ORDERINGS or function in {"==", "!="}
    if is_compared and all(names.type_of(each) == INT for each in arguments):
        yield from _off_by_one(whole, arguments)
        yield from _unrounded(function, arguments)
    if function in {"==", "!="}:
        yield from _with_another_word(whole, arguments, names)
    if function == "either":
        condition, then, otherwise = arguments
        yield replace(whole, arguments=(condition, otherwise, then))
        yield from (then, otherwise)
    if function in {"min", "max"} and len(arguments) > 1:
        yield from arguments


def _with_another_word(
    whole: syntax.Apply, arguments: tuple[Expression, ...], names: Names
) -> Iterator[Expression]:
    """The comparison with a word, also accepting another word."""
    match arguments:
        case (value, syntax.Text(word)) if len(names.words) <= _MOST_WORDS:
            either = "or" if whole.function == "==" else "and"
            for other in _as_compared(value, names.words):
                if other != word:
                    also = replace(whole, arguments=(value, syntax.Text(other)))
                    yield syntax.Apply(either, (whole, also))


def _as_compared(value: Expression, words: tuple[str, ...]) -> Iterator[str]:
    """The words converted in the same way as the compared value, without duplicates."""
    match value:
        case syntax.Apply("upper"):
            yield from dict.fromkeys(each.upper() for each in words)
        case syntax.Apply("lower"):
            yield from dict.fromkeys(each.lower() for each in words)
        case _:
            yield from words


def _off_by_one(whole: syntax.Apply, arguments: tuple[Expression, ...]) -> Iterator[Expression]:
    """The comparison with one more and one less, if no constant is changed instead."""
    left, right = arguments
    if not isinstance(left, syntax.Integer) and not isinstance(right, syntax.Integer):
        for sign in ("+", "-"):
            yield replace(whole, arguments=(left, syntax.Apply(sign, (right, ONE))))


_OF_EXACT_QUOTIENTS: Mapping[str, str] = {"<": "<=", ">=": ">"}
"""Comparisons that rounding down leaves unchanged, and what they are mistaken for."""


def _unrounded(function: str, arguments: tuple[Expression, ...]) -> Iterator[Expression]:
    """The comparison of a quotient without rounding it down, and without dividing."""
    match arguments:
        case (syntax.Apply("div", (number, by)), limit):
            compared = _OF_EXACT_QUOTIENTS.get(function, function)
            yield syntax.Apply(compared, (number, syntax.Apply("*", (limit, by))))
