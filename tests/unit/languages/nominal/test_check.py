"""`refute check` of nominal programs: settings, bad input, interrupts, mutants."""

from __future__ import annotations

from typing import Any

import pytest

import refute
from asking import report_on
from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack import attack as attacks
from refute.languages.nominal.attack.campaign import WORTHWHILE
from refute.languages.nominal.attack.theorems import is_atomic, mutants
from refute.languages.nominal.program import load
from refute.report.outcome import Lines, Outcome, Outline, Report, Table, Verdict
from refute.solver import Ended
from refute.source import Source

NAT = r"""
nat : type.  z : nat.  s : nat -> nat.
pred num(nat).
num(z).
num(s(N)) :- num(N).
pred odd(nat).
odd(s(z)).
odd(s(s(N))) :- odd(N).
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
pred total(nat, nat).
total(M, N) :- le(M, N) ; le(N, M).
pred cuts(nat).
cuts(N) :- num(N), !.
pred next(int, int).
next(N, M) :- M is N + 1.
id : name_type.
"""


def checked(text: str, **settings: Any) -> Report:
    return report_on("check", Source("theorems.apl", NAT + text), **settings)


def only(text: str, **settings: Any) -> Outcome:
    (outcome,) = checked(text, **settings).outcomes
    return outcome


