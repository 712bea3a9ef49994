"""Graded submissions as files for spreadsheets, Gradescope and browsers."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import html5lib

from refute.grading.exports.gradescope import to_gradescope
from refute.grading.exports.table import HEADER, to_csv
from refute.grading.grades import (
    GradedClass,
    GradedSubmission,
    GradedTest,
    Group,
    report_of,
    written,
)
from refute.grading.pages import class_page, submission_page
from refute.report.as_json import outcome_to_json
from refute.report.junit import to_junit
from refute.report.outcome import Bindings, Dialogue, Lines, Outcome, Table, Turn, Verdict
from refute.report.reading import outcome_of

HOSTILE = "=1+1 <b>\x1b[31m\u202e\0&\"'</script>"
DIALOGUE = Dialogue(
    "what <i>happened</i>",
    (
        Turn((("Name? ", False), (HOSTILE, True))),
        Turn(((HOSTILE, False),), wrong=True, beside=HOSTILE),
        Turn(note="stops"),
    ),
)
OUTCOME = Outcome(
    HOSTILE,
    "submission",
    Verdict.REFUTED,
    HOSTILE,
    blocks=(
        DIALOGUE,
        Lines("lines", (HOSTILE, "")),
        Bindings("names", ((HOSTILE, HOSTILE),)),
        Table("table", ("a",), ((HOSTILE,),)),
    ),
    statistics={"tests": 2},
    seconds=1.5,
    word="wrong output",
)
TESTS = (
    GradedTest(replace(OUTCOME, kind="test"), 0.0, 5.0, "hidden"),
    GradedTest(Outcome("1 2", "test", Verdict.PASSED, "", word="right"), 5.0, 5.0),
)
WRONG = GradedSubmission(HOSTILE, "one", "C", OUTCOME, TESTS, 5.0, 10.0, "same")
UNDECIDED = GradedSubmission(
    "-two",
    "two",
    "",
    Outcome("-two", "submission", Verdict.UNDECIDED, "no Go here", word="could not be graded"),
    points=10.0,
)
CLASS = GradedClass(
    HOSTILE, (WRONG, UNDECIDED), (Group("why", "wrong output", (WRONG,), (DIALOGUE,)),), 10.0
)


def test_outcomes_are_read_back_as_they_were() -> None:
    record = json.loads(json.dumps(outcome_to_json(OUTCOME)))
    assert outcome_of(record) == OUTCOME


def test_a_spreadsheet_has_a_row_for_everybody_and_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(CLASS))))
    assert tuple(rows[0])[: len(HEADER)] == HEADER
    assert [row["submission"][:3] for row in rows] == ["'=1", "'-t"]
    assert [row["score"] for row in rows] == ["5.0", ""]
    assert "\x1b" not in to_csv(CLASS)


def test_gradescope_gets_scores_and_visibility() -> None:
    record = json.loads(to_gradescope(WRONG))
    assert (record["score"], record["execution_time"]) == (5.0, 1.5)
    assert [test["status"] for test in record["tests"]] == ["failed", "passed"]
    assert [test["visibility"] for test in record["tests"]] == ["hidden", "visible"]
    assert "\x1b" not in record["output"]
    assert json.loads(to_gradescope(UNDECIDED))["score"] == 0


def test_pages_escape_everything() -> None:
    for page in ("".join(class_page(CLASS, "submissions")), submission_page(WRONG, "sum")):
        html5lib.HTMLParser(strict=True).parse(page)
        assert "<b>" not in page
        assert "\x1b" not in page
        assert "\u202e" not in page
        assert "&lt;b&gt;" in page
        assert "<kbd>" in page


def test_an_empty_class_is_one_too() -> None:
    page = "".join(class_page(GradedClass("task", ()), "submissions"))
    html5lib.HTMLParser(strict=True).parse(page)
    assert "No test failed." in page


def test_the_class_knows_its_numbers() -> None:
    assert CLASS.average == 5.0
    assert GradedClass("task", (UNDECIDED,)).average is None
    assert CLASS.failing_tests() == [(HOSTILE, 1)]
    assert {word for word, _, _ in CLASS.outcomes()} == {"wrong output", "could not be graded"}
    assert [len(report_of(each).outcomes) for each in CLASS.submissions] == [2, 1]
    assert 'errors="1"' in to_junit(report_of(UNDECIDED))
    assert CLASS.distribution()[5] == ("5–6", 1)
    assert (written(None), written(2.0), written(1 / 3)) == ("–", "2", "0.33")
