"""What students are told is complete in every language."""

from __future__ import annotations

from string import Formatter

import pytest

from refute.languages.console.testing.judging import Kind
from refute.report.texts import (
    LANGUAGES,
    current_language,
    texts,
    translate,
    translate_word,
    using_language,
)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_say_the_same(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    differing = {key for key in english if places(english[key]) != places(other[key])}
    assert not differing
    assert not {key for key in english if len(english[key]) > 12 and english[key] == other[key]}


def test_every_kind_of_failure_has_a_word() -> None:
    assert {str(kind) for kind in Kind} <= texts("en").keys()


def test_a_language_is_spoken_for_a_while() -> None:
    assert (current_language(), translate_word("crashed"), translate_word("something else")) == (
        "en",
        texts("en")["crashed"],
        "something else",
    )
    with using_language("de"):
        assert translate("should_stop") == "anhalten"
    assert translate("should_stop") == "stopped"


def test_values_may_hold_braces() -> None:
    assert translate("should_print", text='"{x}"') == 'printed "{x}"'
