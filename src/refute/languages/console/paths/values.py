"""Values worth typing: those where programs go wrong, and some from the set that is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import ceil, lcm
from random import Random
from types import CodeType
from typing import TypeVar

from refute.languages.console import syntax
from refute.languages.console.meaning import Environment, evaluate_if_possible
from refute.languages.console.meaning.lines import ReadStep, typed_lines
from refute.languages.console.paths.bounds import Bounds, bounds
from refute.languages.console.paths.composing import composed, demands_in
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import (
    expressions_of,
    parts,
    set_parts,
    statements_of,
)
from refute.languages.console.types import (
    END_OF_INPUT,
    END_OF_LINE,
    INT,
    REAL,
    TEXT,
    Mistyped,
    Value,
    read_value,
    show_value,
)

A = TypeVar("A")

_SMALL = (0, 1, -1, 2, 3, -2, 5, 7, 10, 12, -13, 100)
_STEPS = (Fraction(1, 10), Fraction(-1, 10), Fraction(1, 100), Fraction(1), Fraction(-1))
_SIZES = (15, 16, 20, 24, 28)
_SHAPES = (
    "", "a", "ab", "aa", "aba", "abb", "abc", "abba", "abca", "abab", "abcba", "abcda", "abcdba",
    "aabb", "hello", "racecar", "Anna", "Hello World", "42", "x1",
)  # fmt: skip
"""Texts of all small lengths: palindromes, near palindromes, and others."""

_BLANKS = (" ab", "ab ", "  Hello World ", " ", "a  b")
"""Texts typed only if the specification says what becomes of blanks."""

_PLACED = ("1a", "a1b", "aB", "aBc", "12a", "AB", "Abcdefg0", "9abcdefG", "abc5DEFgh")
"""Texts with digits and capitals in all positions, for specifications that examine these.

