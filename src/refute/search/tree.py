"""Programs with choices, as data: a command tree whose fork is a plain command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from refute.record import entity, record
from refute.solver import Model, Path
from refute.terms import Term

A = TypeVar("A")
B = TypeVar("B")


class Tree(Generic[A]):
    """A computation that may choose, fail and assume, and that finishes with values of A.

    A tree is never changed by walking it, so it may be walked any number of times.
    """

    __slots__ = ()

    def then(self, function: Callable[[A], Tree[B]]) -> Tree[B]:
        """This computation, and for each of its values the one that the function gives."""
        return Bind(self, function)


@record
class Done(Tree[A]):
    """Finished with a value."""

    value: A


@record
class Failed(Tree[Any]):
    """No value; the reason, if any, is for those who ask why nothing was found.

    `cut` says that there would be more beyond a bound of the tree itself.
    """

    reason: object = None
    cut: bool = False


@record
class Fork(Tree[A]):
    """Any of the branches; there may be none, which fails, or infinitely many.

    `branches` is called anew for every walk, and each call gives its own iterator.
    """

    branches: Callable[[], Iterable[Tree[A]]]


@record
class Bind(Tree[B]):
    """A computation and what follows it."""

    first: Tree[Any]
    follow: Callable[[Any], Tree[B]]


@record
class Assume(Tree[None]):
    """Go on only where the condition can hold together with those assumed before.

    Where a model of all of them is known, the solver need not be asked. Neither is it where one is
    `pending`: another one follows at once.
    """

    condition: Term
    model: Model | None = None
    pending: bool = False


@entity
class Later(Tree[A]):
    """A computation that is run only when the strategy comes to it.

    Long deterministic work gives itself back as `Later` now and then, so that others get their
    turn. `cost` is added to what this branch has cost so far; `label` names it in drawings. A
    `brief` computation only lets others have their turn and does not count as effort; any other
    may have spent more `units` than a turn, for what it has to keep.
    """

    resume: Callable[[], Tree[A]]
    cost: int = 0
    label: str | Callable[[], str] = ""
    brief: bool = False
    units: int = 0


class Result(NamedTuple, Generic[A]):
    """A value, the conditions under which it comes about, and where in the tree it was."""

    value: A
    path: Path
    depth: int
    cost: int


@record
class Bounds:
    """Where a stretch of a walk begins, and how many nodes and results it may have at most.

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
"""What a stretch of a walk has come to: nodes, results, failures, and the deepest of the nodes."""


class Stretch(Protocol[A]):
    """Nodes of a tree that were walked at once, depth first; iterate for the results among them.

    What is open at the end is in `rest`, the newest first, each with its depth and what it has cost
    so far. `turns` says how often the newest of them has used up its turn, and `limit` how many
    nodes it might have walked. An interrupt ends the walk, and is noted.
    """

    limit: int
    turns: int
    interrupted: bool
    reasons: list[object]

    def __iter__(self) -> Iterator[Result[A]]:
        """The results, as they are found."""

    def counts(self) -> Counts:
        """What it has come to, up to the last result that was given."""

    def rest(self) -> list[tuple[Tree[A], int, int]]:
        """What is left open."""


class Walkable(Later[A]):
    """A computation that can walk many nodes below it by itself, faster than one by one.

    Only choices are walked so; where a condition is assumed, the walk ends.
    """

    __slots__ = ()

    def walk(self, bounds: Bounds) -> Stretch[A]:
        """Walk within bounds; the first of the nodes is this one."""
        raise NotImplementedError
