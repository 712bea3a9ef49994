"""Term complement, beside the paper's example and every small closed term."""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import given, settings, strategies as st

from refute.languages.nominal import core
from refute.languages.nominal.negation.complement import complement
from refute.languages.nominal.rewrite import covers
from refute.languages.nominal.signature import Signature
from refute.languages.nominal.types import Type

from .negating import CALCULUS, loaded, symbol

PROGRAM = loaded(CALCULUS)
SIGNATURE = Signature(PROGRAM.checker.datatypes)
EXP, TY = symbol(PROGRAM, "is_err").parameters[0], symbol(PROGRAM, "tcf").result
CTX = symbol(PROGRAM, "tc").parameters[0].arguments[0]  # type: ignore[union-attr]


def shown(term: core.Term) -> str:
    if isinstance(term, core.Construct):
        inner = ",".join(map(shown, term.arguments))
        return f"{term.symbol.name}({inner})" if inner else term.symbol.name
    return "_"


def made(name: str, *arguments: core.Term) -> core.Term:
    symbols = [each for group in PROGRAM.checker.datatypes.values() for each in group]
    return core.Construct(next(each for each in symbols if each.name == name), arguments)


def test_the_example_of_the_paper() -> None:
    pattern = made("app", made("c", made("hd")), core.Variable("_", EXP))
    assert {shown(each) for each in complement(pattern, EXP, SIGNATURE)} == {
        "lam(_,_)",
        "err",
        "c(_)",
        "var(_)",
        "app(c(tl),_)",
        "app(c(nil),_)",
        "app(c(cons),_)",
        "app(c(toInt(_)),_)",
        "app(var(_),_)",
        "app(err,_)",
        "app(lam(_,_),_)",
        "app(app(_,_),_)",
    }


def closed(type_: Type, depth: int) -> list[core.Term]:
    """The terms of a type up to a depth, with a variable for what has no constructors."""
    constructors = SIGNATURE.constructors(type_)
    if constructors is None:
        return [core.Variable("_", type_)]
    return [
        core.Construct(found, arguments)
        for found, types in constructors
        if depth or not types
        for arguments in product(*(closed(each, depth - 1) for each in types))
    ]


@cache
def patterns(type_: Type, depth: int) -> st.SearchStrategy[core.Term]:
    """Linear patterns."""
    anything = st.builds(core.Variable, st.just("_"), st.just(type_))
    constructors = SIGNATURE.constructors(type_)
    if constructors is None or not depth:
        return anything
    built = [
        st.builds(
            core.Construct,
            st.just(found),
            st.tuples(*(patterns(each, depth - 1) for each in types)),
        )
        for found, types in constructors
    ]
    return st.one_of(anything, *built)


CLOSED = {TY: closed(TY, 2), EXP: closed(EXP, 2), CTX: closed(CTX, 3)}


@given(
    st.sampled_from([TY, EXP, CTX]).flatmap(
        lambda each: st.tuples(st.just(each), patterns(each, 3))
    )
)
@settings(max_examples=50, deadline=None)
def test_a_term_is_an_instance_or_one_of_the_complement_and_never_both(
    case: tuple[Type, core.Term],
) -> None:
    type_, pattern = case
    others = complement(pattern, type_, SIGNATURE)
    for term in CLOSED[type_]:
        inside = covers((pattern,), (term,)) is not None
        outside = any(covers((each,), (term,)) is not None for each in others)
        assert inside != outside
