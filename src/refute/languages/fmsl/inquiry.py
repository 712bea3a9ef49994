"""What all questions to the solver about a specification share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from refute.frontend.nesting import room_for_nesting
from refute.languages.fmsl import syntax
from refute.languages.fmsl.concrete import Unspeakable, spelled
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.options import SizeOptions
from refute.languages.fmsl.symbolic.models import settle
from refute.languages.fmsl.symbolic.problem import Problem
from refute.languages.fmsl.symbolic.reason import Attempt, Solution
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Either,
    Items,
    NeedsTexts,
    Record,
    Symbolic,
    Text,
    count,
    member,
    same,
)
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.types import INTEGER, ListOf, Part, TupleOf, Type
from refute.languages.fmsl.values import Record as RecordValue, Value
from refute.solver import Effort
from refute.solver.session import Session
from refute.terms import (
    FALSE,
    INT,
    TRUE,
    Term,
    absolute,
    add,
    at_least,
    at_most,
    choose,
    conjunction,
    different,
    evaluate,
    implies,
    integer,
    variables,
)

SMALL = 4
"""So large are numbers that count as small."""

FEW_ITEMS = (3, 5)
"""So many items in all lists together are tried before longer lists are."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a question looks: items in lists of inputs and outputs, and the work it may take."""

    size: int = SizeOptions.size
    effort: float = 1.0
    seed: int = 0
    time_limit: float | None = None

    def allowed(self) -> Effort:
        """What one question, or one replay of an answer, may spend."""
        return Effort(self.effort, self.time_limit)

    @property
    def outputs(self) -> int:
        """How many items the lists of outputs have at most."""
        return self.size + 1

    def __str__(self) -> str:
        return f"lists of up to {self.size} items, in results {self.outputs}"


@dataclass(frozen=True, slots=True)
class Example:
    """Values that the solver found, and those that quantifiers have to know for a replay."""

    value: Callable[[Symbolic], Value]
    solution: Solution
    witnesses: tuple[tuple[Type, Value], ...] = field(default=(), repr=False)

    def failing(self, condition: Term, inquiry: Inquiry) -> dict[str, Value]:
        """The values at which the quantifiers in a condition fail, by the names of variables."""
        found: dict[str, Value] = {}
        pending = [condition]
        while pending:
            for each in variables(pending.pop()):
                quantified = inquiry.problem.reasoner.quantified.get(each)
                if quantified is None or quantified.label in found:
                    continue
                if not evaluate(each, self.solution.model):
                    found[quantified.label] = self.value(quantified.witness)
                    pending.append(quantified.broken)
        return found


