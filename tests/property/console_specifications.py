"""Random console specifications, well-formed ones and arbitrary trees, for the tests beside.

Strategies are kept, since making one takes longer than drawing from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.syntax import Block, Expression, Mode, ValueSet
from refute.languages.console.typecheck import Checked, check_specification

VARIABLES = ("x", "y")
Known = frozenset[str]


def number(value: int) -> Expression:
    return syntax.Integer(value)


@cache
def integer_expressions(known: Known) -> st.SearchStrategy[Expression]:
    """Small integer expressions over what may have been read."""
    histories = st.sampled_from([("x",), ("y",), ("x", "y")])
    leaves: list[st.SearchStrategy[Expression]] = [
        st.integers(-1, 3).map(number),
        histories.map(lambda names: syntax.Apply("sum", (syntax.All(names),))),
        histories.map(lambda names: syntax.Apply("len", (syntax.All(names),))),
        histories.map(lambda names: syntax.Apply("product", (syntax.All(names, 1),))),
        histories.map(lambda names: syntax.Apply("count", (syntax.Integer(1), syntax.All(names)))),
    ]
    if known:
        leaves.append(st.sampled_from(sorted(known)).map(syntax.Name))
    operators = st.sampled_from(["+", "-", "*", "div", "mod", "min"])
    return st.recursive(
        st.one_of(leaves),
        lambda inner: st.builds(
            lambda name, one, two: syntax.Apply(name, (one, two)), operators, inner, inner
        ),
        max_leaves=3,
    )


@cache
def conditions(known: Known) -> st.SearchStrategy[Expression]:
    """Conditions over what may have been read."""
    numbers = integer_expressions(known)
    compared = st.builds(
        lambda name, one, two: syntax.Apply(name, (one, two)),
        st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
        numbers,
        numbers,
    )
    member = st.builds(
        lambda name, one, names: syntax.Apply(name, (one, syntax.All(names))),
        st.sampled_from(["in", "not in"]),
        numbers,
        st.sampled_from([("x",), ("y",), ("x", "y")]),
    )
    subset = st.just(
        syntax.Apply("subset", (syntax.ListOf((number(0), number(1))), syntax.All(("x",))))
    )
    atoms = st.one_of(compared, member, subset)
    joined = st.builds(
        lambda name, one, two: syntax.Apply(name, (one, two)),
        st.sampled_from(["and", "or"]),
        atoms,
        atoms,
    )
    return st.one_of(atoms, joined, atoms.map(lambda inner: syntax.Apply("not", (inner,))))


SMALL_SETS: st.SearchStrategy[ValueSet] = st.one_of(
    st.sampled_from(
        [
            syntax.Range(number(0), number(2)),
            syntax.Members((number(0), number(1), number(5))),
            syntax.Unique(syntax.Range(number(0), number(3))),
            syntax.Without(syntax.Range(number(-1), number(2)), ("y",)),
            syntax.Intersection(
                syntax.NamedSet("nat"), syntax.Complement(syntax.Compared(">", number(2)))
            ),
            syntax.Difference(syntax.Range(number(-1), number(3)), syntax.Members((number(1),))),
            syntax.Union(syntax.Members((number(2),)), syntax.Range(number(0), number(1))),
        ]
    )
)
"""Sets with few values, so that all inputs can be tried."""

SETS = st.one_of(
    SMALL_SETS,
    st.sampled_from([syntax.NamedSet("int"), syntax.NamedSet("nat"), syntax.NamedSet("pos")]),
)


@cache
def patterns(known: Known) -> st.SearchStrategy[syntax.Pattern]:
    """Output patterns whose texts are often alike, so that choices matter."""
    result = integer_expressions(known).map(syntax.Result)
    piece = st.one_of(
        result,
        st.sampled_from([syntax.Literal("0"), syntax.Literal("1"), syntax.Literal("a")]),
        st.builds(syntax.Anything, st.booleans(), st.booleans()),
        integer_expressions(known).map(syntax.Decorated),
    )
    return st.lists(piece, min_size=1, max_size=2).map(lambda made: syntax.Pattern(tuple(made)))


@cache
def prints(known: Known) -> st.SearchStrategy[syntax.Print]:
    return st.builds(
        lambda made, optional: syntax.Print(tuple(made), optional),
        st.lists(patterns(known), min_size=1, max_size=2),
        st.booleans(),
    )


@cache
def reads(sets: st.SearchStrategy[ValueSet]) -> st.SearchStrategy[syntax.Read]:
    """Reads of all modes; after a bad input anything may be printed, or something certain."""
    answers = st.none() | st.lists(prints(frozenset()), max_size=2).map(tuple)
    modes = st.sampled_from([*Mode, Mode.ASSUME])
    return st.builds(
        lambda name, values, mode, answer: syntax.Read(
            name, values, mode, None if mode is Mode.ASSUME else answer
        ),
        st.sampled_from(VARIABLES),
        sets,
        modes,
        answers,
    )


@cache
@st.composite
def blocks(
    draw: st.DrawFn,
    sets: st.SearchStrategy[ValueSet],
    depth: int,
    known: Known = frozenset(),
    in_loop: bool = False,
) -> Block:
    """Statements one after the other; what is surely read may be used afterwards."""
    made: list[syntax.Statement] = []
    for _ in range(draw(st.integers(0 if depth < 2 else 1, 3))):
        kinds = ["read", "read", "print", "print"] + ["if", "loop"] * (depth > 0)
        kind = draw(st.sampled_from(kinds + ["exit"] * (in_loop and depth < 2)))
        if kind == "read":
            read = draw(reads(sets))
            made.append(read)
            known |= {read.variable}
        elif kind == "print":
            made.append(draw(prints(known)))
        elif kind == "exit":
            made.append(syntax.Exit())
            break
        elif kind == "if":
            condition = draw(conditions(known))
            inner = blocks(sets, depth - 1, known, in_loop)
            made.append(syntax.If(condition, draw(inner), draw(inner)))
        else:
            made.append(draw(loops(sets, depth - 1, known)))
    return tuple(made)


@cache
@st.composite
def loops(
    draw: st.DrawFn, sets: st.SearchStrategy[ValueSet], depth: int, known: Known
) -> syntax.Statement:
    """Loops of all forms that read in each round and can end."""
    read = draw(reads(sets))
    inner = blocks(sets, depth, known, True)
    if draw(st.booleans()):
        form = draw(st.sampled_from(list(syntax.Form)))
        asked = draw(conditions(known))
        return syntax.Iterate(form, asked, (*draw(inner), read, *draw(inner)))
    leave = syntax.If(draw(conditions(known | {read.variable})), (syntax.Exit(),), ())
    return syntax.Loop((*draw(inner), read, leave, *draw(inner)))


def _checked(body: Block) -> Checked | None:
    try:
        return check_specification(syntax.Specification(body))
    except InputError:
        return None


def specifications(
    sets: st.SearchStrategy[ValueSet] = SETS, depth: int = 2
) -> st.SearchStrategy[Checked]:
    """Well-formed specifications that read both variables somewhere."""
    first = st.sampled_from(
        [
            (syntax.Read("x", syntax.Range(number(0), number(2))),),
            (
                syntax.Read("y", syntax.NamedSet("int"), Mode.STOP),
                syntax.Read("x", syntax.Range(number(0), number(2)), Mode.RETRY),
            ),
        ]
    )
    bodies: st.SearchStrategy[Block] = st.builds(
        lambda start, rest, end: (*start, *rest, *end),
        first,
        blocks(sets, depth, frozenset({"x"})),
        st.sampled_from([(), (syntax.Read("y", syntax.Range(number(0), number(1))),)]),
    )
    made: st.SearchStrategy[Any] = bodies.map(_checked)
    is_there: Callable[[Any], bool] = lambda found: found is not None  # noqa: E731
    return made.filter(is_there)


VALUES = st.integers(-2, 5)
