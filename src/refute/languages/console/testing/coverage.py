"""What must occur in the runs of a program that makes random choices.

One run of such a program shows little: if a 1 loses everything, a program that knows nothing of it
is right as long as it rolls something else. So the tests are run again until every outcome of a
condition that they were planned for has occurred, with whatever values. If one never does, the
program is not known to be right. Boundaries of comparisons and all values of small sets are waited
for as well, but not as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import log2

from refute.languages.console.testing.cases import Case
from refute.languages.console.testing.chance import listed
from refute.languages.console.testing.outcomes import Outcome, Outcomes
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value

MOST_RUNS = 300
"""Maximum number of runs while outcomes of conditions have not occurred."""

MOST_FOR_VALUES = 100
"""Maximum number of runs while only values or boundaries have not occurred."""

FEW = 25
"""Maximum size of a set of which each member must occur."""

DRAWS = 8
"""Number of choices from such a set for each member, and for one more.

A program that chooses from one value too many is then missed one time in 3,000.
"""


ALIKE = 10
"""Number of consecutive runs whose equal choices are no coincidence."""

BITS = 20
"""Minimum improbability of such equal choices, in bits."""


@dataclass(slots=True)
class Coverage:
    """The outcomes that the cases were planned for, and what occurred in how many `runs`.

    `by_the_second` says that consecutive runs chose alike, as when a program uses the time as its
    seed.
    """

    checked: Checked
    cases: Sequence[Case]
    runs: int = 0
    by_the_second: bool = False
    _planned: list[dict[Outcome, None]] = field(init=False)
    _missing: dict[Outcome, None] = field(init=False)
    _chosen: dict[tuple[str, int], list[Value]] = field(default_factory=dict)
    _sizes: dict[int, int] = field(default_factory=dict)
    _allowed: dict[str, set[Value]] = field(default_factory=dict)
    _outcomes: Outcomes = field(init=False)
    _draws: list[tuple[Value, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._outcomes = Outcomes(self.checked)
        self._planned = [self._outcomes.of(each.values).outcomes for each in self.cases]
        self._missing = dict.fromkeys(each for found in self._planned for each in found)

    def note(self, values: Sequence[Value]) -> None:
        """Note what was read and chosen in a run."""
        self.runs += 1
        shown = self._outcomes.of(values)
        for outcome in shown.outcomes:
            self._missing.pop(outcome, None)
        self._draws = [*self._draws, tuple(value for _, value in shown.chosen)][-ALIKE:]
        for asks, value in shown.chosen:
            self._chosen.setdefault((asks.read.variable, id(asks.read)), []).append(value)
            members = listed(asks.read.values, asks, self.checked)
            few = members is not None and len(members) <= FEW
            self._sizes.setdefault(id(asks.read), len(members or ()) if few else FEW + 1)
            allowed = self._allowed.setdefault(asks.read.variable, set())
            if members is not None and few:
                allowed.update(each for each in members if asks.allows(each))
        self._note_alike([self._sizes[id(asks.read)] for asks, _ in shown.chosen])

    def _note_alike(self, sizes: Sequence[int]) -> None:
        """Note whether the last runs chose alike, from sets of these sizes."""
        size = min(map(len, self._draws))
        alike = len(self._draws) == ALIKE and len({each[:size] for each in self._draws}) == 1
        bits = (ALIKE - 1) * sum(log2(max(1, each)) for each in sizes[:size])
        self.by_the_second |= alike and bits >= BITS

    @property
    def unseen(self) -> list[Outcome]:
        """The outcomes of conditions that never occurred."""
        return [each for each in self._missing if each.distance is None]

    @property
    def never(self) -> str:
        """The outcomes of conditions that never occurred, in words; empty if all did."""
        return self._in_words(self.unseen)

    def possible(self, variable: str) -> int:
        """The number of values that a program could choose from; 0 if there are many."""
        return len(self._allowed.get(variable, ()))

    @property
    def never_chosen(self) -> str:
        """The small sets of which some values were never chosen, in words; empty if none."""
        seen: dict[str, set[Value]] = {}
        for (variable, _), values in self._chosen.items():
            seen.setdefault(variable, set()).update(values)
        found = [
            f"only {len(values)} of {self.possible(variable)} values of `{variable}`"
            for variable, values in seen.items()
            if len(values) < self.possible(variable)
        ]
        return f"{', '.join(found)} in {self.runs} runs" if found else ""

    @property
    def never_met(self) -> str:
        """The boundaries of comparisons that never occurred, in words; empty if all did."""
        return self._in_words([each for each in self._missing if each.distance is not None])

    def _in_words(self, missing: Sequence[Outcome]) -> str:
        shown = list(dict.fromkeys(map(self._outcomes.in_words, missing)))
        more = f" and {len(shown) - 2} more like that" if len(shown) > 2 else ""
        same = "; it chooses the same within a second" if self.by_the_second else ""
        return f"{', '.join(shown[:2])}{more} in {self.runs} runs{same}" if shown else ""

    def again(self) -> Iterator[Case]:
        """Cases to run once more, until that is enough; the caller notes what each shows."""
        while True:
            wanted = self._wanted()
            if not wanted:
                return
            for number in wanted:
                if self.runs >= (MOST_RUNS if self.unseen else MOST_FOR_VALUES):
                    return
                yield replace(self.cases[number], attempt=self.runs)

    def _wanted(self) -> list[int]:
        """The cases planned for what is missing; all cases if only values are missing."""
        missing = self.unseen or self._missing
        found = [
            number
            for number, each in enumerate(self._planned)
            if any(one in each for one in missing)
        ]
        return found or ([] if self._is_drawn_enough else [*range(len(self.cases))])

    @property
    def _is_drawn_enough(self) -> bool:
        """Whether small sets were chosen from often enough, and each of their values occurred."""
        small = [(self._sizes[read], values) for (_, read), values in self._chosen.items()]
        return all(
            len(set(values)) >= size and len(values) >= DRAWS * (size + 1)
            for size, values in small
            if size <= FEW
        )
