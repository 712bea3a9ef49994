"""Can pre- and postconditions hold; do bodies meet theirs; do theorems, axioms, equations hold?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking.query import SMALL, Example, Query, names
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    Outcomes,
    bindings,
    is_bounded,
    operands,
    text,
)
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.symbolic.evaluate import parts_of, type_of
from refute.languages.fmsl.symbolic.reason import fixed
from refute.languages.fmsl.symbolic.unknowns import Extent, type_key
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Measured,
    Record,
    Symbolic,
    Unsupported,
    inside,
    is_false,
    known,
    missing,
    same,
    variables_of,
)
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    ListOf,
    Named,
    Part,
    Primitive,
    TupleOf,
    Type,
)
from refute.languages.fmsl.values import Value, same as equals, show
from refute.record import record
from refute.report.outcome import Block, Lines, Outcome
from refute.source import Span
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

NOT_FOUND = "no counterexample was found"
UNDEFINED = "it is never false, but for these values it is nil"

EXACT = "this is about exact numbers; decimals that a program computes are rounded and may differ"

MOST_TRIED = 100_000
"""Maximum number of combinations of values of the universe that are tried."""

# Preconditions


def can_hold(query: Query, signature: Signature) -> Outcome:
    """Is there an input that meets the precondition?"""
    asked = OperationQuestion(query, signature)
    outcomes = asked.outcomes("can hold", "precondition")
    example = asked.example()
    if example is not None and asked.accepts(example):
        return outcomes.confirmed("an input meets it", bindings("example", asked.named(example)))
    reason = NOT_REPLAYED if example is not None else query.doubt
    if not reason:
        # Is it false for lists of any length, and for nil?
        inputs = _measured(query, signature.inputs, query.bounds.size)
        if query.is_impossible(query.holds(asked.operation.precondition, inputs)):
            return outcomes.refuted("no input meets it")
    reason = reason or f"looked at were {query.bounds}"
    return outcomes.undecided("no input was found that meets it", reason)


def _measured(query: Query, parts: Iterable[Part], size: int) -> dict[str, Symbolic]:
    """Unknown values that may be nil, with lists of which only the length is known."""
    extent = Extent(size, nil=True, nil_items=True, measured=True)
    return {part.name: query.unknowns.fresh(part.name, part.type, extent) for part in parts}


# Postconditions


class Feasibility(OperationQuestion):
    """Looks for inputs for which no output meets the postcondition."""

    def __init__(self, query: Query, signature: Signature, longest: int) -> None:
        super().__init__(query, signature)
        self.longest = longest
        self.is_small = False
        self.nil = True
        for value, of in self._wanted():
            query.play(value, of)

    def _wanted(self) -> Iterator[tuple[Symbolic, Type]]:
        """What the postcondition makes of the inputs alone: outputs are likely to be that.

        Of numbers also the neighbours, which is what an inequality asks for.
        """
        condition, checked = self.operation.postcondition, self.query.checked
        formula = None if condition is None else condition.formula
        for node in operands(formula) if formula is not None else ():
            of = checked.objects.structure(checked.type_of(node))
            if not names(node) <= self.inputs.keys() or of == BOOLEAN:
                continue
            try:
                value = self.query.evaluator.evaluate(node, self.inputs)
            except Unsupported:
                continue
            yield value, of
            if of == INTEGER and isinstance(value, Atom):
                for step in (-1, 1):
                    yield Atom(value.nil, add(value.term, integer(step))), of

    def stuck(self, *conditions: Term, in_reach: bool = False) -> Example | None:
        """Inputs without an output whose lists are within the bound; if need be, small numbers.

        With `in_reach` only those for which lists of such a length could do.
        """
        key = type_key(self.query.checked.objects, TupleOf(self.signature.outputs))
        impossible = self.query.reasoner.every(
            "output", None, key, self._outputs, self._is_no_output
        )
        query, values = self.query, self.inputs.values()
        reach = self._measured(self.longest) if in_reach else TRUE
        attempt = query.attempt(self.before, *conditions, reach, impossible)
        wishes = [conjunction(*query.plain(values))]
        found = query.best(attempt, values, wishes=wishes)
        if found is not None or not query.was_unknown or query.reasoner.exhausted:
            return found
        query.was_unknown, self.is_small = False, True
        return query.best(attempt.also(query.small(values)), values, wishes=wishes)

    def _is_no_output(self, outputs: Symbolic) -> Term:
        """Outputs do not meet the condition, or are nil where that does not count."""
        assert isinstance(outputs, Record)
        nil = [] if self.nil else map(missing, outputs.parts)
        return disjunction(*nil, negation(self._met(outputs)))

    def met_by_nil_alone(self) -> Example | None:
        """Inputs without nil for which only nil is an output, where the condition knows no nil."""
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
        """Whether lengths alone say that the inputs of an example need longer lists."""
        reasoner, fixed = self.query.reasoner, self._fixed(example)
        if not reasoner.solve([self._measured(self.longest)], fixed).is_unsat:
            return False
        return not reasoner.solve([self._measured(None)], fixed).is_unsat

    def is_ever_met(self) -> bool:
        """Whether some input is known to have an output."""
        attempt = self.query.attempt(self.before, self._met(self._outputs()))
        return not attempt.run().is_unsat

    def is_met_for(self, example: Example) -> bool:
        """Whether the inputs of an example are known to have an output after all."""
        met = self._met(self._outputs())
        return not self.query.reasoner.solve([met], self._fixed(example)).is_unsat

    def _fixed(self, example: Example) -> Mapping[Term, Term]:
        """The inputs of an example, as values of their variables."""
        return fixed(variables_of(self.inputs.values()), example.solution.model)

    def _outputs(self) -> Record:
        """Fresh outputs; quantifiers try what is in them, but nothing is made of it."""
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
        """The postcondition can hold as far as the lengths of lists go."""
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
    if example is None and asked.is_small:
        summary = "for every small input there is an output"
        return outcomes.passed(signature.inputs, summary, bound=f"numbers up to {SMALL}")
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


# What holds for all values: bodies, theorems, axioms and equations

Replay = Callable[[Example, Term], Iterable[Block] | None]
"""Shows a counterexample to a condition; None where the interpreter does not agree."""


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
        except (RecursionError, OutOfEffort):
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
    """A note where something is calculated with reals."""
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
    """Something that is said to hold for all values of its parameters.

    An equation has two sides; anything else is one formula.
    """

    name: str
    kind: str
    parameters: tuple[Part, ...]
    sides: tuple[syntax.Expression, ...]
    span: Span

    def value(self, interpreter: Interpreter, named: Mapping[str, Value]) -> Value:
        """Whether it holds for some values."""
        first, *others = (interpreter.evaluate(each, dict(named)) for each in self.sides)
        return equals(first, others[0]) if others else first

    def truth(self, query: Query, given: Mapping[str, Symbolic]) -> Atom:
        """Whether it holds for unknown values."""
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
                yield Claim(
                    name or text(formula), kind, parts_of(parameters), (formula,), each.span
                )
            case syntax.Object(variables=variables, equations=equations):
                for equation in equations:
                    if _is_constructive(checked, equation):
                        label, sides = (
                            text(equation).removesuffix(";"),
                            (equation.left, equation.right),
                        )
                        parts = parts_of(variables)
                        yield Claim(label, "equation", parts, sides, equation.span)


def _is_constructive(checked: Checked, equation: syntax.Equation) -> bool:
    """Whether all operations that an equation calls have bodies, so that it says something new."""
    called = {node.operation for node in walk(equation) if isinstance(node, syntax.Call)}
    return all(checked.operation(name).body is not None for name in called)


def holds(query: Query, claim: Claim, *, strict: bool) -> Outcome:
    """Does a claim hold for all values?"""
    outcomes = Outcomes(query, claim.name, claim.kind, claim.span)
    given = query.fresh(claim.parameters, Extent(query.bounds.size))
    allowed = query.restrictions(claim.parameters, given)
    try:
        truth = claim.truth(query, given)
    except Unsupported as reason:
        return outcomes.undecided(NOT_FOUND, f"not expressed to the solver: {reason}")

    def find(broken: Term) -> Example | None:
        values = given.values()
        return query.best(query.attempt(allowed, broken), values, wishes=query.plain(values))

    def replay(example: Example, broken: Term) -> list[Block] | None:
        named = {name: example.value(value) for name, value in given.items()}
        replayed = claim.value(query.interpreter(example), named)
        if replayed is True:
            return None
        values = {**named, **example.failing(broken, query)}
        blocks: list[Block] = [bindings("counterexample", values)] if values else []
        written = " = ".join(map(text, claim.sides))
        blocks.append(Lines("replay", (f"{written} = {show(replayed)}",)))
        return blocks + _universe(query, claim)

    quantified = [
        Part(node.variable, type_of(node.type))
        for node in walk(claim.sides[0])
        if isinstance(node, syntax.Unbounded)
    ]
    return _never_broken(
        outcomes,
        truth,
        find,
        replay,
        strict=strict,
        summaries=("there is a counterexample", "it holds for all values"),
        parts=(*claim.parameters, *quantified),
        formulas=claim.sides,
    )


def _universe(query: Query, claim: Claim) -> list[Block]:
    """What the values of the file say, where they do not see the counterexample."""
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
    """Whether the claim holds for all values of the universe; not where there are too many."""
    universe = interpreter.machine.universe
    pools = [universe.values(_type_name(part.type)) for part in claim.parameters]
    parameters = [part.name for part in claim.parameters]
    return prod(map(len, pools)) <= MOST_TRIED and all(
        claim.value(interpreter, dict(zip(parameters, values, strict=True))) is True
        for values in product(*pools)
    )


def _type_name(of: Type) -> str:
    return of.name if isinstance(of, Named | Primitive) else ""
