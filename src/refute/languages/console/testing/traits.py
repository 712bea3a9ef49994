"""The traits of texts and lists by which tests differ: size, order, symmetry, blanks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from refute.languages.console.types import Value

LARGE = 2**15
"""Number from which results may not fit into small types."""


def shapes_of_list(values: Sequence[Value]) -> Iterator[str]:
    """The order of the numbers in a list, where its extremes are, and the size of its sum."""
    numbers = [each for each in values if isinstance(each, int)]
    pairs = list(pairwise(numbers))
    if all(one < two for one, two in pairs):
        yield "rising"
    elif all(one > two for one, two in pairs):
        yield "falling"
    elif len(set(numbers)) == 1:
        yield "all the same"
    for name, extreme in (("greatest", max(numbers)), ("least", min(numbers))):
        if numbers.count(extreme) == 1:
            place = numbers.index(extreme)
            last = place == len(numbers) - 1
            yield f"{name} {'first' if place == 0 else 'last' if last else 'inside'}"
        elif len(set(numbers)) > 1:
            yield f"{name} twice"
    if all(each < 0 for each in numbers):
        yield "all negative"
    total = sum(numbers)
    yield f"{'negative' if total < 0 else 'positive'} total of {len(str(abs(total)))} digits"
    if abs(total) >= LARGE:
        yield "large total"


def places_in_text(text: str) -> Iterator[str]:
    """The positions of digits and capitals, and whether there are several."""
    for name, kind in (("digit", str.isdigit), ("capital", str.isupper)):
        found = [place for place, character in enumerate(text) if kind(character)]
        last = len(text) - 1
        if len(found) == 1 and last > 0:
            yield f"{name} {'first' if found[0] == 0 else 'last' if found[0] == last else 'inside'}"
        elif len(found) > 1:
            yield f"only {name}s" if len(found) == len(text) else f"several {name}s"


def near_misses(text: str, word: str) -> Iterator[str]:
    """How a text differs from a word that it is nearly."""
    if text != word and text.casefold() == word.casefold():
        yield f"{word} in other letters"
    elif len(text) == len(word) + 1 and text.startswith(word):
        yield f"{word} and a letter more"
    elif text == word[:-1]:
        yield f"{word} without its last letter"


def kinds_of_text(text: str, earlier: Sequence[Value]) -> Iterator[str]:
    """Its length, symmetry, blanks and capitals, and how it compares with the text before it."""
    yield f"{min(len(text), 4)} letters"
    if len(text) > 5:
        yield "many letters"
    if len(text) > 1 and text == text[::-1]:
        yield "mirrored, odd" if len(text) % 2 else "mirrored, even"
    elif len(text) > 2 and text[0] == text[-1]:
        yield "the same ends" if text[1] != text[-2] else "mirrored but for the middle"
    if text != text.lower():
        yield "capitals"
    if " " in text:
        yield "blanks"
    if text != text.strip():
        yield "blanks before" if text != text.lstrip() else "blanks at the end"
    if "  " in text.strip():
        yield "two blanks"
    if text and not text.strip():
        yield "only blanks"
    if any(each.isdigit() for each in text):
        yield "digits"
    if len(set(text)) < len(text):
        yield "a letter twice"
    if earlier and isinstance(earlier[-1], str):
        if text == earlier[-1][::-1]:
            yield "mirrored before"
        if text != earlier[-1] and text.casefold() == earlier[-1].casefold():
            yield "before in other letters"
