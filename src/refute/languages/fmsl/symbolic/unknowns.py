"""Fresh values of a type up to a size, and facts about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, repeat

from refute import terms
from refute.languages.fmsl import types
from refute.languages.fmsl.symbolic import values
from refute.languages.fmsl.symbolic.models import rank_of
from refute.languages.fmsl.symbolic.values import Symbolic
from refute.record import record
from refute.terms import Term

LONGEST_TEXT = 1000
"""Maximum number of characters of a text for the solver."""

DEEPEST = 6
"""Maximum depth of nested types; deeper values are nil or empty."""


@record
class Extent:
    """The size of fresh values, and where they may be nil: as a whole, as items, inside.

    Only the length of `measured` lists is known.
    """

    size: int
    nil: bool = False
    nil_items: bool = False
    nil_parts: bool = True
    measured: bool = False
    functions: bool = False

    def inside(self) -> Extent:
        """The extent of a component."""
        return replace(self, nil=self.nil_parts)

    def of_items(self) -> Extent:
        """The extent of an item; nested lists are shorter."""
        return replace(self, nil=self.nil_items, size=max(1, self.size - 1))


class Unknowns:
    """Makes fresh values, and keeps the facts about their variables."""

    def __init__(
        self,
        objects: types.Objects,
        functions: Mapping[str, types.Function] | None = None,
        *,
        ranks: bool = True,
    ) -> None:
        self.objects = objects
        self.ranks = ranks
        self.facts: dict[Term, list[Term]] = {}
        self.texts: dict[Term, values.Text] = {}
        self.literals: dict[Term, values.Text] = {}
        self.spellings: dict[Term, str] = {}
        self.variables: list[Term] = []
        self.functions: Mapping[str, types.Function] = functions or {}
        self.chose_functions = False

    @property
    def made(self) -> int:
        """The number of variables made so far."""
        return len(self.variables)

    def truth(self, label: str) -> Term:
        """A fresh condition."""
        return self._variable(label, terms.BOOL)

    def number(self, label: str, least: int) -> Term:
        """A fresh integer with a lower bound."""
        made = self._variable(label, terms.INT)
        self.facts[made] = [terms.at_least(made, terms.integer(least))]
        return made

    def division(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """Quotient and remainder for a nonzero divisor; the latter has the dividend's sign."""
        quotient = self._variable("quotient", terms.INT)
        rest = self._variable("rest", terms.INT)
        zero = terms.integer(0)
        product = terms.add(terms.multiply(quotient, divisor), rest)
        signs = terms.choose(
            terms.less(dividend, zero), terms.at_most(rest, zero), terms.at_least(rest, zero)
        )
        fact = terms.implies(
            terms.different(divisor, zero),
            terms.conjunction(
                terms.equal(dividend, product),
                terms.less(terms.absolute(rest), terms.absolute(divisor)),
                signs,
            ),
        )
        self.facts[quotient] = self.facts[rest] = [fact]
        return quotient, rest

    def _variable(self, label: str, sort: terms.Sort) -> Term:
        made = terms.variable(f"{label} #{self.made}", sort)
        self.variables.append(made)
        return made

    def text(self, value: str) -> values.Text:
        """A known text; raises Unsupported for very long ones."""
        if len(value) > LONGEST_TEXT:
            raise values.Unsupported(f"a text of {len(value)} characters")
        term = terms.real(rank_of(value)) if self.ranks else terms.string(value)
        made = values.Text(terms.FALSE, term, terms.integer(len(value)))
        self.literals[term] = made
        self.spellings[term] = value
        return made

    def fresh(self, label: str, of: types.Type, extent: Extent) -> Symbolic:
        """An unknown value of a type."""
        return self._fresh(label, of, extent, 0)

    def known(self, value: bool | int | float | str) -> Symbolic:
        """A known value as a symbolic one."""
        match value:
            case bool():
                return values.truth(value)
            case int():
                return values.known(terms.integer(value))
            case float():
                return values.known(terms.real(Fraction(str(value))))
            case str():
                return self.text(value)

    def _which(self, label: str, name: str) -> Term:
        """The number of a value of an object without components."""
        if name in self.objects.constants:
            return terms.integer(0)
        return self.number(label, 1)

    def _fresh(
        self, label: str, of: types.Type, extent: Extent, depth: int, *, heirs: bool = True
    ) -> Symbolic:
        never = bool(depth) and self.objects.is_single(of)
        nil = self.truth(f"{label} nil") if extent.nil and not never else terms.FALSE
        below = self.objects.heirs(of) if heirs else ()
        if below:
            kinds = (types.Named(self.objects.nominal(of)), *map(types.Named, below))
            parts = tuple(types.Part("", each) for each in kinds)
            return self._either(label, parts, nil, extent, depth, heirs=False)
        match self.objects.structure(of):
            case types.Primitive(name):
                return self._scalar(label, name, nil)
            case types.Named(name):
                return values.Atomic(nil, name, self._which(label, name))
            case types.Constant(value):
                return values.nil_where(nil, self.known(value))
            case types.Function() as structure:
                return self._function(label, structure, nil, extent)
            case types.TupleOf(parts):
                if depth > DEEPEST:
                    return values.NIL
                made = (
                    self._fresh(
                        f"{label}.{each.name or number}", each.type, extent.inside(), depth + 1
                    )
                    for number, each in enumerate(parts, 1)
                )
                return values.Record(nil, tuple(made))
            case types.ListOf() if extent.measured:
                return values.Measured(self.number(f"{label} length", 0))
            case types.ListOf(element):
                size = extent.size if depth <= DEEPEST else 0
                items = tuple(
                    self._fresh(f"{label}[{number}]", element, extent.of_items(), depth + 1)
                    for number in range(1, size + 1)
                )
                return values.Items(tuple(zip(self._presence(label, size), items, strict=True)))
            case types.Union(alternatives) as union:
                labels = self.objects.labels(union)
                return self._either(label, alternatives, nil, extent, depth, labels=labels)
            case types.AnyType():
                return values.NIL

    def _function(self, label: str, of: types.Function, nil: Term, extent: Extent) -> Symbolic:
        """One of the known functions, which are not all functions there may be."""
        fitting = [name for name, each in self.functions.items() if self.objects.fits(each, of)]
        if not fitting or not extent.functions:
            raise values.Unsupported("any function")
        self.chose_functions = True
        known = [values.Function(terms.FALSE, each) for each in fitting]
        return values.Either(nil, self._choice(label, fitting, known))

    def _scalar(self, label: str, name: str, nil: Term) -> Symbolic:
        if name == "string":
            return self._text(label, nil)
        sort = {"boolean": terms.BOOL, "real": terms.REAL}.get(name, terms.INT)
        return values.Atom(nil, self._variable(label, sort))

    def _text(self, label: str, nil: Term) -> values.Text:
        if not self.ranks:
            term = self._variable(label, terms.STRING)
            return values.Text(nil, term, terms.length(term))
        rank, size = self._variable(label, terms.REAL), self._variable(f"{label} length", terms.INT)
        empty = terms.equal(rank, terms.real(0))
        self.facts[rank] = [terms.at_least(rank, terms.real(0))]
        self.facts[size] = [
            terms.at_least(size, terms.integer(0)),
            terms.implies(empty, terms.equal(size, terms.integer(0))),
            terms.implies(terms.negation(empty), terms.different(size, terms.integer(0))),
        ]
        made = values.Text(nil, rank, size)
        self.texts[rank] = made
        return made

    def _presence(self, label: str, size: int) -> list[Term]:
        there = [self.truth(f"{label} has {number}") for number in range(1, size + 1)]
        for before, after in pairwise(there):
            self.facts.setdefault(after, []).append(terms.implies(after, before))
        return there

    def _either(
        self,
        label: str,
        alternatives: tuple[types.Part, ...],
        nil: Term,
        extent: Extent,
        depth: int,
        *,
        heirs: bool = True,
        labels: tuple[str, ...] = (),
    ) -> Symbolic:
        if depth > DEEPEST:
            return values.NIL
        whole = replace(extent, nil=False)
        made = (
            values.labelled(mark, self._fresh(label, each.type, whole, depth + 1, heirs=heirs))
            for each, mark in zip(alternatives, labels or repeat(""), strict=False)
        )
        names = [each.name or str(number) for number, each in enumerate(alternatives)]
        return values.Either(nil, self._choice(label, names, made))

    def _choice(
        self, label: str, names: Sequence[str], options: Iterable[Symbolic]
    ) -> tuple[tuple[Term, Symbolic], ...]:
        """Options of which one is chosen, each with its condition."""
        made: list[tuple[Term, Symbolic]] = []
        others: list[Term] = []
        for name, option in zip(names, options, strict=True):
            last = len(made) == len(names) - 1
            chosen = [] if last else [self.truth(f"{label} is {name}")]
            made.append((terms.conjunction(*others, *chosen), option))
            others.extend(map(terms.negation, chosen))
        return tuple(made)


