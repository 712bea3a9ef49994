"""Finding test cases: inputs and outputs that cover the conditions of an operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from refute.languages.fmsl import syntax
from refute.languages.fmsl.answers import is_bounded
from refute.languages.fmsl.consistency import OperationQuestion
from refute.languages.fmsl.inquiry import Example, Inquiry, variables_of
from refute.languages.fmsl.symbolic.reason import Attempt, Solution
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import Items, Symbolic, is_true, same
from refute.languages.fmsl.testing.branches import Branch, Branches
from refute.languages.fmsl.traverse import bare, conjuncts, names
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import Primitive
from refute.languages.fmsl.values import Record, Value
from refute.terms import (
    TRUE,
    Term,
    conjunction,
    constant,
    default_value,
    disjunction,
    negation,
)

MOST_ALLOWED = 3
"""So many allowed outputs are looked for to one input."""

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Inputs, with outputs that are allowed or one that is forbidden, and what they cover.

    `kind` is `valid`, `forbidden` or `outside`; `complete` says that no other outputs are allowed.
    """

    kind: str
    covers: str
    inputs: Values
    outputs: tuple[Values, ...] = ()
    complete: bool = False
    expected: Value = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The cases of an operation; what cannot be covered; what is not known to be."""

    signature: Signature
    cases: tuple[Case, ...]
    impossible: tuple[str, ...]
    unknown: tuple[str, ...]


class Planner(OperationQuestion):
    """Looks for the cases of one operation."""

    def __init__(self, inquiry: Inquiry, signature: Signature) -> None:
        super().__init__(inquiry, signature)
        bounds = inquiry.bounds
        self.outputs = inquiry.problem.fresh(signature.outputs, Extent(bounds.outputs, nil=True))
        self.names = {**self.inputs, **self.outputs}
        self.before_formulas = _formulas(self.operation.precondition)
        self.after_formulas = _formulas(self.operation.postcondition)
        self.after = inquiry.problem.holds(self.operation.postcondition, self.names)
        self.impossible: list[str] = []
        self.unknown: list[str] = []

    def plan(self) -> Plan:
        """All cases: valid ones, forbidden outputs, inputs outside the precondition."""
        cases = [*self._valid(), *self._forbidden(), *self._outside()]
        kept = dict.fromkeys(cases)
        return Plan(self.signature, tuple(kept), tuple(self.impossible), tuple(self.unknown))

    # Valid

    def _valid(self) -> Iterator[Case]:
        goals = [*self._branches(), *self._lists()]
        for goal in goals or [Branch("the precondition holds", TRUE)]:
            case = self._find(
                "valid", goal.label, self.names, [self.before, self.after, goal.condition]
            )
            if case is not None:
                yield case

    def _branches(self) -> list[Branch]:
        finder = Branches(self.inquiry.problem.evaluator)
        found = [each for formula in self.after_formulas for each in finder.of(formula, self.names)]
        by_label = {each.label: each for each in reversed(found)}
        return [each for each in found if by_label.get(each.label) is each]

    def _lists(self) -> Iterator[Branch]:
        """Lists among the inputs that are empty, and that are not."""
        for name, value in self.inputs.items():
            if isinstance(value, Items) and value.items:
                there = value.items[0][0]
                yield Branch(f"{name} is empty", negation(there))
                yield Branch(f"{name} is not empty", there)

    # Forbidden

    def _forbidden(self) -> Iterator[Case]:
        """Outputs that break one part of the postcondition, and if possible no other."""
        for formula, broken, others in self._broken(self.after_formulas, self.names):
            conditions = [self.before, broken]
            case = self._find("forbidden", _opposite(formula), self.names, conditions, others)
            if case is not None:
                yield case

    # Outside

    def _outside(self) -> Iterator[Case]:
        """Inputs that break one part of the precondition and no other."""
        inputs = self._nullable()
        for formula, broken, others in self._broken(self.before_formulas, inputs):
            case = self._find("outside", _opposite(formula), inputs, [broken, *others])
            if case is not None:
                yield case

    def _nullable(self) -> Mapping[str, Symbolic]:
        """Inputs of which the scalar ones may be nil, so that a test for nil can fail."""
        problem, objects = self.inquiry.problem, self.inquiry.checked.objects
        found: dict[str, Symbolic] = {}
        for part in self.signature.inputs:
            scalar = isinstance(objects.structure(part.type), Primitive)
            extent = Extent(self.inquiry.bounds.size, nil=scalar)
            found |= problem.fresh([part], extent, " outside")
        return found

    def _broken(
        self, formulas: Sequence[syntax.Expression], names: Mapping[str, Symbolic]
    ) -> Iterator[tuple[syntax.Expression, Term, list[Term]]]:
        """Each formula with the condition that it does not hold and that all others do."""
        evaluator = self.inquiry.problem.evaluator
        held = [is_true(evaluator.condition(each, names)) for each in formulas]
        for place, formula in enumerate(formulas):
            yield formula, negation(held[place]), [*held[:place], *held[place + 1 :]]

    # Search

    def _find(
        self,
        kind: str,
        label: str,
        names: Mapping[str, Symbolic],
        conditions: Sequence[Term],
        wishes: Sequence[Term] = (),
    ) -> Case | None:
        inquiry, values = self.inquiry, list(names.values())
        inquiry.was_unknown = False
        attempt = inquiry.attempt(*conditions)
        from_file = list(inquiry.from_file(self.signature.inputs, names))
        rest = [*from_file, *inquiry.plain(values)]
        example = inquiry.best(attempt, (), [conjunction(*wishes)], rest, values)
        case = None if example is None else self._case(kind, label, names, example)
        if case is None:
            unknown = inquiry.was_unknown or example is not None
            (self.unknown if unknown else self.impossible).append(f"{kind}: {label}")
        return case

    def _case(
        self, kind: str, label: str, names: Mapping[str, Symbolic], example: Example
    ) -> Case | None:
        """The case, if the interpreter agrees."""
        signature = self.signature
        inputs = tuple(example.value(names[part.name]) for part in signature.inputs)
        given = [names[part.name] for part in signature.outputs if part.name in names]
        outputs = tuple(example.value(each) for each in given) or (None,) * len(signature.outputs)
        replayed = self.inquiry.validated(example, signature.name, inputs, outputs)
        if replayed is None or not _agrees(kind, replayed, formal=bool(self.after_formulas)):
            return None
        if kind == "outside":
            return Case(kind, label, inputs, expected=replayed)
        if kind == "forbidden":
            return Case(kind, label, inputs, (outputs,), expected=replayed)
        if not self.after_formulas:
            return Case(kind, label, inputs, expected=replayed)
        allowed, complete = self._all_allowed(example, outputs)
        return Case(kind, label, inputs, allowed, complete, replayed)

    def _all_allowed(self, example: Example, first: Values) -> tuple[tuple[Values, ...], bool]:
        """Some outputs that are allowed for the inputs of an example, and whether they are all."""
        inquiry, model = self.inquiry, example.solution.model
        fixed = {
            each: constant(model.get(each, default_value(each.sort)), each.sort)
            for value in self.inputs.values()
            for each in variables_of(value)
        }
        attempt = Attempt(inquiry.problem.reasoner, fixed).also(self.after)
        found, known = [first], example
        if self._is_determined():
            return (first,), True
        while len(found) < MOST_ALLOWED:
            attempt = attempt.also(self._other_than(known))
            solution = attempt.run()
            if not solution.is_sat:
                return tuple(found), self._are_all(solution)
            known = inquiry.example(attempt, solution)
            outputs = tuple(known.value(self.outputs[part.name]) for part in self.signature.outputs)
            inputs = [known.value(self.inputs[part.name]) for part in self.signature.inputs]
            replayed = inquiry.validated(known, self.signature.name, inputs, outputs)
            if replayed == Record((True, True)) and inputs == self._values(example):
                found.append(outputs)
        return tuple(found), False

    def _are_all(self, solution: Solution) -> bool:
        """Whether no other outputs are allowed, also none with longer lists."""
        bounded = is_bounded(self.inquiry.checked.objects, self.signature.outputs)
        return solution.is_unsat and not bounded and not self.inquiry.left_open

    def _is_determined(self) -> bool:
        """Whether the postcondition says of each output what it is."""
        said = {name for formula in self.after_formulas for name in self._defined(formula)}
        return said >= {part.name for part in self.signature.outputs}

    def _defined(self, formula: syntax.Expression) -> Iterator[str]:
        match formula:
            case syntax.Binary("=", left, right):
                for side, other in ((left, right), (right, left)):
                    if isinstance(side, syntax.Name) and not names(other) & self.outputs.keys():
                        yield side.name

    def _values(self, example: Example) -> list[Value]:
        return [example.value(self.inputs[part.name]) for part in self.signature.inputs]

    def _other_than(self, example: Example) -> Term:
        """The outputs differ from those of an example."""
        return disjunction(
            *(
                negation(same(each, self.inquiry.settled(each, example)))
                for each in self.outputs.values()
            )
        )


def _agrees(kind: str, replayed: Record, *, formal: bool) -> bool:
    before, after = replayed
    match kind:
        case "valid":
            return before is True and (after is True or not formal)
        case "forbidden":
            return before is True and after is not True
        case _:
            return before is not True


def _formulas(condition: syntax.Condition | None) -> list[syntax.Expression]:
    if condition is None or condition.formula is None:
        return []
    return list(conjuncts(condition.formula))


def _opposite(formula: syntax.Expression) -> str:
    """That a formula does not hold, in words."""
    if isinstance(formula, syntax.Unary) and formula.operator == "not":
        return bare(formula.operand)
    return f"not ({bare(formula)})"
