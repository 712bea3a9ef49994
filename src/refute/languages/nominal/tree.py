"""`refute tree`: derivations of a goal, reductions of a term, or the negation of a predicate."""

from __future__ import annotations

from refute.diagnostics import Diagnostic, InputError
from refute.languages.language import Request, Stream
from refute.languages.nominal.explain.query import derivations
from refute.languages.nominal.explain.reduction import reductions
from refute.languages.nominal.negation.listing import negation
from refute.languages.nominal.options import TreeOptions
from refute.languages.nominal.program import load


def tree(request: Request[TreeOptions]) -> Stream:
    """Show what the options request."""
    program, _ = load(request.source, request.options.seed, request.options.before)
    options = request.options
    if options.query is None and not options.reduce and options.negative is None:
        message = "it is not said what is to be shown"
        advice = "ask for derivations: `--query GOAL`, reductions: `--reduce PRED TERM`, "
        advice += "or the negation of a predicate: `--negative PRED`"
        raise InputError([Diagnostic("AP050", message, help=advice)])
    if options.query is not None:
        yield from derivations(program, options.query, request)
    if options.reduce:
        predicate, term = options.reduce
        yield from reductions(program, predicate, term, request)
    if options.negative is not None:
        yield negation(program, options.negative, options.negation)
