"""Is a postcondition strong enough? Two different results that it both allows, told in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from refute.languages.fmsl.consistency import NOT_REPLAYED
from refute.languages.fmsl.inquiry import Example, Inquiry
from refute.languages.fmsl.places import Place, element, places
from refute.languages.fmsl.symbolic.reason import Attempt
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import (
    Items,
    Record,
    Symbolic,
    count,
    member,
    packed,
    same,
)
from refute.languages.fmsl.telling import Kind, Told, tell
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.values import Record as RecordValue, Value
from refute.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    at_most,
    choose,
    conjunction,
    different,
    disjunction,
    equal,
    implies,
    integer,
    negation,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Two results that a postcondition both allows for the same inputs."""

    told: Told
    inputs: tuple[Value, ...]
    results: tuple[tuple[Value, ...], tuple[Value, ...]]


class Strength:
    """Looks for two results of one operation that differ in a telling way."""

    def __init__(self, inquiry: Inquiry, signature: Signature) -> None:
        self.inquiry = inquiry
        self.signature = signature
        self.operation = inquiry.checked.operation(signature.name)
        problem, bounds = inquiry.problem, inquiry.bounds
        self.inputs = problem.fresh(signature.inputs, Extent(bounds.size))
        extent = Extent(bounds.outputs, nil=True)
        self.one = problem.fresh(signature.outputs, extent, " one")
        self.other = problem.fresh(signature.outputs, extent, " other")
        self.sources = tuple(places(inquiry.checked.objects, signature.inputs))
        self.doubt = ""

    def findings(self) -> Iterator[Finding]:
        """The telling differences, those that refute first."""
        base = self._base()
        if not self.inquiry.solve(base.also(self._differs())).is_sat:
            return
        refuting, noted = False, False
        for place in self._compared():
            for kind, condition, wishes in self._kinds(place):
                settled = noted if kind.is_note else refuting
                if kind.is_fallback and settled:
                    continue
                found = self._find(base.also(condition), wishes, place, kind)
                if found is not None:
                    noted, refuting = noted or kind.is_note, refuting or not kind.is_note
                    yield found
        if not noted and not refuting:
            yield from self._otherwise(base)

    def _otherwise(self, base: Attempt) -> Iterator[Finding]:
        """Results that differ in no way that has a name; there are some."""
        for place in places(self.inquiry.checked.objects, self.signature.outputs):
            if not place.path:
                differ = negation(same(place.find(self.one), place.find(self.other)))
                found = self._find(base.also(differ), [], place, Kind.DIFFERENT)
                if found is not None:
                    yield found

    def _base(self) -> Attempt:
        problem, operation = self.inquiry.problem, self.operation
        before = problem.holds(operation.precondition, self.inputs)
        after = [
            problem.holds(operation.postcondition, {**self.inputs, **outputs})
            for outputs in (self.one, self.other)
        ]
        there = [
            negation(place.find(outputs).nil)
            for place in self._never_nil()
            for outputs in (self.one, self.other)
        ]
        return self.inquiry.attempt(before, *after, *there)

    def _never_nil(self) -> list[Place]:
        """Outputs that are lists or next states of inputs; nil is not told from an empty one."""
        objects = self.inquiry.checked.objects
        outputs = [each for each in places(objects, self.signature.outputs) if not each.path]
        return [
            each
            for each in outputs
            if element(objects, each.of) is not None or self._counterpart(each) is not None
        ]

    def _differs(self) -> Term:
        names = [part.name for part in self.signature.outputs]
        return disjunction(*(negation(same(self.one[name], self.other[name])) for name in names))

    def _compared(self) -> list[Place]:
        """The outputs; where an input of the same name without its prime is there, their parts."""
        compared: list[Place] = []
        for part in self.signature.outputs:
            whole, *parts = places(self.inquiry.checked.objects, [part])
            if parts and self._counterpart(whole) is not None:
                compared.extend(each for each in parts if not _has_parts(each, parts))
            else:
                compared.append(whole)
        return compared

    def _counterpart(self, place: Place) -> Place | None:
        """The part of an input that a part of an output is the next state of."""
        name = place.name.rstrip("'")
        for source in self.sources:
            if source.name.rstrip("'") == name and source.path == place.path:
                return source
        return None

    def _kinds(self, place: Place) -> Iterator[tuple[Kind, Term, list[Term]]]:
        one, other = place.find(self.one), place.find(self.other)
        if not isinstance(one, Items) or not isinstance(other, Items):
            yield Kind.CHANGED, negation(same(one, other)), self._tidy(place, one)
            return
        one, other = packed(one), packed(other)
        known = self._known(place)
        kept, added = _within(other, one), _within(one, other)
        whole = [_within(known, one), _distinct(one)]  # one result that is as one would like it
        last = _lost(self._last(place), one, other)
        yield Kind.LOST, _lost(known, one, other), [last, kept, *whole]
        yield Kind.EXTRA, _extra(known, one, other), [added, *whole]
        slightly = _changed(self._in_lists(place), one, other, parts=1)
        yield Kind.CHANGED, _changed(known, one, other), [slightly, *whole]
        yield Kind.DIFFERENT, negation(conjunction(kept, added)), []
        yield Kind.ORDER, conjunction(kept, added, *_reordered(one, other)), whole[:1]
        repeated = conjunction(kept, added, different(count(one), count(other)))
        yield Kind.DUPLICATES, repeated, whole
        yield Kind.ARRANGED, conjunction(kept, added, negation(same(one, other))), []

    def _tidy(self, place: Place, one: Symbolic) -> list[Term]:
        """The wishes that one result keeps the part as it was, and that all else is the same."""
        counterpart = self._counterpart(place)
        wishes = [same(counterpart.find(self.inputs), one)] if counterpart else []
        others = [each for each in self._compared() if each != place]
        return [
            *wishes,
            conjunction(*(same(each.find(self.one), each.find(self.other)) for each in others)),
        ]

    def _known(self, place: Place) -> Items:
        """What the inputs have of the kind of items that a list holds."""
        given = tuple((negation(each.nil), each) for each in self._given_like(place))
        return Items(FALSE, (*self._in_lists(place).items, *given), packed=False)

    def _in_lists(self, place: Place) -> Items:
        """What the lists among the inputs have of that kind."""
        found = tuple(each for value in self._lists_like(place) for each in value.items)
        return Items(FALSE, found, packed=False)

    def _last(self, place: Place) -> Items:
        """The last items of the lists among the inputs, whose loss is easy to see."""
        last: list[tuple[Term, Symbolic]] = []
        for value in self._lists_like(place):
            after = FALSE
            for there, item in reversed(packed(value).items):
                last.append((conjunction(there, negation(after)), item))
                after = there
        return Items(FALSE, tuple(last), packed=False)

    def _lists_like(self, place: Place) -> Iterator[Items]:
        """The lists among the inputs whose items can be those of another."""
        objects = self.inquiry.checked.objects
        wanted = element(objects, place.of)
        for source in self.sources:
            value, inner = source.find(self.inputs), element(objects, source.of)
            if isinstance(value, Items) and inner and wanted and objects.comparable(inner, wanted):
                yield value

    def _given_like(self, place: Place) -> Iterator[Symbolic]:
        """The inputs, and parts of them, that can be items of a list."""
        objects = self.inquiry.checked.objects
        wanted = element(objects, place.of)
        for source in self.sources:
            no_list = element(objects, source.of) is None
            if no_list and wanted and objects.comparable(source.of, wanted):
                yield source.find(self.inputs)

    def _find(
        self, attempt: Attempt, wishes: Sequence[Term], place: Place, kind: Kind
    ) -> Finding | None:
        inquiry = self.inquiry
        everything = [*self.inputs.values(), *self.one.values(), *self.other.values()]
        from_file = [
            *inquiry.from_file(self.signature.inputs, self.inputs),
            *inquiry.from_file(self.signature.outputs, self.one),
            *inquiry.from_file(self.signature.outputs, self.other),
        ]
        plain = [] if from_file else list(inquiry.plain(everything))
        named = inquiry.as_named(self.signature.inputs, self.inputs)
        example = inquiry.best(attempt, named, wishes, [*from_file, *plain], everything)
        if example is None:
            return None
        return self._replayed(example, place, kind)

    def _replayed(self, example: Example, place: Place, kind: Kind) -> Finding | None:
        """The finding, if the interpreter agrees that both results are allowed."""
        inputs = [example.value(self.inputs[part.name]) for part in self.signature.inputs]
        results = [
            [example.value(outputs[part.name]) for part in self.signature.outputs]
            for outputs in (self.one, self.other)
        ]
        for outputs in results:
            replayed = self.inquiry.validated(example, self.signature.name, inputs, outputs)
            if replayed != RecordValue((True, True)):
                self.doubt = self.inquiry.left_open or NOT_REPLAYED
                return None
        named = dict(zip((part.name for part in self.signature.inputs), inputs, strict=True))
        told = tell(
            self.inquiry.checked.objects,
            kind,
            place,
            self.sources,
            named,
            (_at(place, self.signature, results[0]), _at(place, self.signature, results[1])),
        )
        if told is None:
            self.doubt = NOT_REPLAYED
            return None
        return Finding(told, tuple(inputs), (tuple(results[0]), tuple(results[1])))


