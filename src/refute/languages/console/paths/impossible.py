"""Outcomes of conditions that no inputs can cause, found without walking any path.

What was tested since a value was read still holds when it is tested again: after `if n > 0:` and
`elif n < 0:`, the condition of `elif n == 0:` cannot be false, in any round of a loop. Only current
values are considered; what was read in earlier rounds could be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING

from refute import terms
from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning.symbolic import Evaluator, Inputs
from refute.languages.console.meaning.termwise import Hidden
from refute.languages.console.program import evaluator_of
from refute.languages.console.syntax import Block, Expression, If, Read
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import (
    expressions_of_set,
    parts,
    set_parts,
    statements_of,
)
from refute.solver import Answer, Path
from refute.terms import Term

if TYPE_CHECKING:
    from refute.solver import Session

_MOST_COMBINATIONS = 30
"""Maximum number of combinations of kinds of values that are tried."""


@dataclass(frozen=True)
class _Facts:
    """The reads that a current value comes from, by name, and the tests made since."""

    reads: Mapping[str, tuple[Read, ...]] = field(default_factory=dict)
    asked: tuple[tuple[Expression, bool], ...] = ()

    def read(self, *reads: Read) -> _Facts:
        """The facts after a value was read."""
        forgotten = self.without(*(each.variable for each in reads))
        name = syntax.written_name(reads[0].variable)
        return replace(forgotten, reads={**forgotten.reads, name: reads})

    def without(self, *variables: str) -> _Facts:
        """The facts that hold whatever the values of some names are."""
        names = {syntax.written_name(each) for each in variables}
        reads = {name: each for name, each in self.reads.items() if name not in names}
        asked = tuple(each for each in self.asked if not names & _names(each[0]))
        return _Facts(reads, asked)

    def given(self, condition: Expression, truth: bool) -> _Facts:
        """The facts if a condition has an outcome."""
        return replace(self, asked=(*self.asked, (condition, truth)))


def impossible_outcomes(checked: Checked, session: Session) -> set[tuple[int, bool]]:
    """The conditions, by identity, with the outcomes that they cannot have."""
    return set(_Walk(evaluator_of(checked), session).block(checked.body, _Facts())[0])


@dataclass(frozen=True)
class _Walk:
    evaluator: Evaluator
    session: Session

    def block(self, block: Block, facts: _Facts) -> tuple[list[tuple[int, bool]], _Facts | None]:
        """The impossible outcomes inside a block, and the facts after it; None if it is left."""
        found: list[tuple[int, bool]] = []
        known: _Facts | None = facts
        for statement in block:
            if known is None:
                break
            match statement:
                case syntax.Read():
                    known = known.read(statement)
                case syntax.Choice(reads):
                    known = known.read(*reads)
                case syntax.If():
                    more, known = self._if(statement, known)
                    found += more
                case syntax.Exit():
                    known = None
                case syntax.Let(variable):
                    known = known.without(variable)
                case syntax.Loop(body):
                    changed = known.without(*_changed_in(body))
                    found += self.block(body, changed)[0]
                    known = changed
        return found, known

    def _if(self, statement: If, facts: _Facts) -> tuple[list[tuple[int, bool]], _Facts | None]:
        found: list[tuple[int, bool]] = []
        behind: list[_Facts] = []
        for truth, block in ((True, statement.then), (False, statement.otherwise)):
            here = facts.given(statement.condition, truth)
            if not self._possible(here):
                found.append((id(statement), truth))
                continue
            more, known = self.block(block, here)
            found += more
            behind += [] if known is None else [known]
        if len(behind) == 2:
            return found, facts.without(*_changed_in((*statement.then, *statement.otherwise)))
        return found, behind[0] if behind else None

    def _possible(self, facts: _Facts) -> bool:
        """Whether facts can hold together, as far as that is known."""
        names = sorted({name for asked, _ in facts.asked for name in _names(asked)})
        read = [facts.reads[name] for name in names if name in facts.reads]
        worlds = list(product(*read))
        if len(worlds) > _MOST_COMBINATIONS:
            return True
        return any(self._may_be(world, facts) for world in worlds)

    def _may_be(self, world: tuple[Read, ...], facts: _Facts) -> bool:
        path = Path.of(self._conditions(world, facts))
        return self.session.check(path) is not Answer.UNSAT

    def _conditions(self, world: tuple[Read, ...], facts: _Facts) -> Iterator[Term]:
        """The known conditions on the values, as far as the solver can look into them."""
        inputs: Inputs = ()
        for each in world:
            sort = self.evaluator.types[each.variable].sort
            variable = terms.variable(f"{each.variable}#now", sort)
            if _is_fixed(each):
                yield self.evaluator.contains(each.values, variable, each.variable, ())
            inputs = (*inputs, (each.variable, variable))
        for asked, truth in facts.asked:
            holds = self._term(asked, inputs)
            if holds is not None:
                yield holds if truth else terms.negation(holds)

    def _term(self, asked: Expression, inputs: Inputs) -> Term | None:
        """The term of a condition on current values; None for any other."""
        if any(isinstance(each, syntax.All | syntax.Current) for each in parts(asked)):
            return None
        try:
            holds: Term = self.evaluator.evaluate(asked, inputs)
        except (Hidden, InputError):
            return None
        return holds


def _changed_in(block: Block) -> Iterator[str]:
    """The names whose values may have changed after a block."""
    yield from (each.variable for each in reads_of(block))
    yield from (each.variable for each in statements_of(block) if isinstance(each, syntax.Let))


def _is_fixed(read: Read) -> bool:
    """Whether the set that is read from is the same whatever was read before."""
    earlier = syntax.Among | syntax.Unique | syntax.Without
    return not any(isinstance(each, earlier) for each in set_parts(read.values)) and not any(
        _names(each) for each in expressions_of_set(read.values)
    )


def _names(expression: Expression) -> set[str]:
    """The names that an expression mentions."""
    found: set[str] = set()
    for part in parts(expression):
        match part:
            case syntax.Name(name) | syntax.Is(name):
                found.add(syntax.written_name(name))
            case syntax.Current(variables) | syntax.All(variables):
                found.update(map(syntax.written_name, variables))
    return found
