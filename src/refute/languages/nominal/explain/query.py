"""The derivations of a query, or the reasons why it has none."""

from __future__ import annotations

from collections.abc import Iterator

from refute.diagnostics import InputError
from refute.languages.language import Events, Request
from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Name, Term, Unknown, naked_unknown
from refute.languages.nominal.explain.derivation import Recorder
from refute.languages.nominal.explain.failure import Explainer
from refute.languages.nominal.options import TreeOptions
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import Shower, lines_with
from refute.report.outcome import Block, Lines, Mark, Outcome, Outline, Verdict
from refute.search import Budget
from refute.source import Source

ENDINGS = {"answered": "there may be more", "complete": "the search is complete"}


def read_query(program: Program, text: str) -> core.Query:
    """Parse a goal; InputError if the text is something else."""
    written = text.strip().removeprefix("?-").strip().removesuffix(".")
    (query,) = program.enter(Source("query", f"?- {written}."))
    assert isinstance(query, core.Query)
    return query


def values_of(query: core.Query) -> dict[core.Leaf, Term]:
    """New unknowns for the variables of a query, and new names for its names."""
    variables: dict[core.Leaf, Term] = {each: naked_unknown() for each in query.variables}
    return {**variables, **{each: Name(each.label) for each in query.names}}


def derivations(program: Program, text: str, request: Request[TreeOptions]) -> Events:
    """The first derivation of a goal, or as many as `--limit` requests."""
    options = request.options
    query = read_query(program, text)
    recorder = Recorder()
    goal, proof = recorder.recorded(query.goal)
    values = values_of(query)
    program.spelled.clear()
    program.spelled.update((each.label, values[each]) for each in query.names)
    found: dict[core.Leaf, Term] = {**values, proof: naked_unknown()}
    limit = Budget(nodes=options.nodes, results=options.limit or 1, effort=request.new_effort())
    solutions = program.engine.solve(goal, found, limit)
    blocks: list[Block] = []
    wrong: tuple[str, ...] = ()
    try:
        for _ in solutions:
            shower = Shower(program.parser.operators)
            shower.keep(query.goal, values)
            blocks += _answer(shower, query, values)
            blocks += recorder.outlines(found[proof], shower)
    except InputError as failure:
        wrong = (failure.diagnostics[0].message,)
    if solutions.exhausted and not solutions.found:
        blocks.append(why_not(program, query.goal, values_of(query), "why there is none"))
    count = f"{solutions.found or 'no'} derivation{'' if solutions.found == 1 else 's'}"
    verdict, word = Verdict.UNDECIDED, ""
    if solutions.exhausted:
        verdict, word = Verdict.CONFIRMED, "complete"
    elif solutions.found and not wrong:
        verdict, word = Verdict.PASSED, "answered"
    yield Outcome(
        " ".join(text.split()),
        "derivation of",
        verdict,
        f"{count}; {ENDINGS.get(word, 'the search is not complete')}",
        reason="" if word else "".join(wrong) or str(solutions.ended),
        bound=f"the first {count}" if word == "answered" else "",
        blocks=tuple(blocks),
        statistics={"nodes": solutions.goals},
        seconds=solutions.seconds,
        word=word,
    )


def _answer(shower: Shower, query: core.Query, values: dict[core.Leaf, Term]) -> Iterator[Block]:
    """The values of the variables of a goal, if it has any."""
    variables = {leaf.label: value for leaf, value in values.items() if isinstance(value, Unknown)}
    names = [values[each] for each in query.names]
    lines = lines_with(shower, variables, names)
    if lines:
        yield Lines("where", tuple(lines))


def why_not(
    program: Program, goal: core.Goal, values: dict[core.Leaf, Term], label: str
) -> Outline:
    """The attempts to derive a goal that has no derivation."""
    explainer = Explainer(program.engine, Shower(program.parser.operators))
    return Outline(label, tuple(explainer.explain(goal, values)), Mark.OPEN)
