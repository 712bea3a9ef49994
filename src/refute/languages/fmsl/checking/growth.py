"""Lists that grow: a question is asked again with longer ones as far as its share of work goes.

What is spent is counted in units of work, so the size that is reached is the same on every machine.
A file has one budget for this, of which each of its questions has the same share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from refute.languages.fmsl.checking.query import Bounds
from refute.report.outcome import Outcome, Verdict
from refute.solver import Effort

Ask = Callable[[Bounds], Outcome]

SHARE_OF_A_FILE = 20
"""All questions of a file together may grow for this fraction of what one question may take."""

SHARE_OF_A_SEARCH = 10
"""What was not found yet is looked for in longer lists for this fraction."""

STEPS = {2: 4, 1: 2}
"""By how many items lists grow, and how many times as much work that is expected to be."""


def grown(ask: Ask, bounds: Bounds, *, largest: int, share: int) -> Outcome:
    """The answer for the longest lists that can be looked at, where nothing was found in shorter.

    The work for that is one of `share` parts of what is there for all questions.
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
    """The answer for some bounds, and the work that it took, which may be limited."""
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
    """Whether longer lists may have what was not found in those that were looked at."""
    if answer.verdict is Verdict.UNDECIDED:
        return str(bounds) in answer.reason
    return answer.verdict is Verdict.PASSED and str(bounds) in answer.bound
