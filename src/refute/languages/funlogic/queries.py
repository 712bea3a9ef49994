"""What a file asks for: expressions to evaluate and conditions to solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from refute.diagnostics import Diagnostic
from refute.languages.funlogic import syntax
from refute.languages.funlogic.answers import Row, rows
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.instances import Instances
from refute.languages.funlogic.machine import Floundered, Stuck
from refute.languages.funlogic.program import explain
from refute.languages.funlogic.symbolic import Evaluation, Found
from refute.languages.language import Events, QueryOptions, Request, SearchOptions
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.search import Budget, Ended, Search
from refute.solver import Effort

LIMIT = 100
"""Maximum number of answers that are shown by default."""

STRATEGY = "interleaving"

WORDS = {Verdict.CONFIRMED: "complete", Verdict.PASSED: "answered"}
"""What the verdicts mean for a query."""


@dataclass(slots=True)
class Failures:
    """Why branches had no value; collected while a search runs."""

    stuck: Diagnostic | None = None
    floundered: str = ""

    def note(self, reason: object) -> None:
        """Keep the first of each sort."""
        if isinstance(reason, Stuck) and self.stuck is None:
            self.stuck = explain(reason)
        elif isinstance(reason, Floundered) and not self.floundered:
            self.floundered = str(reason)


Query: TypeAlias = syntax.Solve | syntax.Evaluate


def question_of(query: Query) -> str:
    """A query as it is written, on one line."""
    return " ".join(query.span.text.split())


def budget(options: SearchOptions, results: int | None = None, cost: int | None = None) -> Budget:
    """The budget that the user's options give."""
    effort = Effort(options.effort, options.time_limit)
    return Budget(options.depth, cost, options.nodes, results, effort)


def statistics(search: Search[Found]) -> dict[str, int | float]:
    """What is worth telling of a search."""
    counts = search.statistics
    told: dict[str, int | float] = {"nodes": counts.nodes, "depth": counts.deepest}
    if search.queries:
        told["solver queries"] = search.queries
    if counts.unknown:
        told["solver unknown"] = counts.unknown
    return told


def evaluation(compiled: Compiled, query: Query) -> Evaluation:
    """The search that a query stands for."""
    match query:
        case syntax.Solve(names, condition):
            inputs = [(name.name, compiled.checked.unknowns[name.span]) for name in names]
            node = compiled.expression(condition, [name.name for name in names])
            return Evaluation(compiled, node, inputs, wanted=True)
        case syntax.Evaluate(expression):
            return Evaluation(compiled, compiled.expression(expression))


def ask(compiled: Compiled, query: Query, request: Request[QueryOptions]) -> Events:
    """Run a query and say what came of it."""
    failures = Failures()
    options = request.options
    limit = options.limit or LIMIT
    search = Search(
        evaluation(compiled, query).tree(),
        strategy=options.strategy or STRATEGY,
        budget=budget(options, results=limit),
        seed=options.seed,
        on_failure=failures.note,
    )
    instances = Instances(compiled.checked.datatypes)
    found: list[Row] = []
    with search.interruptible():
        for result in search:
            values = result.value.inputs
            if isinstance(query, syntax.Evaluate):
                assert result.value.result is not None
                values = (result.value.result,)
            found.extend(rows(values, result.path, search, instances))
            request.progress(f"{len(found)} found, {search.statistics.nodes} nodes")
            if len(found) >= limit:  # a branch may have several answers
                search.ended = Ended.RESULTS
                break
    yield from _conclude(query, found[:limit], search, failures)


def _conclude(
    query: Query,
    found: list[Row],
    search: Search[Found],
    failures: Failures,
) -> Events:
    noun = "answer" if isinstance(query, syntax.Solve) else "value"
    count = f"{len(found) or 'no'} {noun}{'' if len(found) == 1 else 's'}"
    verdict, ending, reason = _verdict(search, failures)
    yield Outcome(
        question=question_of(query),
        kind="query",
        verdict=verdict,
        summary=f"{count}; {ending}",
        bound=f"the first {count}" if verdict is Verdict.PASSED else "",
        reason=reason,
        blocks=_blocks(query, found),
        statistics=statistics(search),
        place=str(query.span),
        seconds=search.statistics.seconds,
        word=WORDS.get(verdict, ""),
    )
    complaint = failures.stuck
    if isinstance(query, syntax.Evaluate) and not found and complaint and search.complete:
        yield complaint


def _verdict(search: Search[Found], failures: Failures) -> tuple[Verdict, str, str]:
    """The verdict, in words, and the reason where it is undecided."""
    if search.ended is Ended.RESULTS:
        return Verdict.PASSED, "there may be more", ""
    if search.complete and not failures.floundered:
        return Verdict.CONFIRMED, "the search is complete", ""
    reason = str(search.ended)
    if search.ended is Ended.EXHAUSTED:
        reason = failures.floundered or "the solver could not decide every condition"
    return Verdict.UNDECIDED, "the search is not complete", reason


def _blocks(query: Query, found: Sequence[Row]) -> tuple[Block, ...]:
    if not found:
        return ()
    conditions = any(row.condition for row in found)
    if isinstance(query, syntax.Evaluate):
        lines = [
            f"{row.values[0]} where {row.condition}" if row.condition else row.values[0]
            for row in found
        ]
        return (Lines("values", tuple(lines)),)
    header = tuple(name.name for name in query.names)
    if not conditions:
        return (Table("answers", header, tuple(row.values for row in found)),)
    table = tuple((*row.values, row.condition) for row in found)
    return (Table("answers", (*header, "where"), table),)
