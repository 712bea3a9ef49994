"""Texts for students, in the language in which a course is taught.

Each language has a file of texts by keys beside this module. The language is that of the current
context, so that code that finds a fault need not know who will read about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de")
_language: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language, by key."""
    found = [pair for table in _tables(language).values() for pair in table.items()]
    assert len(found) == len(dict(found)), "a key stands in two tables"
    return dict(found)


def kinds(language: str) -> Mapping[str, str]:
    """The names of outcomes in a language, by our names."""
    return _tables(language)["kinds"]


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, str]]:
    import tomllib  # noqa: PLC0415 - not every command says something of these

    text = Path(__file__).with_name(f"{language}.toml").read_text("utf-8")
    tables: dict[str, dict[str, str]] = tomllib.loads(text)
    return tables


@contextmanager
def using_language(language: str) -> Iterator[None]:
    """Use a language for all texts meanwhile."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """The current language."""
    return _language.get()


def translate(key: str, /, **values: object) -> str:
    """A text with values filled in."""
    return texts(_language.get())[key].format_map(values)


def translate_word(key: str) -> str:
    """The text of a key that may be any word; the word itself if it has no text."""
    return texts(_language.get()).get(key, key)


def decimal(number: str) -> str:
    """A number with the decimal separator of the language."""
    return (
        number
        if current_language() == LANGUAGES[0]
        else number.replace(".", translate("decimal_point"))
    )
