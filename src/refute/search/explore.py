"""The one loop that walks a tree: commands, budgets, and the answers as they are found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from refute.search.strategy import STRATEGIES, Frontier, Open
from refute.search.tree import Assume, Bind, Done, Failed, Fork, Fresh, Later, Tree
from refute.solver import Answer, Path, open_session
from refute.terms import Term, variable

if TYPE_CHECKING:
    from refute.solver import Session

A = TypeVar("A")

WIDTH = 256
"""So many branches of a fork are opened at once; the rest wait as one node behind them."""


QUERY_SECONDS = 5.0
"""The solver gets so much time for each question, or all of the search's if that is less."""

_ASSUMED = Done(None)


class Ended(StrEnum):
    """Why a search stopped."""

    EXHAUSTED = "everything was searched"
    DEPTH = "the depth limit was reached"
    COST = "the size limit was reached"
    NODES = "the node limit was reached"
    RESULTS = "the limit on answers was reached"
    TIME = "the time ran out"
    INTERRUPTED = "it was interrupted"


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search may go; `None` is without limit."""

    depth: int | None = None
    cost: int | None = None
    nodes: int | None = None
    results: int | None = None
    seconds: float | None = None


@dataclass(slots=True)
class Statistics:
    """What a search did. `unknown` counts the solver's unknowns, `withheld` the values found
    on paths that the solver could not show to be possible."""

    nodes: int = 0
    results: int = 0
    failures: int = 0
    impossible: int = 0
    unknown: int = 0
    withheld: int = 0
    deepest: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Result(Generic[A]):
    """A value, the conditions under which it comes about, and where in the tree it was."""

    value: A
    path: Path
    depth: int
    cost: int


class Search(Generic[A]):
    """The walk of one tree; iterate to get its results as they are found.

    `ended` says afterwards why it stopped. An interrupt (Ctrl-C) ends it and keeps what was found.
    """

    def __init__(
        self,
        tree: Tree[A],
        *,
        strategy: str = "interleaving",
        budget: Budget | None = None,
        seed: int = 0,
        session: Session | None = None,
        on_failure: Callable[[object], None] | None = None,
    ) -> None:
        self.budget = budget or Budget()
        self.statistics = Statistics()
        self.ended: Ended | None = None
        self._frontier: Frontier = STRATEGIES[strategy](seed)
        self._frontier.add([Open(tree, None, Path())])
        self._session = session
        self._on_failure = on_failure
        self._fresh = 0
        self._cut: Ended | None = None

    @property
    def complete(self) -> bool:
        """Whether every result there is was found and none is in doubt."""
        return self.ended is Ended.EXHAUSTED and not self.statistics.unknown

    @property
    def session(self) -> Session:
        """The solver session, opened when it is first needed."""
        if self._session is None:
            limit = self.budget.seconds
            seconds = QUERY_SECONDS if limit is None else min(QUERY_SECONDS, limit)
            self._session = open_session(query_seconds=seconds)
        return self._session

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Take an interrupt while results are worked on as one of the search."""
        try:
            yield
        except KeyboardInterrupt:
            self.ended = Ended.INTERRUPTED

    def settled(self) -> int | None:
        """The cost below which nothing is left open; nothing at all when everything is walked."""
        return min((node.cost for node in self._frontier.open_nodes()), default=None)

    @property
    def queries(self) -> int:
        """How often the solver was asked."""
        return 0 if self._session is None else self._session.statistics.queries

    def __iter__(self) -> Iterator[Result[A]]:
        started = time.monotonic()
        before = self.statistics.seconds
        try:
            for result in self._walk(started):
                self.statistics.seconds = before + time.monotonic() - started
                yield result
        except KeyboardInterrupt:
            self.ended = Ended.INTERRUPTED
        finally:
            self.statistics.seconds = before + time.monotonic() - started

    def _walk(self, started: float) -> Iterator[Result[A]]:
        budget, statistics, take = self.budget, self.statistics, self._frontier.take
        deadline = None if budget.seconds is None else started + budget.seconds
        while (node := take()) is not None:
            if budget.nodes is not None and statistics.nodes >= budget.nodes:
                self._frontier.add([node])
                self.ended = Ended.NODES
                return
            if deadline is not None and time.monotonic() >= deadline:
                self._frontier.add([node])
                self.ended = Ended.TIME
                return
            statistics.nodes += 1
            if self._advance(node) and self._is_possible(node):
                statistics.results += 1
                assert isinstance(node.tree, Done)
                yield Result(node.tree.value, node.path, node.depth, node.cost)
                if statistics.results == budget.results:
                    self.ended = Ended.RESULTS
                    return
        self.ended = self._cut or Ended.EXHAUSTED

    def _advance(self, node: Open) -> bool:
        """Run a node up to its next choice; true when it has finished with a value."""
        resumed = False
        tree: Any = node.tree
        while True:
            kind = tree.__class__
            if kind is Later:
                if resumed:
                    node.tree, node.effort = tree, node.effort + 1
                    self._frontier.add([node])
                    return False
                resumed = True
                node.cost += tree.cost
                if self.budget.cost is not None and node.cost > self.budget.cost:
                    self._cut = Ended.COST
                    return False
                tree = tree.resume()
            elif kind is Bind:
                node.then = (tree.follow, node.then)
                tree = tree.first
            elif kind is Done:
                if node.then is None:
                    node.tree = tree
                    return self._frontier.is_new(node)
                follow, node.then = node.then
                tree = follow(tree.value)
            elif kind is Fork:
                self._open(node, iter(tree.branches()))
                return False
            elif kind is Assume:
                if not self._assume(node, tree.condition):
                    return False
                tree = _ASSUMED
            elif kind is Fresh:
                self._fresh += 1
                tree = Done(variable(f"{tree.name}{self._fresh}", tree.sort))
            else:
                assert kind is Failed, f"not a tree: {tree!r}"
                self.statistics.failures += 1
                if self._on_failure is not None and self._frontier.is_new(node):
                    self._on_failure(tree.reason)
                return False

    def _open(self, node: Open, branches: Iterator[Tree[Any]]) -> None:
        depth = node.depth + 1
        self.statistics.deepest = max(self.statistics.deepest, depth)
        if self.budget.depth is not None and depth > self.budget.depth:
            self._cut = Ended.DEPTH
            return
        opened = [
            Open(tree, node.then, node.path, depth, node.cost, node.effort, node.uncertain)
            for tree in islice(branches, WIDTH)
        ]
        if len(opened) == WIDTH:
            rest = Fork(lambda: branches)
            opened.append(
                Open(rest, node.then, node.path, depth, node.cost + 1, node.effort, node.uncertain)
            )
        if opened:
            self._frontier.add(opened)
        else:
            self.statistics.failures += 1

    def _assume(self, node: Open, condition: Term) -> bool:
        node.path = node.path.extend(condition)
        answer = self.session.check(node.path)
        if answer is Answer.UNSAT:
            self.statistics.impossible += 1
            return False
        if answer is Answer.UNKNOWN:
            self.statistics.unknown += 1
            node.uncertain = True
        return True

    def _is_possible(self, node: Open) -> bool:
        if not node.uncertain:
            return True
        if self.session.check(node.path) is Answer.SAT:
            return True
        self.statistics.withheld += 1
        return False
