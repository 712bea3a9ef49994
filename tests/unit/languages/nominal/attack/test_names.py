"""Names that theorems write, and names that rules let out of their binders."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.report.outcome import Lines, Outcome, Outline, Verdict
from refute.source import Source

LAMBDA = r"""
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
label : name_type.
code : type.  halt : code.  jump : label -> code.  point : label\exp -> code.

pred body(exp, exp).
body(lam(x\M), M).
pred inner(exp, exp).
inner(M, N) :- body(M, N).
inner(app(M, _), N) :- inner(M, N).
func inside(exp) = exp.
inside(lam(x\M)) = M.
pred careful(exp, exp).
careful(lam(x\M), M) :- x # M.
pred bodies(exp, exp).
bodies(lam(x\lam(y\M)), M).
pred made(exp).
made(var(a)).
pred target(code).
target(jump(l)).
pred opened(exp, id).
opened(M, x) :- M = lam(x\_).
pred same(exp, exp).
same(M, M).
func capturing(exp, id, exp) = exp.
capturing(var(X), X, M) = M.
capturing(var(Y), X, _) = var(Y) :- X # Y.
capturing(lam(y\E), X, M) = lam(y\capturing(E, X, M)) :- y # X.
pred identity(exp).
identity(lam(x\var(x))).
"""


def checked(statement: str, bound: int = 4) -> Outcome:
    text = f'{LAMBDA}\n#check "theorem" {bound} : {statement}.'
    (outcome,) = report_on("check", Source("names.apl", text)).outcomes
    return outcome


def lines(outcome: Outcome, title: str) -> tuple[str, ...]:
    (found,) = (
        each.lines for each in outcome.blocks if isinstance(each, Lines) and each.title == title
    )
    return found


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("x # M, body(M, N) => x # N", ("M = lam (x\\var x)", "N = var x")),
        ("body(M, N), x # M => x # N", ("M = lam (x\\var x)", "N = var x")),
        ("x # M, inner(M, N) => x # N", ("M = lam (x\\var x)", "N = var x")),
        ("x # M, N = inside(M) => x # N", ("M = lam (x\\var x)", "N = var x")),
        ("body(M, var(x)) => body(M, var(y))", None),
        ("body(M, var(x)), x # M => fail", ("M = lam (x\\var x)",)),
        (
            "x # M, y # M, bodies(M, app(var(x), var(y))) => fail",
            ("M = lam (x\\lam (y\\app (var x,var y)))",),
        ),
        ("made(var(x)) => fail", ()),
        ("X # point(l\\E) => X # var(Y)", None),
        ("made(M) => x # M", ("M = var x",)),
        ("target(jump(k)) => fail", ()),
        ("opened(M, x) => M = lam(x\\var(x))", None),
        ("M = capturing(lam(y\\var(x)), x, var(z)) => M = lam(y\\var(z))", None),
        ("z # E, M = capturing(E, x, var(z)), x # z => M = E", None),
    ],
)
def test_a_name_that_a_theorem_writes_may_be_one_that_a_rule_lets_out(
    statement: str, expected: tuple[str, ...] | None
) -> None:
    outcome = checked(statement)
    assert outcome.verdict is Verdict.REFUTED
    assert expected in {None, lines(outcome, "counterexample")}


@pytest.mark.parametrize(
    "statement",
    [
        "x # M, careful(M, N) => x # N",
        "x # M, body(M, N) => same(M, M)",
        "made(M), target(C) => same(M, M)",
        "x # M, body(M, N), body(M, K), same(N, K) => same(N, N)",
    ],
)
def test_what_holds_for_all_names_is_confirmed(statement: str) -> None:
    assert checked(statement).verdict is Verdict.CONFIRMED


def test_how_names_are_ordered_and_spelled_proves_nothing() -> None:
    text = f"{LAMBDA}pred before(id, id).\nbefore(X, Y) :- true is Name.lt(X, Y).\n"
    text += '#check "t" 3 : made(var(X)), made(var(Y)), before(X, Y) => X # Y.'
    (outcome,) = report_on("check", Source("names.apl", text)).outcomes
    assert outcome.verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "statement",
    [
        "X # M, body(M, N) => X # N",
        "x # M, body(M, N) => x # N",
        "body(M, N), body(M, K), X # K => X # N",
        "made(M), made(N), body(K, app(M, N)) => M = N",
        "M = capturing(E, X, var(Z)), X # E => M = lam(y\\M)",
    ],
)
def test_a_derivation_uses_the_names_of_the_counterexample(statement: str) -> None:
    outcome = checked(statement)
    assert outcome.verdict is Verdict.REFUTED
    titles = {each.title for each in outcome.blocks if isinstance(each, Lines)}
    title = "tried on this instance" if "tried on this instance" in titles else "counterexample"
    values = dict(each.split(" = ", 1) for each in lines(outcome, title) if " = " in each)
    outlines = [each for each in outcome.blocks if isinstance(each, Outline)]
    shown = [each.label.split("   [")[0] for block in outlines for each in block.children]
    for goal in (each.strip() for each in statement.split("=>", maxsplit=1)[0].split("), ")):
        if goal.startswith("body("):
            one, other = goal.removeprefix("body(").rstrip(")").split(", ", 1)
            wanted = f"body({values.get(one, one)}, {values.get(other, other)})"
            if other in values and one in values:
                assert wanted in shown, (wanted, shown)


def test_a_name_of_the_theorem_is_spelled_alike_in_the_values_and_in_the_explanation() -> None:
    outcome = checked(r"identity(M) => M = var(x)")
    assert lines(outcome, "counterexample") == (r"M = lam (x1\var x1)",)
    failed = outcome.blocks[-2]
    assert isinstance(failed, Outline)
    assert [each.label for each in failed.children] == [r"lam (x1\var x1) = var x"]


LET = r"""
id : name_type.
ty : type.  o : ty.  arr : (ty, ty) -> ty.
exp : type.  v : id -> exp.  lam : id\exp -> exp.  let : (exp, id\exp) -> exp.  c : exp.
pred look([(id, ty)], id, ty).
look([(X, T)|_], X, T).
look([(Y, _)|G], X, T) :- X # Y, look(G, X, T).
pred of([(id, ty)], exp, ty).
of(_, c, o).
of(G, v(X), T) :- look(G, X, T).
of(G, lam(x\M), arr(S, T)) :- x # G, of([(x, S)|G], M, T).
of(G, let(M, x\N), T) :- x # G, of([(x, S)|G], N, T), of([(x, S)|G], M, S).
func sub(exp, id, exp) = exp.
sub(c, _, _) = c.
sub(v(X), X, P) = P.
sub(v(Y), X, _) = v(Y) :- X # Y.
sub(lam(y\M), X, P) = lam(y\sub(M, X, P)) :- y # (X, P).
sub(let(M, y\N), X, P) = let(sub(M, X, P), y\sub(N, X, P)) :- y # (X, P).
"""


@pytest.mark.parametrize(
    ("statement", "bound", "verdict"),
    [
        ("of([], M, T) => x # M", 4, Verdict.REFUTED),
        ("of(G, M, T), of(G, M, S) => T = S", 5, Verdict.REFUTED),
        ("of([(x, S)], M, T), of([], N, S) => of([], sub(M, x, N), T)", 4, Verdict.PASSED),
    ],
)
def test_a_binder_whose_scope_is_too_large_in_a_rule(
    statement: str, bound: int, verdict: Verdict
) -> None:
    text = f'{LET}\n#check "theorem" {bound} : {statement}.'
    (outcome,) = report_on("check", Source("let.apl", text)).outcomes
    assert outcome.verdict is verdict
