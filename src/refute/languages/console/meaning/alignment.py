"""Which printed line is to blame: what was printed aligned with what should have been.

The alignment is the cheapest one (as of texts that are edited): outputs are paired with the printed
units that they cover, with units that differ, or with none; units may be left over. To pair an
output with a unit that has nothing in common with it costs more than to pair it with one that has,
and a unit that only free text covers costs a little as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from refute.languages.console.comparison import Comparison
from refute.languages.console.meaning.outputs import AnyText, Line, Part, Tape, Word
from refute.record import record

_MOST_UNITS = 300
_MOST_WORDS = 40
_FREE = 1
_MISSING = _LEFT_OVER = _CHANGED = 2
_UNLIKE = 3
_WORDS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d")


@record
class Blame:
    """The first printed unit that is wrong and the output that should be there.

    Without an output the unit should not be there. If `missing`, the unit itself is right, or there
    is none, but the output should stand before it.
    """

    unit: int
    output: Line | None
    missing: bool = False


def blame(words: Sequence[Word], units: Sequence[str], comparison: Comparison) -> Blame:
    """What is wrong first with printed units that none of the words covers."""
    tape = Tape(units, comparison)
    starts = [0, *accumulate(tape.length(unit) + 1 for unit in units)]
    both = [each for word in words[:_MOST_WORDS] for each in dict.fromkeys((word, _apart(word)))]
    tried = [_Alignment(word, units, comparison, tape, starts) for word in both]
    return min(tried, key=lambda each: each.cost(0, 0)).blame()


def _apart(word: Word) -> Word:
    """The word with outputs that go over several lines taken apart where they may do so."""
    return tuple(part for output in word for part in _pieces(output))


def _pieces(output: Line) -> Iterator[Line]:
    """What stands between texts that span lines, with anything beside it, and these texts."""
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
    """The cheapest alignment of one word with printed units."""

    def __init__(
        self,
        word: Word,
        units: Sequence[str],
        comparison: Comparison,
        tape: Tape,
        starts: Sequence[int],
    ) -> None:
        self._word = word
        self._units = units[:_MOST_UNITS]
        self._comparison = comparison
        self._tape = tape
        self._starts = starts
        self._numbers = {start: number for number, start in enumerate(starts)}
        self._costs: dict[tuple[int, int], int] = {}
        for output in reversed(range(len(word) + 1)):
            for unit in reversed(range(len(self._units) + 1)):
                self._costs[output, unit] = self._cheapest(output, unit)

    def cost(self, output: int, unit: int) -> int:
        """The cost of aligning the rest from an output and a unit on."""
        return self._costs.get((output, min(unit, len(self._units))), 0)

    def _cheapest(self, output: int, unit: int) -> int:
        options = [self.cost(output, unit + 1) + _LEFT_OVER] if unit < len(self._units) else []
        if output < len(self._word):
            options += [self._paired(output, unit, end) for end in self._covered(output, unit)]
            options.append(self.cost(output + 1, unit) + _MISSING)
            if unit < len(self._units):
                options.append(self._changed(output, unit))
        return min(options, default=0)

    def _covered(self, output: int, unit: int) -> list[int]:
        """The units at which an output that begins with a unit can end."""
        ends = self._tape.after((self._word[output],), (self._starts[unit],))
        found = [self._numbers[end] for end in ends if end in self._numbers]
        return [end for end in found if end <= len(self._units)]

    def _paired(self, output: int, unit: int, end: int) -> int:
        free = all(isinstance(part, AnyText) for part in self._word[output].parts)
        return self.cost(output + 1, end) + (_FREE * (end - unit) if free else 0)

    def _changed(self, output: int, unit: int) -> int:
        size = max(1, len(self._example(output)))
        cost = _CHANGED if self._alike(output, unit) else _UNLIKE
        return self.cost(output + 1, unit + size) + cost

    def _alike(self, output: int, unit: int) -> bool:
        """Whether an output and a unit have a word in common, or both have a number."""
        wanted, printed = self._word[output].example.casefold(), self._units[unit].casefold()
        if _DIGITS.search(wanted) and _DIGITS.search(printed):
            return True
        return not {*_WORDS.findall(wanted)}.isdisjoint(_WORDS.findall(printed))

    def _example(self, output: int) -> Sequence[str]:
        return self._comparison.units(self._word[output].example)

    def blame(self) -> Blame:
        """The first place where the cheapest alignment pairs what does not belong together."""
        output = unit = 0
        while output < len(self._word):
            ends = self._covered(output, unit)
            rest = self.cost(output, unit)
            end = next((each for each in ends if self._paired(output, unit, each) == rest), None)
            if end is None:
                return self._first(output, unit, rest)
            output, unit = output + 1, end
        return Blame(unit, None)

    def _first(self, output: int, unit: int, cost: int) -> Blame:
        wanted = self._word[output]
        if unit < len(self._units) and self._changed(output, unit) == cost:
            return Blame(unit + self._differing(output, unit), wanted)
        if self.cost(output + 1, unit) + _MISSING == cost:
            return Blame(unit, wanted, missing=True)
        return Blame(unit, None)

    def _differing(self, output: int, unit: int) -> int:
        """Which of the units that an output takes is the first to differ from its example."""
        wanted = self._example(output)
        for number, (one, two) in enumerate(zip(wanted, self._units[unit:], strict=False)):
            if one != two:
                return number
        return 0
