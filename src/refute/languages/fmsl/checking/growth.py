"""Growing lists: a question is asked again with longer lists while its share of work lasts.

Work is counted in units, so the size reached is the same on every machine. The file has one budget
for this, which its questions share equally.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from refute.languages.fmsl.checking.query import Bounds
from refute.report.outcome import Outcome, Verdict
from refute.solver import Effort

Ask = Callable[[Bounds], Outcome]

SHARE_OF_A_FILE = 20
"""All questions of a file may spend one question's effort, divided by this, on longer lists."""

SHARE_OF_A_SEARCH = 10
"""A search without a result may spend its effort, divided by this, on longer lists."""

STEPS = {2: 4, 1: 2}
"""Numbers of items by which lists grow, and the expected factor of work."""


def grown(ask: Ask, bounds: Bounds, *, largest: int, share: int) -> Outcome:
    """The answer for the longest lists within the budget, if shorter lists showed nothing.

    The budget is one of `share` equal parts of that for all questions.
    """
    answer, spent = _asked(ask, bounds, None)
    left = _budget(answer, bounds, share)
    while _is_about(answer, bounds) and bounds.size < largest:
        step = next((step for step, times in STEPS.items() if times * spent <= left), None)
        if step is None:
            break
        longer = replace(bounds, size=min(bounds.size + step, largest))
        found, spent = _asked(ask, longer, left)
        left -= spent
        if found.verdict is Verdict.UNDECIDED and not _is_about(found, longer):
            break
        answer, bounds = found, longer
    return answer


def _asked(ask: Ask, bounds: Bounds, most: int | None) -> tuple[Outcome, int]:
    """The answer within some bounds, and the work that it took, which may be limited."""
    efforts: list[Effort] = []

    def allowed() -> Effort:
        effort = bounds.allowed()
        effort.allowance = effort.allowance if most is None else min(most, effort.allowance)
        efforts.append(effort)
        return effort

    answer = ask(replace(bounds, allowed=allowed))
    return answer, sum(each.spent for each in efforts)


def _budget(answer: Outcome, bounds: Bounds, share: int) -> int:
    allowance = bounds.allowed().allowance
    if answer.verdict is Verdict.UNDECIDED:
        return allowance // SHARE_OF_A_SEARCH
    return allowance // (SHARE_OF_A_FILE * share)


def _is_about(answer: Outcome, bounds: Bounds) -> bool:
    """Whether longer lists may show what shorter ones did not."""
    if answer.verdict is Verdict.UNDECIDED:
        return str(bounds) in answer.reason
    return answer.verdict is Verdict.PASSED and str(bounds) in answer.bound
