"""Negation elimination (NE, NEs): predicates that state positively that others do not hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from itertools import combinations
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.frontend.nesting import room_for_nesting
from refute.frontend.unify import unify
from refute.languages.nominal import core, rewrite
from refute.languages.nominal.negation.complement import Inequality, complements
from refute.languages.nominal.negation.goals import NO_NAMES, GoalNegation, Scope
from refute.languages.nominal.negation.prepare import Uncovered, prepare
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
from refute.record import entity, record
from refute.source import NO_SPAN, Span

MOST, MOST_PAIRS = 500, 50_000
"""Maximum number of clauses that are merged into one definition, and of pairs in each step."""


# Functions


@entity
class Functions:
    """Decides whether the last argument of a predicate is determined by the others.

    A predicate is assumed to be a function until proven otherwise, which allows for mutual
    recursion; when one turns out not to be a function, the others are checked again.
    """

    _verdicts: dict[core.Symbol, bool] = field(default_factory=dict)

    def is_functional(self, symbol: core.Symbol) -> bool:
        """Whether the clauses exclude each other and each of them determines its last argument."""
        if symbol not in self._verdicts:
            self._look_at(core.reachable(symbol))
        return self._verdicts[symbol]

    def _look_at(self, symbols: list[core.Symbol]) -> None:
        unknown = [each for each in symbols if each not in self._verdicts]
        self._verdicts.update(dict.fromkeys(unknown, True))
        changed = True
        while changed:
            changed = False
            for symbol in unknown:
                if self._verdicts[symbol] and not self._is_function(symbol):
                    self._verdicts[symbol] = False
                    changed = True

    def _is_function(self, symbol: core.Symbol) -> bool:
        if not argument_types(symbol):
            return False
        try:
            clauses = [prepare(each, fresh_instance(symbol)[0]) for each in symbol.clauses]
        except Uncovered:
            return False
        return all(map(self._determines, clauses)) and all(
            _exclude(one, other) for one, other in combinations(clauses, 2)
        )

    def _determines(self, clause: core.Clause) -> bool:
        """Whether a clause determines its last argument by the others."""
        *inputs, output = clause.arguments
        names, goals = _top(clause.body)
        scope = Scope(dict.fromkeys(core.variables(*inputs), NO_NAMES), names)
        before = -1
        while before != len(scope.known):
            before = len(scope.known)
            for goal in goals:
                scope = self._learned(goal, scope)
        return scope.closed(output) and not scope.names_in(output)

    def _learned(self, goal: core.Goal, scope: Scope) -> Scope:
        """The scope after a goal, which may determine variables by those known before."""
        match goal:
            case core.Equals(left, right) if scope.closed(left) or scope.closed(right):
                given, found = (left, right) if scope.closed(left) else (right, left)
            case core.Evaluates(left, right) if scope.closed(right):
                given, found = right, left
            case core.Atom(predicate, (*inputs, output)) if scope.closed(*inputs):
                if not self._verdicts.get(predicate, False):
                    return scope
                given, found = core.Construct(predicate, tuple(inputs)), output
            case _:
                return scope
        names = scope.names_in(given)
        new = [each for each in core.variables(found) if scope.is_open(each)]
        return scope.knowing(new, names | _bound(found))


def _bound(term: core.Term) -> frozenset[core.NameConstant]:
    """The names that occur in a term."""
    return frozenset(each for each in core.subterms(term) if isinstance(each, core.NameConstant))


def _top(goal: core.Goal) -> tuple[frozenset[core.NameConstant], list[core.Goal]]:
    """The names of a prepared clause, and its goals."""
    names: set[core.NameConstant] = set()
    while isinstance(goal, core.New):
        names.add(goal.name)
        goal = goal.goal
    return frozenset(names), rewrite.opened([goal])


def overlaps(symbol: core.Symbol) -> bool:
    """Whether equations of a function overlap, or of one that it calls.

    Equations under other conditions than equality and freshness are taken to be different cases.
    """
    functions = (each for each in core.reachable(symbol) if each.role == "function")
    return any(map(_has_overlap, functions))


def _has_overlap(function: core.Symbol) -> bool:
    plain = [each for each in function.clauses if not any(map(_tests, core.subgoals(each.body)))]
    try:
        clauses = [prepare(each, fresh_instance(function)[0]) for each in plain]
    except Uncovered:
        return False
    return not all(_exclude(*two) for two in combinations(clauses, 2))


def _tests(goal: core.Goal) -> bool:
    """Whether a goal is a condition that may tell cases apart."""
    if isinstance(goal, core.Atom):
        return goal.predicate.role != "function"
    return isinstance(goal, core.Cut | core.Not | core.IfThenElse | core.Evaluates | core.ForAll)


def _exclude(one: core.Clause, other: core.Clause) -> bool:
    """Whether no call can use both clauses."""
    values = rewrite.unifier(one.arguments[:-1], other.arguments[:-1])
    if values is None:
        return True
    goals = [
        rewrite.replace_in_goal(goal, values)
        for clause in (one, other)
        for goal in _top(clause.body)[1]
    ]
    left = rewrite.solved(goals, lambda _: True)
    return left is None or any(map(_impossible, left))


def _impossible(goal: core.Goal) -> bool:
    return isinstance(goal, core.Fresh) and goal.left == goal.right


# Clauses


def contribution(
    clause: core.Clause, negative: core.Symbol, goals: GoalNegation, signature: Signature
) -> list[core.Clause]:
    """Clauses for when a prepared clause does not apply (Figure 3): no match, or its body fails."""
    types = argument_types(negative)
    clauses = [
        core.Clause(negative, arguments, core.TRUE, clause.span)
        for arguments in complements(clause.arguments, types, signature)
    ]
    scope = Scope(dict.fromkeys(core.variables(*clause.arguments), NO_NAMES))
    body = simplified(goals.negate(clause.body, scope))
    if body != rewrite.FALSE:
        clauses.append(core.Clause(negative, clause.arguments, body, clause.span))
    return clauses


def merged(
    contributions: Iterable[list[core.Clause]], negative: core.Symbol
) -> list[core.Clause] | None:
    """Clauses for when none of the original ones applies, without those that are subsumed (NEs).

    None if there would be too many.
    """
    everything = tuple(rewrite.fresh(each) for each in argument_types(negative))
    result = [core.Clause(negative, everything, core.TRUE, negative.span)]
    for clauses in contributions:
        if len(result) * len(clauses) > MOST_PAIRS:
            return None
        found = (_merge(one, other) for one in result for other in clauses)
        result = reduced(each for each in found if each is not None)
        if len(result) > MOST:
            return None
    return result


def _merge(one: core.Clause, other: core.Clause) -> core.Clause | None:
    """The clause for when both of two apply; None if that is impossible."""
    values = rewrite.unifier(one.arguments, other.arguments)
    if values is None:
        return None
    bodies = [rewrite.replace_in_goal(each.body, values) for each in (one, other)]
    body = simplified(rewrite.both(bodies))
    if body == rewrite.FALSE:
        return None
    return core.Clause(one.predicate, rewrite.instance(one.arguments, values), body, other.span)


def side_by_side(
    contributions: list[list[core.Clause]], negative: core.Symbol
) -> list[core.Symbol]:
    """A predicate for each original clause, which holds if that clause does not apply (NE)."""
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
    arguments = tuple(rewrite.fresh(each, "X") for each in argument_types(negative))
    body = rewrite.both([core.Atom(each, arguments) for each in parts])
    return core.Clause(negative, arguments, body, negative.span)


# Definitions


@record
class Reason:
    """Why a predicate is outside what negation elimination supports."""

    subject: str
    text: str
    span: Span

    def __str__(self) -> str:
        return f"{self.subject}: {self.text}"


Wanted: TypeAlias = tuple[core.Symbol, tuple[Type, ...], tuple[int, ...]]
"""A predicate, the types of its arguments, and the positions of the given arguments."""


class Elimination:
    """Defines negated predicates, on demand and once: NEs if `simplify`, else NE.

    If there are `reasons`, something is not supported and the definitions must not be used.
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
        self.functions = Functions()
        self._waiting: deque[Wanted] = deque()
        self._goals = GoalNegation(self)

    @property
    def generated(self) -> list[core.Symbol]:
        """All predicates generated so far."""
        return [*self.made, *self.inequality.predicates]

    # Interface for other modules

    def negate(self, goal: core.Goal, given: Iterable[core.Leaf]) -> core.Goal:
        """A goal that holds if another one, about given variables and names, does not hold."""
        leaves = list(given)
        names = frozenset(each for each in leaves if isinstance(each, core.NameConstant))
        known = {each: names for each in leaves if isinstance(each, core.Variable)}
        negated: core.Goal | None = None
        with self._noting_reasons("the conclusion"), room_for_nesting():
            negated = self._goals.negate(rewrite.normal(goal), Scope(known, names))
        if negated is None:
            return rewrite.FALSE
        self._define_all()
        return simplified(negated)

    def negated(self, symbol: core.Symbol) -> core.Symbol:
        """The negation of a predicate at its most general types."""
        rigid: dict[TypeVariable, Type] = {
            each: Applied(TypeConstructor(each.label, names=each.names, arbitrary=True))
            for each in symbol.variables
        }
        types = tuple(substitute(each, rigid) for each in argument_types(symbol))
        wanted = symbol, types, tuple(range(len(types)))
        found = self._want(wanted)
        self._define_all()
        return found

    # Interface for the negation of goals

    def lacking(self, atom: core.Atom, kept: tuple[int, ...]) -> core.Goal:
        """A goal that an atom is false for all values of the arguments that are not kept."""
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
        if whole and symbol.role == "function" and self.functions.is_functional(symbol):
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
        """Record the reason why something is not supported instead of raising."""
        try:
            yield
        except Uncovered as failure:
            self.reasons.append(Reason(subject, failure.reason, span or failure.span))
        except RecursionError:
            self.reasons.append(Reason(subject, "it nests too deeply", span or NO_SPAN))

    def _other_value(self, symbol: core.Symbol, negative: core.Symbol) -> list[core.Clause]:
        """A function does not have a value if it has none or another one."""
        arguments = tuple(rewrite.fresh(each, "X") for each in negative.parameters)
        scope = Scope(dict.fromkeys(arguments, NO_NAMES))
        body = self._goals.negate(core.Atom(symbol, arguments), scope)
        return [core.Clause(negative, arguments, body, symbol.span)]


class Unsupported(Exception):
    """A goal calls something that negation elimination does not support."""

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
    program: Program, goal: core.Goal, given: Iterable[core.Leaf], *, simplify: bool = True
) -> core.Goal:
    """A goal that holds if another one does not; raises Unsupported if it cannot be made.

    The variables and names in `given` have values; other variables of the goal, such as the value
    of a function, are existentially quantified. With `simplify` this is NEs, otherwise NE.
    """
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    negated = elimination.negate(goal, given)
    if elimination.reasons:
        raise Unsupported(elimination.reasons)
    return negated
