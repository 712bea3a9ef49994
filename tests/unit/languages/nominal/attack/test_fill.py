"""The generators `gen[τ]`: exhaustive, and nothing twice up to the names of what is bound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from refute.languages.nominal.attack.fill import Types, find_holes
from refute.languages.nominal.builtins import evaluate
from refute.languages.nominal.engine.terms import Name, Term, Unknown, alike
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.types import INT, Applied, Type, list_of, pair
from refute.source import Source

TEXT = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
tree : type.  leaf : tree.  node : (tree, tree) -> tree.
void : type.  again : void -> void.
odd : type.  none : odd.  some : void -> odd.
"""


def opened() -> tuple[Program, Types]:
    program, _ = load(Source("types.apl", TEXT))
    return program, Types(program.checker.datatypes, program.sorts)


def declared(program: Program, name: str) -> Type:
    meaning = program.checker.scope.current.types[name]
    assert meaning.constructor is not None
    return Applied(meaning.constructor)


def closed(types: Types, type_: Type, most: int) -> Iterator[Term]:
    """Every closed term of a type with at most so many constructors."""
    store, root = Store(), Unknown()

    def filled(left: int) -> Iterator[Term]:
        places = find_holes(types, [(root, type_)])
        if not places.types:
            yield evaluate(root)
            return
        unknown = next(iter(places.types))
        for filling in places.fillings(types, unknown, most):
            mark = len(store.trail)
            if filling.price <= left and store.bind(unknown, filling.make()):
                yield from filled(left - filling.price)
            store.undo(mark)

    return filled(most)


@pytest.mark.parametrize(("name", "most", "expected"), [("nat", 5, 5), ("tree", 5, 1 + 1 + 2)])
def test_as_many_terms_as_there_are(name: str, most: int, expected: int) -> None:
    program, types = opened()
    assert len(list(closed(types, declared(program, name), most))) == expected


def test_names_are_told_apart_only_where_that_can_be_seen() -> None:
    program, types = opened()
    found = list(closed(types, declared(program, "exp"), 3))
    # var a; lam x.x, lam x.a; lam x.lam y.{x,y,a}; app over {a,a}, {a,b}
    assert len(found) == 1 + 2 + 3 + 2


def test_no_term_comes_twice() -> None:
    program, types = opened()
    for name in ("nat", "exp", "tree"):
        found = list(closed(types, declared(program, name), 4))
        assert not any(alike(one, other) for one, other in combinations(found, 2))


def test_numbers_cost_what_they_are() -> None:
    _, types = opened()
    assert list(closed(types, INT, 3)) == [0, 1, -1, 2, -2]


def test_lists_and_pairs() -> None:
    _, types = opened()
    assert len(list(closed(types, list_of(INT), 3))) == 1 + 1
    assert len(list(closed(types, pair(INT, INT), 2))) == 1


def test_what_has_no_closed_term_is_left_out() -> None:
    program, types = opened()
    assert list(closed(types, declared(program, "void"), 4)) == []
    assert len(list(closed(types, declared(program, "odd"), 4))) == 1


def test_free_names_are_seen() -> None:
    program, types = opened()
    name = Name("a")
    found = find_holes(types, [(name, declared(program, "id"))])
    assert list(found.names) == [name]
    assert not found.types
