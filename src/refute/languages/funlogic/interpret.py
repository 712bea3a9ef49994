"""Concrete meaning: the values of an expression whose inputs are all known."""

from __future__ import annotations

from collections.abc import Sequence

from refute.diagnostics import Diagnostic
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.machine import Node
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import Evaluation, explain
from refute.languages.funlogic.values import Answer
from refute.record import record
from refute.search import Budget, Search

NODES = 100_000
"""Maximum number of nodes of the search for the values of one expression."""


@record
class Interpreted:
    """All values of an expression, several only where it chooses.

    `complete` when there are no others; `stuck` says why a branch has none; `covered` has the
    bits of the alternatives that the run went through.
    """

    values: tuple[Answer, ...]
    complete: bool
    covered: int
    stuck: Diagnostic | None = None

    def __str__(self) -> str:
        if self.values:
            return " ? ".join(dict.fromkeys(map(show_value, self.values)))
        return f"no value: {self.stuck.message}" if self.stuck else "no value"

    @property
    def is_stuck(self) -> bool:
        """Whether the expression has no value because a definition does not provide for it."""
        return self.complete and not self.values and self.stuck is not None


def interpret(
    compiled: Compiled, expression: Node, inputs: Sequence[Answer], limit: int = 100
) -> Interpreted:
    """Evaluate an expression; its variables are found in the inputs, by slot."""
    evaluation = Evaluation(compiled, expression, values=inputs, keep_stuck=True)
    search = Search(evaluation.tree(), budget=Budget(nodes=NODES, results=limit))
    values: list[Answer] = []
    stuck: Diagnostic | None = None
    covered = 0
    for result in search:
        covered |= result.value.covered
        if result.value.result is not None:
            values.append(result.value.result)
        elif result.value.stuck is not None and stuck is None:
            stuck = explain(result.value.stuck)
    return Interpreted(tuple(values), search.complete, covered, stuck)
