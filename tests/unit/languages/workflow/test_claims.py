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


VACUOUS = {
    'eventually e = "Save"': "no run ends",
    'always a = "Save" after "N"': "no run ends",
    "property p(v) = True": "no inputs give the task a value",
    'always a = "N" before "Never"': "“Never” is never done",
    'never n = "Save" after "Never"': "“Never” is never done",
    'only o = clerk can "Never"': "“Never” is never done",
    'never n = "N" b when b == True': "“N” with such a value is never done",
    "invariant i = !store > 5 ==> !store > 4": "the premise `!store > 5` is never met",
    "invariant i = let x = !store in x >= 0 ==> x > 3 ==> x > 2": (
        "the premise `let x = !store in x >= 0 and x > 3` is never met"
    ),
}


@pytest.mark.parametrize("claim", VACUOUS, ids=str)
def test_a_claim_that_nothing_could_break_is_vacuous(claim: str) -> None:
    text = r"""
    def store = ref 0
    task main = forever (enter Int as "N" >>* \n. {
      "Save" when n == 1 or n == 2 -> view (store := n), "Never" when !store > 2 -> view ()
    }) @ clerk
    """
    (found, *_) = ask(claim, text).values()
    assert (found.verdict, found.word) == (Verdict.UNDECIDED, "vacuous")
    assert found.reason == VACUOUS[claim]


def test_a_premise_that_no_end_meets_makes_a_property_vacuous() -> None:
    text = r"task main = enter Int >>= \n. if n > 0 then assert (n > 1) (view n) else fail" + "\n"
    found = ask("property p(v) = v < 1 ==> v == 7\nproperty q(v) = v > 1 ==> v >= 2", text)
    assert found["p"].reason == "no value that the task ends with meets the premise `v < 1`"
    assert found["q"].verdict is Verdict.CONFIRMED
    assert found["n > 1"].verdict is Verdict.REFUTED


def test_an_assertion_that_is_never_come_to_is_vacuous() -> None:
    text = r"task main = enter Int >>= \n. if n > n then assert (n > 1) (view n) else view 1" + "\n"
    assert ask("finishes f", text)["n > 1"].reason == "the task never comes here"


@pytest.mark.parametrize("claim", ['never n = "B"', 'never n = "B" after "A"'])
def test_what_no_state_allows_is_never_done(claim: str) -> None:
    text = 'task main = choose { "A" -> view 1 >>= \\x. view x, "B" when 1 > 2 -> view 2 }\n'
    (found,) = ask(claim, text).values()
    assert (found.verdict, found.summary) == (Verdict.CONFIRMED, "“B” is never done")


def test_nothing_is_confirmed_of_a_task_that_cannot_begin() -> None:
    claims = "finishes f\ninvariant i = True\nproperty p(v) = True"
    found = ask(claims, "task main = view (1 / 0)\n")
    assert {found[each].verdict for each in "fip"} == {Verdict.UNDECIDED}


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


@pytest.mark.parametrize("asked", ["both", "three", "timely 3"])
def test_what_uses_a_deadline_counts_from_where_it_is_used(asked: str) -> None:
    text = f"""
    def timely n = within n (enter Int) otherwise view (0 - 1)
    def three = timely 3
    def both = three >>= \\n. view n
    task main = choose {{ "Go" -> {asked} }}
    reachable inTime(v) = v == 7 and now == 9
    """
    assert outcomes(text)["inTime"].verdict is Verdict.CONFIRMED


def test_a_definition_that_tells_the_day_is_evaluated_where_it_is_used() -> None:
    text = r"""
    def late = now > 5
    def began = ref now
    task main = enter Int >>? \x. view x
    property told(v) = late == (now > 5) and !began == 0
    """
    assert outcomes(text)["told"].verdict is Verdict.CONFIRMED


@pytest.mark.parametrize("label", ["C", "L", "R", "F", "S", "wait"])
def test_a_button_is_seen_whatever_it_is_called(label: str) -> None:
    text = f'task main = choose {{ "{label}" -> view 1, "Other" -> view 2 }}\n'
    (found,) = ask(f'never n = "{label}"', text).values()
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, label)


@pytest.mark.parametrize("sides", ['view 1 <?> view 2 as "L"', 'view 1 as "X" <?> view 2 as "X"'])
def test_both_sides_of_a_choice_can_be_chosen_whatever_they_are_called(sides: str) -> None:
    text = f"task main = {sides}\nreachable one(v) = v == 1\nreachable two(v) = v == 2"
    assert {each.verdict for each in outcomes(text).values()} == {Verdict.CONFIRMED}


def test_claims_can_speak_of_the_buttons_of_the_library() -> None:
    text = 'task main = repeat (enter Int as "N")\n'
    found = ask('eventually e = "Finish"\nnever n = "N" after "Repeat"', text)
    assert (found["e"].verdict, found["n"].verdict) == (Verdict.CONFIRMED, Verdict.REFUTED)


def test_what_must_happen_after_something_happens_later_than_that() -> None:
    text = r"""
    task main = enter Int as "A" >>* \_. { "Again" -> enter Int as "A" >>* \_. { "End" -> view 1 } }
    """
    assert verdict('always a = "A" after "A"', text) is Verdict.REFUTED
    assert verdict('always a = "End" after "A"', text) is Verdict.CONFIRMED


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


def test_a_claim_of_which_something_can_be_said_says_it() -> None:
    assert ask('only o = clerk can "Pay"')["o"].summary == "nobody but clerk can do “Pay”"


DIVIDED = r"""
task main = enter Int as "N" >>* \n. { "Go" when n == 0 -> view 1, "No" -> view 2 }
"""


def test_an_event_whose_condition_has_no_value_breaks_the_claim() -> None:
    (found,) = ask('never n = "Go" after "N" (n : Int) when 10 / n == 9', DIVIDED).values()
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "N 0")
    assert "it has no value: division by zero" in found.summary


def test_a_claim_that_is_given_up_is_not_refuted() -> None:
    text = r"""
    def sum n = if n <= 0 then 0 else 1 + sum (n - 1)
    task main = enter Int >>? \n. if n > 99 then view n else fail
    """
    for claim in ("property p(n) = sum n == n", "reachable r(n) = sum n > n"):
        found = ask(claim, text)[claim.split("(")[0].split()[1]]
        assert (found.verdict, "given up" in found.reason) == (Verdict.UNDECIDED, True)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ('never n = "Go" before "N" x when x == 1 and x == 2', "“Go” is never done"),
        ('always a = officer: "N" before clerk: "Ok"', "“Ok” by clerk is never done"),
        ('never n = clerk: "Ok"', "“Ok” by clerk is never done"),
    ],
)
def test_what_is_never_done_by_whom_a_claim_speaks_of_is_said(claim: str, said: str) -> None:
    text = r"""
    task main = enter Int as "N" @ officer >>* \n. {
      "Go" when n == n + 1 -> view 1, "Ok" -> view 2 @ clerk
    }
    """
    (found,) = ask(claim, text).values()
    assert said in {found.summary, found.reason}
