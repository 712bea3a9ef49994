"""Symbolic values under a model, and texts for their ranks.

The solver's own texts are slow if only equality, order and length matter. To the solver, a text is
the fraction whose digits are its characters, so that the order of texts is that of numbers; this
module converts such a rank back to a readable text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.fmsl.symbolic import values
from refute.languages.fmsl.symbolic.values import Symbolic
from refute.languages.fmsl.values import (
    Atomic as AtomicValue,
    Function as FunctionValue,
    Labelled as LabelledValue,
    Record as RecordValue,
)
from refute.record import record
from refute.terms import FALSE, Term, Value as TermValue, constant, evaluate

Model: TypeAlias = Mapping[Term, TermValue]

BASE = 0x110000 + 1
"""Number of characters plus one: the end of a text comes before any character."""

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "".join(map(chr, range(32, 127))),
    "".join(map(chr, range(0x4E00, 0x9F00))),
)
"""Characters for generated texts, the most readable first."""


@record
class Ranked:
    """A text of which only the rank is known."""

    rank: Fraction


Plain: TypeAlias = bool | int | Fraction | str | Ranked | tuple[Any, ...] | LabelledValue | None
"""A value under a model; as in concrete values, tuples are `values.Record`s, lists tuples."""


def plain(value: Symbolic, model: Model) -> Plain:
    """The value under a model; None for nil."""
    if isinstance(value, values.Items):
        return tuple(plain(each, model) for each in _present(value, model))
    if evaluate(value.nil, model):
        return None
    match value:
        case values.Atom(_, term) | values.Text(_, term):
            found: Any = evaluate(term, model)
            ranked = isinstance(value, values.Text) and isinstance(found, Fraction)
            return Ranked(found) if ranked else found
        case values.Atomic(_, name, number):
            which = evaluate(number, model)
            return AtomicValue(f"{name}#{which}" if which else name)
        case values.Function(_, name):
            return FunctionValue(name)
        case values.Record(_, parts):
            return RecordValue(plain(each, model) for each in parts)
        case values.Labelled(label, content):
            return LabelledValue(label, plain(content, model))
        case values.Either():
            return plain(_chosen(value, model), model)
        case values.Nothing() | values.Measured():
            return None


def _present(whole: values.Items, model: Model) -> list[Symbolic]:
    return [item for there, item in values.packed(whole).items if evaluate(there, model)]


def _chosen(value: values.Either, model: Model) -> Symbolic:
    return next(each for chosen, each in value.options if evaluate(chosen, model))


def settle(
    value: Symbolic, key: object, model: Model, known: Callable[[object, Plain], Symbolic | None]
) -> Symbolic:
    """The value under a model as a known symbolic value; `known` may override parts."""
    found = known(key, plain(value, model))
    if found is not None:
        return found
    if evaluate(value.nil, model):
        return values.NIL
    match value:
        case values.Atom(_, term):
            return values.Atom(FALSE, constant(evaluate(term, model), term.sort))
        case values.Text(_, term, size):
            rank = constant(evaluate(term, model), term.sort)
            return values.Text(FALSE, rank, constant(evaluate(size, model), size.sort))
        case values.Atomic(_, name, number):
            return values.Atomic(FALSE, name, constant(evaluate(number, model), number.sort))
        case values.Function():
            return value
        case values.Record(_, parts):
            keys = _keys(key, "tuple", len(parts))
            pairs = zip(parts, keys, strict=True)
            return values.Record(
                FALSE, tuple(settle(each, kind, model, known) for each, kind in pairs)
            )
        case values.Labelled(label, content):
            (kind,) = _keys(key, f"label {label}", 1)
            return values.Labelled(label, settle(content, kind, model, known))
        case values.Items():
            (kind,) = _keys(key, "list", 1)
            there = _present(value, model)
            return values.items_of(*(settle(each, kind, model, known) for each in there))
        case values.Either():
            keys = _keys(key, "union", len(value.options))
            for (chosen, each), kind in zip(value.options, keys, strict=True):
                if evaluate(chosen, model):
                    return settle(each, kind, model, known)
            return values.NIL
        case values.Nothing() | values.Measured():
            return values.NIL


def _keys(key: object, kind: str, number: int) -> tuple[object, ...]:
    if isinstance(key, tuple) and key[0] == kind and len(key) == number + 1:
        return key[1:]
    return (None,) * number


# Texts


def rank_of(text: str) -> Fraction:
    """The rank of a text, less than 1, in the order of texts; 0 for the empty one."""
    digits = 0
    for character in text:
        digits = digits * BASE + ord(character) + 1
    return Fraction(digits, BASE ** len(text))


def texts_of(
    ranks: Iterable[tuple[Fraction, int | None]], known: Iterable[str]
) -> Mapping[Fraction, str] | None:
    """Readable texts with the given ranks and lengths; None if there are none.

    The rank of a known text gets that text.
    """
    lengths: dict[Fraction, int | None] = {}
    for rank, length in ranks:
        lengths[rank] = lengths.get(rank) if length is None else length
    spelled = {rank_of(text): text for text in ("", *known)}
    found: dict[Fraction, str] = {}
    gap: list[Fraction] = []
    low = ""
    for rank in sorted({*lengths, *spelled}):
        if rank not in spelled:
            gap.append(rank)
            continue
        if not _fill(gap, low, spelled[rank], lengths, found):
            return None
        gap, low = [], spelled[rank]
        found[rank] = low
    return found if _fill(gap, low, None, lengths, found) else None


def _fill(
    gap: list[Fraction],
    low: str,
    high: str | None,
    lengths: Mapping[Fraction, int | None],
    found: dict[Fraction, str],
) -> bool:
    """Find texts for the ranks between two texts; return whether all were found."""
    previous = low
    for rank in gap:
        text = _after(previous, lengths[rank], high)
        if text is None:
            return False
        found[rank] = previous = text
    return True


def _after(low: str, length: int | None, high: str | None) -> str | None:
    """A short text of a length between two others; None if none was found."""
    for alphabet in _ALPHABETS:
        for text in _candidates(low, length, alphabet):
            if text > low and (high is None or text < high):
                return text
    return None


def _candidates(low: str, length: int | None, alphabet: str) -> Iterator[str]:
    """Texts of the wanted length, made from the lower one by incrementing one of its characters."""
    first = alphabet[0]
    sizes = range(1, len(low) + 3) if length is None else [length]
    for size in sizes:
        yield first * size
        for index in range(min(size, len(low)) - 1, -1, -1):
            letter = next((each for each in alphabet if each > low[index]), None)
            if letter is not None:
                yield (low[:index] + letter).ljust(size, first)
        if size > len(low):
            yield low.ljust(size, first)
