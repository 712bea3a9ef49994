"""The functions and operators on values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from refute.languages.console.types import INT, read_value, show_value


class NoValue(Exception):
    """A function has no value for these arguments, such as the maximum of no numbers."""


def nonempty(what: str, values: Any) -> Any:
    """The values; raises NoValue if there are none."""
    if not values:
        raise NoValue(f"there is no {what} when no value has been read")
    return values


def of(what: str, pick: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function that takes the values of one list, or several values."""

    def picked(*given: Any) -> Any:
        return pick(nonempty(what, given[0]) if isinstance(given[0], tuple) else given)

    return picked


def distinct(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values without repetitions."""
    return tuple(dict.fromkeys(values))


def quotient(left: Any, right: Any) -> Fraction:
    """The exact quotient."""
    if right == 0:
        raise NoValue("nothing can be divided by zero")
    return Fraction(left) / Fraction(right)


def rounded(value: Any, places: int | None = None) -> Any:
    """The nearest number with this many places; halves are rounded away from zero."""
    scale = Fraction(10) ** (places or 0)
    whole = floor(abs(Fraction(value)) * scale + Fraction(1, 2)) * (-1 if value < 0 else 1)
    return whole if places is None else whole / scale


_ROOT_PLACES = 30


def root(value: Any) -> Fraction:
    """The square root, to many places."""
    if value < 0:
        raise NoValue("there is no square root of a negative number")
    number = Fraction(value)
    scaled = number.numerator * number.denominator * 100**_ROOT_PLACES
    return Fraction(isqrt(scaled), number.denominator * 10**_ROOT_PLACES)


def item(whole: Any, index: int) -> Any:
    """The item at an index; negative ones count from the end."""
    if not -len(whole) <= index < len(whole):
        raise NoValue(f"there is no item {index} among {len(whole)}")
    return whole[index]


def entry(key: Any, keys: Any, values: Any) -> Any:
    """The value of the entry with a key."""
    if key not in keys:
        raise NoValue(f"the table has no entry for {show_value(key)}")
    return values[keys.index(key)]


def number_in(text: str) -> Any:
    """The integer that a text represents."""
    number = read_value(text, INT)
    if number is None:
        raise NoValue(f"`{text}` is no number")
    return number


def code(text: str) -> int:
    """The code of a character."""
    if len(text) != 1:
        raise NoValue(f"`{text}` is not one character")
    return ord(text)


def char(code: int) -> str:
    """The character with a given code."""
    if not 0 < code < 0xD800:
        raise NoValue(f"no character has the code {code}")
    return chr(code)


def split(text: str, separator: str | None = None) -> tuple[str, ...]:
    """The parts of a text between separators, or between blanks."""
    if separator == "":
        raise NoValue("a text cannot be split at an empty separator")
    return tuple(text.split(separator))


LONGEST_TEXT = 100_000
"""Maximum number of characters of a text made by repetition."""


def times(left: Any, right: Any) -> Any:
    """The product of numbers, or a repeated text."""
    if isinstance(left, str) and len(left) * right > LONGEST_TEXT:
        raise NoValue(f"the text would have more than {LONGEST_TEXT} characters")
    return left * right


MOST_NUMBERS = 100_000
"""Maximum number of items of a range."""


def between(low: int, high: int) -> tuple[int, ...]:
    """The numbers from `low` to `high`, both included."""
    if high - low >= MOST_NUMBERS:
        raise NoValue(f"{low}..{high} has more than {MOST_NUMBERS} numbers")
    return tuple(range(low, high + 1))
