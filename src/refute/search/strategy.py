"""Strategies: which open node is next. A strategy owns the frontier and nothing else."""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from refute.search.tree import Tree
from refute.solver import Path

Continuation = tuple[Callable[[Any], Tree[Any]], "Continuation | None"]


@dataclass(slots=True, eq=False, repr=False)
class Open:
    """A node still to be walked: its tree, its continuation, and how it was reached.

    `depth` counts the choices made, `cost` is the declared cost of the branch, `effort` how often
    it has yielded as `Later`, and `unknown` the number of conditions that the solver could not
    decide.
    """

    tree: Tree[Any]
    then: Continuation | None
    path: Path
    depth: int = 0
    cost: int = 0
    effort: int = 0
    unknown: int = 0

    def branch(self, tree: Tree[Any], depth: int) -> Open:
        """A node like this one with another tree at another depth."""
        return Open(tree, self.then, self.path, depth, self.cost, self.effort, self.unknown)


class Frontier(Protocol):
    """The open nodes."""

    def add(self, nodes: Sequence[Open]) -> None:
        """Add the branches of one fork, in their order, or a single node."""

    def take(self) -> Open | None:
        """The node to walk next, or None if all are walked."""

    def is_new(self, node: Open) -> bool:
        """Whether the node was not reached by an earlier walk of the same search."""

    def open_nodes(self) -> Iterable[Open]:
        """All open nodes, in any order."""


class _Once:
    """A frontier that reaches each node once."""

    def is_new(self, node: Open) -> bool:
        """True for every node."""
        return True


class Strategy(_Once):
    """The base of custom strategies: `nodes` are the open ones, the newest last.

    A subclass defines which one is next (`take`), and optionally how they are stored (`add`).
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.nodes: list[Open] = []

    def add(self, nodes: Sequence[Open]) -> None:
        """Add the branches of one fork, the first of them last."""
        self.nodes.extend(reversed(nodes))

    def take(self) -> Open | None:
        """The newest node."""
        return self.nodes.pop() if self.nodes else None

    def open_nodes(self) -> Iterable[Open]:
        """All open nodes."""
        return self.nodes


class DepthFirst(_Once):
    """The newest node first. Needs little memory, but may never leave an infinite branch."""

    TURN = 64

    def __init__(self, _seed: int = 0) -> None:
        self._stack: list[Open] = []

    def add(self, nodes: Sequence[Open]) -> None:
        """Put the first branch on top."""
        self._stack.extend(reversed(nodes))

    def take(self) -> Open | None:
        """The top of the stack."""
        return self._stack.pop() if self._stack else None

    def open_nodes(self) -> Iterable[Open]:
        """The stack."""
        return self._stack

    def stretch(self) -> int:
        """Number of nodes that may be walked at once, depth first, from the one that was taken."""
        return self.TURN

    @property
    def goes_on(self) -> bool:
        """Whether the only node that is open after them is the next one."""
        return True

    def walked(self, left: int) -> None:
        """Note that nodes were walked at once, and how many are left."""


class BreadthFirst(_Once):
    """The oldest node first, by the number of choices. Fair."""

    def __init__(self, _seed: int = 0) -> None:
        self._queue: deque[Open] = deque()

    def add(self, nodes: Sequence[Open]) -> None:
        """Append the branches to the queue."""
        self._queue.extend(nodes)

    def take(self) -> Open | None:
        """The front of the queue."""
        return self._queue.popleft() if self._queue else None

    def open_nodes(self) -> Iterable[Open]:
        """The queue."""
        return self._queue


class IterativeDeepening:
    """Depth-first up to a limit, repeatedly with a larger one. Fair, with little memory.

    Choices and `Later` both count, so that an endless deterministic branch is left as well.
    """

    def __init__(self, _seed: int = 0) -> None:
        self._stack: list[Open] = []
        self._root: Sequence[Open] = ()
        self._walked = -1
        self._limit = 0
        self._cut = False

    def add(self, nodes: Sequence[Open]) -> None:
        """Keep nodes within the limit and remember whether there are more."""
        if not self._root:
            self._root = [node.branch(node.tree, node.depth) for node in nodes]
        for node in reversed(nodes):
            if node.depth + node.effort > self._limit:
                self._cut = True
            else:
                self._stack.append(node)

    def take(self) -> Open | None:
        """The top; if there is none but something was cut, start over with a larger limit."""
        if not self._stack and self._cut:
            self._walked = self._limit
            self._limit += max(1, self._limit // 4)
            self._cut = False
            self._stack.extend(node.branch(node.tree, node.depth) for node in reversed(self._root))
        return self._stack.pop() if self._stack else None

    def is_new(self, node: Open) -> bool:
        """Whether the node lies beyond the limit of the previous walk."""
        return node.depth + node.effort > self._walked

    def open_nodes(self) -> Iterable[Open]:
        """The root, from which everything is walked again."""
        return self._root


class Interleaving(_Once):
    """Depth-first in short turns. Fair, and mostly stays in the same branch.

    After its turn a branch moves all its open nodes, the oldest first, to a queue, and the front of
    the queue has the next turn; so every node gets its turn.
    """

    TURN = 64

    def __init__(self, _seed: int = 0) -> None:
        self._branch: list[Open] = []
        self._waiting: deque[Open] = deque()
        self._left = self.TURN

    def add(self, nodes: Sequence[Open]) -> None:
        """Put the first branch on top of the current branch's nodes."""
        self._branch.extend(reversed(nodes))

    def take(self) -> Open | None:
        """The top of the current branch's nodes."""
        if not self._left:
            self._waiting.extend(self._branch)
            self._branch.clear()
        if not self._branch:
            if not self._waiting:
                return None
            self._branch.append(self._waiting.popleft())
            self._left = self.TURN
        self._left -= 1
        return self._branch.pop()

    def open_nodes(self) -> Iterable[Open]:
        """The nodes of the current branch and those that wait."""
        return (*self._branch, *self._waiting)

    def stretch(self) -> int:
        """The rest of the turn, including the node that was taken."""
        return self._left + 1

    @property
    def goes_on(self) -> bool:
        """Whether the only node that is open after them is the next one: if no other waits."""
        return not self._branch and not self._waiting

    def walked(self, left: int) -> None:
        """Note that nodes were walked at once, and how many are left of the turn."""
        self._left = left


