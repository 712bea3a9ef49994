"""Texts for the solver as numbers in the same order, and back.

The solver's own texts are slow where only equality, order and length are asked for. A text is
the fraction whose digits are its characters, so that the order of texts is that of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

BASE = 0x110000 + 1
"""One more digit than there are characters: the end of a text comes before any character."""

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "".join(map(chr, range(32, 127))),
    "".join(map(chr, range(0x4E00, 0x9F00))),
)
"""Where the characters of made up texts come from, the most readable first."""


def rank_of(text: str) -> Fraction:
    """The number of a text: 0 for the empty one, below 1 for all, in the order of texts."""
    digits = 0
    for character in text:
        digits = digits * BASE + ord(character) + 1
    return Fraction(digits, BASE ** len(text))


def texts_of(
    ranks: Iterable[tuple[Fraction, int | None]], known: Iterable[str]
) -> Mapping[Fraction, str] | None:
    """Readable texts in the order of ranks, of the lengths wanted; None where none fit.

    A rank that is that of a known text is that text.
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
    """Give the ranks between two texts a text each; whether there was one for all."""
    previous = low
    for rank in gap:
        text = _after(previous, lengths[rank], high)
        if text is None:
            return False
        found[rank] = previous = text
    return True


def _after(low: str, length: int | None, high: str | None) -> str | None:
    """A short text of a length between two others, None if none was found."""
    for alphabet in _ALPHABETS:
        for text in _candidates(low, length, alphabet):
            if text > low and (high is None or text < high):
                return text
    return None


def _candidates(low: str, length: int | None, alphabet: str) -> Iterable[str]:
    """Texts of the wanted length, made from the lower one by a step up at one of its places."""
    first = alphabet[0]
    sizes = range(1, len(low) + 3) if length is None else [length]
    for size in sizes:
        yield first * size
        for place in range(min(size, len(low)) - 1, -1, -1):
            for letter in alphabet:
                if letter > low[place]:
                    yield (low[:place] + letter).ljust(size, first)
                    break
        if size > len(low):
            yield low.ljust(size, first)
