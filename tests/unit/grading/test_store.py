"""A record that was damaged is not believed, whatever is in it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from refute.grading.feedback import feedback
from refute.grading.grades import GradedSubmission, Remark
from refute.grading.intake.file import DEEPEST, Unusable
from refute.grading.rendering import RECORD, finished
from refute.grading.store import Store
from refute.grading.submissions import Submission, files_of
from refute.report.outcome import Outcome, Verdict

DAMAGES = [
    "",
    "null",
    "[]",
    '"text"',
    "{}",
    "[" * 100_000,
    '{"digest": 1}',
    '{"digest": ' + "9" * 5000 + "}",
]


def graded(name: str = "Ada") -> GradedSubmission:
    outcome = Outcome("Ada", "submission", Verdict.PASSED, "all \x1b[31mright\u202e", word="right")
    return GradedSubmission(name, "ada", "Python", outcome, (), 1.0, 1.0, "", "visible")


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Store, Submission, Path]:
    """A grade that was kept, and its record."""
    path = tmp_path / "ada.py"
    path.write_text("print(1)", "utf-8")
    submission = Submission("Ada", "ada", path)
    store = Store(tmp_path / "grades", "task")
    store.keep(finished(graded(), "task", store.depends(submission), "en"))
    return store, submission, store.about("ada") / RECORD


def test_what_was_kept_is_known(kept: tuple[Store, Submission, Path]) -> None:
    store, submission, _ = kept
    assert store.known(submission, store.depends(submission)) == graded()


@pytest.mark.parametrize("damage", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_record_is_not_known(kept: tuple[Store, Submission, Path], damage: str) -> None:
    store, submission, record = kept
    record.write_text(damage, "utf-8")
    assert store.known(submission, store.depends(submission)) is None


def test_a_record_with_another_score_is_not_known(kept: tuple[Store, Submission, Path]) -> None:
    store, submission, record = kept
    changed = {**json.loads(record.read_text("utf-8")), "score": "abc"}
    record.write_text(json.dumps(changed), "utf-8")
    assert store.known(submission, store.depends(submission)) is None


def test_feedback_has_no_raw_control_characters() -> None:
    text = feedback(graded("A\x1b]0;x\x07da"))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\x07" not in text


def test_a_submission_that_is_too_deep_says_so(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(DEEPEST + 2):
        folder /= "d"
    folder.mkdir(parents=True)
    (folder / "main.c").write_text("int main(void) {}", "utf-8")
    with pytest.raises(Unusable, match="nested"):
        files_of(Submission("x", "x", tmp_path))


def test_a_remark_of_a_tutor_is_written_without_grading_again(
    kept: tuple[Store, Submission, Path],
) -> None:
    store, submission, _ = kept
    remark = Remark("Well done.", 0.5)
    found = store.known(submission, store.depends(submission), remark)
    assert found == replace(graded(), remark=remark)
    text = (store.about("ada") / "feedback.txt").read_text("utf-8")
    assert "Well done." in text
    assert "0.5 of 1 points" in text
    assert store.known(submission, store.depends(submission)) == graded()
    assert "Well done." not in (store.about("ada") / "feedback.txt").read_text("utf-8")
