"""Theorems about predicates that the program does not define: `gen_t` and `not_p`."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.report.outcome import Lines, Outcome, Verdict
from refute.source import Source

PROGRAM = r"""id : name_type.
nat : type. z : nat. s : nat -> nat.
exp : type. var : id -> exp. lam : id\exp -> exp. pairs : [(nat, exp)] -> exp.
pred even(nat). even(z). even(s(s(X))) :- even(X).
pred le(nat, nat). le(z, _). le(s(X), s(Y)) :- le(X, Y).
pred below(nat). below(X) :- le(X, Y), le(Y, z).
pred cuts(nat). cuts(z) :- !. cuts(s(X)) :- cuts(X).
pred flat(exp). flat(var(_)). flat(pairs(_)).
pred short(exp). short(var(_)). short(lam(_)). short(pairs([])).
"""


def outcome(theorem: str, program: str = PROGRAM) -> Outcome:
    source = Source("test.apl", f'{program}#check "theorem" 6 : {theorem}.')
    return report_on("check", source).outcomes[0]


@pytest.mark.parametrize(
    ("theorem", "found"),
    [
        ("gen_nat(X) => even(X)", "X = s z"),
        ("not_even(X), gen_nat(X) => X = s(z)", "X = s (s (s z))"),
        ("le(X, Y), gen_nat(Y) => not_le(Y, X)", "X = z"),
        ("gen_nat(X), not_below(X) => even(X)", "X = s z"),
        ("gen_exp(E) => flat(E)", r"E = lam (x\var "),
        ("gen_exp(E) => short(E)", "E = pairs [(z,var"),
    ],
)
def test_a_counterexample_is_found(theorem: str, found: str) -> None:
    answer = outcome(theorem)
    assert answer.verdict is Verdict.REFUTED
    lines = [each for block in answer.blocks if isinstance(block, Lines) for each in block.lines]
    assert any(each.startswith(found) for each in lines), lines


@pytest.mark.parametrize(
    "theorem",
    ["even(X) => not_even(s(X))", "not_le(X, Y), not_le(Y, X) => fail", "gen_nat(X) => le(X, X)"],
)
def test_what_holds_is_not_refuted(theorem: str) -> None:
    assert outcome(theorem).verdict in {Verdict.PASSED, Verdict.CONFIRMED}


@pytest.mark.parametrize("negation", ["nf", "ne", "nes"])
def test_types_of_a_namespace_have_terms_like_all_others(negation: str) -> None:
    program = f"namespace Inner ({PROGRAM}).\n#open Inner.\n"
    claims = ("gen_nat(X) => even(X)", "not_even(X), gen_nat(X) => X = s(z)", "le(X, Y) => even(Y)")
    for each in claims:
        source = Source("test.apl", f'{program}#check "theorem" 6 : {each}.')
        (found,) = report_on("check", source, negation=negation).outcomes
        assert found.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("hypotheses", "word"),
    [
        ("X = z, X = s(Y)", "vacuous"),
        ("even(X), X = s(z)", "vacuous"),
        ("gen_nat(X), not_even(X)", "passed"),
        ("even(s(X)), gen_nat(X)", "passed"),
    ],
)
def test_a_theorem_that_concludes_a_negation_is_vacuous_if_nothing_meets_its_hypotheses(
    hypotheses: str, word: str
) -> None:
    found = outcome(f"{hypotheses} => not_even(X)")
    assert (found.word or found.verdict) == word
    titles = {each.title for each in found.blocks if isinstance(each, Lines)}
    assert ("the hypotheses are met, for example" in titles) == (word == "passed")


def test_they_are_about_what_is_known_by_a_name_where_the_theorem_stands() -> None:
    source = Source(
        "test.apl",
        """
        namespace A ( t : type. a : t. pred p(t). p(a). ).
        namespace B ( t : type. b : t. c : t. pred p(t). p(b). ).
        #open A.
        #check "holds" 3 : gen_t(X) => p(X).
        #check "holds" 3 : gen_t(X), not_p(X) => fail.
        #open B.
        #check "fails" 3 : gen_t(X) => p(X).
        #check "fails" 3 : gen_t(X), not_p(X) => fail.
        """,
    )
    found = [each.verdict for each in report_on("check", source).outcomes]
    assert found == [Verdict.CONFIRMED] * 2 + [Verdict.REFUTED] * 2


def test_a_generator_of_the_program_is_taken_as_it_is() -> None:
    own = f"{PROGRAM}pred gen_nat(nat). gen_nat(z). gen_nat(s(s(X))) :- gen_nat(X)."
    assert outcome("gen_nat(X) => even(X)", own).verdict is not Verdict.REFUTED


@pytest.mark.parametrize(
    ("theorem", "message"),
    [
        ("gen_nut(X) => even(X)", "`gen_nut` is not declared"),
        ("not_cuts(X), even(X) => fail", "negation elimination"),
    ],
)
def test_what_cannot_be_derived_is_refused(theorem: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        outcome(theorem)


def test_programs_know_no_derived_predicates() -> None:
    with pytest.raises(InputError, match="`gen_nat` is not declared"):
        outcome("even(X) => even(X)", f"{PROGRAM}pred p(nat). p(X) :- gen_nat(X).")
