"""Counterexamples with functions and names that escape, and theorems about nothing."""

from __future__ import annotations

from typing import Any

import pytest

from asking import report_on
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import (
    WORTHWHILE_DIVE,
    Campaign,
    Deepening,
    deepen,
)
from refute.languages.nominal.attack.theorems import mutants, premises
from refute.languages.nominal.core import Check
from refute.languages.nominal.program import load
from refute.report.outcome import Lines, Outcome, Table, Verdict
from refute.search import Ended
from refute.solver import Effort
from refute.source import Source

LAMBDA = r"""
nat : type.  z : nat.  s : nat -> nat.
func six(nat) = nat.
six(X) = s(s(s(s(s(s(X)))))).
pred small(nat).
small(z).
small(s(z)).
pred even(nat).
even(z).
even(s(s(N))) :- even(N).
pred nothing(nat).

id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
func sub(exp, id, exp) = exp.
sub(var(X), X, M) = M.
sub(var(Y), X, _) = var(Y) :- X # Y.
sub(lam(y\E), X, M) = lam(y\sub(E, X, M)) :- y # (X, M).
sub(app(E, F), X, M) = app(sub(E, X, M), sub(F, X, M)).
func bind(exp, id, exp) = exp.
bind(var(X), X, M) = M.
bind(var(Y), X, _) = var(Y) :- X # Y.
bind(lam(y\E), X, M) = lam(y\bind(E, X, M)) :- y # X.
pred free(id, exp).
free(X, var(X)).
free(X, lam(y\E)) :- X # y, free(X, E).
pred opened(exp, exp).
opened(lam(x\E), E).
pred mem(id, [id]).
mem(X, [X|_]).
mem(X, [Y|L]) :- X # Y, mem(X, L).
pred closed([id], exp).
closed(G, var(X)) :- mem(X, G).
closed(G, lam(x\E)) :- x # G, closed([x|G], E).
closed(G, app(E, F)) :- closed(G, E), closed(G, F).
"""


def checked(statement: str, bound: int = 4, **settings: Any) -> Outcome:
    text = f'{LAMBDA}\n#check "theorem" {bound} : {statement}.'
    (outcome,) = report_on("check", Source("lost.apl", text), **settings).outcomes
    return outcome


def lines(outcome: Outcome, title: str) -> tuple[str, ...]:
    blocks = [each for each in outcome.blocks if isinstance(each, Lines)]
    (found,) = (each.lines for each in blocks if each.title == title)
    return found


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("F = six(z) => small(F)", ("F = s (s (s (s (s (s z)))))",)),
        ("F = six(six(N)), even(N) => small(F)", None),
        ("F = sub(var(x), x, M) => x # F", ("F = var x", "M = var x")),
        ("app(F, F) = sub(app(E, E), x, var(y)) => x # E", ("F = var y", "E = var x")),
        ("closed([], E), opened(E, F) => closed([], F)", ("E = lam (x\\var x)", "F = var x")),
        ("opened(E, F), opened(E, G) => F = G", None),
        ("E = lam(x\\F), closed([], E) => x # F", None),
        ("closed([], lam(x\\F)) => x # F", ("F = var x",)),
        ("F = bind(E, x, M), G = sub(E, x, M) => F = G", None),
        ("A = x\\E, closed([x], E) => A@y = E", ("A = x\\var x", "E = var x")),
        ("k # app(E, F), G = app(E, H) => k # G", None),
        ("k # E, X # E => X = k", None),
        ("closed([x], E), F = (x~y)E => closed([x], F)", ("E = var x", "F = var y")),
    ],
)
def test_counterexamples_with_functions_and_escaping_names_are_found(
    statement: str, expected: tuple[str, ...] | None
) -> None:
    outcome = checked(statement)
    assert outcome.verdict is Verdict.REFUTED
    assert expected in {None, lines(outcome, "counterexample")}


@pytest.mark.parametrize(
    "statement",
    ["closed([], E), opened(E, F) => opened(E, F)", "X # E, free(X, E) => fail"],
)
def test_what_holds_for_other_names_is_no_counterexample(statement: str) -> None:
    assert checked(statement).verdict is Verdict.PASSED