class Inquiry:
    """One question: its unknowns, the solver, and the way back to values."""

    def __init__(self, checked: Checked, bounds: Bounds, *, ranks: bool = True) -> None:
        self.checked = checked
        self.bounds = bounds
        effort = bounds.allowed()
        self.session = Session(effort=effort, query_units=effort.allowance, seed=bounds.seed)
        self.problem = Problem(checked, self.session, size=bounds.size, ranks=ranks)
        self.started = time.monotonic()
        self.was_unknown = False

    @property
    def doubt(self) -> str:
        """Why an answer of no is not certain; empty when it is."""
        if not self.was_unknown:
            return ""
        return str(self.session.effort.ended or "the solver could not decide it")

    @property
    def left_open(self) -> str:
        """What could not be told to the solver; empty when all could."""
        doubts = self.problem.evaluator.doubts
        return f"not expressed to the solver: {'; '.join(doubts)}" if doubts else ""

    @property
    def statistics(self) -> Mapping[str, int | float]:
        """The work so far."""
        return {"queries": self.session.statistics.queries}

    @property
    def seconds(self) -> float:
        """The time so far."""
        return time.monotonic() - self.started

    def attempt(self, *conditions: Term) -> Attempt:
        """Conditions to be solved together."""
        return Attempt(self.problem.reasoner, {}).also(*conditions)

    def solve(self, attempt: Attempt) -> Solution:
        """Solve; remembers when that failed."""
        found = attempt.run()
        self.was_unknown = self.was_unknown or not (found.is_sat or found.is_unsat)
        return found

    def best(
        self,
        attempt: Attempt,
        named: Iterable[Term] = (),
        first: Iterable[Term] = (),
        wishes: Iterable[Term] = (),
        sizes: Sequence[Symbolic] = (),
    ) -> Example | None:
        """An example with short lists that fulfils as many wishes as it can, in this order.

        Where lists are short the solver is quick, so longer ones are tried only when need be.
        """
        for wish in named:
            more = attempt.also(wish)
            attempt = more if more.run().is_sat else attempt
        lists = [each for each in sizes if isinstance(each, Items)]
        total = add(*map(count, lists)) if lists else integer(0)
        attempt, found = self._small(attempt, total, sum(len(each.items) for each in lists))
        if not found.is_sat:
            return None
        attempt, found = self._granted(attempt, found, first)
        attempt, found = self._shortest(attempt, found, total)
        attempt, found = self._granted(attempt, found, wishes)
        return self.example(attempt, found)

    def _small(self, attempt: Attempt, total: Term, largest: int) -> tuple[Attempt, Solution]:
        """A solution with few items in all, and an attempt that allows a few more."""
        for most in (each for each in FEW_ITEMS if each < largest):
            found = attempt.also(at_most(total, integer(most))).run()
            if found.is_sat:
                return attempt.also(at_most(total, integer(most + 2))), found
        return attempt, self.solve(attempt)

    def _granted(
        self, attempt: Attempt, found: Solution, wishes: Iterable[Term]
    ) -> tuple[Attempt, Solution]:
        """A solution that fulfils all wishes, or as many as it can, the first ones first."""
        wishes = list(wishes)
        together = [conjunction(*wishes)] if len(wishes) > 1 else []
        for wish in (*together, *wishes):
            if self.problem.reasoner.exhausted:
                break
            more = attempt.also(wish)
            better = more.run()
            if better.is_sat:
                attempt, found = more, better
                if wish in together:
                    break
        return attempt, found

    def _shortest(self, attempt: Attempt, found: Solution, total: Term) -> tuple[Attempt, Solution]:
        """Fewer items in all lists together, as long as there is such a model."""
        now = evaluate(total, found.model)
        assert isinstance(now, int)
        while now > 0 and not self.problem.reasoner.exhausted:
            better = attempt.also(at_most(total, integer(now - 1))).run()
            if not better.is_sat:
                break
            found, smaller = better, evaluate(total, better.model)
            assert isinstance(smaller, int)
            now = smaller
        return attempt.also(at_most(total, integer(now))), found

    def settled(self, value: Symbolic, example: Example) -> Symbolic:
        """A value as it is in an example, as one that is known."""
        return settle(value, None, example.solution.model, lambda _kind, _part: None)

    def example(self, attempt: Attempt, found: Solution) -> Example:
        """The values of a solution."""
        value = spelled(self.problem.unknowns, found.model)
        witnesses = [
            (each.of, value(each.witness))
            for each in attempt.active.values()
            if each.of is not None
        ]
        return Example(value, found, tuple(witnesses))

    # Wishes

    def from_file(self, parts: Sequence[Part], values: Mapping[str, Symbolic]) -> Iterator[Term]:
        """The wishes that inputs are made of values that the file declares."""
        for part in parts:
            wish = self._declared(values[part.name], part.type)
            if wish is not None:
                yield wish

    def as_named(self, parts: Sequence[Part], values: Mapping[str, Symbolic]) -> Iterator[Term]:
        """The wishes that an input is the value of the same name in the file."""
        for part in parts:
            declared = self.problem.values.get(part.name)
            if declared is not None:
                of = self.checked.names[part.name]
                if self.checked.objects.fits(of, part.type):
                    yield same(declared, values[part.name])

    def _declared(self, value: Symbolic, of: Type) -> Term | None:
        match value, self.checked.objects.structure(of):
            case Items(_, items), ListOf(element):
                known = self._candidates(element)
                wishes = [implies(there, member(each, known)) for there, each in items]
                return conjunction(*wishes) if known.items else None
            case Record(), TupleOf():
                known = self._candidates(of)
                return member(value, known) if known.items else None
        return None

    def _candidates(self, of: Type) -> Items:
        """The values of the file that fit a type."""
        objects, problem = self.checked.objects, self.problem
        found = []
        for name, value in problem.values.items():
            if objects.fits(self.checked.names[name], of) and not isinstance(value, Items):
                found.append(value)
        return Items(FALSE, tuple((TRUE, each) for each in found))

    def plain(self, values: Iterable[Symbolic]) -> Iterator[Term]:
        """The wishes that little is nil, that texts have characters and numbers are small."""
        values = tuple(values)
        nils = [each for value in values for each in _nils(value) if each is not FALSE]
        total = add(*(choose(each, integer(1), integer(0)) for each in nils))
        yield from (at_most(total, integer(most)) for most in (2, 1, 0))
        texts = [each for value in values for each in _texts(value)]
        yield conjunction(*(different(each.size, integer(0)) for each in texts))
        numbers = [each for value in values for each in _integers(value)]
        low = conjunction(*(at_least(each, integer(0)) for each in numbers))
        yield conjunction(low, *(at_most(each, integer(9)) for each in numbers))

    def small(self, values: Iterable[Symbolic]) -> Term:
        """The condition that all numbers are small."""
        numbers = [each for value in values for each in _integers(value)]
        return conjunction(*(at_most(absolute(each), integer(SMALL)) for each in numbers))

    # Replay

    def plain_interpreter(self) -> Interpreter:
        """An interpreter that knows the values of the file, and stops some time."""
        made = Interpreter(self.checked)
        made.machine.effort = self.bounds.allowed()
        for each in self.checked.declarations:
            if isinstance(each, syntax.Value | syntax.Variable):
                made.declare(each)
        return made

    def validated(
        self, example: Example, name: str, inputs: Sequence[Value], outputs: Sequence[Value]
    ) -> RecordValue | None:
        """What the interpreter says of inputs and outputs; None if it does not come to an end."""
        try:
            return self.interpreter(example).validate(name, list(inputs), list(outputs))
        except (RecursionError, OutOfEffort):
            return None

    def interpreter(self, example: Example) -> Interpreter:
        """An interpreter whose universe has the values of the file and of the example."""
        made = self.plain_interpreter()
        for of, value in example.witnesses:
            made.machine.recorders.of(of)(value)
        for number in range(self.bounds.outputs + 2):
            made.machine.recorders.of(INTEGER)(number)
        return made