The digits of long texts differ, so that a program that forgets the first or the last one fails.
"""

_CHARACTERS = frozenset({"is_digit", "is_letter", "upper", "lower"})
_CUTTING = frozenset({("strip", 1), ("split", 1)})
_PRINTED = range(33, 127)
_LONG = "the quick brown fox jumps over the lazy dog"
_GARBAGE = ("abc", "2.5", "", "1a")
_ENDS = (END_OF_INPUT, END_OF_LINE)
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_MOST_WRONG = 16
_WRONG_PARTS = 4
_RECENT = 3
_AROUND, _INSIDE = 6, 7
_FEW = 64
_LONGEST_WORD = 20
_TRIES = 12


@dataclass(frozen=True)
class Values:
    """Proposes values for a specification; `bits` is the size of integers to stay within."""

    checked: Checked
    bits: int | None = 32
    _numbers_between: dict[Bounds, tuple[int, ...]] = field(default_factory=dict)

    def worth_typing(self, asks: ReadStep, random: Random) -> list[Value]:
        """Valid values without duplicates: bounds, constants, values read before, and others."""
        found = dict.fromkeys(
            value for each in asks.singly for value in self._proposed(each, random)
        )
        return [each for each in found if asks.allows(each)]

    def any(self, asks: ReadStep, random: Random) -> Value | None:
        """A random value among those worth typing; None if none is valid."""
        one = random.choice(asks.singly) if len(asks.reads) > 1 else asks
        type_ = self.checked.types[one.read.variable]
        proposed = () if type_ == INT else self._proposed(one, random)
        for _ in range(_TRIES):
            value = random.choice(proposed) if proposed else self._number(one, random)
            if asks.allows(value):
                return value
        return random.choice(self.worth_typing(asks, random) or (None,))

    def invalid(self, asks: ReadStep, random: Random) -> list[Value]:
        """Values and lines that a person might type but that are not valid here.

        Numbers just outside come first, then a word, a decimal and an empty line.
        """
        if asks.has_more:
            return list(self._invalid_lines(asks, random))
        if len(asks.reads) > 1:
            return list(self._of_no_kind(asks, random))
        type_ = self.checked.types[asks.read.variable]
        proposed = list(dict.fromkeys(self._proposed(asks, random)))
        if type_ == REAL:
            proposed += [Fraction(1, 8), Fraction(1, 1000)] if _has_places(asks.read.values) else []
        wrong = [each for each in proposed if self._is_wrong(each, asks)][:_MOST_WRONG]
        if type_ == TEXT:
            return [*wrong, *(each for each in _GARBAGE if not asks.allows(each))]
        return [*wrong, *(Mistyped(each) for each in _GARBAGE if read_value(each, type_) is None)]

    def _is_wrong(self, value: Value, asks: ReadStep) -> bool:
        """Whether a program must refuse the value: if upper and lower case are the same, not
        because of its case."""
        written: tuple[Value, ...] = (value,)
        if isinstance(value, str) and self.checked.comparison.caseless:
            written = (value, value.lower(), value.upper())
        return not any(map(asks.allows, written))

    def _of_no_kind(self, asks: ReadStep, random: Random) -> Iterator[Value]:
        """Invalid values where values of several kinds are allowed."""
        proposed = (value for each in asks.singly for value in self._proposed(each, random))
        typed = (value for each in _GARBAGE for value in asks.typed(each, self.checked.types))
        wrong = (each for each in dict.fromkeys(proposed) if self._is_wrong(each, asks))
        for value in dict.fromkeys((*islice(wrong, _MOST_WRONG), *typed)):
            if value not in _ENDS and not asks.allows(value):
                yield value

    def _invalid_lines(self, asks: ReadStep, random: Random) -> Iterator[Value]:
        """Invalid lines where one with several values is wanted.

        Each value in turn is wrong; then one is missing, one is superfluous, or there is none at
        all.
        """
        right = self._line(asks, random)
        lines = [
            typed_lines([*right[:at], (each, before), *right[at + 1 :]])[0]
            for at, (_, before) in enumerate(right)
            for each in self._wrong_part(asks, at, [value for value, _ in right[:at]], random)
        ]
        if len(right) > 1:
            lines.append(typed_lines(right[:-1])[0])
            separator = right[1][1] or " "
            lines.append(separator.join((typed_lines(right)[0], show_value(right[-1][0]))))
            if separator != " ":
                lines.append(typed_lines(right)[0].replace(separator, " "))
        for line in dict.fromkeys((*lines, *_GARBAGE)):
            if not asks.is_valid_line(line, self.checked.types):
                yield Mistyped(line)

    def _line(self, asks: ReadStep, random: Random) -> list[tuple[Value, str | None]]:
        """Valid values for the positions of a line."""
        made: list[tuple[Value, str | None]] = []
        for one in asks.places(value for value, _ in made):
            value = self.any(one, random)
            if value is None:
                break
            made.append((value, one.read.before))
        return made

    def _wrong_part(
        self, asks: ReadStep, at: int, before: Sequence[Value], random: Random
    ) -> list[Value]:
        """A few values that are wrong at a position of a line."""
        one = list(asks.places(iter(before)))[at]
        wrong = [each for each in self._proposed(one, random) if not one.allows(each)]
        return [*list(dict.fromkeys(wrong))[:_WRONG_PARTS], Mistyped("x")]

    def _proposed(self, asks: ReadStep, random: Random) -> Sequence[Value]:
        type_ = self.checked.types[asks.read.variable]
        if type_ == INT:
            return self._numbers(asks, random)
        if type_ == REAL:
            return list(self._decimals(asks, random))
        if type_ == TEXT:
            return list(self._texts(asks))
        return type_.members or (False, True)

    # Numbers

    def _numbers(self, asks: ReadStep, random: Random) -> list[int]:
        low, high = bounds(asks.read.values, asks.environment)
        found: list[int] = []
        if self._reads_once and few(low, high):
            assert low is not None
            assert high is not None
            found += range(low, high + 1)
        found += self._fixed(low, high)
        for value in _recent(asks.environment, int):
            found += _around(value)
        found += self._inside(low, high, random)
        return found

    def _number(self, asks: ReadStep, random: Random) -> int:
        """A number like those worth typing, without making all of them."""
        low, high = bounds(asks.read.values, asks.environment)
        fixed, recent = self._fixed(low, high), _recent(asks.environment, int)
        index = random.randrange(len(fixed) + _AROUND * len(recent) + _INSIDE)
        if index < len(fixed):
            return fixed[index]
        which, step = divmod(index - len(fixed), _AROUND)
        if which < len(recent):
            return _around(recent[which])[step]
        return random.choice(list(self._inside(low, high, random)))

    def calculated(self, asks: ReadStep) -> list[Value]:
        """Values that the specification compares with, as far as they are known before reading."""
        found = (evaluate_if_possible(each, asks.environment) for each in self._compared)
        return [each for each in found if isinstance(each, int | Fraction | str)]

    @cached_property
    def _compared(self) -> list[Expression]:
        """The compared expressions except constants and names, which are known anyway."""
        return [
            side
            for each in self._expressions
            if isinstance(each, syntax.Apply) and each.function in _COMPARISONS
            for side in each.arguments
            if isinstance(side, syntax.Apply)
        ]

    def round_numbers(self, asks: ReadStep) -> list[int]:
        """Some valid numbers that people think of first, such as 100 and 200."""
        low, high = bounds(asks.read.values, asks.environment)
        found = _round_numbers(0 if low is None else ceil(low), 1000 if high is None else int(high))
        return [each for each in found if asks.allows(each)]

    def _decimals(self, asks: ReadStep, random: Random) -> Iterator[Fraction]:
        """Bounds, constants and values read before, and decimals around them and elsewhere."""
        low, high = bounds(asks.read.values, asks.environment)
        known = [each for each in (low, high, *self._constants, *self._reals) if each is not None]
        recent = _recent(asks.environment, Fraction)
        small = (0, 1, Fraction(1, 2), Fraction(5, 2), 2, 10, Fraction(-3, 2), Fraction(7, 4), 100)
        for value in (*known, *recent, *small):
            yield Fraction(value)
            yield from (Fraction(value) + step for step in _STEPS)
        for size in (5, 50, 500):
            yield Fraction(random.randint(1, 100 * size), 100) + (0 if low is None else low)
            yield Fraction(random.randint(-10 * size, 10 * size), 10)
        if low is not None and high is not None and low < high:
            span = int((high - low) * 10)
            yield from (low + Fraction(random.randint(0, span), 10) for _ in range(4))

    @cached_property
    def _reals(self) -> list[Fraction]:
        found = [each.value for each in self._expressions if isinstance(each, syntax.Real)]
        return list(dict.fromkeys(found))

    def _fixed(self, low: int | None, high: int | None) -> Sequence[int]:
        """The values that do not depend on what was read, bounds first."""
        known = self._numbers_between.get((low, high))
        if known is None:
            near = [each for each in (low, high, *self._constants) if each is not None]
            around = (each + step for each in near for step in (0, 1, -1))
            every = (*around, *_SMALL, *self._multiples(low, high))
            known = self._numbers_between[low, high] = tuple(dict.fromkeys(every))
        return known

    def _inside(self, low: int | None, high: int | None, random: Random) -> Iterator[int]:
        """Numbers from the set itself, including large ones if it has any."""
        if low is not None and high is not None and low <= high:
            yield (low + high) // 2
            yield from (random.randint(low, high) for _ in range(6))
            return
        base = low if low is not None else high if high is not None else 0
        sign = -1 if low is None and high is not None else 1
        yield from (base + sign * random.randint(0, size) for size in (9, 30, 100))
        if low is None and high is None:
            yield from (-random.randint(1, size) for size in (9, 30, 100))
        if self._is_counted:
            return
        if self.bits is None or self.bits > max(_SIZES) + 1:
            size = 2 ** (random.choice(_SIZES) if self.bits != 64 else 40)
            yield base + sign * random.randint(size, 2 * size)
            if low is None and high is None:
                yield -random.randint(size, 2 * size)

    def _multiples(self, low: int | None, high: int | None) -> Iterator[int]:
        """Multiples of the divisors and their common multiples, and numbers next to them."""
        start = low if low is not None else 0
        for divisor in self._divisors:
            first = -(-start // divisor) * divisor
            for number in (0, 1, 2, 3, 5):
                if high is None or first + number * divisor <= high:
                    yield first + number * divisor
            yield first + 1
            yield first + 2 * divisor - 1
            if low is None:
                yield -divisor
                yield -divisor - 1
            elif high is not None:
                yield high // divisor * divisor

    @cached_property
    def _is_counted(self) -> bool:
        """Whether a number says how often something is printed, so that it must not be large."""
        counts = any(
            isinstance(each, syntax.Loop) and each.bounded
            for each in statements_of(self.checked.body)
        )
        return counts or any(
            isinstance(each, syntax.Apply) and each.function in {"..", "*"} and _repeats(each)
            for each in self._expressions
        )

    @cached_property
    def _reads_once(self) -> bool:
        return reads_once(self.checked)

    @cached_property
    def _whole_expressions(self) -> list[Expression]:
        return [
            expression
            for statement in statements_of(self.checked.body)
            for expression in expressions_of(statement)
        ]

    @cached_property
    def _expressions(self) -> list[Expression]:
        return [part for expression in self._whole_expressions for part in parts(expression)]

    @cached_property
    def _constants(self) -> list[int]:
        numbers = [each.value for each in self._expressions if isinstance(each, syntax.Integer)]
        return list(
            dict.fromkeys([*numbers, *(each for each in self._python if type(each) is int)])
        )

    @cached_property
    def _divisors(self) -> list[int]:
        """The constants of `mod` and `div`, and their least common multiples."""
        found: list[int] = []
        for each in self._expressions:
            match each:
                case syntax.Apply("mod" | "div", (_, syntax.Integer(value))) if value > 1:
                    found.append(value)
        single = list(dict.fromkeys(found))
        together = [lcm(one, two) for one in single for two in single if one < two]
        return list(dict.fromkeys((*single, *together)))[:12]

    # Texts

    def _texts(self, asks: ReadStep) -> Iterator[str]:
        for word in self._words:
            yield from (word, word[:-1], f"{word}x", word.swapcase(), word[:1])
        yield from _SHAPES
        yield _LONG
        if self._minds_blanks:
            yield from _BLANKS
        if self._looks_at_characters:
            yield from _PLACED
        yield from self._characters
        yield from self._composed.get(asks.read.variable, ())
        for value in _recent(asks.environment, str):
            yield from (value, value[::-1], value[1:] + value[:1], f"{value}a", value[:-1])
            yield value.swapcase()

    @cached_property
    def _words(self) -> list[str]:
        words = [each.value for each in self._expressions if isinstance(each, syntax.Text)]
        texts = (
            each for each in self._python if isinstance(each, str) and len(each) < _LONGEST_WORD
        )
        return list(dict.fromkeys([*words, *texts]))

    @cached_property
    def _characters(self) -> list[str]:
        """The characters around the codes that those of characters are compared with."""
        if not any(isinstance(e, syntax.Apply) and e.function == "code" for e in self._expressions):
            return []
        near = (each + step for each in self._constants for step in (0, 1, -1))
        return [chr(each) for each in near if each in _PRINTED]

    @cached_property
    def _composed(self) -> dict[str, Sequence[str]]:
        """For each variable, the texts composed from the demands on their parts."""
        texts = [name for name, type_ in self.checked.types.items() if type_ == TEXT]
        asked = demands_in(self._whole_expressions if texts else (), texts)
        return {name: composed(each) for name, each in asked.items() if each.are_worth_composing}

    @cached_property
    def _looks_at_characters(self) -> bool:
        return looks_at_characters(self.checked)

    @cached_property
    def _minds_blanks(self) -> bool:
        """Whether blanks are stripped, or a text is split at them."""
        return any(
            isinstance(each, syntax.Apply) and (each.function, len(each.arguments)) in _CUTTING
            for each in self._expressions
        )

    @cached_property
    def _python(self) -> list[object]:
        """The constants of the Python functions that a specification calls."""
        called = [each.function for each in self._expressions if isinstance(each, syntax.Opaque)]
        return list(_constants_in(called))


def _repeats(applied: syntax.Apply) -> bool:
    """Whether it is a range or a repeated text."""
    return applied.function == ".." or isinstance(applied.arguments[0], syntax.Text)


def _constants_in(called: Sequence[object]) -> Iterator[object]:
    """The numbers and texts in the code of functions, and of those that they call by name."""
    waiting, seen = list(called), set[int]()
    while waiting:
        function = waiting.pop()
        code = getattr(function, "__code__", function)
        if not isinstance(code, CodeType) or id(code) in seen:
            continue
        seen.add(id(code))
        known = getattr(function, "__globals__", {})
        waiting += [known[name] for name in code.co_names if name in known]
        for each in code.co_consts:
            if isinstance(each, CodeType):
                waiting.append(each)
            else:
                yield from _plain(each)


def _plain(constant: object) -> Iterator[object]:
    """The numbers and texts that a Python constant is or contains."""
    if isinstance(constant, tuple | frozenset):
        for each in sorted(constant, key=repr):
            yield from _plain(each)
    elif isinstance(constant, int | str) and not isinstance(constant, bool):
        yield constant


def _around(value: int) -> tuple[int, ...]:
    """A number that was read, and those easily mistaken for it."""
    return value, value + 1, value - 1, -value, value + 10, abs(value) // 10


def _round_numbers(low: int, high: int) -> list[int]:
    """The first and last multiples of the greatest power of ten that has some in a range."""
    steps = (10**exponent for exponent in range(len(str(abs(high))), -1, -1))
    for step in steps:
        multiples = range(-(-low // step) * step, high + 1, step)
        if len(multiples) > 1:
            return list(dict.fromkeys((*multiples[:3], *multiples[-2:])))
    return [low]


def _has_places(values: ValueSet) -> bool:
    return any(isinstance(each, syntax.Places) for each in set_parts(values))


def reads_once(checked: Checked) -> bool:
    """Whether only one value is read, so that all values of a small set can be tried."""
    loops = any(isinstance(each, syntax.Loop) for each in statements_of(checked.body))
    return not loops and len(list(reads_of(checked.body))) == 1


def looks_at_characters(checked: Checked) -> bool:
    """Whether it matters which characters of a text are letters, digits or capitals."""
    return any(
        isinstance(part, syntax.Apply) and part.function in _CHARACTERS
        for statement in statements_of(checked.body)
        for expression in expressions_of(statement)
        for part in parts(expression)
    )


def few(low: int | None, high: int | None) -> bool:
    """Whether a set with these bounds is small enough to try all of its values."""
    return low is not None and high is not None and high - low < _FEW


def _recent(environment: Environment, kind: type[A]) -> list[A]:
    """The first value of a kind that was read, and the most recent ones."""
    found = [value for _, value in environment if isinstance(value, kind)]
    return [*found[:1], *found[-_RECENT:]]
