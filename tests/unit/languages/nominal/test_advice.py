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
