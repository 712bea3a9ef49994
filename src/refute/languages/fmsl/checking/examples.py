"""Examples of operations, and further examples of other kinds for any question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.pictures import ValuesAtTime, diagram
from refute.languages.fmsl.checking.query import Bounds, Query, put
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    Outcomes,
    bindings,
)
from refute.languages.fmsl.checking.variety import WAYS
from refute.languages.fmsl.symbolic.values import missing
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.report.outcome import Block, Lines, Outcome, Verdict
from refute.terms import Term, conjunction, negation

NO_OTHER = "there is no example of another kind"

Question = Callable[[Query], Outcome]


def varieties(
    question: Question, checked: Checked, bounds: Bounds
) -> Iterator[tuple[str, Outcome]]:
    """The answer to a question, followed by answers with examples of other kinds.

    Each comes with the way in which its example differs from all earlier ones; the last one has no
    example.
    """
    asked: list[Query] = []

    def remembered(query: Query) -> Outcome:
        asked.append(query)
        query.avoided = tuple(avoided)
        return question(query)

    avoided: list[tuple[Term, ...]] = []
    first = put(remembered, checked, bounds)
    yield "", first
    while asked[-1].unlike is not None:
        avoided.append(asked[-1].unlike)
        outcome = put(remembered, checked, bounds)
        way = WAYS[asked[-1].way]
        if outcome.verdict is not first.verdict or asked[-1].unlike is None:
            yield "", outcome
            return
        yield way, outcome


def with_others(question: Question, checked: Checked, bounds: Bounds, count: int) -> Outcome:
    """The answer to a question with up to a number of examples of different kinds."""
    found = varieties(question, checked, bounds)
    _, first = next(found)
    if count == 1:
        return first
    more: list[Block] = []
    for way, outcome in islice(found, count - 1):
        if not way:
            more.append(Lines("another example", (_none(outcome),)))
            break
        more += [Lines(f"another example, with {way}", ()), *outcome.blocks]
    return replace(first, blocks=(*first.blocks, *more))


def _none(outcome: Outcome) -> str:
    if outcome.verdict is Verdict.UNDECIDED:
        return "none of another kind was found"
    return NO_OTHER + (f" ({outcome.bound})" if outcome.bound else "")


# Examples of operations


def example_of(query: Query, signature: Signature) -> Outcome:
    """Inputs that an operation accepts, with outputs that it allows, drawn."""
    asked = OperationQuestion(query, signature, "")
    operation, given = asked.operation, {**asked.inputs, **asked.results[0]}
    outcomes = Outcomes(query, signature.name, "example", operation.span)
    values = list(given.values())
    whole = [negation(missing(each)) for each in asked.results[0].values()]
    attempt = query.attempt(asked.before, query.does(operation, given))
    wishes = [conjunction(*whole), *wished.plain(values)]
    example = query.best(attempt, values, first=wishes[:1], wishes=wishes[1:])
    if example is None and query.avoided and not query.doubt and not query.left_open:
        parts = (*signature.inputs, *signature.outputs)
        return replace(outcomes.passed(parts, NO_OTHER), word="complete")
    if example is None:
        reason = query.doubt or query.left_open or f"only {query.bounds} were tried"
        return outcomes.undecided("no example was found", reason)
    inputs = example.values(signature.inputs, asked.inputs)
    outputs = example.values(signature.outputs, asked.results[0])
    replayed = query.validated(example, signature.name, inputs, outputs)
    if replayed is None or replayed[0] is not True or replayed[1] not in _expected(operation):
        return outcomes.undecided("no example was found", query.left_open or NOT_REPLAYED)
    before = ValuesAtTime("before", signature.inputs, inputs)
    after = ValuesAtTime("after", signature.outputs, outputs, before)
    named = {part.name: value for part, value in zip(signature.inputs, inputs, strict=True)}
    results = {part.name: value for part, value in zip(signature.outputs, outputs, strict=True)}
    drawn = diagram(query.checked.objects, "", (before, after))
    shown = [bindings("inputs", named), bindings("outputs", results)]
    summary = "it accepts these inputs, and allows these outputs"
    return outcomes.confirmed(summary, *(each for each in shown if each.rows), *drawn)


def _expected(operation: syntax.Operation) -> tuple[bool | None, ...]:
    """What the interpreter says of a postcondition that holds, or that is missing."""
    condition = operation.postcondition
    return (True,) if condition is not None and condition.formula else (None, True)


def examples_of(checked: Checked, signature: Signature, bounds: Bounds) -> Iterator[Outcome]:
    """Examples of an operation, of different kinds; finally, that there are no more."""
    found = varieties(partial(example_of, signature=signature), checked, bounds)
    for way, outcome in found:
        if way:
            yield replace(outcome, summary=f"{outcome.summary}; {way}", word="another")
        elif outcome.verdict is Verdict.CONFIRMED and not outcome.word:
            yield replace(outcome, word="example")
        else:
            yield outcome
