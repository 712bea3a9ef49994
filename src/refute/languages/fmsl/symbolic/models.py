"""Values that are not fully known, under a model that makes them so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.fmsl.symbolic.values import (
    NIL,
    Atom,
    Either,
    Items,
    Measured,
    Nothing,
    Record,
    Symbolic,
    Text,
    items_of,
    packed,
)
from refute.terms import FALSE, Term, Value as TermValue, constant, evaluate

Model: TypeAlias = Mapping[Term, TermValue]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list whose items are known."""

    items: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class Tupled:
    """A tuple whose parts are known."""

    parts: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A text of which the rank is known."""

    rank: Fraction


Plain: TypeAlias = bool | int | Fraction | str | Ranked | Listed | Tupled | None


def plain(value: Symbolic, model: Model) -> Plain:
    """What a value is under a model; None for nil."""
    if evaluate(value.nil, model):
        return None
    match value:
        case Atom(_, term):
            found: Any = evaluate(term, model)
            return found  # type: ignore[no-any-return]
        case Text(_, term):
            text: Any = evaluate(term, model)
            return text if isinstance(text, str) else Ranked(text)
        case Record(_, parts):
            return Tupled(tuple(plain(each, model) for each in parts))
        case Items():
            there = [item for present, item in packed(value).items if evaluate(present, model)]
            return Listed(tuple(plain(each, model) for each in there))
        case Either(_, options):
            return next(plain(each, model) for chosen, each in options if evaluate(chosen, model))
        case Nothing() | Measured():
            return None


def settle(
    value: Symbolic,
    key: object,
    model: Model,
    known: Callable[[object, Plain], Symbolic | None],
) -> Symbolic:
    """The value under a model, as one that is known; `known` may know another for a part."""
    found = known(key, plain(value, model))
    if found is not None:
        return found
    if evaluate(value.nil, model):
        return NIL
    match value:
        case Atom(_, term):
            return Atom(FALSE, constant(evaluate(term, model), term.sort))
        case Text(_, term, size):
            rank = constant(evaluate(term, model), term.sort)
            return Text(FALSE, rank, constant(evaluate(size, model), size.sort))
        case Record(_, parts):
            keys = _keys(key, "tuple", len(parts))
            pairs = zip(parts, keys, strict=True)
            return Record(FALSE, tuple(settle(each, kind, model, known) for each, kind in pairs))
        case Items():
            there = [item for present, item in packed(value).items if evaluate(present, model)]
            kind = _keys(key, "list", 1)[0]
            return items_of(*(settle(each, kind, model, known) for each in there))
        case Either(_, options):
            chosen = next(each for chosen, each in options if evaluate(chosen, model))
            return settle(chosen, None, model, known)
        case Nothing() | Measured():
            return NIL


def _keys(key: object, kind: str, number: int) -> tuple[object, ...]:
    if isinstance(key, tuple) and key[0] == kind and len(key) == number + 1:
        return key[1:]
    return (None,) * number
