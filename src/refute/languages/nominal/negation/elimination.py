"""Negation elimination (NE, NEs): predicates that say positively that others do not hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.frontend.nesting import room_for_nesting
from refute.frontend.unify import unify
from refute.languages.nominal import core
from refute.languages.nominal.negation.complement import Inequality, complements
from refute.languages.nominal.negation.functions import Functions
from refute.languages.nominal.negation.goals import NO_NAMES, GoalNegation, Scope
from refute.languages.nominal.negation.prepare import Uncovered, prepare
from refute.languages.nominal.negation.rewrite import (
    FALSE,
    both,
    fresh,
    instance,
    normal,
    replace_in_goal,
    unifier,
)
from refute.languages.nominal.negation.simplify import reduced, simplified, tidy
from refute.languages.nominal.program import Program
from refute.languages.nominal.signature import (
    Signature,
    argument_types,
    fresh_instance,
    predicate_symbol,
    type_of,
)
from refute.languages.nominal.types import (
    Applied,
    Type,
    TypeConstructor,
    TypeVariable,
    substitute,
    type_variables,
)
from refute.source import NO_SPAN, Span

MOST = 500
"""Maximum number of clauses that are merged into one definition."""


def contribution(
    clause: core.Clause, negative: core.Symbol, goals: GoalNegation, signature: Signature
) -> list[core.Clause]:
    """When a prepared clause does not apply (Figure 3): its head does not match, its body fails."""
    types = argument_types(negative)
    clauses = [
        core.Clause(negative, arguments, core.TRUE, clause.span)
        for arguments in complements(clause.arguments, types, signature)
    ]
    scope = Scope(dict.fromkeys(core.variables(*clause.arguments), NO_NAMES))
    body = simplified(goals.negate(clause.body, scope))
    if body != FALSE:
        clauses.append(core.Clause(negative, clause.arguments, body, clause.span))
    return clauses


def merged(
    contributions: Iterable[list[core.Clause]], negative: core.Symbol
) -> list[core.Clause] | None:
    """Clauses for when none of the original ones applies; what is subsumed is left out (NEs).

    None where they would be too many.
    """
    everything = tuple(fresh(each) for each in argument_types(negative))
    result = [core.Clause(negative, everything, core.TRUE, negative.span)]
    for clauses in contributions:
        found = (_merge(one, other) for one in result for other in clauses)
        result = reduced(each for each in found if each is not None)
        if len(result) > MOST:
            return None
    return result


def _merge(one: core.Clause, other: core.Clause) -> core.Clause | None:
    """The clause for when two both apply, if there is such a case."""
    values = unifier(one.arguments, other.arguments)
    if values is None:
        return None
    bodies = [replace_in_goal(each.body, values) for each in (one, other)]
    body = simplified(both(bodies))
    if body == FALSE:
        return None
    return core.Clause(one.predicate, instance(one.arguments, values), body, other.span)


def side_by_side(
    contributions: list[list[core.Clause]], negative: core.Symbol
) -> list[core.Symbol]:
    """A predicate for each original clause that says when that one does not apply (NE)."""
    parts: list[core.Symbol] = []
    for number, clauses in enumerate(contributions, 1):
        name = f"{negative.name}_{number}"
        part = predicate_symbol(name, argument_types(negative), negative.span)
        part.clauses += [replace(each, predicate=part) for each in clauses]
        part.abbreviation = True
        parts.append(part)
    return parts


def asking(parts: list[core.Symbol], negative: core.Symbol) -> core.Clause:
    """The clause for when none of the original clauses applies."""
    arguments = tuple(fresh(each, "X") for each in argument_types(negative))
    body = both([core.Atom(each, arguments) for each in parts])
    return core.Clause(negative, arguments, body, negative.span)


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

    def negate(self, goal: core.Goal, given: Iterable[core.Leaf]) -> core.Goal:
        """A goal that holds where another one, about given variables and names, does not."""
        leaves = list(given)
        names = frozenset(each for each in leaves if isinstance(each, core.NameConstant))
        known = {each: names for each in leaves if isinstance(each, core.Variable)}
        negated: core.Goal | None = None
        with self._noting_reasons("the conclusion"), room_for_nesting():
            negated = self._goals.negate(normal(goal), Scope(known, names))
        if negated is None:
            return FALSE
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
        known = tuple(substitute(each, {}) for each in types)
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
            with self._noting_reasons(f"`{symbol.name}`", clause.span):
                prepared = prepare(clause, types, kept)
                found.append(contribution(prepared, negative, self._goals, self.signature))
        if self.simplify or len(found) < 2 or not whole:
            together = merged(found, negative)
            if together is not None:
                return together
        parts = side_by_side(found, negative)
        self.made += parts
        return [asking(parts, negative)]

    @contextmanager
    def _noting_reasons(self, subject: str, span: Span | None = None) -> Iterator[None]:
        """Note why something is not supported, instead of raising."""
        try:
            yield
        except Uncovered as failure:
            self.reasons.append(Reason(subject, failure.reason, span or failure.span))
        except RecursionError:
            self.reasons.append(Reason(subject, "it nests too deeply", span or NO_SPAN))

    def _other_value(self, symbol: core.Symbol, negative: core.Symbol) -> list[core.Clause]:
        """A function does not have a value if it has none or another one."""
        arguments = tuple(fresh(each, "X") for each in negative.parameters)
        scope = Scope(dict.fromkeys(arguments, NO_NAMES))
        body = self._goals.negate(core.Atom(symbol, arguments), scope)
        return [core.Clause(negative, arguments, body, symbol.span)]


class Unsupported(Exception):
    """Something that a goal calls is outside what negation elimination can do."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons


def complaint(reason: Reason, severity: Severity = Severity.ERROR) -> Diagnostic:
    """The diagnostic (AP051) for a predicate that cannot be negated."""
    message = f"{reason.subject} is outside what negation elimination supports: {reason.text}"
    label = Label(reason.span) if reason.span is not NO_SPAN else None
    advice = "`refute check` uses negation as failure for theorems that conclude it"
    return Diagnostic("AP051", message, label, severity=severity, help=advice)


def negate(
    program: Program,
    goal: core.Goal,
    given: Iterable[core.Leaf],
    *,
    simplify: bool = True,
) -> core.Goal:
    """A goal that holds where another one does not; Unsupported where there is none.

    The variables and names that are `given` have values; other variables of the goal, such as
    the value of a function, exist in it. NEs is what is simplified, NE is not.
    """
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    negated = elimination.negate(goal, given)
    if elimination.reasons:
        raise Unsupported(elimination.reasons)
    return negated
