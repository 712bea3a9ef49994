"""Which printed line is to blame: the printed output is aligned with the expected output.

The alignment is the cheapest one, as for the edit distance: outputs are paired with the printed
units that they cover, with units that differ, or with none; units may be left over. Pairing an
output with a unit that has nothing in common with it costs more than pairing it with one that has,
and a unit that only free text covers costs a little as well. In some cheapest alignment, leading
outputs that cover exactly one unit each are paired with it, so only the rest is aligned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from refute.languages.console.comparison import Comparison
from refute.languages.console.meaning.outputs import AnyText, Line, Part, Tape, Word
from refute.record import record

_MOST_LINES = 100
"""Maximum number of outputs, and of printed units, that are aligned."""

_MOST_WORDS = 40
_FREE = 1
_MISSING = _LEFT_OVER = _CHANGED = 2
_UNLIKE = 3
_WORDS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d")


@record
class Blame:
    """The first printed unit that is wrong, and the output expected there.

    Without an output, the unit is superfluous. If `missing`, the output should come before the
    unit, which is right itself or does not exist.
    """

    unit: int
    output: Line | None
    missing: bool = False


def blame(words: Sequence[Word], units: Sequence[str], comparison: Comparison) -> Blame:
    """The first error in printed units that none of the words covers."""
    tape = Tape(units, comparison)
    starts = [0, *accumulate(tape.length(unit) + 1 for unit in units)]
    both = [each for word in words[:_MOST_WORDS] for each in dict.fromkeys((word, _apart(word)))]
    tried = [_Alignment(word, units, comparison, tape, starts) for word in both]
    return min(tried, key=lambda each: each.cost(each.first, each.first)).blame()


def _apart(word: Word) -> Word:
    """The word with outputs that may span several lines split at their free text."""
    return tuple(part for output in word for part in _pieces(output))


def _pieces(output: Line) -> Iterator[Line]:
    """The free texts that span lines, and what stands between them with anything around it."""
    rest = output.parts
    while spanning := next((each for each in rest if _spans_lines(each)), None):
        place = rest.index(spanning)
        if place:
            yield Line((*rest[:place], AnyText(False)), output.origin)
        yield Line((spanning,), output.origin)
        rest = rest[place + 1 :]
        rest = (AnyText(False), *rest) if rest else ()
    if rest:
        yield Line(rest, output.origin)


def _spans_lines(part: Part) -> bool:
    return isinstance(part, AnyText) and part.across_lines


class _Alignment:
    """The cheapest alignment of one word with printed units, from the first difference on."""

    def __init__(
        self,
        word: Word,
        units: Sequence[str],
        comparison: Comparison,
        tape: Tape,
        starts: Sequence[int],
    ) -> None:
        self._word = word
        self._units = units
        self._comparison = comparison
        self._tape = tape
        self._starts = starts
        self._numbers = {start: number for number, start in enumerate(starts)}
        self._last_unit, self._last_output = len(units), len(word)
        self.first = self._agreeing()
        self._last_unit = min(self._last_unit, self.first + _MOST_LINES)
        self._last_output = min(self._last_output, self.first + _MOST_LINES)
        outputs, printed = self._span(self._last_output), self._span(self._last_unit)
        self._examples = {each: comparison.units(word[each].example) for each in outputs}
        self._wanted = {each: _Look.of(word[each].example) for each in outputs}
        self._printed = {each: _Look.of(units[each]) for each in printed}
        self._costs: dict[tuple[int, int], int] = {}
        for output in reversed(self._span(self._last_output + 1)):
            for unit in reversed(self._span(self._last_unit + 1)):
                self._costs[output, unit] = self._cheapest(output, unit)

    def _span(self, end: int) -> range:
        return range(self.first, end)

    def _agreeing(self) -> int:
        """The number of leading outputs that cover exactly their units.

        If there are as many outputs as units, trailing ones that do so are excluded from the rest.
        """
        fewest, first = min(len(self._word), len(self._units)), 0
        while first < fewest and self._agrees(first, first):
            first += 1
        while len(self._word) == len(self._units) and self._last_unit > first:
            if not self._agrees(self._last_unit - 1, self._last_unit - 1):
                break
            self._last_output = self._last_unit = self._last_unit - 1
        return first

    def _agrees(self, output: int, unit: int) -> bool:
        return not self._is_free(output) and self._covered(output, unit) == [unit + 1]

    def _is_free(self, output: int) -> bool:
        return all(isinstance(part, AnyText) for part in self._word[output].parts)

    def cost(self, output: int, unit: int) -> int:
        """The cost of aligning everything from an output and a unit on."""
        return self._costs.get((output, min(unit, self._last_unit)), 0)

    def _cheapest(self, output: int, unit: int) -> int:
        options = [self.cost(output, unit + 1) + _LEFT_OVER] if unit < self._last_unit else []
        if output < self._last_output:
            options += [self._paired(output, unit, end) for end in self._covered(output, unit)]
            options.append(self.cost(output + 1, unit) + _MISSING)
            if unit < self._last_unit:
                options.append(self._changed(output, unit))
        return min(options, default=0)

    def _covered(self, output: int, unit: int) -> list[int]:
        """The units at which an output that begins with a given unit can end."""
        ends = self._tape.after((self._word[output],), (self._starts[unit],))
        found = [self._numbers[end] for end in ends if end in self._numbers]
        return [end for end in found if end <= self._last_unit]

    def _paired(self, output: int, unit: int, end: int) -> int:
        free = _FREE * (end - unit) if self._is_free(output) else 0
        return self.cost(output + 1, end) + free

    def _changed(self, output: int, unit: int) -> int:
        size = max(1, len(self._examples[output]))
        cost = _CHANGED if self._wanted[output].is_like(self._printed[unit]) else _UNLIKE
        return self.cost(output + 1, unit + size) + cost

    def blame(self) -> Blame:
        """The first point where the cheapest alignment pairs things that do not match."""
        output = unit = self.first
        while output < self._last_output:
            ends = self._covered(output, unit)
            rest = self.cost(output, unit)
            end = next((each for each in ends if self._paired(output, unit, each) == rest), None)
            if end is None:
                return self._first(output, unit, rest)
            output, unit = output + 1, end
        return Blame(unit, None)

    def _first(self, output: int, unit: int, cost: int) -> Blame:
        wanted = self._word[output]
        if unit < self._last_unit and self._changed(output, unit) == cost:
            return Blame(unit + self._differing(output, unit), wanted)
        if self.cost(output + 1, unit) + _MISSING == cost:
            return Blame(unit, wanted, missing=True)
        return Blame(unit, None)

    def _differing(self, output: int, unit: int) -> int:
        """The index of the first unit taken by an output that differs from its example."""
        wanted = self._examples[output]
        for number, (one, two) in enumerate(zip(wanted, self._units[unit:], strict=False)):
            if one != two:
                return number
        return 0


@record
class _Look:
    """What lines are compared by: their words, and whether they contain a number."""

    words: frozenset[str]
    has_number: bool

    @classmethod
    def of(cls, line: str) -> _Look:
        """The look of a line, ignoring case."""
        return cls(frozenset(_WORDS.findall(line.casefold())), bool(_DIGITS.search(line)))

    def is_like(self, other: _Look) -> bool:
        """Whether two lines have a word in common, or both contain a number."""
        return (self.has_number and other.has_number) or not self.words.isdisjoint(other.words)
