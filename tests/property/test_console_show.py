"""Showing a specification and parsing it again gives the same tree."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given, settings, strategies as st

from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT, comparison_of
from refute.languages.console.parser import parse
from refute.languages.console.show import show, show_formal
from refute.languages.console.syntax import Expression, ValueSet
from refute.source import Source

NAMES = st.sampled_from(["x", "y", "guess", "größe", "n1"])
HISTORIES = st.one_of(
    NAMES.map(lambda name: (name,)), st.tuples(NAMES, NAMES), st.tuples(NAMES, NAMES, NAMES)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
BINARY = [
    "+",
    "-",
    "*",
    "div",
    "mod",
    "/",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "and",
    "or",
    "in",
    "not in",
    "contains",
    "starts with",
    "ends with",
]
COMPARISONS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


def _negated(inner: Expression) -> Expression:
    """The parser folds the sign of a number into it."""
    if isinstance(inner, syntax.Integer):
        return syntax.Integer(-inner.value)
    return syntax.Apply("negate", (inner,))


def _chained(values: list[Expression], operators: list[str]) -> Expression:
    """`a < b <= c`: each comparison with the very value between them."""
    made = [
        syntax.Apply(operator, (left, right))
        for operator, left, right in zip(operators, values, values[1:], strict=False)
    ]
    whole = made[0]
    for each in made[1:]:
        whole = syntax.Apply("and", (whole, each))
    return whole


def _table(entries: list[tuple[Expression, Expression]]) -> Expression:
    keys, values = zip(*entries, strict=True)
    return syntax.Table(keys, values)


def _ranges(ends: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.builds(lambda *two: syntax.Apply("..", two), ends, ends)


def _applied(name: str, *arguments: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.builds(lambda *given: syntax.Apply(name, given), *arguments)


LEAVES: st.SearchStrategy[Expression] = st.one_of(
    st.integers(-50, 50).map(syntax.Integer),
    st.integers(0, 500).map(lambda number: syntax.Real(Fraction(number, 100))),
    TEXTS.map(syntax.Text),
    st.booleans().map(syntax.Boolean),
    NAMES.map(syntax.Name),
    st.builds(syntax.Current, HISTORIES, st.integers(1, 3)),
    st.builds(syntax.Current, st.tuples(NAMES, NAMES)),
    st.builds(syntax.All, HISTORIES, st.integers(0, 3)),
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda name, *two: syntax.Apply(name, two), st.sampled_from(BINARY), inner, inner
        ),
        inner.map(lambda each: syntax.Apply("not", (each,))),
        inner.map(_negated),
        st.lists(inner, max_size=3).map(lambda items: syntax.ListOf(tuple(items))),
        st.builds(
            lambda name, items: syntax.Apply(name, tuple(items)),
            st.sampled_from(["len", "max", "either", "index", "slice", "lookup", "all", "other"]),
            st.lists(inner, max_size=3),
        ),
        _applied("either", inner, inner, inner),
        _applied("index", inner, inner),
        _applied("slice", inner, inner) | _applied("slice", inner, inner, inner),
        st.builds(
            _chained,
            st.lists(inner, min_size=3, max_size=4),
            st.lists(COMPARISONS, min_size=3, max_size=3),
        ),
        st.lists(st.tuples(inner, inner), min_size=1, max_size=2).map(_table),
        st.builds(syntax.Each, inner, NAMES, inner | _ranges(inner), st.none() | inner),
    ),
    max_leaves=6,
)
LOWS: st.SearchStrategy[Expression] = st.one_of(
    st.integers(-9, 9).map(syntax.Integer),
    NAMES.map(syntax.Name),
    st.builds(
        lambda *two: syntax.Apply("+", two), NAMES.map(syntax.Name), st.just(syntax.Integer(2))
    ),
)
ATOMIC_SETS: st.SearchStrategy[ValueSet] = st.one_of(
    st.sampled_from(["int", "nat", "pos", "real", "str", "bool", "Move"]).map(syntax.NamedSet),
    st.builds(syntax.Range, LOWS, EXPRESSIONS),
    st.integers(0, 9).map(syntax.Places),
    st.builds(syntax.Compared, COMPARISONS, EXPRESSIONS),
    st.lists(EXPRESSIONS, min_size=1, max_size=3).map(lambda items: syntax.Members(tuple(items))),
    HISTORIES.map(syntax.Among),
)
SETS = st.recursive(
    ATOMIC_SETS,
    lambda inner: st.one_of(
        st.builds(syntax.Union, inner, inner),
        st.builds(syntax.Intersection, inner, inner),
        st.builds(syntax.Difference, inner, inner),
        st.builds(syntax.Complement, inner),
        st.builds(syntax.Unique, inner),
        st.builds(syntax.Without, inner, HISTORIES),
    ),
    max_leaves=4,
)


def _patterns(pieces: Sequence[syntax.Piece]) -> syntax.Pattern:
    """Texts side by side are one text."""
    made: list[syntax.Piece] = []
    for piece in pieces:
        if isinstance(piece, syntax.Literal) and made and isinstance(made[-1], syntax.Literal):
            made[-1] = syntax.Literal(made[-1].text + piece.text)
        else:
            made.append(piece)
    return syntax.Pattern(tuple(made))


FORMATS = st.builds(
    syntax.Format,
    st.none() | st.integers(0, 12),
    st.integers(0, 120),
    st.sampled_from(["", "<", ">", "^"]),
    st.booleans(),
)
PATTERNS = st.lists(
    st.one_of(
        TEXTS.filter(bool).map(syntax.Literal),
        st.builds(syntax.Result, EXPRESSIONS, st.none() | FORMATS.filter(str)),
        st.builds(syntax.Decorated, EXPRESSIONS, st.none() | FORMATS.filter(str)),
        st.builds(syntax.Anything, st.booleans(), st.booleans()),
    ),
    max_size=4,
).map(_patterns)
PRINTS = st.builds(
    lambda made, optional: syntax.Print(tuple(made), optional),
    st.lists(PATTERNS, min_size=1, max_size=3),
    st.booleans(),
)
STATEMENTS = st.recursive(
    st.one_of(
        st.builds(syntax.Read, NAMES, SETS, st.sampled_from(syntax.Mode)),
        st.builds(
            syntax.Read,
            NAMES,
            SETS,
            st.sampled_from([syntax.Mode.STOP, syntax.Mode.RETRY]),
            st.lists(PRINTS, max_size=2).map(tuple),
        ),
        PRINTS,
        st.just(syntax.Exit()),
        NAMES.map(syntax.Use),
    ),
    lambda inner: st.one_of(
        st.builds(
            syntax.If,
            EXPRESSIONS,
            st.lists(inner, max_size=2).map(tuple),
            st.lists(inner, max_size=2).map(tuple),
        ),
        st.lists(inner, max_size=3).map(lambda body: syntax.Loop(tuple(body))),
        st.builds(
            syntax.Iterate,
            st.sampled_from(syntax.Form),
            EXPRESSIONS,
            st.lists(inner, max_size=2).map(tuple),
        ),
        st.builds(
            syntax.For,
            NAMES,
            EXPRESSIONS | _ranges(EXPRESSIONS),
            st.lists(inner, max_size=2).map(tuple),
        ),
    ),
    max_leaves=6,
)
BLOCKS = st.lists(STATEMENTS, max_size=2).map(tuple)
SPECIFICATIONS = st.builds(
    syntax.Specification,
    st.lists(STATEMENTS, max_size=4).map(tuple),
    st.lists(
        st.builds(syntax.Enumeration, NAMES, st.lists(NAMES, min_size=1, max_size=3).map(tuple)),
        max_size=2,
    ).map(tuple),
    st.lists(
        st.builds(
            syntax.Given,
            NAMES,
            st.builds(syntax.TypeName, st.sampled_from(["int", "str"]), st.booleans()),
            st.lists(EXPRESSIONS, max_size=3).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    st.sampled_from([DEFAULT, comparison_of(["exact", "numbers 0.01", "prompts free"])]),
    st.lists(
        st.builds(syntax.Definition, NAMES, st.lists(NAMES, max_size=2).map(tuple), EXPRESSIONS),
        max_size=2,
    ).map(tuple),
    st.lists(st.builds(syntax.NamedBlock, NAMES, BLOCKS), max_size=1).map(tuple),
)


@settings(deadline=None, max_examples=120)
@given(SPECIFICATIONS)
def test_parsing_what_is_shown_gives_the_same_tree(specification: syntax.Specification) -> None:
    shown = show(specification)
    assert parse(Source("shown.ios", shown)) == specification
    assert show_formal(specification.body)
