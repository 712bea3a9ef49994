"""What a precondition accepts or refuses by accident: nil by its length, repeated keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.differences import Slot, element, slots
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import OperationQuestion, bare, bindings, operands
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Items,
    Record,
    Symbolic,
    is_true,
    known,
    member,
    same,
    truth,
)
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import INTEGER, STRING, Named, TupleOf
from refute.languages.fmsl.values import Record as RecordValue, Value, show
from refute.record import record
from refute.report.outcome import Bindings, Outcome
from refute.terms import Term, conjunction, disjunction, equal, integer, negation

_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_KEYS = re.compile(r"(?i)^(.*[_\W])?(id|key|identifier|isbn|ssn)$|.*[a-z](Id|ID|Key)$")


def is_meant(query: Query, signature: Signature, *, strict: bool) -> Outcome:
    """Does a precondition accept and refuse on purpose?"""
    asked = Accidents(query, signature)
    outcomes = asked.outcomes("means what it accepts", "precondition")
    found = list(asked.found())
    blocks = [each.block() for each in found]
    if any(each.accepted for each in found) or (found and strict):
        return outcomes.refuted("it decides by accident", *blocks)
    doubt = asked.doubt or query.doubt
    if doubt:
        return outcomes.undecided("no accident was found", doubt, *blocks)
    summary = (
        "nil is refused by accident" if found else "nothing is accepted or refused by accident"
    )
    return outcomes.passed(signature.inputs, summary, *blocks)


@record
class Accident:
    """An input that a precondition accepts, or refuses, by accident."""

    words: str
    inputs: dict[str, Value]
    accepted: bool

    def block(self) -> Bindings:
        """The inputs by name."""
        title = "accepted" if self.accepted else "note: refused"
        return bindings(f"{title}: {self.words}", self.inputs)


class Accidents(OperationQuestion):
    """Examines one precondition."""

    def __init__(self, query: Query, signature: Signature) -> None:
        super().__init__(query, signature)
        condition = self.operation.precondition
        assert condition is not None
        assert condition.formula is not None
        self.formula, self.prose = condition.formula, condition.prose
        self.doubt = ""
        query.varied = False  # each finding is of a kind of its own

    def found(self) -> Iterator[Accident]:
        """Repeated keys first, then nil that is accepted, then nil that is refused."""
        yield from self._keys()
        for atom, measured in self._lengths():
            accident = self._accepted(atom, measured) or self._refused(atom, measured)
            if accident is not None:
                yield accident

    # Lengths of nil

    def _lengths(self) -> Iterator[tuple[syntax.Binary, syntax.Unary]]:
        """The comparisons of the length of a text or number, outside quantifiers."""
        checked = self.query.checked
        for node in operands(self.formula):
            if not isinstance(node, syntax.Binary) or node.operator not in _COMPARISONS:
                continue
            for each in operands(node):
                if isinstance(each, syntax.Unary) and each.operator == "#":
                    of = checked.objects.structure(checked.type_of(each.operand))
                    if of in (STRING, INTEGER):
                        yield node, each

    def _accepted(self, atom: syntax.Binary, measured: syntax.Unary) -> Accident | None:
        """Nil that is accepted because its length is 0."""
        held = is_true(self.query.evaluator.condition(atom, self.inputs))
        words = f"{bare(measured.operand)} may be nil: #nil is 0, so `{bare(atom)}` holds"
        return self._replayed(self.example(self._nil(measured), held), words, accepted=True)

    def _refused(self, atom: syntax.Binary, measured: syntax.Unary) -> Accident | None:
        """Nil that is refused only because its length is 0."""
        query, nil = self.query, self._nil(measured)
        if not query.is_impossible(self.before, nil) or self._is_emptiness(atom, measured):
            return None
        without = self._supposing(self.formula, atom, truth(True))
        values = self.inputs.values()
        example = query.best(query.attempt(without, nil), values, wishes=wished.plain(values))
        operand = bare(measured.operand)
        words = (
            f"nil for {operand} is refused only since #nil is 0, which makes `{bare(atom)}` false; "
            f"say `{operand} != nil`, or `if {operand} != nil then …` where it may be missing"
        )
        return self._replayed(example, words, accepted=False)

    def _nil(self, measured: syntax.Unary) -> Term:
        """The condition that the measured value is nil."""
        return self.query.evaluator.evaluate(measured.operand, self.inputs).nil

    def _is_emptiness(self, atom: syntax.Binary, measured: syntax.Unary) -> bool:
        """Whether a comparison only says that something is not empty."""
        length = self.query.unknowns.number("length", 0)
        held = self._supposing(atom, measured, known(length))
        empty = equal(length, integer(0))
        wrong = disjunction(conjunction(empty, held), conjunction(negation(empty), negation(held)))
        return self.query.is_impossible(wrong)

    def _supposing(self, formula: syntax.Expression, part: syntax.Expression, value: Atom) -> Term:
        """The condition that a formula holds if a part of it had the given value."""
        evaluator = self.query.evaluator
        evaluator.supposed = {id(part): value}
        held = evaluator.holds(formula, self.inputs)
        evaluator.supposed = {}
        return held

    # Keys

    def _keys(self) -> Iterator[Accident]:
        """Records that share a key with another, if only identical records are refused."""
        objects = self.query.checked.objects
        inputs = list(slots(objects, self.signature.inputs))
        for given, lists in product(inputs, inputs):
            structure, inner = objects.structure(given.of), element(objects, lists.of)
            record, whole = given.find(self.inputs), lists.find(self.inputs)
            if (
                isinstance(structure, TupleOf)
                and inner is not None
                and objects.comparable(inner, given.of)
                and isinstance(record, Record)
                and isinstance(whole, Items)
                and self.query.is_impossible(self.before, member(record, whole))
            ):
                for position in self._key_positions(given, structure):
                    accident = self._same_key(record, whole, position, (given, lists))
                    if accident is not None:
                        yield accident

    def _key_positions(self, given: Slot, structure: TupleOf) -> Iterator[int]:
        """The components that identify a record, by name or according to comments."""
        objects = (
            each for each in self.query.checked.declarations if isinstance(each, syntax.Object)
        )
        about = [each.description for each in objects if Named(each.name) == given.of]
        prose = "\n".join([self.prose, *about])
        selected = {
            each.field
            for each in self.query.checked.reached(self.formula)
            if isinstance(each, syntax.Field)
        }
        for position, part in enumerate(structure.parts):
            called = {part.name, part.type.name if isinstance(part.type, Named) else ""} - {""}
            if any(_KEYS.match(name) or _is_said_unique(name, prose) for name in called) or (
                # A formula that mentions it as its comment does decides about it on purpose.
                not called & selected and any(_is_said_to_be_shared(name, prose) for name in called)
            ):
                yield position

    def _same_key(
        self, record: Record, whole: Items, position: int, where: tuple[Slot, Slot]
    ) -> Accident | None:
        key, (given, lists) = record.parts[position], where
        there = negation(key.nil)
        fresh = self._with_key(whole, position, key, others=())
        if self.query.is_impossible(self.before, there, negation(fresh)):
            return None  # the precondition requires a record with this key
        others = [record, *self._other_records(given)]
        example = self.example(there, self._with_key(whole, position, key, others))
        if example is None:
            return None
        structure = self.query.checked.objects.structure(given.of)
        assert isinstance(structure, TupleOf)
        name = structure.parts[position].name or str(position + 1)
        named = [example.value(each) for each in others]
        other = _sharing(example.value(record), example.value(whole), position, named)
        words = (
            f"{given.label} may have the {name} of a record that {lists.label} has already: "
            f"{show(example.value(record))} beside {show(other)}"
        )
        accident = self._replayed(example, words, accepted=True)
        return None if other is None else accident

    def _with_key(
        self, whole: Items, position: int, key: Symbolic, others: Iterable[Record]
    ) -> Term:
        """The condition that a list has a record with a key, different from the others."""
        found = [
            conjunction(
                there,
                same(item.parts[position], key),
                *(negation(same(item, each)) for each in others),
            )
            for there, item in whole.items
            if isinstance(item, Record)
        ]
        return disjunction(*found)

    def _other_records(self, given: Slot) -> Iterator[Record]:
        """The records in other inputs, such as the one that is to be replaced."""
        objects = self.query.checked.objects
        for each in slots(objects, self.signature.inputs):
            value = each.find(self.inputs)
            if (
                each != given
                and isinstance(value, Record)
                and objects.comparable(each.of, given.of)
            ):
                yield value

    def _replayed(self, example: Example | None, words: str, *, accepted: bool) -> Accident | None:
        """The accident, if there is an example that the interpreter confirms."""
        if example is None:
            return None
        if self.accepts(example) is not accepted:
            self.doubt = "inputs were found that do not replay"
            return None
        return Accident(words, self.named(example), accepted)


def _sharing(record: Value, whole: Value, position: int, named: Sequence[Value]) -> Value:
    """A record of a list that is no input and has the same component at a position."""
    if not isinstance(record, RecordValue) or not isinstance(whole, tuple):
        return None
    others = (each for each in whole if isinstance(each, RecordValue) and each not in named)
    return next((each for each in others if each[position] == record[position]), None)


def _is_said_unique(name: str, prose: str) -> bool:
    """Whether a sentence calls something with this name unique."""
    return any(
        re.search(rf"(?i)\b{re.escape(name)}\b", sentence)
        and re.search(r"(?i)\bunique(ly)?\b|\bidentif", sentence)
        for sentence in re.split(r"[.;]\s", " ".join(prose.split()))
    )


def _is_said_to_be_shared(name: str, prose: str) -> bool:
    """Whether something with this name is said to be the same."""
    return re.search(rf"(?i)\bsame\s+{re.escape(name)}\b", prose) is not None
