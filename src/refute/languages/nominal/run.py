"""`refute run`: the queries of a file, answered."""

from __future__ import annotations

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.language import Request, Stream
from refute.languages.nominal import core, syntax
from refute.languages.nominal.options import RunOptions
from refute.languages.nominal.program import load, without_clauses
from refute.languages.nominal.queries import answer
from refute.languages.nominal.typecheck import Typing
from refute.report.outcome import Lines, Outcome, Verdict
from refute.source import Source, Span


def run(request: Request[RunOptions]) -> Stream:
    """Answer every query of a file, in order, and do what its directives say."""
    program, items = load(request.source, request.options.seed)
    yield from without_clauses(items)
    asked, level = False, 0
    for item in items:
        match item:
            case core.Query():
                yield from answer(program, item, request, level)
                asked = True
            case Typing():
                yield typing(item)
                asked = True
            case syntax.Directive("#trace", int() as wanted):
                level = wanted
            case syntax.Directive("#break" | "#clear" | "#help" as word):
                yield _only_in_conversation(word, item.span)
            case syntax.Directive("#quit"):
                break
    if not asked:
        yield _nothing_asked(request.source)


def _nothing_asked(source: Source) -> Diagnostic:
    message, advice = f"`{source.name}` asks for nothing", "add a query, such as `?- p(X).`"
    return Diagnostic("AP031", message, help=advice, severity=Severity.WARNING)


def _only_in_conversation(word: str, span: Span) -> Diagnostic:
    message = f"`{word}` does something in `refute repl` only"
    return Diagnostic("AP034", message, Label(span), severity=Severity.WARNING)


def typing(item: Typing) -> Outcome:
    """What `#type` answers."""
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
