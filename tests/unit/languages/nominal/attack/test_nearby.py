"""What is near a counterexample, and how one at a smaller bound is found there."""

from __future__ import annotations

from random import Random

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack, Confirmation
from refute.languages.nominal.attack.campaign import Campaign, Deepening, simplify
from refute.languages.nominal.attack.nearby import Pattern, nearby
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

SYNTAX = r"""
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
pred plain(exp).
plain(var(_)).
plain(lam(x\E))  :- plain(E).
plain(app(E, F)) :- plain(E), plain(F).
pred nested(exp).
nested(app(app(_, _), _)).
"""


def attacks(*theorems: str) -> list[Attack]:
    """Attacks on theorems about one program."""
    checks = "\n".join(f'#check "near" 20 : {each}.' for each in theorems)
    program, items = load(Source("nearby.apl", SYNTAX + checks))
    return [Attack(program, each) for each in items if isinstance(each, core.Check)]


def found(attack: Attack, bound: int) -> Confirmation:
    confirmation = attack.first(bound, Effort())
    assert confirmation is not None
    return confirmation


def values_of(attack: Attack, like: Attack, bound: int) -> dict[core.Leaf, Term]:
    """The values of a counterexample to another theorem, for the variables of the same names."""
    values = {leaf.label: value for leaf, value in found(like, bound).values.items()}
    return {leaf: values[leaf.label] for leaf in attack.subject.given}


def matches(attack: Attack, pattern: Pattern, bound: int) -> tuple[str, ...] | None:
    confirmation = attack.like(pattern, bound, Effort())
    return None if confirmation is None else confirmation.instance


def test_the_bound_that_a_counterexample_needs() -> None:
    (attack,) = attacks("plain(E), nested(E) => fail")
    itself, *_ = nearby(found(attack, 5).values)
    assert matches(attack, itself, 4) is None
    assert matches(attack, itself, 5) == ("E = app (app (var a,var a1),var a2)",)


def test_a_part_is_left_open_wherever_it_stands() -> None:
    attack, other = attacks(
        "plain(E), E = app(F, F) => fail",
        r"plain(E), E = app(F, F), F = lam(x\lam(y\app(var(x), var(y)))) => fail",
    )
    patterns = list(nearby(values_of(attack, other, 11)))
    assert len(patterns) == 9
    assert [each for each in (matches(attack, each, 3) for each in patterns) if each] == [
        ("E = app (var a,var a)", "F = var a")
    ]
    assert [each for each in (matches(attack, each, 5) for each in patterns) if each] == [
        (r"E = app (lam (x\var a),lam (x\var a))", r"F = lam (x\var a)"),
        (r"E = app (lam (x\var a),lam (x\var a))", r"F = lam (x\var a)"),
        ("E = app (var a,var a)", "F = var a"),
    ]


def test_other_names_will_do_if_they_differ_as_these_do() -> None:
    attack, same = attacks(
        r"plain(E), E = app(var(X), lam(y\app(var(Y), var(Z)))), X # Y => fail",
        r"plain(E), E = app(var(X), lam(y\app(var(X), var(y)))), Y = Z => fail",
    )
    itself, *_ = nearby(found(attack, 6).values)
    assert matches(attack, itself, 6) is not None
    itself, *_ = nearby(values_of(attack, same, 6))
    assert matches(attack, itself, 6) is None


def test_a_counterexample_found_at_random_gets_smaller() -> None:
    (attack,) = attacks("plain(E), nested(E) => fail")
    campaign, effort = Campaign(20), Effort()
    campaign.counterexample, campaign.found_at = attack.first(15, effort, random=Random(2)), 15
    Deepening(attack, campaign, effort)._look_nearby(1, 100_000)
    assert campaign.found_at == 5
    assert campaign.counterexample is not None
    assert campaign.counterexample.instance == ("E = app (app (var a,var a1),var a2)",)


def test_parts_stand_for_what_is_around_them_at_the_same_bound() -> None:
    attack, other = attacks(
        "plain(E), nested(E) => fail",
        r"plain(E), E = app(app(app(var(x), lam(y\var(y))), lam(y\lam(z\var(z)))), var(x)) => fail",
    )
    large = Confirmation((), (), values_of(attack, other, 10))
    campaign = Campaign(20, counterexample=large, found_at=10)
    simplify(attack, campaign, Effort(), 600)
    assert campaign.found_at == 10
    assert campaign.counterexample is not None
    assert campaign.counterexample.instance == ("E = app (app (var a,var a1),var a2)",)


def test_what_depends_on_each_other_gets_smaller_together() -> None:
    attack, other = attacks(
        "plain(F), E = app(app(F, F), F) => fail",
        r"plain(F), F = lam(y\lam(z\app(var(x), lam(y\var(y))))), E = app(app(F, F), F) => fail",
    )
    large = Confirmation((), (), values_of(attack, other, 10))
    campaign = Campaign(20, counterexample=large, found_at=10)
    simplify(attack, campaign, Effort(), 600)
    assert campaign.counterexample is not None
    assert campaign.counterexample.instance == ("F = var a", "E = app (app (var a,var a),var a)")


def test_large_values_that_share_their_parts_are_left_as_they_are() -> None:
    (attack,) = attacks("plain(E) => fail")
    ((leaf, value),) = found(attack, 1).values.items()
    application = attack.program.checker.scope.symbol(("app",))
    for _ in range(60):
        value = (application, value, value)
    assert not list(attack.simpler(Confirmation((), (), {leaf: value})))
