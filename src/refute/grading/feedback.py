"""Feedback for a student: short, in plain words, and without anything about hidden tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refute.grading.grades import (
    NOT_COMPILED,
    GradedSubmission,
    GradedTest,
    Remark,
    written,
)
from refute.record import record
from refute.report.outcome import Block, Dialogue, Lines, Outcome, Verdict
from refute.report.texts import translate, translate_word
from refute.report.wording import visible

HIDDEN = "fails hidden tests"
"""The outcome of a submission that fails only hidden tests."""

_INDENT = "    "
_LONGEST_OUTPUT_OF_COMPILER = 30


def public_outcome(graded: GradedSubmission) -> Outcome | None:
    """The outcome that a student may see; None if only hidden tests fail.

    The tests are ordered by length, so it is that of the first test that fails.
    """
    failing = [each for each in graded.tests if not each.passed]
    if not failing or failing[0].visibility == "visible":
        return graded.outcome
    shown = next((each for each in failing if each.visibility == "visible"), None)
    return shown.outcome if shown else None


def public_view(graded: GradedSubmission) -> GradedSubmission:
    """A submission as its author may see it, without hidden tests and similar submissions."""
    outcome = public_outcome(graded)
    shown = tuple(each for each in graded.tests if each.visibility == "visible")
    view = replace(graded, tests=shown, group="")
    if outcome is None:
        told = Outcome(graded.name, "submission", Verdict.REFUTED, translate("hidden_failures"))
        return replace(view, outcome=replace(told, word=HIDDEN), hints=(), likeness="")
    if outcome is graded.outcome:
        return view
    return replace(view, outcome=replace(outcome, seconds=graded.outcome.seconds), hints=())


@record
class Row:
    """A behaviour as a student sees it; tests that are not shown form one row without a name."""

    name: str
    works: bool
    passed: int
    count: int
    score: float
    points: float


def rows(graded: GradedSubmission) -> list[Row]:
    """The behaviours, with what a student may know about them."""
    shown = [
        _row(each.name, [test for test in each.tests if test.visibility == "visible"])
        for each in graded.behaviours
    ]
    hidden = [each for each in graded.tests if each.visibility != "visible"]
    return [each for each in (*shown, _row(translate("not_shown"), hidden)) if each.count]


def _row(name: str, tests: Sequence[GradedTest]) -> Row:
    passed = sum(each.passed for each in tests)
    score, points = sum(each.score for each in tests), sum(each.points for each in tests)
    return Row(name, passed == len(tests), passed, len(tests), score, points)


def score_of(graded: GradedSubmission, remark: Remark | None = None) -> str:
    """The points in words, as corrected by a tutor."""
    score = graded.score if remark is None or remark.score is None else remark.score
    if score is None:
        return translate("not_graded")
    return translate("points", score=written(score), points=written(graded.points))


def summary_of(graded: GradedSubmission) -> str:
    """What is wrong, in a sentence."""
    outcome = public_outcome(graded)
    if outcome is None:
        return translate("hidden_failures")
    right = graded.tests and all(each.passed for each in graded.tests)
    return translate("all_passed") if right else outcome.summary


def feedback(graded: GradedSubmission, remark: Remark | None = None) -> str:
    """The feedback for a student, as plain text."""
    lines = [f"{graded.name}: {score_of(graded, remark)}", "", summary_of(graded)]
    outcome = public_outcome(graded)
    if outcome is not None:
        lines += _evidence(outcome)
        lines += _advice(graded, outcome)
    lines += _remarks(graded, remark)
    lines += _list(graded)
    return visible("\n".join(lines).rstrip()) + "\n"


def _evidence(outcome: Outcome) -> Iterator[str]:
    """The input, what should have happened and what did, as far as known."""
    if outcome.called == NOT_COMPILED:
        for block in outcome.blocks:
            yield from _titled(
                translate("compiler_says"), _lines(block)[:_LONGEST_OUTPUT_OF_COMPILER]
            )
        return
    typed = [each for each in outcome.blocks if _is_called(each, "input")]
    for block in typed[:1]:
        yield from _titled(translate("you_typed"), _lines(block))
    for name, title in (
        ("expected_dialogue", "should_have_happened"),
        ("actual_dialogue", "what_happened"),
    ):
        for block in outcome.blocks:
            if isinstance(block, Dialogue) and block.title == translate(name):
                yield from _titled(translate(title), list(_turns(block)))
    for block in outcome.blocks:
        if _is_called(block, "last_words") or _is_called(block, "error_stream"):
            yield from _titled(f"{block.title}:", _lines(block))  # type: ignore[union-attr]


def _is_called(block: Block, key: str) -> bool:
    return isinstance(block, Lines) and block.title == translate(key)


def _lines(block: Block) -> list[str]:
    return list(block.lines) if isinstance(block, Lines) else []


def _titled(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from ("", title, *(f"{_INDENT}{line}" for line in lines))


def _turns(dialogue: Dialogue) -> Iterator[str]:
    for turn in dialogue.turns:
        text = "".join(text for text, _ in turn.pieces)
        text = f"{text}({turn.note})" if turn.note else text
        if turn.wrong:
            beside = translate("should_be", text=turn.beside) if turn.beside else ""
            yield f"✗ {text}   ← {beside}" if beside else f"✗ {text}"
        else:
            yield f"  {text}"


def _advice(graded: GradedSubmission, outcome: Outcome) -> Iterator[str]:
    """Hints, the teacher's first, and what the program would be right for."""
    own = [line for block in outcome.blocks if _is_called(block, "hints") for line in _lines(block)]
    yield from _titled(translate("why"), [*graded.hints, *own])
    if graded.likeness:
        yield from ("", translate("behaves_as_if", text=graded.likeness))


def _remarks(graded: GradedSubmission, remark: Remark | None) -> Iterator[str]:
    if remark is None:
        return
    if remark.comment:
        yield from _titled(translate("comment"), remark.comment.split("\n"))
    if remark.score is not None:
        yield from ("", translate("corrected", before=written(graded.score)))


def _list(graded: GradedSubmission) -> Iterator[str]:
    """The behaviours, each with a mark."""
    found = rows(graded)
    if not found or graded.outcome.called == NOT_COMPILED:
        return
    yield from ("", translate("behaviours"))
    for each in found:
        mark = "✓" if each.works else "✗"
        counted = translate("tests_of", passed=each.passed, count=each.count)
        points = f"{written(each.score)}/{written(each.points)}"
        yield f"  {mark} {each.name} ({counted}, {points})"


def word_of(graded: GradedSubmission) -> str:
    """The name of a submission's outcome in the current language."""
    outcome = public_outcome(graded)
    return translate_word(outcome.called if outcome else HIDDEN)
