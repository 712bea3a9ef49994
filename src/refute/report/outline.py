"""Search trees as outlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from refute.report.outcome import Mark, Outline
from refute.search import Assume, Bind, Done, Failed, Fork, Fresh, Later, Tree
from refute.solver import Answer, Path, open_session
from refute.terms import Term, show, variable

if TYPE_CHECKING:
    from refute.solver import Session

WIDTH = 64
"""So many branches of one fork are drawn."""

PATIENCE = 64
"""So often a branch may give itself back before it is drawn as cut."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An outline, how many nodes it has, and whether the tree goes on beyond it."""

    outline: Outline
    nodes: int
    cut: bool


@dataclass(slots=True)
class _Branch:
    """A node being drawn: what is left to run, what was chosen and assumed on the way here.

    Without a tree it stands for further branches that are not drawn.
    """

    tree: Tree[Any] | None
    then: Any
    path: Path
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
    root = _Branch(tree, None, Path(), [label])
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
        self._session: Session | None = None
        self._fresh = 0

    def advance(self, branch: _Branch) -> None:
        """Run a branch; its mark and its children say what became of it."""
        tree, patience = branch.tree, PATIENCE
        while True:
            match tree:
                case None:
                    return
                case Later(resume, _, label):
                    branch.labels.append(label() if callable(label) else label)
                    patience -= 1
                    if not patience:
                        return
                    tree = resume()
                case Bind(first, follow):
                    branch.then = (follow, branch.then)
                    tree = first
                case Done(value) if branch.then is not None:
                    follow, branch.then = branch.then
                    tree = follow(value)
                case Done(value):
                    branch.value = self._describe(value)
                    branch.mark = Mark.ANSWER
                    return
                case Fork(branches):
                    self._fork(branch, branches)
                    return
                case Assume(condition):
                    if not self._assume(branch, condition):
                        return
                    tree = Done(None)
                case Fresh(name, sort):
                    self._fresh += 1
                    tree = Done(variable(f"{name}{self._fresh}", sort))
                case Failed():
                    branch.mark = Mark.FAILED
                    return
                case _:
                    raise TypeError(f"not a tree: {tree!r}")

    def _fork(self, branch: _Branch, branches: Callable[[], Any]) -> None:
        opened: list[Tree[Any] | None] = list(islice(branches(), WIDTH + 1))
        if len(opened) > WIDTH:
            opened[WIDTH] = None
        branch.children = [_Branch(each, branch.then, branch.path) for each in opened]
        branch.mark = Mark.OPEN if opened else Mark.FAILED

    def _assume(self, branch: _Branch, condition: Term) -> bool:
        self._session = self._session or open_session()
        branch.path = branch.path.extend(condition)
        branch.labels.append(show(condition))
        answer = self._session.check(branch.path)
        if answer is Answer.UNSAT:
            branch.mark = Mark.IMPOSSIBLE
        elif answer is Answer.UNKNOWN:
            branch.labels.append("(the solver could not decide)")
        return answer is not Answer.UNSAT


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
