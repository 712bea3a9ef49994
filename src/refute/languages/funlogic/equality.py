"""`==` on all values: a test if both sides are known, unification if it must hold."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from refute.languages.funlogic.arithmetic import KNOWN, as_term, sort_of
from refute.languages.funlogic.choices import narrow
from refute.languages.funlogic.forcing import keep, looping, normalise, shortened, whnf
from refute.languages.funlogic.machine import (
    AT_ONCE,
    EITHER,
    FALSE,
    FUNCTIONS,
    TRUE,
    VALUE,
    Frame,
    Machine,
    Pairs,
    shorten,
)
from refute.languages.funlogic.unknowns import Kind, Unknown, Value, name_of, option
from refute.languages.funlogic.values import BOOLEAN, Closure, Code
from refute.terms import BOOL, Term, equal, negation


def compare(machine: Machine, pairs: Pairs, mode: int) -> Value:
    """Whether all pairs are equal, compared from left to right.

    The mode decides how unknowns are treated: if all pairs must be equal they are bound, in the
    left side of an `or` that must hold they are bound or the equation is postponed, otherwise they
    are enumerated.
    """
    for _ in repeat(None, AT_ONCE):
        if pairs is None:
            return mode != FALSE or machine.fail()
        left, right, rest = pairs
        if left.__class__ is not tuple:
            left = whnf(machine, left)
        if right.__class__ is not tuple and left is not None:
            right = whnf(machine, right)
        if left is None or right is None:
            machine.frames.append((_compared, pairs, mode))
            return None
        if left.__class__ is list:
            left = shorten(left)
        if left.__class__ is int and right.__class__ is int:
            if left != right:
                return differ(machine, mode)
            pairs = rest
        elif left.__class__ is tuple and right.__class__ is tuple:
            if left[0] is not right[0]:
                return differ(machine, mode)
            pairs = rest
            if left is not right or id(left) not in machine.ground:
                for index in range(len(left) - 1, 0, -1):
                    pairs = (left[index], right[index], pairs)
        elif left.__class__ is list or right.__class__ is list:
            if left is right:
                pairs = rest
                continue
            if left.__class__ is not list:
                left, right = right, left
            if mode != TRUE:
                return _unknown(machine, left, right, rest, mode)
            if _unify(machine, left, right) is None:
                machine.frames.append((_bound, left, right, rest, mode))
                return None
            pairs = rest
        elif left.__class__ is bool and right.__class__ is bool:
            if left is not right:
                return differ(machine, mode)
            pairs = rest
        elif left.__class__ is Closure or right.__class__ is Closure:
            return machine.stuck(FUNCTIONS)
        elif left.__class__ in KNOWN and right.__class__ in KNOWN:
            if left != right:
                return differ(machine, mode)
            pairs = rest
        else:
            condition = _same(left, right)
            if mode != TRUE or not machine.assume(condition):
                return _conditional(machine, condition, rest, mode)
            pairs = rest
    return machine.pause((_compared, pairs, mode))


def unify(machine: Machine, left: Value, right: Value) -> Value:
    """Make two values equal."""
    if (
        left.__class__ is list
        and left[0] is None
        and left[1].__class__ is Kind
        and (right.__class__ is int or id(right) in machine.ground)
    ):
        if left[2] != machine.now:
            machine.current.append((left, right))
        left[0] = right
        return True
    return compare(machine, (left, right, None), TRUE)


def tell(machine: Machine, left: Value, right: Value) -> Value:
    """Like `unify`, if nothing in the right value depends on the left.

    An unevaluated call is told the value it must have, and then has it, wherever it is used.
    """
    if left.__class__ is list and left[0] is None:
        code = left[1]
        if code.__class__ is not Kind:
            told = machine.told.get(code)
            if told is not None:
                return _tell(machine, left, told, right)
        elif right.__class__ is int or id(right) in machine.ground:
            if left[2] != machine.now:
                machine.current.append((left, right))
            left[0] = right
            return True
    return compare(machine, (left, right, None), TRUE)


def _tell(machine: Machine, thunk: list[Any], told: Code, value: Value) -> Value:
    code = thunk[1]
    is_new = thunk[2] == machine.now
    arguments = thunk[3:]
    if is_new:
        thunk[1] = looping
    if told.entries[TRUE](machine, *arguments, value) is None:
        machine.frames += ((shortened, value), (keep, thunk, code), (_confirm, value))
        return None
    value = shorten(value)
    if is_new:
        del thunk[1:]
    else:
        machine.current.append((thunk, value))
    thunk[0] = value
    return True


def _confirm(machine: Machine, value: Value, frame: Frame) -> Value:
    """Check that a thunk has the value it was told, in case it was evaluated anew."""
    known = shorten(frame[1])
    return True if value is known else compare(machine, (value, known, None), TRUE)


def differ(machine: Machine, mode: int) -> Value:
    """The outcome for two different values, or a failure if they must be equal."""
    if mode == TRUE:
        return machine.fail()
    return False


def _compared(machine: Machine, value: Value, frame: Frame) -> Value:
    return compare(machine, frame[1], frame[2])


def _same(left: Value, right: Value) -> Term:
    """The condition under which two values, at least one of them symbolic, are the same."""
    if left.__class__ is bool:
        left, right = right, left
    if right.__class__ is bool:
        return left if right else negation(left)
    return equal(as_term(left), as_term(right))


def _conditional(machine: Machine, condition: Term, rest: Pairs, mode: int) -> Value:
    """Continue if the first pair is equal exactly under a condition."""
    if rest is None and mode in {VALUE, EITHER}:
        return condition
    if rest is None and mode == FALSE and machine.assume(negation(condition)):
        return False
    options = []
    if rest is not None or mode != FALSE:
        options.append(option(True, condition))
    if mode != TRUE:
        options.append(option(False, negation(condition)))
    return machine.choose((_when_same, rest, mode), options)


def _when_same(machine: Machine, value: Value, frame: Frame) -> Value:
    if value:
        return compare(machine, frame[1], frame[2])
    return differ(machine, frame[2])


def _unknown(machine: Machine, unknown: Unknown, other: Value, rest: Pairs, mode: int) -> Value:
    pairs: Pairs = (unknown, other, rest)
    frame = (_compared, pairs, mode)
    if mode == EITHER:
        return machine.choose((_tried, pairs), [option(True), option(False)])
    if other.__class__ is tuple:
        return narrow(machine, unknown, other[0].datatype, frame)
    if other.__class__ is bool:
        return narrow(machine, unknown, BOOLEAN, frame)
    if other.__class__ is list:
        return _two_unknowns(machine, unknown, other, rest, mode)
    if isinstance(other, Term) and other.sort is BOOL:
        options = [option(True, other), option(False, negation(other))]
        return machine.choose((_with_truth, unknown, rest, mode), options)
    if other.__class__ is Closure:
        return machine.stuck(FUNCTIONS)
    machine.number(unknown, as_term(other).sort)
    return compare(machine, pairs, mode)


def _with_truth(machine: Machine, value: Value, frame: Frame) -> Value:
    _, unknown, rest, mode = frame
    return compare(machine, (unknown, value, rest), mode)


def _tried(machine: Machine, value: Value, frame: Frame) -> Value:
    """Unify, or check at the end that the equation does not hold.

    By then little is open, and nothing has to be enumerated for it.
    """
    if value:
        return compare(machine, frame[1], TRUE)
    machine.postponed = (frame[1], machine.postponed)
    return False


def _unify(machine: Machine, unknown: Unknown, other: Value) -> Value:
    """Bind an unknown; `None` if that was interrupted or failed."""
    if other.__class__ is tuple and id(other) not in machine.ground:
        if normalise(machine, (other, None)) is None:
            return None
        return _bind(machine, unknown, other)
    if other.__class__ is list and other[1].type is None:
        unknown, other = other, unknown
    machine.set(unknown, other)
    return True


def _bind(machine: Machine, unknown: Unknown, other: Value) -> Value:
    """Bind an unknown to a normal form, unless that contains it."""
    if unknown[0] is not None:
        return compare(machine, (unknown, other, None), TRUE)
    pending = [other]
    while pending:
        part = shorten(pending.pop())
        if part is unknown:
            return machine.fail()
        if part.__class__ is tuple and id(part) not in machine.ground:
            pending.extend(field for field in part[1:] if field.__class__ is not int)
    machine.set(unknown, other)
    return True


def _bound(machine: Machine, value: Value, frame: Frame) -> Value:
    """Bind an unknown to a value that is evaluated by now, and continue with the rest."""
    _, unknown, other, rest, mode = frame
    if unknown[0] is not None:
        return compare(machine, (unknown, other, rest), mode)
    return None if _bind(machine, unknown, other) is None else compare(machine, rest, mode)


def _two_unknowns(machine: Machine, left: Unknown, right: Unknown, rest: Pairs, mode: int) -> Value:
    kind = left[1].type or right[1].type
    sort = sort_of(kind)
    if sort is not None:
        machine.number(left, sort)
        machine.number(right, sort)
        return compare(machine, (left, right, rest), mode)
    datatype = machine.datatypes.get(kind.name) if kind is not None else None
    if datatype is None:
        message = f"it is open whether {name_of(left)} and {name_of(right)} are the same"
        return machine.flounder(message)
    known, other = (left, right) if left[1].type is not None else (right, left)
    frame = (_compared, (known, other, rest), mode)
    return narrow(machine, known, datatype, frame)


def settle(machine: Machine, value: Value, frame: Frame) -> Value:
    """Return a result in normal form, once all postponed equations have turned out false."""
    result = value if frame[1] is None else frame[1]
    while machine.postponed is not None:
        pairs, machine.postponed = machine.postponed
        if compare(machine, pairs, FALSE) is None:
            machine.frames.append((settle, result))
            return None
    return result
