"""Inputs of a task that lead nowhere new: what nobody sees, and what is filled out of turn."""

from __future__ import annotations

from refute.languages.workflow import tasks
from refute.languages.workflow.states import (
    ignores,
)
from refute.languages.workflow.tasks import Task


def unseen(task: Task, *, ignored: bool = False) -> frozenset[tuple[str, ...]]:
    """The ways to editors that hold a value that is ignored, or the only one of its type.

    Changing it changes nothing.
    """
    match task:
        case tasks.Editor(_, shape):
            return frozenset({()} if ignored or shape.name == "Unit" else ())
        case tasks.Stepping(inner, follow):
            return unseen(inner, ignored=ignores(follow))
        case tasks.Marked(inner) | tasks.Timed(inner):
            return unseen(inner, ignored=ignored)
        case tasks.Joined(left, right) | tasks.Alternative(left, right):
            first, second = (unseen(each, ignored=ignored) for each in (left, right))
            return _below("F", first) | _below("S", second)
        case _:
            return frozenset()


def out_of_turn(task: Task) -> frozenset[tuple[str, ...]]:
    """The ways to empty editors that have another one on their left.

    Nobody sees a value before all of them have one, so that filling them from left to right,
    whenever the last of them is filled, leads to all that any order leads to.
    """
    match task:
        case tasks.Stepping(inner) | tasks.Marked(inner) | tasks.Timed(inner):
            return out_of_turn(inner)
        case tasks.Joined(left, right) | tasks.Alternative(left, right):
            ways = _below("F", out_of_turn(left)) | _below("S", out_of_turn(right))
            waits = isinstance(task, tasks.Joined) and empties(left)
            return ways | _below("S", empties(right)) if waits else ways
        case _:
            return frozenset()


def empties(task: Task) -> frozenset[tuple[str, ...]]:
    """The ways to the empty editors that stand side by side."""
    match task:
        case tasks.Empty():
            return frozenset({()})
        case tasks.Marked(inner):
            return empties(inner)
        case tasks.Joined(left, right):
            return _below("F", empties(left)) | _below("S", empties(right))
        case _:
            return frozenset()


def _below(side: str, ways: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset((side, *way) for way in ways)
