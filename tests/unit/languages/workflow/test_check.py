from typing import Any

import pytest

from asking import report_on
from refute.languages.language import Part, Request
from refute.languages.workflow.check import check
from refute.languages.workflow.options import CheckOptions
from refute.report.outcome import Bindings, Outcome, Verdict
from refute.solver import Ended

from .examples import example, outcomes, source


def inputs(outcome: Outcome) -> str:
    (block,) = [each for each in outcome.blocks if isinstance(each, Bindings)]
    return dict(block.rows)["inputs"]


def verdicts(text: str, **options: Any) -> dict[str, str]:
    return {name: str(each.verdict) for name, each in outcomes(text, **options).items()}


def test_the_counterexample_has_few_inputs_and_small_numbers() -> None:
    found = outcomes(
        r"""
        task main = enter Int >>= \x. if x > 10 then edit x else fail
        property small(v) = v < 20
        """
    )["small"]
    assert found.verdict is Verdict.REFUTED
    assert inputs(found) == "20"


def test_reachable_shows_a_way_or_says_that_there_is_none() -> None:
    text = r"""
    task main = enter Int >>= \x. if x > 10 then edit x else fail
    reachable hundred(v) = v == 100
    reachable nothing(v) = v == 0
    """
    found = outcomes(text)
    assert inputs(found["hundred"]) == "100"
    assert found["nothing"].verdict is Verdict.REFUTED
    assert not found["nothing"].blocks


def test_claims_about_inputs_hold_up_to_a_bound_or_for_good() -> None:
    text = r"""
    task main = enter Int >>= \x. if x > 0 then edit x else fail
    property last(v) = v in inputs Int
    property first(v) = head (inputs Int) == v
    property twice(v) = len inputs < 3
    """
    found = outcomes(text)
    assert (found["last"].verdict, found["last"].bound) == (Verdict.PASSED, "at most 6 inputs")
    assert inputs(found["first"]) == "0; 1"
    assert inputs(found["twice"]) == "0; 0; 1"
    bounded = outcomes(text, depth=2)["twice"]
    assert (bounded.verdict, bounded.bound) == (Verdict.PASSED, "at most 2 inputs")
    assert verdicts(
        """
        task main = edit 1 <?> edit 2
        property order(v) = if inputs == ["L"] then v == 1 else v == 2
        """
    ) == {"order": "confirmed"}


def test_a_property_without_a_value_is_refuted() -> None:
    found = outcomes("task main = enter Int property p(v) = 10 / v < 20")["p"]
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "0")
    assert "division by zero" in found.summary


def test_a_reachable_claim_without_a_value_is_not_reached() -> None:
    assert verdicts("task main = enter Int reachable p(v) = 10 / v == 20") == {"p": "refuted"}


def test_definitions_and_the_store_can_be_used_in_claims() -> None:
    text = r"""
    def total = ref 0
    def add n = total := !total + n
    task main = enter Int >>= \x. edit (add x) >>= \_. edit x
    property counted(v) = !total == v
    property doubled(v) = !total == v + v
    """
    assert verdicts(text) == {"counted": "confirmed", "doubled": "refuted"}


def test_all_paths_says_up_to_where_it_looked() -> None:
    found = outcomes(example("tax"), all_paths=True)
    assert found["asPrinted"].verdict is Verdict.REFUTED
    assert found["asMeant"].verdict is Verdict.PASSED
    assert "look-ahead" in found["asMeant"].bound
    assert found["fullSubsidy"].verdict is Verdict.CONFIRMED
    assert found["everyRequestIsDecided"].verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"nodes": 2}, "the node limit was reached"),
        ({"limit": 1}, "the limit on answers was reached"),
        ({"time_limit": 1e-6}, Ended.TIME),
        ({"depth": 1, "strategy": "depth-first"}, "the depth limit was reached"),
    ],
)
def test_a_budget_that_ends_leaves_it_undecided(options: dict[str, Any], reason: str) -> None:
    found = outcomes(example("leave"), **options)["withinLimits"]
    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, reason)


