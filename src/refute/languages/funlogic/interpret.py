"""Concrete meaning: the values of an expression whose inputs are all known."""

from __future__ import annotations

from collections.abc import Sequence

from refute.diagnostics import Diagnostic
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.models import condition_on, settle
from refute.languages.funlogic.searching import Failures
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.funlogic.values import Answer, Code, Type, numbers
from refute.record import record
from refute.search import Budget, Search
from refute.solver import Effort, Path

NODES = 100_000
"""Maximum number of nodes of the search for the values of one expression."""


@record
class Interpreted:
    """All values of an expression, several only where it chooses or has unknowns of its own.

    `conditions` says for each what its unknowns must meet. `complete` when there are no other
    values; `stuck` says why a branch has none; `covered` has the bits of the alternatives that
    the run went through.
    """

    values: tuple[Answer, ...]
    conditions: tuple[str, ...]
    complete: bool
    covered: int
    stuck: Diagnostic | None = None

    def shown(self, shape: Type | None) -> str:
        """The values, which are of a type, in words."""
        if self.values:
            shown = [
                show_value(value, shape) + (f" where {condition}" if condition else "")
                for value, condition in zip(self.values, self.conditions, strict=True)
            ]
            return " ? ".join(dict.fromkeys(shown))
        return f"no value: {self.stuck.message}" if self.stuck else "no value"

    @property
    def is_stuck(self) -> bool:
        """Whether the expression has no value because a definition does not provide for it."""
        return self.complete and not self.values and self.stuck is not None


def interpret(
    compiled: Compiled,
    expression: Code,
    inputs: Sequence[Answer],
    limit: int = 100,
    effort: Effort | None = None,
) -> Interpreted:
    """Evaluate an expression, a function of the inputs, with the given effort or a new one."""
    evaluation = Evaluation(compiled, expression, values=inputs, keep_stuck=True, keep_failed=True)
    failures = Failures()
    search = Search(
        evaluation.tree(),
        budget=Budget(nodes=NODES, results=limit, effort=effort or Effort()),
        on_failure=failures.note,
    )
    evaluation.machine.effort = search.budget.effort
    found: list[tuple[Answer, str]] = []
    stuck: Diagnostic | None = None
    covered = 0
    for result in search:
        search.budget.effort.look_at_memory()
        covered |= result.value.covered
        if result.value.result is not None:
            found.extend(_settled(result.value.result, result.path, search))
        elif result.value.stuck is not None and stuck is None:
            stuck = result.value.stuck
    return Interpreted(
        tuple(value for value, _ in found),
        tuple(condition for _, condition in found),
        search.complete and not failures.floundered,
        covered,
        stuck,
    )


def _settled(value: Answer, path: Path, search: Search[Found]) -> list[tuple[Answer, str]]:
    """A value as often as its numbers say, each with the condition on what is still open."""
    if not numbers([value]):
        return [(value, "")]
    return [
        (each, condition_on(unknowns, path) if (unknowns := numbers([each])) else "")
        for each in settle(value, path, search.session)
    ]
