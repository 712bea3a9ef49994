"""The clauses of the negation of a predicate (`refute tree --negative`)."""

from __future__ import annotations

from refute.diagnostics import InputError, did_you_mean, error
from refute.frontend.nesting import room_for_nesting
from refute.languages.nominal import core
from refute.languages.nominal.negation.elimination import Elimination, complaint
from refute.languages.nominal.negation.show import clause_lines
from refute.languages.nominal.program import Program
from refute.languages.nominal.signature import argument_types
from refute.languages.nominal.types import show_type
from refute.report.outcome import Lines, Outcome, Verdict
from refute.source import NO_SPAN


def negation(program: Program, predicate: str, mode: str | None) -> Outcome:
    """The outcome that shows the negation of a predicate."""
    if mode == "nf":
        message = "negation as failure defines nothing that could be shown"
        raise InputError([error("AP050", message, advice="there are `ne` and `nes`")])
    elimination = Elimination(program.checker.datatypes, simplify=mode != "ne")
    symbol, negative = _find(program, elimination, predicate)
    if elimination.reasons:
        raise InputError([complaint(each) for each in elimination.reasons])
    return _outcome(program, symbol, negative)


def _find(
    program: Program, elimination: Elimination, wanted: str
) -> tuple[core.Symbol, core.Symbol]:
    """The wanted predicate and its negation; for a generated predicate, itself twice."""
    predicates = program.checker.predicates
    for symbol in reversed(predicates):
        if wanted in {symbol.name, symbol.name.rpartition(".")[2]}:
            return symbol, elimination.negated(symbol)
    for symbol in predicates:
        elimination.negated(symbol)
    for made in elimination.generated:
        if made.name == wanted:
            elimination.reasons.clear()
            return made, made
    known = [symbol.name for symbol in predicates]
    message = f"the predicate `{wanted}` is not declared"
    there = ", ".join(f"`{each}`" for each in known) or "none"
    advice = did_you_mean(wanted, known) or f"the predicates of the program: {there}"
    raise InputError([error("AP010", message, advice=advice)])


def _outcome(program: Program, symbol: core.Symbol, negative: core.Symbol) -> Outcome:
    operators = program.parser.operators
    with room_for_nesting():
        lines = [line for each in negative.clauses for line in clause_lines(each, operators)]
    used = tuple(_described(each) for each in _called(negative))
    number = len(negative.clauses)
    counted = f"{number or 'no'} clause{'' if number == 1 else 's'}"
    return Outcome(
        symbol.name,
        "predicate",
        Verdict.CONFIRMED,
        f"{negative.name} has {counted}" + ("" if number else ", so it never holds"),
        blocks=(
            *((Lines("negation", tuple(lines)),) if lines else ()),
            *((Lines("uses", used),) if used else ()),
        ),
        statistics={"clauses": number},
        place=str(symbol.span) if symbol.span is not NO_SPAN else "",
        word="negated",
    )


def _called(negative: core.Symbol) -> list[core.Symbol]:
    """The predicates that a definition calls, except itself."""
    found = (symbol for clause in negative.clauses for symbol in core.called(clause.body))
    return list(dict.fromkeys(symbol for symbol in found if symbol is not negative))


def _described(symbol: core.Symbol) -> str:
    types = ", ".join(show_type(each) for each in argument_types(symbol))
    number = len(symbol.clauses)
    return f"{symbol.name}({types})  {number} clause{'' if number == 1 else 's'}"
