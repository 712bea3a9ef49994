"""What a precondition accepts or refuses by accident: nil by its length, keys that repeat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from refute.languages.fmsl import syntax
from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.consistency import OperationQuestion
from refute.languages.fmsl.inquiry import Example, Inquiry
from refute.languages.fmsl.places import Place, element, places
from refute.languages.fmsl.symbolic.values import (
    Items,
    Record,
    is_true,
    known,
    member,
    same,
    truth,
)
from refute.languages.fmsl.traverse import bare, operands
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import INTEGER, STRING, Named, TupleOf
from refute.languages.fmsl.values import Record as RecordValue, Value
from refute.terms import Term, conjunction, disjunction, equal, integer, negation

_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_KEYS = re.compile(r"(?i)^(.*[_\W])?(id|key|identifier|isbn|ssn)$|.*[a-z](Id|ID|Key)$")


@dataclass(frozen=True, slots=True)
class Accident:
    """An input that a precondition accepts, or refuses, by accident."""

    words: str
    inputs: dict[str, Value]
    accepted: bool


class Accidents(OperationQuestion):
    """Looks at one precondition."""

    def __init__(self, inquiry: Inquiry, signature: Signature) -> None:
        super().__init__(inquiry, signature)
        assert self.operation.precondition is not None
        formula = self.operation.precondition.formula
        assert formula is not None
        self.formula = formula
        self.doubt = ""

    def found(self) -> Iterator[Accident]:
        """Repeated keys first, then nil that is accepted, then nil that is refused."""
        yield from self._keys()
        for atom, measured in self._lengths():
            accident = self._accepted(atom, measured) or self._refused(atom, measured)
            if accident is not None:
                yield accident

    # Lengths of nil

    def _lengths(self) -> Iterator[tuple[syntax.Binary, syntax.Unary]]:
        """The comparisons with the length of a text or number, outside quantifiers."""
        checked = self.inquiry.checked
        for node in operands(self.formula):
            if not isinstance(node, syntax.Binary) or node.operator not in _COMPARISONS:
                continue
            for each in operands(node):
                if isinstance(each, syntax.Unary) and each.operator == "#":
                    of = checked.objects.structure(checked.type_of(each.operand))
                    if of in (STRING, INTEGER):
                        yield node, each

    def _accepted(self, atom: syntax.Binary, measured: syntax.Unary) -> Accident | None:
        """Nil that gets in since its length is 0."""
        nil, evaluator = self._nil(measured.operand), self.inquiry.problem.evaluator
        held = is_true(evaluator.condition(atom, self.inputs))
        example = self.example(nil, held)
        if example is None or not self._replayed(example, True):
            return None
        words = f"{bare(measured.operand)} may be nil: #nil is 0, so `{bare(atom)}` holds"
        return Accident(words, self.named(example), True)

    def _refused(self, atom: syntax.Binary, measured: syntax.Unary) -> Accident | None:
        """Nil that is kept out only since its length is 0."""
        inquiry, nil = self.inquiry, self._nil(measured.operand)
        if not inquiry.solve(inquiry.attempt(self.before, nil)).is_unsat:
            return None
        if self._is_emptiness(atom, measured):
            return None
        evaluator = inquiry.problem.evaluator
        evaluator.supposed = {id(atom): truth(True)}
        without = evaluator.holds(self.formula, self.inputs)
        evaluator.supposed = {}
        example = self._best(without, nil)
        if example is None or not self._replayed(example, False):
            return None
        operand = bare(measured.operand)
        words = (
            f"nil for {operand} is refused only since #nil is 0, which makes `{bare(atom)}` false; "
            f"say `{operand} != nil`, or `if {operand} != nil then …` where it may be missing"
        )
        return Accident(words, self.named(example), False)

    def _nil(self, operand: syntax.Expression) -> Term:
        """The condition that an operand is nil."""
        return self.inquiry.problem.evaluator.evaluate(operand, self.inputs).nil

    def _is_emptiness(self, atom: syntax.Binary, measured: syntax.Unary) -> bool:
        """Whether a comparison says just that something is not empty."""
        inquiry, evaluator = self.inquiry, self.inquiry.problem.evaluator
        length = inquiry.problem.unknowns.number("length", 0)
        evaluator.supposed = {id(measured): known(length)}
        held = is_true(evaluator.condition(atom, self.inputs))
        evaluator.supposed = {}
        empty = equal(length, integer(0))
        wrong = disjunction(conjunction(empty, held), conjunction(negation(empty), negation(held)))
        return inquiry.solve(inquiry.attempt(wrong)).is_unsat

    # Keys

    def _keys(self) -> Iterator[Accident]:
        """Records with the key of another, where only the very same record is kept out."""
        objects = self.inquiry.checked.objects
        inputs = list(places(objects, self.signature.inputs))
        for given in inputs:
            structure = objects.structure(given.of)
            if not isinstance(structure, TupleOf):
                continue
            for lists in inputs:
                inner = element(objects, lists.of)
                if inner is not None and objects.comparable(inner, given.of):
                    yield from self._repeated(given, lists, structure)

    def _repeated(self, given: Place, lists: Place, structure: TupleOf) -> Iterator[Accident]:
        record, whole = given.find(self.inputs), lists.find(self.inputs)
        if not isinstance(record, Record) or not isinstance(whole, Items):
            return
        inquiry = self.inquiry
        if not inquiry.solve(inquiry.attempt(self.before, member(record, whole))).is_unsat:
            return
        for position in self._key_positions(given, structure):
            accident = self._same_key(record, whole, position, (given, lists))
            if accident is not None:
                yield accident

    def _key_positions(self, given: Place, structure: TupleOf) -> Iterator[int]:
        """The components that identify a record, by name or by what is written about them."""
        prose = self._prose(given)
        for position, part in enumerate(structure.parts):
            called = [part.name, part.type.name if isinstance(part.type, Named) else ""]
            named = any(_KEYS.match(name) for name in called if name)
            told = any(_is_said_unique(name, prose) for name in called if name)
            if named or told:
                yield position

    def _prose(self, given: Place) -> str:
        """What is written about a record and about this precondition."""
        condition = self.operation.precondition
        written = [condition.prose if condition else ""]
        for each in self.inquiry.checked.declarations:
            if isinstance(each, syntax.Object) and Named(each.name) == given.of:
                written.append(each.description)
        return "\n".join(written)

    def _same_key(
        self, record: Record, whole: Items, position: int, where: tuple[Place, Place]
    ) -> Accident | None:
        key = record.parts[position]
        shared = [
            conjunction(there, negation(same(item, record)), same(item.parts[position], key))
            for there, item in whole.items
            if isinstance(item, Record)
        ]
        example = self.example(negation(key.nil), disjunction(*shared))
        if example is None or not self._replayed(example, True):
            return None
        given, lists = where
        structure = self.inquiry.checked.objects.structure(given.of)
        assert isinstance(structure, TupleOf)
        name = structure.parts[position].name or str(position + 1)
        other = _sharing(example.value(record), example.value(whole), position)
        if other is None:
            return None
        words = (
            f"{given.label} may have the {name} of a record that {lists.label} has already: "
            f"{show(example.value(record))} beside {show(other)}"
        )
        return Accident(words, self.named(example), True)

    def _replayed(self, example: Example, accepted: bool) -> bool:
        if self.accepts(example) is accepted:
            return True
        self.doubt = "inputs were found that do not replay"
        return False

    def _best(self, *conditions: Term) -> Example | None:
        """The nicest inputs under conditions, without the precondition."""
        inquiry, values = self.inquiry, list(self.inputs.values())
        attempt = inquiry.attempt(*conditions)
        return inquiry.best(attempt, (), (), inquiry.plain(values), values)


def _sharing(record: Value, whole: Value, position: int) -> Value:
    if not isinstance(record, RecordValue) or not isinstance(whole, tuple):
        return None
    for each in whole:
        if isinstance(each, RecordValue) and each != record and each[position] == record[position]:
            return each
    return None


def _is_said_unique(name: str, prose: str) -> bool:
    """Whether a sentence says that something of this name is unique, or speaks of the same one."""
    spelled = re.escape(name)
    for sentence in re.split(r"[.;]\s", " ".join(prose.split())):
        if re.search(rf"(?i)\bsame\s+{spelled}\b", sentence):
            return True
        mentioned = re.search(rf"(?i)\b{spelled}\b", sentence)
        if mentioned and re.search(r"(?i)\bunique(ly)?\b|\bidentif", sentence):
            return True
    return False
