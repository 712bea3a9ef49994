"""Can pre- and postconditions hold?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.invariants import restricted
from refute.languages.fmsl.checking.query import Example, Query, names
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    bindings,
    is_bounded,
    operands,
    quantified,
)
from refute.languages.fmsl.symbolic.evaluate import Names
from refute.languages.fmsl.symbolic.reason import fixed
from refute.languages.fmsl.symbolic.unknowns import Extent, type_key
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Measured,
    Record,
    Symbolic,
    Unsupported,
    inside,
    known,
    missing,
    variables_of,
)
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import (
    BOOLEAN,
    INTEGER,
    ListOf,
    Part,
    TupleOf,
    Type,
)
from refute.report.outcome import Lines, Outcome
from refute.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    at_most,
    conjunction,
    disjunction,
    integer,
    negation,
)

SMALL_NUMBERS = (4, 16, 64, 256, 1024)
"""Bounds on the absolute value of numbers, tried in turn if unbounded numbers are undecided."""

# Preconditions


def can_hold(query: Query, signature: Signature) -> Outcome:
    """Is there an input that meets the precondition?"""
    asked = OperationQuestion(query, signature)
    outcomes = asked.outcomes("can hold", "precondition")
    example = asked.example()
    if example is not None and asked.accepts(example):
        return outcomes.confirmed("an input meets it", bindings("example", asked.named(example)))
    reason = NOT_REPLAYED if example is not None else query.doubt
    if not reason and _never_holds(query, signature):
        invariants = restricted(query.checked, signature.inputs)
        kind = "no input that meets the invariants" if invariants else "no input"
        return outcomes.refuted(f"{kind} meets it")
    reason = reason or f"only {query.bounds} were tried"
    return outcomes.undecided("no input was found that meets it", reason)


def _never_holds(query: Query, signature: Signature) -> bool:
    """Whether the precondition is known to be false, for lists of any length and for nil."""
    inputs = _measured(query, signature.inputs, query.bounds.size)
    precondition = query.checked.operation(signature.name).precondition
    restrictions = query.restrictions(signature.inputs, inputs)
    return query.is_impossible(restrictions, query.holds(precondition, inputs))


def _measured(query: Query, parts: Iterable[Part], size: int) -> dict[str, Symbolic]:
    """Unknown values that may be nil; only the length of lists is known."""
    extent = Extent(size, nil=True, nil_items=True, measured=True)
    return {part.name: query.unknowns.fresh(part.name, part.type, extent) for part in parts}


# Postconditions


class Feasibility(OperationQuestion):
    """Searches for inputs for which no output meets the postcondition."""

    def __init__(self, query: Query, signature: Signature, longest: int) -> None:
        super().__init__(query, signature)
        self.longest = longest
        self.largest: int | None = None
        self.nil = True
        for value, of in self._wanted():
            query.play(value, of)

    def _wanted(self) -> Iterator[tuple[Symbolic, Type]]:
        """Values that the postcondition computes from the inputs alone; likely outputs.

        For numbers, the neighbours are included, which inequalities require.
        """
        condition, checked = self.operation.postcondition, self.query.checked
        formula = None if condition is None else condition.formula
        for node, given in self._operands(formula, self.inputs) if formula is not None else ():
            of = checked.objects.structure(checked.type_of(node))
            if not names(node) <= given.keys() or of == BOOLEAN:
                continue
            try:
                value = self.query.evaluator.evaluate(node, given)
            except Unsupported:
                continue
            yield value, of
            if of == INTEGER and isinstance(value, Atom):
                for step in (-1, 1):
                    yield Atom(value.nil, add(value.term, integer(step))), of

    def _operands(
        self, formula: syntax.Expression, given: Names
    ) -> Iterator[tuple[syntax.Expression, Names]]:
        """The expressions in a formula, instantiated for the first positions of lists."""
        for node in operands(formula):
            yield node, given
        for each in quantified(formula):
            if isinstance(each, syntax.Bounded) and isinstance(each.collection, syntax.Range):
                for position in range(1, self.query.bounds.size + 1):
                    index = known(integer(position))
                    yield from self._operands(each.body, {**given, each.variable: index})

    def stuck(self, *conditions: Term, in_reach: bool = False) -> Example | None:
        """Inputs without an output, with lists within the bound.

        If that cannot be decided, numbers are limited, to `largest` at most. With `in_reach`, only
        inputs for which lists within the bound could suffice.
        """
        key = type_key(self.query.checked.objects, TupleOf(self.signature.outputs))
        impossible = self.query.reasoner.every(
            "output", None, key, self._outputs, self._is_no_output
        )
        query, values = self.query, self.inputs.values()
        reach = self._measured(self.longest) if in_reach else TRUE
        attempt = query.attempt(self.before, *conditions, reach, impossible)
        wishes = [conjunction(*wished.plain(values))]
        found = query.best(attempt, values, wishes=wishes)
        if found is not None or not query.was_unknown or query.reasoner.exhausted:
            return found
        reached = None
        for most in SMALL_NUMBERS:
            query.was_unknown = False
            found = query.best(attempt.also(wished.small(values, most)), values, wishes=wishes)
            if found is not None or query.was_unknown:
                break
            reached = most
        query.was_unknown = found is None and reached is None
        self.largest = min(filter(None, (self.largest, reached)), default=None)
        return found

    def _is_no_output(self, outputs: Symbolic) -> Term:
        """The condition that outputs are wrong, or nil if that is excluded."""
        assert isinstance(outputs, Record)
        nil = [] if self.nil else map(missing, outputs.parts)
        return disjunction(*nil, negation(self._met(outputs)))

    def met_by_nil_alone(self) -> Example | None:
        """Inputs without nil for which only nil is an output, if the condition has no nil in it."""
        condition, checked = self.operation.postcondition, self.query.checked
        formula = None if condition is None else condition.formula
        outputs = [checked.objects.structure(each.type) for each in self.signature.outputs]
        if formula is None or all(isinstance(each, ListOf) for each in outputs):
            return None
        if any(isinstance(each, syntax.Nil | syntax.TupleOf) for each in checked.reached(formula)):
            return None
        self.nil = False
        whole = [negation(missing(part)) for each in self.inputs.values() for part in inside(each)]
        return self.stuck(conjunction(*whole))

    def needs_longer(self, example: Example) -> bool:
        """Whether lengths alone show that the inputs of an example need longer lists."""
        reasoner, fixed = self.query.reasoner, self._fixed(example)
        if not reasoner.solve([self._measured(self.longest)], fixed).is_unsat:
            return False
        return not reasoner.solve([self._measured(None)], fixed).is_unsat

    def is_ever_met(self) -> bool:
        """Whether some input is known to have an output."""
        attempt = self.query.attempt(self.before, self._met(self._outputs()))
        return not attempt.run().is_unsat

    def is_met_for(self, example: Example) -> bool:
        """Whether the inputs of an example are known to have an output."""
        met = self._met(self._outputs())
        return not self.query.reasoner.solve([met], self._fixed(example)).is_unsat

    def _fixed(self, example: Example) -> Mapping[Term, Term]:
        """The inputs of an example, as values of their variables."""
        return fixed(variables_of(self.inputs.values()), example.solution.model)

    def _outputs(self) -> Record:
        """Fresh outputs; quantifiers try their parts, but do not combine them."""
        extent = Extent(self.longest, nil=self.nil, nil_items=True)
        made = []
        for part in self.signature.outputs:
            made.append(self.query.unknowns.fresh(part.name, part.type, extent))
            self.query.play(made[-1], part.type, FALSE)
        return Record(FALSE, tuple(made))

    def _met(self, outputs: Symbolic) -> Term:
        assert isinstance(outputs, Record)
        given = {
            part.name: each
            for part, each in zip(self.signature.outputs, outputs.parts, strict=True)
        }
        return self.query.holds(self.operation.postcondition, {**self.inputs, **given})

    def _measured(self, longest: int | None) -> Term:
        """The postcondition, restricted to what it says about the lengths of lists."""
        outputs = _measured(self.query, self.signature.outputs, self.longest)
        lengths = [each.length for each in outputs.values() if isinstance(each, Measured)]
        short = [at_most(each, integer(longest)) for each in lengths if longest is not None]
        evaluator = self.query.evaluator
        doubts = dict(evaluator.doubts)
        holds = self.query.holds(self.operation.postcondition, {**self.inputs, **outputs})
        evaluator.doubts = doubts
        return conjunction(*short, holds)


def can_be_met(query: Query, signature: Signature, *, strict: bool) -> Outcome:
    """Is there an output whenever the precondition holds?"""
    size = query.bounds.size
    bounded = is_bounded(query.checked.objects, signature.outputs)
    asked = Feasibility(query, signature, size + 1)
    example = asked.stuck()
    if example is not None and bounded:
        asked.longest = max(2 * size, size + 2)
        if asked.is_met_for(example):
            example = asked.stuck()
        if example is not None and asked.needs_longer(example):
            example = asked.stuck(in_reach=True)
    outcomes = asked.outcomes("can be met", "postcondition")
    nothing = asked.met_by_nil_alone() if example is None and not query.doubt else None
    if nothing is not None and asked.accepts(nothing) and not query.left_open:
        shown = bindings("input whose only output is nil", asked.named(nothing))
        return outcomes.refuted("for this input only nil meets it", shown)
    if example is None and query.doubt:
        return outcomes.undecided("no input without an output was found", query.doubt)
    if example is None and asked.largest is not None:
        summary = "for every small input there is an output"
        return outcomes.passed(signature.inputs, summary, bound=f"numbers up to {asked.largest}")
    if example is None:
        return outcomes.passed(signature.inputs, "for every input there is an output")
    shown = bindings("input without an output", asked.named(example))
    if query.left_open or not asked.accepts(example):
        summary = "an input was found that may have no output"
        return outcomes.undecided(summary, query.left_open or NOT_REPLAYED, shown)
    limits = f" with lists of up to {asked.longest} items" if bounded else ""
    summary = f"for this input no output{limits} meets it"
    if asked.before is not TRUE or strict or not asked.is_ever_met():
        return outcomes.refuted(summary, shown)
    advice = Lines("note", ("there is no precondition yet; it would have to exclude this input",))
    return outcomes.noted(summary, shown, advice)