OVERLAPPING = """
nat : type.  z : nat.  s : nat -> nat.
func either(nat, nat) = nat.
either(X, _) = X.
either(_, Y) = Y.
func twice(nat, nat) = nat.
twice(X, Y) = either(either(X, Y), z).
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
func larger(nat, nat) = nat.
larger(M, N) = M :- le(N, M).
larger(M, N) = N :- le(M, N).
"""


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("either(X, Y) = X", Verdict.REFUTED),
        ("either(X, X) = X", Verdict.CONFIRMED),
        ("le(X, either(X, Y))", Verdict.REFUTED),
        ("le(X, twice(X, Y))", Verdict.REFUTED),
        ("le(X, larger(X, Y))", Verdict.PASSED),
        ("le(larger(X, Y), X)", Verdict.REFUTED),
    ],
)
def test_a_conclusion_must_hold_for_all_values_of_a_function_whose_equations_overlap(
    statement: str, verdict: Verdict
) -> None:
    report = report_on("check", Source("t.apl", f'{OVERLAPPING}#check "t" 4 : {statement}.'))
    assert report.outcomes[0].verdict is verdict


SWAPPED = """
nat : type.  z : nat.  s : nat -> nat.
pred swapped(nat, nat, nat).
swapped(s(T), Y, Z) :- swapped(T, Z, Y).
swapped(z, _, _).
pred differ(nat, nat).
differ(z, s(_)).
differ(s(_), z).
differ(s(X), s(Y)) :- differ(X, Y).
#check "swapped" 2 : swapped(T, Y, Z) => differ(Y, Z).
"""


def test_what_is_filled_once_does_not_rest_on_what_is_left_out_because_of_it() -> None:
    """For T = s(z) the theorem is used on T = z, where the same values are to be filled in."""
    (outcome,) = report_on("check", Source("swapped.apl", SWAPPED)).outcomes
    assert outcome.verdict is Verdict.REFUTED
    assert "found at bound 2" in outcome.summary


def test_a_function_call_belongs_to_the_hypothesis_that_needs_it() -> None:
    text = (
        LAMBDA + '#check "t" 3 : even(N), app(E, var(x)) = app(sub(E, x, E), E), even(M) => N = M.'
    )
    _, items = load(Source("t.apl", text))
    (theorem,) = (each for each in items if isinstance(each, Check))
    assert len(premises(theorem)) == 3
    assert [each.change for each in mutants(theorem)][1].startswith("without hypothesis 2")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("nothing(N) => even(N)", "no instance meets the hypotheses"),
        ("even(N), N = s(z) => small(N)", "no instance meets the hypotheses"),
        ("even(N), N = six(six(z)) => small(N)", "no instance meets the hypotheses within bound 4"),
    ],
)
def test_a_theorem_about_nothing_is_vacuous(statement: str, reason: str) -> None:
    outcome = checked(statement)
    assert (outcome.verdict, outcome.word) == (Verdict.UNDECIDED, "vacuous")
    assert outcome.reason == reason


def test_that_nothing_meets_the_hypotheses_may_be_the_theorem() -> None:
    assert checked("even(N), N = s(z) => fail").verdict is Verdict.CONFIRMED
    assert checked("even(N), N = s(z) => nothing(N)").verdict is Verdict.CONFIRMED


def test_a_passed_theorem_shows_how_its_hypotheses_are_met_and_what_it_did_not_use() -> None:
    outcome = checked("closed([], E), closed([x], F) => closed([], sub(F, x, E))", bound=3)
    assert outcome.verdict is Verdict.PASSED
    assert lines(outcome, "the hypotheses are met, for example") == (
        "E = lam (x1\\var x1)",
        "F = var x",
    )
    assert lines(outcome, "clauses that were not used")[0].startswith("line 35: closed(G, app")


def test_candidates_in_doubt_are_shown_and_bounds_left_out_are_said() -> None:
    grows = 'pred grow(nat).\ngrow(N) :- grow(s(N)).\n#check "a" 3 : even(N) => grow(N).'
    (outcome,) = report_on("check", Source("grow.apl", LAMBDA + grows)).outcomes
    assert outcome.summary.startswith("no counterexample so far; 1 candidate at bound 1")
    assert lines(outcome, "not decided, for example") == ("N = z",)
    (table,) = (each for each in outcome.blocks if isinstance(each, Table))
    assert [row[0] for row in table.rows] == ["1", "2", "3"]


def test_conclusions_that_do_not_end_cost_no_more_than_the_effort() -> None:
    grows = 'pred grow(nat).\ngrow(N) :- grow(s(N)).\n#check "a" 60 : even(N), even(M) => grow(N).'
    program, (*_, theorem) = load(Source("grow.apl", LAMBDA + grows))
    assert isinstance(theorem, Check)
    campaign = deepen(Attack(program, theorem), 60, Effort(0.01), lambda _text: None)
    assert campaign.ended is Ended.EFFORT
    assert sum(each.unsettled for each in campaign.explored) < 10


