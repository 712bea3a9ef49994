"""The flaws of postconditions that the thesis found by hand, and corrected versions."""

import re
from functools import partial

import pytest

from asking import report_on
from refute.report.outcome import Bindings, Report, Verdict
from refute.solver import Effort
from refute.source import Source

from ..users import VALUES, asked, figure, outcome, titles


def kinds(report: Report, operation: str) -> list[str]:
    found = titles(outcome(report, f"{operation} is strong enough"))
    return [title.removeprefix("note: ").split(":")[0] for title in found]


def test_section_3_3_3_additions_and_deletions_are_told_in_words() -> None:
    report = asked(figure("3.16") + VALUES)
    answer = outcome(report, "AddUser is strong enough")
    assert answer.verdict is Verdict.REFUTED
    assert report.exit_code == 1
    assert kinds(report, "AddUser") == [
        "something is lost",
        "something is added",
        "something is changed",
        "the order is open",
        "duplicates are allowed",
    ]
    lost, added, changed = titles(answer)[:3]
    assert lost == (
        'something is lost: the record {"Fisher", "2", nil, nil} of udb is missing from udb\''
    )
    assert re.search(r"the record \{.*\} is in udb' and comes from no input$", added)
    assert re.search(r"the record \{.*\} of udb may become \{.*\} in udb'$", changed)


def test_figure_3_19_passes_with_notes_and_is_refuted_when_strict() -> None:
    report = asked(figure("3.19"))
    answer = outcome(report, "AddUser is strong enough")
    assert (answer.verdict, report.exit_code) == (Verdict.PASSED, 0)
    assert kinds(report, "AddUser") == ["the order is open", "duplicates are allowed"]
    assert all(title.startswith("note: ") for title in titles(answer))
    assert answer.bound == "lists of up to 2 items, in results 3"
    assert asked(figure("3.19"), strict=True).exit_code == 1


def test_figure_3_20_passes_without_notes() -> None:
    report = asked(figure("3.20"))
    assert report.exit_code == 0
    assert outcome(report, "AddUser is strong enough").blocks == ()


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("3.25", ["the order is open", "duplicates are allowed"]),
        ("3.27", ["the order is open", "duplicates are allowed"]),
        ("3.29", []),
    ],
)
def test_find_user_by_name_in_sections_3_3_7_to_3_3_9(number: str, expected: list[str]) -> None:
    from refute.languages.fmsl.checking.query import Bounds, Query  # noqa: PLC0415
    from refute.languages.fmsl.checking.strength import is_strong_enough  # noqa: PLC0415
    from refute.languages.fmsl.program import load  # noqa: PLC0415

    checked = load(Source("users.fmsl", figure(number)))
    signature = checked.operations["FindUserByName"]
    answer = is_strong_enough(
        Query(checked, Bounds(2, allowed=partial(Effort, 12))), signature, strict=False
    )
    assert answer.verdict is Verdict.PASSED
    found = [title.removeprefix("note: ").split(":")[0] for title in titles(answer)]
    assert found == expected


def test_figure_3_31_is_weaker_than_3_29_whatever_the_thesis_says() -> None:
    report = asked(figure("3.31"))
    answer = outcome(report, "FindUserByName is strong enough")
    assert answer.verdict is Verdict.REFUTED
    assert re.search(r"the record \{.*\} of udb is missing from url$", titles(answer)[0])


def test_a_postcondition_that_nothing_meets_is_not_called_strong() -> None:
    text = "operation F inputs: n: integer; outputs: m: integer; {} postcondition: {}; end F;"
    never = outcome(asked(text.format("", "(m > n) and (m < n)")), "F is strong enough")
    assert (never.verdict, never.word) == (Verdict.UNDECIDED, "vacuous")
    assert never.summary.startswith("nothing meets the postcondition of F")
    none = outcome(asked(text.format("precondition: n > n;", "m = n")), "F is strong enough")
    assert none.summary.startswith("nothing meets the precondition of F")
    some = outcome(asked(text.format("", "(m = n) and (n > 3)")), "F is strong enough")
    assert some.verdict is Verdict.CONFIRMED


def test_a_choice_that_is_meant_is_left_alone() -> None:
    text = figure("3.16").replace("operation AddUser", "nondeterministic operation AddUser")
    questions = [each.question for each in asked(text).outcomes]
    assert questions == ["AddUser can be met"]


ACCOUNT = """
object Account = owner:string and balance:integer;
operation Deposit
    inputs: acc:Account, amount:integer;
    outputs: acc':Account;
    pre: amount > 0;
    post: acc'.balance = acc.balance + amount {};
end Deposit;
"""


def test_a_component_that_was_forgotten_is_named() -> None:
    answer = outcome(asked(ACCOUNT.format("")), "Deposit is strong enough")
    assert answer.verdict is Verdict.REFUTED
    (title,) = titles(answer)
    assert re.search(r"acc'\.owner need not be acc\.owner: \"\w*\" may become \"\w*\"$", title)


def test_without_lists_the_answer_has_no_bound() -> None:
    report = asked(ACCOUNT.format("and acc'.owner = acc.owner"))
    answer = outcome(report, "Deposit is strong enough")
    assert (answer.verdict, answer.bound) == (Verdict.CONFIRMED, "")


def test_texts_that_are_looked_into_are_texts_of_the_solver() -> None:
    text = """
operation Greet inputs: n:string; outputs: g:string; post: g[1..6] = "Hello " + n[1]; end Greet;
operation Twice inputs: n:string; outputs: g:string; post: g = n + n; end Twice;
"""
    report = asked(text)
    assert outcome(report, "Twice is strong enough").verdict is Verdict.CONFIRMED


def test_both_results_are_allowed_by_the_interpreter() -> None:
    text = figure("3.16") + VALUES
    answer = outcome(asked(text), "AddUser is strong enough")
    calls = []
    for block in (each for each in answer.blocks if isinstance(each, Bindings)):
        (_, udb), (_, ur), *results = block.rows
        calls += [f"> AddUser({udb}, {ur}) ?-> {result};" for _, result in results]

    replayed = report_on("run", Source("replay.fmsl", text + "\n".join(calls)))
    assert [each.summary for each in replayed.outcomes] == ["{ true, true }"] * len(calls)
    assert len(calls) == 10


def test_a_short_time_leaves_the_question_open() -> None:
    report = report_on("check", Source("users.fmsl", figure("3.27")), time_limit=0.001)
    assert {each.verdict for each in report.outcomes} == {Verdict.UNDECIDED}
    assert report.exit_code == 3


POINT = "object P = x:integer and y:integer; function F(q:P, x:integer) = q = nil or q.x = x;\n"


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("q.x = p.x + 1 and q.y = p.y", Verdict.CONFIRMED),
        ("q = {p.x, p.y}", Verdict.CONFIRMED),
        ("q.x = p.x", Verdict.REFUTED),
        ("q = nil or (q.x = p.x and q.y = p.y)", Verdict.REFUTED),
        ("F(q, p.x) and q.y = nil and q.x = p.x", Verdict.REFUTED),
    ],
)
def test_nil_is_no_other_result_where_only_components_are_spoken_of(
    formula: str, verdict: Verdict
) -> None:
    text = f"{POINT}operation Op(p:P) -> (q:P) post: {formula}; end Op;"
    assert report_on("check", Source("x.fmsl", text)).outcomes[-1].verdict is verdict
