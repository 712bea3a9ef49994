"""Command trees, strategies and budgets: any strategy for any language that gives a tree."""

from refute.search.explore import Budget, Ended, Result, Search, Statistics
from refute.search.strategy import STRATEGIES
from refute.search.trail import Cell, Segment, Trail
from refute.search.tree import Assume, Bind, Done, Failed, Fork, Fresh, Later, Tree, choice

STRATEGY_NAMES = tuple(STRATEGIES)

__all__ = [
    "STRATEGIES",
    "STRATEGY_NAMES",
    "Assume",
    "Bind",
    "Budget",
    "Cell",
    "Done",
    "Ended",
    "Failed",
    "Fork",
    "Fresh",
    "Later",
    "Result",
    "Search",
    "Segment",
    "Statistics",
    "Trail",
    "Tree",
    "choice",
]