def test_a_depth_is_a_bound() -> None:
    text = r"task main = enter Int >>= \x. enter Int >>= \y. if x < y then view x else fail"
    text += "\nproperty p(v) = True"
    found = outcomes(text, depth=2)["p"]
    assert (found.verdict, found.bound) == (Verdict.PASSED, "at most 2 inputs")
    found = outcomes(text, depth=1)["p"]
    reason = "no inputs give the task a value; explored were at most 1 inputs"
    assert (found.word, found.reason) == ("vacuous", reason)


def test_only_tasks_with_partial_operations_are_asked_about_errors() -> None:
    division = "task main = enter Int >>= \\x. edit (x / {}) property p(v) = True"
    assert list(verdicts(division.format(2))) == ["p"]
    assert verdicts(division.format("x"))["main runs without errors"] == "refuted"
    assert verdicts(division.format(0))["main runs without errors"] == "refuted"


def test_a_task_that_gets_stuck_for_some_values_only() -> None:
    text = r"""
    task main = enter Int >>? \x. if x > 0 then
        (if x > 5 then edit (ref ()) >>? \_. fail else edit (ref ()) >>? \_. edit 1)
      else fail
    finishes always
    """
    found = outcomes(text)["always"]
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "6; C")


def test_stuck_and_not_stuck_instances_of_one_state() -> None:
    text = r"""
    task main = enter Int >>? \x. edit (ref x) >>? \r. if !r > 5 then edit 1 else fail
    finishes always
    """
    found = outcomes(text)["always"]
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, "0; C")
    wider = text.replace("edit (ref x)", "shared (ref x)").replace(r"\r. if !r", r"\r. if r")
    assert verdicts(wider) == {"always": "confirmed"}


def test_a_finish_that_cannot_be_told_is_undecided() -> None:
    text = r"""
    task main = enter Int >>? \x. edit (ref x) >>? \r. if !r * !r > 5 then edit 1 else fail
    finishes always
    """
    assert outcomes(text, depth=1)["always"].verdict is Verdict.UNDECIDED


def test_what_the_solver_does_not_know_of_one_claim_leaves_the_others_alone() -> None:
    text = r"""
    task main = enter Int <&> enter Int <&> enter Int >>? \((x, y), z).
      if x > 0 and y > 0 and z > 0 then edit (x, y, z) else fail
    property fermat(x, y, z) = x * x * x + y * y * y != z * z * z
    property positive(x, y, z) = x + y + z > 2
    """
    found = outcomes(text, effort=0.1)
    assert found["fermat"].verdict is Verdict.UNDECIDED
    assert found["fermat"].reason == Ended.EFFORT
    assert found["positive"].verdict is Verdict.CONFIRMED


def test_what_the_solver_does_not_know_of_a_path_leaves_everything_undecided() -> None:
    text = r"""
    task main = enter Int <&> enter Int <&> enter Int >>? \((x, y), z).
      if x > 0 and y > 0 and z > 0 and x * x * x + y * y * y == z * z * z then edit x else fail
    property never(x) = False
    """
    found = outcomes(text, effort=0.1)["never"]
    assert found.verdict is Verdict.UNDECIDED


def test_a_number_that_a_condition_mentions_and_does_not_depend_on_hides_nothing() -> None:
    """`x + y != x` says something of y, and nothing of x."""
    text = r"""
    def last y = enter Bool >>= \b. if b then view y else fail
    task main = choose {
      "One" -> enter Int <&> enter Int >>= \(x, y). if x + y != x then last y else fail,
      "Other" -> choose { "And" -> choose { "Then" -> enter Int >>= last } }
    }
    property something(v) = v != 0
    """
    assert inputs(outcomes(text)["something"]) == "Other; And; Then; 0; True"


def test_progress_tells_of_the_states() -> None:
    told: list[str] = []
    request = Request(example("positive"), CheckOptions(), told.append)
    (part,) = check(request)
    assert isinstance(part, Part)
    list(part.answer())
    assert told == ["states: 1", "states: 2", "states: 3"]


def test_the_report_names_the_file_and_the_seed() -> None:
    given = source("task main = edit 1 property p(v) = v == 1")
    report = report_on("check", given, seed=5)
    assert (report.command, report.language, report.file, report.seed) == (
        "check",
        "workflow",
        "test.top",
        5,
    )


