"""`refute check`: look for inputs that break the properties of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from refute.diagnostics import Diagnostic, NothingToCheck
from refute.frontend.node import walk
from refute.languages.funlogic import syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.counterexample import Counterexample, Smallest
from refute.languages.funlogic.interpret import Interpreted, interpret
from refute.languages.funlogic.models import smallest_model
from refute.languages.funlogic.options import CheckOptions
from refute.languages.funlogic.program import load
from refute.languages.funlogic.searching import Failures, search_for, statistics
from refute.languages.funlogic.show import show, show_value
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.funlogic.unused import never_used
from refute.languages.funlogic.values import (
    FALSE,
    Answer,
    Data,
    Instances,
    NoInstance,
    Type,
    numbers,
)
from refute.languages.language import Part, Request, Stream
from refute.languages.options import SearchOptions
from refute.report.outcome import Bindings, Block, Lines, Outcome, Verdict
from refute.search import Ended, Result, Search

SIZE = CheckOptions.size


def check(request: Request[CheckOptions]) -> Stream:
    """Try to refute every property of a file."""
    compiled = load(request.source)
    yield from never_used(compiled.checked.linked)
    properties = [
        each for each in compiled.checked.program.declarations if isinstance(each, syntax.Property)
    ]
    if not properties:
        message = f"`{request.source.name}` has no property to check"
        help_text = "add one: `property name(x) = …`"
        raise NothingToCheck([Diagnostic("FL031", message, help=help_text)])
    size = request.options.size
    for each in properties:
        label = f"property {each.name.name}"
        answer = partial(check_property, compiled, each, request, size)
        yield Part(label, answer, each.span)


def check_property(
    compiled: Compiled, claim: syntax.Property, request: Request[SearchOptions], size: int = SIZE
) -> Iterator[Outcome]:
    """Look for the smallest inputs for which a property is false or has no value."""
    names = [name.name for name in claim.parameters]
    body = compiled.expression(claim.body, names)
    inputs = [(name.name, compiled.checked.unknowns[name.span]) for name in claim.parameters]
    failures = Failures()
    evaluation = Evaluation(compiled, body, inputs, wanted=False, keep_stuck=True)
    smallest = Smallest(own_unknowns=_has_unknowns(compiled, claim))
    search = search_for(
        evaluation, request, "best-first", cost=size, failures=failures, check=smallest.check
    )
    instances = Instances(compiled.checked.datatypes, compiled.functions.of)
    doubtful = ""
    with search.interruptible():
        for result in search:
            try:
                values = _concrete(result, search, instances)
            except NoInstance as reason:
                doubtful = str(reason)
                continue
            replayed = interpret(compiled, body, values)
            if _is_false(replayed) or replayed.is_stuck:
                smallest.add(Counterexample(values, replayed), search)
            elif result.value.stuck is None:
                doubtful = "a counterexample was found that does not replay"
    if smallest.found is not None:
        yield _refuted(compiled, claim, smallest.found, search)
    else:
        witness = partial(_witness, compiled, claim, inputs, request, size)
        among = "the program's functions" if evaluation.machine.guessed else ""
        yield _not_refuted(claim, search, failures, doubtful, size, witness, among)


def _has_unknowns(compiled: Compiled, claim: syntax.Property) -> bool:
    """Whether the property or a function has unknowns of its own."""
    bodies = [each.body for every in compiled.checked.functions.values() for each in every]
    return any(
        isinstance(node, syntax.Free) for body in (claim.body, *bodies) for node in walk(body)
    )


def _witness(
    compiled: Compiled,
    claim: syntax.Property,
    inputs: Sequence[tuple[str, Type | None]],
    request: Request[SearchOptions],
    size: int,
) -> tuple[str, Search[Found] | None]:
    """The premise of a property, and the search for an input that meets it, if it found none.

    Without a premise, the search is for an input for which the property holds.
    """
    premise = premise_of(claim.body)
    condition = compiled.expression(
        claim.body if premise is None else premise, [name.name for name in claim.parameters]
    )
    evaluation = Evaluation(compiled, condition, inputs, wanted=True)
    search = search_for(evaluation, request, "best-first", results=1, cost=size)
    with search.interruptible():
        found = list(search)
    return "" if premise is None else show(premise), None if found else search


def premise_of(claim: syntax.Expression) -> syntax.Expression | None:
    """The condition under which the rest of a claim is evaluated, if it is written as a premise."""
    match claim:
        case syntax.Case(premise, (syntax.Alternative(syntax.ConstructorPattern("True"), rest),)):
            pass
        case syntax.If(premise, rest, syntax.Constructor("True")):
            pass
        case syntax.Operation("==>", premise, rest):
            pass
        case syntax.Operation("or", syntax.Not(premise), rest):
            pass
        case _:
            return None
    inner = premise_of(rest)
    if inner is None:
        return premise
    return syntax.Operation("and", premise, inner, span=premise.span.to(inner.span))


def _concrete(
    result: Result[Found], search: Search[Found], instances: Instances
) -> tuple[Answer, ...]:
    unknowns = numbers(result.value.inputs)
    model = smallest_model(unknowns, result.path, search.session) if unknowns else None
    if model is None:
        model = search.session.model(result.path) if len(result.path) else {}
    return tuple(instances.concrete(value, model or {}) for value in result.value.inputs)


def _is_false(replayed: Interpreted) -> bool:
    return any(
        isinstance(value, Data) and value.constructor is FALSE.constructor
        for value in replayed.values
    )


def _refuted(
    compiled: Compiled,
    claim: syntax.Property,
    found: Counterexample,
    search: Search[Found],
) -> Outcome:
    values, replayed = found.inputs, found.replayed
    rows = tuple(
        (name.name, show_value(value, compiled.checked.unknowns[name.span]))
        for name, value in zip(claim.parameters, values, strict=True)
    )
    summary = "there is a counterexample" if rows else "it is false"
    if not _is_false(replayed) and replayed.stuck is not None:
        summary = f"for these inputs it has no value: {replayed.stuck.message}"
    if search.ended not in {Ended.EXHAUSTED, Ended.COST}:
        summary += "; there may be a smaller one"
    blocks: list[Block] = [Bindings("counterexample", rows)] if rows else []
    blocks.append(Lines("replay", tuple(_replay(compiled, claim, values, replayed))))
    return _outcome(claim, Verdict.REFUTED, summary, search, blocks=tuple(blocks))


_LITERALS = (
    syntax.Integer
    | syntax.Decimal
    | syntax.Constructor
    | syntax.ListOf
    | syntax.Text
    | syntax.Character
)


def _replay(
    compiled: Compiled, claim: syntax.Property, values: Sequence[Answer], replayed: Interpreted
) -> list[str]:
    """The values of the property and, if it is a comparison, of both its sides."""
    names = [name.name for name in claim.parameters]
    parts: list[syntax.Expression] = [claim.body]
    if isinstance(claim.body, syntax.Operation) and claim.body.operator not in {"and", "or", "?"}:
        parts = [claim.body.left, claim.body.right, claim.body]
    lines = []
    for part in parts:
        if not isinstance(part, _LITERALS):
            value = (
                replayed
                if part is claim.body
                else interpret(compiled, compiled.expression(part, names), values)
            )
            lines.append(f"{show(part)} = {value.shown(compiled.checked.asked.get(part.span))}")
    return lines


def _not_refuted(
    claim: syntax.Property,
    search: Search[Found],
    failures: Failures,
    doubtful: str,
    size: int,
    witness: Callable[[], tuple[str, Search[Found] | None]],
    among: str,
) -> Outcome:
    bound = f"inputs of at most {size} constructors, with any numbers"
    bound += f" and {among}" if among else ""
    if doubtful or failures.floundered:
        reason = doubtful or failures.floundered
    elif search.statistics.unknown:
        reason = search.budget.effort.doubt
    elif search.ended in {Ended.EXHAUSTED, Ended.COST}:
        premise, missing = witness()
        if missing is not None:
            return _vacuous(claim, premise, missing, bound)
        if search.ended is Ended.EXHAUSTED and not among:
            return _outcome(claim, Verdict.CONFIRMED, "it holds for all inputs", search)
        if search.ended is Ended.EXHAUSTED:
            bound = f"any inputs, with {among}"
        return _outcome(claim, Verdict.PASSED, "no counterexample was found", search, bound=bound)
    else:
        reason = str(search.ended)
        settled = search.settled()
        if settled:
            reason += f"; no counterexample with fewer than {settled} constructors"
    return _outcome(claim, Verdict.UNDECIDED, "no counterexample was found", search, reason=reason)


def _vacuous(claim: syntax.Property, premise: str, search: Search[Found], bound: str) -> Outcome:
    """The outcome if no input was found that puts the property to the test."""
    meets = f"meets the premise `{premise}`" if premise else "gives it a value"
    reason = f"no input {meets}"
    if not search.complete:
        reason = f"no input was found that {meets}"
        reason += f", among {bound}" if search.ended is Ended.COST else f": {search.ended}"
    summary = "nothing was put to the test"
    return _outcome(claim, Verdict.UNDECIDED, summary, search, reason=reason, word="vacuous")


def _outcome(
    claim: syntax.Property,
    verdict: Verdict,
    summary: str,
    search: Search[Found],
    *,
    bound: str = "",
    reason: str = "",
    blocks: tuple[Block, ...] = (),
    word: str = "",
) -> Outcome:
    return Outcome(
        question=claim.name.name,
        kind="property",
        verdict=verdict,
        summary=summary,
        bound=bound,
        reason=reason,
        blocks=blocks,
        statistics=statistics(search),
        place=str(claim.name.span),
        seconds=search.statistics.seconds,
        word=word,
    )
