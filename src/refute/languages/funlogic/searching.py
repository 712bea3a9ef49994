"""Searching through the branches of an evaluation, as the user's options say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from weakref import proxy

from refute.diagnostics import Diagnostic
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.domains import settle_quickly
from refute.languages.funlogic.machine import Floundered
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.language import Request
from refute.languages.options import SearchOptions
from refute.search import Budget, Search
from refute.solver import Answer as Possible, Path


@dataclass(slots=True)
class Failures:
    """Why branches had no value; collected while a search runs."""

    stuck: Diagnostic | None = None
    floundered: str = ""

    def note(self, reason: object) -> None:
        """Keep the first reason of each kind."""
        if isinstance(reason, Diagnostic) and self.stuck is None:
            self.stuck = reason
        elif isinstance(reason, Floundered) and not self.floundered:
            self.floundered = reason.message


def search_for(
    evaluation: Evaluation,
    request: Request[SearchOptions],
    strategy: str,
    *,
    results: int | None = None,
    cost: int | None = None,
    failures: Failures | None = None,
    check: Callable[[Search[Found], Path], Possible] | None = None,
) -> Search[Found]:
    """A search through the branches of an evaluation, as the user's options say.

    `check`, if given, decides in place of the solver whether a path of the search is possible.
    """
    options = request.options
    search: Search[Found] = Search(
        evaluation.tree(),
        strategy=options.strategy or strategy,
        budget=Budget(options.depth, cost, options.nodes, results, request.new_effort()),
        seed=options.seed,
        on_failure=failures.note if failures else None,
        check=lambda path: (check or possible)(itself, path),
    )
    evaluation.machine.effort = search.budget.effort
    itself = proxy(search)  # so that the solver is gone with the search, not with the collector
    return search


def possible(search: Search[Found], path: Path) -> Possible:
    """Whether a path is possible: small numbers are tried, anything else is the solver's."""
    if path.answer is None:
        settle_quickly(path, search.budget.effort)
    return path.answer or search.session.check(path)


def statistics(search: Search[Found]) -> dict[str, int | float]:
    """The numbers of a search that are reported."""
    counts = search.statistics
    reported: dict[str, int | float] = {"nodes": counts.nodes, "depth": counts.deepest}
    if search.queries:
        reported["solver queries"] = search.queries
    if counts.unknown:
        reported["solver unknown"] = counts.unknown
    return reported
