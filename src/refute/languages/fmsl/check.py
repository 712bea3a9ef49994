"""`refute check`: is a specification consistent, and is it strong enough?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from refute.diagnostics import Diagnostic, InputError
from refute.languages.fmsl import syntax
from refute.languages.fmsl.answers import Answers, bindings
from refute.languages.fmsl.claims import claims, holds
from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.consistency import can_be_met, can_hold, keeps_its_word
from refute.languages.fmsl.inquiry import Bounds, Inquiry, put
from refute.languages.fmsl.options import CheckOptions, SizeOptions
from refute.languages.fmsl.preconditions import Accident, Accidents
from refute.languages.fmsl.program import load
from refute.languages.fmsl.strength import Finding, Strength
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.language import Events, Part, Request, Stream
from refute.report.outcome import Bindings, Block, Outcome
from refute.source import Source

Question = tuple[str, Callable[[Inquiry], Outcome]]
"""What progress says of a question, and how it is answered."""


LARGEST_SIZE = 8
"""Beyond this the solver is told more than it can take in."""


def check(request: Request[CheckOptions]) -> Stream:
    """Ask the solver every question that a specification raises."""
    checked = load(request.source)
    bounds = bounds_of(request.options)
    yield from checked.warnings
    asked = False
    for label, question in questions(checked, strict=request.options.strict):
        yield Part(label, partial(_answer, question, checked, bounds))
        asked = True
    if not asked:
        raise InputError([_nothing_to_check(request.source)])


def _answer(question: Callable[[Inquiry], Outcome], checked: Checked, bounds: Bounds) -> Events:
    yield put(question, checked, bounds)


def bounds_of(options: SizeOptions) -> Bounds:
    """How far the options want questions to look."""
    if options.size > LARGEST_SIZE:
        message = f"lists of up to {options.size} items cannot be looked at"
        advice = f"`--size` is a number from 1 to {LARGEST_SIZE}"
        raise InputError([Diagnostic("FM061", message, help=advice)])
    return Bounds(options.size, options.effort, options.seed, options.time_limit)


def questions(checked: Checked, *, strict: bool) -> Iterator[Question]:
    """The questions about each operation in the order of the file, then those about claims."""
    for declaration in checked.declarations:
        if isinstance(declaration, syntax.Operation):
            signature = checked.operations[declaration.name]
            yield from _about(declaration, signature, strict=strict)
    for claim in claims(checked):
        yield f"{claim.kind} {claim.name}", partial(holds, claim=claim, strict=strict)


def _about(
    operation: syntax.Operation, signature: Signature, *, strict: bool
) -> Iterator[Question]:
    name = operation.name
    if _is_formal(operation.precondition):
        yield f"precondition {name}", partial(can_hold, signature=signature)
        yield f"precondition {name}", partial(is_meant, signature=signature, strict=strict)
    if not _is_formal(operation.postcondition):
        return
    if operation.body is not None:
        yield f"body {name}", partial(keeps_its_word, signature=signature, strict=strict)
        return
    if operation.outputs:
        yield f"postcondition {name}", partial(can_be_met, signature=signature, strict=strict)
    if operation.outputs and not operation.nondeterministic:
        question = partial(is_strong_enough, signature=signature, strict=strict)
        yield f"postcondition {name}", question


def _is_formal(condition: syntax.Condition | None) -> bool:
    return condition is not None and condition.formula is not None


def is_meant(inquiry: Inquiry, signature: Signature, *, strict: bool) -> Outcome:
    """Does a precondition accept and refuse on purpose?"""
    asked = Accidents(inquiry, signature)
    condition = asked.operation.precondition
    assert condition is not None
    answers = Answers(f"{signature.name} means what it accepts", "precondition", condition.span)
    found = list(asked.found())
    blocks = [_accident(each) for each in found]
    if any(each.accepted for each in found) or (found and strict):
        return answers.refuted(inquiry, "it decides by accident", *blocks)
    if asked.doubt or inquiry.doubt:
        reason = asked.doubt or inquiry.doubt
        return answers.undecided(inquiry, "no accident was found", reason, *blocks)
    summary = (
        "nil is refused by accident" if found else "nothing is accepted or refused by accident"
    )
    return answers.passed(inquiry, signature.inputs, summary, *blocks)


def _accident(accident: Accident) -> Bindings:
    return bindings(
        f"{'accepted' if accident.accepted else 'note: refused'}: {accident.words}", accident.inputs
    )


def is_strong_enough(inquiry: Inquiry, signature: Signature, *, strict: bool) -> Outcome:
    """Does a postcondition leave only one result, or lists that differ only in their order?"""
    asked = Strength(inquiry, signature)
    condition = asked.operation.postcondition
    assert condition is not None
    answers = Answers(f"{signature.name} is strong enough", "postcondition", condition.span)
    found = list(asked.findings())
    blocks = [_difference(each, signature) for each in found]
    refuting = [each for each in found if strict or not each.told.kind.is_note]
    if refuting:
        return answers.refuted(inquiry, "it allows different results for the same input", *blocks)
    doubt = asked.doubt or inquiry.doubt
    if doubt:
        return answers.undecided(
            inquiry, "it is not known to leave only one result", doubt, *blocks
        )
    summary = "it leaves only one result"
    if found:
        kinds = ", ".join(each.told.kind.value for each in found)
        summary = f"it leaves only results with the same elements; notes: {kinds}"
    return answers.passed(inquiry, (*signature.inputs, *signature.outputs), summary, *blocks)


def _difference(finding: Finding, signature: Signature) -> Block:
    kind, words = finding.told.kind, finding.told.words
    rows = [
        (part.name, show(value))
        for part, value in zip(signature.inputs, finding.inputs, strict=True)
    ]
    for number, outputs in enumerate(finding.results):
        for part, value in zip(signature.outputs, outputs, strict=True):
            rows.append((f"{part.name} {'or' if number else 'either'}", show(value)))
    note = "note: " if kind.is_note else ""
    return Bindings(f"{note}{kind.value}: {words}", tuple(rows))


def _nothing_to_check(source: Source) -> Diagnostic:
    return Diagnostic(
        "FM060",
        f"`{source.name}` has nothing to check",
        help="give an operation a `precondition:` or `postcondition:`, or add a `theorem`",
    )