def test_variables_used_once_are_warned_of() -> None:
    text = LAMBDA + (
        "pred p(nat, nat).\np(M, N) :- even(M).\np(M, _M) :- even(M).\n"
        '#check "a" 2 : even(N), p(N, M) => p(N, K).'
    )
    report = report_on("check", Source("once.apl", text))
    found = [(each.code, each.message) for each in report.diagnostics]
    assert found == [
        ("AP022", "`N` is used only here"),
        ("AP022", "`K` is used only here"),
    ]


@pytest.mark.parametrize(
    ("statement", "warned"),
    [
        ("F = (x~y)(E) => E = F", ["E"]),
        ("X # E, E = F => X # F", ["E", "F"]),
        ("closed([], E), F = (x~y)(E), X # F => E = F", []),
        ("E = F => F = E", []),
        ("X # Y, Y # X => fail", []),
    ],
)
def test_a_type_that_is_left_open_is_warned_of_where_names_matter(
    statement: str, warned: list[str]
) -> None:
    text = f'{LAMBDA}\n#check "open" 2 : {statement}.'
    found = report_on("check", Source("open.apl", text)).diagnostics
    messages = [each.message for each in found if each.code == "AP023"]
    assert [each.split("`")[1] for each in messages] == warned


TREES = """
tree : type.  leaf : tree.  one : (tree, tree) -> tree.  two : (tree, tree) -> tree.
three : (tree, tree) -> tree.
pred grown(tree).
grown(leaf).
grown(one(S, T)) :- grown(S), grown(T).
grown(two(S, T)) :- grown(S), grown(T).
grown(three(S, T)) :- grown(S), grown(T).
pred fits(tree, [tree], [tree]).
fits(leaf, [_|R], R).
fits(one(S, T), L, R) :- fits(S, L, M), fits(T, M, R).
fits(two(S, T), L, R) :- fits(S, L, M), fits(T, M, R).
fits(three(S, T), L, R) :- fits(S, L, M), fits(T, M, R).
pred small(tree).
small(T) :- fits(T, [leaf, leaf, leaf, leaf, leaf, leaf], _).
"""


def test_random_tries_find_what_lies_beyond_the_bounds_that_can_be_searched() -> None:
    text = TREES + '#check "small" 20 : grown(T) => small(T).'
    (outcome,) = report_on("check", Source("trees.apl", text)).outcomes
    assert outcome.verdict is Verdict.REFUTED
    (table,) = (each for each in outcome.blocks if isinstance(each, Table))
    complete = [int(row[0]) for row in table.rows if row[-1] == "complete"]
    assert max(complete) < 12, "all trees with seven leaves would be too many"
    assert table.rows[-2][-1] == "left out"
    assert table.rows[-1][-1] == "found at random"


WORDS = """
word : type.  end : word.  a : word -> word.  b : word -> word.  c : word -> word.
pred word(word).
word(end).
word(a(W)) :- word(W).
word(b(W)) :- word(W).
word(c(W)) :- word(W).
pred short(word, [word]).
short(end, _).
short(a(W), [_|L]) :- short(W, L).
short(b(W), [_|L]) :- short(W, L).
short(c(W), [_|L]) :- short(W, L).
"""


@pytest.mark.parametrize(("last", "few"), [(7, True), (14, False)])
def test_few_random_tries_are_made_where_the_search_ends_soon(last: int, few: bool) -> None:
    letters = ", ".join(["end"] * 14)
    theorem = f'#check "a" 14 : word(W) => short(W, [{letters}]).'
    program, (*_, check) = load(Source("soon.apl", WORDS + theorem))
    assert isinstance(check, Check)
    campaign = Campaign(last)
    deepening = Deepening(Attack(program, check), campaign, Effort(20))
    while deepening.next < 7:
        deepening.advance()
    within = sum(each.goals for each in campaign.explored)
    assert campaign.ended is None
    assert within > 2 * WORTHWHILE_DIVE
    assert (deepening.tried < within / 2) is few


@pytest.mark.parametrize("premises", ["X # M, body(M, N)", "body(M, N), X # M"])
def test_a_name_that_a_rule_lets_out_may_be_one_of_the_theorem(premises: str) -> None:
    rule = "pred body(exp, exp).\nbody(lam(x\\M), M).\n"
    text = LAMBDA + rule + f'#check "fresh" 3 : {premises} => X # N.'
    (outcome,) = report_on("check", Source("fresh.apl", text)).outcomes
    assert outcome.verdict is Verdict.REFUTED
