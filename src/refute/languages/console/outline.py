"""The path tree as a drawing."""

from __future__ import annotations

from dataclasses import dataclass

from refute import terms
from refute.languages.console.program import evaluator_of
from refute.languages.console.symbolic import (
    Constrained,
    Finished,
    Forked,
    PathTree,
    Printing,
    Unfolded,
    paths,
)
from refute.languages.console.syntax import Mode
from refute.languages.console.testing import Plan
from refute.languages.console.typecheck import Checked
from refute.report.outcome import Mark, Outline
from refute.solver import ROOT, Answer, Effort, Path, open_session

NODES = 300


@dataclass(frozen=True, slots=True)
class Drawn:
    """The drawing, whether something was left out, and how many paths end in it."""

    outline: Outline
    cut: bool
    paths: int


def outline(
    checked: Checked, plan: Plan, *, nodes: int | None = None, depth: int | None = None
) -> Drawn:
    """Draw the tree of paths within the rounds of a plan, and so many nodes and levels.

    Asking again for a value counts as a round.
    """
    artist = _Artist(plan, nodes or NODES, depth)
    drawn = artist.draw(paths(checked.body, evaluator_of(checked)), "start", ROOT, 0, 0)
    return Drawn(drawn, artist.cut, artist.found)


class _Artist:
    """Walks the tree depth first; recursion is bounded by the rounds that are drawn."""

    def __init__(self, plan: Plan, nodes: int, depth: int | None) -> None:
        self._rounds = plan.unfoldings
        self._effort = Effort(plan.effort, plan.time_limit)
        self._left = nodes
        self._depth = min(depth or 150, 150)
        self._session = open_session(effort=self._effort)
        self.cut = False
        self.found = 0

    def draw(self, tree: PathTree, label: str, path: Path, rounds: int, depth: int) -> Outline:
        while isinstance(tree, Printing | Unfolded):
            rounds += isinstance(tree, Unfolded)
            if rounds > self._rounds:
                return self._cut(label)
            tree = tree.follow()
        if isinstance(tree, Finished):
            self.found += 1
            return Outline(f"{label}, end", mark=Mark.ANSWER)
        assert isinstance(tree, Forked)
        self._left -= len(tree.branches)
        if self._left < 0 or depth >= self._depth or self._effort.exhausted:
            return self._cut(label)
        children = [self._branch(each, path, rounds, depth + 1) for each in tree.branches]
        return Outline(label, tuple(children))

    def _branch(self, branch: Constrained, path: Path, rounds: int, depth: int) -> Outline:
        extended = path.extend(branch.condition)
        answer = self._session.check(extended)
        label = branch.label
        if branch.variable is not None and branch.condition is not terms.TRUE:
            label = f"{label}: {terms.show(branch.condition, limit=80)}"
        if answer is Answer.UNSAT:
            return Outline(label, mark=Mark.IMPOSSIBLE)
        if answer is Answer.UNKNOWN:
            return Outline(label, mark=Mark.UNKNOWN)
        asked_again = branch.read is not None and branch.read.mode is Mode.RETRY
        if asked_again and not branch.valid:
            rounds += 1
            if rounds > self._rounds:
                return self._cut(label)
        return self.draw(branch.follow(), label, extended, rounds, depth)

    def _cut(self, label: str) -> Outline:
        self.cut = True
        return Outline(label, mark=Mark.CUT)
