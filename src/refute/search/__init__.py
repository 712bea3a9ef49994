"""Command trees, strategies and budgets: any strategy works for any language that builds a tree."""

from refute.search.explore import Budget, Halt, Search, Statistics, Stepper
from refute.search.strategy import STRATEGIES, CheapestFirst, Open, Strategy
from refute.search.trail import BINDINGS, Cell, Segment, Trail
from refute.search.tree import (
    Assume,
    Bind,
    Bounds,
    Counts,
    Done,
    Failed,
    Fork,
    Later,
    Result,
    Tree,
    Walkable,
    WalkedNodes,
)
from refute.solver import Ended

STRATEGY_NAMES = tuple(STRATEGIES)

__all__ = [
    "BINDINGS",
    "STRATEGIES",
    "STRATEGY_NAMES",
    "Assume",
    "Bind",
    "Bounds",
    "Budget",
    "Cell",
    "CheapestFirst",
    "Counts",
    "Done",
    "Ended",
    "Failed",
    "Fork",
    "Halt",
    "Later",
    "Open",
    "Result",
    "Search",
    "Segment",
    "Statistics",
    "Stepper",
    "Strategy",
    "Trail",
    "Tree",
    "Walkable",
    "WalkedNodes",
]
