"""The definitions that negation elimination makes, those of the paper among them."""

from __future__ import annotations

from time import process_time

import pytest

from .negating import CALCULUS, definition, reasons

NUMBERS = r"""
nat : type.
z : nat.  s : nat -> nat.
"""


def test_typing_fails_as_in_the_paper_with_fewer_clauses() -> None:
    # The paper's last premise for variables lacks `X = Y`: a name that is bound twice.
    assert definition(CALCULUS, "tc") == [
        "not_tc([], var _, _).",
        "not_tc([(Y,T)|G], var X, T1) :- (X # Y; neq_ty(T1, T)), (X = Y; not_tc(G, var X, T1)).",
        "not_tc(_, lam (_,_), intTy).",
        "not_tc(_, lam (_,_), listTy).",
        "not_tc(G, lam (M,T), funTy (T1,U)) :- neq_ty(T1, T); (new x. not_tc([(x,T)|G], M@x, U)).",
        "not_tc(G, app (M,N), U) :- forall* T:ty. (not_tc(G, M, funTy (T,U)); not_tc(G, N, T)).",
        "not_tc(_, c C, T) :- neq_ty(tcf(C), T).",
    ]


def test_is_err_has_no_more_clauses_than_in_the_paper() -> None:
    found = definition(CALCULUS, "is_err")
    assert len(found) == 17
    assert "not_is_err(app (V1,err)) :- not_is_err(V1), not_value(V1)." in found
    assert not [each for each in found if each.startswith("not_is_err(err")]


def test_without_simplification_each_clause_is_asked() -> None:
    asked = ", ".join(f"not_is_err_{number}(X)" for number in range(1, 6))
    assert definition(CALCULUS, "is_err", simplify=False) == [f"not_is_err(X) :- {asked}."]
    assert definition(CALCULUS, "is_err", "not_is_err_1", simplify=False) == [
        "not_is_err_1(var _).",
        "not_is_err_1(lam (_,_)).",
        "not_is_err_1(app (_,_)).",
        "not_is_err_1(c _).",
    ]
    parts = [
        len(definition(CALCULUS, "tc", f"not_tc_{number}", simplify=False))
        for number in range(1, 7)
    ]
    assert parts == [4, 5, 6, 6, 5, 7]


def test_what_only_one_goal_has_needs_no_quantifier() -> None:
    assert definition(CALCULUS, "progress") == [
        "not_progress(E) :- not_value(E), not_is_err(E), no_step_1(E)."
    ]
    steps = definition(CALCULUS, "progress", "no_step_1")
    assert "no_step_1(app (lam (_,_),M2)) :- not_value(M2), no_step_1(M2)." in steps
    assert not any("forall*" in each for each in steps)


def test_a_total_function_is_never_undefined() -> None:
    assert definition(CALCULUS, "step", "no_subst_1_2_3") == []
    assert definition(CALCULUS, "subst") == [
        "not_subst(X, X1, X2, X3) :- neq_exp(subst(X, X1, X2), X3)."
    ]


def test_a_partial_function_may_be_undefined() -> None:
    half = NUMBERS + "func half(nat) = nat. half(z) = z. half(s(s(X))) = s(half(X))."
    assert definition(half, "half") == ["not_half(X, X1) :- no_half_1(X); neq_nat(half(X), X1)."]
    assert definition(half, "half", "no_half_1") == [
        "no_half_1(s z).",
        "no_half_1(s (s X)) :- no_half_1(X).",
    ]


def test_a_function_with_several_values_is_treated_as_a_predicate() -> None:
    text = NUMBERS + "func any(nat) = nat. any(X) = X. any(s(X)) = X. "
    text += "pred p(nat). p(X) :- any(X) = Y, any(Y) = z."
    assert definition(text, "p") == ["not_p(X) :- forall* Y:nat. (not_any(X, Y); not_any(Y, z))."]


def test_a_predicate_without_clauses_never_holds() -> None:
    assert definition(NUMBERS + "pred p(nat).", "p") == ["not_p(_)."]


def test_a_predicate_that_always_holds_is_never_false() -> None:
    assert definition(NUMBERS + "pred p(nat). p(z). p(s(X)) :- p(X).", "p") == []


