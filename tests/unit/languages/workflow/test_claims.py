"""Claims about what happens on the way, about who does it, and about two tasks."""

import pytest

from refute.report.outcome import Bindings, Outcome, Verdict

from .examples import outcomes

ORDERS = r"""
user anna : officer
user bert : officer, chief
def stock = ref 3
task main =
  enter Int as "Amount" @ clerk >>* \n. {
    "Order" when n > 0 -> choose {
      "Approve" when !stock >= n -> view (stock := !stock - n) >>= \_.
        choose { "Pay" -> view n } @ clerk,
      "Refuse" -> view 0
    } @ officer
  }
"""


def ask(claims: str, text: str = ORDERS) -> dict[str, Outcome]:
    return outcomes(text + claims)


def verdict(claim: str, text: str = ORDERS) -> Verdict:
    (found,) = ask(claim, text).values()
    return found.verdict


def inputs(outcome: Outcome) -> str:
    (block,) = [b for b in outcome.blocks if isinstance(b, Bindings)]
    return dict(block.rows)["inputs"]


HOLDS = [
    "invariant i = !stock >= 0",
    'never n = "Pay" after "Refuse"',
    'never n = "Pay" before "Approve"',
    'never n = "Amount" after "Approve"',
    'always a = "Approve" before "Pay"',
    'always a = "Pay" after "Approve"',
    'eventually e = "Order"',
    'only o = officer can "Approve"',
    'only o = anna, bert can "Approve"',
    'only o = clerk can "Pay"',
]
BREAKS = {
    "invariant i = !stock >= 1": "clerk: Amount 3; clerk: Order; officer: Approve",
    'never n = "Pay"': "clerk: Amount 1; clerk: Order; officer: Approve; clerk: Pay",
    'never n = "Order" after "Amount"': "clerk: Amount 1; clerk: Order",
    'always a = "Refuse" before "Approve"': "clerk: Amount 1; clerk: Order; officer: Approve",
    'always a = "Pay" after "Order"': "clerk: Amount 1; clerk: Order; officer: Refuse",
    'eventually e = "Pay"': "clerk: Amount 1; clerk: Order; officer: Refuse",
    'only o = chief can "Approve"': "clerk: Amount 1; clerk: Order; officer: Approve",
    'only o = officer can "Pay"': "clerk: Amount 1; clerk: Order; officer: Approve; clerk: Pay",
    'never n = clerk: "Amount" x when x > 7': "clerk: Amount 8",
}


def test_claims_about_the_way_that_hold_are_confirmed() -> None:
    for number, claim in enumerate(HOLDS):
        assert verdict(claim) is Verdict.CONFIRMED, (number, claim)


@pytest.mark.parametrize("claim", BREAKS, ids=str)
def test_claims_about_the_way_that_do_not_hold_are_refuted(claim: str) -> None:
    (found,) = ask(claim).values()
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, BREAKS[claim])


def test_an_order_of_what_never_happens_holds_of_nothing() -> None:
    text = 'task main = choose { "A" -> view 1, "B" when 1 > 2 -> view 2 }\n'
    (found,) = ask('never n = "B" after "A"', text).values()
    assert found.verdict is Verdict.CONFIRMED
    assert "holds of nothing" in found.summary


def test_empty_editors_that_are_watched_are_filled_in_every_order() -> None:
    text = 'task main = enter Int as "A" <&> enter Int as "B" >>= \\(a, b). view a\n'
    (found,) = ask('never n = "A" after "B"', text).values()
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "B 0; A 0")


def test_deadlines_end_a_task_whatever_people_do() -> None:
    text = 'task main = within 14 (choose { "Ok" -> view 1 }) otherwise view 2\n'
    found = ask(
        "invariant quick = now <= 14\ninvariant tooQuick = now < 14\n"
        "reachable late(v) = v == 2 and now == 14\nreachable never(v) = v == 1 and now == 14\n",
        text,
    )
    assert [each.verdict.value for each in found.values()] == [
        *("confirmed", "refuted", "confirmed", "refuted"),
    ]
    assert inputs(found["tooQuick"]) == "wait 14"


def test_deadlines_run_from_when_a_task_begins() -> None:
    text = r"""
    task main = choose { "Go" -> view now } >>= \d.
      within 3 (choose { "Ok" -> view 1 }) otherwise view (0 - d)
    property early(v) = v < 0 ==> now == 3 - v
    """
    assert outcomes(text)["early"].verdict is Verdict.CONFIRMED


def test_two_tasks_are_compared_over_all_inputs() -> None:
    text = r"""
    def store = ref 0
    def a = enter Int as "X" >>= \x. if x > 0 then view (x + x) else fail
    def b = enter Int as "X" >>= \x. if x >= 1 then view (2 * x) else fail
    def c = enter Int as "X" >>= \x. if x >= 2 then view (2 * x) else fail
    def d = choose { "Yes" -> view (store := 1) >>= \_. view (!store), "No" -> view 2 }
    def e = choose { "Yes" -> view (!store + 1) }
    task main = a
    same a b
    same a c
    refines e d
    refines d e
    """
    found = outcomes(text)
    assert [each.verdict.value for each in found.values()] == [
        *("confirmed", "refuted", "confirmed", "refuted"),
    ]
    assert inputs(found["a c"]) == "X 1"
    assert inputs(found["d e"]) == "No"


def test_a_value_at_the_start_can_still_be_changed_once() -> None:
    text = 'task main = edit 100 <&> edit "EUR"\n'
    (found,) = ask("property small(a, b) = a <= 100", text).values()
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "F 101")
    (found,) = ask("property small(a) = a <= 100", "task main = view 100\n").values()
    assert "takes no input" in found.summary
