import pytest
from hypothesis import given, strategies as st

from refute.source import Source, Span, stem_of


@given(st.text(alphabet="ab\n", max_size=40), st.data())
def test_a_position_leads_back_to_its_character(text: str, data: st.DataObject) -> None:
    source = Source("any", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    assert source.line_starts[line - 1] + column - 1 == offset
    assert text[:offset].count("\n") == line - 1


@given(st.text(alphabet="ab\n", max_size=40))
def test_the_lines_are_those_of_the_text(text: str) -> None:
    source = Source("any", text)
    lines = [source.line(number + 1) for number in range(len(source.line_starts))]
    assert lines == text.split("\n")


def test_spans_know_their_text_and_cover_each_other() -> None:
    source = Source("a.fl", "one\ntwo three")
    two, three = source.span(4, 7), source.span(8, 13)
    assert (two.text, three.text, str(three)) == ("two", "three", "a.fl:2:5")
    assert three.to(two) == two.to(three) == Span(source, 4, 13)


def test_sources_are_compared_by_identity() -> None:
    assert Source("a", "x") != Source("a", "x")


@pytest.mark.parametrize("name", ["total.ios", "a/b.c/total.ios", "a/tasks.py:total", "total"])
def test_a_source_is_named_after_its_file_or_after_what_is_chosen_in_it(name: str) -> None:
    assert stem_of(name) == "total"
