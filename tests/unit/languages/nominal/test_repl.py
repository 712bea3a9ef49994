"""Conversations: answers one by one, directives, entries of several lines."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError
from refute.languages.language import ConversationEnded, Settings
from refute.languages.nominal.repl import NominalConversation
from refute.report.outcome import Lines
from refute.source import Source

PROGRAM = '#use "list.apl".\n#open List.\npred p(int). p(1). p(2).\n'


@pytest.fixture
def talk() -> NominalConversation:
    return NominalConversation(Source("test.apl", PROGRAM), Settings())


def said(talk: NominalConversation, entry: str) -> list[str]:
    (outcome,) = talk.answer(entry).outcomes
    return [line for block in outcome.blocks if isinstance(block, Lines) for line in block.lines]


def test_answers_come_one_by_one(talk: NominalConversation) -> None:
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    assert said(talk, ";") == ["Yes.", "X = 2"]
    assert said(talk, ";") == ["No."]
    with pytest.raises(InputError, match="no query with more answers"):
        talk.answer(";")


def test_an_entry_goes_on_until_its_dot(talk: NominalConversation) -> None:
    assert talk.wants_more("append(X,\n")
    assert talk.wants_more("append(X,[1],\n[1])")
    assert not talk.wants_more("append(X,[1],\n[1]).")
    assert not talk.wants_more(") .")
    assert not talk.wants_more(";")
    assert not talk.wants_more("append(X,\n\n")


def test_declarations_and_clauses_are_kept(talk: NominalConversation) -> None:
    talk.answer("id : name_type.")
    talk.answer("pred q(id,int). pred r(id,id).")
    talk.answer("q(X,Y) :- X # Y, p(Y).")
    assert said(talk, "q(b,X).") == ["Yes.", "X = 1"]
    talk.answer("r(X,Y) :- X # Y.")
    assert said(talk, "r(a,a).") == ["No."]
    talk.answer("p(3) :- true.")
    assert said(talk, "p(3).") == ["Yes."]


def test_operators_are_kept(talk: NominalConversation) -> None:
    talk.answer("t : type. c : t. ==> : t -> t -> t. infixr ==> 5.")
    assert said(talk, "X = (c ==> c) ==> c ==> c.") == ["Yes.", "X = (c ==> c) ==> c ==> c"]


def test_a_wrong_entry_changes_nothing_that_was_known(talk: NominalConversation) -> None:
    with pytest.raises(InputError):
        talk.answer("p(X) :- r(X).")
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
def test_a_wrong_entry_leaves_nothing_behind(talk: NominalConversation, wrong: str) -> None:
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    before = set(talk.names())
    with pytest.raises(InputError):
        talk.answer(wrong)
    assert set(talk.names()) == before
    with pytest.raises(InputError):
        talk.answer("X = 1 +++ 2.")
    assert said(talk, "not(p(3)), not(p(4)).") == ["Yes."]
    talk.answer('#use "option.apl".')
    assert said(talk, "Option.get_opt (Option.some 1) X.") == ["Yes.", "X = 1"]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (1, ["call twice (_1,4)", "call p _1", "back p _1"]),
        (2, ["call twice (_1,4)", "call p _1", "goal 4 is 1 + 1", "back p _2", "goal 4 is 2 + 2"]),
    ],
)
def test_tracing_tells_what_happens(level: int, expected: list[str]) -> None:
    talk = NominalConversation(
        Source("t.apl", f"{PROGRAM}pred twice(int,int). twice(X,Y) :- p(X), Y is X + X."),
        Settings(),
    )
    talk.answer(f"#trace {level}.")
    lines = said(talk, "twice(X,4).")
    assert lines[-2:] == ["Yes.", "X = 2"]
    told = [line.split()[0] for line in lines[:-2]]
    assert told == [line.split()[0] for line in expected]
    assert lines[0] == expected[0]


def test_the_third_level_tells_of_each_clause_tried(talk: NominalConversation) -> None:
    talk.answer("#trace 3.")
    tried = [line for line in said(talk, "p(X), X = 2.") if line.startswith("try")]
    assert tried == ["try  p(1)  (test.apl:3:14)", "try  p(2)  (test.apl:3:20)"]


def test_breakpoints_stop_and_go_on(talk: NominalConversation) -> None:
    talk.answer("#break p.")
    assert said(talk, "p(X), p(Y).")[0] == "Stopped before p _1"
    assert said(talk, ";")[0] == "Stopped before p _2"
    assert said(talk, ";") == ["Yes.", "X = 1", "Y = 1"]
    (listed,) = talk.answer("#break.").outcomes
    assert listed.summary == "breakpoints: `p`"
    talk.answer("#clear.")
    assert said(talk, "p(X).") == ["Yes.", "X = 1"]
    with pytest.raises(InputError, match="`nothing` is not declared"):
        talk.answer("#break nothing.")


def test_types_are_told(talk: NominalConversation) -> None:
    (outcome,) = talk.answer("#type ([X,1],Y,a\\a).").outcomes
    assert outcome.summary == r"([X,1],Y,a\a) : ([int], A, B\B)"
    (block,) = outcome.blocks
    assert isinstance(block, Lines)
    assert block.lines == ("X : int", "Y : A", "a : B")


def test_leaving(talk: NominalConversation) -> None:
    with pytest.raises(ConversationEnded) as left:
        talk.answer("p(X). #quit. #trace 1.")
    (outcome,) = left.value.report.outcomes
    assert outcome.question == "p(X)"


def test_help_and_names(talk: NominalConversation) -> None:
    assert any(line.startswith("#trace N.") for line in said(talk, "#help."))
    assert {"append", "p", "#trace", "forall"} <= set(talk.names())
