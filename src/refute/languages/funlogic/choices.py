"""Choices that the machine has to make: how an unknown is made, how an open condition comes out."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.funlogic.arithmetic import KNOWN, OTHER, as_term, open_number
from refute.languages.funlogic.machine import (
    MADE,
    Frame,
    Machine,
    Option,
    Unknown,
    Value,
    shorten,
)
from refute.languages.funlogic.syntax import FIRST_CHARACTER
from refute.languages.funlogic.values import CHARACTER, CHARACTERS, Constructor, DataType, Type
from refute.terms import (
    INT,
    Term,
    add,
    at_least,
    at_most,
    conjunction,
    different,
    disjunction,
    equal,
    greater,
    integer,
    less,
    negation,
)

Way: TypeAlias = tuple[Constructor, Sequence[tuple[Type | None, int]], int]
"""A constructor as a way to make an unknown of some type: the types of its fields, how many
constructors each needs at least, and all of them together."""


def narrow(machine: Machine, unknown: Unknown, datatype: DataType, frame: Frame) -> Value:
    """Choose how an unknown is made, then go on with that; it may have been bound since.

    A constructor costs itself and what its fields will need at least, so that a branch has cost
    as much as the smallest value that can come of it has constructors.
    """
    if unknown[0] is not None:
        return frame[0](machine, shorten(unknown), frame)
    if datatype is CHARACTERS:
        return _narrow_character(machine, unknown, frame)
    return _choose_way(machine, unknown, _ways(machine, unknown, datatype), frame)


def narrow_towards(
    machine: Machine,
    unknown: Unknown,
    datatype: DataType,
    frame: Frame,
    expected: Value,
    leads_to: Mapping[Constructor, Constructor],
) -> Value:
    """The same where the result must be a value: a constructor that leads to another one is left
    out, if the value is known."""
    if expected.__class__ is not tuple:
        expected = shorten(expected)
    if unknown[0] is not None or expected.__class__ is not tuple:
        return narrow(machine, unknown, datatype, frame)
    made = expected[0]
    key = (id(leads_to), id(unknown[3]), made)
    known = machine.ways.get(key)
    if known is None:
        every = _ways(machine, unknown, datatype)
        ways = [each for each in every if leads_to.get(each[0], made) is made]
        known = machine.ways[key] = ways, (unknown[3], leads_to)
    return _choose_way(machine, unknown, known[0], frame) if known[0] else machine.fail()


def _ways(machine: Machine, unknown: Unknown, datatype: DataType) -> Sequence[Way]:
    shape = unknown[3]
    key = (datatype, id(shape))
    known = machine.ways.get(key)
    if known is None:
        ways = [_way(machine, each, shape) for each in datatype.constructors]
        known = machine.ways[key] = ways, shape
    return known[0]


def _choose_way(machine: Machine, unknown: Unknown, ways: Sequence[Way], frame: Frame) -> Value:
    named, now, paid, options = machine.named, machine.now, unknown[2], []
    for constructor, fields, least in ways:
        value: Value = constructor.value
        if fields:
            parts: list[Any] = [constructor]
            for field, needed in fields:
                named += 1
                parts.append(Unknown((None, now, needed, field, named)))
            value = tuple(parts)
        cost = least - paid
        options.append(Option(value, None, (unknown, value), cost if cost > 0 else 0, MADE))
    machine.named = named
    return machine.choose(frame, options)


def _narrow_character(machine: Machine, unknown: Unknown, frame: Frame) -> Value:
    offset = machine.number(machine.unknown(), INT)
    value = (CHARACTER, offset)
    option = Option(value, _is_code_point(offset), (unknown, value), 0, MADE)
    return machine.choose(frame, [option])


def _way(machine: Machine, constructor: Constructor, shape: Type | None) -> Way:
    shapes = [
        None if each is None or each.is_variable else each
        for each in constructor.field_types(shape)
    ]
    fields = [(each, machine.instances.least(each)) for each in shapes]
    return constructor, fields, 1 + sum(least for _, least in fields)


def _is_code_point(offset: Term) -> Term:
    """The condition that a number stands for a character; surrogates do not."""
    number = add(offset, integer(FIRST_CHARACTER))
    is_before = conjunction(at_least(number, integer(0)), less(number, integer(0xD800)))
    is_behind = conjunction(
        greater(number, integer(0xDFFF)), at_most(number, integer(sys.maxunicode))
    )
    return disjunction(is_before, is_behind)


def decide(machine: Machine, truth: Value, frame: Frame) -> Value:
    """Go on with both truth values, as the one at hand is open; it may have been bound since."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return frame[0](machine, truth, frame)
    if truth.__class__ is Unknown:
        cost = 1 - truth.paid
        options = [Option(each, binding=(truth, each), cost=cost) for each in (True, False)]
    else:
        options = [Option(True, truth), Option(False, negation(truth))]
    return machine.choose(frame, options)


def require(machine: Machine, truth: Value, wanted: bool) -> Value:
    """A truth value, which must come out as wanted."""
    truth = shorten(truth)
    if truth is wanted:
        return wanted
    if truth.__class__ is bool:
        return machine.fail()
    if truth.__class__ is Unknown:
        machine.set(truth, wanted)
        return wanted
    condition = truth if wanted else negation(truth)
    if machine.assume(condition):
        return wanted
    return machine.choose((passed,), [Option(wanted, condition)])


def bound(machine: Machine, truth: Value) -> Value:
    """A condition that must hold, if it is time to look at it; others will see to it later."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return truth or machine.fail()
    if machine.bounded == machine.now:
        return True
    return machine.choose((_was_bound,), [Option(True, truth)])


def _was_bound(machine: Machine, value: Value, frame: Frame) -> Value:
    machine.bounded = machine.now
    return value


def invert(machine: Machine, truth: Value) -> Value:
    """The opposite of a truth value that is open, or was."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return not truth
    if truth.__class__ is not Unknown:
        return negation(truth)
    cost = 1 - truth.paid
    options = [Option(not each, binding=(truth, each), cost=cost) for each in (True, False)]
    return machine.choose((passed,), options)


def passed(machine: Machine, value: Value, frame: Frame) -> Value:
    """Give the value that comes."""
    return value


def number_choice(
    machine: Machine, number: Value, asked: Sequence[int | Fraction], frame: Frame
) -> Value:
    """Assume each of the numbers that are asked for, and then that it is none of them."""
    number = shorten(number)
    if number.__class__ in KNOWN:
        return frame[0](machine, number, frame)
    numbers = [as_term(each) for each in asked]
    term = open_number(machine, number, numbers[0].sort)
    options = [Option(value, equal(term, each)) for value, each in zip(asked, numbers, strict=True)]
    options.append(Option(OTHER, conjunction(*[different(term, each) for each in numbers])))
    return machine.choose(frame, options)
