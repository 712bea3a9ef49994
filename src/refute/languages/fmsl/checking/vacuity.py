"""A claim that nothing could break is vacuous, not confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from refute.languages.fmsl.checking.query import Query
from refute.languages.fmsl.checking.question import OperationQuestion, is_bounded
from refute.languages.fmsl.symbolic.values import Unsupported
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import Part
from refute.report.outcome import Outcome, Verdict

GOOD = {Verdict.PASSED, Verdict.CONFIRMED}


@dataclass
class Accepted:
    """The inputs that an operation accepts; `found` says whether one is known.

    Each question has its own instance: it must not depend on another question's result or effort,
    since that may be answered in another process.
    """

    signature: Signature
    found: bool = False

    def answer(self, question: Callable[[Query], Outcome], query: Query) -> Outcome:
        """The answer to a question about all accepted inputs; vacuous if there are none."""
        outcome = question(query)
        if outcome.verdict not in GOOD or self._exists(query):
            return outcome
        condition = query.checked.operation(self.signature.name).precondition
        given = condition is not None and condition.formula is not None
        met = f"the precondition of {self.signature.name}" if given else "the invariants"
        return vacuous(outcome, query, met, self.signature.inputs)

    def _exists(self, query: Query) -> bool:
        """Whether there may be one. Those that were found exist for longer lists, too."""
        if not self.found:
            try:
                before = OperationQuestion(query, self.signature).before
                with query.session.effort.aside():
                    self.found = not query.is_impossible(before)
            except Unsupported:
                return True
        return self.found


def vacuous(outcome: Outcome, query: Query, met: str, parts: tuple[Part, ...]) -> Outcome:
    """An outcome that says nothing, since no values meet a condition; longer lists may."""
    bounded = is_bounded(query.checked.objects, parts)
    looked = "nothing that was tried" if bounded else "nothing"
    return replace(
        outcome,
        verdict=Verdict.UNDECIDED,
        word="vacuous",
        summary=f"{looked} meets {met}, so nothing could break it",
        reason=f"only {query.bounds} were tried" if bounded else "there are no such values",
        bound="",
        blocks=(),
    )
