"""Terms by type: the type-directed generators `gen[τ]`, one layer at a time.

A hole is filled with each constructor of its type around new holes, with a name that is there or
one that is new, or with a number. Nothing comes twice: names that are new are as good as each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from math import inf
from typing import TypeAlias
from weakref import WeakKeyDictionary

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.builtins import EMPTY_TUPLE, PAIR
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.engine.visits import PATIENCE, Visits
from refute.languages.nominal.signature import Signature, argument_types
from refute.languages.nominal.types import (
    ABSTRACTION,
    BOOL,
    CHAR,
    INT,
    LIST,
    PAIR as PAIR_TYPE,
    UNIT,
    Applied,
    SortsOf,
    Type,
    TypeConstructor,
    TypeVariable,
    agree,
    substitute,
)
from refute.record import entity, record

OPEN = TypeVariable("A")
"""A type that is not known."""

ONE_AT_LEAST = {INT.constructor, CHAR.constructor, BOOL.constructor, LIST}
"""The types that come with the language whose smallest terms have one constructor."""

CHARACTERS = "abcdefghijklmnopqrstuvwxyz"


@record
class Filling:
    """One way to fill a hole: what it costs, and how the term is made."""

    price: int
    make: Callable[[], Term]


class Types:
    """Knows the constructors of every type, and how small its terms can be.

    `known` has the types of the holes that it made, of those that can have no names in them.
    Numbers and characters that are `written` in what is asked about the terms are the cheapest;
    `notable` are these numbers and those beside them.
    """

    def __init__(
        self,
        datatypes: Mapping[TypeConstructor, list[core.Symbol]],
        sorts: SortsOf,
        written: Iterable[int | str] = (),
    ) -> None:
        self._written = tuple(written)
        numbers = [each for each in self._written if isinstance(each, int)]
        self.notable = sorted({each + beside for each in numbers for beside in (-1, 0, 1)})
        self.signature = Signature(datatypes)
        self._sorts_of = sorts
        self._smallest: dict[TypeConstructor, float] = {}
        self._sizes: dict[core.Symbol, float] = {}
        self._parameters: dict[object, list[Type]] = {}
        self._layers: dict[object, list[Filling]] = {}
        self.known: WeakKeyDictionary[terms.Unknown, Type] = WeakKeyDictionary()

    def unknown(self, type_: Type) -> terms.Unknown:
        """A new hole of a type."""
        unknown = terms.Unknown()
        unknown.sorts = self._sorts_of(type_)
        if not unknown.sorts:
            self.known[unknown] = type_
        return unknown

    def _name(self, label: str, type_: Type) -> terms.Name:
        return terms.Name(label, self._sorts_of(type_))

    def parameters(self, symbol: core.Symbol, type_: Type) -> list[Type]:
        """The types of the arguments of a constructor that makes a term of a type."""
        key = (symbol, type_) if symbol.variables else symbol
        found = self._parameters.get(key)
        if found is None:
            solved: dict[TypeVariable, Type] = {}
            match_type(symbol.result, type_, solved)
            found = [substitute(each, solved) for each in argument_types(symbol)]
            self._parameters[key] = found
        return found

    def fillings(self, type_: Type, names: Iterable[terms.Name], most: int) -> list[Filling]:
        """All ways to fill a hole at its top.

        Of numbers and characters there are those that cost at most so much, and one that costs
        more, for all others. A number or character that is written somewhere costs 1, the numbers
        beside it cost 2, since that is where comparisons change.
        """
        type_ = resolve(type_)
        if _of_names(type_):
            return [*(ready(0, each) for each in names), Filling(0, lambda: self._name("a", type_))]
        if isinstance(type_, TypeVariable) or type_.constructor is INT.constructor:
            return [*self._numbers(most), ready(most + 1, most)]
        if type_.constructor is CHAR.constructor:
            return [*self._characters(most), ready(most + 1, CHARACTERS[most % len(CHARACTERS)])]
        if type_.constructor is UNIT.constructor:
            return [ready(0, EMPTY_TUPLE)]
        if type_.constructor is ABSTRACTION:
            of, body = type_.arguments
            return [Filling(0, lambda: terms.Abstraction(self._name("x", of), self.unknown(body)))]
        if type_.constructor is PAIR_TYPE:
            one, other = type_.arguments
            return [Filling(0, lambda: (PAIR, self.unknown(one), self.unknown(other)))]
        return self._layer(type_)

    def _layer(self, type_: Applied) -> list[Filling]:
        """The constructors of a type, around new holes."""
        key = type_ if type_.arguments else type_.constructor
        found = self._layers.get(key)
        if found is None:
            symbols = self.signature.symbols(type_)
            found = [self._construct(each, type_) for each in symbols if self.possible(each)]
            self._layers[key] = found
        return found

    def possible(self, symbol: core.Symbol) -> bool:
        """Whether there are terms with this constructor at their top."""
        return self.symbol_size(symbol) < inf

    def _numbers(self, most: int) -> list[Filling]:
        """0, 1, -1, 2, … as far as so many steps go, and what is written."""
        prices = {each: 1 + abs(each) for each in range(1 - most, most)}
        for each in self.notable:
            prices[each] = min(prices.get(each, 2), 2)
        prices.update((each, 1) for each in self._written if isinstance(each, int))
        values = sorted(prices, key=lambda each: (abs(each), -each))
        return [ready(prices[each], each) for each in values]

    def _characters(self, most: int) -> list[Filling]:
        prices = {each: price for price, each in enumerate(CHARACTERS[:most], 1)}
        prices.update((each, 1) for each in self._written if isinstance(each, str))
        return [ready(price, each) for each, price in prices.items()]

    def _construct(self, symbol: core.Symbol, type_: Type) -> Filling:
        if not symbol.arity:
            return ready(1, symbol.constant)
        types = self.parameters(symbol, type_)
        return Filling(1, lambda: (symbol, *map(self.unknown, types)))

    # Sizes

    def size(self, type_: Type) -> float:
        """How many constructors the smallest term of a type has."""
        type_ = resolve(type_)
        if _of_names(type_):
            return 0
        if isinstance(type_, TypeVariable) or type_.constructor in ONE_AT_LEAST:
            return 1
        if type_.constructor in {ABSTRACTION, PAIR_TYPE, UNIT.constructor}:
            return sum(map(self.size, type_.arguments))
        self._find_sizes()
        return self._smallest.get(type_.constructor, inf)

    def symbol_size(self, symbol: core.Symbol) -> float:
        """How many constructors the smallest term with this one at its top has."""
        self._find_sizes()
        if symbol not in self._sizes:
            self._sizes[symbol] = self._size_now(symbol)
        return self._sizes[symbol]

    def _size_now(self, symbol: core.Symbol) -> float:
        """The size of its smallest term as far as is known now."""
        return 1 + sum(map(self.size, argument_types(symbol)))

    def smallest(self, type_: Type) -> list[Filling]:
        """Ways to fill a hole, those that lead to the smallest terms first; names are new."""
        type_ = resolve(type_)
        if isinstance(type_, TypeVariable) or type_.constructor not in self.signature.datatypes:
            return self.fillings(type_, (), 1)
        symbols = sorted(self.signature.symbols(type_), key=self.symbol_size)
        return [self._construct(each, type_) for each in symbols if self.possible(each)]

    def _find_sizes(self) -> None:
        if self._smallest:
            return
        self._smallest = dict.fromkeys(self.signature.datatypes, inf)
        changed = True
        while changed:
            changed = False
            for constructor, symbols in self.signature.datatypes.items():
                least = min(map(self._size_now, symbols), default=inf)
                if least < self._smallest[constructor]:
                    self._smallest[constructor] = least
                    changed = True


Sorts: TypeAlias = dict[terms.Name, Type]
"""Names with their types."""


@record
class Place:
    """Where a hole stands: under a permutation, of which the inverse is known too, and binders."""

    moved: terms.Permutation
    back: terms.Permutation
    bound: Sorts


@entity
class Holes:
    """The holes in some terms with their types, and the names to be seen from each."""

    types: dict[terms.Unknown, Type] = field(default_factory=dict)
    names: Sorts = field(default_factory=dict)
    _places: dict[terms.Unknown, list[Place]] = field(default_factory=dict)

    def add(self, unknown: terms.Unknown, type_: Type, place: Place) -> None:
        """Note that a hole stands at a place."""
        self.types.setdefault(unknown, type_)
        self._places.setdefault(unknown, []).append(place)

    def note_nameless(self, types: Types) -> None:
        """Note the types of the holes that can have no names in them."""
        for unknown, type_ in self.types.items():
            if not unknown.sorts:
                types.known.setdefault(unknown, type_)

    def fillings(self, types: Types, unknown: terms.Unknown, most: int) -> list[Filling]:
        """All ways to fill a hole."""
        return types.fillings(self.types[unknown], self._fitting(unknown), most)

    def smallest(self, types: Types, unknown: terms.Unknown) -> list[Filling]:
        """Ways to fill a hole, those that lead to the smallest terms first; new names first."""
        type_ = resolve(self.types[unknown])
        named = self._fitting(unknown) if _of_names(type_) else ()
        return [*types.smallest(type_), *(ready(0, each) for each in named)]

    def forced(self) -> list[terms.Unknown]:
        """The names that are not known, but are known to differ from all others of their type."""
        open_names = [
            each
            for each, type_ in self.types.items()
            if _of_names(resolve(type_)) and not any(place.moved for place in self._places[each])
        ]
        found = []
        for unknown in open_names:
            apart = _apart_from(unknown)
            others = (each for each in open_names if each is not unknown)
            if apart.issuperset(self._fitting(unknown)) and apart.issuperset(others):
                found.append(unknown)
        return found

    def _fitting(self, unknown: terms.Unknown) -> list[terms.Name]:
        """The names of its type that show, where a hole stands, a name that is seen there."""
        type_ = resolve(self.types[unknown])
        inside = self._inside(self._places.get(unknown, ()))
        return [name for name, each in inside.items() if agree(each, type_)]

    def _inside(self, places: Iterable[Place]) -> Sorts:
        """The names with which a hole at some places shows one of those that are seen there."""
        inside = dict(self.names)
        for place in places:
            seen = {**self.names, **place.bound} if place.moved else place.bound
            inside.update({place.back.get(name, name): each for name, each in seen.items()})
        return inside

    def let_out(self) -> None:
        """Add the names that holes may come to show outside of the binders of these names.

        A hole that stands at several places shows a name of one, perhaps moved, at the others.
        """
        several = [each for each in self._places.values() if len(each) > 1]
        before = -1
        while before < len(self.names):
            before = len(self.names)
            for places in several:
                for name, type_ in self._inside(places).items():
                    shown = ((each.moved.get(name, name), each.bound) for each in places)
                    for image in (each for each, bound in shown if each not in bound):
                        self.names.setdefault(image, type_)


def find_holes(types: Types, roots: Iterable[tuple[Term, Type]]) -> Holes:
    """The holes in some terms of known types."""
    found = Holes()
    waiting: list[tuple[Term, Type, Sorts]] = [(*root, {}) for root in roots]
    waiting.reverse()
    visits = Visits(PATIENCE)
    while waiting:
        unexposed, type_, bound = waiting.pop()
        term, type_ = terms.expose(unexposed), resolve(type_)
        kind = type(term)
        if kind is terms.Unknown:
            found.add(term, type_, Place(terms.IDENTITY, terms.IDENTITY, bound))
        elif kind is terms.Suspended:
            back = terms.inverse(term.permutation)
            found.add(term.term, type_, Place(term.permutation, back, bound))
        elif kind is terms.Name:
            if term not in bound and isinstance(found.names.get(term, OPEN), TypeVariable):
                found.names[term] = type_
        elif kind is terms.Abstraction:
            assert isinstance(type_, Applied)
            inner = {**bound, term.name: resolve(type_.arguments[0])}
            waiting.append((term.body, type_.arguments[1], inner))
        elif kind is tuple and len(term) > 1 and not visits.again(term, bound):
            of_parts = types.parameters(term[0], type_)
            for position in range(len(of_parts), 0, -1):
                part = term[position]
                if type(part) is not tuple or len(part) > 1:
                    waiting.append((part, of_parts[position - 1], bound))
    found.let_out()
    return found


def _apart_from(unknown: terms.Unknown) -> set[Term]:
    """The names and the unknown names that an unknown name is known to differ from."""
    constraints = unknown.attached or terms.Constraints()
    found: set[Term] = set(constraints.fresh)
    for one, other in constraints.waiting:
        pair = terms.expose(one), terms.expose(other)
        if unknown in pair and not any(isinstance(each, tuple) for each in pair):
            found.update(each for each in pair if each is not unknown)
    return found


def _of_names(type_: Type) -> bool:
    """Whether a resolved type is one of names, perhaps not known which."""
    return type_.names if isinstance(type_, TypeVariable) else type_.constructor.names


def match_type(pattern: Type, type_: Type, solved: dict[TypeVariable, Type]) -> None:
    """Find what the variables of a declared type stand for."""
    waiting = [(pattern, type_)]
    while waiting:
        one, other = map(resolve, waiting.pop())
        if isinstance(one, TypeVariable):
            solved[one] = other
        elif isinstance(other, Applied):
            waiting.extend(zip(one.arguments, other.arguments, strict=True))


def ready(price: int, value: Term) -> Filling:
    """A hole filled with a value."""
    return Filling(price, lambda: value)
