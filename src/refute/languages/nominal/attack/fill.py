"""Terms by type: the type-directed generators `gen[τ]`, one layer at a time.

A hole is filled with each constructor of its type around new holes, with a name that is there or
one that is new, or with a number. Nothing comes twice: names that are new are as good as each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from weakref import WeakKeyDictionary

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.builtins import EMPTY_TUPLE, PAIR
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.terms import Term
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
    Type,
    TypeConstructor,
    TypeVariable,
    substitute,
)
from refute.record import record

OPEN = TypeVariable("A")
"""A type that is not known."""

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
        nameless: Callable[[Type], bool],
        written: Iterable[int | str] = (),
    ) -> None:
        self._written = tuple(written)
        numbers = [each for each in self._written if isinstance(each, int)]
        self.notable = sorted({each + beside for each in numbers for beside in (-1, 0, 1)})
        self.signature = Signature(datatypes)
        self._nameless = nameless
        self._smallest: dict[TypeConstructor, float] = {}
        self._parameters: dict[tuple[core.Symbol, Type], list[Type]] = {}
        self.known: WeakKeyDictionary[terms.Unknown, Type] = WeakKeyDictionary()

    def unknown(self, type_: Type) -> terms.Unknown:
        """A new hole of a type."""
        unknown = terms.Unknown()
        if self._nameless(type_):
            unknown.nameless = True
            self.known[unknown] = type_
        return unknown

    def parameters(self, symbol: core.Symbol, type_: Type) -> list[Type]:
        """The types of the arguments of a constructor that makes a term of a type."""
        key = (symbol, type_)
        if key not in self._parameters:
            solved: dict[TypeVariable, Type] = {}
            match_type(symbol.result, type_, solved)
            self._parameters[key] = [substitute(each, solved) for each in argument_types(symbol)]
        return self._parameters[key]

    def fillings(self, type_: Type, names: Iterable[terms.Name], most: int) -> list[Filling]:
        """All ways to fill a hole at its top.

        Of numbers and characters there are those that cost at most so much, and one that costs
        more, for all others. A number or character that is written somewhere costs 1, the numbers
        beside it cost 2, since that is where comparisons change.
        """
        type_ = resolve(type_)
        if _of_names(type_):
            return [*(ready(0, each) for each in names), Filling(0, lambda: terms.Name("a"))]
        if isinstance(type_, TypeVariable) or type_ == INT:
            return [*self._numbers(most), ready(most + 1, most)]
        if type_ == CHAR:
            return [*self._characters(most), ready(most + 1, CHARACTERS[most % len(CHARACTERS)])]
        if type_ == UNIT:
            return [ready(0, EMPTY_TUPLE)]
        if type_.constructor is ABSTRACTION:
            body = type_.arguments[1]
            return [Filling(0, lambda: terms.Abstraction(terms.Name("x"), self.unknown(body)))]
        if type_.constructor is PAIR_TYPE:
            one, other = type_.arguments
            return [Filling(0, lambda: (PAIR, self.unknown(one), self.unknown(other)))]
        return [
            self._construct(symbol, type_)
            for symbol in self.signature.symbols(type_)
            if self.symbol_size(symbol) < inf
        ]

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
        if type_ == UNIT or _of_names(type_):
            return 0
        if isinstance(type_, TypeVariable) or type_ in {INT, CHAR}:
            return 1
        if type_.constructor is LIST or type_ == BOOL:
            return 1
        if type_.constructor in {ABSTRACTION, PAIR_TYPE}:
            return sum(map(self.size, type_.arguments))
        self._find_sizes()
        return self._smallest.get(type_.constructor, inf)

    def symbol_size(self, symbol: core.Symbol) -> float:
        """How many constructors the smallest term with this one at its top has."""
        return 1 + sum(map(self.size, argument_types(symbol)))

    def smallest(self, type_: Type) -> list[Filling]:
        """Ways to fill a hole, those that lead to the smallest terms first; names are new."""
        type_ = resolve(type_)
        if isinstance(type_, TypeVariable) or type_.constructor not in self.signature.datatypes:
            return self.fillings(type_, (), 1)
        symbols = sorted(self.signature.symbols(type_), key=self.symbol_size)
        return [self._construct(each, type_) for each in symbols if self.symbol_size(each) < inf]

    def _find_sizes(self) -> None:
        if self._smallest:
            return
        self._smallest = dict.fromkeys(self.signature.datatypes, inf)
        changed = True
        while changed:
            changed = False
            for constructor, symbols in self.signature.datatypes.items():
                least = min(map(self.symbol_size, symbols), default=inf)
                if least < self._smallest[constructor]:
                    self._smallest[constructor] = least
                    changed = True


@dataclass(slots=True)
class Holes:
    """The holes in some terms with their types, and the names to be seen from each."""

    types: dict[terms.Unknown, Type] = field(default_factory=dict)
    names: dict[terms.Name, Type] = field(default_factory=dict)
    _bound: dict[terms.Unknown, dict[terms.Name, Type]] = field(default_factory=dict)
    _always: dict[terms.Unknown, frozenset[terms.Name]] = field(default_factory=dict)
    _moved: dict[terms.Unknown, list[terms.Permutation]] = field(default_factory=dict)

    def add(self, unknown: terms.Unknown, type_: Type, bound: dict[terms.Name, Type]) -> None:
        """Note that a hole is there, below binders of some names.

        A name that is bound at some places of a hole and not at others may become free at these:
        then every other hole may mention it, too.
        """
        self.types.setdefault(unknown, type_)
        seen = self._bound.setdefault(unknown, {})
        seen.update(bound)
        always = self._always.get(unknown, frozenset(bound)) & bound.keys()
        self._always[unknown] = always
        for name in seen.keys() - always:
            self.names.setdefault(name, seen[name])

    def fillings(self, types: Types, unknown: terms.Unknown, most: int) -> list[Filling]:
        """All ways to fill a hole."""
        return types.fillings(self.types[unknown], self._seen(unknown), most)

    def smallest(self, types: Types, unknown: terms.Unknown) -> list[Filling]:
        """Ways to fill a hole, those that lead to the smallest terms first; new names first."""
        type_ = resolve(self.types[unknown])
        named = self._seen(unknown) if _of_names(type_) else ()
        return [*types.smallest(type_), *(ready(0, each) for each in named)]

    def _seen(self, unknown: terms.Unknown) -> list[terms.Name]:
        """The names with which a hole can be filled so that a name is there that is seen from it.

        Below a permutation that is another one.
        """
        type_ = resolve(self.types[unknown])
        seen = {**self.names, **self._bound.get(unknown, {})}
        for back in self._moved.get(unknown, ()):
            seen.update({back.get(name, name): each for name, each in self.names.items()})
        return [name for name, each in seen.items() if _agree(each, type_)]


def find_holes(types: Types, roots: Iterable[tuple[Term, Type]]) -> Holes:
    """The holes in some terms of known types."""
    found = Holes()
    waiting: list[tuple[Term, Type, dict[terms.Name, Type]]] = [(*root, {}) for root in roots]
    waiting.reverse()
    while waiting:
        unexposed, type_, bound = waiting.pop()
        term, type_ = terms.expose(unexposed), resolve(type_)
        kind = type(term)
        if kind is terms.Unknown:
            found.add(term, type_, bound)
        elif kind is terms.Suspended:
            back = terms.inverse(term.permutation)
            found.add(
                term.term, type_, {back.get(name, name): each for name, each in bound.items()}
            )
            found._moved.setdefault(term.term, []).append(back)
        elif kind is terms.Name:
            if term not in bound and isinstance(found.names.get(term, OPEN), TypeVariable):
                found.names[term] = type_
        elif kind is terms.Abstraction:
            assert isinstance(type_, Applied)
            inner = {**bound, term.name: resolve(type_.arguments[0])}
            waiting.append((term.body, type_.arguments[1], inner))
        elif kind is tuple and len(term) > 1:
            pairs = zip(term[1:], types.parameters(term[0], type_), strict=True)
            waiting.extend((part, each, bound) for part, each in reversed(list(pairs)))
    return found


def _of_names(type_: Type) -> bool:
    """Whether a resolved type is one of names, perhaps not known which."""
    return type_.names if isinstance(type_, TypeVariable) else type_.constructor.names


def _agree(one: Type, other: Type) -> bool:
    """Whether two types of names can be the same."""
    return one == other or isinstance(one, TypeVariable) or isinstance(other, TypeVariable)


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
