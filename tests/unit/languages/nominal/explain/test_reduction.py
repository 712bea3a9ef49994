"""Reduction graphs."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.nominal.explain.reduction import Stepper, begin
from refute.languages.nominal.program import load
from refute.report.html import to_html
from refute.report.outcome import Graph, Mark, Verdict
from refute.solver import Effort, Ended
from refute.source import Source

CALCULUS = r"""
id : name_type.
exp : type. var : id -> exp. app : (exp, exp) -> exp. lam : id\exp -> exp.
func sub(exp, exp, id) = exp.
sub(var(X), E, X) = E.
sub(var(Y), _, X) = var(Y) :- X # Y.
sub(app(M, N), E, X) = app(sub(M, E, X), sub(N, E, X)).
sub(lam(y\M), E, X) = lam(y\sub(M, E, X)) :- y # (E, X).
pred step(exp, exp).
step(app(lam(x\M), N), sub(M, N, x)).  % [beta]
step(app(M, N), app(M', N)) :- step(M, M').
step(app(M, N), app(M, N')) :- step(N, N').
pred count(int, int, int, int).
count(X, Y, X', Y') :- X > 0, X' is X - 1, Y' is Y + 1.
func down(int) = int.
down(X) = Y :- X > 0, Y is X - 2.
"""


def graph(predicate: str, term: str, **options: int) -> Graph:
    source = Source("test.apl", CALCULUS)
    report = report_on("tree", source, reduce=(predicate, term), **options)
    assert [each.name for each in report.artifacts] == ["reductions.svg"]
    (block,) = report.outcomes[0].blocks
    assert isinstance(block, Graph)
    return block


def test_terms_that_are_equal_up_to_bound_names_are_one_node() -> None:
    found = graph("step", r"app(lam(x\app(var(x), var(x))), app(lam(y\var(y)), var(z)))")
    assert len(found.nodes) == 6
    assert [label for label, mark in found.nodes if mark is Mark.ANSWER] == ["app (var z,var z)"]
    assert {rule for _, _, rule in found.edges} == {"beta"}


def test_a_term_that_reduces_to_itself() -> None:
    found = graph("step", r"app(lam(x\app(var(x),var(x))), lam(y\app(var(y),var(y))))")
    assert len(found.nodes) == 1
    assert found.edges == ((0, 0, "beta"),)


def test_how_many_terms_cannot_be_reduced_is_said() -> None:
    omega = r"app(lam(x\app(var(x),var(x))), lam(y\app(var(y),var(y))))"
    said = {
        "var(z)": "1 term, which cannot be reduced",
        omega: "1 term, which can be reduced",
        r"app(lam(x\var(x)), var(z))": "2 terms, 1 of which cannot be reduced",
    }
    for term, summary in said.items():
        report = report_on("tree", Source("test.apl", CALCULUS), reduce=("step", term))
        assert report.outcomes[0].summary == summary


def test_a_page_draws_the_graph_once() -> None:
    source = Source("test.apl", CALCULUS)
    page = to_html(report_on("tree", source, reduce=("step", r"app(lam(x\var(x)), var(z))")))
    assert page.count("<title>reductions</title>") == 1
    assert "&lt;svg" not in page


def test_states_of_several_parts_and_functions() -> None:
    assert [label for label, _ in graph("count", "2, 0").nodes] == ["2, 0", "1, 1", "0, 2"]
    assert [label for label, _ in graph("down", "5").nodes] == ["5", "3", "1", "-1"]


def test_a_graph_that_goes_on_is_cut() -> None:
    found = graph("count", "100, 0", nodes=3)
    assert [mark for _, mark in found.nodes] == [Mark.OPEN, Mark.OPEN, Mark.CUT]


@pytest.mark.parametrize(
    ("predicate", "term"), [("step", "var(X)"), ("stop", "var(x)"), ("sub", "var(x)")]
)
def test_what_cannot_be_reduced_is_refused(predicate: str, term: str) -> None:
    with pytest.raises(InputError):
        graph(predicate, term)


ENDLESS = "pred loop(int, int). loop(X, Y) :- loop(X, Y)."


def test_what_does_not_end_is_not_said_to_be_irreducible() -> None:
    source = Source("test.apl", ENDLESS)
    (outcome,) = report_on("tree", source, reduce=("loop", "1"), effort=0.01).outcomes
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.summary == "1 term; there may be more"
    program, _ = load(source)
    stepper = Stepper(begin(program, "loop", "1"))
    stepper.look(Effort(0.01))
    outcome = stepper.outcome()
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason == Ended.EFFORT
