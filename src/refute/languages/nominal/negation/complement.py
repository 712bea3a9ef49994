"""Complement, inequality and non-freshness by type (Appendix A.1)."""

from __future__ import annotations

from dataclasses import field
from itertools import product

from refute.frontend.unify import resolve
from refute.languages.nominal import core, rewrite
from refute.languages.nominal.negation.prepare import Uncovered
from refute.languages.nominal.signature import (
    WITHOUT_CONSTRUCTORS,
    Constructor,
    Signature,
    predicate_symbol,
    type_of,
    type_word,
)
from refute.languages.nominal.types import ABSTRACTION, Applied, Type, TypeVariable, substitute
from refute.record import entity
from refute.source import NO_SPAN


def complement(pattern: core.Term, type_: Type, signature: Signature) -> list[core.Term]:
    """Patterns that together match the terms of a type that a linear pattern does not match.

    A pattern consists of constructors and variables, each of which occurs once.
    """
    if isinstance(pattern, core.Variable):
        return []
    assert isinstance(pattern, core.Construct)
    found: list[core.Term] = []
    for constructor in signature.constructors(type_) or ():
        symbol, types = constructor
        if symbol is pattern.symbol:
            inner = complements(pattern.arguments, types, signature)
            found += [core.Construct(symbol, arguments) for arguments in inner]
        else:
            found.append(_applied(constructor))
    return found


def complements(
    patterns: tuple[core.Term, ...], types: tuple[Type, ...], signature: Signature
) -> list[tuple[core.Term, ...]]:
    """The complement of several patterns taken together: at least one of them does not match."""
    found: list[tuple[core.Term, ...]] = []
    for position, (pattern, type_) in enumerate(zip(patterns, types, strict=True)):
        for other in complement(pattern, type_, signature):
            before, after = types[:position], types[position + 1 :]
            found.append((*map(rewrite.fresh, before), other, *map(rewrite.fresh, after)))
    return found


@entity
class Inequality:
    """Makes goals for the inequality of terms and the occurrence of names, and their predicates."""

    signature: Signature
    _differing: dict[Type, core.Symbol] = field(default_factory=dict)
    _occurring: dict[tuple[Type, Type], core.Symbol] = field(default_factory=dict)

    @property
    def predicates(self) -> list[core.Symbol]:
        """The predicates generated so far."""
        return [*self._differing.values(), *self._occurring.values()]

    def differ(self, left: core.Term, right: core.Term) -> core.Goal:
        """A goal that two terms of the same type are not equal."""
        if left == right:
            return rewrite.FALSE
        match left, right:
            case (core.Construct(one), core.Construct(other)) if rewrite.is_constructor(
                one
            ) and rewrite.is_constructor(other):
                if one is not other:
                    return core.TRUE
                return rewrite.either(map(self.differ, left.arguments, right.arguments))
            case (core.NameConstant(), core.NameConstant()) | (core.Literal(), core.Literal()):
                return core.TRUE
        return self._differ_at(known_type(left, right), left, right)

    def _differ_at(self, type_: Applied, left: core.Term, right: core.Term) -> core.Goal:
        if type_.constructor.names:
            return core.Fresh(left, right)
        if type_ in WITHOUT_CONSTRUCTORS:
            return core.Unequal(left, right)
        if type_.constructor is ABSTRACTION:
            name, (one, other) = _bodies(type_, 2)
            inside = [
                core.Equals(left, core.Abstract(name, one)),
                core.Equals(right, core.Abstract(name, other)),
                self.differ(one, other),
            ]
            return rewrite.new(name, rewrite.exists([one, other], rewrite.both(inside)))
        if type_.constructor.arbitrary:
            word = f"neq_{type_word(type_)}"
            return core.Atom(predicate_symbol(word, (type_, type_), NO_SPAN), (left, right))
        return core.Atom(self._differing_predicate(type_), (left, right))

    def _differing_predicate(self, type_: Applied) -> core.Symbol:
        if type_ not in self._differing:
            made = predicate_symbol(f"neq_{type_word(type_)}", (type_, type_), NO_SPAN)
            self._differing[type_] = made
            for one, other in product(self.signature.constructors(type_) or (), repeat=2):
                heads = _applied(one, "X"), _applied(other, "Y")
                body = self.differ(*heads)
                if body != rewrite.FALSE:
                    made.clauses.append(core.Clause(made, heads, body))
        return self._differing[type_]

    def occurs(self, name: core.Term, term: core.Term) -> core.Goal:
        """A goal that a name is free in a term: it is not fresh for it."""
        match term:
            case core.Construct(_, arguments):
                return rewrite.either(self.occurs(name, each) for each in arguments)
            case core.Literal():
                return rewrite.FALSE
            case core.Abstract(bound, body):
                apart = self.differ(name, bound) if _same_type(name, bound) else core.TRUE
                return rewrite.both([apart, self.occurs(name, body)])
        sort, type_ = known_type(name), known_type(term)
        if not self._has_names(type_, sort):
            return rewrite.FALSE
        if type_.constructor.names:
            return core.Equals(name, term) if name != term else core.TRUE
        if type_.constructor is ABSTRACTION:
            bound, (body,) = _bodies(type_, 1)
            opened = core.Equals(term, core.Abstract(bound, body))
            return rewrite.new(
                bound, rewrite.exists([body], rewrite.both([opened, self.occurs(name, body)]))
            )
        return core.Atom(self._occurring_predicate(sort, type_), (name, term))

    def _occurring_predicate(self, sort: Applied, type_: Applied) -> core.Symbol:
        key = sort, type_
        if key not in self._occurring:
            word = f"nfr_{type_word(sort)}_{type_word(type_)}"
            made = self._occurring[key] = predicate_symbol(word, key, NO_SPAN)
            for constructor in self.signature.constructors(type_) or ():
                name, term = rewrite.fresh(sort, "A"), _applied(constructor, "X")
                body = self.occurs(name, term)
                if body != rewrite.FALSE:
                    made.clauses.append(core.Clause(made, (name, term), body))
        return self._occurring[key]

    def _has_names(self, type_: Type, sort: Type) -> bool:
        """Whether terms of a type can contain free names of a sort."""
        seen: set[Type] = set()
        waiting = [type_]
        while waiting:
            part = resolve(waiting.pop())
            if part == sort or isinstance(part, TypeVariable):
                return True
            if part in seen:
                continue
            seen.add(part)
            if part.constructor is ABSTRACTION:
                waiting.append(part.arguments[1])
            for _, types in self.signature.constructors(part) or ():
                waiting.extend(types)
        return False


def _applied(constructor: Constructor, label: str = "_") -> core.Construct:
    """A constructor with new variables for its arguments."""
    symbol, types = constructor
    return core.Construct(symbol, tuple(rewrite.fresh(each, label) for each in types))


def known_type(*terms: core.Term) -> Applied:
    """The common type of some terms; Uncovered if it is not determined."""
    for term in terms:
        type_ = substitute(type_of(term), {})
        if isinstance(type_, Applied):
            return type_
    raise Uncovered("the type of a term that is compared is not determined", NO_SPAN)


def _same_type(name: core.Term, other: core.Term) -> bool:
    return known_type(name) == known_type(other)


def _bodies(type_: Applied, count: int) -> tuple[core.NameConstant, list[core.Variable]]:
    """A new name for opening abstractions of a type, and variables for their bodies."""
    sort, body = type_.arguments
    return core.NameConstant("a", sort), [rewrite.fresh(body, "Z") for _ in range(count)]
