"""Does a later version of an operation do what the earlier one does?"""

from __future__ import annotations

from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    Outcomes,
    bindings,
)
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.values import show
from refute.report.outcome import Block, Lines, Outcome
from refute.terms import conjunction, negation


def refines(query: Query, signature: Signature, earlier: Signature) -> Outcome:
    """Does an operation accept all earlier inputs, and give only results of the earlier version?"""
    asked = Refinement(query, signature, earlier)
    operation = asked.operation
    assert operation.refines is not None
    question = f"{signature.name} refines {earlier.name}"
    outcomes = Outcomes(query, question, "operation", operation.refines.span)
    for summary, example in (
        (f"it refuses an input that {earlier.name} accepts", asked.refused()),
        (f"it gives a result that {earlier.name} does not allow", asked.allowed()),
    ):
        if example is not None:
            shown = asked.shown(example)
            if shown is None or query.left_open:
                return outcomes.undecided(summary, query.left_open or NOT_REPLAYED)
            return outcomes.refuted(summary, *shown)
    if query.doubt:
        return outcomes.undecided("no difference was found", query.doubt)
    summary = f"it accepts what {earlier.name} accepts, and gives only what that allows"
    return outcomes.passed((*signature.inputs, *signature.outputs), summary)


class Refinement(OperationQuestion):
    """Two versions of an operation, with parameters matched by position."""

    def __init__(self, query: Query, signature: Signature, earlier: Signature) -> None:
        super().__init__(query, signature, "'")
        self.earlier = earlier
        self.first = query.checked.operation(earlier.name)
        values = [*self.inputs.values(), *self.results[0].values()]
        parts = (*earlier.inputs, *earlier.outputs)
        self.renamed = {part.name: value for part, value in zip(parts, values, strict=True)}
        self.accepted = conjunction(
            self.restrictions, query.holds(self.first.precondition, self.renamed)
        )

    def refused(self) -> Example | None:
        """Inputs that only the earlier version accepts."""
        held = self.query.holds(self.operation.precondition, self.inputs)
        values = self.inputs.values()
        attempt = self.query.attempt(self.accepted, negation(held))
        return self.query.best(attempt, values, wishes=wished.plain(values))

    def allowed(self) -> Example | None:
        """Inputs that both accept, with a result that only the later version allows."""
        given = {**self.inputs, **self.results[0]}
        query = self.query
        later = query.does(self.operation, given)
        earlier = query.does(self.first, self.renamed)
        attempt = query.attempt(self.accepted, self.before, later, negation(earlier))
        return query.best(attempt, given.values(), wishes=wished.plain(given.values()))

    def shown(self, example: Example) -> list[Block] | None:
        """The inputs, and the result if it differs, if the interpreter confirms them."""
        signature, query = self.signature, self.query
        inputs = example.values(signature.inputs, self.inputs)
        outputs = example.values(signature.outputs, self.results[0])
        first = query.validated(example, self.earlier.name, inputs, outputs)
        second = query.validated(example, signature.name, inputs, outputs)
        if first is None or second is None or first[0] is not True:
            return None
        named = {part.name: value for part, value in zip(signature.inputs, inputs, strict=True)}
        blocks: list[Block] = [bindings("input", named)]
        if second[0] is not True:
            return blocks
        if second[1] is False or first[1] is True:
            return None
        results = {part.name: value for part, value in zip(signature.outputs, outputs, strict=True)}
        replayed = f"{self.earlier.name}: {show(first)}, {signature.name}: {show(second)}"
        return [*blocks, bindings("result", results), Lines("replay", (replayed,))]