GUARDS = {
    "(Bool, Bool)": "a == b",
    "(Int, Int)": "a / 2 == b",
    " (Int, Int)": "a * 21 / 100 == b",
    "  (Int, Int)": "a * b > 10",
    "(Int, List Int)": "a in b",
    "(String, String)": 'a ++ b == "abc"',
    "(List Int, Bool)": "uniq a and b",
    "   (Int, Int)": "3 * a == 2 * b",
    "    (Int, Int)": "a * b <= 1000",
    "     (Int, Int)": "a > 0 and b > 0 and a * b <= 1000",
}


@pytest.mark.parametrize(("types", "guard"), GUARDS.items(), ids=GUARDS.values())
def test_guards_over_two_inputs_are_decided(types: str, guard: str) -> None:
    one, other = types.strip()[1:-1].split(", ")
    text = rf"""
    task main = enter ({one}) <&> enter ({other}) >>= \(a, b). if {guard} then edit (a, b) else fail
    property kept(a, b) = {guard}
    property broken(a, b) = not ({guard})
    finishes always
    """
    found = {name: each.verdict for name, each in outcomes(text).items()}
    assert found["kept"] is Verdict.CONFIRMED
    assert found["broken"] is Verdict.REFUTED
    assert found["always"] is Verdict.CONFIRMED


def crowd(member: str, count: int, rest: str) -> list[Outcome]:
    text = member + "task main = " + rest.replace("MEMBERS", " <&> ".join(["one"] * count))
    return list(outcomes(text).values())


def test_equal_tasks_in_parallel_are_explored_in_one_order() -> None:
    member = "def one = enter Int >>? \\x. if x > 0 then enter Int else fail\n"
    text = "MEMBERS >>= \\_. edit 1\nproperty p(v) = v == 1\nfinishes f\n"
    found = crowd(member, 6, text)
    assert {each.verdict for each in found} == {Verdict.CONFIRMED}
    assert found[0].statistics["nodes"] < 150


def test_empty_editors_are_filled_from_left_to_right() -> None:
    names = "(((((a, b), c), d), e), f)"
    text = f"MEMBERS >>= \\{names}. if a > f then edit (a - f) else fail\nproperty p(v) = v > 0\n"
    found = crowd("def one = enter Int\n", 6, text)
    assert [each.verdict for each in found] == [Verdict.CONFIRMED]
    assert found[0].statistics["nodes"] < 15


def test_what_was_changed_after_others_are_done_is_not_missed() -> None:
    text = r"""
    task main = enter Int <&> (enter Int >>= \x. if x > 0 then edit x else fail) >>= \(a, b). edit b
    property positive(v) = v > 0
    """
    assert outcomes(text)["positive"].verdict is Verdict.REFUTED


def test_a_sum_that_grows_for_ever_ends_the_search_soon() -> None:
    text = r"""
    def add n = enter Int >>= \x. add (n + x)
    task main = add 0
    property p(v) = v > 0
    """
    found = outcomes(text)["p"]
    assert found.verdict is Verdict.UNDECIDED
    assert found.statistics["nodes"] < 1_000


def test_nothing_is_confirmed_of_what_was_given_up() -> None:
    text = r"""
    def count n = if n <= 0 then 0 else 1 + count (n - 1)
    task main = enter Int >>= \x. if x > 0 then view (count x) else fail
    property small(v) = v < 64
    property smaller(v) = v < 30
    reachable large(v) = v == 100
    """
    found = outcomes(text)
    assert [found[each].verdict for each in ("small", "smaller", "large")] == [
        Verdict.UNDECIDED,
        Verdict.REFUTED,
        Verdict.UNDECIDED,
    ]
    assert "64 deep" in found["small"].reason


def test_a_seat_is_left_where_there_are_more_seats_than_passengers() -> None:
    text = r"""
    def taken = ref ([] : List Int)
    def seat = enter Int >>= \s.
      if s >= 1 and s <= 20 and not (s in !taken) then view (taken := s :: !taken) else fail
    task main = seat <&> seat <&> seat <&> seat <&> seat >>= \_. view (!taken)
    finishes everybody
    """
    assert verdicts(text) == {"everybody": "confirmed"}


