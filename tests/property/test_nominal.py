"""Nominal unification, freshness and substitution beside small independent oracles."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from nominal_terms import (
    LABELS,
    Oracle,
    World,
    alike_terms,
    free,
    ground,
    instance,
    labels,
    larger,
    numbered,
    patterns,
    swapped,
)

from refute.languages.nominal import core
from refute.languages.nominal.builtins import substitute
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Name,
    Term,
    alike,
    expose,
    free_names,
    swap,
)
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.run import ask
from refute.languages.nominal.show import Shower
from refute.languages.nominal.tokenstream import standard_operators
from refute.search import Budget
from refute.source import Source


@settings(max_examples=300)
@given(st.one_of(st.tuples(ground, ground), alike_terms(ground)))
def test_ground_terms_unify_when_only_bound_names_differ(pair: tuple[Oracle, Oracle]) -> None:
    one, other = pair
    world = World()
    same = numbered(one) == numbered(other)
    assert world.store.unify(world.term(one), world.term(other)) == same
    assert alike(world.term(one), world.term(other)) == same


@given(labels, ground)
def test_freshness_is_not_occurring_free(label: str, term: Oracle) -> None:
    world = World()
    built = world.term(term)
    assert world.store.fresh(world.names[label], built) == (label not in free(term))
    assert world.store.fresh(world.names[label], built) == (label not in free(term))
    assert {each.label for each in free_names(built)} == free(term)


@given(labels, labels, ground)
def test_swapping_names(left: str, right: str, term: Oracle) -> None:
    world = World()
    lazily = swap(world.names[left], world.names[right], world.term(term))
    assert alike(lazily, world.term(swapped(left, right, term)))
    assert alike(swap(world.names[left], world.names[right], lazily), world.term(term))


@settings(max_examples=300)
@given(patterns, patterns)
def test_what_unifies_is_made_equal(one: Oracle, other: Oracle) -> None:
    world = World()
    left, right = world.term(one), world.term(other)
    if world.store.unify(left, right):
        world.settle()
        assert alike(left, right)


@settings(max_examples=400)
@given(patterns, patterns, ground, ground)
def test_a_unifier_found_by_chance_is_an_instance_of_the_one_found(
    one: Oracle, other: Oracle, x: Oracle, y: Oracle
) -> None:
    values = {"X": x, "Y": y}
    for pair in ((one, other), (one, instance(one, values)), (instance(other, values), other)):
        grounded = [numbered(instance(each, values)) for each in pair]
        if grounded[0] != grounded[1]:
            continue
        world = World()
        assert world.store.unify(world.term(pair[0]), world.term(pair[1]))
        for label, value in values.items():
            assert world.store.unify(world.unknowns[label], world.term(value))


@settings(max_examples=300)
@given(patterns, patterns, labels, labels)
def test_unification_does_not_depend_on_which_names_are_used(
    one: Oracle, other: Oracle, left: str, right: str
) -> None:
    plain, changed = World(), World()
    swapped_pair = [swapped(left, right, each) for each in (one, other)]
    assert plain.store.unify(plain.term(one), plain.term(other)) == changed.store.unify(
        *map(changed.term, swapped_pair)
    )


@given(patterns, patterns)
def test_undoing_leaves_no_trace(one: Oracle, other: Oracle) -> None:
    world = World()
    left, right = world.term(one), world.term(other)
    first = world.store.unify(left, right)
    world.store.undo(0)
    for unknown in world.unknowns.values():
        assert (unknown.value, unknown.attached) == (None, None)
    assert world.store.unify(left, right) == first


# Substitution, as a program and built in


PROGRAM = r"""
id : name_type. exp : type.
var : id -> exp. app : (exp,exp) -> exp. lam : (id\exp) -> exp.
func subst(exp,exp,id) = exp.
subst(var(X),E,X) = E.
subst(var(Y),E,X) = var(Y) :- X # Y.
subst(app(E1,E2),E,X) = app(subst(E1,E,X),subst(E2,E,X)).
subst(lam(y\E1),E,X) = lam(y\subst(E1,E,X)) :- y # (E,X).
?- R = subst(A,B,X).
"""


def compiled() -> tuple[Program, core.Query, dict[str, core.Symbol]]:
    program, items = load(Source("subst.apl", PROGRAM))
    (query,) = (each for each in items if isinstance(each, core.Query))
    return program, query, program.checker.scope.current.symbols


LOADED, QUERY, SYMBOLS = compiled()

variables = st.tuples(st.just("name"), labels)
expressions = st.recursive(variables, larger, max_leaves=8)


def expression(oracle: Oracle, names: dict[str, Name]) -> Term:
    match oracle:
        case ("name", label):
            return (SYMBOLS["var"], names[label])
        case ("abs", label, body):
            return (SYMBOLS["lam"], Abstraction(names[label], expression(body, names)))
        case (_, left, right):
            return (SYMBOLS["app"], expression(left, names), expression(right, names))
    raise AssertionError(oracle)


def numbered_expression(term: Term, bound: tuple[Name, ...] = ()) -> Oracle:
    """De Bruijn's form of an expression that the engine made."""
    term = expose(term)
    if term[0] is SYMBOLS["var"]:
        name = expose(term[1])
        return ("bound", bound.index(name)) if name in bound else ("name", name.label)
    if term[0] is SYMBOLS["lam"]:
        inner = expose(term[1])
        return ("abs", numbered_expression(inner.body, (inner.name, *bound)))
    return ("f", *(numbered_expression(each, bound) for each in term[1:]))


