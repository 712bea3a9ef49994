"""Conversations: answers one by one, directives, entries of several lines."""

from __future__ import annotations

import pytest

from asking import entered, talk_about
from refute.diagnostics import InputError
from refute.languages.language import Conversation
from refute.report.outcome import Lines, Table
from refute.source import Source

PROGRAM = '#use "list.apl".\n#open List.\npred p(int). p(1). p(2).\n'


@pytest.fixture
def talk() -> Conversation:
    return talk_about(Source("test.apl", PROGRAM))


def said(talk: Conversation, entry: str) -> list[str]:
    (outcome,) = entered(talk, entry).outcomes
    return [line for block in outcome.blocks if isinstance(block, Lines) for line in block.lines]


def test_answers_come_one_by_one(talk: Conversation) -> None:
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    assert said(talk, ";") == ["Yes.", "X = 2"]
    assert said(talk, ";") == ["No."]
    with pytest.raises(InputError, match="no query with more answers"):
        entered(talk, ";")


def test_an_entry_goes_on_until_its_dot(talk: Conversation) -> None:
    assert talk.wants_more("append(X,\n")
    assert talk.wants_more("append(X,[1],\n[1])")
    assert not talk.wants_more("append(X,[1],\n[1]).")
    assert not talk.wants_more(") .")
    assert not talk.wants_more(";")
    assert not talk.wants_more("append(X,\n\n")


def test_declarations_and_clauses_are_kept(talk: Conversation) -> None:
    entered(talk, "id : name_type.")
    entered(talk, "pred q(id,int). pred r(id,id).")
    entered(talk, "q(X,Y) :- X # Y, p(Y).")
    assert said(talk, "q(b,X).") == ["Yes.", "X = 1"]
    entered(talk, "r(X,Y) :- X # Y.")
    assert said(talk, "r(a,a).") == ["No."]
    entered(talk, "p(3) :- true.")
    assert said(talk, "p(3).") == ["Yes."]


def test_operators_are_kept(talk: Conversation) -> None:
    entered(talk, "t : type. c : t. ==> : t -> t -> t. infixr ==> 5.")
    assert said(talk, "X = (c ==> c) ==> c ==> c.") == ["Yes.", "X = (c ==> c) ==> c ==> c"]


def test_a_wrong_entry_changes_nothing_that_was_known(talk: Conversation) -> None:
    with pytest.raises(InputError):
        entered(talk, "p(X) :- r(X).")
    assert said(talk, "p(2).") == ["Yes."]


@pytest.mark.parametrize(
    "wrong",
    [
        "pred r(int). r(7). p(3). p(Y) :- q(Y).",
        "p(3). ok : type. p(4). infixl +++ 3. p('a').",
        "namespace N ( pred r(int). r(1). ). p(3). #open M.",
        "p(3). #break nothing.",
        '#use "option.apl". p(3). #use "nothing.apl".',
        "p(3). p(",
    ],
)
def test_a_wrong_entry_leaves_nothing_behind(talk: Conversation, wrong: str) -> None:
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    before = set(talk.names())
    with pytest.raises(InputError):
        entered(talk, wrong)
    assert set(talk.names()) == before
    with pytest.raises(InputError):
        entered(talk, "X = 1 +++ 2.")
    assert said(talk, "not(p(3)), not(p(4)).") == ["Yes."]
    entered(talk, '#use "option.apl".')
    assert said(talk, "Option.get_opt (Option.some 1) X.") == ["Yes.", "X = 1"]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (
            1,
            [
                " 1 call  twice(_1, 4)",
                " 2   call  p(_1)",
                " 2   exit  p(1)",
                " 2   retry p(_1)",
                " 2   exit  p(2)",
                " 1 exit  twice(2, 4)",
            ],
        ),
        (
            2,
            [
                " 1 call  twice(_1, 4)",
                " 2   call  p(_1)",
                " 2   exit  p(1)",
                " 2   goal  4 is 1 + 1",
                " 2   retry p(_1)",
                " 2   exit  p(2)",
                " 2   goal  4 is 2 + 2",
                " 1 exit  twice(2, 4)",
            ],
        ),
    ],
)
def test_tracing_tells_what_happens(level: int, expected: list[str]) -> None:
    text = f"{PROGRAM}pred twice(int,int). twice(X,Y) :- p(X), Y is X + X."
    talk = talk_about(Source("t.apl", text))
    entered(talk, f"#trace {level}.")
    lines = said(talk, "twice(X,4).")
    assert lines[-2:] == ["Yes.", "X = 2"]
    assert lines[:-2] == expected