def _has_parts(place: Place, among: Sequence[Place]) -> bool:
    depth = len(place.path)
    return any(len(each.path) > depth and each.path[:depth] == place.path for each in among)


def _at(place: Place, signature: Signature, outputs: Sequence[Value]) -> Value:
    names = [part.name for part in signature.outputs]
    value = outputs[names.index(place.name)]
    for step in place.path:
        value = value[step] if isinstance(value, RecordValue) else None
    return value


def _within(inner: Items, outer: Items) -> Term:
    """Every item of one list is in another."""
    return conjunction(*(implies(there, member(each, outer)) for there, each in inner.items))


def _lost(known: Items, one: Items, other: Items) -> Term:
    """Something of the inputs is in one result and not in the other."""
    return disjunction(
        *(
            conjunction(there, member(each, one), negation(member(each, other)))
            for there, each in known.items
        )
    )


def _extra(known: Items, one: Items, other: Items) -> Term:
    """Something is in the other result that is neither in the one nor in the inputs."""
    return disjunction(
        *(
            conjunction(there, negation(member(each, one)), negation(member(each, known)))
            for there, each in other.items
        )
    )


def _changed(known: Items, one: Items, other: Items, parts: int | None = None) -> Term:
    """The other result has, in place of something of the inputs, something alike and new.

    Of a record at most so many `parts` are new, or all but one.
    """
    pairs = list(zip(one.items, other.items, strict=True))
    cases = []
    for place, ((there, item), (_, fellow)) in enumerate(pairs):
        rest = [
            same(left, right)
            for index, ((_, left), (_, right)) in enumerate(pairs)
            if index != place
        ]
        known_before = conjunction(member(item, known), negation(member(fellow, known)))
        cases.append(conjunction(there, known_before, _alike(item, fellow, parts), *rest))
    lengths = [equal(left, right) for (left, _), (right, _) in pairs]
    return conjunction(*lengths, disjunction(*cases))


def _alike(one: Symbolic, other: Symbolic, parts: int | None) -> Term:
    """Records of which at most so many parts differ, or all but one; anything else."""
    if not isinstance(one, Record) or not isinstance(other, Record):
        return TRUE
    equalities = list(map(same, one.parts, other.parts))
    if parts is None:
        return disjunction(*equalities)
    new = add(*(choose(each, integer(0), integer(1)) for each in equalities))
    return at_most(new, integer(parts))


def _distinct(whole: Items) -> Term:
    """No item is there twice."""
    items = whole.items
    return conjunction(
        *(
            negation(conjunction(there, too, same(left, right)))
            for place, (there, left) in enumerate(items)
            for too, right in items[place + 1 :]
        )
    )


def _reordered(one: Items, other: Items) -> list[Term]:
    return [
        _distinct(one),
        _distinct(other),
        equal(count(one), count(other)),
        negation(same(one, other)),
    ]
