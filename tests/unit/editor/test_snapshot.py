"""What is known of a text follows its edits."""

from __future__ import annotations

from hypothesis import given, strategies as st
from lsprotocol.types import Position

from refute.diagnostics import Severity
from refute.editor.analysis import analyse
from refute.editor.documents import Document
from refute.editor.features import outline, tokens
from refute.editor.positions import UNITS, Lines
from refute.editor.snapshot import Location, Problem, Question, Snapshot, Symbol
from refute.frontend.editing import Lexicon

TEXTS = st.text(alphabet="ab \n😀é", max_size=40)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_stands_elsewhere_moves_along(before: str, old: str, new: str, after: str) -> None:
    """Every stretch that moves still covers the same text; what lies outside the edit moves."""
    old, new = f"<{old}<", f">{new}>"
    text, changed = before + old + after, before + new + after
    stretches = [(start, start + size) for size in (1, 2, 5) for start in range(len(text) - size)]
    symbols = tuple(Symbol("", "", "", "", Location(each), each, (each,)) for each in stretches)
    moved = Snapshot(text, Lexicon(frozenset(), "(?!)"), (), symbols).moved_to(changed)
    assert moved.text == changed
    for symbol, now in zip(symbols, moved.symbols, strict=True):
        (start, end), *_ = symbol.uses
        assert all(changed[a:b] == text[start:end] for a, b in now.uses)
        if end <= len(before):
            assert now.uses == symbol.uses
        if start >= len(before) + len(old):
            assert now.uses == ((start - len(old) + len(new), end - len(old) + len(new)),)


def test_a_question_that_is_edited_inside_stays_and_a_problem_goes() -> None:
    problem = Problem("X", "wrong", Severity.ERROR, Location((4, 7)), fix=((4, 7), "y"))
    lexicon = Lexicon(frozenset(), "(?!)")
    known = Snapshot("p = abc", lexicon, (problem,), (), (Question("check", (0, 7)),))
    inside = known.moved_to("p = aXbc")
    assert inside.questions == (Question("check", (0, 8)),)
    assert inside.problems == ()
    before = known.moved_to("\np = abc")
    assert [each.location for each in before.problems] == [Location((5, 8))]
    assert [each.fix for each in before.problems] == [None]


@given(TEXTS, st.sampled_from(sorted(UNITS)), st.data())
def test_offsets_and_positions_are_two_ways_to_write_a_place(
    text: str, encoding: str, data: st.DataObject
) -> None:
    lines = Lines(text, encoding)
    offset = data.draw(st.integers(0, len(text)))
    position = lines.position(offset)
    assert position.line == text[:offset].count("\n")
    assert lines.offset(position) == offset
    column = text[:offset].rpartition("\n")[2]
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    assert position.character == len(column.encode(codec)) // unit
    assert lines.offset(Position(10_000, 0)) == len(text)


def test_a_workflow_has_its_definitions_in_the_outline_and_not_its_variables() -> None:
    text = "def f x = x + 1\ntask main = enter Int >>= \\y. edit (f y)"
    document = Document("file:///a.top", "a.top", "workflow", text)
    document.learn(analyse("workflow", "a.top", text))
    assert [each.name for each in outline(document)] == ["f", "main"]


def test_names_inside_texts_have_their_own_colour() -> None:
    text = 'read x : int\nprint "sum {x} end"\n'
    document = Document("file:///a.ios", "a.ios", "console", text)
    document.learn(analyse("console", "a.ios", text))
    packed = tokens(document)
    second = [packed[each : each + 5] for each in range(0, len(packed), 5)][2:]
    lengths = [each[2] for each in second]
    assert lengths == [len("print"), len('"sum {'), len("x"), len('} end"')]
