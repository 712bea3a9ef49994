"""Characters that cannot be seen or told apart, made visible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Letters of other alphabets, dashes and quotes that look like those on a keyboard.
_FOREIGN = "АВЕЅІЈКМНОРСТУХаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο–—−‐‑‒‘’‚“”„′″⁄∕∗"
_KEYBOARD = "ABESIJKMHOPCTYXaeopcyxsijABEZHIKMNOPTYXvo------'''\"\"\"'\"//*"
_LOOK_ALIKES = dict(zip(map(ord, _FOREIGN), _KEYBOARD, strict=True))
_ESCAPE_SEQUENCE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])"
)


def spelled(text: str) -> str:
    """The text with blanks at its ends as `·`, tabs as `⇥`, and other blanks by their names."""
    body = text.strip(" ")
    front = len(text) - len(text.lstrip(" ")) if body else 0
    end = len(text) - len(body) - front
    inner = "".join(_spelled(char) for char in body)
    return "·" * front + inner + "·" * end


def _spelled(char: str) -> str:
    if char == "\t":
        return "⇥"
    if (char.isspace() and char not in " \n\r") or unicodedata.category(char) == "Cf":
        return f"⟨{unicodedata.name(char, hex(ord(char)))}⟩"
    return char


def without_hidden(text: str) -> str:
    """The text without characters that take no place on a terminal."""
    kept = _ESCAPE_SEQUENCE.sub("", text)
    return "".join(char for char in kept if not _is_hidden(char))


def _is_hidden(char: str) -> bool:
    return char not in "\n\t\r" and unicodedata.category(char) in {"Cc", "Cf"}


def with_keyboard_letters(text: str) -> str:
    """The text with characters replaced by those of a keyboard that look the same."""
    return unicodedata.normalize("NFKC", text.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES)


def hidden_characters(text: str) -> list[str]:
    """The names of the characters that take no place on a terminal."""
    found = [_name(char) for char in _ESCAPE_SEQUENCE.sub("\x1b", text) if _is_hidden(char)]
    return list(dict.fromkeys(found))


def look_alikes(text: str) -> Iterator[str]:
    """What to say about each character that looks like another one."""
    for char in dict.fromkeys(text):
        plain = with_keyboard_letters(char)
        if plain != char and plain.isascii():
            yield f"“{char}” is {_name(char)}, not “{plain}”"


def _name(char: str) -> str:
    if char == "\x1b":
        return "an escape sequence (U+001B)"
    if char == "\0":
        return "NUL (U+0000)"
    name = unicodedata.name(char, "a control character")
    return f"{name} (U+{ord(char):04X})"
