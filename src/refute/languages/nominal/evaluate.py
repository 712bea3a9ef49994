"""The value of a term on the right of `is`: arithmetic, built-in functions, substitution."""

from __future__ import annotations

from refute.languages.nominal.builtins import SUBSTITUTION, Unevaluable
from refute.languages.nominal.terms import (
    Abstraction,
    Name,
    Term,
    alike,
    children,
    expose,
    free_names,
    is_ground,
    swap,
)


def evaluate(term: Term) -> Term:
    """The value of a term, or Unevaluable; built-in functions are computed from the inside out."""
    results: list[Term] = []
    waiting: list[tuple[Term, bool]] = [(term, False)]
    while waiting:
        unexposed, ready = waiting.pop()
        current = expose(unexposed)
        if ready:
            results.append(_apply(current, results))
        elif type(current) is Abstraction or (type(current) is tuple and len(current) > 1):
            waiting.append((current, True))
            waiting.extend((each, False) for each in reversed(list(children(current))))
        else:
            results.append(current)
    return results.pop()


def _apply(term: Term, results: list[Term]) -> Term:
    """The value of a term whose parts' values are on top of the results; they are taken away."""
    count = 2 if type(term) is Abstraction else len(term) - 1
    parts = results[-count:]
    del results[-count:]
    if type(term) is Abstraction:
        return Abstraction(parts[0], parts[1])
    symbol = term[0]
    if symbol is SUBSTITUTION:
        return substitute(*parts)
    if symbol.evaluate is not None:
        return symbol.evaluate(*parts)
    return (symbol, *parts)


def substitute(body: Term, by: Term, old: Term) -> Term:
    """The body with every occurrence of a term replaced, without capturing names."""
    if not is_ground(body, by, old):
        raise Unevaluable("a substitution is computed only when all its terms are known")
    avoided = free_names(by, old)
    results: list[Term] = []
    waiting: list[tuple[Term, bool]] = [(body, False)]
    while waiting:
        unexposed, ready = waiting.pop()
        term = expose(unexposed)
        if ready:
            results.append(_rebuilt(term, results))
        elif alike(term, old):
            results.append(by)
        elif type(term) is Abstraction:
            if term.name in avoided:
                name = Name(term.name.label)
                term = Abstraction(name, swap(term.name, name, term.body))
            waiting.extend([(term, True), (term.body, False)])
        elif type(term) is tuple and len(term) > 1:
            waiting.append((term, True))
            waiting.extend((each, False) for each in reversed(term[1:]))
        else:
            results.append(term)
    return results.pop()


def _rebuilt(term: Term, results: list[Term]) -> Term:
    if type(term) is Abstraction:
        return Abstraction(term.name, results.pop())
    count = len(term) - 1
    parts = results[-count:]
    del results[-count:]
    return (term[0], *parts)
