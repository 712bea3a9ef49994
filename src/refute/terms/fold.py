"""One walk over terms, without recursion, for every pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from refute.terms.term import Operator, Term

Result = TypeVar("Result")


def fold(
    term: Term,
    step: Callable[[Term, list[Result]], Result],
    known: dict[Term, Result] | None = None,
) -> Result:
    """The result of `step` over results of arguments, left first, each shared term once.

    Results are looked up and left in `known`, if given.
    """
    results = {} if known is None else known
    stack = [term]
    while stack:
        top = stack[-1]
        if top in results:
            stack.pop()
            continue
        missing: list[Term] = []
        for each in top.arguments:
            if each not in results:
                if each.arguments or missing:
                    missing.append(each)
                else:
                    results[each] = step(each, [])
        if missing:
            missing.reverse()
            stack += missing
        else:
            stack.pop()
            results[top] = step(top, [results[each] for each in top.arguments])
    return results[term]


def variables(*terms: Term) -> list[Term]:
    """The variables in order of first occurrence."""
    known: dict[Term, None] = {}
    for term in terms:
        fold(term, lambda _term, _arguments: None, known)
    return [each for each in known if each.operator is Operator.VARIABLE]
