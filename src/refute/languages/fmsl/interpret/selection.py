"""Parts of values: components, elements, stretches; and what quantifiers range over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret.machine import LONGEST, Code, Environment, Machine
from refute.languages.fmsl.types import Type, Union
from refute.languages.fmsl.universe import Recorder
from refute.languages.fmsl.values import Value, belongs, show_value
from refute.source import Span


def field(machine: Machine, subject: Code, of: Type, name: str | int, span: Span) -> Code:
    """`p.last`; of a union, the value if it has the structure of that alternative."""
    objects = machine.checked.objects
    part = objects.part(of, name)
    if part is not None and isinstance(objects.structure(of), Union):
        return _alternative(machine, subject, part[1])
    position = part[0] if part else 0

    def code(env: Environment) -> Value:
        value: Any = subject(env)
        if value is None:
            machine.fault("FM042", f"`{name}` of nil", span)
            return None
        found: Value = value[position]
        return found

    return code


def _alternative(machine: Machine, subject: Code, of: Type) -> Code:
    def code(env: Environment) -> Value:
        value = subject(env)
        return value if belongs(machine.checked.objects, value, of) else None

    return code


def select(machine: Machine, subject: Code, index: Code, span: Span) -> Code:
    """`l[i]`, counted from 1."""

    def code(env: Environment) -> Value:
        values: Any = subject(env)
        position: Any = index(env)
        if values is None:
            machine.fault("FM042", "an element of nil", span)
        elif position is not None and 1 <= position <= len(values):
            found: Value = values[position - 1]
            return found
        else:
            shown = show_value(position)
            machine.fault("FM041", f"there is no element {shown} of {len(values)}", span)
        return None

    return code


def slice_of(machine: Machine, subject: Code, low: Code, high: Code, span: Span) -> Code:
    """`l[m..n]`, both ends included; nothing where m is above n."""

    def code(env: Environment) -> Value:
        values: Any = subject(env)
        first: Any = low(env)
        last: Any = high(env)
        if values is None:
            machine.fault("FM042", "a part of nil", span)
            return None
        if first is None or last is None:
            return None
        if first <= last and not (first >= 1 and last <= len(values)):
            shown = f"{show_value(first)}..{show_value(last)}"
            machine.fault("FM041", f"there are no elements {shown} of {len(values)}", span)
            return None
        found: Value = values[first - 1 : last] if first <= last else values[:0]
        return found

    return code


def ranged(machine: Machine, low: Code, high: Code, record: Recorder | None, span: Span) -> Code:
    """`[m..n]`, both ends included; its elements are new values."""

    def code(env: Environment) -> Value:
        first: Any = low(env)
        last: Any = high(env)
        if first is None or last is None:
            return None
        if last - first >= LONGEST:
            machine.fault("FM044", f"the list is longer than {LONGEST:,}", span)
            return None
        values = tuple(range(first, last + 1))
        if record is not None:
            for value in values:
                record(value)
        return values

    return code


def elements(collection: Code) -> Callable[[Environment], Sequence[Value]]:
    """What a bounded quantifier ranges over; nil has no elements."""

    def values(env: Environment) -> Sequence[Value]:
        found: Any = collection(env)
        return () if found is None else found

    return values


def population(
    machine: Machine, node: syntax.Unbounded
) -> Callable[[Environment], Sequence[Value] | None]:
    """What an unbounded quantifier ranges over: the values of its type so far.

    The universe goes by names; of a type without one nothing is known.
    """
    of = node.type
    if isinstance(of, syntax.TypeName):
        return lambda _: machine.universe.values(of.name)

    def unnamed(_: Environment) -> None:
        message = "the universe has no values of a type without a name"
        machine.fault("FM048", message, of.span, "name the type with `object`")

    return unnamed
