"""One query to the solver: its unknowns, its conditions, and the way back to values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, TypeVar

from refute import terms
from refute.frontend.nesting import room_for_nesting
from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking.variety import features
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort
from refute.languages.fmsl.options import SizeOptions
from refute.languages.fmsl.symbolic.evaluate import Evaluator, Names
from refute.languages.fmsl.symbolic.models import Model, Plain, Ranked, plain, texts_of
from refute.languages.fmsl.symbolic.operators import component
from refute.languages.fmsl.symbolic.reason import Attempt, Reasoner
from refute.languages.fmsl.symbolic.unknowns import Extent, Unknowns, type_key
from refute.languages.fmsl.symbolic.values import (
    Either,
    Items,
    Labelled,
    NeedsTexts,
    Record,
    Symbolic,
    Unsupported,
    count,
    known,
    missing,
    same,
    unlabelled,
)
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.typecheck.checker import SELF
from refute.languages.fmsl.types import INTEGER, Function, ListOf, Named, Part, TupleOf, Type, Union
from refute.languages.fmsl.values import (
    Labelled as LabelledValue,
    Record as RecordValue,
    Value,
    labelled,
)
from refute.record import record
from refute.solver import Effort
from refute.solver.preferences import Solution, granted, least
from refute.solver.session import Session
from refute.terms import Term

T = TypeVar("T")


class NoTextsOfRanks(Exception):
    """There are no texts with the ranks of a model."""


@record
class Bounds:
    """The limits of a query: items in lists of inputs and outputs, and the work it may take."""

    size: int = SizeOptions.size
    seed: int = 0
    allowed: Callable[[], Effort] = Effort
    """Makes the effort for one query, or for one replay of an answer."""

    @property
    def outputs(self) -> int:
        """Maximum number of items of output lists."""
        return self.size + 1

    def __str__(self) -> str:
        return f"lists of up to {self.size} items, in results {self.outputs}"


@record
class Example:
    """Values found by the solver, and those that quantifiers must know for a replay."""

    value: Callable[[Symbolic], Value]
    solution: Solution
    witnesses: tuple[tuple[Type, Value], ...] = field(default=(), repr=False)

    def values(self, parts: Iterable[Part], given: Mapping[str, Symbolic]) -> tuple[Value, ...]:
        """The values of parameters, in order."""
        return tuple(self.value(given[part.name]) for part in parts)

    def failing(self, condition: Term, query: Query) -> dict[str, Value]:
        """The values at which the quantifiers in a condition fail, by variable name."""
        found: dict[str, Value] = {}
        pending = [condition]
        while pending:
            for each in terms.variables(pending.pop()):
                quantified = query.reasoner.quantified.get(each)
                if quantified is None or quantified.label in found:
                    continue
                if not terms.evaluate(each, self.solution.model):
                    found[quantified.label] = self.value(quantified.witness)
                    pending.append(quantified.broken)
        return found


class Query:
    """Makes unknown values, passes conditions to the solver, and replays what it finds.

    Examples found before are `avoided`: for each, there are conditions for different ones, in each
    of the ways in which they can differ. Unless the question is not `varied`, `unlike` holds those
    conditions for the example found last, and `way` says how it differs.
    """

    def __init__(self, checked: Checked, bounds: Bounds, *, ranks: bool = True) -> None:
        self.checked = checked
        self.bounds = bounds
        effort = bounds.allowed()
        self.session = Session(effort=effort, query_units=effort.allowance, seed=bounds.seed)
        self.unknowns = Unknowns(checked.objects, _functions(checked), ranks=ranks)
        self.reasoner = Reasoner(self.unknowns, self.session)
        self.values: dict[str, Symbolic] = {}
        self.evaluator = Evaluator(checked, self.reasoner, self.values, bounds.size)
        self.was_unknown = False
        self.avoided: Sequence[tuple[Term, ...]] = ()
        self.varied = True
        self.unlike: tuple[Term, ...] | None = None
        self.way = 0
        self._declare()
        for number in range(2 * bounds.size + 3):
            self.reasoner.seed("integer", known(terms.integer(number)), terms.FALSE)

    def _declare(self) -> None:
        """Evaluate the values of the file, leaving out those that cannot be expressed."""
        for each in self.checked.declarations:
            if not isinstance(each, syntax.Value | syntax.Variable):
                continue
            if each.name in self.checked.changed:
                continue
            if each.value is not None:
                try:
                    self.values[each.name] = self.evaluator.evaluate(each.value, {})
                except Unsupported:
                    continue

    @property
    def doubt(self) -> str:
        """Why a negative answer is not certain; empty if it is."""
        if not self.was_unknown:
            return ""
        return str(self.session.effort.ended or "the solver could not decide it")

    @property
    def left_open(self) -> str:
        """What the solver could not be told; empty if it knows everything."""
        doubts = self.evaluator.doubts
        return f"not expressed to the solver: {'; '.join(doubts)}" if doubts else ""

    # Unknown values and conditions about them

    def fresh(self, parts: Iterable[Part], extent: Extent, mark: str = "") -> dict[str, Symbolic]:
        """Unknown values for parameters; quantifiers try them and their parts."""
        made = {}
        for part in parts:
            made[part.name] = self.unknowns.fresh(f"{part.name}{mark}", part.type, extent)
            self.play(made[part.name], part.type)
        return made

    def play(self, value: Symbolic, of: Type, there: Term = terms.TRUE) -> None:
        """Let quantifiers try a value, and its parts, that exists under a condition."""
        self.reasoner.seed(type_key(self.checked.objects, of), value, there)
        there = terms.conjunction(there, terms.negation(value.nil))
        match value, self.checked.objects.structure(of):
            case Record(_, parts), TupleOf(others):
                for each, other in zip(parts, others, strict=False):
                    self.play(each, other.type, there)
            case Items(items), ListOf(element):
                for present, each in items:
                    self.play(each, element, terms.conjunction(there, present))
            case Either(_, options), Union(alternatives) if len(options) == len(alternatives):
                for (chosen, each), alternative in zip(options, alternatives, strict=True):
                    content = unlabelled(each)
                    self.play(content, alternative.type, terms.conjunction(there, chosen))
            case Either(_, options), TupleOf() as structure:
                kinds: list[Type] = [Named(each) for each in self.checked.objects.kinds(of)]
                types = kinds if len(kinds) == len(options) else [structure for _ in options]
                for (chosen, each), kind in zip(options, types, strict=True):
                    self.play(each, kind, terms.conjunction(there, chosen))

    def holds(self, condition: syntax.Condition | None, given: Names) -> Term:
        """The condition that a pre- or postcondition is true; a missing one is."""
        formula = None if condition is None else condition.formula
        return self.evaluator.holds(formula, given)

    def does(self, operation: syntax.Operation, given: Names) -> Term:
        """The condition that an operation leads from its inputs to its outputs."""
        met = self.holds(operation.postcondition, given)
        if operation.body is None:
            return met
        result = self.evaluator.evaluate(operation.body, given)
        outputs = [given[each.name] for each in operation.outputs]
        whole = outputs[0] if len(outputs) == 1 else Record(terms.FALSE, tuple(outputs))
        return terms.conjunction(met, same(whole, result))

    def restrictions(self, parts: Iterable[Part], given: Names) -> Term:
        """The invariants of the objects that values and their parts belong to."""
        found = (self._restriction(given[part.name], part.type) for part in parts)
        return terms.conjunction(*found)

    def _restriction(self, value: Symbolic, of: Type) -> Term:
        objects = self.checked.objects
        if not any(each.invariants for each in self._objects()):
            return terms.TRUE
        kinds = objects.kinds(of)
        if isinstance(value, Either) and len(kinds) == len(value.options):
            return self._meets_one(value, list(map(Named, kinds)))
        own = [
            terms.disjunction(missing(value), self.invariant(each, value))
            for name in (objects.nominal(of), *objects.ancestors(objects.nominal(of)))
            for each in self._objects()
            if each.name == name and each.invariants
        ]
        match value, objects.structure(of):
            case Record(nil, parts), TupleOf(others):
                inner = [
                    self._restriction(each, other.type)
                    for each, other in zip(parts, others, strict=False)
                ]
                own.append(terms.disjunction(nil, terms.conjunction(*inner)))
            case Items(items), ListOf(element):
                own.extend(
                    terms.implies(there, self._restriction(each, element)) for there, each in items
                )
            case Either(_, options), Union(alternatives) if len(options) == len(alternatives):
                own.append(self._meets_one(value, [each.type for each in alternatives]))
        return terms.conjunction(*own)

    def _meets_one(self, value: Either, types: Sequence[Type]) -> Term:
        """The condition that a value meets the invariants of one of its types.

        There is a type for each option; for types with the same structure, those of all apply,
        unless the value has a label.
        """
        objects = self.checked.objects
        met = (
            self._restriction(each.content, of)
            if isinstance(each, Labelled)
            else terms.disjunction(
                *(self._restriction(each, kind) for kind in objects.alike(of, types))
            )
            for (_, each), of in zip(value.options, types, strict=True)
        )
        chosen = (condition for condition, _ in value.options)
        return terms.disjunction(value.nil, terms.conjunction(*map(terms.implies, chosen, met)))

    def _objects(self) -> list[syntax.Object]:
        return [each for each in self.checked.declarations if isinstance(each, syntax.Object)]

    def invariant(self, declaration: syntax.Object, value: Symbolic) -> Term:
        """The condition that a value meets all invariants of its object."""
        scope = self.state_scope(declaration, value)
        return terms.conjunction(*(self.holds(each, scope) for each in declaration.invariants))

    def state_scope(self, declaration: syntax.Object, value: Symbolic) -> dict[str, Symbolic]:
        """The meaning of names in the conditions of an object."""
        objects, of = self.checked.objects, Named(declaration.name)
        structure = objects.structure(of)
        parts = structure.parts if isinstance(structure, TupleOf) else ()
        found = {
            part.name: component(value, number, objects.places(of, number))
            for number, part in enumerate(parts)
        }
        return {SELF: value, **{name: each for name, each in found.items() if name}}

    # Solving

    def attempt(self, *conditions: Term) -> Attempt:
        """An attempt to solve conditions together."""
        return Attempt(self.reasoner, {}).also(*conditions)

    def solve(self, attempt: Attempt) -> Solution:
        """Solve an attempt; remembers whether the solver could not decide it."""
        found = attempt.run()
        self.was_unknown = self.was_unknown or not (found.is_sat or found.is_unsat)
        return found

    def is_impossible(self, *conditions: Term) -> bool:
        """Whether conditions are known never to hold together."""
        return self.solve(self.attempt(*conditions)).is_unsat

    def best(
        self,
        attempt: Attempt,
        sizes: Iterable[Symbolic],
        *,
        named: Iterable[Term] = (),
        first: Iterable[Term] = (),
        wishes: Iterable[Term] = (),
        kind: Iterable[Symbolic | Term] | None = None,
    ) -> Example | None:
        """An example with short lists that fulfils as many wishes as possible: `named`, `first`, …

        Its kind differs from those to be avoided, as far as the values of `kind` are concerned;
        these default to the `sizes`.
        """
        sizes = list(sizes)
        other = self._unlike(attempt)
        if other is None:
            return None
        attempt = other
        for wish in named:
            more = attempt.also(wish)
            attempt = more if more.run().is_sat else attempt
        lists = [each for value in sizes for each in _lists(value)]
        total = terms.add(*map(count, lists)) if lists else terms.integer(0)
        found = self.solve(attempt)
        if not found.is_sat:
            return None
        effort = self.session.effort
        attempt, found = granted(attempt, found, first, effort)
        attempt, found = least(attempt, found, total, effort)
        attempt, found = granted(attempt, found, wishes, effort)
        if self.varied:
            self.unlike = features(sizes if kind is None else kind).other_than(found.model)
        return self.example(attempt, found)

    def _unlike(self, attempt: Attempt) -> Attempt | None:
        """An attempt at an example of another kind, in the clearest possible way."""
        if not self.avoided:
            return attempt
        for way, conditions in enumerate(zip(*self.avoided, strict=True)):
            self.way, other = way, attempt.also(*conditions)
            if not self.solve(other).is_unsat:
                return other
        return None

    def example(self, attempt: Attempt, found: Solution) -> Example:
        """The values of a solution; raises NoTextsOfRanks if there are no texts for its ranks."""
        value = spelled(self.unknowns, found.model)
        active = [each for each in attempt.active.values() if each.of is not None]
        witnesses = [(each.of, value(each.witness)) for each in active if each.of is not None]
        return Example(value, found, tuple(witnesses))

    # Replay

    def plain_interpreter(self) -> Interpreter:
        """An interpreter that knows the values of the file and has limited effort."""
        made = Interpreter(self.checked)
        made.machine.effort = self.bounds.allowed()
        made.declare_all()
        return made

    def validated(
        self, example: Example, name: str, inputs: Iterable[Value], outputs: Iterable[Value]
    ) -> RecordValue | None:
        """The interpreter's verdict on inputs and outputs; None if it does not finish."""
        try:
            return self.interpreter(example).validate(name, list(inputs), list(outputs))
        except OutOfEffort:
            return None

    def interpreter(self, example: Example) -> Interpreter:
        """An interpreter whose universe contains the values of the file and of the example."""
        made = self.plain_interpreter()
        for of, value in example.witnesses:
            made.machine.recorders.of(of)(value)
        for of, number in self.evaluator.tried:
            made.machine.recorders.of(of)(number)
        for number in range(self.bounds.outputs + 2):
            made.machine.recorders.of(INTEGER)(number)
        return made


