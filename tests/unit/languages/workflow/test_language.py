"""Labels, records, variants, recursion, lists of tasks; what is written for them, and scripts."""

import json

import pytest

from asking import entered, report_on, talk_about
from refute.diagnostics import InputError
from refute.languages.workflow.parser import parse
from refute.languages.workflow.program import load
from refute.languages.workflow.show import show_program
from refute.report.outcome import Lines, Table, Verdict

from .examples import ROOT, example, outcomes, source

DECLARED = r"""
type Amount = Int
type Claim = { reason : String, amount : Amount }
type Answer = Paid Int | Refused { why : String } | Lost
def judge (c : Claim) = choose {
  "Pay" when c.amount <= 500 -> view (Paid c.amount),
  "Refuse" -> enter String as "Why" >>= \w. view (Refused w)
} @ officer
task main = enter Claim as "Claim" @ citizen >>* \c. {
  "Send" when c.amount > 0 -> within 14 (judge c) otherwise view Lost
}
"""


def verdicts(text: str) -> list[str]:
    return [each.verdict.value for each in outcomes(text).values()]


def test_records_and_variants_are_decided() -> None:
    text = (
        DECLARED
        + """
    property paid(a) = case a of { Paid n -> n > 0 and n <= 500, _ -> True }
    property small(a) = case a of { Paid n -> n < 500, Refused _ -> True, Lost -> True }
    reachable refused(a) = a == Refused { why = "no" }
    """
    )
    assert verdicts(text) == ["confirmed", "refuted", "confirmed"]


def test_values_of_declared_types_in_entered_lists_are_taken_apart() -> None:
    text = r"""
    type Vote = Yes Int | No
    task main = enter (List Vote) >>? \l.
      if len l == 1 then (case head l of { Yes n -> view n, No -> view 0 }) else fail
    property p(v) = v != 7
    """
    (found,) = [each for name, each in outcomes(text).items() if name == "p"]
    assert found.verdict is Verdict.REFUTED


def test_decimals_are_exact() -> None:
    text = r"""
    task main = enter Decimal >>= \p. if p > 0.0 then view (p * 1.21) else fail
    property more(v) = v > 0.0
    property cent(v) = v >= 0.01
    """
    assert verdicts(text) == ["confirmed", "refuted"]


def test_definitions_with_several_types_and_recursion() -> None:
    text = r"""
    def twice x = view (x, x)
    def again = enter Int as "N" >>= \x. if x > 0 then view x else again
    def count n = choose { "More" when n < 3 -> count (n + 1), "Stop" when n > 1 -> view n }
    task main = twice 1 >>= \(a, _). twice True >>= \_. again >>= \q. count 0 >>= \k. view (q, k)
    property p(q, k) = q > 0 and 2 <= k and k <= 3
    finishes f
    """
    assert verdicts(text) == ["confirmed"] * 3


def test_a_task_that_never_waits_is_refuted() -> None:
    text = "def loop = view 1 >>= \\_. loop\ntask main = loop\nproperty p(v) = True\n"
    assert outcomes(text)["main runs without errors"].verdict is Verdict.REFUTED


def test_lists_of_tasks_and_the_library() -> None:
    text = r"""
    def taken = ref ([] : List Int)
    def book _ = enter Int >>= \x.
      if x in !taken then fail else view (taken := x :: !taken) >>= \_. view x
    task main = all (map book [1, 2]) >>= \l. view l
    property distinct(l) = uniq l and len l == 2
    """
    assert verdicts(text) == ["confirmed", "confirmed"]
    loop = "task main = forever (enter Int) <|> repeat (enter Int)\nreachable r(v) = v == 3\n"
    assert verdicts(loop)[0] == "confirmed"


REJECTED = {
    "task main = enter Foo": "TH003",
    "type T = { t : T }\ntask main = enter Int": "TH040",
    'task main = enter Int as "X"\nnever p = "Y"': "TH041",
    'task main = enter Int as "X"\nonly p = boss can "X"': "TH042",
    "task main = view Foo": "TH043",
    "type T = { a : Int }\ntask main = view (T { b = 1 })": "TH044",
    "type T = { a : Int }\ndef f (t : T) = t.b\ntask main = view 1": "TH044",
    "type A = B | C\ntask main = enter A >>= \\a. case a of { B -> view 1 }": "TH045",
    'task main = enter Int as "X"\nalways p = "X"': "TH046",
    "def f x = f (x + 1)\ntask main = view (f 1)": "TH047",
    'task main = choose { "A" -> view 1, "A" -> view 2 }': "TH014",
}


@pytest.mark.parametrize("text", REJECTED, ids=REJECTED.values())
def test_mistakes_get_a_code(text: str) -> None:
    with pytest.raises(InputError) as caught:
        load(source(text))
    assert REJECTED[text] in {each.code for each in caught.value.diagnostics}


