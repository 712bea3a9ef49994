"""`refute run` and `refute tree`: the queries of a file, answered or drawn."""

from __future__ import annotations

from functools import partial

from refute.diagnostics import Diagnostic, InputError
from refute.languages.funlogic import syntax
from refute.languages.funlogic.program import load
from refute.languages.funlogic.queries import ask, evaluation, question_of
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import Found
from refute.languages.language import DrawOptions, Part, QueryOptions, Request, Stream
from refute.report.outcome import Outcome, Verdict
from refute.report.outline import outline
from refute.source import Source

TREE_NODES = 200
"""Maximum number of nodes of a search tree that are drawn by default."""


def run(request: Request[QueryOptions]) -> Stream:
    """Answer every query of a file, in order."""
    compiled = load(request.source)
    for query in _queries(compiled.checked.program, request.source):
        yield Part(question_of(query), partial(ask, compiled, query, request))


def tree(request: Request[DrawOptions]) -> Stream:
    """Draw the search tree of every query of a file."""
    compiled = load(request.source)
    for query in _queries(compiled.checked.program, request.source):
        drawn = outline(
            evaluation(compiled, query).tree(),
            question_of(query),
            partial(_answer, query),
            request.options.nodes or TREE_NODES,
            request.options.depth,
        )
        verdict = Verdict.PASSED if drawn.cut else Verdict.CONFIRMED
        summary = "the tree goes on beyond what is drawn" if drawn.cut else "the whole tree"
        yield Outcome(
            question_of(query),
            "tree",
            verdict,
            summary,
            blocks=(drawn.outline,),
            place=str(query.span),
            bound=f"{drawn.nodes} nodes" if drawn.cut else "",
            word="drawn",
        )


def _answer(query: syntax.Solve | syntax.Evaluate, found: Found) -> str:
    if isinstance(query, syntax.Evaluate):
        return show_value(found.result)
    return ", ".join(
        f"{name.name} = {show_value(value)}"
        for name, value in zip(query.names, found.inputs, strict=True)
    )


def _queries(program: syntax.Program, source: Source) -> list[syntax.Solve | syntax.Evaluate]:
    queries = [
        each for each in program.declarations if isinstance(each, syntax.Solve | syntax.Evaluate)
    ]
    if not queries:
        help_text = "add an expression or `solve x where …` on a line of its own"
        message = f"`{source.name}` asks for nothing"
        raise InputError([Diagnostic("FL031", message, help=help_text)])
    return queries
