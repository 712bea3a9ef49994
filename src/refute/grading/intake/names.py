"""Names of people, which every system spells as well as it can."""

from __future__ import annotations

import unicodedata

_LETTERS = str.maketrans({
    "Æ": "Ae", "æ": "ae", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Ħ": "H", "ħ": "h", "ı": "i",
    "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Œ": "Oe", "œ": "oe", "ẞ": "SS", "ß": "ss", "Þ": "Th",
    "þ": "th", "Ŧ": "T", "ŧ": "t",
})  # fmt: skip
"""Letters of the Latin alphabet that Unicode does not take apart into a plain one and a mark."""


def composed(name: str) -> str:
    """A name with each letter and its marks in one character, as people type it."""
    return unicodedata.normalize("NFC", name)


def without_accents(text: str) -> str:
    """The text with plain letters in place of those with accents."""
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(each for each in apart if not unicodedata.combining(each))
