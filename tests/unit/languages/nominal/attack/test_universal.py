"""`forall*` in the bounded search: by an arbitrary value, by cases, and with names."""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Name, Unknown
from refute.languages.nominal.negation.complement import Inequality
from refute.languages.nominal.signature import Signature
from refute.languages.nominal.types import INT

from ..negation.negating import Deriving, loaded, symbol

TEXT = r"""
id : name_type.
flag : type.
on : flag.  off : flag.
nat : type.
z : nat.  s : nat -> nat.
exp : type.
var : id -> exp.  lam : id\exp -> exp.

pred any(exp).
any(_).
pred lit(flag).
lit(on).
pred set(flag).
set(on).
set(off).
pred even(nat).
pred odd(nat).
even(z).
even(s(X)) :- odd(X).
odd(s(X)) :- even(X).
pred below(nat).
below(z).
below(s(z)).
below(s(s(_))).
pred lambda(id\exp).
lambda(x\var(A)).
lambda(x\lam(F)).
pred name(id).
"""

PROGRAM = loaded(TEXT)
INEQUALITY = Inequality(Signature(PROGRAM.checker.datatypes))
ID, FLAG, NAT, EXP, BODY = (
    symbol(PROGRAM, name).parameters[0] for name in ("name", "lit", "even", "any", "lambda")
)


def call(name: str, *arguments: core.Term) -> core.Goal:
    return core.Atom(symbol(PROGRAM, name), arguments)


def holds(goal: core.Goal, bound: int = 12) -> bool:
    """Whether a goal about names, or about unknowns, is derivable."""
    values = {
        leaf: Unknown() if isinstance(leaf, core.Variable) else Name(leaf.label)
        for leaf in core.goal_leaves(goal)
    }
    return Deriving(PROGRAM).derivable(goal, dict(values), bound)


def every(variable: core.Variable, goal: core.Goal) -> core.Goal:
    return core.Every(variable, goal)


X, Y = core.Variable("X", FLAG), core.Variable("Y", FLAG)
N = core.Variable("N", NAT)
E = core.Variable("E", EXP)
F = core.Variable("F", BODY)
A, B = core.Variable("A", ID), core.Variable("B", ID)
a, b = core.NameConstant("a", ID), core.NameConstant("b", ID)


def variable(name: core.Term) -> core.Term:
    return constructed("var", name)


def lam(body: core.Term) -> core.Term:
    return constructed("lam", body)


def constructed(name: str, argument: core.Term) -> core.Term:
    symbols = [each for group in PROGRAM.checker.datatypes.values() for each in group]
    return core.Construct(next(each for each in symbols if each.name == name), (argument,))


def test_an_arbitrary_value_is_enough_where_nothing_is_looked_at() -> None:
    assert holds(every(E, call("any", E)), bound=1)


def test_all_cases_must_hold() -> None:
    assert holds(every(X, call("set", X)))
    assert not holds(every(X, call("lit", X)))
    assert holds(every(X, core.Either(call("lit", X), call("set", X))))


def test_cases_are_split_as_deep_as_needed_and_paid_for() -> None:
    assert holds(every(N, call("below", N)), bound=12)
    assert not holds(every(N, call("below", N)), bound=3)
    assert not holds(every(N, call("even", N)), bound=9)


def test_an_unknown_outside_cannot_depend_on_the_value() -> None:
    assert not holds(core.Exists(Y, every(X, core.Equals(X, Y))))
    assert holds(every(X, core.Exists(Y, core.Equals(X, Y))))
    inner = core.Exists(Y, core.Both((core.Equals(X, Y), call("set", Y))))
    assert holds(every(X, inner))


def test_an_unknown_outside_has_one_value_for_all_cases() -> None:
    one_or_other = core.Either(core.Equals(X, Y), INEQUALITY.differ(X, Y))
    assert holds(core.Exists(Y, every(X, one_or_other)))
    assert not holds(core.Exists(Y, every(X, INEQUALITY.differ(X, Y))))


def test_names_are_those_that_are_there_and_a_new_one() -> None:
    decided = core.Either(core.Equals(A, a), core.Fresh(A, a))
    assert holds(every(A, decided))
    assert not holds(every(A, core.Equals(A, a)))
    assert not holds(every(A, core.Fresh(A, a)))
    assert holds(every(A, core.Either(decided, core.Equals(A, b))))


def test_it_is_not_known_which_names_an_unknown_has() -> None:
    assert not holds(core.Exists(B, every(A, core.Fresh(A, B))))
    assert not holds(core.Exists(B, every(E, core.Fresh(B, E))))
    filled = core.Both((every(E, core.Fresh(B, E)), core.New(a, core.Equals(B, a))))
    assert not holds(core.Exists(B, filled))


def test_new_names_are_fresh_for_every_value_and_old_ones_are_not() -> None:
    assert holds(every(E, core.New(b, core.Fresh(b, E))))
    assert not holds(every(E, core.Fresh(a, E)))


def test_binders_are_opened() -> None:
    body = core.Variable("F", BODY)
    assert holds(every(body, call("lambda", body)))
    is_variable = core.New(a, core.Exists(A, core.Equals(body, core.Abstract(a, variable(A)))))
    is_lambda = core.New(a, core.Exists(F, core.Equals(body, core.Abstract(a, lam(F)))))
    assert holds(every(body, core.Either(is_variable, is_lambda)))
    assert not holds(every(body, is_variable))
    bound = core.New(a, core.Equals(body, core.Abstract(a, variable(a))))
    free = core.New(
        a,
        core.Exists(
            A, core.Both((core.Equals(body, core.Abstract(a, variable(A))), core.Fresh(a, A)))
        ),
    )
    assert holds(every(body, core.Either(bound, core.Either(free, is_lambda))))
    assert not holds(every(body, core.Either(bound, is_lambda)))
    assert not holds(every(body, core.Either(free, is_lambda)))


def test_numbers_have_no_cases() -> None:
    number = core.Variable("N", INT)
    assert not holds(every(number, core.Unequal(number, core.Literal(3))))
    assert not holds(every(number, core.Equals(number, core.Literal(3))))
    assert holds(every(number, core.Equals(number, number)))


def test_a_goal_whose_failure_means_something_is_shown_case_by_case() -> None:
    off = core.Not(call("lit", X))
    assert not holds(every(X, off))
    assert holds(every(X, core.Either(off, call("lit", X))))
