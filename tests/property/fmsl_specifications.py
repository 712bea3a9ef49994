"""Random FMSL trees, for the tests beside."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import (
    Component,
    Declaration,
    Expression,
    Name,
    Statement,
    TypeExpression,
)

NAMES = st.sampled_from(["x", "pl'", "Person", "value", "description", "größe", "n1", "op"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
LINES = st.text("ab *().'\"", max_size=8).map(str.strip).filter(lambda text: "*)" not in text)
PROSE = st.one_of(st.just(""), st.lists(LINES, max_size=3).map("\n".join).map(str.strip)).filter(
    lambda text: not text.endswith("(")
)
BINARY: list[Any] = [
    "and", "or", "xor", "=>", "iff", "=", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/",
    "mod",
]  # fmt: skip
QUANTIFIERS: st.SearchStrategy[Any] = st.sampled_from(["forall", "exists"])


def _several(inner: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.lists(inner, min_size=least, max_size=3).map(tuple)


def _types() -> st.SearchStrategy[TypeExpression]:
    def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        component = st.builds(Component, st.one_of(st.just(""), NAMES), inner)
        named = st.builds(Component, NAMES, inner)
        return st.one_of(
            st.builds(syntax.ListType, inner),
            st.builds(syntax.FunctionType, _several(component), inner),
            st.builds(syntax.TupleType, st.lists(component, min_size=2, max_size=3).map(tuple)),
            st.builds(syntax.TupleType, named.map(lambda one: (one,))),
            st.builds(syntax.UnionType, st.lists(component, min_size=2, max_size=3).map(tuple)),
        )

    leaves = st.one_of(
        st.builds(syntax.TypeName, NAMES, st.sampled_from(["", "M"])),
        st.builds(syntax.LiteralType, st.builds(syntax.Text, TEXTS)),
        st.just(syntax.UnfinishedType()),
    )
    return st.recursive(leaves, larger, max_leaves=4)


TYPES = _types()
LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(syntax.Integer, st.integers(0, 10**20)),
    st.builds(syntax.Real, st.floats(0, allow_infinity=False, allow_nan=False)),
    st.builds(syntax.Text, TEXTS),
    st.builds(syntax.Boolean, st.booleans()),
    st.just(syntax.Nil()),
    st.just(syntax.Unfinished()),
    st.builds(Name, NAMES),
)


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    calls = st.builds(syntax.Call, NAMES, _several(inner), st.sampled_from(["", "M"]))
    targets: st.SearchStrategy[Any] = st.recursive(
        st.builds(Name, NAMES),
        lambda place: st.one_of(
            st.builds(syntax.Field, place, NAMES), st.builds(syntax.Select, place, inner)
        ),
        max_leaves=2,
    )
    statements: st.SearchStrategy[Statement] = st.one_of(
        inner,
        st.builds(syntax.Let, NAMES, st.one_of(st.none(), TYPES), inner),
        st.builds(syntax.Variable, NAMES, TYPES, st.one_of(st.none(), inner)),
        st.builds(syntax.Set, targets, inner),
    )
    sequences = st.one_of(
        _several(statements, 2), statements.map(lambda one: (one,)), st.just((syntax.Nil(),))
    )
    return st.one_of(
        st.builds(syntax.ListOf, _several(inner)),
        st.builds(syntax.TupleOf, _several(inner)),
        st.builds(syntax.Labelled, NAMES, inner),
        st.builds(syntax.Range, inner, inner),
        st.builds(syntax.Unary, st.sampled_from(["not", "-", "+", "#"]), inner),
        st.builds(syntax.Binary, st.sampled_from(BINARY), inner, inner),
        st.builds(syntax.If, inner, inner, st.one_of(st.none(), inner)),
        st.builds(syntax.Field, inner, st.one_of(NAMES, st.integers(1, 9))),
        st.builds(syntax.Select, inner, inner),
        st.builds(syntax.Slice, inner, inner, inner),
        calls,
        st.builds(syntax.Validate, calls, _several(inner)),
        st.builds(syntax.Bounded, QUANTIFIERS, NAMES, inner, inner),
        st.builds(syntax.Unbounded, QUANTIFIERS, NAMES, TYPES, st.one_of(st.none(), inner), inner),
        st.builds(syntax.Sequence, sequences),
    )


EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(LEAVES, _larger, max_leaves=8)
LISTED = st.one_of(st.builds(syntax.Integer, st.integers(0, 9)), st.builds(Name, NAMES))
KINDS = _several(
    st.builds(
        syntax.AttributeKind, NAMES, st.one_of(st.none(), TYPES), st.one_of(st.none(), LISTED)
    ),
    1,
)
MANY_NAMES = _several(st.builds(Name, NAMES), 1)
PARAMETERS = _several(
    st.builds(
        Component, st.one_of(st.just(""), NAMES), TYPES, st.one_of(st.none(), st.none(), LISTED)
    )
)
STATES = _several(st.builds(syntax.Condition, PROSE, EXPRESSIONS))
NAMED = _several(st.builds(Component, NAMES, TYPES))
ATTRIBUTES = _several(
    st.builds(
        syntax.Attribute,
        st.sampled_from(["x", "note"]),
        PROSE,
        st.one_of(st.just(()), _several(LISTED, 1)),
    )
)
CONDITIONS = st.one_of(
    st.none(), st.builds(syntax.Condition, PROSE, st.one_of(st.none(), EXPRESSIONS))
)
EQUATIONS = _several(st.builds(syntax.Equation, EXPRESSIONS, EXPRESSIONS))

PLAIN: st.SearchStrategy[Declaration] = st.one_of(
    st.builds(
        syntax.Object,
        NAMES,
        st.one_of(st.none(), TYPES),
        st.one_of(st.just(()), MANY_NAMES),
        NAMED,
        EQUATIONS,
        PROSE,
        ATTRIBUTES,
        st.one_of(st.just(()), MANY_NAMES),
        STATES,
        CONDITIONS,
        STATES,
    ),
    st.builds(
        syntax.Operation,
        NAMES,
        PARAMETERS,
        PARAMETERS,
        CONDITIONS,
        CONDITIONS,
        st.one_of(st.none(), EXPRESSIONS),
        PROSE,
        ATTRIBUTES,
        st.booleans(),
        st.booleans(),
        st.one_of(st.none(), st.builds(Name, NAMES)),
    ),
    st.builds(syntax.Value, NAMES, st.one_of(st.none(), TYPES), EXPRESSIONS),
    st.builds(syntax.Variable, NAMES, TYPES, st.one_of(st.none(), EXPRESSIONS)),
    st.builds(syntax.Theorem, st.one_of(st.just(""), NAMES), PARAMETERS, EXPRESSIONS),
    st.builds(syntax.Axiom, st.one_of(st.just(""), NAMES), PARAMETERS, EXPRESSIONS),
    st.builds(syntax.Define, st.sampled_from(["object", "operation"]), KINDS),
    st.builds(syntax.Include, TEXTS),
    st.builds(syntax.Import, NAMES, MANY_NAMES),
    st.builds(syntax.Import, NAMES, st.just(()), st.one_of(st.just(()), MANY_NAMES)),
    st.builds(syntax.Evaluate, EXPRESSIONS),
)
MODULES = st.builds(syntax.Module, NAMES, st.one_of(st.none(), MANY_NAMES), _several(PLAIN))
SPECIFICATIONS = st.builds(syntax.Specification, _several(st.one_of(PLAIN, MODULES)))
