"""Of a right transcript with one line changed, left out or added, that line is to blame."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from refute.languages.console.comparison import DEFAULT
from refute.languages.console.meaning import alignment
from refute.languages.console.meaning.alignment import Blame, blame
from refute.languages.console.meaning.outputs import AnyText, Exactly, Line, Word, covers

NAMES = ["Items", "Total", "Mean", "Largest", "Bye", "Thanks", "Again", "Left"]


@st.composite
def transcripts(draw: st.DrawFn) -> tuple[Word, list[str]]:
    """Outputs that differ from each other, some with free text in them, and what they cover."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True))
    word, lines = [], []
    for number, name in enumerate(names):
        free = draw(st.booleans())
        parts = (AnyText(), Exactly(name), AnyText()) if free else (Exactly(name),)
        word.append(Line((*parts, Exactly(f" {number}"))))
        lines.append(f"The {name}: is {number}" if free else f"{name} {number}")
    return tuple(word), lines


@settings(deadline=None, max_examples=200)
@given(transcripts(), st.data())
def test_the_line_that_was_changed_is_to_blame(
    transcript: tuple[Word, list[str]], data: st.DataObject
) -> None:
    word, lines = transcript
    assert covers(word, lines)
    place = data.draw(st.integers(0, len(word) - 1))
    before, after = lines[:place], lines[place + 1 :]
    name = word[place].example.split()[0]
    changed = [*before, f"{name} 99", *after]
    assert blame([word], changed, DEFAULT) == Blame(place, word[place])
    if after or before:
        missing = blame([word], [*before, *after], DEFAULT)
        assert missing == Blame(place, word[place], missing=True)
    added = data.draw(st.integers(0, len(word)))
    more = [*lines[:added], "nonsense", *lines[added:]]
    assert blame([word], more, DEFAULT) == Blame(added, None)
    assert blame([(), word[:1], word], changed, DEFAULT).unit == place


def test_a_line_inside_of_an_output_that_spans_lines_is_to_blame() -> None:
    span = AnyText(False, True)
    word = (Line((Exactly("Report:"), span, Exactly("Total: 5"))), Line((Exactly("bye"),)))
    found = blame([word], ["Report:", "one", "two", "Total: 4", "bye"], DEFAULT)
    assert found.unit == 3
    assert found.output == Line((AnyText(), Exactly("Total: 5")))
    assert blame([word], ["Report", "one", "Total: 5", "bye"], DEFAULT).unit == 0
    assert blame([word], ["Report: none. Total: 4", "bye"], DEFAULT) == Blame(0, word[0])
    around = (Line((span, Exactly("Sum 2"), span, Exactly("Mean 1"), span)),)
    found = blame([around[0:1]], ["hello", "Sum 2", "--", "Mean 3", "bye"], DEFAULT)
    assert found.unit == 3


def test_only_what_differs_is_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    cheapest = alignment._Alignment._cheapest

    def counted(self: alignment._Alignment, output: int, unit: int) -> int:
        nonlocal looked
        looked += 1
        return cheapest(self, output, unit)

    monkeypatch.setattr(alignment._Alignment, "_cheapest", counted)
    lines = [f"line {number}" for number in range(2000)]
    word = tuple(Line((Exactly(each),)) for each in lines)
    lines[1000] = "nonsense"
    assert blame([word], lines, DEFAULT) == Blame(1000, word[1000])
    assert looked < 10
