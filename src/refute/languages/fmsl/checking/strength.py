"""Is a postcondition strong enough? Two different results that it allows, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.differences import (
    Difference,
    Kind,
    Slot,
    element,
    fellows,
    slots,
)
from refute.languages.fmsl.checking.pictures import ValuesAtTime, diagram
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.checking.question import NOT_REPLAYED, OperationQuestion
from refute.languages.fmsl.checking.vacuity import vacuous
from refute.languages.fmsl.symbolic.reason import Attempt
from refute.languages.fmsl.symbolic.values import (
    Items,
    Record,
    Symbolic,
    count,
    how_many,
    member,
    packed,
    same,
)
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import Objects, TupleOf
from refute.languages.fmsl.values import Record as RecordValue, Value, show
from refute.record import record
from refute.report.outcome import Bindings, Block, Outcome
from refute.terms import (
    FALSE,
    TRUE,
    Term,
    at_most,
    conjunction,
    different,
    disjunction,
    equal,
    implies,
    integer,
    negation,
)


def is_strong_enough(query: Query, signature: Signature, *, strict: bool) -> Outcome:
    """Does a postcondition leave only one result, or lists that differ only in their order?"""
    asked = Strength(query, signature)
    outcomes = asked.outcomes("is strong enough", "postcondition")
    found = list(asked.findings())
    blocks = [block for each in found for block in each.blocks(signature, query.checked.objects)]
    if any(strict or not each.kind.is_note for each in found):
        return outcomes.refuted("it allows different results for the same input", *blocks)
    doubt = asked.doubt or query.doubt
    if doubt:
        return outcomes.undecided("it is not known to leave only one result", doubt, *blocks)
    summary = "it leaves only one result"
    if found:
        kinds = ", ".join(each.kind.value for each in found)
        summary = f"it leaves only results with the same elements; notes: {kinds}"
    parts = (*signature.inputs, *signature.outputs)
    outcome = outcomes.passed(parts, summary, *blocks)
    if not found and asked.allows_nothing():
        return vacuous(outcome, query, f"the postcondition of {signature.name}", parts)
    return outcome


@record
class Finding:
    """Two results that a postcondition allows for the same inputs, and how they differ."""

    kind: Kind
    words: str
    inputs: tuple[Value, ...]
    one: tuple[Value, ...]
    other: tuple[Value, ...]

    def blocks(self, signature: Signature, objects: Objects) -> list[Block]:
        """The inputs and both results by name, and a drawing if something is wrong."""
        groups = (
            (signature.inputs, self.inputs, ""),
            (signature.outputs, self.one, " either"),
            (signature.outputs, self.other, " or"),
        )
        rows = [
            (f"{part.name}{mark}", show(value))
            for parts, values, mark in groups
            for part, value in zip(parts, values, strict=True)
        ]
        note = "note: " if self.kind.is_note else ""
        named = Bindings(f"{note}{self.kind.value}: {self.words}", tuple(rows))
        if self.kind.is_note:
            return [named]
        before = ValuesAtTime("before", signature.inputs, self.inputs)
        either = ValuesAtTime("either", signature.outputs, self.one, before)
        new = not any(map(either.has_counterpart, signature.outputs))
        other = ValuesAtTime("or", signature.outputs, self.other, either if new else before)
        return [named, *diagram(objects, "", (before, either, other))]


class Strength(OperationQuestion):
    """Searches for two results of one operation that differ in a way that has a name."""

    def __init__(self, query: Query, signature: Signature) -> None:
        super().__init__(query, signature, " one", " other")
        self.one, self.other = self.results
        self.objects = query.checked.objects
        self.sources = tuple(slots(self.objects, signature.inputs))
        self.outputs = [Slot(each.name, (), each.name, each.type) for each in signature.outputs]
        self.doubt = ""
        query.varied = False  # each finding is of a kind of its own

    def findings(self) -> Iterator[Finding]:
        """The differences with a name, refuting ones first; any other if there is none."""
        base = self._base()
        differs = disjunction(*map(self._differs, self.outputs))
        if not self.query.solve(base.also(differs)).is_sat:
            return
        refuting, noted = False, False
        for slot in self._compared():
            alike = self._are_alike(base, slot)
            for kind, condition, wishes in self._kinds(slot):
                settled = noted if kind.is_note else refuting
                if (kind.is_fallback and settled) or (alike and not kind.is_note):
                    continue
                found = self._find(base.also(condition), wishes, slot, kind)
                if found is not None:
                    noted, refuting = noted or kind.is_note, refuting or not kind.is_note
                    yield found
        for slot in self.outputs if not noted and not refuting else ():
            found = self._find(base.also(self._differs(slot)), [], slot, Kind.DIFFERENT)
            if found is not None:
                yield found

    def allows_nothing(self) -> bool:
        """Whether there are inputs, but for none of them a result meets the postcondition."""
        with self.query.session.effort.aside():
            condition = self.operation.postcondition
            meets = self.query.holds(condition, {**self.inputs, **self.one})
            never = self.query.is_impossible(self.before, meets)
            return never and not self.query.is_impossible(self.before)

    def _differs(self, slot: Slot) -> Term:
        return negation(same(slot.find(self.one), slot.find(self.other)))

    def _are_alike(self, base: Attempt, slot: Slot) -> bool:
        """Whether two results are lists that always have the same elements."""
        one, other = slot.find(self.one), slot.find(self.other)
        if not isinstance(one, Items) or not isinstance(other, Items):
            return False
        apart = negation(conjunction(_within(other, one), _within(one, other)))
        return base.also(apart).run().is_unsat

    def _base(self) -> Attempt:
        """Both results are allowed; next states of inputs are not nil.

        Nor is a tuple nil if only its components are mentioned: that would be another way to write
        the tuple whose components are all nil.
        """
        condition = self.operation.postcondition
        after = [self.query.holds(condition, {**self.inputs, **each}) for each in self.results]
        never_nil = [
            each
            for each in self.outputs
            if element(self.objects, each.of) is None
            and (self._counterpart(each) is not None or self._is_tuple_in_parts(each))
        ]
        there = [negation(slot.find(each).nil) for slot in never_nil for each in self.results]
        return self.query.attempt(self.before, *after, *there)

    def _is_tuple_in_parts(self, slot: Slot) -> bool:
        """Whether the postcondition only mentions components of a tuple."""
        condition = self.operation.postcondition
        assert condition is not None
        assert condition.formula is not None
        nodes = list(walk(condition.formula))
        parts = [each.subject for each in nodes if isinstance(each, syntax.Field)]
        named, selected = (
            sum(isinstance(each, syntax.Name) and each.name == slot.name for each in among)
            for among in (nodes, parts)
        )
        return isinstance(self.objects.structure(slot.of), TupleOf) and named == selected

    def _compared(self) -> list[Slot]:
        """The outputs, or their parts if there is an input with the same name without a prime."""
        compared: list[Slot] = []
        for part in self.signature.outputs:
            whole, *parts = slots(self.objects, [part])
            if parts and self._counterpart(whole) is not None:
                compared.extend(each for each in parts if not _has_parts(each, parts))
            else:
                compared.append(whole)
        return compared

    def _counterpart(self, slot: Slot) -> Slot | None:
        """The part of an input whose next state is a part of an output."""
        return next(filter(slot.is_state_of, self.sources), None)

    def _kinds(self, slot: Slot) -> Iterator[tuple[Kind, Term, list[Term]]]:
        one, other = slot.find(self.one), slot.find(self.other)
        if not isinstance(one, Items) or not isinstance(other, Items):
            yield Kind.CHANGED, self._differs(slot), self._tidy(slot, one)
            return
        one, other = packed(one), packed(other)
        known = self._known(slot)
        kept, added = _within(other, one), _within(one, other)
        # One result that is as desired, and begins as the list did before.
        whole = [_within(known, one), _distinct(one), *self._continued(slot, one)]
        last = _lost(self._last(slot), one, other)
        yield Kind.LOST, _lost(known, one, other), [last, kept, *whole]
        yield Kind.EXTRA, _extra(known, one, other), [added, *whole]
        slightly = _changed(self._in_lists(slot), one, other, parts=1)
        yield Kind.CHANGED, _changed(known, one, other), [slightly, *whole]
        yield Kind.DIFFERENT, negation(conjunction(kept, added)), []
        yield Kind.ORDER, conjunction(kept, added, *_reordered(one, other)), whole[:1]
        repeated = conjunction(kept, added, different(count(one), count(other)))
        yield Kind.DUPLICATES, repeated, whole
        yield Kind.ARRANGED, conjunction(kept, added, negation(same(one, other))), []

    def _tidy(self, slot: Slot, one: Symbolic) -> list[Term]:
        """The wishes that one result keeps the part as it was, and everything else equal."""
        counterpart = self._counterpart(slot)
        wishes = [same(counterpart.find(self.inputs), one)] if counterpart else []
        others = [each for each in self._compared() if each != slot]
        return [*wishes, conjunction(*(negation(self._differs(each)) for each in others))]

    def _continued(self, slot: Slot, one: Items) -> Iterator[Term]:
        """The wish that a list begins with its previous items, in their order."""
        counterpart = self._counterpart(slot)
        before = counterpart.find(self.inputs) if counterpart else None
        if isinstance(before, Items):
            pairs = zip(packed(before).items, one.items, strict=False)
            yield conjunction(
                *(implies(there, same(item, its)) for (there, item), (_, its) in pairs)
            )

    def _known(self, slot: Slot) -> Items:
        """The input values of the element type of a list."""
        fellow = fellows(self.objects, slot, self.sources)
        given = [source.find(self.inputs) for source, is_list in fellow if not is_list]
        single = tuple((negation(each.nil), each) for each in given)
        return Items((*self._in_lists(slot).items, *single), packed=False)

    def _in_lists(self, slot: Slot) -> Items:
        """The values of that type in input lists."""
        found = tuple(each for value in self._lists_like(slot) for each in value.items)
        return Items(found, packed=False)

    def _last(self, slot: Slot) -> Items:
        """The last items of input lists, whose loss is easy to see."""
        last: list[tuple[Term, Symbolic]] = []
        for value in self._lists_like(slot):
            after = FALSE
            for there, item in reversed(packed(value).items):
                last.append((conjunction(there, negation(after)), item))
                after = there
        return Items(tuple(last), packed=False)

    def _lists_like(self, slot: Slot) -> Iterator[Items]:
        """The input lists whose elements can be those of another list."""
        for source, is_list in fellows(self.objects, slot, self.sources):
            value = source.find(self.inputs)
            if is_list and isinstance(value, Items):
                yield value

    def _find(
        self, attempt: Attempt, wishes: Sequence[Term], slot: Slot, kind: Kind
    ) -> Finding | None:
        query, signature = self.query, self.signature
        everything = [*self.inputs.values(), *self.one.values(), *self.other.values()]
        from_file = [
            *wished.from_file(query, signature.inputs, self.inputs),
            *wished.from_file(query, signature.outputs, self.one),
            *wished.from_file(query, signature.outputs, self.other),
        ]
        example = query.best(
            attempt,
            everything,
            named=wished.as_named(query, signature.inputs, self.inputs),
            first=wishes,
            wishes=from_file or wished.plain(everything),
        )
        return None if example is None else self._replayed(example, slot, kind)

    def _replayed(self, example: Example, slot: Slot, kind: Kind) -> Finding | None:
        """The finding, if the interpreter confirms that both results are allowed."""
        signature = self.signature
        inputs = example.values(signature.inputs, self.inputs)
        one = example.values(signature.outputs, self.one)
        other = example.values(signature.outputs, self.other)
        for outputs in (one, other):
            replayed = self.query.validated(example, signature.name, inputs, outputs)
            if replayed != RecordValue((True, True)):
                self.doubt = self.query.left_open or NOT_REPLAYED
                return None
        names = [part.name for part in signature.outputs]
        values = [slot.value(dict(zip(names, each, strict=True))) for each in (one, other)]
        named = self.named(example)
        words = Difference(self.objects, slot, self.sources, named, *values).words(kind)
        if words is None:
            self.doubt = NOT_REPLAYED
            return None
        return Finding(kind, words, inputs, one, other)


def _has_parts(slot: Slot, among: Sequence[Slot]) -> bool:
    depth = len(slot.path)
    return any(len(each.path) > depth and each.path[:depth] == slot.path for each in among)


def _within(inner: Items, outer: Items) -> Term:
    """Every item of one list is in another."""
    return conjunction(*(implies(there, member(each, outer)) for there, each in inner.items))


def _lost(known: Items, one: Items, other: Items) -> Term:
    """An input value is in one result and not in the other."""
    return disjunction(
        *(
            conjunction(there, member(each, one), negation(member(each, other)))
            for there, each in known.items
        )
    )


def _extra(known: Items, one: Items, other: Items) -> Term:
    """A value is in the other result, but neither in the first nor in the inputs."""
    return disjunction(
        *(
            conjunction(there, negation(member(each, one)), negation(member(each, known)))
            for there, each in other.items
        )
    )


def _changed(known: Items, one: Items, other: Items, parts: int | None = None) -> Term:
    """The other result has a similar new value in place of an input value.

    At most so many `parts` of a record are new, or all but one.
    """
    pairs = list(zip(one.items, other.items, strict=True))
    cases = []
    for index, ((there, item), (_, fellow)) in enumerate(pairs):
        others = (*pairs[:index], *pairs[index + 1 :])
        rest = [same(left, right) for (_, left), (_, right) in others]
        known_before = conjunction(member(item, known), negation(member(fellow, known)))
        cases.append(conjunction(there, known_before, _alike(item, fellow, parts), *rest))
    lengths = [equal(left, right) for (left, _), (right, _) in pairs]
    return conjunction(*lengths, disjunction(*cases))


def _alike(one: Symbolic, other: Symbolic, parts: int | None) -> Term:
    """Records that differ in at most this many parts, or in all but one; any other values."""
    if not isinstance(one, Record) or not isinstance(other, Record):
        return TRUE
    equalities = list(map(same, one.parts, other.parts))
    if parts is None:
        return disjunction(*equalities)
    return at_most(how_many(map(negation, equalities)), integer(parts))


def _distinct(whole: Items) -> Term:
    """No item occurs twice."""
    return conjunction(
        *(
            negation(conjunction(there, too, same(left, right)))
            for (there, left), (too, right) in combinations(whole.items, 2)
        )
    )


def _reordered(one: Items, other: Items) -> list[Term]:
    counts = equal(count(one), count(other))
    return [_distinct(one), _distinct(other), counts, negation(same(one, other))]
