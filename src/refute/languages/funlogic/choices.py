"""Choices that the machine has to make: how an unknown is made, how an open condition comes out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from refute.languages.funlogic.arithmetic import KNOWN, OTHER, as_term, open_number
from refute.languages.funlogic.machine import (
    CHOICE,
    Frame,
    Machine,
    Option,
    Unknown,
    Value,
    Way,
    Ways,
    option,
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
        leading = [each for each in datatype.constructors if leads_to.get(each, made) is made]
        ways = _ways_by(machine, leading, unknown[3])
        known = machine.ways[key] = ways, (unknown[3], leads_to)
    return _choose_way(machine, unknown, known[0], frame) if known[0][0] else machine.fail()


def _ways(machine: Machine, unknown: Unknown, datatype: DataType) -> Ways:
    shape = unknown[3]
    key = (datatype, id(shape))
    known = machine.ways.get(key)
    if known is None:
        known = machine.ways[key] = _ways_by(machine, datatype.constructors, shape), shape
    return known[0]


def _choose_way(machine: Machine, unknown: Unknown, ways: Ways, frame: Frame) -> Value:
    paid, named, (values, count) = unknown[2], machine.named + 1, ways
    options: list[Option] = []
    for value, least, before in values:
        cost = least - paid if least > paid else 0
        options.append((value, None, unknown, cost, named + before))
    machine.options = options
    machine.named += count
    machine.frames.append(frame)
    machine.stop = CHOICE


def _narrow_character(machine: Machine, unknown: Unknown, frame: Frame) -> Value:
    offset = machine.number(machine.unknown(), INT)
    value = (CHARACTER, offset)
    return machine.choose(frame, [option(value, _is_code_point(offset), unknown, 0, 0)])


def _ways_by(machine: Machine, constructors: Iterable[Constructor], shape: Type | None) -> Ways:
    ways, count = [], 0
    for each in constructors:
        shapes = [None if t is None or t.is_variable else t for t in each.field_types(shape)]
        fields = [(field, machine.instances.least(field)) for field in shapes]
        value = Way(each, fields) if fields else each.value
        ways.append((value, 1 + sum(least for _, least in fields), count))
        count += len(fields)
    return ways, count


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
        options = [option(each, None, truth, cost) for each in (True, False)]
    else:
        options = [option(True, truth), option(False, negation(truth))]
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
    return machine.choose((passed,), [option(wanted, condition)])


def bound(machine: Machine, truth: Value) -> Value:
    """A condition that must hold, if it is time to look at it; others will see to it later."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return truth or machine.fail()
    if machine.bounded == machine.now:
        return True
    return machine.choose((_was_bound,), [option(True, truth)])


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
    options = [option(each, None, truth, cost) for each in (True, False)]
    return machine.choose((_inverted,), options)


def _inverted(machine: Machine, value: Value, frame: Frame) -> Value:
    return not value


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
    options = [option(value, equal(term, each)) for value, each in zip(asked, numbers, strict=True)]
    options.append(option(OTHER, conjunction(*[different(term, each) for each in numbers])))
    return machine.choose(frame, options)
