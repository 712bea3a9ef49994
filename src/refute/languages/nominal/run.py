"""`refute run`: answers the queries of a file."""

from __future__ import annotations

from functools import partial

from refute.diagnostics import Diagnostic, InputError, Label, Severity
from refute.languages.language import Events, Part, Request, Stream
from refute.languages.nominal import core, syntax
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.solutions import Solutions
from refute.languages.nominal.engine.terms import Name, Term, Unknown, naked_unknown
from refute.languages.nominal.engine.trace import Tracer
from refute.languages.nominal.options import RunOptions
from refute.languages.nominal.program import Program, load, suspicions
from refute.languages.nominal.show import answer_lines
from refute.languages.nominal.typecheck import Typing
from refute.record import entity
from refute.report.outcome import Lines, Outcome, Verdict
from refute.search import Budget, Ended

LIMIT = 100
"""Default for the maximum number of answers that are shown."""

WORDS = {Verdict.CONFIRMED: "complete", Verdict.PASSED: "answered"}
"""The words for verdicts on a query."""


def budget(request: Request[RunOptions], results: int | None) -> Budget:
    """The budget according to the user's options."""
    return Budget(nodes=request.options.nodes, results=results, effort=request.new_effort())


@entity
class Asked:
    """A query being answered."""

    program: Program
    query: core.Query
    variables: dict[str, Unknown]
    names: list[Name]
    solutions: Solutions

    def shown(self) -> list[str]:
        """The last answer that was found."""
        return answer_lines(self.variables, self.names, self.program.parser.operators)


def ask(program: Program, query: core.Query, limits: Budget, tracer: Tracer | None = None) -> Asked:
    """Begin to answer a query."""
    variables = {each: naked_unknown() for each in query.variables}
    names = {each: Name(each.label, program.sorts(each.type)) for each in query.names}
    program.spelled.clear()
    program.spelled.update((each.label, name) for each, name in names.items())
    engine = program.engine if tracer is None else Engine(program.sorts, inlining=False)
    given: dict[core.Leaf, Term] = dict([*variables.items(), *names.items()])
    solutions = engine.solve(query.goal, given, limits, tracer)
    shown = {each.label: value for each, value in variables.items()}
    return Asked(program, query, shown, list(names.values()), solutions)


def answer(
    program: Program, query: core.Query, request: Request[RunOptions], level: int = 0
) -> Events:
    """Answer a query; yields its outcome, and the errors that occurred."""
    tracer = Tracer(level, program.parser.operators) if level else None
    asked = ask(program, query, budget(request, request.options.limit or LIMIT), tracer)
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
    """The outcome of a query so far."""
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
    """The verdict, its description, and the reason if it is undecided."""
    match ended:
        case Ended.EXHAUSTED:
            return Verdict.CONFIRMED, "the search is complete", ""
        case None | Ended.RESULTS:
            return Verdict.PASSED, "there may be more", ""
        case _:
            return Verdict.UNDECIDED, "the search is not complete", str(ended)


def run(request: Request[RunOptions]) -> Stream:
    """Answer every query of a file, in order, and follow its directives."""
    program, items = load(request.source, request.options.seed, request.options.before)
    yield from suspicions(items)
    asked, level = False, 0
    for item in items:
        match item:
            case core.Query():
                question = " ".join(item.span.text.split())
                yield Part(question, partial(answer, program, item, request, level), item.span)
                asked = True
            case Typing():
                yield typing(item)
                asked = True
            case syntax.Directive("#trace", int() as wanted):
                level = wanted
            case syntax.Directive("#break" | "#clear" | "#help" as word):
                message, label = f"`{word}` does something in `refute repl` only", Label(item.span)
                yield Diagnostic("AP034", message, label, severity=Severity.WARNING)
            case syntax.Directive("#quit"):
                break
    if not asked and not request.options.followed:
        message = f"`{request.source.name}` asks for nothing"
        advice = "add a query, such as `?- p(X).`"
        yield Diagnostic("AP031", message, help=advice, severity=Severity.WARNING)


def typing(item: Typing) -> Outcome:
    """The answer to `#type`."""
    context = tuple(f"{name} : {type_}" for name, type_ in item.context)
    return Outcome(
        item.term,
        "type",
        Verdict.CONFIRMED,
        f"{item.term} : {item.type}",
        blocks=(Lines("where", context),) if context else (),
        place=str(item.span),
        word="typed",
    )
