"""Inputs of a task that lead to nothing new: invisible ones, and those out of turn."""

from __future__ import annotations

from refute.languages.workflow import tasks
from refute.languages.workflow.states import (
    ignores,
)
from refute.languages.workflow.tasks import Task


def unseen(task: Task, *, ignored: bool = False) -> frozenset[tuple[str, ...]]:
    """The paths to editors whose value is ignored, or is the only one of its type.

    Changing them changes nothing.
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
    """The paths to empty editors that have another empty one on their left.

    No value is visible before all of them have one, so that filling them from left to right leads
    to everything that any order leads to.
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
    """The paths to the empty editors that stand side by side."""
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
