"""What files written for other αProlog systems hold besides what the tutorial shows."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError

from .asking import LAMBDA, answers, ask, report

PEANO = "nat : type. z : nat. s : nat -> nat.\n"


@pytest.mark.parametrize(
    "declared",
    ["p :: nat * list nat -> o.", "p :: (nat, [nat]) -> prop.", "p : nat -> [nat] -> o."],
)
def test_older_types_of_predicates(declared: str) -> None:
    assert answers(f"{PEANO}{declared}\np(X, [X|_]).\n?- p(X, [z]).") == ["Yes.", "X = z"]


def test_o_is_an_ordinary_type_once_it_is_declared() -> None:
    text = "o : type. t : o. f :: o -> o. f(X) = X.\n?- X = f(t)."
    assert answers(text) == ["Yes.", "X = t"]


def test_a_product_binds_weaker_than_an_abstraction() -> None:
    declared = r"p :: id\exp * exp -> prop. p(x\E, E)."
    assert ask(r"p(y\var z, E)", LAMBDA + declared) == ["Yes.", "E = var z"]


def test_call_solves_a_predicate_with_its_arguments() -> None:
    program = f"{PEANO}pred p(nat). p(z). p(s(z)).\n"
    assert ask("call(p(X))", program) == ["Yes.", "X = z", "Yes.", "X = s z"]
    with pytest.raises(InputError, match="and `X` is a variable"):
        ask("call(X)", program)
    with pytest.raises(InputError, match="`call` takes a predicate"):
        ask("call((p(X), p(Y)))", program)


def test_a_predicate_may_be_called_call() -> None:
    assert ask("call(X)", "pred call(int). call(3).") == ["Yes.", "X = 3"]


def test_the_prelude_has_what_is_known_from_the_start() -> None:
    assert ask("X = Prelude.cons 1 Prelude.nil, not(Prelude.fail)", "") == ["Yes.", "X = [1]"]


def test_random_numbers_come_from_the_seed() -> None:
    text = "?- X is random 1000, rand(1000, Y), rand(1, Z)."
    again = [report(text, seed=seed).outcomes[0].blocks for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]
    assert "Z = 0" in answers(text)
    with pytest.raises(InputError, match="there is no number from 0 to -1"):
        raise InputError(report("?- X is random 0.").diagnostics)


def test_a_text_spelled_as_a_name_of_the_query_gives_that_name() -> None:
    program = LAMBDA + "pred named(string, exp). named(S, var(X)) :- X is Name.from_string(S)."
    goal = r'named("x", E), F is E{y/x}, G = lam(x\E)'
    assert ask(goal, program) == ["Yes.", "E = var x", "F = var y", r"G = lam (x\var x)"]


def test_names_are_ordered_by_their_spelling() -> None:
    goal = "X = var a, Name.lt a b, Y is Name.names a b, Z is Name.names b a, U is Name.names a a"
    assert ask(goal)[2:] == ["Y = -1", "Z = 1", "U = 0"]
    assert ask("X = var a, Name.lt b a") == []


def test_the_value_of_a_comparison_is_a_truth_value() -> None:
    assert ask("X is 3 < 4, Y is 4 < 3, Z is neg(3 < 4)", "") == [
        "Yes.",
        "X = true",
        "Y = false",
        "Z = false",
    ]


def test_equality_up_to_all_names_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be solved"):
        ask("var a ~= var b")


def test_a_variable_may_stand_for_a_whole_tuple() -> None:
    declared = r"let : (exp, id\exp) -> exp. pred p(exp). p(let(_)). p(let X) :- X = (_, _)."
    assert ask(r"p(let(var x, y\var y))", LAMBDA + declared) == ["Yes.", "Yes."]


def test_a_clause_may_have_several_heads() -> None:
    program = "pred p(int). pred q(int). pred r(int). r(7).\np(X), q(X) :- r(X)."
    assert ask("p(X), q(Y)", program) == ["Yes.", "X = 7", "Y = 7"]
