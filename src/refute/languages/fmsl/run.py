"""`refute run`: a file carried out from top to bottom, its `>` lines answered."""

from __future__ import annotations

import time

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort, room
from refute.languages.fmsl.program import load
from refute.languages.fmsl.universe import Universe
from refute.languages.fmsl.values import show_value
from refute.languages.language import Settings
from refute.report.outcome import Outcome, Report, Verdict
from refute.solver import Effort
from refute.source import Source


def run(source: Source, settings: Settings) -> Report:
    """Carry out every declaration of a file in order; the answers are those to its `>` lines."""
    started = time.monotonic()
    checked = load(source)
    interpreter = Interpreter(checked, universe_for(settings))
    outcomes = carry_out(interpreter, checked.declarations, settings)
    if settings.options.get("dump-universe"):
        outcomes.append(universe(interpreter.machine.universe))
    return Report(
        "run",
        "fmsl",
        source.name,
        tuple(outcomes),
        diagnostics=(*checked.warnings, *interpreter.machine.faults),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def universe_for(settings: Settings) -> Universe:
    """An empty universe as the settings want it."""
    return Universe(duplicates=bool(settings.options.get("universe-duplicates")))


def carry_out(
    interpreter: Interpreter, declarations: tuple[syntax.Declaration, ...], settings: Settings
) -> list[Outcome]:
    """Carry out declarations while there is effort left."""
    effort = interpreter.machine.effort = Effort(settings.effort, settings.time_limit)
    outcomes: list[Outcome] = []
    for each in declarations:
        try:
            with room():
                outcomes.extend(_carry_out(each, interpreter))
        except RecursionError:
            message = "a value is nested too deeply"
            interpreter.machine.fault("FM047", message, each.span)
        except OutOfEffort:
            outcomes.append(_too_long(each, str(effort.ended)))
            break
    return outcomes


def _carry_out(declaration: syntax.Declaration, interpreter: Interpreter) -> list[Outcome]:
    if isinstance(declaration, syntax.Evaluate):
        return [answer(declaration, interpreter)]
    interpreter.declare(declaration)
    return []


def answer(asked: syntax.Evaluate, interpreter: Interpreter) -> Outcome:
    """The value of what was asked, as the thesis prints it."""
    value = show_value(interpreter.execute(asked.statement))
    question = " ".join(asked.statement.span.text.split())
    place = str(asked.span)
    return Outcome(question, "", Verdict.CONFIRMED, value, place=place, word="value", bare=True)


def universe(known: Universe) -> Outcome:
    """The value universe, in the format of Figure 4.6."""
    text = "\n".join(known.dump())
    return Outcome("value universe", "", Verdict.CONFIRMED, text, word="value", bare=True)


def _too_long(declaration: syntax.Declaration, reason: str) -> Outcome:
    question = " ".join(declaration.span.text.split())
    place = str(declaration.span)
    return Outcome(
        question, "", Verdict.UNDECIDED, "no value was found", reason=reason, place=place
    )