def put(question: Callable[[Inquiry], T], checked: Checked, bounds: Bounds) -> T:
    """Ask with ranks for texts; where they do not do, with the texts of the solver."""
    with room_for_nesting():
        try:
            return question(Inquiry(checked, bounds))
        except (NeedsTexts, Unspeakable):
            return question(Inquiry(checked, bounds, ranks=False))


def _nils(value: Symbolic) -> Iterator[Term]:
    """The conditions under which something in a value is nil."""
    yield value.nil
    for each in _children(value):
        yield from _nils(each)


def _integers(value: Symbolic) -> Iterator[Term]:
    if isinstance(value, Atom) and value.term.sort is INT:
        yield value.term
    for each in _children(value):
        yield from _integers(each)


def _texts(value: Symbolic) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    for each in _children(value):
        yield from _texts(each)


def _children(value: Symbolic) -> Iterator[Symbolic]:
    match value:
        case Record(_, parts):
            yield from parts
        case Items(_, items) | Either(_, items):
            yield from (each for _, each in items)


def variables_of(value: Symbolic) -> Iterator[Term]:
    """The variables that a value is made of."""
    match value:
        case Atom(nil, term):
            terms = [nil, term]
        case Text(nil, term, size):
            terms = [nil, term, size]
        case Items(nil, items) | Either(nil, items):
            terms = [nil, *(condition for condition, _ in items)]
        case _:
            terms = [value.nil]
    for term in terms:
        yield from variables(term)
    for each in _children(value):
        yield from variables_of(each)
