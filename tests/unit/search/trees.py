"""Small trees to search."""

from collections.abc import Iterator
from itertools import count
from typing import Any, TypeVar

from refute.search import Budget, Done, Failed, Fork, Later, Search, Tree

A = TypeVar("A")

FAIR = ("breadth-first", "iterative-deepening", "interleaving", "best-first", "random")


def found(tree: Tree[A], strategy: str = "depth-first", seed: int = 0, **budget: Any) -> list[A]:
    """The values that a strategy finds, in its order."""
    return [
        each.value for each in Search(tree, strategy=strategy, seed=seed, budget=Budget(**budget))
    ]


def choice(*branches: Tree[A]) -> Tree[A]:
    """Any of finitely many trees."""
    return Fork(lambda: branches)


def loop() -> Tree[Any]:
    """Gives itself back for ever."""
    return Later(loop)


def endless() -> Tree[Any]:
    """Forks for ever and finds nothing."""
    return Fork(lambda: [Later(endless, cost=1), Later(endless, cost=1)])


def naturals() -> Tree[int]:
    """0, 1, 2 and so on, each one choice deeper than the last."""

    def after(number: int) -> Tree[int]:
        return choice(Done(number), Later(lambda: after(number + 1), cost=1))

    return after(0)


def wide() -> Tree[int]:
    """All natural numbers as branches of one fork."""

    def branches() -> Iterator[Tree[int]]:
        return (Done(number) for number in count())

    return Fork(branches)


def leaning(depth: int, leaf: Tree[A]) -> Tree[A]:
    """A leaf behind so many forks, each with one branch beside it that fails."""
    for _ in range(depth):
        leaf = choice(leaf, Failed())
    return leaf
