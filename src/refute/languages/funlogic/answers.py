"""Conversion of the machine's values to answers and back.

An answer is a snapshot of a value in one branch, unaffected by what other branches bind later:
unknowns become holes, and unevaluated parts are holes without a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from refute.languages.funlogic.machine import shorten
from refute.languages.funlogic.unknowns import Kind, Value, name_of
from refute.languages.funlogic.values import Answer, Closure, Data, Hole, truth
from refute.terms import Term

UNEVALUATED = Hole("…")


def answer_of(value: Value, known: Mapping[int, Data] = MappingProxyType({})) -> Answer:
    """Convert a value in its current state; without recursion, as data may be deep.

    `known` contains the answers for constant data.
    """
    value = shorten(value)
    if value.__class__ is not tuple:
        return _leaf(value)
    if id(value) in known:
        return known[id(value)]
    whole = Data(value[0])
    made: dict[int, Data] = {id(value): whole}
    pending = [(whole, value)]
    ground = True
    for data, raw in pending:
        fields: list[Any] = []
        for field in raw[1:]:
            while field.__class__ is list:
                if field[0] is None:
                    break
                field = field[0]  # noqa: PLW2901  # what it stands for
            if field.__class__ is tuple:
                at = id(field)
                part = known.get(at) or made.get(at)
                if part is None:
                    part = made[at] = Data(field[0])
                    pending.append((part, field))
                fields.append(part)
            elif field.__class__ is int:
                fields.append(field)
            else:
                leaf = _leaf(field)
                ground = ground and isinstance(leaf, Data | Fraction)
                fields.append(leaf)
        data.fields, data.ground = tuple(fields), not fields
    whole.ground = ground
    return whole


def _leaf(value: Value) -> Answer:
    if value.__class__ is bool:
        return truth(value)
    if value.__class__ is list:
        kind = value[1]
        return Hole(name_of(value), kind.type) if kind.__class__ is Kind else UNEVALUATED
    if value.__class__ is Closure and value.arguments:
        return Closure(value.code, value.captured, tuple(map(answer_of, value.arguments)))
    assert isinstance(value, int | Fraction | Closure | Term)
    return value


def value_of(answer: Answer) -> Value:
    """Convert an answer without holes to a value of the machine; without recursion."""
    done: dict[int, Value] = {}
    pending = [answer]
    while pending:
        part = pending[-1]
        if not isinstance(part, Data):
            done[id(part)] = part
        elif part.constructor.arity == 0:
            done[id(part)] = part.constructor.value
        else:
            missing = [field for field in part.fields if id(field) not in done]
            if missing:
                pending.extend(missing)
                continue
            done[id(part)] = (part.constructor, *(done[id(field)] for field in part.fields))
        pending.pop()
    return done[id(answer)]


def add_known(value: Value, known: dict[int, Data]) -> None:
    """Record the answers for constant data and all data inside it; without recursion."""
    pending = [value]
    while pending:
        part = pending[-1]
        missing = [each for each in part[1:] if each.__class__ is tuple and id(each) not in known]
        if missing:
            pending.extend(missing)
            continue
        fields = tuple(
            known[id(each)] if each.__class__ is tuple else _leaf(each) for each in part[1:]
        )
        known[id(part)] = Data(part[0], fields, ground=True)
        pending.pop()
