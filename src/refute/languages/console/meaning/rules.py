"""The argument types of functions and operators, and the types of their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from refute.languages.console.types import BOOL, INT, NUMBERS, REAL, TEXT, Type, common

Rule: TypeAlias = Callable[..., Type | None]
"""Maps the types of the arguments to the type of the result; None if they do not fit."""


def rule(result: Type, *, given: Callable[..., object]) -> Rule:
    """The rule of a function whose result always has the same type."""
    return lambda *types: result if given(*types) else None


def all_of(*wanted: Type) -> Callable[..., bool]:
    """Whether all types are among the wanted ones."""
    return lambda *types: all(each in wanted for each in types)


def is_within(item: Type, whole: Type) -> bool:
    """Whether a value of one type may be looked for in a value of another."""
    if item == whole == TEXT:
        return True
    return whole.is_list and common(item.listed, whole) is not None and not item.is_list


def is_sequence(whole: Type) -> bool:
    """Whether it is a list or a text."""
    return whole.is_list or whole == TEXT


integers, truths, text = (rule(each, given=all_of(each)) for each in (INT, BOOL, TEXT))
compared = rule(BOOL, given=all_of(*NUMBERS))
alike = rule(BOOL, given=common)
holds = rule(BOOL, given=lambda whole, item: is_within(item, whole))
within, counted = rule(BOOL, given=is_within), rule(INT, given=is_within)
included = rule(BOOL, given=lambda left, right: left.is_list and common(left, right))
conditions = rule(BOOL, given=lambda whole: common(whole, BOOL.listed))
long = rule(INT, given=is_sequence)
two_texts = rule(BOOL, given=all_of(TEXT))
character = rule(BOOL, given=all_of(TEXT))
decimal = rule(REAL, given=all_of(*NUMBERS))
whole_number = rule(INT, given=all_of(*NUMBERS))
texts = rule(TEXT.listed, given=all_of(TEXT))
coded, uncoded = rule(INT, given=all_of(TEXT)), rule(TEXT, given=all_of(INT))
ranged = rule(INT.listed, given=all_of(INT))


def numbers(*types: Type) -> Type | None:
    """The widest of some numeric types."""
    if not all(each in NUMBERS for each in types):
        return None
    return REAL if REAL in types else INT


def numbers_of(whole: Type) -> Type | None:
    """The type of the numbers in a list."""
    if common(whole, INT.listed) is None and common(whole, REAL.listed) is None:
        return None
    return whole.item if whole.item in NUMBERS else INT


def added(left: Type, right: Type) -> Type | None:
    """Numbers, texts and lists can be added."""
    if left == right == TEXT or (left.is_list and right.is_list):
        return common(left, right)
    return numbers(left, right)


def multiplied(left: Type, right: Type) -> Type | None:
    """Numbers can be multiplied, and a text can be repeated."""
    return TEXT if (left, right) == (TEXT, INT) else numbers(left, right)


def extreme(*given: Type) -> Type | None:
    """The extreme of a list, or of several numbers."""
    return numbers_of(given[0]) if len(given) == 1 else numbers(*given)


def an_item(whole: Type) -> Type | None:
    """The type of the items of a list."""
    return whole.item if whole.is_list else None


def same_list(whole: Type) -> Type | None:
    """A list of the same type."""
    return whole if whole.is_list else None


def turned(whole: Type) -> Type | None:
    """A list or a text of the same type."""
    return whole if is_sequence(whole) else None


def chosen(condition: Type, then: Type, otherwise: Type) -> Type | None:
    """One of two values of one type."""
    return common(then, otherwise) if condition == BOOL else None


def indexed(whole: Type, index: Type) -> Type | None:
    """An item of a list, or a character of a text."""
    if index != INT:
        return None
    return whole.item if whole.is_list else TEXT if whole == TEXT else None


def sliced(whole: Type, *ends: Type) -> Type | None:
    """A part of a list or of a text."""
    return whole if is_sequence(whole) and all(each == INT for each in ends) else None


def looked_up(key: Type, keys: Type, values: Type) -> Type | None:
    """The type of the values of a table."""
    fits = keys.is_list and values.is_list and common(key.listed, keys) is not None
    return values.item if fits else None


def rounded_type(*given: Type) -> Type | None:
    """An integer or, where places are given, a decimal."""
    if len(given) == 1:
        return whole_number(*given)
    return REAL if given[0] in NUMBERS and given[1] == INT else None


def joined_type(whole: Type, separator: Type) -> Type | None:
    """Texts joined are a text."""
    return TEXT if common(whole, TEXT.listed) and separator == TEXT else None
