"""Properties of all values: bodies and their postconditions, theorems, axioms, equations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.invariants import restricted
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    Outcomes,
    bindings,
    text,
)
from refute.languages.fmsl.checking.vacuity import GOOD, vacuous
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.symbolic.reason import fixed
from refute.languages.fmsl.symbolic.unknowns import DEEPEST, Extent
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Record,
    Symbolic,
    Unsupported,
    is_false,
    known,
    same,
    variables_of,
)
from refute.languages.fmsl.symbolic.written import parts_of, type_of
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import (
    REAL,
    Constant,
    Named,
    Objects,
    Part,
    Primitive,
    TupleOf,
    Type,
    Union,
)
from refute.languages.fmsl.values import Value, same as equals, show
from refute.record import record
from refute.report.outcome import Block, Lines, Outcome
from refute.source import Span
from refute.terms import TRUE, Term, negation

NOT_FOUND = "no counterexample was found"
UNDEFINED = "it is never false, but for these values it is nil"

EXACT = "this is about exact numbers; decimals that a program computes are rounded and may differ"

MOST_TRIED = 100_000
"""Maximum number of combinations of universe values that are tried."""

Replay = Callable[[Example, Term], Iterable[Block] | None]
"""Shows a counterexample to a condition; returns None if the interpreter does not confirm it."""


def _never_broken(
    outcomes: Outcomes,
    truth: Atom,
    find: Callable[[Term], Example | None],
    replay: Replay,
    *,
    strict: bool,
    summaries: tuple[str, str],
    parts: Iterable[Part],
    formulas: Iterable[syntax.Expression],
) -> Outcome:
    """Is something never false and, if `strict`, never nil? `summaries` are for no and yes."""
    query = outcomes.query
    for broken in (is_false(truth), truth.nil):
        example = find(broken)
        if example is None:
            continue
        try:
            shown = replay(example, broken)
        except OutOfEffort:
            shown = None
        if shown is None:
            return outcomes.undecided(NOT_FOUND, query.left_open or NOT_REPLAYED)
        if strict or broken is not truth.nil:
            return outcomes.refuted(summaries[0], *shown)
        return outcomes.noted(UNDEFINED, *shown)
    if query.doubt:
        return outcomes.undecided(NOT_FOUND, query.doubt)
    return outcomes.passed(parts, summaries[1], *_about_reals(query.checked, formulas))


def _about_reals(checked: Checked, formulas: Iterable[syntax.Expression]) -> list[Block]:
    """A note if there is arithmetic on reals."""
    calculated = any(
        isinstance(node, syntax.Binary)
        and node.operator in ("+", "-", "*", "/")
        and checked.objects.structure(checked.type_of(node)) == REAL
        for formula in formulas
        for node in checked.reached(formula)
    )
    return [Lines("note", (EXACT,))] if calculated else []


def meets_postcondition(query: Query, signature: Signature, *, strict: bool) -> Outcome:
    """Does a body meet the postcondition whenever the precondition holds?"""
    asked = OperationQuestion(query, signature)
    body, condition = asked.operation.body, asked.operation.postcondition
    assert body is not None
    assert condition is not None
    assert condition.formula is not None
    outcomes = asked.outcomes("meets its postcondition", "body")
    try:
        result = query.evaluator.evaluate(body, asked.inputs)
    except Unsupported as reason:
        return outcomes.undecided(NOT_FOUND, f"not expressed to the solver: {reason}")
    given = {**asked.inputs, **_results(signature.outputs, result)}

    def replay(example: Example, _: Term) -> list[Block] | None:
        named = asked.named(example)
        inputs = list(named.values())
        result = query.interpreter(example).call(signature.name, inputs)
        outputs = [result]
        if len(signature.outputs) > 1:
            outputs = list(result) if isinstance(result, tuple) else [None] * len(signature.outputs)
        replayed = query.validated(example, signature.name, inputs, outputs)
        if replayed is None or replayed[0] is not True or replayed[1] is True:
            return None
        call = f"{signature.name}({', '.join(map(show, inputs))})"
        lines = (f"{call} = {show(result)}", f"{call} ?-> {show(result)} = {show(replayed)}")
        return [bindings("counterexample", named), Lines("replay", lines)]

    return _never_broken(
        outcomes,
        query.evaluator.condition(condition.formula, given),
        asked.example,
        replay,
        strict=strict,
        summaries=("its result does not meet it", "the result always meets it"),
        parts=signature.inputs,
        formulas=(body, condition.formula),
    )


def _results(outputs: Sequence[Part], result: Symbolic) -> Mapping[str, Symbolic]:
    if len(outputs) == 1:
        return {outputs[0].name: result}
    if isinstance(result, Record):
        return {part.name: each for part, each in zip(outputs, result.parts, strict=False)}
    return {}


@record
class Claim:
    """A claim about all values of its parameters.

    An equation has two sides; other claims have a single formula.
    """

    name: str
    kind: str
    parameters: tuple[Part, ...]
    sides: tuple[syntax.Expression, ...]
    span: Span

    def value(self, interpreter: Interpreter, named: Mapping[str, Value]) -> Value:
        """The value of the claim for some values."""
        first, *others = (interpreter.evaluate(each, dict(named)) for each in self.sides)
        return equals(first, others[0]) if others else first

    def truth(self, query: Query, given: Mapping[str, Symbolic]) -> Atom:
        """The truth value of the claim for unknown values."""
        if len(self.sides) == 1:
            return query.evaluator.condition(self.sides[0], given)
        left, right = (query.evaluator.evaluate(each, given) for each in self.sides)
        return known(same(left, right))


def claims(checked: Checked) -> Iterator[Claim]:
    """The theorems and axioms of a specification, and the equations over operations with bodies."""
    for each in checked.declarations:
        match each:
            case syntax.Theorem(name, parameters, formula) | syntax.Axiom(
                name, parameters, formula
            ):
                kind = "theorem" if isinstance(each, syntax.Theorem) else "axiom"
                parts, claimed = _opened(checked, parts_of(parameters), formula)
                yield Claim(name or text(formula), kind, parts, (claimed,), each.span)
            case syntax.Object(variables=variables, equations=equations):
                for equation in equations:
                    if _is_constructive(checked, equation):
                        label, sides = (
                            text(equation).removesuffix(";"),
                            (equation.left, equation.right),
                        )
                        parts = parts_of(variables)
                        yield Claim(label, "equation", parts, sides, equation.span)


def _opened(
    checked: Checked, parameters: tuple[Part, ...], formula: syntax.Expression
) -> tuple[tuple[Part, ...], syntax.Expression]:
    """A claim about all values of objects with invariants, turned into one about parameters.

    So it is about values that meet the invariants, however it is written.
    """
    parts, claimed = parameters, formula
    while isinstance(claimed, syntax.Unbounded) and claimed.quantifier == "forall":
        parts = (*parts, Part(claimed.variable, type_of(claimed.type)))
        inner, condition = claimed.body, claimed.condition
        if condition is not None:
            inner = syntax.If(condition, inner, None, span=claimed.span)
        claimed = inner
    quantified = parts[len(parameters) :]
    distinct = len({part.name for part in parts}) == len(parts)
    if distinct and restricted(checked, quantified):
        return parts, claimed
    return parameters, formula


def _is_constructive(checked: Checked, equation: syntax.Equation) -> bool:
    """Whether all operations called in an equation have bodies, so that it says something new.

    Variables may be called, too.
    """
    called = {node.operation for node in walk(equation) if isinstance(node, syntax.Call)}
    known = called & checked.operations.keys()
    return all(checked.operation(name).body is not None for name in known)


def holds(query: Query, claim: Claim, *, strict: bool) -> Outcome:
    """Does a claim hold for all values?"""
    outcomes = Outcomes(query, claim.name, claim.kind, claim.span)
    given = query.fresh(claim.parameters, Extent(query.bounds.size, functions=True))
    quantified = [
        Part(node.variable, type_of(node.type))
        for node in walk(claim.sides[0])
        if isinstance(node, syntax.Unbounded)
    ]
    allowed = query.restrictions(claim.parameters, given)
    try:
        truth = claim.truth(query, given)
    except Unsupported as reason:
        return outcomes.undecided(NOT_FOUND, f"not expressed to the solver: {reason}")

    def find(broken: Term) -> Example | None:
        values = given.values()
        return query.best(query.attempt(allowed, broken), values, wishes=wished.plain(values))

    def replay(example: Example, broken: Term) -> list[Block] | None:
        named = {name: example.value(value) for name, value in given.items()}
        replayed = claim.value(query.interpreter(example), named)
        if query.left_open and quantified:
            return None  # a universe without the values that the solver did not know shows nothing
        if replayed is True:  # the values in the example may not suffice
            return _proved(query, (example, broken), given, quantified)
        values = {**named, **example.failing(broken, query)}
        blocks: list[Block] = [bindings("counterexample", values)] if values else []
        written = " = ".join(map(text, claim.sides))
        blocks.append(Lines("replay", (f"{written} = {show(replayed)}",)))
        return blocks + _universe(query, claim)

    outcome = _never_broken(
        outcomes,
        truth,
        find,
        replay,
        strict=strict,
        summaries=("there is a counterexample", "it holds for all values"),
        parts=(*claim.parameters, *quantified),
        formulas=claim.sides,
    )
    if outcome.verdict not in GOOD:
        return outcome
    if allowed is not TRUE and query.is_impossible(allowed):
        return vacuous(outcome, query, "the invariants", claim.parameters)
    parts, premises = _premises(claim)
    if premises and _never_met(query, premises, (parts, given), allowed):
        met = " and ".join(f"`{text(each)}`" for each in premises)
        return vacuous(outcome, query, met, (*claim.parameters, *parts))
    return outcome


def _premises(claim: Claim) -> tuple[list[Part], list[syntax.Expression]]:
    """The premises of a claim, and the values that it quantifies besides its parameters.

    A claim that something is never so, `p => false`, has no premises.
    """
    parts: list[Part] = []
    premises: list[syntax.Expression] = []
    formula = claim.sides[0]
    while True:
        match formula:
            case syntax.Unbounded(quantifier="forall"):
                parts.append(Part(formula.variable, type_of(formula.type)))
                premises += [] if formula.condition is None else [formula.condition]
                formula = formula.body
            case syntax.Binary("=>", premise, then) | syntax.If(premise, then, None):
                premises.append(premise)
                formula = then
            case syntax.Boolean(False):
                return parts, []
            case _:
                return parts, premises


def _never_met(
    query: Query,
    premises: Sequence[syntax.Expression],
    about: tuple[Sequence[Part], Mapping[str, Symbolic]],
    allowed: Term,
) -> bool:
    """Whether premises never hold together, for quantified and given values."""
    quantified, given = about
    if len({*given, *(part.name for part in quantified)}) < len(given) + len(quantified):
        return False
    others = query.fresh(quantified, Extent(query.bounds.size, functions=True))
    try:
        met = [query.evaluator.holds(each, {**given, **others}) for each in premises]
    except Unsupported:
        return False
    return query.is_impossible(allowed, *met)


def _proved(
    query: Query,
    found: tuple[Example, Term],
    given: Mapping[str, Symbolic],
    quantified: Sequence[Part],
) -> list[Block] | None:
    """A counterexample that no finite universe shows, `exists (m:integer) forall … n <= m`.

    The solver must prove that the claim is false for every choice; this covers all values only if
    quantifiers range over numbers, truth values and combinations of these.
    """
    (example, broken), objects = found, query.checked.objects
    if not quantified or not all(_is_exact(objects, part.type, 0) for part in quantified):
        return None
    chosen = fixed(variables_of(given.values()), example.solution.model)
    if not query.reasoner.solve([negation(broken)], chosen).is_unsat:
        return None
    named = {name: example.value(value) for name, value in given.items()}
    shown: list[Block] = [bindings("counterexample", named)] if named else []
    return [*shown, Lines("proof", ("it cannot be true, whatever the quantifiers choose",))]


def _is_exact(objects: Objects, of: Type, depth: int) -> bool:
    """Whether the solver considers all values of a type, and nothing else."""
    match objects.structure(of):
        case TupleOf(parts) | Union(parts):
            return depth < DEEPEST and all(_is_exact(objects, it.type, depth + 1) for it in parts)
        case Primitive(name):
            return name != "string"
        case Constant(value):
            return not isinstance(value, str)
        case Named(name):
            return name in objects.constants
    return False


def _universe(query: Query, claim: Claim) -> list[Block]:
    """The verdict of the values in the file, if they do not show the counterexample."""
    interpreter = query.plain_interpreter()
    try:
        for each in query.checked.declarations:
            if isinstance(each, syntax.Evaluate):
                interpreter.execute(each.statement)
        if not _holds_in_universe(interpreter, claim):
            return []
    except OutOfEffort:
        return []
    universe = interpreter.machine.universe
    sizes = ", ".join(f"{len(universe.values(name))} of {name}" for name in universe.names())
    if not sizes:
        return []
    return [Lines("the universe says", (f"true, with the values of this file: {sizes}",))]


def _holds_in_universe(interpreter: Interpreter, claim: Claim) -> bool:
    """Whether the claim holds for all universe values; false if there are too many."""
    universe = interpreter.machine.universe
    pools = [universe.values(_type_name(part.type)) for part in claim.parameters]
    parameters = [part.name for part in claim.parameters]
    return prod(map(len, pools)) <= MOST_TRIED and all(
        claim.value(interpreter, dict(zip(parameters, values, strict=True))) is True
        for values in product(*pools)
    )


def _type_name(of: Type) -> str:
    return of.name if isinstance(of, Named | Primitive) else ""
