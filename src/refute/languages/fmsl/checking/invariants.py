"""Do the results of operations meet the invariants of their objects?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.pictures import ValuesAtTime, diagram
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    OperationQuestion,
    Outcomes,
    bindings,
    text,
)
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.symbolic.values import Record
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.typecheck.checker import SELF
from refute.languages.fmsl.types import ListOf, Named, Part, TupleOf, Type, Union
from refute.languages.fmsl.values import (
    Labelled,
    Record as RecordValue,
    Value,
    belongs,
    belongs_as,
    kind_of,
)
from refute.report.outcome import Outcome
from refute.terms import negation


def declared(checked: Checked) -> Iterator[syntax.Object]:
    """The objects of a specification."""
    yield from (each for each in checked.declarations if isinstance(each, syntax.Object))


def restricted(checked: Checked, parts: Sequence[Part]) -> bool:
    """Whether an invariant applies to values of these types."""
    names = {each.name for each in declared(checked) if each.invariants}
    return any(_mentions(checked, part.type, names, frozenset()) for part in parts)


def _mentions(checked: Checked, of: Type, names: set[str], within: frozenset[str]) -> bool:
    objects = checked.objects
    name = objects.nominal(of)
    if name in names or names.intersection(objects.ancestors(name)):
        return True
    if name and name in within:
        return False
    match objects.structure(of):
        case ListOf(element):
            inner: tuple[Type, ...] = (element,)
        case TupleOf(parts) | Union(parts):
            inner = tuple(part.type for part in parts)
        case _:
            return False
    return any(_mentions(checked, each, names, within | {name}) for each in inner)


def violated(
    interpreter: Interpreter, value: Value, of: Type
) -> tuple[str, syntax.Condition] | None:
    """The first invariant violated by a value or its parts, with its object.

    A value of several similar objects must meet the invariants of one of them.
    """
    if value is None:
        return None
    objects = interpreter.machine.checked.objects
    structure = objects.structure(of)
    if isinstance(structure, Union):
        own = _violated_as(interpreter, value, of)
        if own is not None:
            return own
        found = [
            violated(interpreter, value.value if isinstance(value, Labelled) else value, each.type)
            for each, label in zip(structure.alternatives, objects.labels(structure), strict=True)
            if belongs_as(objects, value, label, each.type)
        ]
    else:
        kinds: list[Type] = [Named(each) for each in objects.kinds(of)]
        fitting = objects.alike(kind_of(objects, value, of), kinds)
        found = [
            _violated_as(interpreter, value, each)
            for each in fitting
            if each == fitting[0] or belongs(objects, value, each)
        ]
    return found[0] if found and all(found) else None


def _violated_as(
    interpreter: Interpreter, value: Value, of: Type
) -> tuple[str, syntax.Condition] | None:
    """The first invariant of one object violated by a value or its parts."""
    checked = interpreter.machine.checked
    objects = checked.objects
    for name in (objects.nominal(of), *objects.ancestors(objects.nominal(of))):
        for each in declared(checked):
            for invariant in each.invariants if each.name == name else ():
                if holds(interpreter, each, invariant, value) is not True:
                    return name, invariant
    match value, objects.structure(of):
        case RecordValue(), TupleOf(parts):
            inner = [(each, part.type) for each, part in zip(value, parts, strict=False)]
        case tuple(), ListOf(element):
            inner = [(each, element) for each in value]
        case _:
            return None
    found = (violated(interpreter, each, kind) for each, kind in inner)
    return next(filter(None, found), None)


def holds(
    interpreter: Interpreter, declaration: syntax.Object, condition: syntax.Condition, state: Value
) -> Value:
    """The truth value of a condition of an object for a value of it."""
    objects, of = interpreter.machine.checked.objects, Named(declaration.name)
    structure = objects.structure(of)
    known: dict[str, Value] = {SELF: state}
    if isinstance(structure, TupleOf) and isinstance(state, tuple):
        for position, part in enumerate(structure.parts):
            place = objects.places(of, position).get(len(state), position)
            if part.name and place < len(state):
                known[part.name] = state[place]
    assert condition.formula is not None
    return interpreter.evaluate(condition.formula, known)


class Kept(OperationQuestion):
    """Searches for results that violate an invariant although the inputs do not."""

    def __init__(self, query: Query, signature: Signature) -> None:
        super().__init__(query, signature, " after")
        (self.after,) = self.results
        self.given = {**self.inputs, **self.after}

    def broken(self) -> Example | None:
        """Inputs and results that meet the conditions but violate an invariant."""
        query = self.query
        met = query.does(self.operation, self.given)
        kept = query.restrictions(self.signature.outputs, self.after)
        there = [negation(each.nil) for each in self.after.values() if isinstance(each, Record)]
        values = list(self.given.values())
        attempt = query.attempt(self.before, met, *there, negation(kept))
        return query.best(attempt, values, wishes=wished.plain(values))


def keeps_invariants(query: Query, signature: Signature) -> Outcome:
    """Do the results of an operation meet the invariants that its inputs meet?"""
    asked = Kept(query, signature)
    outcomes = Outcomes(
        query, f"{signature.name} keeps the invariants", "operation", asked.operation.span
    )
    example = asked.broken()
    if example is None:
        doubt = query.doubt
        if doubt:
            return outcomes.undecided("no broken invariant was found", doubt)
        parts = (*signature.inputs, *signature.outputs)
        return outcomes.passed(parts, "every result meets them")
    inputs = example.values(signature.inputs, asked.inputs)
    outputs = example.values(signature.outputs, asked.after)
    interpreter = query.interpreter(example)
    replayed = query.validated(example, signature.name, inputs, outputs)
    pairs = zip(signature.outputs, outputs, strict=True)
    found = next(
        filter(None, (violated(interpreter, value, part.type) for part, value in pairs)), None
    )
    if found is None or replayed is None or replayed[0] is not True or replayed[1] is False:
        return outcomes.undecided("a result was found that may break one", NOT_REPLAYED)
    owner, invariant = found
    named = {part.name: value for part, value in zip(signature.inputs, inputs, strict=True)}
    after = {part.name: value for part, value in zip(signature.outputs, outputs, strict=True)}
    summary = f"the invariant of {owner} is broken: {said(invariant)}"
    before = ValuesAtTime("before", signature.inputs, inputs)
    moments = before, ValuesAtTime("after", signature.outputs, outputs, before)
    drawn = diagram(query.checked.objects, "", moments)
    return outcomes.refuted(summary, bindings("before", named), bindings("after", after), *drawn)


def said(condition: syntax.Condition) -> str:
    """A condition in the words of its comment, or as it is written."""
    assert condition.formula is not None
    prose = " ".join(condition.prose.split()).rstrip(".")
    return prose or text(condition.formula)
