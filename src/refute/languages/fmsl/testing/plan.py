"""Generation of test cases: inputs and outputs that cover the conditions of an operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.query import Example, Query, names
from refute.languages.fmsl.checking.question import OperationQuestion, bare, is_bounded
from refute.languages.fmsl.symbolic.evaluate import Evaluator, Names
from refute.languages.fmsl.symbolic.models import settle
from refute.languages.fmsl.symbolic.operators import listed
from refute.languages.fmsl.symbolic.reason import Attempt, fixed
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import (
    Items,
    Nothing,
    Symbolic,
    is_true,
    same,
    variables_of,
)
from refute.languages.fmsl.symbolic.written import type_of
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import Primitive
from refute.languages.fmsl.values import Record, Value
from refute.record import record
from refute.solver.preferences import Solution
from refute.terms import TRUE, Term, conjunction, disjunction, negation

MOST_ALLOWED = 3
"""Maximum number of allowed outputs that are searched for one input."""

Values = tuple[Value, ...]


@record
class Case:
    """Inputs, with allowed outputs or a forbidden one, and what they cover.

    `kind` is `valid`, `forbidden` or `outside`; `complete` means that no other outputs are allowed.
    """

    kind: str
    covers: str
    inputs: Values
    outputs: tuple[Values, ...] = ()
    complete: bool = False
    expected: Value = None


@record
class Plan:
    """The cases of an operation, what cannot be covered, and what is undecided."""

    signature: Signature
    cases: tuple[Case, ...]
    impossible: tuple[str, ...]
    unknown: tuple[str, ...]


class Planner(OperationQuestion):
    """Searches for the cases of one operation."""

    def __init__(self, query: Query, signature: Signature) -> None:
        super().__init__(query, signature)
        extent = Extent(query.bounds.outputs, nil=True)
        self.outputs = query.fresh(signature.outputs, extent)
        self.names = {**self.inputs, **self.outputs}
        self.before_formulas = _formulas(self.operation.precondition)
        self.after_formulas = _formulas(self.operation.postcondition)
        self.after = query.holds(self.operation.postcondition, self.names)
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
        finder = Branches(self.query.evaluator)
        found = [each for formula in self.after_formulas for each in finder.of(formula, self.names)]
        by_label = {each.label: each for each in reversed(found)}
        return [each for each in found if by_label.get(each.label) is each]

    def _lists(self) -> Iterator[Branch]:
        """Branches for input lists that are empty, and that are not."""
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
        """Inputs whose scalars may be nil, so that a test for nil can fail."""
        objects = self.query.checked.objects
        found: dict[str, Symbolic] = {}
        for part in self.signature.inputs:
            scalar = isinstance(objects.structure(part.type), Primitive)
            extent = Extent(self.query.bounds.size, nil=scalar)
            found |= self.query.fresh([part], extent, " outside")
        return found

    def _broken(
        self, formulas: Sequence[syntax.Expression], names: Mapping[str, Symbolic]
    ) -> Iterator[tuple[syntax.Expression, Term, list[Term]]]:
        """Each formula with the conditions that it does not hold and that all others do."""
        evaluator = self.query.evaluator
        held = [is_true(evaluator.condition(each, names)) for each in formulas]
        for index, formula in enumerate(formulas):
            yield formula, negation(held[index]), [*held[:index], *held[index + 1 :]]

    # Search

    def _find(
        self,
        kind: str,
        label: str,
        names: Mapping[str, Symbolic],
        conditions: Sequence[Term],
        wishes: Sequence[Term] = (),
    ) -> Case | None:
        query, values = self.query, names.values()
        query.was_unknown = False
        from_file = list(wished.from_file(query, self.signature.inputs, names))
        rest = [*from_file, *wished.plain(values)]
        first = [conjunction(*wishes)]
        example = query.best(query.attempt(*conditions), values, first=first, wishes=rest)
        case = None if example is None else self._case(kind, label, names, example)
        if case is None:
            unknown = query.was_unknown or example is not None
            (self.unknown if unknown else self.impossible).append(f"{kind}: {label}")
        return case

    def _case(
        self, kind: str, label: str, names: Mapping[str, Symbolic], example: Example
    ) -> Case | None:
        """The case, if the interpreter confirms it."""
        signature = self.signature
        inputs = example.values(signature.inputs, names)
        given = [names[part.name] for part in signature.outputs if part.name in names]
        outputs = tuple(example.value(each) for each in given) or (None,) * len(signature.outputs)
        replayed = self.query.validated(example, signature.name, inputs, outputs)
        if replayed is None or not _agrees(kind, replayed, formal=bool(self.after_formulas)):
            return None
        if kind == "forbidden":
            return Case(kind, label, inputs, (outputs,), expected=replayed)
        if kind == "outside" or not self.after_formulas:
            return Case(kind, label, inputs, expected=replayed)
        allowed, complete = self._all_allowed(example, outputs)
        return Case(kind, label, inputs, allowed, complete, replayed)

    def _all_allowed(self, example: Example, first: Values) -> tuple[tuple[Values, ...], bool]:
        """Some allowed outputs for the inputs of an example, and whether they are all."""
        if self._is_determined():
            return (first,), True
        query, signature = self.query, self.signature
        given = fixed(variables_of(self.inputs.values()), example.solution.model)
        attempt = Attempt(query.reasoner, given).also(self.after)
        found, known = [first], example
        while len(found) < MOST_ALLOWED:
            attempt = attempt.also(self._other_than(known))
            solution = attempt.run()
            if not solution.is_sat:
                return tuple(found), self._are_all(solution)
            known = query.example(attempt, solution)
            inputs = known.values(signature.inputs, self.inputs)
            outputs = known.values(signature.outputs, self.outputs)
            replayed = query.validated(known, signature.name, inputs, outputs)
            same_inputs = inputs == example.values(signature.inputs, self.inputs)
            if replayed == Record((True, True)) and same_inputs:
                found.append(outputs)
        return tuple(found), False

    def _are_all(self, solution: Solution) -> bool:
        """Whether no other outputs are allowed, including those with longer lists."""
        bounded = is_bounded(self.query.checked.objects, self.signature.outputs)
        return solution.is_unsat and not bounded and not self.query.left_open

    def _is_determined(self) -> bool:
        """Whether the postcondition defines each output."""
        defined = {name for formula in self.after_formulas for name in self._defined(formula)}
        return defined >= {part.name for part in self.signature.outputs}

    def _defined(self, formula: syntax.Expression) -> Iterator[str]:
        match formula:
            case syntax.Binary("=", left, right):
                for side, other in ((left, right), (right, left)):
                    if isinstance(side, syntax.Name) and not names(other) & self.outputs.keys():
                        yield side.name

    def _other_than(self, example: Example) -> Term:
        """The condition that the outputs differ from those of an example."""
        model = example.solution.model
        settled = [
            (each, settle(each, None, model, lambda _kind, _part: None))
            for each in self.outputs.values()
        ]
        return disjunction(*(negation(same(one, other)) for one, other in settled))


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
    """The conjuncts of a condition, in order."""
    if condition is None or condition.formula is None:
        return []
    found, pending = [], [condition.formula]
    while pending:
        match pending.pop():
            case syntax.Binary("and", left, right):
                pending += [right, left]
            case other:
                found.append(other)
    return found


def _opposite(formula: syntax.Expression) -> str:
    """The negation of a formula, in words."""
    if isinstance(formula, syntax.Unary) and formula.operator == "not":
        return bare(formula.operand)
    return f"not ({bare(formula)})"


# Ways in which a condition can hold


@record
class Branch:
    """A way in which a condition can hold, in words and as a condition."""

    label: str
    condition: Term

    def under(self, condition: Term) -> Branch:
        """This branch under an additional condition."""
        return Branch(self.label, conjunction(condition, self.condition))


@record
class Branches:
    """Finds the branches of expressions."""

    evaluator: Evaluator

    def of(self, expression: syntax.Expression, names: Names) -> list[Branch]:
        """The branches of a condition; one that does not branch has none."""
        match expression:
            case syntax.Binary("and", left, right):
                return [*self.of(left, names), *self.of(right, names)]
            case syntax.Binary("or" | "xor", left, right):
                return [*self._only(left, right, names), *self._only(right, left, names)]
            case syntax.Binary("=>", left, right):
                return self._decided(left, right, None, names)
            case syntax.Binary("iff", left, right):
                both = [self.evaluator.holds(each, names) for each in (left, right)]
                label = f"{bare(left)} iff {bare(right)}"
                return [
                    Branch(f"both sides of {label}", conjunction(*both)),
                    Branch(f"neither side of {label}", conjunction(*map(negation, both))),
                ]
            case syntax.If(condition, then, otherwise):
                return self._decided(condition, then, otherwise, names)
            case syntax.Bounded():
                return list(self._bounded(expression, names))
            case syntax.Unbounded("forall"):
                return list(self._unbounded(expression, names))
            case syntax.Call(operation, arguments):
                return self._called(operation, arguments, names)
            case _:
                return []

    def _only(
        self, chosen: syntax.Expression, other: syntax.Expression, names: Names
    ) -> Iterator[Branch]:
        """One of two, and not the other."""
        here = conjunction(
            self.evaluator.holds(chosen, names), negation(self.evaluator.holds(other, names))
        )
        yield Branch(f"only {bare(chosen)}", here)
        yield from (each.under(here) for each in self.of(chosen, names))

    def _decided(
        self,
        condition: syntax.Expression,
        then: syntax.Expression,
        otherwise: syntax.Expression | None,
        names: Names,
    ) -> list[Branch]:
        held = self.evaluator.holds(condition, names)
        label, opposite = bare(condition), negation(held)
        return [
            Branch(label, held),
            Branch(f"not ({label})", opposite),
            *(each.under(held) for each in self.of(then, names)),
            *(each.under(opposite) for each in (self.of(otherwise, names) if otherwise else ())),
        ]

    def _bounded(self, expression: syntax.Bounded, names: Names) -> Iterator[Branch]:
        """Branches of a bounded quantifier: no items, or each branch of the body for some item."""
        if isinstance(expression.collection, syntax.Range):
            return
        whole = self.evaluator.evaluate(expression.collection, names)
        items = () if isinstance(whole, Nothing) else listed(whole).items
        label = f"{expression.variable} in {bare(expression.collection)}"
        yield Branch(f"some {label}", disjunction(*(there for there, _ in items)))
        yield Branch(f"no {label}", conjunction(*(negation(there) for there, _ in items)))
        found: dict[str, list[Term]] = {}
        for there, item in items:
            for inner in self.of(expression.body, {**names, expression.variable: item}):
                found.setdefault(inner.label, []).append(conjunction(there, inner.condition))
        for text, conditions in found.items():
            yield Branch(text, disjunction(*conditions))

    def _unbounded(self, expression: syntax.Unbounded, names: Names) -> Iterator[Branch]:
        """Each branch of the body, for some value."""
        extent, of = Extent(self.evaluator.size), type_of(expression.type)
        value = self.evaluator.unknowns.fresh(expression.variable, of, extent)
        inner = {**names, expression.variable: value}
        inside = self.evaluator.holds(expression.condition, inner)
        yield from (each.under(inside) for each in self.of(expression.body, inner))

    def _called(
        self, name: str, arguments: tuple[syntax.Expression, ...], names: Names
    ) -> list[Branch]:
        """The branches of the body of a function that is not recursive."""
        operation = self.evaluator.checked.operation(name)
        if operation.body is None or any(
            isinstance(each, syntax.Call) and each.operation == name
            for each in walk(operation.body)
        ):
            return []
        given = [self.evaluator.evaluate(each, names) for each in arguments]
        inner = dict(zip((each.name for each in operation.inputs), given, strict=True))
        return self.of(operation.body, inner)
