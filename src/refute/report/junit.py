"""Reports as JUnit XML, for the servers that read it.

A refuted question is a failure. An undecided one is an error, never a skip: servers count a skipped
case as harmless, and a question without an answer must not look like a success. A file that could
not be read is an error as well.
"""

from __future__ import annotations

from xml.etree import ElementTree

from refute.diagnostics import render
from refute.report.drawing import plain
from refute.report.outcome import Outcome, Report, Verdict
from refute.report.wording import one_line, visible


def to_junit(*reports: Report) -> str:
    """A document with a test suite for each report and a test case for each outcome."""
    root = ElementTree.Element("testsuites")
    for report in reports:
        _add_suite(root, report)
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{body}\n'


def _add_suite(root: ElementTree.Element, report: Report) -> None:
    verdicts = [each.verdict for each in report.outcomes]
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=one_line(f"refute {report.command} {report.file}"),
        tests=str(len(verdicts) + len(report.errors)),
        failures=str(verdicts.count(Verdict.REFUTED)),
        errors=str(verdicts.count(Verdict.UNDECIDED) + len(report.errors)),
        skipped="0",
        time=f"{report.seconds:.3f}",
    )
    for outcome in report.outcomes:
        _add_case(suite, report, outcome)
    for each in report.errors:
        case = ElementTree.SubElement(
            suite, "testcase", classname=one_line(report.file), name=each.code
        )
        result = ElementTree.SubElement(case, "error", message=one_line(each.message), type="input")
        result.text = visible(render(each))


def _add_case(suite: ElementTree.Element, report: Report, outcome: Outcome) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=one_line(report.file),
        name=one_line(outcome.question),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.verdict is Verdict.REFUTED:
        _add_result(case, "failure", outcome, outcome.summary)
    elif outcome.verdict is Verdict.UNDECIDED:
        _add_result(case, "error", outcome, outcome.reason or outcome.summary)


def _add_result(case: ElementTree.Element, tag: str, outcome: Outcome, message: str) -> None:
    result = ElementTree.SubElement(
        case, tag, message=one_line(message), type=one_line(outcome.kind)
    )
    result.text = plain(outcome)