SIGNAL = r"""
def signal = ref 0
def last = ref 0
def listener i = watch signal >>= \s. if s > 0 then view (last := i) else fail
def sender = enter Int >>= \n. if n > 0 then view (signal := n) else fail
def first b = if b then 1 else 2
"""


def test_parallel_tasks_that_go_on_at_once_and_write_keep_their_order() -> None:
    text = r"""
    def listeners b = listener (first b) <&> listener (first (not b)) <&> sender >>= \_. view ()
    task main = choose { "X" -> listeners True, "Y" -> listeners False }
    property second(v) = !last == 2
    reachable one(v) = !last == 1
    """
    assert verdicts(SIGNAL + text) == {"second": "refuted", "one": "confirmed"}


def test_a_task_that_another_keeps_from_going_on_keeps_its_place() -> None:
    text = r"""
    def once i = watch signal >>= \s. if s > 0 and !last == 0 then view (last := i) else fail
    def listeners b = once (first b) <&> once (first (not b)) <&> sender >>? \_. view ()
    def seen = watch last >>? \l. if l > 0 then view () else fail
    task main = choose { "X" -> listeners True, "Y" -> listeners False } <|> seen
    property second(v) = !last == 2
    property one(v) = !last == 1
    """
    assert verdicts(SIGNAL + text) == {"second": "refuted", "one": "refuted"}


def test_a_task_that_goes_on_after_another_keeps_its_place_before_a_deadline() -> None:
    """In one order both are done at once on the last day, in the other it is over before."""
    text = r"""
    def waiting = watch signal >>= \s. if s > 0 then view () else fail
    def alarm = within 2 fail otherwise view (signal := 1)
    def late a b = within 2 (a <&> b) otherwise (let _ = last := 1 in view ((), ()))
    def both a b = late a b >>= \_. view 1
    task main = choose { "X" -> both waiting alarm, "Y" -> both alarm waiting }
    property onTime(v) = !last == 0
    property tooLate(v) = !last == 1
    """
    assert verdicts(SIGNAL + text) == {"onTime": "refuted", "tooLate": "refuted"}


def test_a_task_that_another_keeps_from_an_error_keeps_its_place() -> None:
    text = r"""
    def risky = watch signal >>= \s. if s > 0 and 4 / !last > 0 then view () else fail
    def send = choose { "Send" -> view (signal := 1) }
    def both a b = a <&> b <&> send >>= \_. view 1
    task main = choose { "X" -> both risky (listener 1), "Y" -> both (listener 1) risky }
    property none(v) = v == 2
    """
    assert verdicts(SIGNAL + text)["none"] == "refuted"


def test_a_choice_that_comes_back_to_itself_with_another_store_leads_on() -> None:
    text = r"""
    def count = ref 0
    def direct = choose { "Press" -> let _ = count := !count + 1 in
      if !count > 2 then view 1 else direct }
    task main = direct
    property none(v) = v == 2
    finishes end
    """
    found = verdicts(text)
    assert (found["none"], found["end"]) == ("refuted", "confirmed")


def test_a_task_that_only_an_irrational_number_ends_is_not_said_to_finish() -> None:
    text = r"""
    task main = enter Decimal >>= \y. if y * y == 2.0 then view y else fail
    finishes end
    """
    assert verdicts(text) == {"end": "undecided"}


@pytest.mark.parametrize(
    ("shape", "zero", "limit"), [("Int", "0", "100"), ("Decimal", "0.0", "99.9")]
)
def test_a_stored_sum_that_grows_up_to_a_limit_is_decided(
    shape: str, zero: str, limit: str
) -> None:
    text = rf"""
    def cart = ref {zero}
    task main = repeat (enter {shape} >>= \p.
      if p > {zero} and !cart + p <= {limit} then view (cart := !cart + p) else fail)
    invariant small = !cart <= {limit}
    invariant smaller = !cart < {limit}
    finishes paid
    """
    found = outcomes(text)
    assert found["small"].verdict is Verdict.CONFIRMED
    assert found["smaller"].verdict is Verdict.REFUTED
    assert found["paid"].verdict is Verdict.REFUTED
    assert found["small"].statistics["nodes"] < 50
