"""The compiled engine beside a plain interpreter of checked clauses.

Programs are made up: of three predicates each calls only those after it, so that every search ends.
"""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from nominal_interpreter import gives_the_same_answers

SIGNATURE = r"""
id : name_type.
ty : type. base : ty. fun : (ty,ty) -> ty.
t : type. c : t. var : id -> t. f : (t,t) -> t. lam : (id\t) -> t. typed : (t,ty) -> t.
pred first(t,t). pred second(t,t). pred third(t,t).
"""

TERMS = ["X", "Y", "Z", "_", "c", "var(a)", "var(N)"]
terms = st.recursive(
    st.sampled_from(TERMS),
    lambda inner: st.one_of(
        st.builds("f({},{})".format, inner, inner),
        st.builds(r"lam(a\{})".format, inner),
        st.builds(r"lam(b\{})".format, inner),
        st.builds("typed({},{})".format, inner, st.sampled_from(["S", "base", "fun(S,base)", "_"])),
        st.builds("(a~b){}".format, st.sampled_from(["X", "Y"])),
    ),
    max_leaves=4,
)


def goals(called: list[str]) -> st.SearchStrategy[str]:
    simple = [
        st.builds("{} = {}".format, terms, terms),
        st.builds("{} # {}".format, st.sampled_from(["a", "b", "N"]), terms),
        st.sampled_from(["!", "true", "false"]),
    ]
    if called:
        call = st.builds("{}({},{})".format, st.sampled_from(called), terms, terms)
        simple += [call, call]
    return st.recursive(
        st.one_of(simple),
        lambda inner: st.one_of(
            st.builds("({}, {})".format, inner, inner),
            st.builds("({} ; {})".format, inner, inner),
            st.builds("({} -> {} | {})".format, inner, inner, inner),
            st.builds("not({})".format, inner),
            st.builds("(new a. {})".format, inner),
            st.builds("(exists X. {})".format, inner),
        ),
        max_leaves=3,
    )


def clauses(name: str, called: list[str]) -> st.SearchStrategy[list[str]]:
    fact = st.builds("{}({},{}).".format, st.just(name), terms, terms)
    rule = st.builds("{}({},{}) :- {}.".format, st.just(name), terms, terms, goals(called))
    return st.lists(st.one_of(fact, rule, rule), min_size=1, max_size=4)


PREDICATES = ["first", "second", "third"]
programs = st.tuples(
    *(clauses(name, PREDICATES[number + 1 :]) for number, name in enumerate(PREDICATES)),
    st.one_of(
        st.just("first(X,Y)"),
        st.builds("first(X,Y), {}".format, goals(PREDICATES)),
        st.builds("first({},Y), second(Y,Z)".format, terms),
        goals(PREDICATES),
    ),
)


def text_of(program: tuple[list[str], list[str], list[str], str]) -> str:
    *defined, query = program
    lines = [clause for each in defined for clause in each]
    return "\n".join([SIGNATURE, *lines, f"?- {query}."])


@settings(max_examples=60, deadline=None)
@given(programs)
def test_compiled_clauses_give_the_answers_of_a_plain_interpreter(
    program: tuple[list[str], list[str], list[str], str],
) -> None:
    gives_the_same_answers(text_of(program))
