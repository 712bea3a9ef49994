"""Choices that the machine has to make: how an unknown is made, how an open condition comes out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from refute.languages.funlogic.arithmetic import KNOWN, OTHER, as_term, open_number
from refute.languages.funlogic.machine import CHOICE, Frame, Machine, shorten
from refute.languages.funlogic.syntax import FIRST_CHARACTER
from refute.languages.funlogic.unknowns import Kind, Option, Unknown, Value, Way, Ways, option
from refute.languages.funlogic.values import CHARACTER, CHARACTERS, Constructor, DataType
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
    made, kind = expected[0], unknown[1]
    ways = machine.ways.get((kind, id(leads_to), made))
    if ways is None:
        leading = [each for each in datatype.constructors if leads_to.get(each, made) is made]
        ways = machine.ways[kind, id(leads_to), made] = _ways_by(machine, leading, kind)
    return _choose_way(machine, unknown, ways, frame) if ways[0] else machine.fail()


def _ways(machine: Machine, unknown: Unknown, datatype: DataType) -> Ways:
    kind = unknown[1]
    ways = machine.ways.get((kind, datatype))
    if ways is None:
        ways = machine.ways[kind, datatype] = _ways_by(machine, datatype.constructors, kind)
    return ways


def _choose_way(machine: Machine, unknown: Unknown, ways: Ways, frame: Frame) -> Value:
    machine.options, count = ways
    machine.chosen = unknown
    machine.first = machine.named + 1
    machine.named += count
    machine.frames.append(frame)
    machine.stop = CHOICE


def _narrow_character(machine: Machine, unknown: Unknown, frame: Frame) -> Value:
    offset = machine.number(machine.unknown(), INT)
    value = (CHARACTER, offset)
    return machine.choose(frame, [option(value, _is_code_point(offset), 0, 0)], unknown)


def _ways_by(machine: Machine, constructors: Iterable[Constructor], kind: Kind) -> Ways:
    ways, count = [], 0
    for each in constructors:
        shapes = [None if t is None or t.is_variable else t for t in each.field_types(kind.type)]
        fields = [machine.kind(shape, machine.instances.least(shape)) for shape in shapes]
        value = Way(each, fields) if fields else each.value
        cost = 1 + sum(field.paid for field in fields) - kind.paid
        ways.append(option(value, None, max(cost, 0), count))
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
    if truth.__class__ is list:
        return machine.choose(frame, _truths(truth), truth)
    return machine.choose(frame, [option(True, truth), option(False, negation(truth))])


def _truths(unknown: Unknown) -> Sequence[Option]:
    return [option(each, None, 1 - unknown[1].paid) for each in (True, False)]


def require(machine: Machine, truth: Value, wanted: bool) -> Value:
    """A truth value, which must come out as wanted."""
    truth = shorten(truth)
    if truth is wanted:
        return wanted
    if truth.__class__ is bool:
        return machine.fail()
    if truth.__class__ is list:
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
    if truth.__class__ is not list:
        return negation(truth)
    return machine.choose((_inverted,), _truths(truth), truth)


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
