"""What Python can do on three of the tasks: code written by hand, depth first, with a trail.

`python -m benchmarks.funlogic_models` prints the best time of each, in processor milliseconds. The
models have no budgets, costs, strategies or values that can be read later; they show how near
generated code could come. One of them has all that: it is walked by the search itself, in turns,
with segments of bindings, costs, depths and numbered unknowns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from refute.search import BINDINGS, Bounds, Budget, Counts, Result, Search, Tree, Walkable
from refute.solver import Effort

CELL, SUCCESSOR = object(), object()
EMPTY, ZERO = (object(),), (object(),)


def list_of(items: range) -> Any:
    """A list as data."""
    made: Any = EMPTY
    for item in reversed(items):
        made = (CELL, item, made)
    return made


def undo(trail: list[Any], mark: int) -> None:
    """Unbind what was bound since a mark."""
    while len(trail) > mark:
        trail.pop()[0] = None


def splits(whole: Any) -> Iterator[Any]:
    """`append xs ys == whole`."""
    xs: list[Any] = [None]
    ys: list[Any] = [None]
    trail: list[Any] = []
    here = xs
    while True:
        mark = len(trail)
        here[0], ys[0] = EMPTY, whole
        trail += (here, ys)
        yield xs, ys
        undo(trail, mark)
        if whole[0] is not CELL:
            return
        rest: list[Any] = [None]
        here[0] = (CELL, [whole[1]], rest)
        trail.append(here)
        here, whole = rest, whole[2]


class Splitting(Walkable[Any]):
    """A node of the search for `append xs ys == whole`: an unknown, and how it is to be made.

    `state` is the unknown, `ys`, what is left of the whole, the segment, the depth, the cost,
    whether the unknown is to be a cell, and the number of the next unknown.
    """

    brief = False

    def __init__(self, state: tuple[Any, ...], trail: list[Any], asked: tuple[Any, Any]) -> None:
        self.cost = 0
        self.state, self.trail, self.asked = state, trail, asked

    def walk(self, bounds: Bounds) -> SplittingWalk:
        """Go on from here depth first."""
        return SplittingWalk(self, bounds)


class SplittingWalk:
    """A stretch of the search for splits."""

    def __init__(self, node: Splitting, bounds: Bounds) -> None:
        self.nodes = self.results = self.turns = 0
        self.limit, self.deepest, self.interrupted = bounds.nodes, bounds.depth, False
        self.reasons: list[object] = []
        self._node, self._bounds = node, bounds
        self._open = [node.state]

    def __iter__(self) -> Iterator[Result[Any]]:
        waiting, limit, path = self._open, self._bounds.nodes, self._bounds.path
        trail, asked, make, nodes = self._node.trail, self._node.asked, tuple.__new__, 0
        while waiting and nodes < limit:
            here, ys, whole, segment, depth, cost, is_cell, named = waiting.pop()
            current = trail[0]
            while current is not segment:
                for at in range(BINDINGS, len(current)):
                    current[at][0][0] = None
                current = current[0]
            while True:
                nodes += 1
                if not is_cell:
                    if whole[0] is CELL:
                        depth += 1
                        waiting.append((here, ys, whole, segment, depth, cost, True, named))
                    trail[0] = current = [segment, segment[1] + 1, (here, EMPTY), (ys, whole)]
                    here[0], ys[0] = EMPTY, whole
                    self.nodes, self.deepest, self.results = nodes, depth, self.results + 1
                    found = (self, asked, current, 0, True, None)
                    yield make(Result, (found, path, depth, cost + 1))
                    break
                rest = [None, None, nodes, named]
                value = (CELL, whole[1], rest)
                trail[0] = segment = [segment, segment[1] + 1, (here, value)]
                here[0] = value
                here, whole, is_cell, cost, named = rest, whole[2], False, cost + 1, named + 2
                if nodes >= limit:
                    waiting.append((here, ys, whole, segment, depth, cost, False, named))
                    break
        self.nodes = nodes

    def counts(self) -> Counts:
        """What it has come to."""
        return self.nodes, self.results, 0, self.deepest

    def rest(self) -> list[tuple[Tree[Any], int, int]]:
        """What is open, the newest first."""
        trail, asked = self._node.trail, self._node.asked
        return [(Splitting(each, trail, asked), each[4], each[5]) for each in reversed(self._open)]


def splits_searched(whole: Any) -> Iterator[Any]:
    """`append xs ys == whole`, walked by the search in turns."""
    xs: list[Any] = [None, None, 0, 1]
    ys: list[Any] = [None, None, 0, 2]
    root = [None, 0]
    tree = Splitting((xs, ys, whole, root, 0, 0, False, 3), [root], (xs, ys))
    return iter(Search(tree, budget=Budget(effort=Effort(100))))


class Found:
    """A result as the search makes one."""

    __slots__ = ("cost", "covered", "depth", "path", "segment", "value")

    def __init__(self, value: Any) -> None:
        self.value, self.path, self.segment = value, None, None
        self.cost = self.depth = self.covered = 0


def splits_as_results(whole: Any) -> Iterator[Found]:
    """The same with an object for each result, through two generators."""
    for value in (Found(each) for each in splits(whole)):
        yield Found(value)


def products(count: int) -> Iterator[Any]:
    """`mul (S x) (S y) == count`, as Prolog does it: each `y`, and `x` as far as it goes."""
    left: Any = ZERO
    for _ in range(count - 1):
        left = (SUCCESSOR, left)
    x: list[Any] = [None]
    y: list[Any] = [None]
    trail: list[Any] = []
    here = y
    while True:
        mark = len(trail)
        here[0] = ZERO
        trail.append(here)
        rest, unknown = left, x
        while rest[0] is SUCCESSOR:
            after: list[Any] = [None]
            unknown[0] = (SUCCESSOR, after)
            trail.append(unknown)
            unknown = after
            number: Any = (SUCCESSOR, y)
            while number[0] is SUCCESSOR and rest[0] is SUCCESSOR:
                number, rest = number[1], rest[1]
                while number.__class__ is list:
                    number = number[0]
            if number[0] is SUCCESSOR:
                break
        else:
            unknown[0] = ZERO
            trail.append(unknown)
            yield x, y
        undo(trail, mark)
        if left[0] is not SUCCESSOR:
            return
        below: list[Any] = [None]
        here[0] = (SUCCESSOR, below)
        trail.append(here)
        here, left = below, left[1]


def permutations(items: Any) -> Iterator[Any]:
    """`perm items`, the inner permutations first; each frame is what to do with a value."""
    choices: list[Any] = []

    def permute(rest: Any, frame: Any) -> Any:
        if rest is EMPTY:
            return frame[0](EMPTY, frame)
        return permute(rest[2], (insert_into, rest[1], frame))

    def insert_into(value: Any, frame: Any) -> Any:
        return insert(frame[1], value, frame[2])

    def insert(item: Any, rest: Any, frame: Any) -> Any:
        choices.append((item, rest, frame))
        return frame[0]((CELL, item, rest), frame)

    def insert_later(item: Any, rest: Any, frame: Any) -> Any:
        return None if rest is EMPTY else insert(item, rest[2], (construct, rest[1], frame))

    def construct(value: Any, frame: Any) -> Any:
        return frame[2][0]((CELL, frame[1], value), frame[2])

    def finish(value: Any, _frame: Any) -> Any:
        return value

    yield permute(items, (finish,))
    while choices:
        value = insert_later(*choices.pop())
        if value is not None:
            yield value


def best(model: Callable[[], Iterator[Any]], answers: int) -> float:
    """The best time of a model, which must find so many answers."""
    times: list[float] = []
    while sum(times) < 0.5:
        started = time.process_time()
        found = sum(1 for _ in model())
        times.append(time.process_time() - started)
        assert found == answers, f"{found} answers"
    return min(times)


def main() -> None:
    """Time every model."""
    two_hundred, seven = list_of(range(1, 201)), list_of(range(1, 8))
    for name, model, answers in (
        ("permutations of 7", lambda: permutations(seven), 5040),
        ("splits of a list of 200", lambda: splits(two_hundred), 201),
        ("the same, as results", lambda: splits_as_results(two_hundred), 201),
        ("the same, walked by the search", lambda: splits_searched(two_hundred), 201),
        ("Peano multiplication backwards, 60", lambda: products(60), 12),
    ):
        print(f"{name}: {1000 * best(model, answers):.3f} ms")


if __name__ == "__main__":
    main()
