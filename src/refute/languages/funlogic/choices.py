"""Choices of the machine: the constructor of an unknown, and the outcome of an open condition."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from refute.languages.funlogic.arithmetic import KNOWN, OTHER, as_term, open_number
from refute.languages.funlogic.machine import CHOICE, Frame, Machine, shorten
from refute.languages.funlogic.syntax import FIRST_CHARACTER
from refute.languages.funlogic.unknowns import (
    Forced,
    Kind,
    Option,
    Unknown,
    Value,
    Way,
    Ways,
    option,
)
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

NESTED = 50
"""Minimum number of calls left until the next pause for choices to be made inside each other."""


def narrow(machine: Machine, unknown: Unknown, datatype: DataType, frame: Frame) -> Value:
    """Choose the constructor of an unknown, and continue with that; it may have been bound since.

    A constructor costs one plus the minimum cost of its fields, so the cost of a branch is the
    number of constructors in the smallest value that it can still lead to.
    """
    value = narrowed(machine, unknown, datatype, frame, False)
    return None if value is None else frame[0](machine, value, frame)


def narrowed(
    machine: Machine, unknown: Unknown, datatype: DataType, frame: Frame, is_last: bool
) -> Value:
    """Like `narrow`, for generated code that continues by itself with the value of the unknown.

    `is_last` means that only frames wait for the code. Then it continues with the first way, and
    the others become an open choice of the walk.
    """
    if unknown[0] is not None:
        return shorten(unknown)
    if datatype is CHARACTERS:
        return _narrow_character(machine, unknown, frame)
    kind = unknown[1]
    ways = kind.ways.get(datatype)
    if ways is None:
        ways = kind.ways[datatype] = _ways_by(machine, datatype.constructors, kind)
    return _choose_way(machine, unknown, ways, frame, is_last)


class Leading:
    """The constructors of an unknown that lead to some expected constructor."""

    __slots__ = ("constructors",)

    def __init__(self, constructors: Sequence[Constructor]) -> None:
        self.constructors = constructors


def leading(
    datatype: DataType, leads_to: Mapping[Constructor, Constructor]
) -> Mapping[Constructor, Leading]:
    """For each constructor that may be expected, those that lead to it; one whose result is not
    known counts for all of them."""
    expected = next(iter(leads_to.values())).datatype
    return {
        made: Leading([each for each in datatype.constructors if leads_to.get(each, made) is made])
        for made in expected.constructors
    }


def narrowed_towards(
    machine: Machine,
    unknown: Unknown,
    datatype: DataType,
    frame: Frame,
    is_last: bool,
    expected: Value,
    leads: Mapping[Constructor, Leading],
) -> Value:
    """Like `narrowed`, if the result must be `expected`: once that is known, constructors that lead
    to another one are left out.

    If one constructor is left, there is no choice: the unknown is bound at once, unless there are
    goals, which must see the binding first.
    """
    if expected.__class__ is not tuple:
        expected = shorten(expected)
    if unknown[0] is not None or expected.__class__ is not tuple:
        return narrowed(machine, unknown, datatype, frame, is_last)
    only, kind = leads[expected[0]], unknown[1]
    way = kind.forced.get(only)
    if way is None or machine.goals:
        ways = kind.ways.get(only)
        if ways is None:
            ways = kind.ways[only] = _ways_by(machine, only.constructors, kind)
        if len(ways[0]) != 1 or machine.goals:
            return (
                _choose_way(machine, unknown, ways, frame, is_last) if ways[0] else machine.fail()
            )
        way = kind.forced[only] = _forced(ways)
    value, cost, fields = way
    if fields:
        value = value(machine.now, machine.named + 1)
        machine.named += len(fields)
    machine.spent += cost
    if unknown[2] != machine.now:
        machine.current.append((unknown, value))
    unknown[0] = value
    return value


def _forced(ways: Ways) -> Forced:
    ((value, _, cost, _, _),), count = ways
    return (value.made, cost, value.fields) if count else (value, cost, ())


def _choose_way(
    machine: Machine, unknown: Unknown, ways: Ways, frame: Frame, is_last: bool
) -> Value:
    """Choose one of the ways, or continue at once with the first of several."""
    options, count = ways
    first = machine.named + 1
    machine.named += count
    walk = machine.walk
    if (
        not is_last
        or walk is None
        or machine.fuel < NESTED
        or walk.nodes >= walk.limit
        or machine.goals
        or machine.assumed
        or len(options) == 1
    ):
        machine.options, machine.chosen, machine.first = options, unknown, first
        machine.frames.append(frame)
        machine.stop = CHOICE
        return None
    segment, cost = machine.current, machine.cost + machine.spent
    depth = machine.depth = machine.depth + 1
    if depth > walk.deepest:  # noqa: PLR1730  # for every choice
        walk.deepest = depth
    stack, covered, postponed = (frame, machine.below), machine.covered, machine.postponed
    at = len(options) - 1
    while at:
        value, _, price, before, _ = options[at]
        walk.open.append(
            (stack, segment, covered, postponed, (), unknown, value, None, first + before, depth,
             cost + price)
        )  # fmt: skip
        at -= 1
    walk.nodes += 1
    machine.now += 1
    value, _, price, before, _ = options[0]
    if value.__class__ is Way:
        value = value.made(machine.now, first + before)
    machine.cost, machine.spent = cost + price, 0
    machine.current = [segment, segment[1] + 1, (unknown, value)]
    unknown[0] = value
    return value


def _narrow_character(machine: Machine, unknown: Unknown, frame: Frame) -> Value:
    offset = machine.number(machine.unknown(), INT)
    value = (CHARACTER, offset)
    return machine.choose(frame, [option(value, _is_code_point(offset), label=None)], unknown)


def _ways_by(machine: Machine, constructors: Iterable[Constructor], kind: Kind) -> Ways:
    ways, count = [], 0
    for each in constructors:
        shapes = [None if t is None or t.is_variable else t for t in each.field_types(kind.type)]
        fields = [machine.kind(shape, machine.instances.least(shape)) for shape in shapes]
        value = Way(each, fields) if fields else each.value
        cost = 1 + sum(field.paid for field in fields) - kind.paid
        ways.append(option(value, None, max(cost, 0), count, None))
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
    """Choose the outcome of an open truth value; it may have been bound since."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return truth
    if truth.__class__ is list:
        return machine.choose(frame, _truths(truth), truth)
    return machine.choose(frame, [option(True, truth), option(False, negation(truth))])


