"""The loop that walks a tree: commands, budgets, and results as they are found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import Enum, auto
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from refute.record import entity, record
from refute.search.strategy import STRATEGIES, DepthFirst, Frontier, Interleaving, Open
from refute.search.tree import (
    Assume,
    Bind,
    Bounds,
    Done,
    Failed,
    Fork,
    Later,
    Result,
    Tree,
    Walkable,
    WalkedNodes,
)
from refute.solver import SECOND, Answer, Effort, Ended, Path, open_session

if TYPE_CHECKING:
    from refute.solver import Session

A = TypeVar("A")

WIDTH = 256
"""Maximum number of branches of a fork that are opened at once; the rest wait as one node."""

NODE_UNITS = SECOND // 8_000
"""Units of work for walking a node, in addition to its queries."""

TURN_UNITS = SECOND // 400
"""Units of work of a node that uses up its turn and yields as `Later`."""

LOOK_UNITS = SECOND // 1_000
"""Units of work between two checks of the clock and of the request to cancel."""

MORE_TURNS = 15
"""Maximum number of additional turns of a branch without a check of the clock."""

_ASSUMED = Done(None)


@record
class Budget:
    """How far a search may go; `None` means without limit."""

    depth: int | None = None
    cost: int | None = None
    nodes: int | None = None
    results: int | None = None
    effort: Effort = field(default_factory=Effort)


@entity
class Statistics:
    """Statistics of a search. `unknown` counts the solver's unknowns, `withheld` the values found
    on paths that the solver could not show to be possible."""

    nodes: int = 0
    results: int = 0
    failures: int = 0
    impossible: int = 0
    unknown: int = 0
    withheld: int = 0
    deepest: int = 0
    seconds_before: float = 0.0
    begun: float | None = None

    @property
    def seconds(self) -> float:
        """The time taken, including the time spent between its results."""
        now = 0.0 if self.begun is None else time.monotonic() - self.begun
        return self.seconds_before + now

    def begin(self) -> None:
        """Start the clock."""
        self.begun = time.monotonic()

    def end(self) -> None:
        """Stop the clock."""
        self.seconds_before, self.begun = self.seconds, None


class Halt(Enum):
    """Where a node stops: at a value, at a choice, at work for later, or for good.

    It stops at an unknown only if it is told not to continue without an answer.
    """

    DONE = auto()
    FORK = auto()
    LATER = auto()
    FAILED = auto()
    IMPOSSIBLE = auto()
    UNKNOWN = auto()


class Stepper:
    """Runs nodes of a tree, both for searching and for drawing.

    `check` decides whether a path is possible. If it cannot, a node continues if `hopeful`.
    """

    def __init__(self, check: Callable[[Path], Answer], *, hopeful: bool = True) -> None:
        self._check = check
        self._hopeful = hopeful

    def run(self, node: Open) -> Halt:
        """Run a node until it stops; `node.tree` is then the command at which it stopped."""
        tree: Any = node.tree
        while True:
            kind = tree.__class__
            if kind is Bind:
                node.then = (tree.follow, node.then)
                tree = tree.first
            elif kind is Done:
                if node.then is None:
                    node.tree = tree
                    return Halt.DONE
                follow, node.then = node.then
                tree = follow(tree.value)
            elif kind is Assume:
                answer = self._assume(node, tree)
                if answer is Answer.UNSAT:
                    return Halt.IMPOSSIBLE
                if answer is Answer.UNKNOWN and not self._hopeful:
                    return Halt.UNKNOWN
                tree = _ASSUMED
            else:
                node.tree = tree
                if kind is Fork:
                    return Halt.FORK
                if kind is Failed:
                    return Halt.FAILED
                assert isinstance(tree, Later), f"not a tree: {tree!r}"
                return Halt.LATER

    def _assume(self, node: Open, assumed: Assume) -> Answer:
        before, node.path = node.path, node.path.extend(assumed.condition)
        if assumed.pending:
            return Answer.SAT
        if assumed.model is not None and node.path is not before:
            node.path.answer, node.path.model = Answer.SAT, assumed.model
        answer = self._check(node.path)
        node.unknown += answer is Answer.UNKNOWN
        return answer


class _Solver:
    """A session that is opened on first use and released with the last search that uses it.

    It does not refer to the search: a reference cycle stays until the garbage collector runs, which
    does not see how much memory z3 uses.
    """

    def __init__(self, effort: Effort, session: Session | None) -> None:
        self._effort = effort
        self._session = session

    @property
    def session(self) -> Session:
        if self._session is None:
            self._session = open_session(effort=self._effort)
        return self._session

    @property
    def queries(self) -> int:
        return 0 if self._session is None else self._session.statistics.queries

    def check(self, path: Path) -> Answer:
        return self.session.check(path)


class Search(Generic[A]):
    """The walk of one tree; iterate to get its results as they are found.

    A strategy is a name, a custom frontier, or a class of such frontiers. `check`, if given,
    replaces the session.

    `ended` says afterwards why the search stopped. An interrupt (Ctrl-C) ends it; what was found is
    kept.
    """

    def __init__(
        self,
        tree: Tree[A],
        *,
        strategy: str | Frontier | Callable[[int], Frontier] = "interleaving",
        budget: Budget | None = None,
        seed: int = 0,
        session: Session | None = None,
        on_failure: Callable[[object], None] | None = None,
        check: Callable[[Path], Answer] | None = None,
        hopeful: bool = True,
    ) -> None:
        self.budget = budget or Budget()
        self._counts = Statistics()
        self._walking: tuple[WalkedNodes[A], int, int, int] | None = None
        self.ended: Ended | None = None
        self.cost = 0
        """The cost of the node that is being walked."""
        made = STRATEGIES[strategy] if isinstance(strategy, str) else strategy
        self._frontier: Frontier = made(seed) if callable(made) else made
        self._frontier.add([Open(tree, None, Path())])
        self._solver = _Solver(self.budget.effort, session)
        self._check = check or self._solver.check
        self._stepper = Stepper(self._check, hopeful=hopeful)
        self._on_failure = on_failure
        self._cut: Ended | None = None

    @property
    def statistics(self) -> Statistics:
        """The statistics so far."""
        self._count_walked()
        return self._counts

    @property
    def complete(self) -> bool:
        """Whether every result was found and none is in doubt."""
        return self.ended is Ended.EXHAUSTED and not self._counts.unknown

    @property
    def session(self) -> Session:
        """The solver session, opened on first use."""
        return self._solver.session

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """While entered, treat an interrupt of work on results as one of the search."""
        try:
            yield
        except KeyboardInterrupt:
            self.budget.effort.interrupt()
            self.ended = Ended.INTERRUPTED

    def settled(self) -> int | None:
        """The cost below which nothing is left open; None if the whole tree was walked."""
        return min((node.cost for node in self._frontier.open_nodes()), default=None)

    @property
    def queries(self) -> int:
        """The number of solver queries."""
        return self._solver.queries

    def __iter__(self) -> Iterator[Result[A]]:
        return chain.from_iterable(self._found())

    def _found(self) -> Iterator[Iterable[Result[A]]]:
        """The results: one by one, or those of many nodes that are walked at once.

        The results of such a stretch are passed directly to the consumer.
        """
        self._counts.begin()
        try:
            yield from self._walk()
        except KeyboardInterrupt:
            self.budget.effort.interrupt()
            self.ended = Ended.INTERRUPTED
        finally:
            self._counts.end()

    def _walk(self) -> Iterator[Iterable[Result[A]]]:
        statistics, take, add = self._counts, self._frontier.take, self._frontier.add
        effort = self.budget.effort
        looked = effort.spent - LOOK_UNITS
        walks = self._walks_stretches()
        while (node := take()) is not None:
            budget = self.budget
            if budget.nodes is not None and statistics.nodes >= budget.nodes:
                add([node])
                self.ended = Ended.NODES
                return
            if effort.spent >= effort.allowance or effort.spent >= looked + LOOK_UNITS:
                looked = effort.spent
                if effort.exhausted:
                    add([node])
                    self.ended = effort.ended
                    return
            if walks and _is_walkable(node):
                yield from self._walk_stretch(node)
                if statistics.results == budget.results:
                    self.ended = Ended.RESULTS
                    return
                continue
            effort.spent += NODE_UNITS
            statistics.nodes += 1
            if self._advance(node) and self._is_possible(node):
                statistics.results += 1
                assert isinstance(node.tree, Done)
                yield (Result(node.tree.value, node.path, node.depth, node.cost),)
                if statistics.results == self.budget.results:
                    self.ended = Ended.RESULTS
                    return
        self.ended = self._cut or Ended.EXHAUSTED

    def _walks_stretches(self) -> bool:
        """Whether the strategy walks depth first and no bound concerns single nodes."""
        budget = self.budget
        is_bounded = budget.depth is not None or budget.cost is not None or budget.nodes is not None
        return not is_bounded and self._frontier.__class__ in (DepthFirst, Interleaving)

    def _walk_stretch(self, node: Open) -> Iterator[Iterable[Result[A]]]:
        """Walk many nodes at once, until there are enough results."""
        frontier, tree = self._frontier, node.tree
        assert isinstance(frontier, DepthFirst | Interleaving)
        assert isinstance(tree, Walkable)
        counts, enough = self._counts, self.budget.results
        left = None if enough is None else enough - counts.results
        nodes, turn = frontier.stretch(), frontier.TURN
        most = nodes + turn * self._more_turns(node, nodes, turn) if frontier.goes_on else nodes
        bounds = Bounds(node.path, node.depth, node.cost, nodes, left, turn, most)
        stretch = tree.walk(bounds)
        self._walking = stretch, counts.nodes, counts.results, counts.failures
        try:
            yield stretch
            if stretch.interrupted:
                raise KeyboardInterrupt
        finally:
            frontier.walked(stretch.limit - self._count_walked())
            self._walking = None
            frontier.add(self._left_open(stretch, node))

    def _more_turns(self, node: Open, nodes: int, turn: int) -> int:
        """The number of additional turns of a node after `nodes` nodes, if only one is open then.

        None if the consumer of the results may have to ask the solver: that is part of the effort,
        and when the effort is spent there are no more turns.
        """
        if node.path.depth:
            return 0
        effort = self.budget.effort
        left = effort.allowance - effort.spent - NODE_UNITS * nodes
        return min(MORE_TURNS, max(0, -(-left // (NODE_UNITS * turn))))

    def _count_walked(self) -> int:
        """Count what was walked of the current stretch; returns the number of its nodes."""
        if self._walking is None:
            return 0
        (stretch, nodes, results, failures), counts = self._walking, self._counts
        walked, found, failed, deepest = stretch.counts()
        self.budget.effort.spent += NODE_UNITS * (nodes + walked - counts.nodes)
        counts.nodes = nodes + walked
        counts.results = results + found
        counts.failures = failures + failed
        counts.deepest = max(counts.deepest, deepest)
        return walked

    def _left_open(self, stretch: WalkedNodes[A], node: Open) -> list[Open]:
        if self._on_failure is not None:
            for reason in stretch.reasons:
                self._on_failure(reason)
        left = []
        for tree, depth, cost in stretch.rest():
            left.append(node.branch(tree, depth))
            left[-1].cost = cost
        if stretch.turns:
            left[0].effort += stretch.turns
            kept = left[0].tree.units if isinstance(left[0].tree, Later) else 0
            self.budget.effort.spend(TURN_UNITS * stretch.turns + kept)
        return left

    def _advance(self, node: Open) -> bool:
        """Walk a node up to its next choice; whether it has finished with a value."""
        unknown = node.unknown
        tree: Any = node.tree
        self.cost = node.cost
        halt = Halt.LATER if isinstance(tree, Later) else self._stepper.run(node)
        if halt is Halt.LATER:
            tree = node.tree
            self.cost = node.cost = node.cost + tree.cost
            if self.budget.cost is not None and node.cost > self.budget.cost:
                self._cut = Ended.COST
                return False
            tree = node.tree = tree.resume()
            if tree.__class__ is Fork and node.unknown == unknown:
                self._open(node, tree.branches())
                return False
            halt = self._stepper.run(node)
        self._counts.unknown += node.unknown - unknown
        if halt is Halt.FORK:
            assert isinstance(node.tree, Fork)
            self._open(node, node.tree.branches())
        elif halt is Halt.DONE:
            return self._frontier.is_new(node)
        elif halt is Halt.LATER:
            assert isinstance(node.tree, Later)
            if not node.tree.brief:
                node.effort += 1
                self.budget.effort.spend(TURN_UNITS + node.tree.units)
            self._frontier.add([node])
        elif halt is Halt.FAILED:
            assert isinstance(node.tree, Failed)
            self._counts.failures += 1
            if self._on_failure is not None and self._frontier.is_new(node):
                self._on_failure(node.tree.reason)
        elif halt is Halt.IMPOSSIBLE:
            self._counts.impossible += 1
        return False

    def _open(self, node: Open, branches: Iterable[Tree[Any]]) -> None:
        depth = node.depth + 1
        if depth > self._counts.deepest:  # noqa: PLR1730  # this is done for every fork
            self._counts.deepest = depth
        if self.budget.depth is not None and depth > self.budget.depth:
            self._cut = Ended.DEPTH
            return
        waiting = iter(branches)
        then, path, cost, effort, unknown = (
            node.then,
            node.path,
            node.cost,
            node.effort,
            node.unknown,
        )
        opened = [
            Open(tree, then, path, depth, cost, effort, unknown) for tree in islice(waiting, WIDTH)
        ]
        if len(opened) == WIDTH:
            opened.append(Open(Fork(lambda: waiting), then, path, depth, cost + 1, effort, unknown))
        if opened:
            self._frontier.add(opened)
        else:
            self._counts.failures += 1

    def _is_possible(self, node: Open) -> bool:
        if not node.unknown or self._check(node.path) is Answer.SAT:
            return True
        self._counts.withheld += 1
        return False


def _is_walkable(node: Open) -> bool:
    """Whether a node can walk by itself; not if every result is to be examined."""
    return isinstance(node.tree, Walkable) and node.then is None and not node.unknown
