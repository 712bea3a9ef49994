"""Evaluation of values: to their outermost constructor, to normal form, and by application."""

from __future__ import annotations

from itertools import repeat
from typing import Any, TypeAlias

from refute.languages.funlogic.machine import (
    AT_ONCE,
    ITSELF,
    VALUE,
    Frame,
    Machine,
    Stack,
    again,
    shorten,
)
from refute.languages.funlogic.steady import keeps
from refute.languages.funlogic.unknowns import Kind, Unknown, Value, name_of, option
from refute.languages.funlogic.values import Closure


def whnf(machine: Machine, value: Value) -> Value:
    """Evaluate a value up to its outermost constructor; an unknown may stay open.

    A thunk keeps its value for this branch. One made since the last choice is marked while it is
    evaluated: every branch that encounters the mark has this evaluation among its frames.
    """
    if value.__class__ is list:
        thunk = value
        value = thunk[0]
        if value is None:
            code = thunk[1]
            if code.__class__ is Kind:
                return thunk
            machine.fuel -= 1
            if machine.fuel < 0:
                return machine.pause((again, whnf, thunk))
            if thunk[2] == machine.now:
                thunk[1] = looping
            value = code(machine, thunk)
            if value is None:
                machine.frames.append((keep, thunk, code))
                return None
            if thunk[2] == machine.now:
                del thunk[1:]
            elif code not in machine.steady or not keeps(thunk, value, machine.ground):
                machine.current.append((thunk, value))
            thunk[0] = value
    while value.__class__ is list and value[0] is not None:
        value = value[0]
    return value


def keep(machine: Machine, value: Value, frame: Frame) -> Value:
    """Store the value that was found for a thunk."""
    _, thunk, code = frame
    if thunk[2] == machine.now:
        del thunk[1:]
    elif code not in machine.steady or not keeps(thunk, value, machine.ground):
        machine.current.append((thunk, value))
    thunk[0] = value
    return value


def without_thunks(stack: Stack) -> Stack:
    """The frames of an evaluation that restarts the thunks in which it was interrupted."""
    rest, waiting = stack, stack
    while waiting is not None:
        frame, waiting = waiting
        if frame[0] is keep:
            _, thunk, code = frame
            if thunk[0] is None:
                thunk[1] = code
            rest = ((again, whnf, thunk), waiting)
    return rest


def looping(machine: Machine, thunk: list[Any]) -> None:
    """The code of a thunk during its evaluation: it is reached if the value depends on itself."""
    machine.stuck(ITSELF)


def apply(machine: Machine, function: Value, arguments: tuple[Value, ...], mode: int) -> Value:
    """Call any function with any number of arguments."""
    function = shorten(function)
    if function.__class__ is not Closure:
        return _guess(machine, function, (supply, arguments, mode))
    code = function.code
    arguments = function.arguments + arguments
    missing = code.arity - len(arguments)
    if missing > 0:
        return Closure(code, function.captured, arguments)
    if missing == 0:
        return code.entries[mode](machine, *function.captured, *arguments)
    first, others = arguments[: code.arity], arguments[code.arity :]
    result = code.entries[VALUE](machine, *function.captured, *first)
    if result is None:
        machine.frames.append((supply, others, mode))
        return None
    return apply(machine, result, others, mode)


def _guess(machine: Machine, unknown: Unknown, frame: Frame) -> Value:
    """Choose one of the program's functions for an unknown."""
    shape = unknown[1].type
    if shape is None:
        return machine.flounder("an unknown of an open type is used as a function")
    machine.guessed = True
    found = machine.functions(shape)
    if not found:
        return machine.flounder(f"{name_of(unknown)} is a function, and none of the program's fits")
    options = [option(each, label=f"{name_of(unknown)} = {each.code.name}") for each in found]
    return machine.choose(frame, options, unknown)


def supply(machine: Machine, value: Value, frame: Frame) -> Value:
    """Apply the function that was evaluated to arguments."""
    return apply(machine, value, frame[1], frame[2])


# Normal forms

Values: TypeAlias = "tuple[Value, Values] | None"


def normalise(machine: Machine, pending: Values) -> Value:
    """Evaluate values to normal form; returns `True` when all of them are."""
    ground = machine.ground
    for _ in repeat(None, AT_ONCE):
        if pending is None:
            return True
        value, pending = pending
        if value.__class__ is list:
            whole = value[0] if value[0].__class__ is tuple else whnf(machine, value)
            if whole is None:
                machine.frames.append((_normalised, pending))
                return None
            value = whole
        if value.__class__ is tuple and id(value) not in ground:
            for field in value[:0:-1]:
                if field.__class__ is not int:
                    pending = (field, pending)
    return machine.pause((again, normalise, pending))


def normal(machine: Machine, value: Value) -> Value:
    """Evaluate a value to normal form."""
    if normalise(machine, (value, None)) is None:
        machine.frames.append((shortened, value))
        return None
    return shorten(value)


def shortened(machine: Machine, _: Value, frame: Frame) -> Value:
    """The result of a value that is evaluated by now."""
    return shorten(frame[1])


def _normalised(machine: Machine, value: Value, frame: Frame) -> Value:
    return normalise(machine, (value, frame[1]))