def _truths(unknown: Unknown) -> Sequence[Option]:
    return [option(each, None, 1 - unknown[1].paid) for each in (True, False)]


def require(machine: Machine, truth: Value, wanted: bool) -> Value:
    """Require that a truth value comes out as wanted."""
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
    """Require a condition that others imply, unless one was checked since the last choice."""
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
    """Negate a truth value that is open, or was."""
    truth = shorten(truth)
    if truth.__class__ is bool:
        return not truth
    if truth.__class__ is not list:
        return negation(truth)
    return machine.choose((_inverted,), _truths(truth), truth)


def _inverted(machine: Machine, value: Value, frame: Frame) -> Value:
    return not value


def passed(machine: Machine, value: Value, frame: Frame) -> Value:
    """Return the value unchanged."""
    return value


def number_choice(
    machine: Machine, number: Value, asked: Sequence[int | Fraction], frame: Frame
) -> Value:
    """Assume that a number is each of those asked for in turn, and then that it is none of them."""
    number = shorten(number)
    if number.__class__ in KNOWN:
        return number
    numbers = [as_term(each) for each in asked]
    term = open_number(machine, number, numbers[0].sort)
    options = [option(value, equal(term, each)) for value, each in zip(asked, numbers, strict=True)]
    options.append(option(OTHER, conjunction(*[different(term, each) for each in numbers])))
    return machine.choose(frame, options)
