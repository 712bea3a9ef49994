"""What is said to people who write what other languages, or books, would have."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError
from refute.languages.nominal.program import load
from refute.source import Source

DECLARED = "t : type.\na : t.\nb : t.\npred p(t).\npred q(t).\nfunc f(t) = t.\n"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("p(a)\np(b).", "end the clause or declaration before with `.`"),
        ("pred r(t)\nr(a).", "end the clause or declaration before with `.`"),
        ("c : t\np(a).", "end the clause or declaration before with `.`"),
        ("q(X) :- p(X) and p(a).", "goals are joined by a comma"),
        ("q(X) :- p(X) p(a).", "goals are joined by a comma"),
        ("q(X) :- p(X) && p(a).", "goals are joined by `,` and `;`, and negated by `not(goal)`"),
        ("q(X) if p(X).", "a rule is written `head :- body.`"),
        ("q(X) -> p(X).", "a rule is written `head :- body.`"),
        ("f(a) -> b.", "an equation `f(X) = Y.`"),
        ("q(X) :- not p(X).", "write what is negated in parentheses: `not(goal)`"),
        ('#check "x" 3 : p(X) -> q(X).', "a theorem is written `goal => goal`"),
        ("#query p(X).", "a query begins with `?-`"),
        ("# a comment", "a comment begins with `%`"),
        ("func g(t) : t.", "the result follows `=`: `func f(t) = t.`"),
        ("type u.", "a type is declared `t : type.`"),
        ("type u = c | d.", "declare the type and its constructors"),
        ("pred r : t -> o.", "the types of arguments stand in parentheses"),
        ("theorem x : p(X) => q(X).", 'a theorem is written `#check "name" 5 : goal => goal.`'),
        ("rule r: p(a).", "named by a comment: `% [name]`"),
        ("p(c).", "declare it: `c : t.`"),
        ("q(X) :- X <> a.", "for inequality, write `not(a = b)`"),
        ("q(X) :- X =:= a.", "to compare, write `=`; to compute first, `X is t`"),
        ("q(X) :- X = 'ab'.", "a text stands in double quotes"),
        (":- use_module(library(lists)).", 'a file is read by `#use "file.apl".`'),
        ('#include "list.apl".', 'a file is read by `#use "file.apl".`'),
        ("kind u type.", "a type is declared `t : type.`"),
        ("type c t -> o.", "a constructor is declared `c : (t, t) -> t.`"),
        ("of : t -> t -> type.", "a predicate is declared with the types of its arguments"),
        ("t = c | d(t).", "declare the type and its constructors"),
        ("q(X) :- pi x\\ p(x).", "write `new x. goal` for a name"),
        ("q(X) :- p(a) => p(X).", "pass on what is assumed as an argument"),
        ("q(g(fun x -> X)) :- p(X).", r"an abstraction is written `name\body`"),
        ("q(X) :- X = f(x.a).", r"an abstraction is written `x\a`"),
        ("q(g([x] X)) :- p(X).", r"an abstraction is written `name\body`"),
        ("q(x => X).", r"an abstraction is written `name\body`"),
        ("f(X) = if X = a then b else a.", "each case is an equation of its own"),
        ("f(X) = case X of a -> b.", "each case is an equation of its own"),
        ("g : t -> t.\ng(a) = b.", "declare it as a function: `func g(t) = t.`"),
        ("pred r(t list).", "its arguments follow it: `list t`"),
        ("q(X:L) :- p(X).", "a list is written `[X | L]` or `X :: L`"),
        ("q(X) :- X is 1 / 2.", "division is written `div(X, Y)`"),
        ("q(X) :- X is 3 div 2.", "a function stands before its arguments"),
        ("q(X) :- X is (a~b)f(a).", "what names are swapped in stands in parentheses: `(a~b)(t)`"),
        ("q(X) :- X is a[b/c].", "a substitution is written `body{by/old}`"),
        ("p(X)?", "a query is written `?- goal.`"),
        ("p(X) <= q(X).", "a rule is written `head :- body.`"),
        ('#check "x" p(X) => q(X).', "a bound stands before the colon"),
        ('#check "x" 3 : p(X) ==> q(X).', "a theorem is written `goal => goal`"),
        ("q(X) :- p(X) /\\ p(a).", "goals are joined by a comma"),
        ("q(X) :- p(X) \\/ p(a).", "alternatives are separated by `;`"),
        ("q(X) :- X \\== a.", "for inequality, write `not(a = b)`"),
        ("q(X) :- X in [a].", "as in `mem(X, L)`"),
        ("q(X) :- X ∉ X.", "that a name does not occur is written `a # t`"),
        ("q(X) :- not X # X.", "write what is negated in parentheses"),
        ("q(X) :- exists Y, q(Y).", "quantify with a period: `forall X. goal`"),
        ("q(X) :- exists Y Z. q(Y).", "quantify one at a time"),
        ("q(X) :- new y in q(X).", "quantify one at a time, with a period"),
        ("q(X) :- call(p, X).", "write the call itself: `p(X)`"),
        ("q(X Y).", r"open a binder as `x\E`"),
        ("q(X(a)).", r"open a binder as `x\E`"),
        ("q(f x. X).", r"an abstraction is written `name\body`"),
        ("q(λx.X).", r"an abstraction is written `x\X`"),
        ("id : name_type.\nl : id\\t -> t.\nq(l(x, a)).", r"an abstraction is written `name\body`"),
        ("id : name_type.\nl : (id -> t) -> t.", r"with the type of the name: `id\exp`"),
        (
            "id : name_type.\nl : id\\t -> t.\n++ : t -> t -> t.\ninfixl ++ 5.\nq(l(x\\a ++ b)).",
            r"what is bound stands in parentheses: `x\(…)`",
        ),
        ("Nat : type.\nz : Nat.", "types begin with a small letter: `nat`"),
        ("pred r(t), s(t).", "each predicate has a declaration of its own"),
        ("pred r(t) : prop.", "end the declaration with `.`"),
        ("predicate r(t).", "a predicate is declared by `pred p(t).`"),
        ("const c : t.", "a constant is declared by `c : t.`"),
        ("c : t = a.", "a constant with a value is declared by `cnst c = t.`"),
        ("type u : type.", "a type is declared `t : type.`"),
        ("Inductive u : Type := c.", "declare the type and its constructors"),
        (":- p(a).", "a query begins with `?-`"),
        ("q(X) : - p(X).", "a rule is written `head :- body.`"),
        ("q(X) :- .", "a fact is written `head.`"),
        ('#check "x" 3 : => p(a).', 'written `#check "name" 5 : goal.`'),
        ('#check "x" 3 : p(X), => q(X).', "leave out the comma"),
        ("#check (p(X) => q(X)).", "the name of a check stands in double quotes"),
        ('#check "x" 3 : p(X) |- q(X).', "a theorem is written `goal => goal`"),
    ],
)
def test_habits_are_answered(text: str, advice: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("slips.apl", DECLARED + text))
    assert advice in (failure.value.diagnostics[0].help or "")


def test_types_over_several_lines_need_no_period() -> None:
    with pytest.raises(InputError) as failure:
        load(Source("slips.apl", DECLARED + "pred r(t,\n  u)."))
    assert failure.value.diagnostics[0].help == "declare it: `u : type.`"
