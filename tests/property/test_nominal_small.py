"""Unification and freshness on all small terms, beside plain readings of what they should do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

from nominal_terms import C, F, Oracle, World, free, instance, numbered, swapped

from refute.languages.nominal.engine.terms import (
    Abstraction,
    Name,
    Permutation,
    Term,
    compose,
    expose,
    inverse,
    preimage,
    swap,
)
from refute.languages.nominal.types import ALL_SORTS

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
    """All patterns of a size over two names and an unknown, also under permutations of three."""
    if size == 1:
        unknown = ("unknown", "X")
        once = ("swap", "b", "d", unknown)
        twice = ("swap", "a", "b", once)
        return (*(("name", each) for each in NAMES), unknown, once, twice)
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
    moved = {"a": "b", "b": "d", "d": "a"}
    for term, label, early in product(up_to(3), "abd", (False, True)):
        world = World()
        name = world.unknowns["N"]
        if early:
            world.store.bind(name, world.names[label])
        once = swap(world.names["b"], world.names["d"], name)
        twice = swap(world.names["a"], world.names["b"], once)
        apart = world.store.apart(twice, world.term(term))
        for value in VALUES:
            right = moved[label] not in free(instance(term, {"X": value}))
            found = apart and accepts_both(world, value, label)
            assert found == right, (term, label, value, early)


def accepts_both(world: World, value: Oracle, label: str) -> bool:
    """Whether the unknown can have a value and the unknown name another."""
    mark = len(world.store.trail)
    found = world.store.unify(world.unknowns["X"], world.term(value))
    found = found and world.store.unify(world.unknowns["N"], world.names[label])
    world.store.undo(mark)
    return found


def test_constraints_are_kept_beside_each_other() -> None:
    for term, first, second in product(up_to(2), "abd", "abd"):
        for order in permutations(range(3)):
            world = World()
            name, built = world.unknowns["N"], world.term(term)
            pairs = [
                (name, built),
                (world.names[first], built),
                (world.names[second], name),
            ]
            fulfilled = all(world.store.apart(*pairs[number]) for number in order)
            for value, label in product(VALUES, "abd"):
                names = free(instance(term, {"X": value}))
                right = label not in names and first not in names and label != second
                assert (fulfilled and accepts_both(world, value, label)) == right


def test_what_an_unknown_name_is_apart_from_is_known_at_once() -> None:
    world = World()
    name, unknown = world.unknowns["N"], world.unknowns["X"]
    assert world.store.apart(name, unknown)
    mark = len(world.store.trail)
    assert world.store.bind(name, world.names["a"])
    assert unknown.attached is not None
    assert unknown.attached.fresh == (world.names["a"],)
    world.store.undo(mark)
    assert world.store.bind(unknown, (F, world.names["a"], world.names["b"]))
    assert name.attached is not None
    assert set(name.attached.fresh) == {world.names["a"], world.names["b"]}


def test_permutations_of_three_names() -> None:
    names = [Name(label) for label in "abd"]
    every = [moving(names, images) for images in permutations(names)]
    for outer, inner in product(every, every):
        both = compose(outer, inner)
        assert both == moving(names, [image(outer, image(inner, each)) for each in names])
        assert all(each.serial <= both.newest for each in both)
    for one, name in product(every, names):
        assert image(one, preimage(one, name)) is name
        assert compose(inverse(one), one) == compose(one, inverse(one)) == {}


def moving(names: list[Name], images: Sequence[Name]) -> Permutation:
    moved = {one: other for one, other in zip(names, images, strict=True) if one is not other}
    return Permutation(moved, max((each.serial for each in moved), default=0), ALL_SORTS)


def image(permutation: Permutation, name: Name) -> Name:
    return permutation.get(name, name)


def test_what_is_known_of_an_abstraction_does_not_let_a_wrong_name_in() -> None:
    for term, first in product(binders(4), VALUES[:4]):
        world = World()
        built = world.term(term)
        mark = len(world.store.trail)
        assert world.store.unify(world.unknowns["X"], world.term(first))
        assert world.store.fresh(Name("new"), built.body)
        assert world.store.fresh(Name("new"), built)
        for label in "abd":
            assert opens(world, built, label, first) == openable(term, label, first)
        world.store.undo(mark)
        for label, value in product("abd", VALUES[:4]):
            assert opens(world, built, label, value) == openable(term, label, value), (term, label)


def test_what_is_known_of_an_abstraction_is_right_under_permutations() -> None:
    exchanges = [("a", "a"), ("a", "b"), ("a", "d"), ("b", "d")]
    for term, (left, right) in product(binders(4), exchanges):
        world = World()
        built = world.term(term)
        changed = swap(world.names[left], world.names[right], built)
        expected = swapped(left, right, term)
        mark = len(world.store.trail)
        assert world.store.unify(world.unknowns["X"], C.constant)
        assert world.store.fresh(Name("new"), built)
        assert world.store.fresh(Name("new"), changed)
        assert opens(world, changed, "b", ("c",)) == openable(expected, "b", ("c",))
        world.store.undo(mark)
        for label, value in product("abd", VALUES[:4]):
            assert opens(world, changed, label, value) == openable(expected, label, value)
        again = swap(world.names["b"], world.names["d"], changed)
        for label in "abd":
            wanted = openable(swapped("b", "d", expected), label, ("c",))
            assert opens(world, again, label, ("c",)) == wanted
