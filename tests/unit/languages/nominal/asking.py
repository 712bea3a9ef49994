"""Programs in one string, and their answers."""

from __future__ import annotations

from asking import report_on
from refute.report.outcome import Lines, Report
from refute.source import Source

LAMBDA = r"""
#use "list.apl".
#open List.
id : name_type.
exp : type.
var : id -> exp.
app : (exp,exp) -> exp.
lam : (id\exp) -> exp.
"""


def report(text: str, **settings: int | float) -> Report:
    return report_on("run", Source("test.apl", text), **settings)


def answers(text: str, limit: int = 10) -> list[str]:
    """The lines of the answers to the last query, without the `No.` at the end."""
    outcome = report(text, limit=limit).outcomes[-1]
    (block,) = outcome.blocks
    assert isinstance(block, Lines)
    return [line for line in block.lines if line != "No."]


def ask(goal: str, program: str = LAMBDA, limit: int = 10) -> list[str]:
    """The answers to a goal about a program."""
    return answers(f"{program}\n?- {goal}.", limit)
