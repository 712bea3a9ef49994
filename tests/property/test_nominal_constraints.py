"""The store of bindings and constraints accepts exactly the values that fulfil all it was asked.

Terms are built once and take part in several constraints, so that what the store notes in them
(exposed permutations, abstractions known to be closed) is used again. Afterwards every choice of
values from a small universe is tried, and a plain reading of the constraints says which are right.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from hypothesis import given, settings, strategies as st
from nominal_terms import Oracle, World, alike_terms, free, instance, labels, numbered, patterns

from refute.languages.nominal.engine.terms import Abstraction, Name, Term, expose

NAMES: list[Oracle] = [("name", label) for label in "abe"]
VALUES: list[Oracle] = [
    ("c",),
    ("name", "a"),
    ("name", "b"),
    ("abs", "a", ("name", "a")),
    ("abs", "b", ("name", "a")),
    ("f", ("name", "a"), ("abs", "a", ("f", ("name", "a"), ("name", "b")))),
]
CHOICES = [
    {"X": x, "Y": y, "N": name} for x, y, name in product(VALUES, VALUES, NAMES)
]  # fmt: skip

unknown_name: Oracle = ("unknown", "N")
wider = st.one_of(
    patterns,
    st.builds(lambda label, body: ("abs", label, body), labels, patterns),
    st.builds(lambda body: ("f", unknown_name, body), patterns),
)
binders = st.builds(lambda label, body: ("abs", label, body), labels, wider)
pools = st.one_of(
    st.lists(wider, min_size=3, max_size=3),
    st.builds(lambda pair, other: [*pair, other], alike_terms(binders), wider),
    st.builds(lambda pair: [pair[0], pair[1], pair[1][2]], alike_terms(binders)),
)
places = st.integers(min_value=0, max_value=2)
later = st.one_of(labels, st.just("e"))
Constraint: TypeAlias = tuple[str, str, int, int]
constraints: st.SearchStrategy[Constraint] = st.tuples(
    st.sampled_from(["equal", "fresh", "apart", "open"]), later, places, places
)


def holds(constraint: Constraint, pool: list[Oracle], values: dict[str, Oracle]) -> bool:
    """What a constraint says."""
    kind, label, left, right = constraint
    one, other = (instance(pool[place], values) for place in (left, right))
    match kind:
        case "equal":
            return numbered(one) == numbered(other)
        case "fresh":
            return label not in free(one)
        case "apart":
            return free(values["N"]).isdisjoint(free(one))
        case _:
            return numbered(one) == numbered(("abs", label, other))


def ask(world: World, constraint: Constraint, built: list[Term]) -> bool:
    """Ask the store for it."""
    kind, label, left, right = constraint
    store = world.store
    match kind:
        case "equal":
            return store.unify(built[left], built[right])
        case "fresh":
            return store.fresh(world.names[label], built[left])
        case "apart":
            return store.apart(world.unknowns["N"], built[left])
        case _:
            return opened(world, built[left], world.names[label], built[right])


def opened(world: World, term: Term, name: Name, body: Term) -> bool:
    """As the compiled head of a clause does it."""
    term = expose(term)
    if type(term) is not Abstraction:
        return world.store.unify(Abstraction(name, body), term)
    inner = world.store.open(term, name)
    return inner is not None and world.store.unify(body, inner[0])


def accepted(world: World, values: dict[str, Oracle], order: list[str]) -> bool:
    """Whether the unknowns can have these values now; nothing is changed by asking."""
    mark = len(world.store.trail)
    found = all(
        world.store.unify(world.unknowns[label], world.term(values[label])) for label in order
    )
    world.store.undo(mark)
    return found


@settings(max_examples=120)
@given(
    pools,
    st.lists(st.tuples(constraints, st.booleans()), min_size=1, max_size=4),
    st.permutations("XYN"),
)
def test_the_store_accepts_what_fulfils_all_constraints(
    pool: list[Oracle], asked: list[tuple[Constraint, bool]], order: list[str]
) -> None:
    world = World()
    built = [world.term(each) for each in pool]
    world.names["e"] = Name("e")
    kept: list[Constraint] = []
    possible = True
    for constraint, lasting in asked:
        mark = len(world.store.trail)
        found = ask(world, constraint, built)
        if not lasting:
            world.store.undo(mark)
            continue
        kept.append(constraint)
        possible = possible and found
        if not found:
            world.store.undo(mark)
            break
    for values in CHOICES:
        right = all(holds(each, pool, values) for each in kept)
        assert (possible and accepted(world, values, order)) == right, values