class Random(_Once):
    """Any open node with equal probability, determined by the seed. Fair with probability one."""

    def __init__(self, seed: int = 0) -> None:
        self._nodes: list[Open] = []
        self._random = random.Random(seed)

    def add(self, nodes: Sequence[Open]) -> None:
        """Add the branches."""
        self._nodes.extend(nodes)

    def take(self) -> Open | None:
        """Draw a node at random."""
        nodes = self._nodes
        if not nodes:
            return None
        index = self._random.randrange(len(nodes))
        nodes[index], nodes[-1] = nodes[-1], nodes[index]
        return nodes.pop()

    def open_nodes(self) -> Iterable[Open]:
        """All open nodes."""
        return self._nodes


class BestFirst(_Once):
    """The cheapest node first, the oldest among equals. Fair if every branch keeps costing more."""

    def __init__(self, _seed: int = 0) -> None:
        self._heap: list[tuple[int, int, int, Open]] = []
        self._count = 0

    def add(self, nodes: Sequence[Open]) -> None:
        """Add the branches by cost, then by depth."""
        for node in nodes:
            self._count += 1
            cost, depth = self.rank(node)
            heapq.heappush(self._heap, (cost, depth, self._count, node))

    def rank(self, node: Open) -> tuple[int, int]:
        """The rank of a node; among nodes of equal rank the oldest is first."""
        return node.cost + node.effort, node.depth

    def take(self) -> Open | None:
        """The cheapest."""
        return heapq.heappop(self._heap)[-1] if self._heap else None

    def open_nodes(self) -> Iterable[Open]:
        """The heap."""
        return (entry[-1] for entry in self._heap)


class CheapestFirst(BestFirst):
    """The cheapest node first, the oldest among equals, however deep it lies."""

    def rank(self, node: Open) -> tuple[int, int]:
        """The cost alone."""
        return node.cost, 0


STRATEGIES: Mapping[str, Callable[[int], Frontier]] = {
    "depth-first": DepthFirst,
    "breadth-first": BreadthFirst,
    "iterative-deepening": IterativeDeepening,
    "interleaving": Interleaving,
    "random": Random,
    "best-first": BestFirst,
}
