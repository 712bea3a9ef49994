"""`refute run` and `refute tree`: the queries of a file, answered or drawn."""

from __future__ import annotations

import time
from functools import partial

from refute.diagnostics import Diagnostic, InputError
from refute.languages.funlogic import syntax
from refute.languages.funlogic.program import load
from refute.languages.funlogic.queries import ask, evaluation
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import Found
from refute.languages.language import Settings
from refute.report.outcome import Outcome, Report, Verdict
from refute.report.outline import outline
from refute.source import Source

TREE_NODES = 200
"""So many nodes of a search tree are drawn unless the user says otherwise."""


def run(source: Source, settings: Settings) -> Report:
    """Answer every query of a file, in order."""
    started = time.monotonic()
    compiled = load(source)
    outcomes: list[Outcome] = []
    diagnostics: list[Diagnostic] = []
    for query in _queries(compiled.checked.program, source):
        answered = ask(compiled, query, settings)
        outcomes.append(answered.outcome)
        diagnostics.extend(answered.diagnostics)
    return Report(
        "run",
        "funlogic",
        source.name,
        tuple(outcomes),
        diagnostics=tuple(diagnostics),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def tree(source: Source, settings: Settings) -> Report:
    """Draw the search tree of every query of a file."""
    started = time.monotonic()
    compiled = load(source)
    outcomes = []
    for query in _queries(compiled.checked.program, source):
        question = " ".join(query.span.text.split())
        drawn = outline(
            evaluation(compiled, query).tree(),
            question,
            partial(_answer, query),
            settings.nodes or TREE_NODES,
            settings.depth,
        )
        verdict = Verdict.PASSED if drawn.cut else Verdict.CONFIRMED
        summary = "the tree goes on beyond what is drawn" if drawn.cut else "the whole tree"
        outcomes.append(
            Outcome(
                question,
                "tree",
                verdict,
                summary,
                blocks=(drawn.outline,),
                place=str(query.span),
                bound=f"{drawn.nodes} nodes" if drawn.cut else "",
                word="drawn",
            )
        )
    return Report(
        "tree",
        "funlogic",
        source.name,
        tuple(outcomes),
        seed=settings.seed,
        seconds=time.monotonic() - started,
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
        raise InputError(
            [
                Diagnostic(
                    "FL031",
                    f"`{source.name}` asks for nothing",
                    help="add an expression or `solve x where …` on a line of its own",
                )
            ]
        )
    return queries
