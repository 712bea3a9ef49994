"""The negation of goals (Figure 3), with as little `forall*` as possible.

A variable that is not in the head of a clause is quantified over all values only if nothing
determines it. Three cases need no such quantifier: variables found by matching a known term or
opening a known abstraction, the result of a function, and an argument that occurs in only one goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from refute.languages.nominal import core, rewrite
from refute.languages.nominal.builtins import FALSE as FF, TRUE as TT
from refute.languages.nominal.negation.complement import complement
from refute.languages.nominal.negation.prepare import Linear, Uncovered
from refute.languages.nominal.signature import type_of
from refute.record import record
from refute.source import NO_SPAN, Span

if TYPE_CHECKING:
    from refute.languages.nominal.negation.elimination import Elimination

Names = frozenset[core.NameConstant]

NO_NAMES: Names = frozenset()

UNCOMPUTED = {"split_abs", "to_string", "from_string", "mk_abs"}
"""Built-in functions whose value depends on the spelling or choice of a name."""


@record
class Scope:
    """The variables with values, each with the names that may occur in it, and all names."""

    known: Mapping[core.Variable, Names]
    names: Names = NO_NAMES

    def with_name(self, name: core.NameConstant) -> Scope:
        """The scope inside `new`: the values known before do not contain the new name."""
        return Scope(self.known, self.names | {name})

    def knowing(self, variables: Iterable[core.Variable], names: Names) -> Scope:
        """The scope in which additional variables are known."""
        return Scope({**self.known, **dict.fromkeys(variables, names)}, self.names)

    def is_open(self, variable: core.Variable) -> bool:
        """Whether a variable has no value yet."""
        return variable not in self.known

    def open_in(self, goal: core.Goal) -> list[core.Variable]:
        """The free variables of a goal that have no value yet."""
        return [each for each in rewrite.free_variables(goal) if self.is_open(each)]

    def closed(self, *terms: core.Term) -> bool:
        """Whether all variables of some terms have values."""
        return not any(map(self.is_open, core.variables(*terms)))

    def names_in(self, *terms: core.Term) -> Names:
        """The names that may be free in the values of some terms."""
        found: Names = NO_NAMES
        for term in terms:
            match term:
                case core.Variable():
                    found |= self.known.get(term, self.names)
                case core.NameConstant():
                    found |= {term}
                case core.Abstract(name, body):
                    found |= self.names_in(body) - {name}
                case core.Swap(left, right, body):
                    inside = self.names_in(body)
                    found |= inside | ({left, right} if inside & {left, right} else NO_NAMES)
                case _:
                    found |= self.names_in(*core.parts(term))
        return found


@record
class GoalNegation:
    """Negates goals; `definitions` defines the predicates that this requires."""

    definitions: Elimination

    def negate(self, goal: core.Goal, scope: Scope) -> core.Goal:
        """A goal that holds if the given one, with open variables existential, does not."""
        match goal:
            case core.New(name, inner) if not scope.open_in(goal):
                return rewrite.new(name, self.negate(inner, scope.with_name(name)))
            case core.Either():
                return rewrite.both(
                    [self.negate(each, scope) for each in rewrite.alternatives(goal)]
                )
            case core.Every(variable, inner):
                known = scope.knowing([variable], scope.names)
                return rewrite.exists([variable], self.negate(inner, known))
            case core.Not(inner):
                return rewrite.exists(scope.open_in(inner), inner)
            case core.IfThenElse():
                return self._choice(goal, scope)
            case _:
                return self._conjunction([goal], scope)

    def _choice(self, goal: core.IfThenElse, scope: Scope) -> core.Goal:
        if set(scope.open_in(goal.condition)) & set(rewrite.free_variables(goal.then)):
            raise Uncovered("`->` takes the first of several solutions", NO_SPAN)
        condition = rewrite.exists(scope.open_in(goal.condition), goal.condition)
        fails = self.negate(goal.condition, scope)
        return rewrite.both(
            [
                rewrite.either([fails, self.negate(goal.then, scope)]),
                rewrite.either([condition, self.negate(goal.otherwise, scope)]),
            ]
        )

    # Conjunctions

    def _conjunction(self, goals: Iterable[core.Goal], scope: Scope) -> core.Goal:
        left = rewrite.solved(goals, scope.is_open)
        if left is None:
            return core.TRUE
        if not left:
            return rewrite.FALSE
        for attempt in (self._tested, self._determined, self._separated):
            for position, goal in enumerate(left):
                rest = [*left[:position], *left[position + 1 :]]
                found = attempt(goal, rest, scope)
                if found is not None:
                    return found
        return self._for_every(left, scope)

    def _tested(self, goal: core.Goal, rest: list[core.Goal], scope: Scope) -> core.Goal | None:
        """Negate a goal about known values, which can fail on its own."""
        if scope.open_in(goal):
            return None
        return rewrite.either([self._negate_test(goal, scope), self._conjunction(rest, scope)])

    def _negate_test(self, goal: core.Goal, scope: Scope) -> core.Goal:
        inequality = self.definitions.inequality
        match goal:
            case core.Atom():
                return self._negate_atom(goal, scope)
            case core.Equals(left, right):
                return self._differ(left, right, scope)
            case core.Fresh(name, term):
                if isinstance(name, core.NameConstant) and name not in scope.names_in(term):
                    return rewrite.FALSE
                return inequality.occurs(name, term)
            case core.Evaluates(left, right, span):
                return self._negate_evaluation(left, right, span, scope)
            case core.Fail():
                return core.TRUE
            case core.ForAll():
                raise Uncovered("it uses `forall`", NO_SPAN)
            case core.Cut():
                raise Uncovered("it cuts", NO_SPAN)
            case _:
                return self.negate(goal, scope)

    def _differ(self, left: core.Term, right: core.Term, scope: Scope) -> core.Goal:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, core.NameConstant) and one not in scope.names_in(other):
                return core.TRUE
        return self.definitions.inequality.differ(left, right)

    def _negate_atom(self, atom: core.Atom, scope: Scope) -> core.Goal:
        """Negate an atom; a call of a function fails if it has no value or a different one."""
        predicate = atom.predicate
        if predicate.role != "function" or not self.definitions.functions.is_functional(predicate):
            return self.definitions.lacking(atom, tuple(range(len(atom.arguments))))
        *inputs, output = atom.arguments
        value = rewrite.fresh(type_of(output), "V")
        call = core.Atom(atom.predicate, (*inputs, value), atom.span)
        names = scope.names_in(*inputs)
        other = self._differ(value, output, scope.knowing([value], names))
        undefined = self.definitions.lacking(atom, tuple(range(len(inputs))))
        return rewrite.either([undefined, rewrite.exists([value], rewrite.both([call, other]))])

    def _negate_evaluation(
        self, left: core.Term, right: core.Term, span: Span, scope: Scope
    ) -> core.Goal:
        _require_computable(right, span)
        opposite = {core.Construct(TT): core.Construct(FF), core.Construct(FF): core.Construct(TT)}
        if isinstance(left, core.Construct) and left in opposite:
            return core.Evaluates(opposite[left], right, span)
        value = rewrite.fresh(type_of(left), "V")
        known = scope.knowing([value], scope.names_in(right))
        other = self._differ(value, left, known)
        return rewrite.exists([value], rewrite.both([core.Evaluates(value, right, span), other]))

    # Variables that something determines

    def _determined(self, goal: core.Goal, rest: list[core.Goal], scope: Scope) -> core.Goal | None:
        match goal:
            case core.Equals(core.Variable() as variable, core.Construct(symbol) as term) if (
                not scope.is_open(variable) and rewrite.is_constructor(symbol)
            ):
                return self._matched(variable, term, rest, scope)
            case core.Equals(core.Variable() as variable, core.Abstract(name, body)) if (
                not scope.is_open(variable)
            ):
                return self._unbound(variable, name, body, rest, scope)
            case core.Atom(predicate, (*inputs, output)) if scope.closed(
                *inputs
            ) and self.definitions.functions.is_functional(predicate):
                return self._called(goal, tuple(inputs), output, rest, scope)
            case core.New(name, inner):
                # A value chosen before a new name is a value chosen after it, without the name.
                apart = [core.Fresh(name, each) for each in scope.open_in(goal)]
                inside = self._conjunction([inner, *apart, *rest], scope.with_name(name))
                return rewrite.new(name, inside)
            case core.Evaluates(left, right, span) if scope.closed(right):
                _require_computable(right, span)
                names = scope.names_in(right)
                return self._valued(
                    lambda value: core.Evaluates(value, right, span), left, names, rest, scope
                )
            case _:
                return None

    def _matched(
        self, variable: core.Variable, term: core.Term, rest: list[core.Goal], scope: Scope
    ) -> core.Goal:
        """A known term has another shape, or it has this one and the rest fails for its parts."""
        linear = Linear(seen=set(scope.known))
        pattern = linear.pattern(rewrite.pushed(term))
        signature = self.definitions.inequality.signature
        others = [
            rewrite.exists(core.variables(each), core.Equals(variable, each))
            for each in complement(pattern, type_of(variable), signature)
        ]
        parts = core.variables(pattern)
        known = scope.knowing(parts, scope.names_in(variable))
        fails = self._conjunction([*linear.equations, *rest], known)
        return rewrite.either(
            [*others, rewrite.exists(parts, rewrite.both([core.Equals(variable, pattern), fails]))]
        )

    def _unbound(
        self,
        variable: core.Variable,
        name: core.NameConstant,
        body: core.Term,
        rest: list[core.Goal],
        scope: Scope,
    ) -> core.Goal:
        """A known abstraction is opened with a name; the rest fails for what is inside."""
        names = scope.names_in(variable)
        captured: core.Goal = rewrite.FALSE
        if name in names:
            captured = self.definitions.inequality.occurs(name, variable)
        fails = self._valued(
            lambda inside: core.Equals(variable, core.Abstract(name, inside)),
            body,
            names | {name},
            rest,
            scope,
        )
        return rewrite.either([captured, fails])

    def _called(
        self,
        atom: core.Atom,
        inputs: tuple[core.Term, ...],
        output: core.Term,
        rest: list[core.Goal],
        scope: Scope,
    ) -> core.Goal:
        """A function has no value, or has one for which the rest fails."""
        undefined = self.definitions.lacking(atom, tuple(range(len(inputs))))
        names = scope.names_in(*inputs)
        fails = self._valued(
            lambda value: replace(atom, arguments=(*inputs, value)), output, names, rest, scope
        )
        return rewrite.either([undefined, fails])

    def _valued(
        self,
        says: Callable[[core.Term], core.Goal],
        wanted: core.Term,
        names: Names,
        rest: list[core.Goal],
        scope: Scope,
    ) -> core.Goal:
        """The rest fails for the only value that satisfies `says`; the value must be `wanted`."""
        value = wanted
        if not (isinstance(wanted, core.Variable) and scope.is_open(wanted)):
            value = rewrite.fresh(type_of(wanted))
            rest = [core.Equals(value, wanted), *rest]
        assert isinstance(value, core.Variable)
        fails = self._conjunction(rest, scope.knowing([value], names))
        if value not in rewrite.free_variables(fails):
            return fails
        return rewrite.exists([value], rewrite.both([says(value), fails]))

    # Variables that nothing determines

    def _separated(self, goal: core.Goal, rest: list[core.Goal], scope: Scope) -> core.Goal | None:
        """A goal that shares no open variable with the others can fail on its own."""
        shared = {each for other in rest for each in scope.open_in(other)}
        mine = scope.open_in(goal)
        if isinstance(goal, core.Either) and shared & set(mine):
            return rewrite.both(
                [self._conjunction([each, *rest], scope) for each in rewrite.alternatives(goal)]
            )
        if shared & set(mine):
            return None
        match goal:
            case core.Atom(_, arguments):
                once = [
                    position
                    for position, each in enumerate(arguments)
                    if each in mine and _count(each, arguments) == 1
                ]
                if len(once) < len(mine):
                    return None
                kept = tuple(each for each in range(len(arguments)) if each not in once)
                alone = self.definitions.lacking(goal, kept)
            case core.Either() | core.IfThenElse() | core.Not():
                alone = self.negate(goal, scope)
            case _:
                return None
        return rewrite.either([alone, self._conjunction(rest, scope)])

    def _for_every(self, goals: list[core.Goal], scope: Scope) -> core.Goal:
        """Quantify over the open variables of the goal that has the fewest of them."""
        group, others = _connected(goals, scope)
        chosen = min((scope.open_in(each) for each in group), key=len)
        inside = self._conjunction(group, scope.knowing(chosen, scope.names))
        return rewrite.either([rewrite.every(chosen, inside), self._conjunction(others, scope)])


def _count(term: core.Term, arguments: tuple[core.Term, ...]) -> int:
    return sum(each is term for each in core.subterms(*arguments))


def _connected(goals: list[core.Goal], scope: Scope) -> tuple[list[core.Goal], list[core.Goal]]:
    """The goals that share open variables with the first, directly or indirectly, and the rest."""
    shared = set(scope.open_in(goals[0]))
    while True:
        group = [each for each in goals if shared & set(scope.open_in(each))]
        wider = {each for goal in group for each in scope.open_in(goal)}
        if wider == shared:
            return group, [each for each in goals if each not in group]
        shared = wider


def _require_computable(term: core.Term, span: Span) -> None:
    for part in core.subterms(term):
        if isinstance(part, core.Construct) and part.symbol.name in UNCOMPUTED:
            raise Uncovered(f"it uses `{part.symbol.name}`", span)
