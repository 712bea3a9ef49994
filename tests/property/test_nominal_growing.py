"""Lists that are taken apart and built in loops, beside a plain interpreter."""

from __future__ import annotations

from hypothesis import example, given, settings, strategies as st
from nominal_interpreter import gives_the_same_answers

from refute.languages.nominal import core
from refute.languages.nominal.program import load
from refute.languages.nominal.run import ask
from refute.search import Budget, Ended
from refute.source import Source

LISTS = """
id : name_type.
t : type. c : t. var : id -> t. f : (t, [t]) -> t. g : (t, t) -> t.
pred joined([t], [t], [t]).
joined([], L, L).
joined([X|L], M, [X|N]) :- joined(L, M, N).
pred wrapped([t], t, [t]).
wrapped([], X, [X]).
wrapped([X|L], Y, [f(Y, [X])|M]) :- wrapped(L, Y, M), Y = Y.
pred paired([t], t, [(t, t)]).
paired([], _, []).
paired([X|L], Y, [(X, Z)|M]) :- paired(L, Y, M), Z = Y.
pred nested([t], t, t).
nested([], _, _).
nested([_|L], X, g(X, M)) :- nested(L, X, M).
pred itself([t]).
itself(L) :- nested(L, X, X).
pred some([t], [t]).
some([], []).
some([X|L], [X|M]) :- some(L, M).
some([_|L], M) :- some(L, M).
pred member(t, [t]).
member(X, [X|_]).
member(X, [_|L]) :- member(X, L).
pred without(t, [t]).
without(X, [X]).
without(var(X), [var(Y)|L]) :- X # Y, without(var(X), L).
"""

terms = st.sampled_from(["c", "var(a)", "var(b)", "var(N)", "X", "Y", "f(X, L)", "f(c, M)", "_"])
items = st.lists(terms, max_size=3).map(", ".join)
known = items.map("[{}]".format)
lists = st.one_of(
    known, st.sampled_from(["L", "M", "_"]), terms.map("[{}|L]".format), terms.map("[{}|M]".format)
)
goals = st.one_of(
    st.builds("joined({}, {}, {})".format, known, lists, lists),
    st.builds("wrapped({}, {}, {})".format, known, terms, lists),
    st.builds("paired({}, {}, {})".format, known, terms, st.sampled_from(["P", "[(X, c)|P]"])),
    st.builds("nested({}, {}, {})".format, known, terms, terms),
    st.builds("some({}, {})".format, known, lists),
    st.builds("itself({})".format, known),
    st.builds("member({}, {})".format, terms, known),
    st.builds("without({}, {})".format, terms, known),
    st.builds("{} = {}".format, lists, lists),
    st.builds("a # {}".format, lists),
)
last = st.one_of(
    goals,
    st.builds("joined([{}|O], {}, R)".format, terms, lists),
    st.builds("member({}, [{}|O])".format, terms, terms),
)


@settings(max_examples=40, deadline=None)
@example("joined([c, f(X, L)], M, L)")
@example("joined([c, X], M, L), X = f(c, L)")
@example("L = [c|M], joined([c, X], [X], L), wrapped(L, X, M)")
@example("wrapped([c, c], f(X, L), L)")
@example("itself([c, c])")
@given(st.builds(lambda some, one: ", ".join([*some, one]), st.lists(goals, max_size=2), last))
def test_what_is_built_in_a_loop_is_what_each_step_builds(query: str) -> None:
    gives_the_same_answers(f"{LISTS}\n?- {query}.")


def test_a_list_that_is_built_may_be_the_one_that_is_taken_apart() -> None:
    loaded, asked_for = load(Source("test.apl", f"{LISTS}\n?- joined([c|O], M, O)."))
    (query,) = (each for each in asked_for if isinstance(each, core.Query))
    asked = ask(loaded, query, Budget(nodes=200))
    assert not asked.solutions.advance()
    assert asked.solutions.ended is Ended.NODES
