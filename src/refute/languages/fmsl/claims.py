"""Theorems, axioms and equations: do they hold for all values, and what does the universe say?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.answers import Answers, bindings
from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.consistency import NOT_FOUND, NOT_REPLAYED, UNDEFINED, noted
from refute.languages.fmsl.inquiry import Example, Inquiry
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.symbolic.quantifiers import type_of
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import Atom, Symbolic, Unsupported, is_false, known, same
from refute.languages.fmsl.traverse import text
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.types import Named, Part, Primitive, Type
from refute.languages.fmsl.values import Value, same as equals
from refute.report.outcome import Block, Lines, Outcome
from refute.source import Span
from refute.terms import Term

MOST_TRIED = 100_000
"""So many combinations of values of the universe are tried."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is said to hold for all values of its parameters.

    An equation has a right side; anything else is one formula.
    """

    name: str
    kind: str
    parameters: tuple[Part, ...]
    formula: syntax.Expression
    right: syntax.Expression | None
    span: Span


def claims(checked: Checked) -> Iterator[Claim]:
    """The theorems and axioms of a specification, and the equations over operations with bodies."""
    for each in checked.declarations:
        match each:
            case syntax.Theorem(name, parameters, formula) | syntax.Axiom(
                name, parameters, formula
            ):
                kind = "theorem" if isinstance(each, syntax.Theorem) else "axiom"
                label = name or text(formula)
                yield Claim(label, kind, _parts(parameters), formula, None, each.span)
            case syntax.Object(variables=variables, equations=equations):
                for equation in equations:
                    if _is_constructive(checked, equation):
                        label = text(equation).removesuffix(";")
                        left, right = equation.left, equation.right
                        yield Claim(
                            label, "equation", _parts(variables), left, right, equation.span
                        )


def _parts(components: tuple[syntax.Component, ...]) -> tuple[Part, ...]:
    return tuple(Part(each.name, type_of(each.type)) for each in components)


def _is_constructive(checked: Checked, equation: syntax.Equation) -> bool:
    """Whether all operations that an equation calls have bodies, so that it says something new."""
    called = {
        node.operation
        for side in (equation.left, equation.right)
        for node in walk(side)
        if isinstance(node, syntax.Call)
    }
    return all(checked.operation(name).body is not None for name in called)


def holds(inquiry: Inquiry, claim: Claim, *, strict: bool) -> Outcome:
    """Does a claim hold for all values?"""
    answers = Answers(claim.name, claim.kind, claim.span)
    given = inquiry.problem.fresh(claim.parameters, Extent(inquiry.bounds.size))
    try:
        value = _truth(inquiry, claim, given)
    except Unsupported as reason:
        return answers.undecided(inquiry, NOT_FOUND, f"not expressed to the solver: {reason}")
    for broken in (is_false(value), value.nil):
        values = list(given.values())
        attempt = inquiry.attempt(broken)
        example = inquiry.best(attempt, (), (), inquiry.plain(values), values)
        if example is not None:
            found = _counterexample(inquiry, claim, answers, given, broken, example)
            return found if strict or broken is not value.nil else noted(found, UNDEFINED)
    if inquiry.doubt:
        return answers.undecided(inquiry, NOT_FOUND, inquiry.doubt)
    everything = (*claim.parameters, *_quantified(claim.formula))
    return answers.passed(inquiry, everything, "it holds for all values")


def _truth(inquiry: Inquiry, claim: Claim, given: Mapping[str, Symbolic]) -> Atom:
    evaluator = inquiry.problem.evaluator
    if claim.right is None:
        return evaluator.condition(claim.formula, given)
    left, right = evaluator.evaluate(claim.formula, given), evaluator.evaluate(claim.right, given)
    return known(same(left, right))


def _quantified(formula: syntax.Expression) -> Iterator[Part]:
    for node in walk(formula):
        if isinstance(node, syntax.Unbounded):
            yield Part(node.variable, type_of(node.type))


def _counterexample(
    inquiry: Inquiry,
    claim: Claim,
    answers: Answers,
    given: Mapping[str, Symbolic],
    broken: Term,
    example: Example,
) -> Outcome:
    named = {name: example.value(value) for name, value in given.items()}
    try:
        replayed = _evaluated(inquiry.interpreter(example), claim, named)
    except OutOfEffort:
        replayed = True
    if replayed is True:
        return answers.undecided(inquiry, NOT_FOUND, inquiry.left_open or NOT_REPLAYED)
    values = {**named, **example.failing(broken, inquiry)}
    blocks: list[Block] = [bindings("counterexample", values)] if values else []
    blocks.append(Lines("replay", (f"{_text(claim)} = {show(replayed)}",)))
    blocks += _universe(inquiry, claim)
    return answers.refuted(inquiry, "there is a counterexample", *blocks)


def _text(claim: Claim) -> str:
    sides = [claim.formula] if claim.right is None else [claim.formula, claim.right]
    return " = ".join(map(text, sides))


def _evaluated(interpreter: Interpreter, claim: Claim, named: Mapping[str, Value]) -> Value:
    left = interpreter.evaluate(claim.formula, dict(named))
    if claim.right is None:
        return left
    return equals(left, interpreter.evaluate(claim.right, dict(named)))


def _universe(inquiry: Inquiry, claim: Claim) -> list[Block]:
    """What the values of the file say, where they do not see the counterexample."""
    interpreter = inquiry.plain_interpreter()
    try:
        for each in inquiry.checked.declarations:
            if isinstance(each, syntax.Evaluate):
                interpreter.execute(each.statement)
        found = _in_universe(interpreter, claim)
    except OutOfEffort:
        return []
    if found is not True:
        return []
    universe = interpreter.machine.universe
    sizes = ", ".join(f"{len(universe.values(name))} of {name}" for name in universe.names())
    return [Lines("the universe says", (f"true, with the values of this file: {sizes or 'none'}",))]


def _in_universe(interpreter: Interpreter, claim: Claim) -> Value:
    """The claim for all values of the universe; None where there are too many."""
    universe = interpreter.machine.universe
    pools = [universe.values(_type_name(part.type)) for part in claim.parameters]
    names = [part.name for part in claim.parameters]
    total = 1
    for pool in pools:
        total *= len(pool)
    if total > MOST_TRIED:
        return None
    for values in islice(product(*pools), MOST_TRIED):
        found = _evaluated(interpreter, claim, dict(zip(names, values, strict=True)))
        if found is not True:
            return found
    return True


def _type_name(of: Type) -> str:
    return of.name if isinstance(of, Named | Primitive) else ""
