"""Asking the solver for inputs on which a changed statement behaves differently.

While the paths of a specification are walked, each statement that a neighbour changes gets a branch
of its own, on which the change makes a difference. Its inputs may distinguish the neighbour. If no
path has such a branch, the neighbour means the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from refute import terms
from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.meaning.symbolic import Evaluator, Inputs
from refute.languages.console.meaning.termwise import Hidden
from refute.languages.console.neighbours import Neighbour
from refute.languages.console.neighbours.words import COMPARED
from refute.languages.console.syntax import Statement
from refute.terms import Term

MOST_FOUND = 3
"""Maximum number of inputs searched for one neighbour."""

MOST_PROBES = 40
"""Maximum number of neighbours that the solver is asked about."""


@dataclass(slots=True, eq=False)
class Probe:
    """A neighbour for which inputs are searched.

    It is `visited` once the statement was reached, and `hidden` if the solver cannot see what
    difference the change makes.
    """

    neighbour: Neighbour
    found: int = 0
    visited: bool = False
    settled: bool = False
    hidden: bool = False

    @property
    def means_the_same(self) -> bool:
        """Whether the change made no difference wherever it was examined."""
        return self.visited and not self.hidden and not self.found

    @property
    def is_open(self) -> bool:
        """Whether more inputs are wanted."""
        return not self.settled and not self.hidden and self.found < MOST_FOUND

    def difference(
        self, statement: Statement, variable: Term | None, evaluator: Evaluator, inputs: Inputs
    ) -> Term:
        """The condition that the changed statement behaves differently; it reads `variable`."""
        change, self.visited = self.neighbour.change, True
        try:
            match statement, change.replacement:
                case syntax.If(condition), (syntax.If(changed),):
                    one = evaluator.evaluate(condition, inputs)
                    return terms.negation(terms.equal(one, evaluator.evaluate(changed, inputs)))
                case syntax.Print(), (syntax.Print(),) if change.wholes is not None:
                    before, after = (evaluator.evaluate(each, inputs) for each in change.wholes)
                    unequal = FUNCTIONS["!="].symbolic
                    assert unequal is not None
                    made: Term = unequal(before, after)
                    return made
                case syntax.Read(name, values, mode), (syntax.Read(_, others, other_mode),) if (
                    variable is not None and mode is other_mode
                ):
                    inside = evaluator.contains(values, variable, name, inputs)
                    other = evaluator.contains(others, variable, name, inputs)
                    return terms.negation(terms.equal(inside, other))
        except (Hidden, InputError):
            pass
        self.hidden = True
        return terms.FALSE


def probes_for(neighbours: Sequence[Neighbour]) -> list[Probe]:
    """Probes for neighbours whose difference the solver might see, likely mistakes first."""
    visible = [each for each in neighbours if not each.change.structural]
    return [Probe(each) for each in sorted(visible, key=_rarity)[:MOST_PROBES]]


def _rarity(neighbour: Neighbour) -> int:
    """How unlikely a mistake is: a comparison, the next number, anything else."""
    match neighbour.change.parts:
        case syntax.Apply(one), syntax.Apply(two) if {one, two} <= COMPARED:
            return 0
        case syntax.Integer(before), syntax.Integer(after) if abs(after - before) == 1:
            return 1
        case _:
            return 2
