"""Can a precondition hold; can a postcondition be met; do bodies keep their word?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refute.languages.fmsl.answers import Answers, bindings, is_bounded
from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.inquiry import SMALL, Example, Inquiry, variables_of
from refute.languages.fmsl.interpret import OutOfEffort
from refute.languages.fmsl.symbolic.unknowns import Extent, type_key
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Measured,
    Record,
    Symbolic,
    Unsupported,
    is_false,
)
from refute.languages.fmsl.traverse import names, operands
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import BOOLEAN, INTEGER, Part, TupleOf, Type
from refute.languages.fmsl.values import Value
from refute.report.outcome import Lines, Outcome, Verdict
from refute.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    at_most,
    conjunction,
    constant,
    default_value,
    integer,
    negation,
)

NOT_REPLAYED = "values were found that do not replay"
NOT_FOUND = "no counterexample was found"
UNDEFINED = "it is never false, but for these values it is nil"


def noted(outcome: Outcome, summary: str) -> Outcome:
    """What would refute, as something that is only worth a note."""
    if outcome.verdict is not Verdict.REFUTED:
        return outcome
    return replace(outcome, verdict=Verdict.PASSED, word="partly", summary=summary)


class OperationQuestion:
    """A question about one operation, with unknown inputs."""

    def __init__(self, inquiry: Inquiry, signature: Signature) -> None:
        self.inquiry = inquiry
        self.signature = signature
        self.operation = inquiry.checked.operation(signature.name)
        self.inputs = inquiry.problem.fresh(signature.inputs, Extent(inquiry.bounds.size))
        self.before = inquiry.problem.holds(self.operation.precondition, self.inputs)

    def example(self, *conditions: Term) -> Example | None:
        """The nicest inputs under conditions, besides the precondition."""
        inquiry, values = self.inquiry, list(self.inputs.values())
        attempt = inquiry.attempt(self.before, *conditions)
        from_file = list(inquiry.from_file(self.signature.inputs, self.inputs))
        named = inquiry.as_named(self.signature.inputs, self.inputs)
        return inquiry.best(attempt, named, [], [*from_file, *inquiry.plain(values)], values)

    def named(self, example: Example) -> dict[str, Value]:
        """The inputs of an example by their names."""
        return {name: example.value(value) for name, value in self.inputs.items()}

    def accepts(self, example: Example) -> bool:
        """Whether the interpreter agrees that the inputs meet the precondition."""
        condition = self.operation.precondition
        if condition is None or condition.formula is None:
            return True
        interpreter = self.inquiry.interpreter(example)
        try:
            return interpreter.evaluate(condition.formula, {**self.named(example)}) is True
        except OutOfEffort:
            return False


def can_hold(inquiry: Inquiry, signature: Signature) -> Outcome:
    """Is there an input that meets the precondition?"""
    asked = OperationQuestion(inquiry, signature)
    condition = asked.operation.precondition
    assert condition is not None
    answers = Answers(f"{signature.name} can hold", "precondition", condition.span)
    example = asked.example()
    if example is not None and asked.accepts(example):
        return answers.confirmed(
            inquiry, "an input meets it", bindings("example", asked.named(example))
        )
    reason = NOT_REPLAYED if example is not None else inquiry.doubt
    summary = "no input was found that meets it"
    if not reason and _never_holds(inquiry, signature):
        return answers.refuted(inquiry, "no input meets it")
    return answers.undecided(inquiry, summary, reason or f"looked at were {inquiry.bounds}")


def _never_holds(inquiry: Inquiry, signature: Signature) -> bool:
    """Whether a precondition is false for lists of any length, and for nil."""
    extent = Extent(inquiry.bounds.size, nil=True, nil_items=True, measured=True)
    problem = inquiry.problem
    inputs = {
        part.name: problem.unknowns.fresh(part.name, part.type, extent) for part in signature.inputs
    }
    operation = inquiry.checked.operation(signature.name)
    return inquiry.solve(inquiry.attempt(problem.holds(operation.precondition, inputs))).is_unsat


# Postconditions


class Feasibility(OperationQuestion):
    """Looks for inputs for which no output meets the postcondition."""

    def __init__(self, inquiry: Inquiry, signature: Signature, longest: int) -> None:
        super().__init__(inquiry, signature)
        self.longest = longest
        self.is_small = False
        for value, of in self._wanted():
            inquiry.problem.play(value, of)

    def _wanted(self) -> Iterator[tuple[Symbolic, Type]]:
        """What the postcondition makes of the inputs alone: outputs are likely to be that.

        Of numbers also the neighbours, which is what an inequality asks for.
        """
        condition, checked = self.operation.postcondition, self.inquiry.checked
        formula = None if condition is None else condition.formula
        for node in operands(formula) if formula is not None else ():
            of = checked.objects.structure(checked.type_of(node))
            if not names(node) <= self.inputs.keys() or of == BOOLEAN:
                continue
            try:
                value = self.inquiry.problem.evaluator.evaluate(node, self.inputs)
            except Unsupported:
                continue
            yield value, of
            if of == INTEGER and isinstance(value, Atom):
                for step in (-1, 1):
                    yield Atom(value.nil, add(value.term, integer(step))), of

    def stuck(self, *, in_reach: bool = False) -> Example | None:
        """Inputs without an output whose lists are within the bound; if need be, small numbers.

        With `in_reach` only those for which lists of such a length could do.
        """
        key = type_key(self.inquiry.checked.objects, TupleOf(self.signature.outputs))
        impossible = self.inquiry.problem.reasoner.every(
            "output", None, key, self._outputs, lambda outputs: negation(self._met(outputs))
        )
        inquiry, values = self.inquiry, list(self.inputs.values())
        reach = self._measured(self.longest) if in_reach else TRUE
        attempt = inquiry.attempt(self.before, reach, impossible)
        wish = conjunction(*inquiry.plain(values))
        found = inquiry.best(attempt, (), (), [wish], values)
        if found is not None or not inquiry.was_unknown or inquiry.problem.reasoner.exhausted:
            return found
        inquiry.was_unknown, self.is_small = False, True
        return inquiry.best(attempt.also(inquiry.small(values)), (), (), [wish], values)

    def needs_longer(self, example: Example) -> bool:
        """Whether lengths alone say that the inputs of an example need longer lists."""
        reasoner, fixed = self.inquiry.problem.reasoner, self._fixed(example)
        if not reasoner.solve([self._measured(self.longest)], fixed).is_unsat:
            return False
        return not reasoner.solve([self._measured(None)], fixed).is_unsat

    def is_ever_met(self) -> bool:
        """Whether some input is known to have an output."""
        attempt = self.inquiry.attempt(self.before, self._met(self._outputs()))
        return not attempt.run().is_unsat

    def is_met_for(self, example: Example) -> bool:
        """Whether the inputs of an example are known to have an output after all."""
        outputs = self._met(self._outputs())
        solution = self.inquiry.problem.reasoner.solve([outputs], self._fixed(example))
        return not solution.is_unsat

    def _fixed(self, example: Example) -> Mapping[Term, Term]:
        """The inputs of an example, as values of their variables."""
        inputs = [each for value in self.inputs.values() for each in variables_of(value)]
        model = example.solution.model
        return {
            each: constant(model.get(each, default_value(each.sort)), each.sort) for each in inputs
        }

    def _outputs(self) -> Record:
        """Fresh outputs; quantifiers try what is in them, but nothing is made of it."""
        extent = Extent(self.longest, nil=True, nil_items=True)
        problem = self.inquiry.problem
        made = []
        for part in self.signature.outputs:
            made.append(problem.unknowns.fresh(part.name, part.type, extent))
            problem.play(made[-1], part.type, FALSE)
        return Record(FALSE, tuple(made))

    def _met(self, outputs: Symbolic) -> Term:
        assert isinstance(outputs, Record)
        names = [part.name for part in self.signature.outputs]
        given = dict(zip(names, outputs.parts, strict=True))
        return self.inquiry.problem.holds(self.operation.postcondition, {**self.inputs, **given})

    def _measured(self, longest: int | None) -> Term:
        """The postcondition can hold as far as the lengths of lists go."""
        extent = Extent(self.longest, nil=True, nil_items=True, measured=True)
        problem = self.inquiry.problem
        outputs = {
            part.name: problem.unknowns.fresh(part.name, part.type, extent)
            for part in self.signature.outputs
        }
        lengths = [each.length for each in outputs.values() if isinstance(each, Measured)]
        short = [at_most(each, integer(longest)) for each in lengths if longest is not None]
        doubts = dict(problem.evaluator.doubts)
        holds = problem.holds(self.operation.postcondition, {**self.inputs, **outputs})
        problem.evaluator.doubts = doubts
        return conjunction(*short, holds)


def can_be_met(inquiry: Inquiry, signature: Signature, *, strict: bool) -> Outcome:
    """Is there an output whenever the precondition holds?"""
    size = inquiry.bounds.size
    asked = Feasibility(inquiry, signature, size + 1)
    example = asked.stuck()
    if example is not None and is_bounded(inquiry.checked.objects, signature.outputs):
        asked.longest = max(2 * size, size + 2)
        if asked.is_met_for(example):
            example = asked.stuck()
        if example is not None and asked.needs_longer(example):
            example = asked.stuck(in_reach=True)
    return _feasible(asked, example, strict=strict)


def _feasible(asked: Feasibility, example: Example | None, *, strict: bool) -> Outcome:
    inquiry, signature, condition = asked.inquiry, asked.signature, asked.operation.postcondition
    assert condition is not None
    answers = Answers(f"{signature.name} can be met", "postcondition", condition.span)
    if example is None and inquiry.doubt:
        return answers.undecided(inquiry, "no input without an output was found", inquiry.doubt)
    if example is None and asked.is_small:
        summary = "for every small input there is an output"
        return answers.passed(inquiry, signature.inputs, summary, bound=f"numbers up to {SMALL}")
    if example is None:
        return answers.passed(inquiry, signature.inputs, "for every input there is an output")
    shown = bindings("input without an output", asked.named(example))
    if inquiry.left_open or not asked.accepts(example):
        summary = "an input was found that may have no output"
        return answers.undecided(inquiry, summary, inquiry.left_open or NOT_REPLAYED, shown)
    bounded = is_bounded(inquiry.checked.objects, signature.outputs)
    limits = f" with lists of up to {asked.longest} items" if bounded else ""
    summary = f"for this input no output{limits} meets it"
    if asked.before is not TRUE or strict or not asked.is_ever_met():
        return answers.refuted(inquiry, summary, shown)
    advice = Lines("note", ("there is no precondition yet; it would have to exclude this input",))
    return noted(answers.refuted(inquiry, summary, shown, advice), summary)


# Bodies


def keeps_its_word(inquiry: Inquiry, signature: Signature, *, strict: bool) -> Outcome:
    """Does a body meet the postcondition whenever the precondition holds?"""
    asked = OperationQuestion(inquiry, signature)
    body, condition = asked.operation.body, asked.operation.postcondition
    assert body is not None
    assert condition is not None
    assert condition.formula is not None
    answers = Answers(f"{signature.name} meets its postcondition", "body", body.span)
    try:
        result = inquiry.problem.evaluator.evaluate(body, asked.inputs)
    except Unsupported as reason:
        return answers.undecided(inquiry, NOT_FOUND, f"not expressed to the solver: {reason}")
    given = {**asked.inputs, **_results(signature.outputs, result)}
    met = inquiry.problem.evaluator.condition(condition.formula, given)
    for broken in (is_false(met), met.nil):
        example = asked.example(broken)
        if example is not None:
            found = _broken_word(asked, answers, example)
            return found if strict or broken is not met.nil else noted(found, UNDEFINED)
    if inquiry.doubt:
        return answers.undecided(inquiry, NOT_FOUND, inquiry.doubt)
    return answers.passed(inquiry, signature.inputs, "the result always meets it")


def _broken_word(asked: OperationQuestion, answers: Answers, example: Example) -> Outcome:
    inquiry, signature, named = asked.inquiry, asked.signature, asked.named(example)
    try:
        result = inquiry.interpreter(example).call(signature.name, list(named.values()))
    except (RecursionError, OutOfEffort):
        return answers.undecided(inquiry, NOT_FOUND, NOT_REPLAYED)
    outputs = [result]
    if len(signature.outputs) > 1:
        outputs = list(result) if isinstance(result, tuple) else [None] * len(signature.outputs)
    replayed = inquiry.validated(example, signature.name, list(named.values()), outputs)
    if replayed is None or replayed[0] is not True or replayed[1] is True:
        return answers.undecided(inquiry, NOT_FOUND, inquiry.left_open or NOT_REPLAYED)
    call = f"{signature.name}({', '.join(map(show, named.values()))})"
    lines = (f"{call} = {show(result)}", f"{call} ?-> {show(result)} = {show(replayed)}")
    shown = bindings("counterexample", named)
    return answers.refuted(inquiry, "its result does not meet it", shown, Lines("replay", lines))


def _results(outputs: Sequence[Part], result: Symbolic) -> Mapping[str, Symbolic]:
    if len(outputs) == 1:
        return {outputs[0].name: result}
    if isinstance(result, Record):
        return {part.name: each for part, each in zip(outputs, result.parts, strict=False)}
    return {}
