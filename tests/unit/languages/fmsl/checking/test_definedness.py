"""What has no meaning for some inputs, what is guarded, and what is met by nil alone."""

from __future__ import annotations

import pytest

from refute.report.outcome import Verdict

from ..users import asked, outcome, titles

PARTS = "object Part = name:string and place:Place; object Place = x:integer and y:integer;"


def condition(formula: str, before: str = "true") -> str:
    return f"""{PARTS}
    function Half(n:integer) = 10 / n;
    op F(l:integer*, n:integer, p:Part) -> (r:integer, k:integer*)
        pre: {before};
        post: {formula};
    end F;
    """


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("r = n / 0", "division by zero: `n / 0`"),
        ("r = 10 mod n", "division by zero: `10 mod n`"),
        ("r = l[1]", "there is no element 1 of 0: `l[1]`"),
        ("k = l[1..n]", "there are no elements"),
        ("r = p.place.x", "`x` of nil: `p.place.x`"),
        ("r = Half(n)", "division by zero: `10 / n`"),
        ("forall (i in l) r > 10 / i", "division by zero: `10 / i`"),
        ("if n > 0 then r = 1 else r = 10 / n", "division by zero"),
        ("n != 0 or r = 10 / n", "division by zero"),
    ],
)
def test_what_has_no_meaning_is_shown_with_the_input(formula: str, said: str) -> None:
    answer = outcome(asked(condition(formula)), "F is defined")
    assert answer.verdict is Verdict.REFUTED
    assert titles(answer)[0].startswith(said)


@pytest.mark.parametrize(
    ("formula", "before"),
    [
        ("r = 10 / n", "n != 0"),
        ("n != 0 and r = 10 / n", "true"),
        ("n = 0 or r = 10 / n", "true"),
        ("if #l > 0 then r = l[1] else r = 0", "true"),
        ("r = l[n]", "1 <= n and n <= #l"),
        ("r = p.place.x", "p.place != nil"),
        ("(p.place.x != nil) iff (r = 1)", "p.place != nil or p.place.x = nil"),
        ("k[1] = n and (n = 0 or r = 10 / n)", "true"),
    ],
)
def test_what_is_guarded_or_about_the_result_is_no_fault(formula: str, before: str) -> None:
    assert outcome(asked(condition(formula, before)), "F is defined").verdict is Verdict.PASSED


def test_a_total_condition_raises_no_question() -> None:
    report = asked("op F(n:integer) -> (r:integer) post: r = n / 2 + n mod 7; end F;")
    assert not any("is defined" in each.question for each in report.outcomes)
    about_results = asked(condition("k[1] = n"))
    assert not any("is defined" in each.question for each in about_results.outcomes)


def test_nil_alone_is_no_result_unless_the_condition_speaks_of_it() -> None:
    text = "op G(n:integer) -> (y:integer); op F(n:integer) -> (r:integer) post: FORMULA; end F;"
    only_nil = outcome(asked(text.replace("FORMULA", "r = G(n)")), "F can be met")
    assert (only_nil.verdict, only_nil.summary) == (
        Verdict.REFUTED,
        "for this input only nil meets it",
    )
    meant = text.replace("FORMULA", "if n > 0 then r = n else r = nil")
    assert outcome(asked(meant), "F can be met").verdict is Verdict.CONFIRMED


def test_what_is_proved_about_reals_says_that_decimals_may_differ() -> None:
    report = asked("theorem a(x:real, y:real) = x + y - y = x; theorem b(x:real) = x = x;")
    calculated, compared = report.outcomes
    assert [each.verdict for each in report.outcomes] == [Verdict.CONFIRMED] * 2
    assert (len(calculated.blocks), len(compared.blocks)) == (1, 0)
