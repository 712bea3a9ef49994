"""Search trees as outlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from refute.record import record
from refute.report.outcome import Mark, Outcome, Outline, Verdict
from refute.search import Done, Failed, Fork, Halt, Later, Open, Stepper, Tree
from refute.search.explore import TURN_UNITS
from refute.solver import Effort, Ended, Path, open_session
from refute.terms import Term, show

NODES = 200
"""Maximum number of nodes drawn by default."""

WIDTH = 64
"""Maximum number of branches drawn of one fork."""

PATIENCE = 64
"""Maximum number of turns of a branch before it is drawn as cut."""


@record
class Drawn:
    """An outline, its numbers of nodes and answers, and whether the tree continues beyond it.

    `ended` says why it does, if not because of a limit on nodes or depth.
    """

    outline: Outline
    nodes: int
    answers: int
    cut: bool
    ended: Ended | None = None

    @property
    def verdict(self) -> Verdict:
        """What is known of the tree."""
        if not self.cut:
            return Verdict.CONFIRMED
        return Verdict.PASSED if self.ended is None else Verdict.UNDECIDED

    def outcome(self, question: str, place: str) -> Outcome:
        """The outcome for a tree that was to be drawn completely."""
        return Outcome(
            question,
            "tree",
            self.verdict,
            "the tree goes on beyond what is drawn" if self.cut else "the whole tree",
            blocks=(self.outline,),
            bound=f"{self.nodes} nodes" if self.verdict is Verdict.PASSED else "",
            reason=self.ended or "",
            place=place,
            word="cut" if self.verdict is Verdict.PASSED else "" if self.cut else "complete",
        )


@dataclass(slots=True, eq=False)
class _Branch:
    """A node being drawn, and what it went through; without an open node it stands for more."""

    node: Open | None
    labels: list[str] = field(default_factory=list)
    value: str = ""
    mark: Mark = Mark.CUT
    children: list[_Branch] = field(default_factory=list)


def outline(
    tree: Tree[Any],
    label: str,
    describe: Callable[[Any], str],
    nodes: int | None = None,
    depth: int | None = None,
    *,
    effort: Effort,
    show_condition: Callable[[Term], str] = show,
    hopeful: bool = True,
) -> Drawn:
    """Draw a tree level by level, up to a number of nodes, a depth, and the effort.

    A finished node is labelled with the description of its value by `describe`. Unless `hopeful`,
    nothing is drawn beyond a condition that the solver cannot decide.
    """
    nodes = nodes or NODES
    renderer = _Renderer(describe, show_condition, effort, hopeful)
    root = _Branch(Open(tree, None, Path()), [label])
    level, drawn, levels = [root], 0, 0
    while level and drawn < nodes and (depth is None or levels <= depth) and not effort.exhausted:
        for branch in level[: nodes - drawn]:
            if not effort.exhausted:
                renderer.advance(branch)
        drawn += len(level[: nodes - drawn])
        level = [child for branch in level for child in branch.children]
        levels += 1
    made, cut = _finish(root)
    return Drawn(made, drawn, renderer.answers, cut, effort.ended if cut else None)


class _Renderer:
    """Runs branches up to their next fork, recording what they go through."""

    def __init__(
        self,
        describe: Callable[[Any], str],
        show_condition: Callable[[Term], str],
        effort: Effort,
        hopeful: bool,
    ) -> None:
        self._describe = describe
        self._effort = effort
        self._show_condition = show_condition
        session = cache(lambda: open_session(effort=effort))
        self._stepper = Stepper(lambda path: session().check(path), hopeful=hopeful)
        self.answers = 0

    def advance(self, branch: _Branch) -> None:
        """Run a branch; sets its mark and its children."""
        node = branch.node
        if node is None:
            return
        patience = PATIENCE
        while True:
            depth, unknown = node.path.depth, node.unknown
            halt = self._stepper.run(node)
            for assumed in node.path.nodes(above=depth):
                branch.labels.append(self._show_condition(assumed.condition))
            if node.unknown > unknown and halt is not Halt.UNKNOWN:
                branch.labels.append("(the solver could not decide)")
            if not isinstance(node.tree, Later) or halt is not Halt.LATER or not patience:
                break
            if not node.tree.brief:
                patience -= 1
                self._effort.spend(TURN_UNITS + node.tree.units)
            label = node.tree.label
            branch.labels.append(label() if callable(label) else label)
            node.tree = node.tree.resume()
        match halt, node.tree:
            case Halt.DONE, Done(value):
                branch.value, branch.mark = self._describe(value), Mark.ANSWER
                self.answers += 1
            case Halt.FORK, Fork(branches):
                opened = list(islice(branches(), WIDTH + 1))
                branch.children = [_Branch(node.branch(each, 0)) for each in opened[:WIDTH]]
                branch.children += [_Branch(None)] * (len(opened) > WIDTH)
                branch.mark = Mark.OPEN if opened else Mark.FAILED
            case Halt.FAILED, Failed(cut=cut):
                branch.mark = Mark.CUT if cut else Mark.FAILED
            case Halt.IMPOSSIBLE, _:
                branch.mark = Mark.IMPOSSIBLE
            case Halt.UNKNOWN, _:
                branch.mark = Mark.UNKNOWN


def _finish(root: _Branch) -> tuple[Outline, bool]:
    """The outline of what was drawn, built from the leaves up, and whether anything was cut."""
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
