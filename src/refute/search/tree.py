"""Programs with choices, as data: trees of commands, with a plain command for forks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from refute.record import entity, record
from refute.solver import Model, Path
from refute.terms import Term

A = TypeVar("A")
B = TypeVar("B")


class Tree(Generic[A]):
    """A computation that may choose, fail and assume, and that finishes with values of type A.

    Walking a tree does not change it, so it may be walked any number of times.
    """

    __slots__ = ()

    def then(self, function: Callable[[A], Tree[B]]) -> Tree[B]:
        """This computation, followed for each of its values by the one that `function` gives."""
        return Bind(self, function)


@record
class Done(Tree[A]):
    """Finished with a value."""

    value: A


@record
class Failed(Tree[Any]):
    """No value; the reason, if any, explains why nothing was found.

    `cut` means that there would be more beyond a bound of the tree itself.
    """

    reason: object = None
    cut: bool = False


@record
class Fork(Tree[A]):
    """Any of the branches; there may be none, which fails, or infinitely many.

    `branches` is called for every walk, and each call returns a new iterator.
    """

    branches: Callable[[], Iterable[Tree[A]]]


@record
class Bind(Tree[B]):
    """A computation and its continuation."""

    first: Tree[Any]
    follow: Callable[[Any], Tree[B]]


@record
class Assume(Tree[None]):
    """Continue only if the condition can hold together with those assumed before.

    If a model of all of them is known, the solver need not be asked; nor if the condition is
    `pending`: another one follows immediately.
    """

    condition: Term
    model: Model | None = None
    pending: bool = False


@entity
class Later(Tree[A]):
    """A computation that is run only when the strategy comes to it.

    Long deterministic work yields as `Later` from time to time, so that other branches get their
    turn. `cost` is added to the cost of this branch; `label` names it in drawings. A `brief`
    computation only yields its turn and does not count as effort; any other may have spent more
    `units` than a turn, for what it has to keep.
    """

    resume: Callable[[], Tree[A]]
    cost: int = 0
    label: str | Callable[[], str] = ""
    brief: bool = False
    units: int = 0


class Result(NamedTuple, Generic[A]):
    """A value, the conditions under which it arises, and its position in the tree."""

    value: A
    path: Path
    depth: int
    cost: int


@record
class Bounds:
    """Where a stretch of a walk begins, and its maximum numbers of nodes and results.

    If one node is open after that many, it may walk another `turn`, and so on up to `most` nodes.
    """

    path: Path
    depth: int
    cost: int
    nodes: int
    results: int | None
    turn: int
    most: int


Counts: TypeAlias = tuple[int, int, int, int]
"""The size of a stretch: nodes, results, failures, and the depth of the deepest node."""


class WalkedNodes(Protocol[A]):
    """Nodes of a tree that were walked at once, depth first; iterate for the results among them.

    The nodes open at the end are in `rest`, the newest first, each with its depth and cost so far.
    `turns` is how often the newest of them has used up its turn, and `limit` how many nodes might
    have been walked. An interrupt ends the walk, and is recorded.
    """

    limit: int
    turns: int
    interrupted: bool
    reasons: list[object]

    def __iter__(self) -> Iterator[Result[A]]:
        """The results, as they are found."""

    def counts(self) -> Counts:
        """Its size, up to the last result that was returned."""

    def rest(self) -> list[tuple[Tree[A], int, int]]:
        """The nodes left open."""


class Walkable(Later[A]):
    """A computation that can walk many nodes below it by itself, faster than one by one.

    Only choices are walked in this way; where a condition is assumed, the walk ends.
    """

    __slots__ = ()

    def walk(self, bounds: Bounds) -> WalkedNodes[A]:
        """Walk within bounds; the first of the nodes is this one."""
        raise NotImplementedError
