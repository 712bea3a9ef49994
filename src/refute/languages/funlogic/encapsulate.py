"""`allValues e`: the values of an expression as a list, found by a search of its own.

The choices of the expression itself are inside. Those of the variables that it speaks of are not:
`let c = 0 ? 1 in allValues c` is `[0]` or `[1]`. So where the search comes to a choice of something
from outside, it is given up, the choice is made outside, and the search begins anew.

The list is lazy: its values are found, depth first, as they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from refute.languages.funlogic.branches import Branch, Choices
from refute.languages.funlogic.choices import narrow
from refute.languages.funlogic.forcing import keep, whnf
from refute.languages.funlogic.machine import Floundered, Frame, Machine, Stack, again, shorten
from refute.languages.funlogic.running import Running, finish
from refute.languages.funlogic.unknowns import Kind, Option, Unknown, Value, option
from refute.languages.funlogic.values import CELL, EMPTY
from refute.languages.funlogic.walk import OpenBranch
from refute.record import record
from refute.search import Done, Failed, Segment
from refute.search.trail import BINDINGS
from refute.terms import Term

TURN = 32
"""Maximum number of branches that are walked before others get their turn."""

NODE = 10
"""Number of calls that walking a branch counts as, beside those that it makes itself."""

BINDINGS_EACH = 2
"""Number of bindings that are undone and done again for a unit of effort."""

PART_UNITS = 8
"""What it costs to copy a part of a value."""

OPEN = "`allValues` is asked of an expression whose values are open"

Waiting: TypeAlias = "tuple[Branch, Option, Waiting] | None"
"""The branches that are not walked, the newest first."""


@record
class Inside:
    """Where the search stands: its expression as a thunk, the segment in which it began and its
    number, what it has still to walk, how many values it has given, and how many of those it is to
    find again."""

    body: list[Any]
    start: Segment
    began: int
    waiting: Waiting
    given: int = 0
    again: int = 0


@record
class Outside:
    """What the search has to do with outside: a thunk or an unknown, or something open."""

    thunk: list[Any] | None = None
    unknown: Unknown | None = None


def all_values(machine: Machine, body: list[Any], given: int = 0) -> Value:
    """The list of the values of an expression, which is given as a thunk, behind the first."""
    stack: Stack = ((_evaluate, body), ((finish, None), None))
    first = Branch((), stack, machine.current, machine.covered, None, ())
    waiting = (first, option(True), None)
    inside = Inside(body, machine.current, machine.now, waiting, given, given)
    return _search(machine, True, (_search, inside))


def _distance(segment: Segment, start: Segment) -> int:
    """How many bindings are undone, and done again, to search where the search began."""
    count = 0
    while segment is not None and segment is not start:
        count += len(segment) - BINDINGS
        segment = segment[0]
    return count


def _evaluate(machine: Machine, value: Value, frame: Frame) -> Value:
    return frame[1][1](machine, frame[1])


def _more(machine: Machine, thunk: list[Any]) -> Value:
    """The values behind those that were given."""
    return _search(machine, True, (_search, thunk[3]))


def _search(machine: Machine, value: Value, frame: Frame) -> Value:
    """Walk up to the end, something from outside, or the end of the turn, which is up to the next
    value where it is noted what a run goes through."""
    inside: Inside = frame[1]
    fuel = machine.fuel - NODE
    if fuel < 0:
        return machine.pause(frame)
    here, covered = machine.current, machine.covered
    machine.effort.spend(_distance(here, inside.start) // BINDINGS_EACH)
    postponed, goals, spent = machine.postponed, machine.goals, machine.spent
    gathers, machine.gathers = machine.gathers, False
    walk, machine.walk = machine.walk, None
    running, outside = Running(machine), None
    found: list[Value] = []
    for _ in range(min(TURN, 1 + fuel // NODE)):
        if inside.waiting is None or (found and not gathers):
            break
        fuel, before = fuel - NODE, inside
        branch, chosen, waiting = inside.waiting
        inside = replace(inside, waiting=waiting)
        match running.resume(branch, chosen):
            case Done(done):
                outside = _bound(machine, inside)
                if outside is None and inside.again:
                    inside = replace(inside, again=inside.again - 1)
                elif outside is None and (value := _copied(machine, done.value)) is not None:
                    found.append(value)
                else:
                    outside = outside or Outside()
            case Failed(reason):
                outside = Outside() if isinstance(reason, Floundered) else None
            case OpenBranch(
                branch=branch, option=chosen
            ):  # it has worked for long: its turn is over
                inside = replace(inside, waiting=(branch, chosen, waiting))
                covered |= machine.covered
                break
            case Choices(branch, options):
                outside = _chosen(branch, options, inside.began)
                for chosen in reversed(options):
                    waiting = (branch, chosen, waiting)
                inside = replace(inside, waiting=waiting)
        covered |= machine.covered
        machine.effort.spend(machine.current[1] - inside.start[1])  # as all of it was looked at
        if outside is not None:
            break
    machine.jump(here)
    machine.covered, machine.postponed, machine.goals = covered, postponed, goals
    machine.gathers, machine.spent, machine.walk = gathers, spent, walk
    machine.fuel = max(0, fuel)
    if found:
        inside = inside if outside is None else before
        inside = replace(inside, given=inside.given + len(found))
        rest: Value = [None, _more, machine.now, inside]
        for each in reversed(found):
            rest = (CELL, each, rest)
        return rest
    if outside is not None:
        return _leave(machine, outside, inside)
    if inside.waiting is not None:
        return machine.pause((_search, inside))
    return EMPTY.constructor.value


def _chosen(branch: Branch, options: Sequence[Option], began: int) -> Outside | None:
    """What a choice has to do with outside, if it has."""
    stack, unknown = branch.stack, branch.unknown
    while stack is not None:
        frame, stack = stack
        if frame[0] is keep and frame[1][2] <= began:
            return Outside(frame[1])
    if unknown is not None and unknown[2] <= began:
        return Outside(unknown=unknown)
    return Outside() if options[0][1] is not None else None


def _bound(machine: Machine, inside: Inside) -> Outside | None:
    """An unknown from outside that the current branch has bound without a choice."""
    segment = machine.current
    while segment is not inside.start:
        for cell, _ in segment[BINDINGS:]:
            if cell[1].__class__ is Kind and cell[2] <= inside.began:
                return Outside(unknown=cell)
        segment = segment[0]
    return None


def _leave(machine: Machine, outside: Outside, inside: Inside) -> Value:
    """Make a choice outside, and begin anew."""
    onwards = (again, all_values, inside.body, inside.given)
    thunk, unknown = outside.thunk, outside.unknown
    if thunk is not None:
        if whnf(machine, thunk) is None:
            machine.frames.append(onwards)
            return None
        return machine.pause(onwards)
    if unknown is None:
        return machine.flounder(OPEN)
    if unknown[0] is not None:
        return machine.pause(onwards)
    shape = unknown[1].type
    datatype = machine.datatypes.get(shape.name) if shape is not None else None
    if datatype is None:
        return machine.flounder(OPEN)
    return narrow(machine, unknown, datatype, onwards)


def _copied(machine: Machine, value: Value) -> Value:
    """A value without thunks and bindings, so that it is the same in every branch; nothing if
    something of it is open."""
    done: dict[int, Value] = {}
    pending = [value]
    while pending:
        part = pending[-1]
        known = shorten(part)
        if known.__class__ is not tuple:
            if known.__class__ is list or isinstance(known, Term):
                return None
            done[id(part)] = known
        elif len(known) == 1:
            done[id(part)] = known
        else:
            missing = [field for field in known[1:] if id(field) not in done]
            if missing:
                pending.extend(missing)
                continue
            done[id(part)] = (known[0], *(done[id(field)] for field in known[1:]))
        pending.pop()
    machine.effort.spend(PART_UNITS * len(done))
    return done[id(value)]
