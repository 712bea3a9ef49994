"""From a model of the solver to values of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from refute.languages.fmsl.symbolic.models import Listed, Model, Plain, Ranked, Tupled, plain
from refute.languages.fmsl.symbolic.texts import texts_of
from refute.languages.fmsl.symbolic.unknowns import Unknowns
from refute.languages.fmsl.symbolic.values import Symbolic
from refute.languages.fmsl.values import Record, Value
from refute.terms import evaluate


class Unspeakable(Exception):
    """No texts were found for the ranks of a model."""


def spelled(unknowns: Unknowns, model: Model) -> Callable[[Symbolic], Value]:
    """What a value is under a model, as the language has it; Unspeakable if texts are missing."""
    texts = _texts(unknowns, model) if unknowns.ranks else {}
    return lambda value: _value(plain(value, model), texts)


def _texts(unknowns: Unknowns, model: Model) -> Mapping[Fraction, str]:
    ranks: list[tuple[Fraction, int | None]] = [(Fraction(0), 0)]
    for rank, text in unknowns.texts.items():
        if rank in model:
            found = model[rank]
            assert isinstance(found, Fraction)
            length = evaluate(text.size, model) if text.size in model else None
            ranks.append((found, length if isinstance(length, int) else None))
    texts = texts_of(ranks, unknowns.spellings.values())
    if texts is None:
        raise Unspeakable
    return texts


def _value(found: Plain, texts: Mapping[Fraction, str]) -> Value:
    match found:
        case Ranked(rank):
            return texts.get(rank, "")
        case Listed(items):
            return tuple(_value(each, texts) for each in items)
        case Tupled(parts):
            return Record(_value(each, texts) for each in parts)
        case Fraction():
            return float(found)
        case _:
            return found


def show(value: Value) -> str:
    """A value as one writes it in a specification: `{"Fisher", "2", nil, nil}`."""
    from refute.languages.fmsl.values import show_value  # noqa: PLC0415

    match value:
        case Record():
            return f"{{{', '.join(map(show, value))}}}"
        case tuple():
            return f"[{', '.join(map(show, value))}]"
        case _:
            return show_value(value)


def inside(values: Iterable[Value]) -> Iterable[Value]:
    """Values and all that is in them."""
    for value in values:
        yield value
        if isinstance(value, tuple):
            yield from inside(value)
