"""The predefined types and symbols, and the evaluation of built-in functions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from random import Random
from typing import Any

from refute.languages.nominal.core import (
    Clause,
    Construct,
    Evaluates,
    Listing,
    Symbol,
    Term as CoreTerm,
    Variable,
)
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Name,
    Term,
    alike,
    expose,
    free_names,
    is_ground,
    swap,
)
from refute.languages.nominal.engine.visits import MOST, TermsTooLarge
from refute.languages.nominal.types import (
    BOOL,
    CHAR,
    INT,
    PROP,
    STRING,
    UNIT,
    Type,
    TypeVariable,
    abstraction,
    list_of,
    pair,
)


def symbol(
    name: str,
    parameters: tuple[Type, ...],
    result: Type,
    role: str = "constructor",
    evaluate: Callable[..., Any] | None = None,
    variables: tuple[TypeVariable, ...] = (),
) -> Symbol:
    """A symbol whose parameters each stand for one argument."""
    return Symbol(
        name, role, parameters, result, variables, (1,) * len(parameters), evaluate=evaluate
    )


_A, _B, _N = TypeVariable("A"), TypeVariable("B"), TypeVariable("N", names=True)

NIL = symbol("[]", (), list_of(_A), variables=(_A,))
CONS = symbol("::", (_A, list_of(_A)), list_of(_A), variables=(_A,))
PAIR = symbol("pair", (_A, _B), pair(_A, _B), variables=(_A, _B))
UNIT_VALUE = symbol("()", (), UNIT)
TRUE = symbol("true", (), BOOL)
FALSE = symbol("false", (), BOOL)
SUBSTITUTION = symbol("substitution", (_A, _B, _B), _A, variables=(_A, _B))

EMPTY_LIST, EMPTY_TUPLE = NIL.constant, UNIT_VALUE.constant
TRUTH = {True: TRUE.constant, False: FALSE.constant}


class Unevaluable(Exception):
    """A built-in function cannot be computed, for the reason given."""


def listing(items: tuple[Term, ...], tail: Term = EMPTY_LIST) -> Term:
    """A list that consists of items followed by a tail."""
    for item in reversed(items):
        tail = (CONS, item, tail)
    return tail


def unlisted(term: CoreTerm) -> CoreTerm:
    """A list literal as a constructor applied to its first item and the rest; other terms as is."""
    match term:
        case Listing(items, tail):
            rest = Listing(items[1:], tail) if len(items) > 1 else tail
            return Construct(CONS, (items[0], rest))
        case _:
            return term


def integer(value: Term) -> int:
    """The number that an exposed term is; Unevaluable if it is none."""
    if type(value) is not int:
        raise Unevaluable("a number is not known yet")
    return value


def _arithmetic(function: Callable[[int, int], int]) -> Callable[[Term, Term], Term]:
    return lambda left, right: function(integer(left), integer(right))


def _comparison(function: Callable[[int, int], bool]) -> Callable[[Term, Term], Term]:
    return lambda left, right: TRUTH[function(integer(left), integer(right))]


def _boolean(value: Term) -> bool:
    if value not in TRUTH.values():
        raise Unevaluable("a truth value is not known yet")
    return bool(value is TRUTH[True])


def _divide(left: int, right: int) -> int:
    """Division that rounds towards zero."""
    if right == 0:
        raise Unevaluable(f"{left} cannot be divided by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _name(value: Term) -> Name:
    if type(value) is not Name:
        raise Unevaluable("a name is not known yet")
    return value


def _text(value: Term) -> str:
    chars: list[str] = []
    while type(value) is tuple and value[0] is CONS and type(value[1]) is str:
        chars.append(value[1])
        value = value[2]
    if value != EMPTY_LIST:
        raise Unevaluable("a text is not known yet")
    return "".join(chars)


def _split(value: Term) -> Term:
    if type(value) is not Abstraction:
        raise Unevaluable("an abstraction is not known yet")
    return (PAIR, value.name, value.body)


_NUMBERS = (INT, INT)
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": _divide,
    "mod": lambda left, right: left - right * _divide(left, right),
    "min": min,
    "max": max,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FUNCTIONS: tuple[Symbol, ...] = (
    *(
        symbol(name, _NUMBERS, INT, "builtin", _arithmetic(function))
        for name, function in _OPERATIONS.items()
    ),
    *(
        symbol(name, _NUMBERS, BOOL, "builtin", _comparison(function))
        for name, function in _COMPARISONS.items()
    ),
    symbol("&&", (BOOL, BOOL), BOOL, "builtin", lambda a, b: TRUTH[_boolean(a) and _boolean(b)]),
    symbol("||", (BOOL, BOOL), BOOL, "builtin", lambda a, b: TRUTH[_boolean(a) or _boolean(b)]),
    symbol("neg", (BOOL,), BOOL, "builtin", lambda value: TRUTH[not _boolean(value)]),
    symbol(
        "mk_abs",
        (_N, _B),
        abstraction(_N, _B),
        "builtin",
        lambda name, body: Abstraction(_name(name), body),
        (_N, _B),
    ),
    symbol("split_abs", (abstraction(_N, _B),), pair(_N, _B), "builtin", _split, (_N, _B)),
)


def _compared(left: Term, right: Term) -> int:
    """-1, 0 or 1: names are ordered by spelling, then by age."""
    one, other = ((_name(each).label, each.serial) for each in (left, right))
    return (one > other) - (one < other)


def name_functions(spelled: dict[str, Name]) -> tuple[Symbol, ...]:
    """The functions that convert between names and texts; equal texts give the same name.

    Different names are spelled differently: later ones get a number at the end.
    """

    def from_string(value: Term) -> Name:
        text = _text(value)
        return spelled.setdefault(text, Name(text))

    def to_string(value: Term) -> Term:
        name, number = _name(value), 0
        text = name.label
        while spelled.setdefault(text, name) is not name:
            number += 1
            text = f"{name.label}{number}"
        return listing(tuple(text))

    def less(left: Term, right: Term) -> Term:
        return TRUTH[_compared(left, right) < 0]

    return (
        symbol("to_string", (_N,), STRING, "builtin", to_string, (_N,)),
        symbol("from_string", (STRING,), _N, "builtin", from_string, (_N,)),
        symbol("names", (_N, _N), INT, "builtin", _compared, (_N,)),
        symbol("lt", (_N, _N), BOOL, "builtin", less, (_N,)),
    )


NUMBER_TO_STRING = symbol(
    "to_string", (INT,), STRING, "builtin", lambda value: listing(tuple(str(integer(value))))
)


def chance(choice: Random) -> tuple[Symbol, ...]:
    """`random N`, a number from 0 to N - 1, and `rand(N, X)`, which is `X is random N`."""

    def random(value: Term) -> int:
        if integer(value) < 1:
            raise Unevaluable(f"there is no number from 0 to {integer(value) - 1}")
        return choice.randrange(integer(value))

    function = symbol("random", (INT,), INT, "builtin", random)
    predicate = symbol("rand", (INT, INT), PROP, "predicate")
    bound, chosen = Variable("N", INT), Variable("X", INT)
    body = Evaluates(chosen, Construct(function, (bound,)))
    predicate.clauses.append(Clause(predicate, (bound, chosen), body))
    return function, predicate


SPELLING = frozenset({"split_abs", "to_string", "from_string", "names", "lt"})
"""The functions whose values depend on the names themselves, not only on which are equal."""


def depends_on_spelling(term: CoreTerm) -> bool:
    """Whether a term is a call of a function in `SPELLING`, regardless of its arguments."""
    match term:
        case Construct(symbol):
            return symbol.role == "builtin" and symbol.name in SPELLING
        case _:
            return False


INLINE: dict[Symbol, str] = {
    each: each.name
    for each in FUNCTIONS
    if each.name in {"+", "-", "*"} or each.name in _COMPARISONS
}
"""The functions that are written the same way in Python."""

CALL = symbol("call", (PROP,), PROP, "predicate")
"""`call(p(X))` is the goal `p(X)`."""

SYMBOLS: dict[str, Symbol] = {
    **{each.name: each for each in (*FUNCTIONS, CALL)},
    "tt": TRUE,
    "ff": FALSE,
    "nil": NIL,
    "cons": CONS,
}
TYPES: dict[str, Type] = {
    **{each.constructor.name: each for each in (INT, CHAR, BOOL, UNIT, PROP)},
    "string": STRING,
}


def failure() -> Symbol:
    """The predicate without clauses, made anew for each program."""
    return symbol("fail", (), PROP, "predicate")


def evaluate(term: Term, walked: Callable[[int], object] = lambda _parts: None) -> Term:
    """The value of a term, or Unevaluable; built-in functions are computed from the inside out.

    `walked` is called with the number of parts of the term.
    """
    return rebuilt(term, lambda part: (part, False), _apply, walked)


def simplified(term: Term) -> Term:
    """The value of a term, in which what cannot be computed is left as it is."""

    def apply(symbol: Symbol, parts: list[Term]) -> Term:
        try:
            return _apply(symbol, parts)
        except Unevaluable:
            return (symbol, *parts)

    return rebuilt(term, lambda part: (part, False), apply)


def snapshot(term: Term) -> Term:
    """A copy of a term in its current state, independent of bindings."""
    return rebuilt(term, lambda part: (part, False), lambda symbol, parts: (symbol, *parts))


def _apply(symbol: Symbol, parts: list[Term]) -> Term:
    """The value of a symbol applied to evaluated arguments."""
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

    def enter(term: Term) -> tuple[Term, bool]:
        if alike(term, old):
            return by, True
        if type(term) is Abstraction and term.name in avoided:
            name = Name(term.name.label)
            return Abstraction(name, swap(term.name, name, term.body)), False
        return term, False

    return rebuilt(body, enter, lambda symbol, parts: (symbol, *parts))


def rebuilt(
    root: Term,
    enter: Callable[[Term], tuple[Term, bool]],
    apply: Callable[[Symbol, list[Term]], Term],
    walked: Callable[[int], object] = lambda _parts: None,
) -> Term:
    """A term made anew from the inside out, without recursion.

    `enter` gives what is taken for a part, and whether that stays as it is.
    """
    results: list[Term] = []
    made: dict[int, tuple[Term, Term]] = {}
    waiting: list[tuple[Term, Term]] = [(root, None)]
    while waiting:
        unexposed, entered = waiting.pop()
        if entered is not None:
            count = 1 if type(entered) is Abstraction else len(entered) - 1
            parts = results[-count:]
            del results[-count:]
            bound = type(entered) is Abstraction
            made_now = Abstraction(entered.name, *parts) if bound else apply(entered[0], parts)
            made[id(unexposed)] = unexposed, made_now
            results.append(made_now)
            continue
        if id(unexposed) in made:
            results.append(made[id(unexposed)][1])
            continue
        term, final = enter(expose(unexposed))
        if not final and type(term) is Abstraction:
            waiting.extend([(unexposed, term), (term.body, None)])
        elif not final and type(term) is tuple and len(term) > 1:
            waiting.append((unexposed, term))
            waiting.extend((each, None) for each in reversed(term[1:]))
        else:
            results.append(term)
        if len(made) > MOST:
            raise TermsTooLarge
    walked(len(made))
    return results.pop()
