"""Nominal unification, freshness and substitution beside small independent oracles.

An oracle term is nested tuples: `("name", a)`, `("abs", a, t)`, `("f", t, u)`, `("c",)` and, in
patterns, `("swap", a, b, t)` and `("unknown", X)`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from refute.languages.nominal import core
from refute.languages.nominal.builtins import symbol
from refute.languages.nominal.evaluate import substitute
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.queries import ask
from refute.languages.nominal.show import Shower
from refute.languages.nominal.terms import (
    Abstraction,
    Name,
    Suspended,
    Term,
    Unknown,
    alike,
    expose,
    free_names,
    swap,
    walk,
)
from refute.languages.nominal.tokenstream import standard_operators
from refute.languages.nominal.types import UNIT
from refute.languages.nominal.unify import Store
from refute.search import Budget
from refute.source import Source

Oracle: TypeAlias = tuple[Any, ...]

F = symbol("f", (UNIT, UNIT), UNIT)
C = symbol("c", (), UNIT)
LABELS = "abd"

labels = st.sampled_from(LABELS)
leaves = st.one_of(st.tuples(st.just("name"), labels), st.just(("c",)))


def larger(inner: st.SearchStrategy[Oracle]) -> st.SearchStrategy[Oracle]:
    return st.one_of(
        st.tuples(st.just("abs"), labels, inner), st.tuples(st.just("f"), inner, inner)
    )


ground = st.recursive(leaves, larger, max_leaves=6)
unknowns = st.tuples(st.just("unknown"), st.sampled_from("XY"))
swaps = st.tuples(st.just("swap"), labels, labels, unknowns)
patterns = st.recursive(st.one_of(leaves, unknowns, swaps), larger, max_leaves=5)


# The oracles


def numbered(term: Oracle, bound: tuple[str, ...] = ()) -> Oracle:
    """De Bruijn's form: equal for terms that differ only in the names they bind."""
    match term:
        case ("name", label):
            return ("bound", bound.index(label)) if label in bound else term
        case ("abs", label, body):
            return ("abs", numbered(body, (label, *bound)))
        case (head, *parts):
            return (head, *(numbered(each, bound) for each in parts))
    raise AssertionError(term)


def free(term: Oracle) -> set[str]:
    match term:
        case ("name", label):
            return {label}
        case ("abs", label, body):
            return free(body) - {label}
        case (_, *parts):
            return set[str]().union(*map(free, parts))
    raise AssertionError(term)


def swapped(left: str, right: str, term: Oracle) -> Oracle:
    change = {left: right, right: left}
    match term:
        case ("name", label):
            return ("name", change.get(label, label))
        case ("abs", label, body):
            return ("abs", change.get(label, label), swapped(left, right, body))
        case ("unknown", _):
            return ("swap", left, right, term)
        case ("swap", one, other, body):
            return (
                "swap",
                change.get(one, one),
                change.get(other, other),
                swapped(left, right, body),
            )
        case (head, *parts):
            return (head, *(swapped(left, right, each) for each in parts))
    raise AssertionError(term)


def instance(pattern: Oracle, values: dict[str, Oracle]) -> Oracle:
    match pattern:
        case ("unknown", label):
            return values[label]
        case ("swap", left, right, body):
            return swapped(left, right, instance(body, values))
        case ("abs", label, body):
            return ("abs", label, instance(body, values))
        case ("f", left, right):
            return ("f", instance(left, values), instance(right, values))
        case _:
            return pattern


# From oracle terms to terms and back


class World:
    """Names and unknowns by their labels."""

    def __init__(self) -> None:
        self.names = {label: Name(label) for label in LABELS}
        self.unknowns = {label: Unknown() for label in "XY"}
        self.store = Store()

    def term(self, oracle: Oracle) -> Term:
        match oracle:
            case ("name", label):
                return self.names[label]
            case ("unknown", label):
                return self.unknowns[label]
            case ("abs", label, body):
                return Abstraction(self.names[label], self.term(body))
            case ("swap", left, right, body):
                return swap(self.names[left], self.names[right], self.term(body))
            case ("f", left, right):
                return (F, self.term(left), self.term(right))
        return C.constant

    def settle(self) -> None:
        """Give what is still unknown a value that has no names and so fulfils every constraint."""
        for part in list(walk(*self.unknowns.values())):
            unknown = part.term if type(part) is Suspended else part
            if type(unknown) is Unknown and unknown.value is None:
                assert self.store.bind(unknown, C.constant)


@given(ground, ground)
def test_ground_terms_unify_when_only_bound_names_differ(one: Oracle, other: Oracle) -> None:
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
