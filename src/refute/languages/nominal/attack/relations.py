"""Predicates and goals as the bounded search runs them: alternatives, each with what it costs.

The search pays for a goal in advance, namely the least that it can cost; an alternative then costs
what it needs beyond that. So a branch is cut as soon as the goals that are left cannot be solved
within the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import inf
from typing import Any, TypeAlias

from refute.frontend.nesting import room_for_nesting
from refute.languages.nominal import core
from refute.languages.nominal.attack.costs import Costs, counted, is_pure
from refute.languages.nominal.attack.screen import Test, screen
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.engine import Engine
from refute.languages.nominal.generate import ClauseWriter
from refute.languages.nominal.index import ArgumentIndex, indexes
from refute.languages.nominal.procedures import (
    ConstrainNew,
    CutTo,
    Procedure,
    Step,
    has_cut,
    predicate,
)
from refute.languages.nominal.terms import expose
from refute.languages.nominal.types import Type

Frame: TypeAlias = tuple[Any, ...]
Code: TypeAlias = Callable[[Any], Any]
Alternative: TypeAlias = tuple[Code, int, bool]
"""Code that gives the frames to go on with, its price, and whether it may commit by a cut."""

NEVER = 1 << 30
"""The cost of what cannot be solved."""


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
            (code, int(cost - least) if cost < inf else NEVER, commit)
            for code, cost, commit in zip(codes, costs, commits, strict=True)
        ]
        self.own_height = any(commits)
        self.everything = (1 << len(codes)) - 1

    def mask(self, frame: Frame) -> int:
        """The alternatives that a call can match, by the tops of its arguments."""
        mask = self.everything
        for index in self.found:
            mask &= index.mask(expose(frame[index.position + 1]))
            if not mask:
                return 0
        for bit, test in self.screens:
            if mask & bit and not test(frame[1:-1]):
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

    `universal` makes the relation of a `forall*` of that of its goal.
    """

    def __init__(self, nameless: Callable[[Type], bool]) -> None:
        super().__init__(nameless)
        self.costs = Costs()
        self.universal: Callable[[Relation, Procedure], Relation] | None = None

    def forget(self, symbol: core.Symbol) -> None:
        """Make the relation of a predicate anew."""
        self.space[self.code(symbol)] = Predicate(symbol, self._compile_predicate)

    def _compile_predicate(self, relation: Predicate) -> None:
        symbol = relation.symbol
        procedure = predicate(symbol)
        codes = self._written(procedure, self.code(symbol))
        costs = [self.costs.clause(each) for each in symbol.clauses]
        relation.fill(codes, costs, [has_cut(each.body) for each in symbol.clauses])
        relation.found = indexes(symbol.clauses, CONS)
        tests = [screen(each) for each in symbol.clauses]
        relation.screens = [(1 << i, test) for i, test in enumerate(tests) if test is not None]

    def _written(self, procedure: Procedure, name: str) -> list[Code]:
        """The code of each clause of a procedure."""
        codes: list[Code] = []
        for number in range(len(procedure.clauses)):
            own = f"{name}_{number}"
            writer = ClauseWriter(
                self.constants, self.nameless, call=self.code, lift=self._lift, inlining=True
            )
            with room_for_nesting():
                source = writer.write(own, procedure, number)
            exec(compile(source, f"<{procedure.name}>", "exec"), self.space)
            codes.append(self.space[own])  # type: ignore[arg-type]
        return codes

    def _lift(self, procedure: Procedure) -> str:
        """A goal inside a clause as a relation of its own."""
        name = self.new_name("g")
        relation = self.relation(procedure, name)
        self.space[name] = relation
        if procedure.every is not None:
            assert self.universal is not None
            self.space[name] = self.universal(relation, procedure)
        return name

    def relation(self, procedure: Procedure, name: str) -> Relation:
        """A procedure as a relation; its alternatives cost the steps of their goals."""
        bodies = [[step for step, _ in body] for _, body in procedure.clauses]
        result = Relation(procedure.name, ordered=not all(map(_any_order, chain(*bodies))))
        costs = [sum(self.costs.step(each) for each in _succeeding(body)) for body in bodies]
        commits = [any(isinstance(each, CutTo) for each in body) for body in bodies]
        result.fill(self._written(procedure, name), costs, commits)
        return result


def _any_order(step: Step) -> bool:
    return isinstance(step, ConstrainNew) or (isinstance(step, core.Goal) and is_pure(step))


def _succeeding(steps: list[Step]) -> Sequence[Step]:
    """The steps that count; the failure after the goal of a negation is one to be tried."""
    after = counted(steps)
    return [] if len(after) < len(steps) and after == [core.Fail()] else after
