"""What texts mean: comments, operators, literals, grammar rules, declarations."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError, Unfinished
from refute.languages.nominal import syntax
from refute.languages.nominal.parser import Parser
from refute.languages.nominal.syntax import (
    Abstraction,
    Apply,
    Clause,
    Concretion,
    Guard,
    Implies,
    ListOf,
    Literal,
    Quantified,
    Query,
    Relation,
    Sequence,
    Substitution,
    Text,
    Transposition,
    TypeName,
)
from refute.source import Source

X, Y, Z = Apply(("X",)), Apply(("Y",)), Apply(("Z",))
a, b = Apply(("a",)), Apply(("b",))


def parsed(text: str) -> tuple[syntax.Declaration, ...]:
    return Parser().program(Source("test.apl", text))


def goal(text: str) -> syntax.Preterm:
    *_, query = parsed(f"infixl ++ 6. infixr ** 7. infixn == 4. infixr `sub` 5. ?- {text}.")
    assert isinstance(query, Query)
    return query.goal


def op(name: str, left: syntax.Preterm, right: syntax.Preterm) -> Apply:
    return Apply((name,), (left, right))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X ++ Y ++ Z", op("++", op("++", X, Y), Z)),
        ("X ** Y ** Z", op("**", X, op("**", Y, Z))),
        ("X ++ Y ** Z", op("++", X, op("**", Y, Z))),
        ("(X ++ Y) ** Z", op("**", op("++", X, Y), Z)),
        ("X `sub` Y ++ Z", op("sub", X, op("++", Y, Z))),
        ("(++) X Y", op("++", X, Y)),
        ("X = Y ++ Z", Relation("=", X, op("++", Y, Z))),
        ("X=-1", Relation("=", X, Literal(-1))),
        ("X is Y - 1", Relation("is", X, op("-", Y, Literal(1)))),
        ("X is Y-1", Relation("is", X, op("-", Y, Literal(1)))),
        ("X :: Y :: Z", ListOf((X,), ListOf((Y,), Z))),
        ("[X,Y|Z]", ListOf((X, Y), Z)),
        ("[]", ListOf(())),
        ("a\\b\\X", Abstraction("a", Abstraction("b", X))),
        ("a\\X = b\\Y", Relation("=", Abstraction("a", X), Abstraction("b", Y))),
        ("a\\p X Y", Abstraction("a", Apply(("p",), (X, Y)))),
        ("(a~b)X", Transposition("a", "b", X)),
        ("p X@a", Concretion(Apply(("p",), (X,)), "a")),
        ("X{Y/Z}", Substitution(X, Y, Z)),
        ("p X{Y/a}", Apply(("p",), (Substitution(X, Y, a),))),
        ("p (X,Y)", Apply(("p",), (Sequence((X, Y)),))),
        ("(X,(Y,Z))", Sequence((X, Y, Z))),
        ("((X,Y),Z)", Sequence((Sequence((X, Y)), Z))),
        ("List.mem(X,Y)", Apply(("List", "mem"), (Sequence((X, Y)),))),
        ("X' = E''", Relation("=", Apply(("X'",)), Apply(("E''",)))),
        ("X = '\\n'", Relation("=", X, Literal("\n"))),
        ("X = '\\''", Relation("=", X, Literal("'"))),
        ('X = "a\\"b"', Relation("=", X, Text('a"b'))),
        ("a -> b | X, Y ; Z", Guard(a, b, syntax.Either(Sequence((X, Y)), Z))),
        ("a, X -> b | Y", Guard(Sequence((a, X)), b, Y)),
        ("a -> b | X -> Y | Z", Guard(a, b, Guard(X, Y, Z))),
        ("not a, b", Sequence((syntax.Negation(a), b))),
        ("a, !, b", Sequence((a, syntax.Cut(), b))),
        ("new a. forall X : t. a # X",
         Quantified("new", "a", None,
                    Quantified("forall", "X", TypeName(("t",)), Relation("#", a, X)))),
    ],
)  # fmt: skip
def test_a_goal_is_read(text: str, expected: syntax.Preterm) -> None:
    assert goal(text) == expected


def test_comments_are_left_out() -> None:
    text = "% line\n?- a /* flat (* */ , (* nested (* twice *) % still *) b. % end"
    assert parsed(text) == (Query(Sequence((a, b))),)


def test_a_rule_reaches_over_a_guard() -> None:
    assert parsed("p X :- a -> b | X.") == (Clause(Implies(Guard(a, b, X), Apply(("p",), (X,)))),)


def test_both_marks_of_a_query() -> None:
    assert parsed("? a. ?- a.") == (Query(a), Query(a))


def test_a_grammar_rule_threads_the_text_through() -> None:
    start, middle, end = (Apply((f"_Text{number}",)) for number in (0, 2, 1))
    (clause,) = parsed("word X --> 'a', word Y.")
    assert clause == Clause(
        Implies(
            Sequence(
                (
                    Relation("=", start, ListOf((Literal("a"),), middle)),
                    Apply(("word",), (Y, middle, end)),
                )
            ),
            Apply(("word",), (X, start, end)),
        )
    )


def test_declarations() -> None:
    exp, name = TypeName(("exp",)), TypeName(("id",))
    text = (
        r"exp : type. id : name_type. lam : (id\exp) -> exp. opt : type -> type. q :: exp -> prop."
    )
    assert parsed(text) == (
        syntax.KindDeclaration("exp", 0, False),
        syntax.KindDeclaration("id", 0, True),
        syntax.SymbolDeclaration("lam", syntax.ArrowType(syntax.AbstractionType(name, exp), exp)),
        syntax.KindDeclaration("opt", 1, False),
        syntax.FunctionDeclaration("q", (exp,), syntax.TypeName(("prop",))),
    )


@pytest.mark.parametrize("text", ["?- X =", "?- p(X", "p(X) :-", "namespace A (", "?- [1,"])
def test_a_text_that_ends_too_early_is_unfinished(text: str) -> None:
    with pytest.raises(Unfinished):
        parsed(text)


@pytest.mark.parametrize("text", ["?- X = ).", "?- p(X]].", ". .", "infixl , 3.", "#use list."])
def test_nonsense_is_refused_and_not_unfinished(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parsed(text)
    assert not isinstance(caught.value, Unfinished)
    assert caught.value.diagnostics[0].code == "AP001"
