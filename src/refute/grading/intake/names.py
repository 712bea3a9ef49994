"""Names of people, which systems spell in different ways."""

from __future__ import annotations

import unicodedata

_LETTERS = str.maketrans({
    "Æ": "Ae", "æ": "ae", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Ħ": "H", "ħ": "h", "ı": "i",
    "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Œ": "Oe", "œ": "oe", "ẞ": "SS", "ß": "ss", "Þ": "Th",
    "þ": "th", "Ŧ": "T", "ŧ": "t",
})  # fmt: skip
"""Latin letters that Unicode does not decompose into a plain letter and a mark."""


def composed(name: str) -> str:
    """A name with letters and marks composed, as people type it."""
    return unicodedata.normalize("NFC", name)


def without_accents(text: str) -> str:
    """The text with plain letters instead of accented ones."""
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(each for each in apart if not unicodedata.combining(each))
