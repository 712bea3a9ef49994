"""What is known of clauses that call their own predicate again, before they are tried.

`append([X|L], M, [X|N]) :- append(L, M, N)` would bind its last argument, an unknown, to a cell
around a new unknown, which the next turn of the loop would bind, and so on. Nothing looks at these
unknowns before the loop is left, so the parts of the cells are only collected until then, and the
cells are made from the inside out: without unknowns between them, and with one binding.

`member(X, [_|L]) :- member(X, L)` has no solutions where L is empty, so it is not even kept as a
choice there.
"""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.procedures import Procedure, Step, spread, step_terms
from refute.record import entity, record


@record
class Growing:
    """A clause that goes on with the last part of what it makes of the argument at a position."""

    clause: int
    position: int


@entity
class Recursion:
    """The clauses of a predicate, of which the `selected` argument is looked at first."""

    symbol: core.Symbol
    procedure: Procedure
    selected: int

    def growing(self) -> Growing | None:
        """The clause that grows an argument, if there is one.

        Nothing in it can fail or bind anything before that argument is looked at, if the selected
        one is known to have its constructor.
        """
        for number in range(len(self.procedure.clauses)):
            arguments, steps = self._clause(number)
            passed = self._passed(steps[:1])
            for position in range(len(passed)):
                if position != self.selected and self._grows(arguments, steps, position, passed):
                    return Growing(number, position)
        return None

    def ahead(self, number: int) -> int | None:
        """The part of the selected argument that takes its place in the next call of a clause.

        Nothing comes before that call but tests, which can only fail.
        """
        arguments, steps = self._clause(number)
        passed = self._passed([s for s in steps if not isinstance(s, core.Fresh | core.Equals)])
        pattern = unlisted(arguments[self.selected])
        if not (passed and isinstance(pattern, core.Construct)):
            return None
        part = passed[self.selected]
        variable = isinstance(part, core.Variable) and part in pattern.arguments
        return pattern.arguments.index(part) + 1 if variable else None

    def _clause(self, number: int) -> tuple[tuple[core.Term, ...], list[Step]]:
        arguments, steps = self.procedure.clauses[number]
        return arguments, [step for step, _ in spread(steps)]

    def _passed(self, steps: list[Step]) -> tuple[core.Term, ...]:
        """The arguments of the first step, if it calls the predicate."""
        match steps:
            case [core.Atom(predicate, passed), *_] if predicate is self.symbol:
                return passed
            case _:
                return ()

    def _grows(
        self,
        arguments: tuple[core.Term, ...],
        steps: list[Step],
        position: int,
        passed: tuple[core.Term, ...],
    ) -> bool:
        """Whether an argument gets what is passed on as its last part, and nothing else does."""
        pattern, known = unlisted(arguments[position]), unlisted(arguments[self.selected])
        if not (isinstance(pattern, core.Construct) and isinstance(known, core.Construct)):
            return False
        others = [each for i, each in enumerate(arguments) if i not in {position, self.selected}]
        plain, tail = [*others, *known.arguments], passed[position]
        terms = [*arguments, *(term for step in steps for term in step_terms(step))]
        return (
            isinstance(tail, core.Variable)
            and pattern.arguments[-1:] == (tail,)
            and all(isinstance(each, core.Variable) for each in plain)
            and len(set(plain)) == len(plain)
            and [*core.subterms(*terms)].count(tail) == 2
        )
