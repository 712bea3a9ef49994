"""What do sequences of operations lead to, from an initial state?

A sequence of k operations is one formula: k + 1 unknown states, and for each step the number of the
operation that leads from one state to the next. Shorter lengths are tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.invariants import declared, holds, said
from refute.languages.fmsl.checking.pictures import ValuesAtTime, diagram
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import (
    NOT_REPLAYED,
    Outcomes,
    is_bounded,
)
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.symbolic.evaluate import Names
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import Symbolic, same
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import BOOLEAN, Named, Part, TupleOf
from refute.languages.fmsl.values import Record as RecordValue, Value, show
from refute.record import record
from refute.report.outcome import Block, Outcome, Table
from refute.source import Span
from refute.terms import Term, conjunction, disjunction, equal, evaluate, integer, negation

FEWEST_STEPS = 4
"""Maximum length of sequences that are tried whatever they cost, unless a length is given."""

MOST_STEPS = 12
"""Maximum length of sequences, unless a length is given."""

SHARE_OF_LENGTH = 40
"""Longer sequences may spend the effort of a question, divided by this."""


@record
class Step:
    """An operation that leads from a state to the next one."""

    signature: Signature
    state: Part
    next_state: Part


def steps_of(checked: Checked, declaration: syntax.Object) -> list[Step]:
    """The operations with one input and one output that are states of an object."""
    name, found = declaration.name, []
    for signature in checked.operations.values():
        operation = checked.operation(signature.name)
        states = [
            [part for part in parts if checked.objects.nominal(part.type) == name]
            for parts in (signature.inputs, signature.outputs)
        ]
        condition = operation.postcondition
        says = operation.body is not None or (
            condition is not None and condition.formula is not None
        )
        if says and not operation.auxiliary and all(len(each) == 1 for each in states):
            found.append(Step(signature, states[0][0], states[1][0]))
    return found


@record
class Taken:
    """The action of a step in a sequence, and the resulting state."""

    operation: str
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    state: Value


class Sequences:
    """Unknown sequences of operations on one object, extended step by step."""

    def __init__(self, query: Query, declaration: syntax.Object) -> None:
        self.query = query
        self.declaration = declaration
        self.steps = steps_of(query.checked, declaration)
        self.of = Named(declaration.name)
        self.states = [self._state()]
        self.choices: list[Term] = []
        self.inputs: list[list[Mapping[str, Symbolic]]] = []
        self.attempt = query.attempt(self._initially(self.states[0]))

    def _state(self) -> Symbolic:
        extent = Extent(self.query.bounds.outputs)
        return self.query.fresh([Part("state", self.of)], extent)["state"]

    def _initially(self, state: Symbolic) -> Term:
        initial = self.declaration.initial
        assert initial is not None
        assert initial.formula is not None
        evaluator = self.query.evaluator
        scope = self.query.state_scope(self.declaration, state)
        if is_condition(self.query.checked, initial):
            return evaluator.holds(initial.formula, scope)
        return same(state, evaluator.evaluate(initial.formula, {}))

    def extend(self) -> None:
        """Add one operation."""
        before, after = self.states[-1], self._state()
        number = self.query.unknowns.number("operation", 0)
        made = [self._inputs(step) for step in self.steps]
        taken = [
            conjunction(
                equal(number, integer(index)),
                self._does(step, {**given, step.state.name: before, step.next_state.name: after}),
            )
            for index, (step, given) in enumerate(zip(self.steps, made, strict=True))
        ]
        self.states.append(after)
        self.choices.append(number)
        self.inputs.append(made)
        self.attempt = self.attempt.also(disjunction(*taken))

    def search(self, most: int | None, wanted: Callable[[], Term]) -> tuple[Example | None, int]:
        """The first example with its length, or None and the length up to which there is none.

        If the result for a length that nobody asked for is unknown, that for shorter ones counts.
        """
        query, known = self.query, 0
        for length in self._growing(most):
            example = self.find(wanted())
            if example is not None:
                return example, length
            if query.was_unknown and (most is not None or length <= FEWEST_STEPS):
                break
            if query.was_unknown:
                query.was_unknown = query.reasoner.exhausted
                break
            known = length
        return None, known

    def _growing(self, most: int | None) -> Iterator[int]:
        """Lengths from 0 on, each after the sequences were extended to it.

        Without a maximum, as many as a share of the effort allows.
        """
        yield 0
        if not self.steps:
            return
        effort = self.query.session.effort
        for length in range(1, 1 + (MOST_STEPS if most is None else most)):
            spent = effort.spent
            self.extend()
            yield length
            expected = 2 * effort.spent - spent
            costly = expected > effort.allowance // SHARE_OF_LENGTH
            if most is None and length >= FEWEST_STEPS and costly:
                return

    def _inputs(self, step: Step) -> Mapping[str, Symbolic]:
        extent, signature = Extent(self.query.bounds.size), step.signature
        inputs = [part for part in signature.inputs if part != step.state]
        outputs = [part for part in signature.outputs if part != step.next_state]
        larger = Extent(self.query.bounds.outputs, nil=True)
        return {**self.query.fresh(inputs, extent), **self.query.fresh(outputs, larger)}

    def _does(self, step: Step, given: Names) -> Term:
        """The conditions of an operation for its inputs and outputs."""
        operation = self.query.checked.operation(step.signature.name)
        others = [part for part in step.signature.inputs if part != step.state]
        return conjunction(
            self.query.restrictions(others, given),
            self.query.holds(operation.precondition, given),
            self.query.does(operation, given),
        )

    def condition(self, condition: syntax.Condition) -> Term:
        """The condition that the last state satisfies a condition of the object."""
        scope = self.query.state_scope(self.declaration, self.states[-1])
        return self.query.holds(condition, scope)

    def find(self, condition: Term) -> Example | None:
        """A sequence of this length after which a condition holds."""
        inner = [each for made in self.inputs for given in made for each in given.values()]
        values = [*self.states, *inner]
        attempt = self.attempt.also(condition)
        wishes = [*wished.plain(values), wished.small(values)]
        chosen = [
            equal(number, integer(index))
            for number in self.choices
            for index in range(len(self.steps))
        ]
        return self.query.best(
            attempt, self.states[-1:], wishes=wishes, kind=[*chosen, *self.states]
        )

    def taken(self, example: Example) -> list[Taken]:
        """The action and state of each step of a sequence that was found."""
        found = []
        for index, number in enumerate(self.choices):
            chosen = evaluate(number, example.solution.model)
            assert isinstance(chosen, int)
            step, given = self.steps[chosen], self.inputs[index][chosen]
            known = {
                **given,
                step.state.name: self.states[index],
                step.next_state.name: self.states[index + 1],
            }
            signature, state = step.signature, example.value(self.states[index + 1])
            inputs = example.values(signature.inputs, known)
            outputs = example.values(signature.outputs, known)
            found.append(Taken(signature.name, inputs, outputs, state))
        return found

    def replayed(self, example: Example, wanted: Callable[[Interpreter, Value], bool]) -> bool:
        """Whether the interpreter confirms every step, and the condition at the end."""
        interpreter = self.query.interpreter(example)
        initial, first = self.declaration.initial, example.value(self.states[0])
        assert initial is not None
        assert initial.formula is not None
        try:
            if is_condition(self.query.checked, initial):
                begins = holds(interpreter, self.declaration, initial, first) is True
            else:
                value = interpreter.evaluate(initial.formula)
                begins = show(value) == show(first) or (not value and not first)
            steps = self.taken(example)
            agreed = all(
                self.query.validated(example, each.operation, each.inputs, each.outputs)
                in (RecordValue((True, True)), RecordValue((True, None)))
                for each in steps
            )
            return begins and agreed and wanted(interpreter, example.value(self.states[-1]))
        except OutOfEffort:
            return False

    def blocks(self, example: Example) -> list[Block]:
        """The steps of a sequence as a table and as a drawing, each with the resulting state."""
        structure = self.query.checked.objects.structure(self.of)
        parts = structure.parts if isinstance(structure, TupleOf) else ()
        named = bool(parts) and all(part.name for part in parts)
        first = example.value(self.states[0])
        taken = self.taken(example)
        calls = ["initially", *map(self._call, taken)]
        states = [first, *(each.state for each in taken)]
        rows = [
            (str(number), call, *self._cells(state, named=named))
            for number, (call, state) in enumerate(zip(calls, states, strict=True))
        ]
        columns = [part.name for part in parts] if named else [self.declaration.name]
        title = f"the shortest sequence, with the states of {self.declaration.name}"
        table = Table(title, ("step", "operation", *columns), tuple(rows))
        return [table, *self._drawn(calls, states)]

    def _call(self, taken: Taken) -> str:
        """An operation call with its inputs except the state."""
        checked = self.query.checked
        others = [
            show(value)
            for part, value in zip(
                checked.operations[taken.operation].inputs, taken.inputs, strict=True
            )
            if checked.objects.nominal(part.type) != self.declaration.name
        ]
        return f"{taken.operation}({', '.join(others)})"

    def _drawn(self, calls: list[str], states: list[Value]) -> list[Block]:
        """The states as pictures, each compared with the previous one."""
        moments: list[ValuesAtTime] = []
        for number, (call, state) in enumerate(zip(calls, states, strict=True)):
            earlier = moments[-1] if moments else None
            parts = [Part("", self.of)]
            moments.append(ValuesAtTime(f"{number}  {call}", parts, [state], earlier))
        return diagram(self.query.checked.objects, "", moments)

    def _cells(self, state: Value, *, named: bool) -> tuple[str, ...]:
        if named and isinstance(state, RecordValue):
            return tuple(map(show, state))
        return (show(state),)


def is_condition(checked: Checked, initial: syntax.Condition) -> bool:
    """Whether the initial state is given by a condition rather than a value."""
    assert initial.formula is not None
    return checked.objects.structure(checked.type_of(initial.formula)) == BOOLEAN


def sequences(
    checked: Checked, steps: int | None
) -> Iterator[tuple[str, Callable[[Query], Outcome], Span]]:
    """The questions about the states that operations reach from an initial one."""
    for declaration in declared(checked):
        if declaration.initial is None or not _is_said(declaration.initial):
            continue
        for invariant in filter(_is_said, declaration.invariants):
            stay = partial(stays, declaration=declaration, invariant=invariant, steps=steps)
            yield f"invariant {_about(declaration, invariant)}", stay, declaration.span
        for goal in filter(_is_said, declaration.goals):
            reach = partial(reaches, declaration=declaration, goal=goal, steps=steps)
            yield f"goal {_about(declaration, goal)}", reach, declaration.span


def _about(declaration: syntax.Object, condition: syntax.Condition) -> str:
    return f"of {declaration.name} ({said(condition)})"


def _is_said(condition: syntax.Condition) -> bool:
    """Whether a condition is a finished formula."""
    formula = condition.formula
    return formula is not None and not any(
        isinstance(each, syntax.Unfinished) for each in walk(formula)
    )


def _outcomes(query: Query, condition: syntax.Condition, question: str, kind: str) -> Outcomes:
    return Outcomes(query, question, kind, condition.span)


def stays(
    query: Query, declaration: syntax.Object, invariant: syntax.Condition, steps: int | None
) -> Outcome:
    """Does an invariant hold in every reachable state?"""
    question = _about(declaration, invariant)
    outcomes = _outcomes(query, invariant, question, "invariant")
    sequences = Sequences(query, declaration)
    if not query.left_open and any(
        _is_inductive(query, declaration, each) for each in ((invariant,), declaration.invariants)
    ):
        of = Part("", Named(declaration.name))
        return outcomes.passed([of], "it holds initially, and every operation keeps it")
    query.was_unknown = False
    example, length = sequences.search(steps, lambda: negation(sequences.condition(invariant)))
    doubt = query.doubt or query.left_open
    if example is None and doubt:
        return outcomes.undecided("no sequence was found that breaks it", doubt)
    if example is None:
        bound = f"sequences of up to {_operations(length)}"
        of = Part("", Named(declaration.name))
        return outcomes.passed([of], "no sequence breaks it", bound=bound)
    wanted = partial(_fails, declaration, invariant)
    if not sequences.replayed(example, wanted) or query.left_open:
        reason = query.left_open or NOT_REPLAYED
        return outcomes.undecided("a sequence was found that may break it", reason)
    summary = "it fails initially" if not length else f"it fails after {_operations(length)}"
    return outcomes.refuted(summary, *sequences.blocks(example))


def _is_inductive(
    query: Query, declaration: syntax.Object, invariants: Sequence[syntax.Condition]
) -> bool:
    """Whether invariants hold initially, and after each operation if they did before."""
    sequences = Sequences(query, declaration)
    kept = conjunction(*map(sequences.condition, invariants))
    if not query.is_impossible(*sequences.attempt.roots, negation(kept)):
        return False
    if not sequences.steps:
        return True
    sequences.attempt = query.attempt(kept)
    sequences.extend()
    broken = negation(conjunction(*map(sequences.condition, invariants)))
    return query.solve(sequences.attempt.also(broken)).is_unsat


def _fails(
    declaration: syntax.Object, condition: syntax.Condition, interpreter: Interpreter, state: Value
) -> bool:
    return holds(interpreter, declaration, condition, state) is not True


def _operations(number: int) -> str:
    return "1 operation" if number == 1 else f"{number} operations"


def reaches(
    query: Query, declaration: syntax.Object, goal: syntax.Condition, steps: int | None
) -> Outcome:
    """Is there a sequence of operations that reaches a goal?"""
    question = _about(declaration, goal)
    outcomes = _outcomes(query, goal, question, "goal")
    sequences = Sequences(query, declaration)
    example, length = sequences.search(steps, lambda: sequences.condition(goal))
    doubt = query.doubt or query.left_open
    if example is None and doubt:
        return outcomes.undecided("no sequence was found that leads to it", doubt)
    if example is None and _never_entered(query, declaration, goal):
        return outcomes.refuted("it does not hold initially, and no operation leads to it")
    if example is None:
        reason = f"only sequences of up to {_operations(length)}, and {query.bounds}, were tried"
        return outcomes.undecided("no sequence was found that leads to it", reason)

    def met(interpreter: Interpreter, state: Value) -> bool:
        return holds(interpreter, declaration, goal, state) is True

    if not sequences.replayed(example, met) or query.left_open:
        reason = query.left_open or NOT_REPLAYED
        return outcomes.undecided("a sequence was found that may lead to it", reason)
    where = "it holds initially" if not length else f"it is reached after {_operations(length)}"
    return outcomes.confirmed(where, *sequences.blocks(example))


def _never_entered(query: Query, declaration: syntax.Object, goal: syntax.Condition) -> bool:
    """Whether no operation leads from a state outside the goal into it."""
    if is_bounded(query.checked.objects, [Part("", Named(declaration.name))]):
        return False
    sequences = Sequences(query, declaration)
    sequences.attempt = query.attempt(negation(sequences.condition(goal)))
    sequences.extend()
    found = query.solve(sequences.attempt.also(sequences.condition(goal)))
    return found.is_unsat and not query.left_open
