"""Negation elimination: predicates that say positively that others do not hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from refute.frontend.nesting import room_for_nesting
from refute.frontend.unify import unify
from refute.languages.nominal import core
from refute.languages.nominal.negation.clauses import asking, contribution, merged, side_by_side
from refute.languages.nominal.negation.functions import Functions
from refute.languages.nominal.negation.goals import NO_NAMES, GoalNegation, Scope
from refute.languages.nominal.negation.inequality import Inequality, deep
from refute.languages.nominal.negation.prepare import prepare
from refute.languages.nominal.negation.rewrite import fresh, normal
from refute.languages.nominal.negation.signature import (
    Signature,
    argument_types,
    fresh_instance,
    predicate_symbol,
    type_of,
)
from refute.languages.nominal.negation.simplify import simplified, tidy
from refute.languages.nominal.negation.uncovered import Uncovered
from refute.languages.nominal.types import (
    Applied,
    Type,
    TypeConstructor,
    TypeVariable,
    substitute,
    type_variables,
)
from refute.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a predicate is outside what negation elimination supports."""

    subject: str
    text: str
    span: Span

    def __str__(self) -> str:
        return f"{self.subject}: {self.text}"


Wanted: TypeAlias = tuple[core.Symbol, tuple[Type, ...], tuple[int, ...]]
"""A predicate, the types of its arguments, and which arguments are given."""


class Elimination:
    """Defines negated predicates, on demand and once; `simplify` is what makes NEs of NE.

    Where something is not supported there is a reason, and the definitions must not be used.
    """

    def __init__(
        self, datatypes: Mapping[TypeConstructor, list[core.Symbol]], *, simplify: bool = True
    ) -> None:
        self.signature = Signature(datatypes)
        self.inequality = Inequality(self.signature)
        self.simplify = simplify
        self.reasons: list[Reason] = []
        self.predicates: dict[Wanted, core.Symbol] = {}
        self.made: list[core.Symbol] = []
        self._functions = Functions()
        self._waiting: deque[Wanted] = deque()
        self._goals = GoalNegation(self)

    @property
    def generated(self) -> list[core.Symbol]:
        """All predicates that were made."""
        return [*self.made, *self.inequality.predicates]

    # What others ask for

    def negate(
        self, goal: core.Goal, given: Iterable[core.Variable | core.NameConstant]
    ) -> core.Goal:
        """A goal that holds where another one, about given variables and names, does not."""
        leaves = list(given)
        names = frozenset(each for each in leaves if isinstance(each, core.NameConstant))
        known = {each: names for each in leaves if isinstance(each, core.Variable)}
        try:
            with room_for_nesting():
                negated = self._goals.negate(normal(goal), Scope(known, names))
        except RecursionError:
            self.reasons.append(Reason("the conclusion", "it nests too deeply", NO_SPAN))
            return core.Fail()
        except Uncovered as failure:
            self.reasons.append(Reason("the conclusion", failure.reason, failure.span))
            return core.Fail()
        self._define_all()
        return simplified(negated)

    def negated(self, symbol: core.Symbol) -> core.Symbol:
        """The predicate that says that another one, at its most general types, does not hold."""
        rigid: dict[TypeVariable, Type] = {
            each: Applied(TypeConstructor(each.label, names=each.names))
            for each in symbol.variables
        }
        types = tuple(substitute(each, rigid) for each in argument_types(symbol))
        wanted = symbol, types, tuple(range(len(types)))
        found = self._want(wanted)
        self._define_all()
        return found

    # What the goals ask for

    def is_functional(self, symbol: core.Symbol) -> bool:
        """Whether a predicate is a function."""
        return self._functions.is_functional(symbol)

    def lacking(self, atom: core.Atom, kept: tuple[int, ...]) -> core.Goal:
        """No values of the arguments that are not kept make an atom true."""
        types, _ = fresh_instance(atom.predicate)
        for wanted, argument in zip(types, atom.arguments, strict=True):
            unify(wanted, type_of(argument))
        known = tuple(map(deep, types))
        if any(type_variables(each) for each in known):
            text = f"the types of the arguments of `{atom.predicate.name}` are not determined"
            raise Uncovered(text, atom.span)
        negative = self._want((atom.predicate, known, kept))
        return core.Atom(negative, tuple(atom.arguments[each] for each in kept), atom.span)

    # Defining

    def _want(self, wanted: Wanted) -> core.Symbol:
        if wanted not in self.predicates:
            symbol, types, kept = wanted
            parts = [symbol.name.rpartition(".")[2]]
            whole = len(kept) == len(types)
            if not whole:
                parts += [str(each + 1) for each in kept]
            name = "_".join(["not" if whole else "no", *parts])
            given = tuple(types[each] for each in kept)
            made = self.predicates[wanted] = predicate_symbol(name, given, symbol.span)
            self.made.append(made)
            self._waiting.append(wanted)
        return self.predicates[wanted]

    def _define_all(self) -> None:
        with room_for_nesting():
            while self._waiting:
                wanted = self._waiting.popleft()
                negative = self.predicates[wanted]
                negative.clauses += self._clauses(wanted, negative)
            if not self.reasons:
                tidy(self.generated, thorough=self.simplify)

    def _clauses(self, wanted: Wanted, negative: core.Symbol) -> list[core.Clause]:
        symbol, types, kept = wanted
        whole = len(kept) == len(types)
        if whole and symbol.role == "function" and self.is_functional(symbol):
            return self._other_value(symbol, negative)
        found: list[list[core.Clause]] = []
        for clause in symbol.clauses:
            try:
                prepared = prepare(clause, types, kept)
                found.append(contribution(prepared, negative, self._goals, self.signature))
            except Uncovered as failure:
                self.reasons.append(Reason(f"`{symbol.name}`", failure.reason, clause.span))
            except RecursionError:
                self.reasons.append(Reason(f"`{symbol.name}`", "it nests too deeply", clause.span))
        if self.simplify or len(found) < 2 or not whole:
            together = merged(found, negative)
            if together is not None:
                return together
        parts = side_by_side(found, negative)
        self.made += parts
        return [asking(parts, negative)]

    def _other_value(self, symbol: core.Symbol, negative: core.Symbol) -> list[core.Clause]:
        """A function does not have a value if it has none or another one."""
        arguments = tuple(fresh(each, "X") for each in negative.parameters)
        scope = Scope(dict.fromkeys(arguments, NO_NAMES))
        body = self._goals.negate(core.Atom(symbol, arguments), scope)
        return [core.Clause(negative, arguments, body, symbol.span)]
