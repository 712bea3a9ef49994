"""Search trees as outlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from refute.report.outcome import Mark, Outline
from refute.search import Done, Fork, Halt, Later, Open, Stepper, Tree
from refute.solver import Path, open_session
from refute.terms import show

WIDTH = 64
"""Maximum number of branches of one fork that are drawn."""

PATIENCE = 64
"""Maximum number of times that a branch gives itself back before it is drawn as cut."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An outline, how many nodes it has, and whether the tree goes on beyond it."""

    outline: Outline
    nodes: int
    cut: bool


@dataclass(slots=True, eq=False)
class _Branch:
    """A node being drawn, and what it was seen to go through; without one it stands for more."""

    node: Open | None
    labels: list[str] = field(default_factory=list)
    value: str = ""
    mark: Mark = Mark.CUT
    children: list[_Branch] = field(default_factory=list)


def outline(
    tree: Tree[Any], label: str, describe: Callable[[Any], str], nodes: int, depth: int | None
) -> Drawn:
    """Draw a tree level by level, as far as the number of nodes and the depth allow.

    A finished node is labelled with what `describe` makes of its value.
    """
    artist = _Artist(describe)
    root = _Branch(Open(tree, None, Path()), [label])
    level, drawn, levels = [root], 0, 0
    while level and drawn < nodes and (depth is None or levels <= depth):
        for branch in level[: nodes - drawn]:
            artist.advance(branch)
        drawn += len(level[: nodes - drawn])
        level = [child for branch in level for child in branch.children]
        levels += 1
    made, cut = _finish(root)
    return Drawn(made, drawn, cut)


class _Artist:
    """Runs branches up to their next fork, noting what they go through."""

    def __init__(self, describe: Callable[[Any], str]) -> None:
        self._describe = describe
        self._stepper = Stepper(cache(open_session))

    def advance(self, branch: _Branch) -> None:
        """Run a branch; its mark and its children say what became of it."""
        node = branch.node
        if node is None:
            return
        for _ in range(PATIENCE):
            depth, unknown = node.path.depth, node.unknown
            halt = self._stepper.run(node)
            branch.labels += [show(each.condition) for each in node.path.nodes(above=depth)]
            if node.unknown > unknown:
                branch.labels.append("(the solver could not decide)")
            if not isinstance(node.tree, Later) or halt is not Halt.LATER:
                break
            label = node.tree.label
            branch.labels.append(label() if callable(label) else label)
            node.tree = node.tree.resume()
        match halt, node.tree:
            case Halt.DONE, Done(value):
                branch.value, branch.mark = self._describe(value), Mark.ANSWER
            case Halt.FORK, Fork(branches):
                opened = list(islice(branches(), WIDTH + 1))
                branch.children = [_Branch(node.branch(each, 0)) for each in opened[:WIDTH]]
                branch.children += [_Branch(None)] * (len(opened) > WIDTH)
                branch.mark = Mark.OPEN if opened else Mark.FAILED
            case Halt.FAILED, _:
                branch.mark = Mark.FAILED
            case Halt.IMPOSSIBLE, _:
                branch.mark = Mark.IMPOSSIBLE


def _finish(root: _Branch) -> tuple[Outline, bool]:
    """The outline of what was drawn, made from the leaves up, and whether anything was cut."""
    order, pending, cut = [], [root], False
    while pending:
        branch = pending.pop()
        order.append(branch)
        pending.extend(branch.children)
    made: dict[int, Outline] = {}
    for branch in reversed(order):
        label = ", ".join(filter(None, branch.labels))
        label = " → ".join(filter(None, (label, branch.value))) or "…"
        cut = cut or branch.mark is Mark.CUT
        children = tuple(made[id(child)] for child in branch.children)
        made[id(branch)] = Outline(label, children, branch.mark)
    return made[id(root)], cut
