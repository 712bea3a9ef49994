"""The grammar that the documentation shows reads what refute reads, and refuses what it refuses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import LarkError

ROOT = Path(__file__).parents[4]
READ = ["automaton", "closure", "cps", "debruijn", "lists"]
REFUSED = {
    "a declaration without an end": "p : nat -> nat",
    "a type without its result": "pred p nat ->.",
    "a goal without its right side": "p(X) :- .",
    "an open bracket": "p(X :- q(X).",
    "a check without a bound": '#check "a" : p(X) => q(X).',
    "a keyword as a name": "pred not nat.",
    "an abstraction without its body": "?- X = lam(x\\).",
}


@cache
def grammar() -> Lark:
    text = (ROOT / "docs/site/nominal.lark").read_text("utf-8")
    return Lark(text, parser="earley", lexer="basic")


@pytest.mark.parametrize("name", READ)
def test_examples_are_read(name: str) -> None:
    grammar().parse((ROOT / f"examples/nominal/{name}.apl").read_text("utf-8"))


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_refute_does_not_read_is_refused(text: str) -> None:
    with pytest.raises(LarkError):
        grammar().parse(text)
