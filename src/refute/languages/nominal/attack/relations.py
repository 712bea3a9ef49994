"""Predicates and goals as the bounded search runs them: alternatives, each with what it costs.

The search pays for a goal in advance, namely the least that it can cost; an alternative then costs
what it needs beyond that. So a branch is cut as soon as the goals that are left cannot be solved
within the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import inf
from typing import TypeAlias, TypeVar

from refute.languages.nominal import core
from refute.languages.nominal.attack.numbers import Computation, postponable, settle
from refute.languages.nominal.builtins import unlisted
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
    Name,
    Suspended,
    Term,
    Unknown,
    expose,
    unknowns,
)
from refute.languages.nominal.types import Type
from refute.solver import Answer
from refute.source import Span

S = TypeVar("S")

Alternative: TypeAlias = "tuple[Code, int, Relation | None]"
"""Code that gives the frames to go on with, its price, and the relation that may commit to it."""

Pool: TypeAlias = tuple[tuple[Frame, int], ...]
"""Goals that wait: the frame of each, and the number of the account that pays for it."""

END: Frame = ()

NEVER = 1 << 30
"""The cost of what cannot be solved."""

Path: TypeAlias = tuple[int, ...]

Test: TypeAlias = Callable[[Frame], bool]

DEEPEST = 4
"""Maximum depth to which parts of heads are compared."""

IMPURE = (core.Cut, core.Not, core.IfThenElse, core.Evaluates, core.ForAll)
"""Goals whose meaning depends on what was solved before them."""


class Costs:
    """The least numbers of steps of predicates, found by fixed point when first asked for.

    They are infinite where there is no derivation at all.
    """

    def __init__(self) -> None:
        self._least: dict[core.Symbol, float] = {}

    def predicate(self, symbol: core.Symbol) -> float:
        """The steps that a call of a predicate takes at least, the call itself included."""
        if symbol not in self._least:
            self._solve(core.reachable(symbol))
        return self._least[symbol]

    def clause(self, clause: core.Clause) -> float:
        """The steps that a clause takes at least."""
        return _own(clause.predicate) + self.goal(clause.body)

    def goal(self, goal: core.Goal) -> float:
        """The steps that a goal takes at least."""
        for symbol in core.called(goal):
            self.predicate(symbol)
        return self._known(goal)

    def step(self, step: Step) -> float:
        """The steps that a part of compiled code takes at least."""
        return self.goal(step) if isinstance(step, core.Goal) else 0

    def _solve(self, symbols: list[core.Symbol]) -> None:
        for symbol in symbols:
            self._least.setdefault(symbol, inf)
        changed = True
        while changed:
            changed = False
            for symbol in symbols:
                bodies = (self._known(each.body) for each in symbol.clauses)
                least = _own(symbol) + min(bodies, default=inf)
                if least < self._least[symbol]:
                    self._least[symbol] = least
                    changed = True

    def _known(self, goal: core.Goal) -> float:
        match goal:
            case core.Atom(predicate):
                return self._least.get(predicate, inf)
            case core.Both(goals):
                return sum(map(self._known, counted(goals)))
            case core.Either(left, right):
                return min(self._known(left), self._known(right))
            case core.IfThenElse(_, then, otherwise):
                return min(self._known(then), self._known(otherwise))
            case core.Quantifier(_, inner) | core.New(_, inner):
                return self._known(inner)
            case core.Fail():
                return inf
            case _:
                return 0


def counted(steps: Sequence[S]) -> Sequence[S]:
    """The parts that count: conditions, which are what comes before a cut, do not."""
    cuts = [number for number, each in enumerate(steps) if isinstance(each, core.Cut | CutTo)]
    return steps[cuts[-1] + 1 :] if cuts else steps


def _own(symbol: core.Symbol) -> int:
    """What a call itself costs, without what its clauses need."""
    return 0 if symbol.abbreviation else 1


def is_pure(goal: core.Goal) -> bool:
    """Whether the parts of a goal, and of what it calls, may be solved in any order."""
    symbols = core.reachable(*core.called(goal))
    bodies = [clause.body for symbol in symbols for clause in symbol.clauses]
    return not any(
        isinstance(part, IMPURE) for body in (goal, *bodies) for part in core.subgoals(body)
    )


def screen(clause: core.Clause) -> Test | None:
    """A test on the frame of a call that is false only where the clause cannot match."""
    tops: list[tuple[Path, core.Symbol]] = []
    seen: dict[core.Variable, list[Path]] = {}
    for path, pattern in _parts(clause.arguments):
        if isinstance(pattern, core.Construct) and len(path) > 1:
            tops.append((path, pattern.symbol))
        elif isinstance(pattern, core.Variable):
            seen.setdefault(pattern, []).append(path)
    same = [(paths[0], other) for paths in seen.values() for other in paths[1:]]
    apart = list(_apart(clause.body, seen))
    if not (tops or same or apart):
        return None

    def test(frame: Frame) -> bool:
        for path, symbol in tops:
            term = _at(frame, path)
            if type(term) is tuple and term[0] is not symbol:
                return False
        for one, other in same:
            if _differ(_at(frame, one), _at(frame, other)):
                return False
        for one, other in apart:
            name = _at(frame, one)
            if type(name) is Name and name is _at(frame, other):
                return False
        return True

    return test


def _parts(arguments: tuple[core.Term, ...]) -> Iterator[tuple[Path, core.Term]]:
    """The parts of a head that are not below a binder, with how to get there from a frame."""
    waiting: list[tuple[Path, core.Term]] = [((i,), each) for i, each in enumerate(arguments, 1)]
    while waiting:
        path, term = waiting.pop()
        pattern = unlisted(term)
        yield path, pattern
        if len(path) <= DEEPEST and isinstance(pattern, core.Construct):
            inner = enumerate(pattern.arguments, 1)
            waiting.extend(((*path, i), each) for i, each in inner)


def _apart(body: core.Goal, seen: dict[core.Variable, list[Path]]) -> Iterator[tuple[Path, Path]]:
    """The positions of variables that the body wants to be different names."""
    for goal in core.conjuncts(body):
        match goal:
            case core.Fresh(core.Variable() as one, core.Variable() as other):
                if one in seen and other in seen:
                    yield seen[one][0], seen[other][0]


def _at(frame: Frame, path: Path) -> Term:
    """The exposed part of a call at a path, or nothing where it is not known that far."""
    term: Term = frame
    for step in path:
        if type(term) is not tuple:
            return None
        term = term[step]
        if type(term) is not tuple:
            term = expose(term)
    return term


def _differ(one: Term, other: Term) -> bool:
    """Whether two exposed terms certainly differ at their top."""
    if one is other or one is None or other is None:
        return False
    kind = type(one)
    if kind is Unknown or kind is Suspended or type(other) is Unknown or type(other) is Suspended:
        return False
    if kind is tuple and type(other) is tuple:
        return one[0] is not other[0]
    return kind is Name or (kind in {int, str} and one != other)


class Relation:
    """What a goal can be resolved with.

    Bit i of a mask stands for the i-th alternative. An `ordered` relation is solved only when
    everything before it is, and its parts from left to right.
    """

    def __init__(self, name: str, *, ordered: bool) -> None:
        self.name = name
        self.ordered = ordered
        self.own_height = False
        self.alternatives: list[Alternative] = []
        self.found: list[ArgumentIndex] = []
        self.screens: list[tuple[int, Test]] = []
        self.everything = 0
        self.prices: dict[int, int] = {}
        self.lists: dict[int, list[Alternative]] = {}

    def fill(self, codes: list[Code], costs: list[float], commits: list[bool]) -> None:
        """Set the alternatives, with the least number of steps of each."""
        least = min(costs, default=inf)
        self.alternatives = [
            (code, int(cost - least) if cost < inf else NEVER, self if commit else None)
            for code, cost, commit in zip(codes, costs, commits, strict=True)
        ]
        self.own_height = any(commits)
        self.everything = (1 << len(codes)) - 1

    def mask(self, frame: Frame) -> int:
        """The alternatives that a call can match, by the tops of its arguments."""
        mask = self.everything
        for index in self.found:
            term = frame[index.position + 1]
            if type(term) is not tuple:
                term = expose(term)
            if type(term) is tuple:
                mask &= index.table.get(term[0], index.default)
            elif type(term) is not Unknown:
                mask &= index.mask(term)
            if not mask:
                return 0
        for bit, test in self.screens:
            if mask & bit and not test(frame):
                mask ^= bit
        return mask

    def price(self, mask: int) -> int:
        """What the cheapest alternative of a mask costs."""
        price = self.prices.get(mask)
        if price is None:
            price = min((cost for _, cost, _ in self.among(mask)), default=NEVER)
            self.prices[mask] = price
        return price

    def breadth(self, mask: int, _frame: Frame) -> int:
        """How many alternatives there are to try; goals with few are tried first."""
        return mask.bit_count()

    def among(self, mask: int) -> list[Alternative]:
        """The alternatives of a mask, in order."""
        found = self.lists.get(mask)
        if found is None:
            found = [each for i, each in enumerate(self.alternatives) if mask >> i & 1]
            self.lists[mask] = found
        return found


class Predicate(Relation):
    """The relation of a predicate, compiled when it is first looked at."""

    def __init__(self, symbol: core.Symbol, compiled: Callable[[Predicate], None]) -> None:
        atom = core.Atom(symbol, ())
        super().__init__(symbol.name, ordered=not is_pure(atom))
        self.symbol = symbol
        self._compiled: Callable[[Predicate], None] | None = compiled

    def mask(self, frame: Frame) -> int:
        """The clauses that a call can match."""
        if self._compiled is not None:
            compile_now, self._compiled = self._compiled, None
            compile_now(self)
        return super().mask(frame)


class BoundedEngine(Engine):
    """Compiles predicates to relations; the same clauses of Python code as the ordinary engine.

    `universal` makes the relation of a `forall*` of that of its goal. `used` is the code that
    matched a goal. `pending` is the arithmetic that waits or has waited for numbers. `loose` is the
    code that may let names out, `let_out` how often some was used in the current branch.
    """

    patient = True
    terse = True

    def __init__(self, nameless: Callable[[Type], bool]) -> None:
        super().__init__(nameless)
        self.pending: tuple[Computation, ...] = ()
        self.costs = Costs()
        self.used: set[Code] = set()
        self.loose: set[Code] = set()
        self.let_out = 0
        self.universal: Callable[[Relation, Procedure], Relation] | None = None

    def compute(self, left: Term, right: Term, span: Span) -> bool:
        """Make a term equal to the value of another, now or when its numbers are known."""
        if not unknowns(right) or not postponable(right):
            return super().compute(left, right, span)
        waiting = Computation(left, right, span)
        self.set(self, "pending", (*self.pending, waiting))
        return waiting.holds(self)

    def cut(self, frame: Frame) -> Frame:
        """Drop the choices above a height; what is dropped must not depend on unknown numbers."""
        for each in self.pending:
            if each.open:
                super().compute(each.left, each.right, each.span)
        return super().cut(frame)

    def settle(self) -> Answer:
        """Give numbers values with which all that waits for them holds, if there are any."""
        return settle(self, self.pending)

    def forget(self, symbol: core.Symbol) -> None:
        """Make the relation of a predicate anew."""
        self._rules.pop(symbol, None)
        self.space[self.code(symbol)] = Predicate(symbol, self._compile_predicate)

    def _compile_predicate(self, relation: Predicate) -> None:
        symbol = relation.symbol
        rules = self.rules(symbol)
        codes = self.written(predicate(symbol.name, rules), self.code(symbol))
        self.clauses.update(zip(codes, rules, strict=True))
        self.loose.update(
            code for code, each in zip(codes, rules, strict=True) if lets_out(each, self.nameless)
        )
        costs = [self.costs.clause(each) for each in rules]
        relation.fill(codes, costs, [has_cut(each.body) for each in rules])
        relation.found = indexes(rules)
        tests = [screen(each) for each in rules]
        relation.screens = [(1 << i, test) for i, test in enumerate(tests) if test is not None]

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
    """The steps that count; the failure after the goal of a negation is one to be tried."""
    after = counted(steps)
    return [] if len(after) < len(steps) and after == [core.Fail()] else after