def codes(text: str, **settings: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        checked(text, **settings)
    return [each.code for each in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["AP031"]),
        ('#check "a" 0 : num(X) => odd(X).', ["AP041"]),
        ('#check "a" 3 : num(X) => odd(X), num(X).', ["AP040"]),
        ('#check "a" 3 : num(X) => (odd(X) ; num(X)).', ["AP040"]),
        ('#check "a" 3 : num(X) => not(odd(X)).', ["AP040"]),
        ('#check "a" 3 : num(X), ! => odd(X).', ["AP042"]),
        ('#check "a" 3 : (num(X), ! ; odd(X)) => odd(X).', ["AP042"]),
        ('#check "a" 3 : num(X) => unheard(X).', ["AP010"]),
        ('#check "a" -1 : num(X) => odd(X).', ["AP001"]),
        (
            '#check "a" 0 : num(X) => odd(X).\n#check "b" 2 : num(X) => exists Y. odd(Y).',
            ["AP041", "AP040"],
        ),
    ],
)
def test_bad_theorems_are_refused(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_conclusion_may_be_about_a_variable_that_stands_for_several_arguments() -> None:
    pairs = "pred same((nat, nat)).\nsame((z, z)).\nsame((s(X), s(Y))) :- same((X, Y)).\n"
    mixed = "pred mixed((nat, nat)).\nmixed((z, s(_))).\n"
    both = only(f'{pairs}#check "a" 4 : same(P) => same(P).')
    assert both.verdict is Verdict.CONFIRMED
    wrong = only(f'{pairs}{mixed}#check "a" 4 : mixed(P) => same(P).')
    assert wrong.verdict is Verdict.REFUTED


def test_negations_of_predicates_are_offered_for_conclusions() -> None:
    with pytest.raises(InputError) as caught:
        checked('#check "a" 3 : num(X) => not(odd(X)).')
    assert caught.value.diagnostics[0].help == "write `not_odd(…)` for `not(odd(…))`"


def test_a_variable_of_the_conclusion_only_is_said_to_stand_for_every_value() -> None:
    report = checked('#check "a" 3 : num(X) => le(X, Y).')
    assert report.diagnostics[0].help.startswith("the conclusion must hold for every value of it")


def test_bad_settings_are_refused() -> None:
    theorem = '#check "a" 2 : num(X) => odd(X).'
    assert codes(theorem, bound=0) == ["F010"]
    assert codes(theorem, strategy="best-first") == ["F010"]


def test_the_bound_of_the_user_replaces_that_of_the_file() -> None:
    theorem = '#check "a" 1 : odd(X) => X = s(z).'
    assert only(theorem).verdict is Verdict.PASSED
    assert only(theorem, bound=2).verdict is Verdict.REFUTED


def test_a_counterexample_keeps_its_unknowns_and_shows_the_instance_tried() -> None:
    outcome = only('#check "a" 3 : le(X, Y) => le(Y, X).')
    lines = {each.title: each.lines for each in outcome.blocks if isinstance(each, Lines)}
    assert lines["counterexample"] == ("X = z", "Y = s _1")
    assert lines["tried on this instance"] == ("X = z", "Y = s z")


def test_freshness_that_a_counterexample_needs_is_shown() -> None:
    outcome = only('pred two(id, id).\ntwo(X, Y) :- X # Y.\n#check "a" 2 : two(X, Y) => fail.')
    lines = {each.title: each.lines for each in outcome.blocks if isinstance(each, Lines)}
    assert lines["counterexample"] == ("X # Y",)
    assert lines["tried on this instance"] == ("X = a", "Y = a1")


def test_a_predicate_that_cannot_be_negated_is_named_and_attacked_by_failure() -> None:
    report = checked('#check "a" 3 : num(X) => cuts(s(X)).', negation="nes")
    assert [each.code for each in report.diagnostics] == ["AP051"]
    assert "cuts" in report.diagnostics[0].message
    assert report.exit_code == 0


def test_numbers_that_are_not_known_are_complained_about() -> None:
    unknown = '#check "a" 3 : N is mod 3 M => next(N, M).'
    report = checked(f'{unknown}\n#check "b" 2 : num(X) => odd(X).')
    assert [each.code for each in report.diagnostics] == ["AP030"]
    assert [each.verdict for each in report.outcomes] == [Verdict.UNDECIDED, Verdict.REFUTED]
    assert report.exit_code == 2


def test_an_interrupt_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    search = attacks.Attack.first

    def interrupted(self: attacks.Attack, bound: int, *rest: Any, **more: Any) -> Any:
        if bound == 3:
            raise KeyboardInterrupt
        return search(self, bound, *rest, **more)

    monkeypatch.setattr(attacks.Attack, "first", interrupted)
    theorems = (
        '#check "a" 9 : num(X) => odd(X).\n'
        '#check "b" 9 : num(X), num(Y) => total(X, Y).\n'
        '#check "c" 9 : num(X) => odd(X).'
    )
    answers = refute.open(NAT + theorems, language="nominal").check()
    with pytest.raises(KeyboardInterrupt):
        answers.report  # noqa: B018 - reads them to their end
    first, second, _ending = answers.report.outcomes
    assert (first.verdict, second.verdict) == (Verdict.REFUTED, Verdict.UNDECIDED)
    assert second.reason == "it was interrupted"
    assert "up to bound 2" in second.summary


def test_time_that_runs_out_is_no_success() -> None:
    outcome = only(
        'pred grow(nat).\ngrow(N) :- grow(s(N)).\n#check "a" 3 : num(X), not(grow(X)) => odd(X).',
        time_limit=0.3,
        effort=100.0,
    )
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason == Ended.TIME


def test_a_conclusion_that_never_ends_is_undecided() -> None:
    outcome = only('pred grow(nat).\ngrow(N) :- grow(s(N)).\n#check "a" 1 : num(X) => grow(X).')
    assert outcome.verdict is Verdict.UNDECIDED
    assert "of 1 candidate" in outcome.reason


def test_random_search_is_reproducible_and_finds_things() -> None:
    theorem = '#check "a" 12 : num(X), num(Y), le(X, Y) => odd(s(X)).'
    one, other = (only(theorem, strategy="random", seed=5) for _ in range(2))
    assert one.verdict is Verdict.REFUTED
    assert one.blocks == other.blocks


def test_mutants_show_what_is_not_exercised() -> None:
    theorem = '#check "a" 4 : odd(X), num(X), num(Y) => total(X, Y).'
    outcome = only(theorem, mutate=True)
    (table,) = (
        each
        for each in outcome.blocks
        if isinstance(each, Table) and each.title == "theorems that claim more"
    )
    assert {result for _, result in table.rows} == {
        "no counterexample up to bound 4: not exercised"
    }
    outcome = only('#check "a" 4 : num(X) => num(s(X)).', mutate=True)
    last = outcome.blocks[-1]
    assert isinstance(last, Table)
    assert last.rows[0][1] == "true as well: not needed"


def test_what_follows_by_induction_is_proved() -> None:
    assert only('#check "a" 9 : le(X, Y), num(Y) => num(X).').verdict is Verdict.CONFIRMED
    assert only('#check "a" 9 : le(X, Y), le(Y, Z) => le(X, Z).').verdict is Verdict.CONFIRMED
    assert only('#check "a" 4 : num(X), num(Y) => total(X, Y).').verdict is Verdict.PASSED


def test_each_mutant_claims_more() -> None:
    _, items = load(Source("m.apl", NAT + '#check "a" 3 : num(X), le(X, Y) => le(s(X), s(Y)).'))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    changes = [each.change for each in mutants(theorem)]
    assert changes == [
        "without hypothesis 1: num(X)",
        "without hypothesis 2: le(X, Y)",
        "any `X` in hypothesis 1: num(X)",
        "any `X` in hypothesis 2: le(X, Y)",
        "any `Y` in hypothesis 2: le(X, Y)",
        "any `X` in the conclusion: le(s(X), s(Y))",
        "any `Y` in the conclusion: le(s(X), s(Y))",
    ]
    assert all(is_atomic(each.theorem.conclusion) for each in mutants(theorem))


def test_functions_are_computed_in_conclusions() -> None:
    text = (
        "func plus(nat, nat) = nat.\nplus(z, N) = N.\nplus(s(M), N) = s(plus(M, N)).\n"
        '#check "right" 4 : num(M) => plus(M, z) = M.\n'
        '#check "wrong" 4 : num(M), num(N) => plus(M, N) = M.'
    )
    right, wrong = checked(text).outcomes
    assert right.verdict in {Verdict.PASSED, Verdict.CONFIRMED}
    assert wrong.verdict is Verdict.REFUTED


def test_a_bound_without_any_step_may_come_before_one_with_many() -> None:
    facts = "".join(f"fact({number}).\n" for number in range(WORTHWHILE + 50))
    text = f"pred fact(int).\n{facts}pred known(int).\nknown(X) :- fact(X).\n"
    outcome = only(text + '#check "a" 4 : known(X) => X < 1000.')
    (table,) = (each for each in outcome.blocks if isinstance(each, Table))
    goals = [int(row[1]) for row in table.rows]
    assert goals[0] == 0
    assert goals[1] > WORTHWHILE


def test_a_random_try_may_come_to_the_end_of_the_search() -> None:
    high = "s(" * 40 + "z" + ")" * 40
    clauses = "count(z, z).\ncount(s(N), s(M)) :- count(N, M)."
    theorem = f'#check "same" 80 : N = {high}, count(N, M), count(N, K) => M = K.'
    outcome = only(f"pred count(nat, nat).\n{clauses}\n{theorem}")
    assert outcome.verdict is Verdict.CONFIRMED


def test_a_hypothesis_on_which_depth_first_search_gets_lost_has_its_derivation_shown() -> None:
    text = """
        exp : type.  unit : exp.  first : exp -> exp.  pair : (exp, exp) -> exp.
        pred tc(exp, exp).
        tc(first(_), T) :- tc(_, pair(T, _)).
        tc(pair(M, N), pair(T, U)) :- tc(M, T), tc(N, U).
        tc(unit, unit).
        #check "value" 6 : tc(E, unit) => E = unit.
    """
    (outcome,) = report_on("check", Source("lost.apl", text)).outcomes
    assert outcome.verdict is Verdict.REFUTED
    derived = next(each for each in outcome.blocks if isinstance(each, Outline))
    assert [each.label for each in derived.children] == ["tc(first unit, unit)   [tc-first]"]
