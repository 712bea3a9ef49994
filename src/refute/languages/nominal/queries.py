"""What a file asks for: goals to be solved."""

from __future__ import annotations

from dataclasses import dataclass

from refute.diagnostics import Diagnostic, InputError
from refute.languages.language import Events, Request
from refute.languages.nominal import core
from refute.languages.nominal.engine import Engine
from refute.languages.nominal.options import RunOptions
from refute.languages.nominal.procedures import Leaf
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import answer_lines
from refute.languages.nominal.solutions import Solutions
from refute.languages.nominal.terms import Name, Term, Unknown, naked_unknown
from refute.languages.nominal.trace import Tracer
from refute.report.outcome import Lines, Outcome, Verdict
from refute.search import Budget, Ended
from refute.solver import Effort

LIMIT = 100
"""So many answers are shown unless the user says otherwise."""

WORDS = {Verdict.CONFIRMED: "complete", Verdict.PASSED: "answered"}
"""What the verdicts mean for a query."""


def budget(options: RunOptions, results: int | None) -> Budget:
    """The budget that the user's options give."""
    effort = Effort(options.effort, options.time_limit)
    return Budget(nodes=options.nodes, results=results, effort=effort)


@dataclass(slots=True)
class Asked:
    """A query being answered."""

    program: Program
    query: core.Query
    variables: dict[str, Unknown]
    names: list[Name]
    solutions: Solutions

    def shown(self) -> list[str]:
        """The answer that was found last."""
        return answer_lines(self.variables, self.names, self.program.parser.operators)


def ask(program: Program, query: core.Query, limits: Budget, tracer: Tracer | None = None) -> Asked:
    """Begin to answer a query."""
    variables = {each.label: naked_unknown() for each in query.variables}
    names = [Name(each.label) for each in query.names]
    given: dict[Leaf, Term] = dict(zip(query.variables, variables.values(), strict=True))
    given.update(zip(query.names, names, strict=True))
    program.spelled.clear()
    program.spelled.update(zip((each.label for each in query.names), names, strict=True))
    engine = program.engine if tracer is None else Engine(program.nameless, inlining=False)
    solutions = engine.solve(query.goal, given, limits, tracer)
    return Asked(program, query, variables, names, solutions)


def answer(
    program: Program, query: core.Query, request: Request[RunOptions], level: int = 0
) -> Events:
    """Answer a query and say what came of it, and what went wrong on the way."""
    tracer = Tracer(level, program.parser.operators) if level else None
    asked = ask(program, query, budget(request.options, request.options.limit or LIMIT), tracer)
    lines: list[str] = []
    wrong: tuple[Diagnostic, ...] = ()
    try:
        for number in asked.solutions:
            lines += ["Yes.", *asked.shown()]
            request.progress(f"{number} found, {asked.solutions.goals} goals")
    except InputError as failure:
        wrong = failure.diagnostics
    if asked.solutions.exhausted:
        lines.append("No.")
    blocks = (Lines("answers", tuple(lines)),) if lines else ()
    if tracer is not None:
        blocks = (Lines("trace", tuple(tracer.lines)), *blocks)
    yield outcome(asked, blocks, wrong)
    yield from wrong


def outcome(asked: Asked, blocks: tuple[Lines, ...], wrong: tuple[Diagnostic, ...] = ()) -> Outcome:
    """What came of a query so far."""
    solutions = asked.solutions
    verdict, ending, reason = _verdict(solutions.ended)
    if wrong:
        verdict, ending, reason = Verdict.UNDECIDED, "then it failed", wrong[0].message
    count = f"{solutions.found or 'no'} answer{'' if solutions.found == 1 else 's'}"
    return Outcome(
        question=" ".join(asked.query.span.text.split()).lstrip("?- "),
        kind="query",
        verdict=verdict,
        summary=f"{count}; {ending}",
        bound=f"the first {count}" if verdict is Verdict.PASSED and solutions.found else "",
        reason=reason,
        blocks=blocks,
        statistics={"nodes": solutions.goals},
        place=str(asked.query.span),
        seconds=solutions.seconds,
        word=WORDS.get(verdict, ""),
    )


def _verdict(ended: Ended | None) -> tuple[Verdict, str, str]:
    """The verdict, in words, and the reason where it is undecided."""
    match ended:
        case Ended.EXHAUSTED:
            return Verdict.CONFIRMED, "the search is complete", ""
        case None | Ended.RESULTS:
            return Verdict.PASSED, "there may be more", ""
        case _:
            return Verdict.UNDECIDED, "the search is not complete", str(ended)
