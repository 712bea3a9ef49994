"""`refute check`: is a specification consistent, and is it strong enough?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from refute.diagnostics import Diagnostic, InputError, NothingToCheck
from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking.accidents import is_meant
from refute.languages.fmsl.checking.claims import claims, holds, meets_postcondition
from refute.languages.fmsl.checking.consistency import can_be_met, can_hold
from refute.languages.fmsl.checking.definedness import Kind, can_fail, is_defined
from refute.languages.fmsl.checking.examples import with_others
from refute.languages.fmsl.checking.growth import grown
from refute.languages.fmsl.checking.invariants import keeps_invariants, restricted
from refute.languages.fmsl.checking.query import Bounds, Query
from refute.languages.fmsl.checking.refinement import refines
from refute.languages.fmsl.checking.sequences import sequences
from refute.languages.fmsl.checking.strength import is_strong_enough
from refute.languages.fmsl.checking.vacuity import Accepted
from refute.languages.fmsl.options import CheckOptions, SizeOptions
from refute.languages.fmsl.program import load
from refute.languages.fmsl.symbolic.values import Unsupported
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.language import Events, Part, Request, Stream
from refute.report.outcome import Outcome, Table, Verdict
from refute.source import Span

Question = tuple[str, Callable[[Query], Outcome], Span]
"""The text for progress, the function that answers the question, and its declaration."""


LARGEST_SIZE = 8
"""Maximum size; larger ones are more than the solver can handle."""


def check(request: Request[CheckOptions]) -> Stream:
    """Ask the solver all questions that a specification raises."""
    checked, options = load(request.source), request.options
    grows = options.size is None
    bounds = bounds_of(request, SizeOptions.size if options.size is None else options.size)
    yield from checked.warnings
    asked = list(questions(checked, options))
    for label, question, span in asked:
        ask = partial(with_others, question, checked, count=options.examples)
        if grows:
            ask = partial(grown, ask, largest=LARGEST_SIZE, share=len(asked))
        yield Part(label, partial(_answer, label, ask, span, bounds), span)
    if not asked and any(isinstance(each, syntax.Operation) for each in checked.declarations):
        yield _informal(checked, request.source.name)
    elif not asked:
        message = f"`{request.source.name}` has nothing to check"
        advice = "give an operation a `precondition:` or `postcondition:`, or add a `theorem`"
        raise NothingToCheck([Diagnostic("FM060", message, help=advice)])


def _answer(label: str, ask: Callable[[Bounds], Outcome], span: Span, bounds: Bounds) -> Events:
    try:
        yield ask(bounds)
    except Unsupported as reason:
        kind, _, name = label.partition(" ")
        doubt = f"not expressed to the solver: {reason}"
        summary = "nothing is known about it"
        yield Outcome(name, kind, Verdict.UNDECIDED, summary, reason=doubt, place=str(span))


def _informal(checked: Checked, name: str) -> Outcome:
    """Notes on what is specified only in English so far."""
    operations = [each for each in checked.declarations if isinstance(each, syntax.Operation)]
    rows = [
        (each.name, _state_of(each.precondition), _state_of(each.postcondition))
        for each in operations
    ]
    header = ("operation", "precondition", "postcondition")
    return Outcome(
        f"`{name}` says what its operations do",
        "",
        Verdict.UNDECIDED,
        "no condition is formal yet, so there is nothing that could be refuted",
        reason="conditions are in English, unfinished, or missing",
        blocks=(Table("still to be made formal", header, tuple(rows)),),
    )


def _state_of(condition: syntax.Condition | None) -> str:
    if condition is None or (condition.formula is None and not condition.prose):
        return "missing"
    if condition.formula is not None:
        return "formal" if is_finished(condition.formula) else "unfinished"
    return "in English"


def bounds_of(request: Request[Any], size: int) -> Bounds:
    """How far the options want questions to search."""
    if size > LARGEST_SIZE:
        message = f"lists of up to {size} items cannot be searched"
        advice = f"`--size` is a number from 1 to {LARGEST_SIZE}"
        raise InputError([Diagnostic("FM061", message, help=advice)])
    return Bounds(size, request.options.seed, request.new_effort)


def questions(checked: Checked, options: CheckOptions) -> Iterator[Question]:
    """The questions about each operation in file order, then those about claims."""
    strict = options.strict
    for declaration in checked.declarations:
        if isinstance(declaration, syntax.Operation):
            signature = checked.operations[declaration.name]
            yield from _about(declaration, signature, checked, strict=strict)
    yield from sequences(checked, options.steps)
    for claim in claims(checked):
        yield f"{claim.kind} {claim.name}", partial(holds, claim=claim, strict=strict), claim.span


def _formulas(operation: syntax.Operation) -> Iterator[tuple[Kind, syntax.Expression]]:
    """The formulas of an operation that must be defined; a function may be partial."""
    if operation.precondition is not None and operation.precondition.formula is not None:
        yield "precondition", operation.precondition.formula
    if operation.postcondition is not None and operation.postcondition.formula is not None:
        yield "postcondition", operation.postcondition.formula
    if operation.body is not None and not operation.auxiliary:
        yield "body", operation.body


def _about(
    operation: syntax.Operation, signature: Signature, checked: Checked, *, strict: bool
) -> Iterator[Question]:
    """The questions about an operation; if no input is accepted, nothing breaks the others."""
    is_formal = _is_formal(operation.precondition)
    if is_formal:
        label = f"precondition {operation.name} can hold"
        yield label, partial(can_hold, signature=signature), operation.span
    anything = not is_formal and not restricted(checked, signature.inputs)
    for label, question, span in _about_accepted(operation, signature, checked, strict=strict):
        yield label, partial(Accepted(signature, anything).answer, question), span


def _about_accepted(
    operation: syntax.Operation, signature: Signature, checked: Checked, *, strict: bool
) -> Iterator[Question]:
    name, span = operation.name, operation.span
    if _is_formal(operation.precondition):
        question = partial(is_meant, signature=signature, strict=strict)
        yield f"precondition {name} means what it accepts", question, span
    for kind, formula in _formulas(operation):
        if can_fail(formula, checked, [each.name for each in signature.outputs]):
            question = partial(is_defined, signature=signature, kind=kind)
            yield f"{kind} {name} is defined", question, span
    says = operation.body is not None or _is_formal(operation.postcondition)
    if says and not operation.auxiliary and restricted(checked, signature.outputs):
        question = partial(keeps_invariants, signature=signature)
        yield f"operation {name} keeps the invariants", question, span
    if operation.refines is not None:
        earlier = checked.operations[operation.refines.name]
        question = partial(
            Accepted(earlier).answer, partial(refines, signature=signature, earlier=earlier)
        )
        yield f"operation {name} refines {earlier.name}", question, span
    if not _is_formal(operation.postcondition):
        return
    if operation.body is not None:
        question = partial(meets_postcondition, signature=signature, strict=strict)
        yield f"body {name} meets its postcondition", question, span
        return
    if operation.outputs:
        question = partial(can_be_met, signature=signature, strict=strict)
        yield f"postcondition {name} can be met", question, span
    if operation.outputs and not operation.nondeterministic:
        question = partial(is_strong_enough, signature=signature, strict=strict)
        yield f"postcondition {name} is strong enough", question, span


def _is_formal(condition: syntax.Condition | None) -> bool:
    """Whether a condition is a finished formula."""
    return condition is not None and is_finished(condition.formula)


def is_finished(formula: syntax.Expression | None) -> bool:
    """Whether there is a formula in which nothing is left open."""
    return formula is not None and not any(
        isinstance(each, syntax.Unfinished) for each in walk(formula)
    )
