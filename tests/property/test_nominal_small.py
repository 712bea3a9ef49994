"""Unification and freshness on all small terms, beside plain readings of what they should do."""

from __future__ import annotations

from functools import cache
from itertools import product

from nominal_terms import Oracle, World, free, instance, numbered, swapped

from refute.languages.nominal.terms import Abstraction, Name, Term, expose, swap

NAMES = "ab"
VALUES: list[Oracle] = [
    ("c",),
    ("name", "a"),
    ("name", "b"),
    ("name", "d"),
    ("abs", "a", ("name", "a")),
    ("abs", "b", ("name", "a")),
]


@cache
def terms(size: int) -> tuple[Oracle, ...]:
    """All patterns of a size over two names and an unknown."""
    if size == 1:
        unknown = ("unknown", "X")
        return (*(("name", each) for each in NAMES), unknown, ("swap", "a", "b", unknown))
    bound = [("abs", label, body) for label in NAMES for body in terms(size - 1)]
    pairs = [
        ("f", left, right)
        for first in range(1, size - 1)
        for left, right in product(terms(first), terms(size - 1 - first))
    ]
    return (*bound, *pairs)


def up_to(size: int) -> list[Oracle]:
    return [term for each in range(1, size + 1) for term in terms(each)]


def binders(size: int) -> list[Oracle]:
    return [each for each in up_to(size) if each[0] == "abs"]


def accepts(world: World, value: Oracle) -> bool:
    """Whether the unknown can have a value now; nothing is changed by asking."""
    mark = len(world.store.trail)
    found = world.store.unify(world.unknowns["X"], world.term(value))
    world.store.undo(mark)
    return found


def opens(world: World, term: Term, label: str, value: Oracle) -> bool:
    """Whether a term is an abstraction that a name can open once the unknown has a value."""
    mark = len(world.store.trail)
    abstraction = expose(term)
    assert type(abstraction) is Abstraction
    opened = world.store.open(abstraction, world.names[label])
    found = opened is not None and world.store.unify(world.unknowns["X"], world.term(value))
    world.store.undo(mark)
    return found


def openable(term: Oracle, label: str, value: Oracle) -> bool:
    return label not in free(instance(term, {"X": value}))


def test_two_terms_unify_for_exactly_the_values_that_make_them_equal() -> None:
    pairs = [*product(up_to(3), up_to(3)), *product(binders(4)[:40], binders(3))]
    for one, other in pairs:
        world = World()
        unified = world.store.unify(world.term(one), world.term(other))
        for value in VALUES:
            sides = (numbered(instance(each, {"X": value})) for each in (one, other))
            equal = next(sides) == next(sides)
            assert (unified and accepts(world, value)) == equal, (one, other, value)


def test_a_name_is_fresh_for_exactly_the_values_in_which_it_is_not_free() -> None:
    for term, label in product(up_to(4), "abd"):
        world = World()
        fresh = world.store.fresh(world.names[label], world.term(term))
        for value in VALUES:
            right = label not in free(instance(term, {"X": value}))
            assert (fresh and accepts(world, value)) == right, (term, label, value)


def test_an_unknown_name_is_apart_from_exactly_what_it_is_not_free_in() -> None:
    for term, label in product(up_to(3), "abd"):
        for early in (False, True):
            world = World()
            name = world.unknowns["N"]
            if early:
                world.store.bind(name, world.names[label])
            apart = world.store.apart(
                swap(world.names["a"], world.names["b"], name), world.term(term)
            )
            for value in VALUES:
                mark = len(world.store.trail)
                found = apart and world.store.unify(world.unknowns["X"], world.term(value))
                found = found and world.store.unify(name, world.names[label])
                world.store.undo(mark)
                moved = {"a": "b", "b": "a"}.get(label, label)
                right = moved not in free(instance(term, {"X": value}))
                assert found == right, (term, label, value, early)


def test_what_is_known_of_an_abstraction_does_not_let_a_wrong_name_in() -> None:
    for term, first in product(binders(4), VALUES[:4]):
        world = World()
        built = world.term(term)
        mark = len(world.store.trail)
        assert world.store.unify(world.unknowns["X"], world.term(first))
        assert world.store.fresh(Name("new"), built)
        for label in "abd":
            assert opens(world, built, label, first) == openable(term, label, first)
        world.store.undo(mark)
        for label, value in product("abd", VALUES[:4]):
            assert opens(world, built, label, value) == openable(term, label, value), (term, label)


def test_what_is_known_of_an_abstraction_is_right_under_permutations() -> None:
    for term, left, right in product(binders(4), "abd", "abd"):
        world = World()
        built = world.term(term)
        assert world.store.fresh(Name("new"), built)
        changed = swap(world.names[left], world.names[right], built)
        expected = swapped(left, right, term)
        assert world.store.fresh(Name("new"), changed)
        for label, value in product("abd", VALUES[:4]):
            assert opens(world, changed, label, value) == openable(expected, label, value)
        again = swap(world.names["b"], world.names["d"], changed)
        for label in "abd":
            wanted = openable(swapped("b", "d", expected), label, ("c",))
            assert opens(world, again, label, ("c",)) == wanted