def test_the_third_level_tells_of_each_clause_tried(talk: Conversation) -> None:
    entered(talk, "#trace 3.")
    tried = [line for line in said(talk, "p(X), X = 2.") if " try " in line]
    assert tried == [" 1 try   p(1)  (test.apl:3:14)", " 1 try   p(2)  (test.apl:3:20)"]


def test_calls_that_fail_and_are_cut_off_are_told(talk: Conversation) -> None:
    entered(talk, "#trace 1.")
    told = said(talk, "not(p(3)), (p(1) -> p(2) | p(3)).")
    assert told[:-1] == [
        " 1 call  p(3)",
        " 1 fail  p(3)",
        " 1 call  p(1)",
        " 1 exit  p(1)",
        " 1 call  p(2)",
        " 1 exit  p(2)",
    ]
    assert said(talk, ";") == [" 1 fail  p(2)", "No."]


def test_a_term_is_reduced_step_by_step(talk: Conversation) -> None:
    entered(talk, "pred less(int, int). less(X, Y) :- X > 0, Y is X - 1.")
    (outcome,) = entered(talk, ":step less 1").outcomes
    (table,) = outcome.blocks
    assert isinstance(table, Table)
    assert table.rows == (("1", "0", "less"),)
    (outcome,) = entered(talk, ":step").outcomes
    assert (outcome.question, outcome.called) == ("0", "normal")
    for wrong in (":step", ":step 2", ":step less X", ":step p 1", ":step nothing 1", ":walk"):
        with pytest.raises(InputError):
            entered(talk, wrong)


def test_nothing_is_reduced_before_there_is_a_term(talk: Conversation) -> None:
    with pytest.raises(InputError, match="no term yet"):
        entered(talk, ":step 1")


def test_breakpoints_stop_and_go_on(talk: Conversation) -> None:
    entered(talk, "#break p.")
    assert said(talk, "p(X), p(Y).")[0] == "Stopped before p(_1)"
    assert said(talk, ";")[0] == "Stopped before p(_2)"
    assert said(talk, ";") == ["Yes.", "X = 1", "Y = 1"]
    (listed,) = entered(talk, "#break.").outcomes
    assert listed.summary == "breakpoints: `p`"
    entered(talk, "#clear.")
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    with pytest.raises(InputError, match="`nothing` is not declared"):
        entered(talk, "#break nothing.")


def test_types_are_told(talk: Conversation) -> None:
    (outcome,) = entered(talk, "#type ([X,1],Y,a\\a).").outcomes
    assert outcome.summary == r"([X,1],Y,a\a) : ([int], A, B\B)"
    (block,) = outcome.blocks
    assert isinstance(block, Lines)
    assert block.lines == ("X : int", "Y : A", "a : B")


def test_leaving(talk: Conversation) -> None:
    (outcome,) = entered(talk, "p(X). #quit. #trace 1.").outcomes
    assert talk.finished
    assert outcome.question == "p(X)"


def test_help_and_names(talk: Conversation) -> None:
    assert any(line.startswith("#trace N.") for line in said(talk, "#help."))
    assert {"append", "p", "#trace", "forall"} <= set(talk.names())


def offered(talk: Conversation) -> dict[str, str]:
    return {each.label: each.entry for each in talk.offers()}


def test_the_next_answer_and_the_queries_of_the_file_are_offered() -> None:
    talk = talk_about(Source("test.apl", f"{PROGRAM}? p(X).\n"))
    (query,) = offered(talk).values()
    assert said(talk, query) == ["Yes.", "X = 1"]
    assert offered(talk)["Next answer"] == ";"
    entered(talk, ";")
    entered(talk, ";")
    assert "Next answer" not in offered(talk)


def test_steps_are_offered_forwards_and_back() -> None:
    talk = talk_about(Source("test.apl", "pred s(int, int). s(1, 2). s(1, 3). s(2, 4).\n"))
    entered(talk, ":step s 1")
    assert [*offered(talk).values()] == [":step 1", ":step 2"]
    entered(talk, ":step 1")
    back, forwards = offered(talk)
    assert (back, offered(talk)[back]) == ("Back", ":step back")
    assert forwards.endswith("→ 4")
    (outcome,) = entered(talk, ":step back").outcomes
    assert (outcome.question, outcome.kind) == ("1", "after 0 steps")
    with pytest.raises(InputError, match="no step to take back"):
        entered(talk, ":step back")
