import unicodedata

from hypothesis import given, strategies as st

from refute.report.outcome import Outcome, Verdict
from refute.report.texts import using_language
from refute.report.wording import duration, one_line, preorder, shortened, statistics, visible

from .samples import deep


@given(st.text())
def test_visible_text_holds_no_control_characters(text: str) -> None:
    shown = visible(text)
    assert not any(
        unicodedata.category(char) in {"Cc", "Cs"} for char in shown if char not in "\t\n"
    )
    assert visible(shown) == shown


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


def test_letters_of_any_script_stay() -> None:
    assert visible("Größe ≥ 3 · 日本 é") == "Größe ≥ 3 · 日本 é"


def test_a_long_text_keeps_both_ends() -> None:
    assert (
        shortened("a" * 50 + "b" * 80, most=100) == f"{'a' * 50} … 30 more characters … {'b' * 50}"
    )
    assert shortened("a" * 100, most=100) == "a" * 100
    assert shortened("a" * 103, most=100) == "a" * 103
    with using_language("de"):
        assert "… 30 weitere Zeichen …" in shortened("a" * 130, most=100)


def test_durations_and_statistics_read_well() -> None:
    assert [duration(0.0345), duration(61.4)] == ["0.03 s", "1 min 1 s"]
    with using_language("de"):
        assert duration(16.45) == "16,45 s"
    bare = Outcome("q", "k", Verdict.PASSED, "s")
    assert statistics(bare) == ""


def test_preorder_needs_no_recursion() -> None:
    depths = [depth for depth, _ in preorder(deep(20_000))]
    assert depths == list(range(20_001))
