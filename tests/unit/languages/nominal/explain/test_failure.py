"""Why goals fail: in each attempt the furthest goal that could not be solved."""

from __future__ import annotations

from refute.languages.nominal.explain.failure import DEEPEST, Explainer
from refute.languages.nominal.explain.query import read_query, values_of
from refute.languages.nominal.program import load
from refute.languages.nominal.show import Shower
from refute.report.outcome import Mark, Outline
from refute.solver import Effort, Ended
from refute.source import Source

from .test_derivation import TYPING, lines


def explained(text: str, goal: str) -> list[Outline]:
    program, _ = load(Source("test.apl", text))
    query = read_query(program, goal)
    return Explainer(program.engine, Shower(program.parser.operators)).explain(
        query.goal, values_of(query)
    )


def test_each_attempt_says_what_it_solved_and_where_it_stopped() -> None:
    assert lines(explained(TYPING, r"of([], lam(x\app(var(x), var(x))), T)")) == [
        r"of([], lam (x\app (var x,var x)), _1)",
        "  [of-lam]",
        "    of([(x1,_2)], app (var x1,var x1), _3)",
        "      [T-App]",
        "        of([(x1,fun (_4,_3))], var x1, fun (_4,_3))",
        "        of([(x1,fun (_4,_3))], var x1, _4)",
        "          [there]",
        "            x1 # x1",
    ]


def test_goals_that_hold_before_the_failure_are_marked() -> None:
    text = "pred p(int). p(1). p(2). pred q(int). q(X) :- p(X), X > 5."
    (found,) = explained(text, "q(2)")
    (attempt,) = found.children
    assert [(each.label, each.mark) for each in attempt.children] == [
        ("p(2)", Mark.ANSWER),
        ("2 > 5", Mark.FAILED),
    ]


def test_that_fail_has_no_rules_needs_no_words() -> None:
    text = "pred p(int). pred none(int). p(X) :- X = 1, fail. p(X) :- none(X)."
    assert lines(explained(text, "p(1)")) == [
        "p(1)",
        "  [p-1]",
        "    fail",
        "  [p-2]",
        "    none(1)",
        "      no rule has a conclusion of this form",
    ]
    assert lines(explained(text, "fail")) == ["fail"]


def test_computing_large_terms_is_part_of_the_effort_of_an_explanation() -> None:
    text = "pred p(int). p(0). p(N) :- N > 0, M = N - 1, p(M)."
    program, _ = load(Source("test.apl", text))
    query = read_query(program, "p(300)")
    explainer = Explainer(program.engine, Shower(program.parser.operators), effort=Effort(0.01))
    (found,) = explainer.explain(query.goal, values_of(query))
    ((unknown,),) = (each.children for each in found.children)
    assert (unknown.label, unknown.mark) == ("p(300 - 1)", Mark.UNKNOWN)
    assert explainer.effort.ended is Ended.EFFORT


def test_what_does_not_end_is_not_said_to_fail() -> None:
    (found,) = explained("pred p(int). p(X) :- p(X).", "p(1)")
    assert found.mark is Mark.UNKNOWN


def test_explanations_stay_small() -> None:
    text = "nat : type. z : nat. s : nat -> nat. pred p(nat). p(s(X)) :- p(X). p(s(X)) :- p(X)."
    number = "s(" * 40 + "z" + ")" * 40
    (found,) = explained(text, f"X = {number}, p(X)")[-1:]
    assert len(lines([found])) < 500
    assert DEEPEST < 40


def test_a_rule_that_is_used_on_its_own_premise_matches_there_too() -> None:
    text = "pred sum([int], int, int). sum([], N, N). sum([X|L], N, R) :- M is N + X, sum(L, M, R)."
    assert lines(explained(text, "sum([1, 2], 0, 4)")) == [
        "sum([1,2], 0, 4)",
        "  [sum-cons]",
        "    sum([2], 1, 4)",
        "      [sum-cons]",
        "        sum([], 3, 4)",
        "          no rule has a conclusion of this form",
    ]


INSIDE = """
nat : type. z : nat. s : nat -> nat.
id : name_type.
pred zero(nat). zero(z).
pred one(nat). one(s(z)).
pred named(id, nat). named(_, z).
pred either(nat). either(X) :- zero(X); one(X), zero(X).
pred chosen(nat). chosen(X) :- one(X) -> zero(X) | either(X).
pred fresh(nat). fresh(X) :- new a. (named(a, z), named(a, X)).
"""


def test_alternatives_conditions_and_new_names_are_looked_into() -> None:
    none = "no rule has a conclusion of this form"
    assert lines(explained(INSIDE, "either(s(z))")) == [
        "either(s z)",
        "  [either]",
        "    zero(s z); (one(s z), zero(s z))",
        "      zero(s z)",
        f"        {none}",
        "      one(s z)",
        "      zero(s z)",
        f"        {none}",
    ]
    assert lines(explained(INSIDE, "chosen(s(z))"))[2:] == [
        "    one(s z) -> zero(s z) | either(s z)",
        "      one(s z)",
        "      zero(s z)",
        f"        {none}",
    ]
    assert lines(explained(INSIDE, "fresh(s(z))"))[2:] == [
        "    new a. (named(a, z), named(a, s z))",
        "      named(a1, z)",
        "      named(a1, s z)",
        f"        {none}",
    ]
