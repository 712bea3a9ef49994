"""The three flawed preconditions of section 3.4, and what is no flaw."""

import pytest

from refute.report.outcome import Verdict

from ..users import FIGURES, add_user, asked, figure, outcome, titles

QUESTION = "AddUser means what it accepts"


def test_figure_3_33_has_three_flaws() -> None:
    answer = outcome(asked(figure("3.33")), QUESTION)
    assert answer.verdict is Verdict.REFUTED
    key, empty, area, number = titles(answer)
    assert key.startswith("accepted: ur may have the id of a record that udb has already: {")
    assert empty == "accepted: ur.id may be nil: #nil is 0, so `#(ur.id) <= 8` holds"
    assert area.startswith("note: refused: nil for ur.phone.area is refused only since #nil is 0")
    assert number.startswith("note: refused: nil for ur.phone.num is refused only since #nil is 0")


def test_figure_3_34_has_none() -> None:
    report = asked(figure("3.34"))
    answer = outcome(report, QUESTION)
    assert (answer.verdict, answer.blocks, report.exit_code) == (Verdict.PASSED, (), 0)


PARTS = FIGURES["3.34"].split(" and\n")


@pytest.mark.parametrize(
    ("formula", "verdict", "said"),
    [
        ("(not (ur in udb)) and (ur.id != nil) and (#(ur.id) <= 8)", Verdict.REFUTED, "the id of"),
        ("(#(ur.id) <= 8)", Verdict.REFUTED, "ur.id may be nil"),
        ("(#(ur.phone.area) = 3)", Verdict.PASSED, "nil for ur.phone.area is refused"),
        ("(if (ur.phone.area != nil) then (#(ur.phone.area) = 3))", Verdict.PASSED, ""),
        ("(#(ur.id) > 0) and (#(ur.id) <= 8)", Verdict.PASSED, ""),
        ("(ur in udb) and (ur.id != nil)", Verdict.PASSED, ""),
    ],
)
def test_each_flaw_by_itself(formula: str, verdict: Verdict, said: str) -> None:
    answer = outcome(asked(add_user(f"pre: {formula};")), QUESTION)
    assert answer.verdict is verdict
    found = titles(answer)
    assert len(found) == bool(said)
    assert all(said in title for title in found)


def test_a_precondition_that_nothing_meets_is_refuted() -> None:
    text = "op F inputs: x:integer; outputs: y:integer; pre: x > 1 and x < 2; post: y = x; end F;"
    answer = outcome(asked(text), "F can hold")
    assert (answer.verdict, answer.summary) == (Verdict.REFUTED, "no input meets it")


def test_a_precondition_beyond_the_size_is_left_open() -> None:
    text = "op F inputs: l:integer*; outputs: y:integer; pre: #l > 5; post: y = #l; end F;"
    assert outcome(asked(text), "F can hold").verdict is Verdict.UNDECIDED
    assert outcome(asked(text, size=6), "F can hold").verdict is Verdict.CONFIRMED


def test_a_length_below_zero_is_impossible_at_any_size() -> None:
    text = "op F inputs: l:integer*; outputs: y:integer; pre: #l < 0; post: y = #l; end F;"
    assert outcome(asked(text), "F can hold").verdict is Verdict.REFUTED


CHANGE = """
object DB = Rec*;
object Rec = name:string and id:integer;
op Change(db:DB, old:Rec, new:Rec) -> (db':DB) pre: PRE; post: db' = db - old + new; end Change;
op Update(db:DB, new:Rec) -> (db':DB) pre: not (new in db) and (exists (r in db) r.id = new.id);
end Update;
"""


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("old in db and not (new in db) and old.id = new.id", Verdict.PASSED),
        (
            "old in db and not (new in db) and (forall (r in db) if r.id = new.id then r = old)",
            Verdict.PASSED,
        ),
        ("old in db and not (new in db)", Verdict.REFUTED),
        ("old in db and not (new in db) and old.name = new.name", Verdict.REFUTED),
    ],
)
def test_an_update_names_the_record_whose_key_it_keeps(formula: str, verdict: Verdict) -> None:
    report = asked(CHANGE.replace("PRE", formula))
    assert outcome(report, "Change means what it accepts").verdict is verdict
    assert outcome(report, "Update means what it accepts").verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("not (v in d)", Verdict.REFUTED),
        ("forall (w in d) v.guest != w.guest or v.day > w.day", Verdict.PASSED),
    ],
)
def test_what_a_comment_calls_the_same_is_decided_on_purpose_where_the_formula_compares_it(
    condition: str, verdict: Verdict
) -> None:
    report = asked(
        f"""
        object Visit = guest:string and day:integer;
        operation Come inputs: d:Visit*, v:Visit; outputs: d':Visit*;
            precondition: (* Nobody comes twice: the same guest comes on later days. *) {condition};
            postcondition: d' = d + v;
        end Come;
        """
    )
    assert outcome(report, "Come means what it accepts").verdict is verdict
