"""Inputs, and what a program must do with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning.lines import typed_lines
from refute.languages.console.meaning.outputs import Word
from refute.languages.console.meaning.surroundings import Surroundings, surroundings_of
from refute.languages.console.meaning.traces import (
    GeneralizedTrace,
    Input,
    gtrace,
    mistaken_for_good,
    stops_early,
)
from refute.languages.console.testing.answering import Answers
from refute.languages.console.testing.playing import ConsoleInputs
from refute.languages.console.testing.wording import input_in_words
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, Value
from refute.record import record


@record
class Case:
    """Inputs, everything that a program may do on them, and how its output is compared.

    If it `stops_early`, the last input is a bad one that ends the program. Any message about it may
    be printed except those in `mistaken`: results as for a good input. If the program makes random
    choices, those among the `values` are only an example: what is typed and expected in a run
    follows from its choices, by the specification, `chance`; each `attempt` may type something
    else.
    """

    values: tuple[Value, ...]
    expected: GeneralizedTrace
    comparison: Comparison = DEFAULT
    stops_early: bool = field(default=False, compare=False)
    mistaken: tuple[Word, ...] = field(default=(), compare=False)
    surroundings: Surroundings | None = field(default=None, compare=False)
    chance: Checked | None = field(default=None, compare=False)
    attempt: int = field(default=0, compare=False)

    @property
    def lines(self) -> Sequence[str]:
        """The inputs as they are typed, with their surroundings."""
        lines = typed_lines((each.value, each.before) for each in self.typed)
        around = self.surroundings
        if around is None:
            return lines
        return ConsoleInputs(
            tuple(lines),
            around.arguments,
            dict(around.files),
            around.file_names,
            self._answers(tuple(lines), around),
            around.chosen,
        )

    def _answers(self, lines: tuple[str, ...], around: Surroundings) -> Answers | None:
        if self.chance is None:
            return None
        return Answers(self.chance, self.values, lines, around, self.attempt)

    @property
    def typed(self) -> list[Input]:
        """The values that are typed."""
        return [each for each in self.expected if isinstance(each, Input)]

    @property
    def by_line(self) -> list[list[Input]]:
        """The values read, grouped by line; the end of the input is a line of its own."""
        groups: list[list[Input]] = []
        for each in self.typed:
            if each.before is None:
                groups.append([])
            groups[-1].append(each)
        return groups

    def said(self, step: Input) -> str:
        """An input in words: the whole line that contains it."""
        group = next((line for line in self.by_line if any(each is step for each in line)), [step])
        if len(group) == 1:
            return input_in_words(step.value)
        (line,) = typed_lines((each.value, each.before) for each in group)
        return line

    @property
    def reads_end(self) -> bool:
        """Whether the end of the input is read."""
        return any(each.value == END_OF_INPUT for each in self.typed)


def case_for(checked: Checked, values: tuple[Value, ...]) -> Case:
    """The case for some inputs; raises NotRelevant if the specification says nothing about them."""
    expected = gtrace(checked.body, values)
    early = checked.may_stop and stops_early(checked.body, values)
    mistaken = mistaken_for_good(checked.body, values) if early else ()
    around = surroundings_of(checked.body, values) if checked.has_surroundings else None
    chance = checked if checked.has_chance else None
    return Case(values, expected, checked.comparison, early, mistaken, around, chance)