def test_words_of_claims_are_names_elsewhere() -> None:
    text = "def user same = same\ntask main = view (user 1)\nfinishes always\n"
    text += "property only(v) = v == 1\n"
    assert verdicts(text) == ["confirmed", "confirmed"]


@pytest.mark.parametrize("name", ["permit", "purchase", "exam", "subsidy", "permit-broken"])
def test_what_is_shown_of_an_example_parses_back(name: str) -> None:
    program = parse(example(name))
    assert parse(source(show_program(program))) == program


def test_listing_3_as_printed_says_how_to_make_a_task_of_an_assignment() -> None:
    text = "def r = ref 0\ntask main = ⊠ Int ▶ λx. r := x ▶ λ_. □ x"
    with pytest.raises(InputError) as caught:
        load(source(text))
    assert "edit (r := x)" in caught.value.diagnostics[0].help


def test_both_spellings_of_tuples_in_patterns() -> None:
    assert verdicts("task main = ⊠ Int ⋈ ⊠ Int ▶ λ⟨a, b⟩. □ a\nreachable r(v) = v == 1") == [
        "confirmed"
    ]


def test_a_conversation_takes_labels_waits_and_gives_hints() -> None:
    talk = talk_about(source(DECLARED + 'reachable refused(a) = a == Refused { why = "no" }\n'))
    entered(talk, 'Claim { reason = "x", amount = 7 }')
    (told,) = entered(talk, ":hint refused").outcomes
    assert told.summary == 'citizen: Send, then officer: Refuse; officer: Why "no"'
    for entry in ("citizen: Send", "wait 3 days", "Refuse", 'Why "no"'):
        (outcome,) = entered(talk, entry).outcomes
    assert outcome.summary == "it has a value"
    (told,) = entered(talk, ":inputs").outcomes
    resumed = report_on("run", source(DECLARED), resume=told.summary).outcomes[0]
    assert resumed.summary == "it has a value"


def test_scripts_reach_every_button_and_both_sides_of_guards() -> None:
    report = report_on("tests", source(DECLARED))
    (outcome,) = report.outcomes
    assert "every button and guard side" in outcome.summary
    scripts = json.loads(report.artifacts[0].text)
    pressed = {step["label"] for script in scripts for step in script["steps"]}
    assert pressed >= {"Send", "Pay", "Refuse", "Why"}
    for script in scripts:
        played = "; ".join(step["input"] for step in script["steps"])
        again = report_on("run", source(DECLARED), inputs=played).outcomes[0]
        assert again.word == ("done" if script["value"] else "waiting")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"nodes": 1}, "the node limit was reached"),
        ({"effort": 1e-9}, "the effort limit was reached"),
    ],
)
def test_scripts_from_an_unfinished_search_are_not_all(
    options: dict[str, float], reason: str
) -> None:
    (found,) = report_on("tests", source(DECLARED), **options).outcomes
    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, reason)


def test_scripts_press_every_one_of_several_buttons_with_one_label() -> None:
    text = r"""
    task main = choose {
      "OK" -> choose { "OK" -> view 1, "No" -> view 2 },
      "No" -> view 3, "for: me" when 1 > 2 -> view 4
    }
    """
    (found,) = report_on("tests", source(text)).outcomes
    scripts, missed = found.blocks
    assert isinstance(scripts, Table)
    assert isinstance(missed, Lines)
    assert [row[1] for row in scripts.rows] == ["No", "OK; OK", "OK; No"]
    assert "“for: me” is never pressed" in missed.lines[0]


def test_scripts_look_for_values_that_disable_a_button() -> None:
    text = r"""
    task main = enter Int as "A" <&> enter Int as "B" >>* \(a, b). {
      "Ok" when 3 * a == 2 * b -> view a
    }
    """
    report = report_on("tests", source(text))
    assert report.outcomes[0].summary == "2 scripts reach every button and guard side"
    last = json.loads(report.artifacts[0].text)[-1]["steps"][-1]
    assert last["possible"] == ["A <Int>", "B <Int>"]


def test_a_field_has_one_name() -> None:
    with pytest.raises(InputError, match="there is another field `x`"):
        load(source("type A = { x : Int, x : Int }\ntask main = enter A"))


def test_a_page_has_a_diagram_with_an_arrow_for_each_button() -> None:
    report = report_on("doc", source(DECLARED))
    texts = {each.name: each.text for each in report.artifacts}
    assert set(texts) == {"index.html", "diagram.svg"}
    for label in ("citizen: Send", "officer: Pay", "days pass"):
        assert label in texts["diagram.svg"]
    assert texts["diagram.svg"] in texts["index.html"]


def test_the_examples_with_mistakes_are_refuted() -> None:
    assert (ROOT / "examples" / "workflow" / "permit-broken.top").exists()
    assert {each.verdict for each in outcomes(example("permit-broken")).values()} == {
        Verdict.REFUTED
    }