def test_a_polymorphic_predicate_is_negated_for_any_type() -> None:
    member = "pred mem(A, [A]). mem(X, [X|_]). mem(X, [_|Xs]) :- mem(X, Xs)."
    assert definition(member, "mem") == [
        "not_mem(_, []).",
        "not_mem(X, [X1|Xs]) :- neq_A(X1, X), not_mem(X, Xs).",
    ]
    text = NUMBERS + member + "pred p(nat). p(X) :- mem(X, [z])."
    assert definition(text, "p") == ["not_p(X) :- not_mem(X, [z])."]
    assert definition(text, "p", "not_mem") == [
        "not_mem(_, []).",
        "not_mem(X, [X1|Xs]) :- neq_nat(X1, X), not_mem(X, Xs).",
    ]


def test_not_and_choices_are_negated() -> None:
    text = NUMBERS + "pred q(nat). q(z). pred p(nat, nat)."
    assert definition(text + "p(X, Y) :- not(q(X)).", "p") == ["not_p(X, _) :- q(X)."]
    assert definition(text + "p(X, Y) :- q(Y) -> X = Y | q(X).", "p") == [
        "not_p(X, Y) :- (not_q(Y); neq_nat(X, Y)), (q(Y); not_q(X)).",
    ]


SWAPPING = r"""
id : name_type.  exp : type.  var : id -> exp.  lam : id\exp -> exp.
pred p(exp, exp).
"""


@pytest.mark.parametrize(
    ("body", "negated"),
    [
        ("F = (x~y)(E)", "not_p(E, F) :- new x. new y. neq_exp(F, (x~y)E)."),
        ("(x~y)(E) = F", "not_p(E, F) :- new x. new y. neq_exp(E, (x~y)F)."),
        ("(x~y)(E) = (x~y)(F)", "not_p(E, F) :- neq_exp(F, E)."),
        ("E = (x~y)(E)", "not_p(E, _) :- new x. new y. neq_exp(E, (x~y)E)."),
    ],
)
def test_names_swapped_in_what_is_compared_are_swapped_on_one_side(body: str, negated: str) -> None:
    clause = f"p(E, F) :- {body}."
    assert negated in definition(SWAPPING + clause, "p")


def test_numbers_are_compared() -> None:
    text = "pred p(int). p(3). p(N) :- N > 5."
    assert definition(text, "p") == ["not_p(N) :- N /= 3, false is N > 5."]


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        ("p(X) :- q(X), !.", "`p`: it cuts"),
        ("p(X) :- forall Y. q(Y).", "`p`: it uses `forall`"),
        ("p(s(X)) :- (q(Y) -> Y = X | q(X)).", "`p`: `->` takes the first of several solutions"),
    ],
)
def test_what_is_not_supported_is_named(clause: str, reason: str) -> None:
    assert reasons(NUMBERS + "pred q(nat). pred p(nat). " + clause, "p") == [reason]


def test_names_outside_binders_are_not_supported() -> None:
    text = "id : name_type. pred p(id). p(a). pred q(id). q(X) :- p(X)."
    wanted = "`p`: the head of a clause has the name `a` free in it"
    assert reasons(text, "p") == [wanted]
    assert reasons(text, "q") == [wanted]


def test_functions_that_depend_on_spelling_are_not_supported() -> None:
    text = 'id : name_type. pred p(id). p(X) :- X is Name.from_string("a").'
    assert reasons(text, "p") == ["`p`: it uses `from_string`"]


def table(size: int) -> str:
    constants = "".join(f"c{number} : key. " for number in range(size))
    rows = "".join(f"row(c{n}, c{(7 * n + 1) % size})." for n in range(size))
    return f"key : type. {constants}pred row(key, key). {rows}"


def test_a_table_is_negated_row_by_row_or_clause_by_clause() -> None:
    started = process_time()
    found = definition(table(20), "row")
    assert len(found) == 20 * 19
    assert "not_row(c1, c8)." not in found
    assert definition(table(120), "row")[0].startswith("not_row(X, X1) :- not_row_1(X, X1), ")
    assert process_time() - started < 4


def test_a_predicate_of_the_program_may_be_called_like_a_generated_one() -> None:
    program = f"""{NUMBERS}
    pred neq_nat(nat, nat).  neq_nat(z, z).
    pred p(nat, nat).
    p(X, Y) :- not(X = Y).
    p(X, Y) :- not(neq_nat(X, Y)).
    """
    assert definition(program, "p") == ["not_p(X, Y) :- X = Y, neq_nat(X, Y)."]
