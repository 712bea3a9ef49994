from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from refute.report.junit import to_junit
from refute.report.outcome import Report

from .samples import EMPTY, HOSTILE, REPORT


def suites(*reports: Report) -> list[TestSuite]:
    return list(JUnitXml.fromstring(to_junit(*reports).encode()))


def test_a_reader_finds_suites_cases_and_times() -> None:
    suite, empty = suites(REPORT, EMPTY)
    assert (suite.name, suite.tests, suite.failures, suite.errors) == (
        "refute check lists.fl", 4, 1, 1,
    )  # fmt: skip
    assert suite.time == 72.5
    assert empty.tests == 0
    cases: list[TestCase] = list(suite)
    assert [case.name for case in cases][0::3] == ["shorter(xs, limit)", "appendNil(xs)"]
    assert cases[0].time == 0.034


def test_refuted_fails_undecided_is_an_error_and_the_rest_passes() -> None:
    refuted, undecided, passed, confirmed = suites(REPORT)[0]
    assert isinstance(refuted.result[0], Failure)
    assert "limit = 2" in str(refuted.result[0].text)
    assert isinstance(undecided.result[0], Error)
    assert undecided.result[0].message == "the time limit of 10 s"
    assert not undecided.is_passed
    assert passed.is_passed
    assert confirmed.is_passed


def test_characters_that_xml_forbids_are_spelled_out() -> None:
    case, _error = suites(HOSTILE)[0]
    assert case.name.startswith("[red]\\x1b[31m</script>")
