"""Lists grow where nothing was found in shorter ones, as far as a share of the effort goes."""

from __future__ import annotations

from asking import report_on
from refute.languages.options import OptionValue
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

LONGEST = "lists of up to 8 items, in results 9"
EASY = "theorem t(l:integer*) = #l >= 0;"
HARD = "theorem t(l:integer*, m:integer*) = forall (a in l) forall (b in m) a + b = b + a;"


def answers(text: str, **options: OptionValue) -> tuple[Outcome, ...]:
    return report_on("check", Source("t.fmsl", text), **options).outcomes


def test_what_is_easy_is_looked_at_up_to_the_largest_size() -> None:
    (answer,) = answers(EASY)
    assert (answer.verdict, answer.bound) == (Verdict.PASSED, LONGEST)


def test_a_counterexample_of_longer_lists_is_found() -> None:
    (answer,) = answers("theorem t(l:integer*) = #l < 4;")
    assert answer.verdict is Verdict.REFUTED
    (answer,) = answers("theorem t(l:integer*) = #l < 4;", size=3)
    assert answer.verdict is Verdict.PASSED


def test_an_input_of_longer_lists_is_found() -> None:
    text = "op F inputs: l:integer*; outputs: y:integer; pre: #l > 5; post: y = #l; end F;"
    holds, *_ = answers(text)
    assert (holds.question, holds.verdict) == ("F can hold", Verdict.CONFIRMED)


def test_the_size_that_is_reached_depends_on_the_effort() -> None:
    reached = [answers(HARD, effort=each)[0] for each in (0.002, 1)]
    assert [each.verdict for each in reached] == [Verdict.PASSED, Verdict.PASSED]
    assert reached[0].bound < reached[1].bound


def test_all_questions_of_a_file_share_what_there_is() -> None:
    (alone,) = answers(HARD, effort=0.05)
    many = answers(HARD + _others(30), effort=0.05)
    assert many[0].question == alone.question
    assert many[0].bound < alone.bound


def _others(count: int) -> str:
    """Claims that are not about lists."""
    return "".join(f"theorem n{each}(x:integer) = x = x; " for each in range(count))


def test_a_size_that_is_given_is_the_only_one() -> None:
    (answer,) = answers(EASY, size=3)
    assert answer.bound == "lists of up to 3 items, in results 4"