def _labelled_key(label: str, key: object) -> object:
    return (f"label {label}", key) if label else key


def type_key(
    objects: types.Objects, of: types.Type, depth: int = 0, *, heirs: bool = True
) -> object:
    """A key that structurally equal types share, as far as their nesting matters.

    An object that others extend is like a union of them all.
    """
    if depth > DEEPEST:
        return None
    kinds = objects.kinds(of) if heirs else ()
    if kinds:
        keys = (type_key(objects, types.Named(each), depth + 1, heirs=False) for each in kinds)
        return ("union", *keys)
    match objects.structure(of):
        case types.ListOf(element):
            return ("list", type_key(objects, element, depth + 1))
        case types.TupleOf(parts):
            return ("tuple", *(type_key(objects, each.type, depth + 1) for each in parts))
        case types.Union(parts) as union:
            keys = (type_key(objects, each.type, depth + 1) for each in parts)
            return ("union", *map(_labelled_key, objects.labels(union), keys))
        case types.Primitive(name) | types.Named(name):
            return name
        case types.Constant(value):
            return ("constant", value)
        case types.Function(inputs, result):
            given = tuple(type_key(objects, each.type, depth + 1) for each in inputs)
            return ("function", *given, type_key(objects, result, depth + 1))
        case types.AnyType():
            return None