def replaced(term: Oracle, label: str, by: Oracle) -> Oracle:
    """Substitution in de Bruijn's form; what is put in has no numbers that lead out of it."""
    match term:
        case ("name", found):
            return by if found == label else term
        case ("bound", _):
            return term
        case ("abs", body):
            return ("abs", replaced(body, label, by))
        case (head, *parts):
            return (head, *(replaced(each, label, by) for each in parts))
    raise AssertionError(term)


def solved(term: Term, by: Term, name: Name) -> list[Oracle]:
    """Every answer of the program, in de Bruijn's form."""
    asked = ask(LOADED, QUERY, Budget())
    for label, value in (("A", term), ("B", by), ("X", name)):
        assert asked.program.engine.unify(asked.variables[label], value)
    return [numbered_expression(asked.variables["R"]) for _ in asked.solutions]


@settings(max_examples=60)
@given(expressions, expressions, labels)
def test_substitution_captures_nothing(term: Oracle, by: Oracle, label: str) -> None:
    names = {each: Name(each) for each in LABELS}
    expected = replaced(numbered(term), label, numbered(by))
    built = [expression(each, names) for each in (term, by)]
    assert solved(built[0], built[1], names[label]) == [expected]
    inbuilt = substitute(built[0], built[1], (SYMBOLS["var"], names[label]))
    assert numbered_expression(inbuilt) == expected


@settings(max_examples=40)
@given(expressions, expressions, labels, labels, labels)
def test_swapping_names_in_a_goal_swaps_them_in_its_answers(
    term: Oracle, by: Oracle, label: str, left: str, right: str
) -> None:
    names = {each: Name(each) for each in LABELS}
    plain = solved(expression(term, names), expression(by, names), names[label])
    change = {left: right, right: left}
    other = solved(
        expression(swapped(left, right, term), names),
        expression(swapped(left, right, by), names),
        names[change.get(label, label)],
    )
    assert [swapped_numbered(left, right, each) for each in plain] == other


def swapped_numbered(left: str, right: str, term: Oracle) -> Oracle:
    match term:
        case ("name", label):
            return ("name", {left: right, right: left}.get(label, label))
        case ("bound", _):
            return term
        case (head, *parts):
            return (head, *(swapped_numbered(left, right, each) for each in parts))
    raise AssertionError(term)


@settings(max_examples=60)
@given(expressions)
def test_what_is_shown_can_be_read_again(oracle: Oracle) -> None:
    names = {each: Name(each) for each in LABELS}
    term = expression(oracle, names)
    text = Shower(standard_operators()).show(term)
    program = PROGRAM.replace("?- R = subst(A,B,X).", f"?- R = {text}.")
    loaded, items = load(Source("shown.apl", program))
    (query,) = (each for each in items if isinstance(each, core.Query))
    asked = ask(loaded, query, Budget())
    assert asked.solutions.advance()
    assert Shower(standard_operators()).show(asked.variables["R"]) == text
