"""Predicates and goals for the bounded search: alternatives with their costs.

The search pays the minimum cost of a goal in advance; an alternative then costs only what it needs
beyond that. So a branch is cut as soon as the remaining goals cannot be solved within the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.attack.costs import CallCosts, Costs, counted
from refute.languages.nominal.attack.numbers import Computation, postponable, settle
from refute.languages.nominal.attack.screens import Screen, Screens
from refute.languages.nominal.engine.entrance import ArgumentIndex, Code, indexes
from refute.languages.nominal.engine.escape import lets_out
from refute.languages.nominal.engine.procedures import (
    ConstrainNew,
    CutTo,
    Procedure,
    Step,
    has_cut,
    predicate,
    query,
)
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import (
    Suspended,
    Term,
    Unknown,
    expose,
    unknowns,
)
from refute.languages.nominal.types import SortsOf
from refute.solver import Answer
from refute.source import Span

Alternative: TypeAlias = tuple[Code, int, "Relation | None"]
"""Code that returns the frames to continue with, its price, and the relation if it may commit."""

Priced: TypeAlias = tuple[Alternative, int]
"""An alternative, and the minimum budget for it and the goals to which it leads."""

Pool: TypeAlias = tuple[tuple[Frame, int], ...]
"""Waiting goals: the frame of each, and the number of the account that pays for it."""

END: Frame = ()

NEVER = 1 << 30
"""The cost of goals that cannot be solved."""

LITERALS = frozenset((int, str))

IMPURE = (core.Cut, core.Not, core.IfThenElse, core.Evaluates, core.ForAll)
"""Goals whose meaning depends on the goals solved before them."""


def is_pure(goal: core.Goal) -> bool:
    """Whether the parts of a goal, and of the clauses that it calls, may be solved in any order."""
    symbols = core.reachable(*core.called(goal))
    bodies = [clause.body for symbol in symbols for clause in symbol.clauses]
    return not any(
        isinstance(part, IMPURE) for body in (goal, *bodies) for part in core.subgoals(body)
    )


class Ways(NamedTuple):
    """The alternatives of a call, with their minimum costs.

    Costs do not include what is already paid; `price` is the least of them. A `screen` may leave
    out more of the alternatives in the `mask`. Alternatives without a derivation are excluded
    unless they commit, but `matching` contains them, with the prices that are paid.
    """

    priced: list[Priced]
    price: int
    matching: list[Priced]
    mask: int = 0
    screen: Screen | None = None


NO_WAYS = Ways([], NEVER, [])


def at_cost(alternatives: Iterable[Alternative]) -> list[Priced]:
    """Alternatives with their own prices as their minimum costs."""
    return [(each, each[1]) for each in alternatives]


class Relation:
    """The alternatives of a goal.

    An `ordered` relation is solved only after everything before it, and its parts from left to
    right.
    """

    def __init__(self, name: str, *, ordered: bool) -> None:
        self.name = name
        self.ordered = ordered
        self.own_height = False
        self.least = inf
        self.alternatives: list[Alternative] = []
        self.everything = NO_WAYS

    def fill(self, codes: list[Code], costs: list[float], commits: list[bool]) -> None:
        """Set the alternatives, with the minimum number of steps of each."""
        self.least = min(costs, default=inf)
        self.alternatives = [
            (code, self.beyond(cost), self if commit else None)
            for code, cost, commit in zip(codes, costs, commits, strict=True)
        ]
        self.own_height = any(commits)
        self.everything = self.priced(list(enumerate(costs)))

    def beyond(self, cost: float) -> int:
        """The part of a cost that exceeds the minimum cost of a call."""
        return int(cost - self.least) if cost < inf else NEVER

    def priced(self, costs: list[tuple[int, float]]) -> Ways:
        """The alternatives with some numbers, each with its cost."""
        known = [(self.alternatives[i], self.beyond(cost)) for i, cost in costs]
        some = [each for each in known if each[1] < NEVER or each[0][2] is not None]
        mask = sum(1 << i for i, _ in costs)
        price = min((price for _, price in some), default=NEVER)
        return Ways(some, price, at_cost(each for each, _ in known), mask)

    def ways(self, _frame: Frame) -> Ways:
        """The alternatives that a call can match."""
        return self.everything

    def breadth(self, ways: Ways, _frame: Frame) -> int:
        """The number of alternatives to try; goals with few are resolved first."""
        return len(ways.priced)


class Predicate(Relation):
    """The relation of a predicate, compiled on first use.

    The clauses that a call can match, and their costs, are determined by the tops of the arguments
    that make a difference. Bit i of a mask stands for the i-th clause.
    """

    def __init__(self, symbol: core.Symbol, compiled: Callable[[Predicate], None]) -> None:
        atom = core.Atom(symbol, ())
        super().__init__(symbol.name, ordered=not is_pure(atom))
        self.symbol = symbol
        self._compiled: Callable[[Predicate], None] | None = compiled
        self._rules: list[core.Clause] = []
        self._indexes: list[ArgumentIndex] = []
        self._positions: list[int] = []
        self._places: list[int] = []
        self._literals: set[object] = set()
        self._known: dict[object, Ways] = {}

    def index(self, rules: list[core.Clause], costs: CallCosts) -> None:
        """Set up the lookup of clauses by the tops of the arguments."""
        self._rules, self._costs, self._screens = rules, costs, Screens(rules)
        self._indexes = indexes(rules)
        indexed = {each.position for each in self._indexes}
        self._positions = sorted(indexed | costs.telling(self.symbol))
        self._places = [position + 1 for position in self._positions]
        keys = (key for each in self._indexes for key in each.table)
        self._literals = {each for each in keys if not isinstance(each, core.Symbol)}

    def ways(self, frame: Frame) -> Ways:
        """The clauses that a call can match."""
        if self._compiled is not None:
            compile_now, self._compiled = self._compiled, None
            compile_now(self)
        tops = tuple(
            [
                term[0] if type(term := frame[place]) is tuple else self._top(term)
                for place in self._places
            ]
        )
        found = self._known.get(tops)
        if found is None:
            found = self._known[tops] = self._screened(tops)
        if found.screen is None:
            return found
        mask = found.screen.left(frame, found.mask)
        if mask == found.mask:
            return found
        key = (mask, tops)
        if key not in self._known:
            self._known[key] = self._ways(tops, mask)
        return self._known[key]

    def _top(self, term: Term) -> object:
        """The top of an argument as a key; None if it is unknown."""
        term = expose(term)
        kind = type(term)
        if kind is tuple:
            return term[0]
        if kind is Unknown or kind is Suspended:
            return None
        return term if kind in LITERALS and term in self._literals else kind

    def _ways(self, tops: tuple[object, ...], mask: int) -> Ways:
        at = dict(zip(self._positions, tops, strict=True))
        for index in self._indexes:
            mask &= index.beginning(at[index.position])
        known = {i: each for i, each in at.items() if isinstance(each, core.Symbol)}
        numbers = [i for i in range(len(self._rules)) if mask >> i & 1]
        costs = [(i, self._costs.clause(self._rules[i], known)) for i in numbers]
        return self.priced(costs)

    def _screened(self, tops: tuple[object, ...]) -> Ways:
        """The alternatives of calls with these tops, and the screen that leaves out more."""
        found = self._ways(tops, -1)
        pairs = zip(self._positions, tops, strict=True)
        absent = frozenset(position for position, top in pairs if top is None)
        return found._replace(screen=self._screens.screen(found.mask, absent))


class BoundedEngine(Engine):
    """Compiles predicates to relations, with the same kind of code as the ordinary engine.

    `universal` makes the relation of a `forall*` from that of its goal. `used` is the code that
    matched a goal. `pending` is the arithmetic that waits or has waited for numbers. `loose` is the
    code that may let names escape, `let_out` the number of its uses in the current branch.
    """

    patient = True
    terse = True
    sparing = True

    def __init__(self, sorts: SortsOf) -> None:
        super().__init__(sorts)
        self.pending: tuple[Computation, ...] = ()
        self.costs = Costs()
        self.call_costs = CallCosts(self.costs)
        self.used: set[Code] = set()
        self.loose: set[Code] = set()
        self.let_out = 0
        self.universal: Callable[[Relation, Procedure], Relation] | None = None

    def compute(self, left: Term, right: Term, span: Span) -> bool:
        """Unify a term with the value of another, now or when its numbers are known."""
        if not unknowns(right) or not postponable(right):
            return super().compute(left, right, span)
        waiting = Computation(left, right, span)
        self.set(self, "pending", (*self.pending, waiting))
        return waiting.holds(self)

    def cut(self, frame: Frame) -> Frame:
        """Drop the choices above a height; InputError if arithmetic still waits for numbers."""
        for each in self.pending:
            if each.open:
                super().compute(each.left, each.right, each.span)
        return super().cut(frame)

    def settle(self) -> Answer:
        """Bind numbers to values that satisfy the waiting arithmetic, if there are any."""
        return settle(self, self.pending)

    def forget(self, symbol: core.Symbol) -> None:
        """Replace the relation of a predicate by a new one."""
        self._rules.pop(symbol, None)
        self.space[self.code(symbol)] = Predicate(symbol, self._compile_predicate)

    def _compile_predicate(self, relation: Predicate) -> None:
        symbol = relation.symbol
        rules = self.rules(symbol)
        procedure = predicate(symbol.name, rules)
        codes = [self._clause(procedure, self.code(symbol), each) for each in range(len(rules))]
        self.clauses.update(zip(codes, rules, strict=True))
        self.loose.update(
            code for code, each in zip(codes, rules, strict=True) if lets_out(each, self.sorts)
        )
        costs = [self.costs.clause(each) for each in rules]
        relation.fill(codes, costs, [has_cut(each.body) for each in rules])
        relation.index(rules, self.call_costs)

    def lift(self, procedure: Procedure) -> str:
        """A goal inside a clause as a relation of its own."""
        name = self.new_name("g")
        relation = self.relation(procedure, name)
        self.space[name] = relation
        if procedure.every is not None:
            assert self.universal is not None
            self.space[name] = self.universal(relation, procedure)
        return name

    def goal_relation(self, goal: core.Goal, given: tuple[core.Leaf, ...]) -> Relation:
        """A goal about given variables and names as a relation."""
        return self.relation(query(goal, given), self.new_name("q"))

    def relation(self, procedure: Procedure, name: str) -> Relation:
        """A procedure as a relation; its alternatives cost the steps of their goals."""
        bodies = [[step for step, _ in body] for _, body in procedure.clauses]
        result = Relation(procedure.name, ordered=not all(map(_any_order, chain(*bodies))))
        costs = [sum(self.costs.step(each) for each in _succeeding(body)) for body in bodies]
        commits = [any(isinstance(each, CutTo) for each in body) for body in bodies]
        result.fill(self.written(procedure, name), costs, commits)
        return result


def _any_order(step: Step) -> bool:
    return isinstance(step, ConstrainNew) or (isinstance(step, core.Goal) and is_pure(step))


def _succeeding(steps: list[Step]) -> Sequence[Step]:
    """The steps that count; the failure after the goal of a negation does not."""
    after = counted(steps)
    return [] if len(after) < len(steps) and after == [core.Fail()] else after
