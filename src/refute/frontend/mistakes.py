"""Natural mistakes: what a user of another language types by habit, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from refute.diagnostics import did_you_mean


@dataclass(frozen=True, slots=True)
class Mistake:
    """A habit that the grammar does not take.

    `here` is a regular expression for the text at which reading stopped, `after` one for the end
    of what stands before it, up to three lines back. `advice` says what to write instead.
    """

    here: str
    advice: str
    after: str = ""

    def matches(self, text: str, offset: int) -> bool:
        """Whether reading a text stopped at an offset because of this."""
        if _compiled(self.here).match(text, offset) is None:
            return False
        before = "\n".join(text[max(0, offset - 400) : offset].rstrip().split("\n")[-3:])
        return _compiled(rf"(?:{self.after})\Z").search(before) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def advice_at(mistakes: Iterable[Mistake], text: str, offset: int) -> str:
    """What to write instead of what stands at an offset; nothing when no mistake is known."""
    return next((each.advice for each in mistakes if each.matches(text, offset)), "")


def advice_for(name: str, habits: Mapping[str, str], known: Iterable[str]) -> str:
    """What to write instead of a name that nothing has: a habit, or the closest known name."""
    return habits.get(name) or did_you_mean(name, known)
