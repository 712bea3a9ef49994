import pytest
from hypothesis import given, strategies as st

from refute.diagnostics import (
    Diagnostic,
    InputError,
    Label,
    Severity,
    did_you_mean,
    error,
    render,
)
from refute.source import NO_SPAN, Source

SOURCE = Source("sum.top", "let x = 1 in\n\tx + true\n")


def test_a_diagnostic_shows_the_line_and_points_at_the_place() -> None:
    diagnostic = error("T002", "expected int, found bool", SOURCE.span(18, 22), "this is bool")
    assert render(diagnostic).splitlines() == [
        "error[T002]: expected int, found bool",
        " --> sum.top:2:6",
        "  |",
        "2 |     x + true",
        "  |         ^^^^ this is bool",
    ]


def test_second_places_and_help_follow() -> None:
    diagnostic = Diagnostic(
        "T003",
        "odd",
        Label(SOURCE.span(14, 15)),
        (Label(SOURCE.span(4, 5), "bound here"), Label(NO_SPAN, "nowhere")),
        "rename it",
        Severity.WARNING,
    )
    assert render(diagnostic).splitlines() == [
        "warning[T003]: odd",
        " --> sum.top:2:2",
        "  |",
        "2 |     x + true",
        "  |     ^",
        " ::: sum.top:1:5",
        "  |",
        "1 | let x = 1 in",
        "  |     - bound here",
        "  = help: rename it",
    ]


def test_a_diagnostic_without_a_place_is_one_line() -> None:
    assert render(Diagnostic("F001", "there is no file")) == "error[F001]: there is no file"


@given(st.text(alphabet="a\t\n", max_size=30), st.data())
def test_any_place_can_be_shown(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    lines = render(error("X", "x", Source("any", text).span(start, end))).splitlines()
    assert len(lines) == 5
    assert set(lines[-1].partition("|")[2].strip()) == {"^"}


def test_an_input_error_carries_every_diagnostic() -> None:
    failure = InputError([Diagnostic("A", "one"), Diagnostic("B", "two")])
    assert str(failure) == "one; two"
    assert [each.code for each in failure.diagnostics] == ["A", "B"]


def test_the_closest_spelling_is_suggested() -> None:
    assert did_you_mean("appendd", ["append", "prepend"]) == "did you mean `append`?"
    assert did_you_mean("zzz", ["append"]) == ""


@pytest.mark.parametrize("start", [0, 30, 5_000, 9_999])
def test_of_a_long_line_the_part_around_the_mistake_is_shown(start: int) -> None:
    text = "a" * start + "?" + "b" * (9_999 - start)
    shown = render(
        error("X001", "m" * 5_000, Source("long.fl", text).span(start, start + 1), "here")
    )
    message, _, _, line, marked = shown.splitlines()
    assert len(message) < 1_100
    assert len(line) < 220
    assert line[marked.index("^")] == "?"
    assert marked.endswith("^ here")
