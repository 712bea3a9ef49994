"""The functions and operators of the language: their types, values, and solver terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor, prod, trunc
from typing import Any

from refute import terms
from refute.languages.console.meaning import concrete, rules, termwise
from refute.languages.console.meaning.filtered import every, some
from refute.languages.console.meaning.termwise import on_numbers, unfiltered
from refute.languages.console.types import TEXT, show_value
from refute.record import record


@record
class Function:
    """A function on values and, if the solver understands it, on terms.

    `takes` describes the arguments in words; their number ranges from `arity` to `most`.
    """

    rule: rules.Rule
    concrete: Callable[..., Any]
    symbolic: Callable[..., Any] | None
    takes: str
    arity: int = 2
    most: int = 0


def _negated(holds: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: terms.negation(holds(*given))


_ZERO = terms.real(0)
_NUMBERS, _TRUTHS, _LIST = "two numbers", "truth values", "a list"
_NUMBER, _TEXT, _TEXTS, _LIST_OF_NUMBERS = "a number", "a text", "two texts", "a list of numbers"
_WITHIN = "a value and a list, or two texts"
_FIRST = concrete.of("first value", lambda values: values[0])
_LAST = concrete.of("last value", lambda values: values[-1])
_LEAST, _GREATEST = (concrete.of(f"{each}est value", pick) for each, pick in
                     (("small", min), ("larg", max)))  # fmt: skip

FUNCTIONS: Mapping[str, Function] = {
    "+": Function(rules.added, lambda a, b: a + b, termwise.plus, _NUMBERS),
    "-": Function(rules.numbers, lambda a, b: a - b, on_numbers(terms.subtract), _NUMBERS),
    "*": Function(
        rules.multiplied, concrete.times, termwise.times, "two numbers, or a text and one"
    ),
    "/": Function(rules.decimal, concrete.quotient, termwise.quotient, _NUMBERS),
    "div": Function(rules.integers, lambda a, b: a // b if b else 0, terms.divide, _NUMBERS),
    "mod": Function(rules.integers, lambda a, b: a % b if b else a, terms.modulo, _NUMBERS),
    "negate": Function(rules.numbers, lambda a: -a, terms.negate, _NUMBER, 1),
    "<": Function(rules.compared, lambda a, b: a < b, on_numbers(terms.less), _NUMBERS),
    "<=": Function(rules.compared, lambda a, b: a <= b, on_numbers(terms.at_most), _NUMBERS),
    ">": Function(rules.compared, lambda a, b: a > b, on_numbers(terms.greater), _NUMBERS),
    ">=": Function(rules.compared, lambda a, b: a >= b, on_numbers(terms.at_least), _NUMBERS),
    "==": Function(rules.alike, lambda a, b: a == b, termwise.equal, "two values of one type"),
    "!=": Function(
        rules.alike, lambda a, b: a != b, _negated(termwise.equal), "two values of one type"
    ),
    "and": Function(rules.truths, lambda a, b: a and b, terms.conjunction, _TRUTHS),
    "or": Function(rules.truths, lambda a, b: a or b, terms.disjunction, _TRUTHS),
    "not": Function(rules.truths, lambda a: not a, terms.negation, "a truth value", 1),
    "in": Function(rules.within, lambda a, b: a in b, termwise.member, _WITHIN),
    "not in": Function(rules.within, lambda a, b: a not in b, _negated(termwise.member), _WITHIN),
    "contains": Function(
        rules.holds, lambda a, b: b in a, lambda a, b: termwise.member(b, a), "a text and a piece"
    ),
    "starts with": Function(rules.two_texts, str.startswith, termwise.begins, _TEXTS),
    "ends with": Function(rules.two_texts, str.endswith, termwise.ends, _TEXTS),
    "len": Function(rules.long, len, termwise.length, "a list or a text", 1),
    "sum": Function(rules.numbers_of, sum, termwise.total, _LIST_OF_NUMBERS, 1),
    "product": Function(rules.numbers_of, prod, termwise.multiplied, _LIST_OF_NUMBERS, 1),
    "min": Function(
        rules.extreme, _LEAST, termwise.extremum("smallest value", terms.less), "numbers", 1, 99
    ),
    "max": Function(
        rules.extreme,
        _GREATEST,
        termwise.extremum("largest value", terms.greater),
        "numbers",
        1,
        99,
    ),
    "abs": Function(rules.numbers, abs, terms.absolute, _NUMBER, 1),
    "round": Function(
        rules.rounded_type, concrete.rounded, termwise.rounded, "a number, and the places", 1, 2
    ),
    "floor": Function(rules.whole_number, floor, termwise.floored, _NUMBER, 1),
    "ceil": Function(rules.whole_number, ceil, termwise.raised, _NUMBER, 1),
    "trunc": Function(rules.whole_number, trunc, termwise.truncated, _NUMBER, 1),
    "real": Function(rules.decimal, Fraction, lambda a: termwise.aligned(a, _ZERO)[0], _NUMBER, 1),
    "sqrt": Function(rules.decimal, concrete.root, None, _NUMBER, 1),
    "all": Function(
        rules.conditions, all, lambda a: every(a, lambda each: each), "a list of conditions", 1
    ),
    "any": Function(
        rules.conditions, any, lambda a: some(a, lambda each: each), "a list of conditions", 1
    ),
    "first": Function(rules.an_item, _FIRST, termwise.first, _LIST, 1),
    "last": Function(rules.an_item, _LAST, termwise.last, _LIST, 1),
    "init": Function(rules.same_list, lambda a: a[:-1], unfiltered(lambda a: a[:-1]), _LIST, 1),
    "reverse": Function(
        rules.turned, lambda a: a[::-1], unfiltered(lambda a: a[::-1]), "a list or a text", 1
    ),
    "count": Function(
        rules.counted, lambda a, b: b.count(a), termwise.occurrences, "a value and a list"
    ),
    "subset": Function(
        rules.included, lambda a, b: set(a) <= set(b), termwise.included, "two lists"
    ),
    "either": Function(
        rules.chosen,
        lambda a, b, c: b if a else c,
        termwise.chosen,
        "a truth value and two values of one type",
        3,
    ),
    "index": Function(
        rules.indexed, concrete.item, termwise.indexed, "a list or a text, and a number"
    ),
    "slice": Function(
        rules.sliced,
        lambda a, *b: a[slice(*b) if len(b) > 1 else slice(b[0], None)],
        termwise.sliced,
        "a list or a text, and numbers",
        2,
        3,
    ),
    "lookup": Function(rules.looked_up, concrete.entry, termwise.looked_up, "a key", 3),
    "..": Function(
        rules.ranged, concrete.between, termwise.between, "the first and the last number"
    ),
    "sorted": Function(rules.same_list, lambda a: tuple(sorted(a)), None, _LIST, 1),
    "distinct": Function(rules.same_list, concrete.distinct, None, _LIST, 1),
    "upper": Function(rules.text, str.upper, None, _TEXT, 1),
    "lower": Function(rules.text, str.lower, None, _TEXT, 1),
    "strip": Function(rules.text, str.strip, None, _TEXT, 1),
    "split": Function(rules.texts, concrete.split, None, "a text, and a separator", 1, 2),
    "join": Function(
        rules.joined_type, lambda a, b: b.join(a), None, "a list of texts and a separator"
    ),
    "chars": Function(rules.texts, tuple, None, _TEXT, 1),
    "is_letter": Function(rules.character, str.isalpha, None, _TEXT, 1),
    "is_digit": Function(rules.character, str.isdecimal, None, _TEXT, 1),
    "code": Function(rules.coded, concrete.code, None, "one character", 1),
    "char": Function(rules.uncoded, concrete.char, None, "the code of a character", 1),
    "int": Function(rules.coded, concrete.number_in, None, _TEXT, 1),
    "str": Function(lambda _: TEXT, show_value, None, "any value", 1),
}

ARITHMETIC = frozenset({"+", "-", "*", "negate", "sum", "product", "abs", "div"})
"""Functions whose results could exceed the range of machine integers."""


def arity(name: str) -> range:
    """The possible numbers of arguments of a function."""
    function = FUNCTIONS[name]
    return range(function.arity, max(function.arity, function.most) + 1)
