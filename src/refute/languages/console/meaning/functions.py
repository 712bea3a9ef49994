"""The functions and operators of the language: their types, their values, and their terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

from refute import terms
from refute.languages.console.types import BOOL, INT, TEXT, Type, common, show_value
from refute.terms import Term

Rule: TypeAlias = Callable[..., Type | None]


class NoValue(Exception):
    """A function has no value for these arguments, such as the largest of no numbers."""


@dataclass(frozen=True, slots=True)
class Function:
    """What a function does with values and, if the solver understands it, with terms.

    A symbolic list is a tuple of terms. `rule` gives the type of the result, or None.
    """

    rule: Rule
    concrete: Callable[..., Any]
    symbolic: Callable[..., Any] | None
    takes: str
    arity: int = 2


def _rule(result: Type, *, given: Callable[..., object]) -> Rule:
    """The rule of a function whose result always has the same type."""
    return lambda *types: result if given(*types) else None


def _all(wanted: Type) -> Callable[..., bool]:
    return lambda *types: all(each == wanted for each in types)


def _is_within(item: Type, whole: Type) -> bool:
    return whole.is_list and common(item.listed, whole) is not None and not item.is_list


def _is_sequence(whole: Type) -> bool:
    return whole.is_list or whole == TEXT


_numbers, _truths, _text = (_rule(each, given=_all(each)) for each in (INT, BOOL, TEXT))
_compared = _rule(BOOL, given=_all(INT))
_alike = _rule(BOOL, given=common)
_within, _counted = _rule(BOOL, given=_is_within), _rule(INT, given=_is_within)
_included = _rule(BOOL, given=lambda left, right: left.is_list and common(left, right))
_integers = _rule(INT, given=lambda whole: common(whole, INT.listed))
_long = _rule(INT, given=_is_sequence)


def _added(left: Type, right: Type) -> Type | None:
    return left if left == right and left in {INT, TEXT} else None


def _extreme(*given: Type) -> Type | None:
    return _integers(given[0]) if len(given) == 1 else _numbers(*given)


def _an_item(whole: Type) -> Type | None:
    return whole.item if whole.is_list else None


def _same_list(whole: Type) -> Type | None:
    return whole if whole.is_list else None


def _turned(whole: Type) -> Type | None:
    return whole if _is_sequence(whole) else None


def _chosen(condition: Type, then: Type, otherwise: Type) -> Type | None:
    return common(then, otherwise) if condition == BOOL else None


def _nonempty(what: str, values: Any) -> Any:
    if not values:
        raise NoValue(f"there is no {what} when no value has been read")
    return values


def _extremum(what: str, better: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    def extremum(*given: Any) -> Term:
        values = _nonempty(what, given[0]) if isinstance(given[0], tuple) else given
        best: Term = values[0]
        for value in values[1:]:
            best = terms.choose(better(value, best), value, best)
        return best

    return extremum


def _of(what: str, pick: Callable[[Any], Any]) -> Callable[..., Any]:
    def picked(*given: Any) -> Any:
        return pick(_nonempty(what, given[0]) if isinstance(given[0], tuple) else given)

    return picked


def _equal(left: Any, right: Any) -> Term:
    if isinstance(left, tuple):
        if len(left) != len(right):
            return terms.FALSE
        return terms.conjunction(*map(terms.equal, left, right))
    return terms.equal(left, right)


def _member(item: Term, whole: tuple[Term, ...]) -> Term:
    return terms.disjunction(*(terms.equal(item, each) for each in whole))


def _occurrences(item: Term, whole: tuple[Term, ...]) -> Term:
    one, none = terms.integer(1), terms.integer(0)
    return terms.add(*(terms.choose(terms.equal(item, each), one, none) for each in whole))


def _length(whole: Any) -> Term:
    return terms.integer(len(whole)) if isinstance(whole, tuple) else terms.length(whole)


def _sum_of(left: Any, right: Any) -> Term:
    return terms.add(left, right) if left.sort is terms.INT else terms.concatenate(left, right)


def _distinct(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


_NUMBERS, _TRUTHS, _LIST = "two numbers", "truth values", "a list"
_FIRST = _of("first value", lambda values: values[0])
_LAST = _of("last value", lambda values: values[-1])

FUNCTIONS: Mapping[str, Function] = {
    "+": Function(_added, lambda a, b: a + b, _sum_of, _NUMBERS),
    "-": Function(_numbers, lambda a, b: a - b, terms.subtract, _NUMBERS),
    "*": Function(_numbers, lambda a, b: a * b, terms.multiply, _NUMBERS),
    "div": Function(_numbers, lambda a, b: a // b if b else 0, terms.divide, _NUMBERS),
    "mod": Function(_numbers, lambda a, b: a % b if b else a, terms.modulo, _NUMBERS),
    "negate": Function(_numbers, lambda a: -a, terms.negate, "a number", 1),
    "<": Function(_compared, lambda a, b: a < b, terms.less, _NUMBERS),
    "<=": Function(_compared, lambda a, b: a <= b, terms.at_most, _NUMBERS),
    ">": Function(_compared, lambda a, b: a > b, terms.greater, _NUMBERS),
    ">=": Function(_compared, lambda a, b: a >= b, terms.at_least, _NUMBERS),
    "==": Function(_alike, lambda a, b: a == b, _equal, "two values of one type"),
    "!=": Function(
        _alike,
        lambda a, b: a != b,
        lambda a, b: terms.negation(_equal(a, b)),
        "two values of one type",
    ),
    "and": Function(_truths, lambda a, b: a and b, terms.conjunction, _TRUTHS),
    "or": Function(_truths, lambda a, b: a or b, terms.disjunction, _TRUTHS),
    "not": Function(_truths, lambda a: not a, terms.negation, "a truth value", 1),
    "in": Function(_within, lambda a, b: a in b, _member, "a value and a list"),
    "not in": Function(
        _within,
        lambda a, b: a not in b,
        lambda a, b: terms.negation(_member(a, b)),
        "a value and a list",
    ),
    "len": Function(_long, len, _length, "a list or a text", 1),
    "sum": Function(_integers, sum, lambda a: terms.add(*a), "a list of numbers", 1),
    "product": Function(_integers, prod, lambda a: terms.multiply(*a), "a list of numbers", 1),
    "min": Function(
        _extreme, _of("smallest value", min), _extremum("smallest value", terms.less), "numbers"
    ),
    "max": Function(
        _extreme, _of("largest value", max), _extremum("largest value", terms.greater), "numbers"
    ),
    "abs": Function(_numbers, abs, terms.absolute, "a number", 1),
    "first": Function(_an_item, _FIRST, _FIRST, _LIST, 1),
    "last": Function(_an_item, _LAST, _LAST, _LIST, 1),
    "init": Function(_same_list, lambda a: a[:-1], lambda a: a[:-1], _LIST, 1),
    "reverse": Function(_turned, lambda a: a[::-1], lambda a: a[::-1], "a list or a text", 1),
    "count": Function(_counted, lambda a, b: b.count(a), _occurrences, "a value and a list"),
    "subset": Function(
        _included,
        lambda a, b: set(a) <= set(b),
        lambda a, b: terms.conjunction(*(_member(each, b) for each in a)),
        "two lists",
    ),
    "either": Function(
        _chosen,
        lambda a, b, c: b if a else c,
        terms.choose,
        "a truth value and two values of one type",
        3,
    ),
    "sorted": Function(_same_list, lambda a: tuple(sorted(a)), None, _LIST, 1),
    "distinct": Function(_same_list, _distinct, None, _LIST, 1),
    "upper": Function(_text, str.upper, None, "a text", 1),
    "lower": Function(_text, str.lower, None, "a text", 1),
    "strip": Function(_text, str.strip, None, "a text", 1),
    "str": Function(lambda _: TEXT, show_value, None, "any value", 1),
}

ARITHMETIC = frozenset({"+", "-", "*", "negate", "sum", "product", "abs", "div"})
"""The functions whose results could leave the range of a machine's integers."""


def arity(name: str) -> range:
    """The numbers of arguments that a function takes."""
    if name in {"min", "max"}:
        return range(1, 100)
    return range(FUNCTIONS[name].arity, FUNCTIONS[name].arity + 1)
