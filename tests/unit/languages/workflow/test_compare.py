"""Two tasks side by side: which inputs are the same, and what is shown where they differ."""

import pytest

from refute.report.outcome import Bindings, Outcome, Verdict

from .examples import outcomes

TASKS = r"""
def plain = enter Int >>= \x. view x
def divided = enter Int >>= \x. view (10 / x * 0 + x)

def twice = (enter Int as "N" <&> enter Int as "N") >>? \(x, y). view (x - y)
def turned = (enter Int as "N" <&> enter Int as "N") >>? \(x, y). view (y - x)
def one = enter Int as "N"
def left = (one <&> one) <&> one >>? \((x, y), z). view (x - z)
def right = one <&> (one <&> one) >>? \(x, (y, z)). view (x - z)

def officers = enter Int @ officer >>? \x. view x
def clerks = enter Int @ clerk >>? \x. view x

def timely = within 3 (enter Int >>? \x. view x) otherwise (enter Int >>? \x. view (x + 1))
def slow = enter Int >>? \x. view x
def patient = within 3 (enter Int) otherwise view 1
def failing = within 3 (enter Int) otherwise view (1 / 0)
def chosen = choose { "Yes" -> view 1, "No" -> view 2 }
def picked = (view 1 as "Yes") <?> (view 2 as "No")

def truth = enter Bool >>? \_. view ()
def number = enter Int >>? \_. view ()
def on r n = if n == 1 or n == 2 then let done = (r := n) in view () else fail
def straight = let r = ref 0 in
  (enter Int >>= \n. on r n)
    <&> ((watch r >>= \v. if v == 0 then fail else truth)
      <&> (watch r >>= \v. if v == 0 then fail else number))
  >>= \_. view 0
def crossed = let r = ref 0 in
  (enter Int >>= \n. on r n)
    <&> ((watch r >>= \v. if v == 0 then fail else if v == 2 then truth else number)
      <&> (watch r >>= \v. if v == 0 then fail else if v == 2 then number else truth))
  >>= \_. view 0

task main = plain
"""


def compared(claim: str) -> Outcome:
    (found, *_) = outcomes(TASKS + claim).values()
    return found


def inputs(outcome: Outcome) -> str:
    (block,) = [each for each in outcome.blocks if isinstance(each, Bindings)]
    return dict(block.rows)["inputs"]


@pytest.mark.parametrize(
    "claim",
    [
        "same twice twice",
        "same left right",
        "same divided divided",
        "refines divided plain",
        "same crossed crossed",
        "refines failing patient",
        "same chosen picked",
    ],
)
def test_what_is_the_same_is_confirmed(claim: str) -> None:
    assert compared(claim).verdict is Verdict.CONFIRMED


@pytest.mark.parametrize(
    ("claim", "shortest", "difference"),
    [
        ("same twice turned", "N (1) 0; N (2) 1; C", "`twice` has the value -1 and `turned` has"),
        ("refines plain divided", "0", "`divided` has no result: division by zero"),
        ("same officers clerks", "0", "only `officers` takes the last"),
        ("same timely slow", "wait 3; 0; C", "`timely` has the value 1 and `slow` has the value 0"),
        ("refines slow timely", "0; wait 3; C", "only `slow` takes the last"),
        ("refines patient failing", "wait 3", "`failing` has no result: division by zero"),
        ("same failing patient", "wait 3", "`failing` has no result: division by zero"),
        ("refines straight crossed", "F 1; S F False", "only `straight` takes the last"),
    ],
)
def test_what_differs_is_refuted_with_what_differs(
    claim: str, shortest: str, difference: str
) -> None:
    found = compared(claim)
    assert (found.verdict, inputs(found)) == (Verdict.REFUTED, shortest)
    assert difference in found.summary


def test_errors_of_the_first_task_are_mentioned() -> None:
    assert "as far as `divided` runs without errors" in compared("refines divided plain").summary


def test_nothing_is_said_of_tasks_that_cannot_begin() -> None:
    text = "def a = edit 0\ndef b = edit (head ([] : List Int))\ntask main = a\n"
    for relation in ("same", "refines"):
        (found, *_) = outcomes(f"{text}{relation} a b").values()
        assert found.verdict is Verdict.UNDECIDED


def test_who_did_something_is_kept_from_it_only_afterwards() -> None:
    """Whoever signs first is kept from the other button, and not from that one."""
    text = r"""
    user anna : clerk
    user bert : clerk
    def sign = choose { "Sign" -> view 1 }
    def post = choose { "Post" -> view 1 }
    def one = sign except "Sign" <&> post >>? \_. view 0
    def other = sign <&> post except "Sign" >>? \_. view 0
    task main = one
    refines other one
    refines one other
    """
    found = outcomes(text)
    assert found["other one"].verdict is Verdict.CONFIRMED
    assert inputs(found["one other"]) == "anna: Sign; anna: Post"
