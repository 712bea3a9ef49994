"""The machine itself: depth, determinism, indexing, the trail."""

from __future__ import annotations

import pytest

from refute.languages.nominal import core
from refute.languages.nominal.program import load
from refute.languages.nominal.run import Asked, ask
from refute.search import Budget, Ended
from refute.solver import Effort
from refute.source import Source

DEEP = 30_000


def asked(text: str) -> Asked:
    program, items = load(Source("test.apl", text))
    (query,) = (each for each in items if isinstance(each, core.Query))
    return ask(program, query, Budget())


def test_long_lists_are_appended_and_reversed() -> None:
    text = f"""
#use "list.apl".
#open List.
pred count(int,[int]).
count(0,[]).
count(N,[N|L]) :- N > 0, M is N - 1, count(M,L).
?- count({DEEP},L), append(L,[0],R), reverse(R,[First|_]), append(X,[Last],R).
"""
    found = asked(text)
    assert found.solutions.advance()
    lines = found.shown()
    assert "First = 0" in lines
    assert "Last = 0" in lines


def test_a_long_list_may_be_written() -> None:
    items = ",".join(map(str, range(DEEP)))
    found = asked(f'#use "list.apl".\n?- List.reverse([{items}],[X|_]).')
    assert found.solutions.advance()
    assert found.shown() == [f"X = {DEEP - 1}"]


def test_derivations_and_terms_are_deep() -> None:
    text = f"""
nat : type. z : nat. s : nat -> nat.
pred number(int,nat).
number(0,z).
number(N,s(X)) :- N > 0, M is N - 1, number(M,X).
pred even(nat).
even(z).
even(s(s(X))) :- even(X).
pred length(nat,int).
length(z,0).
length(s(X),N) :- length(X,M), N is M + 1.
?- number({DEEP},X), even(X), length(X,N), X = Y, Y = s(Z), a # X.
"""
    found = asked(text)
    assert found.solutions.advance()
    assert f"N = {DEEP}" in found.shown()
    assert not found.solutions.advance()
    assert found.solutions.ended is Ended.EXHAUSTED


def test_deep_binders_are_opened_swapped_and_compared() -> None:
    text = r"""
id : name_type. exp : type. var : id -> exp. lam : (id\exp) -> exp.
pred build(int,exp).
build(0,E) :- E = var(a).
build(N,lam(x\E)) :- N > 0, M is N - 1, build(M,E).
pred depth(exp,int).
depth(var(X),0).
depth(lam(x\E),N) :- depth(E,M), N is M + 1.
?- build(700,E), depth(E,N), F = (a~b)E, F = (a~b)G, G = E, b # E.
"""
    found = asked(text)
    assert found.solutions.advance()
    assert "N = 700" in found.shown()


@pytest.mark.parametrize(
    "goal",
    [
        "append([1,2],[3],X)",
        "kind(c,X)",
        "last(d,X)",
        "number(2,X)",
        "bound(a\\a,X)",
        "pair((d,c),X)",
    ],
)
def test_a_call_that_one_clause_matches_leaves_no_choice(goal: str) -> None:
    text = rf"""
#use "list.apl".
#open List.
t : type. b : t. c : t. d : t.
id : name_type.
pred kind(t,int). kind(b,1). kind(c,2). kind(d,3).
pred last(t,int). last(d,X) :- kind(d,X). last(b,X) :- kind(b,X).
pred number(int,int). number(1,1). number(2,4). number(3,9).
pred bound(id\id,int). bound(x\x,1).
pred pair((t,t),int). pair((b,b),0). pair((d,b),1). pair((d,c),2).
?- {goal}.
"""
    found = asked(text)
    assert found.solutions.advance()
    assert not found.solutions.engine.choices


def test_the_second_index_is_used_where_the_first_argument_is_unknown() -> None:
    text = """
pred p(int,int). p(1,1). p(2,1). p(3,2).
?- p(X,2).
"""
    found = asked(text)
    assert found.solutions.advance()
    assert not found.solutions.engine.choices


def test_going_back_undoes_bindings_and_constraints() -> None:
    text = r"""
id : name_type.
?- (a # X, Y = a, 1 = 2 ; X = a).
"""
    found = asked(text)
    assert found.solutions.advance()
    assert found.shown() == ["X = a"]
    found.solutions.engine.undo(0)
    assert found.variables["X"].value is None
    assert found.variables["X"].attached is None
    assert found.variables["Y"].value is None


def test_a_solution_can_be_asked_for_after_its_effort_is_spent() -> None:
    program, items = load(
        Source("t.apl", "pred n(int). n(1). n(X) :- n(Y), X is Y + 1.\n?- n(100).")
    )
    (query,) = (each for each in items if isinstance(each, core.Query))
    found = ask(program, query, Budget(effort=Effort(1e-9)))
    tries = 0
    while not found.solutions.advance():
        assert found.solutions.ended is Ended.EFFORT
        found.solutions.resume()
        tries += 1
    assert tries > 0