def _functions(checked: Checked) -> Mapping[str, Function]:
    """The functions and operations that can be called, with their types."""
    return {
        each.name: checked.operations[each.name].type
        for each in checked.declarations
        if isinstance(each, syntax.Operation) and each.body is not None
    }


def put(question: Callable[[Query], T], checked: Checked, bounds: Bounds) -> T:
    """Ask with ranks for texts or, if that fails, with the texts of the solver."""
    with room_for_nesting():
        try:
            return _asked(question, Query(checked, bounds))
        except (NeedsTexts, NoTextsOfRanks):
            return _asked(question, Query(checked, bounds, ranks=False))


def _asked(question: Callable[[Query], T], query: Query) -> T:
    try:
        return question(query)
    finally:
        query.reasoner.close()


def names(node: syntax.Node) -> set[str]:
    """The names that occur in a node."""
    return {each.name for each in walk(node) if isinstance(each, syntax.Name)}


def _lists(value: Symbolic) -> Iterator[Items]:
    """The lists among a value and its components."""
    match value:
        case Items():
            yield value
        case Record(_, parts):
            for each in parts:
                yield from _lists(each)
        case Labelled(_, content):
            yield from _lists(content)


def spelled(unknowns: Unknowns, model: Model) -> Callable[[Symbolic], Value]:
    """A value under a model, as a value of the language; NoTextsOfRanks for missing texts."""
    texts = _texts(unknowns, model) if unknowns.ranks else {}

    def read(found: Plain) -> Value:
        match found:
            case Ranked(rank):
                return texts.get(rank, "")
            case tuple():
                return type(found)(map(read, found))
            case LabelledValue(label, value):
                return labelled(label, read(value))
            case Fraction():
                return float(found)
            case _:
                return found

    return lambda value: read(plain(value, model))


def _texts(unknowns: Unknowns, model: Model) -> Mapping[Fraction, str]:
    ranks: list[tuple[Fraction, int | None]] = [(Fraction(0), 0)]
    for rank, text in unknowns.texts.items():
        if rank in model:
            found: Any = model[rank]
            length = terms.evaluate(text.size, model) if text.size in model else None
            ranks.append((found, length if isinstance(length, int) else None))
    texts = texts_of(ranks, unknowns.spellings.values())
    if texts is None:
        raise NoTextsOfRanks
    return texts
