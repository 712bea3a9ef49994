"""`refute run` and `refute tree`: the queries of a file, answered or drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.languages.funlogic import syntax, values
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.models import all_models, condition_on, few_models, smallest_model
from refute.languages.funlogic.options import RunOptions
from refute.languages.funlogic.program import load
from refute.languages.funlogic.searching import Failures, search_for, statistics
from refute.languages.funlogic.show import show_condition, show_value
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.funlogic.unused import never_used
from refute.languages.language import Events, Part, Request, Stream
from refute.languages.options import DrawOptions
from refute.record import record
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.report.outline import outline
from refute.search import Ended, Search
from refute.solver import Model, Path
from refute.source import Source

Query: TypeAlias = syntax.Solve | syntax.Evaluate


def run(request: Request[RunOptions]) -> Stream:
    """Answer every query of a file, in order."""
    compiled = load(request.source)
    yield from never_used(compiled.checked.linked)
    for query in _queries(compiled.checked.program, request.source):
        yield Part(question_of(query), partial(ask, compiled, query, request), query.span)


def tree(request: Request[DrawOptions]) -> Stream:
    """Draw the search tree of every query of a file."""
    compiled = load(request.source)
    for query in _queries(compiled.checked.program, request.source):
        drawn = outline(
            evaluation(compiled, query).tree(),
            question_of(query),
            partial(_answer, query, _shapes(compiled, query)),
            request.options.nodes,
            request.options.depth,
            effort=request.new_effort(),
        )
        yield drawn.outcome(question_of(query), str(query.span))


def _answer(query: Query, shapes: Sequence[values.Type | None], found: Found) -> str:
    if isinstance(query, syntax.Evaluate):
        return show_value(found.result, shapes[0])
    return ", ".join(
        f"{name.name} = {show_value(value, shape)}"
        for name, value, shape in zip(query.names, found.inputs, shapes, strict=True)
    )


def _shapes(compiled: Compiled, query: Query) -> Sequence[values.Type | None]:
    """The types of the values shown for an answer."""
    if isinstance(query, syntax.Evaluate):
        return (compiled.checked.asked.get(query.expression.span),)
    return [compiled.checked.unknowns[name.span] for name in query.names]


def _queries(program: syntax.Program, source: Source) -> list[Query]:
    queries = [each for each in program.declarations if isinstance(each, Query)]
    if not queries:
        help_text = "add an expression or `solve x where …` on a line of its own"
        if any(isinstance(each, syntax.Property) for each in program.declarations):
            help_text += f"; to look at its properties, use `refute check {source.name}`"
        message = f"`{source.name}` asks for nothing"
        raise InputError([Diagnostic("FL031", message, help=help_text)])
    return queries


_BLANKS = re.compile(r'(?P<text>"(?:\\.|[^"\\])*")|\s+')

LIMIT = 100
"""Maximum number of answers that are shown by default, unless all are asked for."""

WORDS = {Verdict.CONFIRMED: "complete", Verdict.PASSED: "answered"}
"""The words for the verdicts on a query."""


def question_of(query: Query) -> str:
    """The source text of a query, on one line; texts in it are left as they are."""
    return _BLANKS.sub(lambda found: found["text"] or " ", query.span.text).strip()


def evaluation(compiled: Compiled, query: Query) -> Evaluation:
    """The evaluation that answers a query."""
    match query:
        case syntax.Solve(names, condition):
            inputs = [(name.name, compiled.checked.unknowns[name.span]) for name in names]
            node = compiled.expression(condition, [name.name for name in names])
            return Evaluation(compiled, node, inputs, wanted=True)
        case syntax.Evaluate(expression):
            return Evaluation(compiled, compiled.expression(expression))


def ask(compiled: Compiled, query: Query, request: Request[RunOptions]) -> Events:
    """Run a query and report its outcome."""
    limit = request.options.limit or (None if request.options.all else LIMIT)
    yield from Asked(compiled, query, request).more(limit)


class Asked:
    """A query answered in turns: each continues where the previous one ended."""

    def __init__(self, compiled: Compiled, query: Query, request: Request[RunOptions]) -> None:
        self._query = query
        self._request = request
        self._failures = Failures()
        self._which = "first"
        self._evaluation = evaluation(compiled, query)
        self._shapes = _shapes(compiled, query)
        self._search = search_for(
            self._evaluation, request, "interleaving", failures=self._failures
        )
        self._rows = self._found()

    def _found(self) -> Iterator[Row]:
        search, labels = self._search, self._request.options.all
        for result in search:
            asked = result.value.inputs
            if isinstance(self._query, syntax.Evaluate):
                assert result.value.result is not None
                asked = (result.value.result,)
            yield from rows(asked, self._shapes, result.path, search, labels=labels)

    @property
    def goes_on(self) -> bool:
        """Whether the last turn ended before all answers were found."""
        return self._search.ended is Ended.RESULTS

    def more(self, limit: int | None) -> Events:
        """The next answers, at most as many as the limit, or all of them."""
        search = self._search
        found: list[Row] = []
        with search.interruptible():
            for row in self._rows:
                found.append(row)
                self._request.progress(f"{len(found)} found, {search.statistics.nodes} nodes")
                if len(found) == limit:
                    search.ended = Ended.RESULTS
                    break
        failures, is_guessed = self._failures, self._evaluation.machine.guessed
        yield from _conclude(self._query, found, search, failures, self._which, is_guessed)
        self._which = "next"


def _conclude(
    query: Query,
    found: list[Row],
    search: Search[Found],
    failures: Failures,
    which: str,
    is_guessed: bool,
) -> Events:
    noun = "answer" if isinstance(query, syntax.Solve) else "value"
    is_first, many = which == "first", "" if len(found) == 1 else "s"
    count = f"{len(found) or 'no'} {noun}{many}"
    summary = count if is_first else f"{len(found) or 'no'} more {noun}{many}"
    verdict, ending, reason = _verdict(search, failures)
    bound = f"the {which} {count}" if verdict is Verdict.PASSED else ""
    if is_guessed and verdict is Verdict.CONFIRMED:
        verdict, bound = Verdict.PASSED, "functions of the program"
        ending = "there are no others among the program's functions"
    yield Outcome(
        question=question_of(query),
        kind="query",
        verdict=verdict,
        summary=f"{summary}; {ending}",
        bound=bound,
        reason=reason,
        blocks=_blocks(query, found),
        statistics=statistics(search),
        place=str(query.span),
        seconds=search.statistics.seconds,
        word=WORDS.get(verdict, ""),
    )
    complaint = failures.stuck if is_first and not found and search.complete else None
    if isinstance(query, syntax.Evaluate) and complaint:
        yield complaint


def _verdict(search: Search[Found], failures: Failures) -> tuple[Verdict, str, str]:
    """The verdict, its description, and the reason if it is undecided."""
    if search.ended is Ended.RESULTS:
        return Verdict.PASSED, "there may be more", ""
    if search.complete and not failures.floundered:
        return Verdict.CONFIRMED, "the search is complete", ""
    reason = str(search.ended)
    if search.ended is Ended.EXHAUSTED:
        effort = search.budget.effort
        reason = failures.floundered or str(effort.ended or effort.doubt)
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


@record
class Row:
    """An answer as shown: the values, and the condition on their open parts, with an example."""

    values: tuple[str, ...]
    condition: str = ""


def rows(
    answer: Sequence[values.Answer],
    shapes: Sequence[values.Type | None],
    path: Path,
    search: Search[Any],
    *,
    labels: bool = False,
) -> Iterator[Row]:
    """The answer of one branch: a row for each of few solutions, or one row for many.

    With `labels`, a row for each of many as well, the smallest numbers first.
    """
    unknowns = values.numbers(answer)
    if not unknowns:
        yield Row(tuple(map(show_value, answer, shapes)))
        return
    session = search.session
    models: Iterable[Model] | None = few_models(unknowns, path, session)
    if models is None and labels and not values.decimals(unknowns):
        models = all_models(unknowns, path, session, partial(_doubt, search))
    if models is not None:
        shown = (
            Row(
                tuple(
                    map(show_value, (values.with_numbers(each, model) for each in answer), shapes)
                )
            )
            for model in models
        )
        yield from _once(shown)
        return
    model = smallest_model(unknowns, path, session) or session.model(path) or {}
    example = ", ".join(
        f"{show_condition(term)} = {show_value(values.with_numbers(term, model))}"
        for term in unknowns
    )
    condition = condition_on(unknowns, path)
    text = f"{condition}, for example {example}" if condition else f"for example {example}"
    yield Row(tuple(map(show_value, answer, shapes)), text)


def _doubt(search: Search[Any]) -> None:
    """Record that there may be answers that the solver could not find."""
    search.statistics.unknown += 1


def _once(shown: Iterable[Row]) -> Iterator[Row]:
    """The rows without repetitions."""
    seen: set[Row] = set()
    for row in shown:
        if row not in seen:
            seen.add(row)
            yield row
