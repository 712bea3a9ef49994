"""What students are told, in the language that a course is taught in.

Each language is a file of texts by keys beside this module. The language is that of the current
context, so that what finds a fault need not know who will read about it.
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
    """All texts of a language by their keys."""
    found = [pair for table in _tables(language).values() for pair in table.items()]
    assert len(found) == len(dict(found)), "a key stands in two tables"
    return dict(found)


def kinds(language: str) -> Mapping[str, str]:
    """What outcomes are called in a language, by what we call them."""
    return _tables(language)["kinds"]


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, str]]:
    import tomllib  # noqa: PLC0415 - not every command says something of these

    text = Path(__file__).with_name(f"{language}.toml").read_text("utf-8")
    tables: dict[str, dict[str, str]] = tomllib.loads(text)
    return tables


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in a language meanwhile."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def spoken() -> str:
    """The language that everything is said in now."""
    return _language.get()


def say(key: str, /, **values: object) -> str:
    """A text with values in its places."""
    return texts(_language.get())[key].format_map(values)


def said(key: str) -> str:
    """The text of a key that may be any word; without a text it is the word itself."""
    return texts(_language.get()).get(key, key)


def decimal(number: str) -> str:
    """A number with the sign that the language has for the decimal point."""
    return number if spoken() == LANGUAGES[0] else number.replace(".", say("decimal_point"))
