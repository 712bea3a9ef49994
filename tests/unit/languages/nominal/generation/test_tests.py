"""Terms that satisfy a judgement: which ones are made, how they are printed and tried."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.execution.sandbox import bubblewrap
from refute.report.outcome import Bindings, Report, Table, Verdict
from refute.source import Source

PROGRAM = r"""
nat : type. z : nat. s : nat -> nat. plus : (nat, nat) -> nat.
pred sum(nat, nat, nat). sum(z, X, X). sum(s(X), Y, s(Z)) :- sum(X, Y, Z).
pred append(string, string, string). append([], S, S). append([C|R], S, [C|T]) :- append(R, S, T).
pred any(nat). any(_).
pred even(nat). even(z). even(s(s(X))) :- even(X). even(plus(X, Y)) :- even(X), even(Y).
pred value(nat, nat).
value(z, z).
value(s(X), s(Y)) :- value(X, Y).
value(plus(X, Y), V) :- value(X, A), value(Y, B), sum(A, B, V).
pred write(nat, string).
write(z, "0").
write(s(X), ['s'|S]) :- write(X, S).
write(plus(X, Y), ['+'|S]) :- write(X, A), write(Y, B), append(A, B, S).
id : name_type.
exp : type. num : int -> exp. var : id -> exp. lam : id\exp -> exp. text : string -> exp.
pred member(id, [id]). member(X, [X|_]). member(X, [Y|G]) :- X # Y, member(X, G).
pred closed([id], exp).
closed(_, num(_)).
closed(G, var(X)) :- member(X, G).
closed(G, lam(x\E)) :- closed([x|G], E).
"""


def made(**options: Any) -> Report:
    return report_on("tests", Source("test.apl", PROGRAM), **options)


def texts(report: Report) -> list[str]:
    return [each.text.strip() for each in report.artifacts if "expected" not in each.name]


def all_terms(size: int) -> set[str]:
    """The terms of `nat` with so many constructors, as `write` prints them."""
    if size == 1:
        return {"0"}
    found = {f"s{each}" for each in all_terms(size - 1)}
    for left in range(1, size - 1):
        pairs = product(all_terms(left), all_terms(size - 1 - left))
        found |= {f"+{one}{other}" for one, other in pairs}
    return found


def test_all_terms_up_to_a_size_are_made_the_smallest_first() -> None:
    report = made(terms="any(E)", size=5, printer="write")
    expected = [all_terms(size) for size in range(1, 6)]
    assert sorted(texts(report)) == sorted(each for some in expected for each in some)
    assert texts(report)[0] == "0"
    assert "there are no others" in report.outcomes[0].summary


def test_only_terms_of_which_the_goal_holds_are_made() -> None:
    report = made(terms="even(E)", size=5, printer="write")
    assert set(texts(report)) == {
        "0",
        "ss0",
        "ssss0",
        "+00",
        "+0ss0",
        "+ss00",
        "ss+00",
        "+0+00",
        "++000",
    }


def test_terms_differ_by_more_than_names_and_numbers() -> None:
    report = made(terms="closed([], E)", size=3)
    assert set(texts(report)) == {
        "num 1", r"lam (x\num 1)", r"lam (x\var x)",
        r"lam (x\lam (x1\num 1))", r"lam (x\lam (x1\var x))", r"lam (x\lam (x1\var x1))",
    }  # fmt: skip


ARITHMETIC = r"""
id : name_type.
exp : type. n : int -> exp. v : id -> exp. minus : (exp, exp) -> exp. let : (exp, id\exp) -> exp.
pred look([(id, int)], id, int).
look([(X, N)|_], X, N).
look([(Y, _)|G], X, N) :- X # Y, look(G, X, N).
pred eval([(id, int)], exp, int).
eval(_, n(N), N).
eval(G, v(X), N) :- look(G, X, N).
eval(G, minus(A, B), N) :- eval(G, A, K), eval(G, B, M), N is K - M.
eval(G, let(A, x\B), N) :- x # G, eval(G, A, K), eval([(x, K)|G], B, N).
"""


def test_terms_that_are_computed_with_are_all_made_and_have_different_numbers() -> None:
    report = report_on("tests", Source("test.apl", ARITHMETIC), terms="eval([], E, N)", size=4)
    assert texts(report) == ["n 1", "minus (n 1,n 2)", r"let (n 1,x\n 2)", r"let (n 1,x\v x)"]
    assert "there are no others" in report.outcomes[0].summary
    few = report_on("tests", Source("test.apl", ARITHMETIC), terms="eval([], E, -5)", size=3)
    assert texts(few)[:2] == ["n (-5)", "minus (n 1,n 6)"]


def test_the_distribution_is_told() -> None:
    tables = [
        each for each in made(terms="any(E)", size=3).outcomes[0].blocks if isinstance(each, Table)
    ]
    assert [each.title for each in tables] == ["sizes", "binders", "constructors"]
    assert tables[0].rows == (("1", "1"), ("2", "1"), ("3", "2"))


def test_random_terms_are_the_same_for_a_seed() -> None:
    options = {"terms": "even(E)", "size": 12, "strategy": "random", "limit": 10}
    first = texts(made(**options))
    assert len(set(first)) == 10
    assert texts(made(**options)) == first
    assert texts(made(**options, seed=3)) != first


def test_expected_answers_are_files_too() -> None:
    report = made(terms="any(E)", size=3, answer="value(E, V)", printer="write")
    answers = dict(zip(texts(report), (each.text for each in report.artifacts[1::2]), strict=True))
    assert answers["+00"] == "0\n"


def test_the_smallest_disagreement_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("text = input()\nprint('s' * text.count('s') + '0' + 's' * ('+' in text))\n")
    against = f"{sys.executable} {program}"
    report = made(terms="any(E)", size=3, answer="value(E, V)", printer="write", against=against)
    outcome = report.outcomes[-1]
    assert outcome.verdict is Verdict.REFUTED
    (block,) = outcome.blocks
    assert isinstance(block, Bindings)
    assert block.rows == (("given", "+00"), ("expected", "0"), ("printed", "0s"))


def test_a_program_that_is_compared_is_contained(tmp_path: Path) -> None:
    if isinstance(missing := bubblewrap.find(), str):
        pytest.skip(missing)
    (tmp_path / "secret").write_text("the answer")
    program = tmp_path / "program.py"
    program.write_text(f"input()\nprint(open({str(tmp_path / 'secret')!r}).read())\n")
    settings: dict[str, Any] = {"terms": "any(E)", "size": 1, "answer": "value(E, V)", "limit": 1}
    settings |= {"against": f"/usr/bin/python3 {program}", "sandbox": "required"}
    assert ("printed", "(it did not finish)") in rows(made(**settings))
    assert ("printed", "the answer") in rows(made(**settings, show=(str(tmp_path / "secret"),)))


def rows(report: Report) -> tuple[tuple[str, str], ...]:
    (block,) = (each for each in report.outcomes[-1].blocks if isinstance(each, Bindings))
    return block.rows


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "which terms are wanted"),
        ({"terms": "even(z)"}, "no variable"),
        ({"terms": "even(E)", "printer": "even"}, "is no predicate about a term and the string"),
        ({"terms": "even(E)", "answer": "even(E)"}, "does not relate"),
        ({"terms": "even(E)", "against": "cat"}, "not known what is expected"),
        (
            {"terms": "even(E)", "answer": "value(E, V)", "against": "./nothing"},
            "cannot be started",
        ),
        (
            {"terms": "even(E)", "answer": "value(E, V)", "against": "cat", "show": ("./no",)},
            "names nothing that exists",
        ),
    ],
)
def test_what_cannot_be_made_is_said(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        made(**options)
