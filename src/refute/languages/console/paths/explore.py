"""The satisfiable paths of a specification, shortest first, unsatisfiable prefixes pruned."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.guess import Guesser
from refute.languages.console.program import evaluator_of
from refute.languages.console.symbolic import (
    Constrained,
    Evaluator,
    Finished,
    Forked,
    Hidden,
    Inputs,
    PathTree,
    Printing,
    Unfolded,
    paths,
    solver_value,
)
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import expressions_of, parts
from refute.languages.console.worlds import Worlds, WorldTable
from refute.solver import ROOT, SECOND, Answer, Effort, Model, Path, open_session
from refute.terms import Term, Value

if TYPE_CHECKING:
    from refute.solver import Session

NODE_UNITS = SECOND // 5_000
"""What it costs to walk a node, beside the queries that it needs."""


@dataclass(frozen=True, slots=True)
class SpecificationPath:
    """A satisfiable path: its inputs in order, its conditions, and values that fulfil them.

    `bounded` are the results of arithmetic on the way, in conditions and transparent outputs.
    """

    inputs: tuple[Constrained, ...]
    conditions: tuple[Term, ...]
    model: dict[Term, Value]
    path: Path
    bounded: tuple[Term, ...]
    unfoldings: int
    worlds: Worlds | None = None

    @property
    def variables(self) -> list[Term]:
        """The symbolic inputs."""
        return [each.variable for each in self.inputs if each.variable is not None]


@dataclass(frozen=True, slots=True)
class _Node:
    """A prefix of a path that is known to be satisfiable, and the tree that continues it."""

    tree: PathTree
    found: SpecificationPath


@dataclass(slots=True)
class Exploration:
    """Walks the path tree; the numbers tell what became of it.

    With `retries`, paths on which `else retry` is used are explored as well (equation 13.3);
    otherwise only their valid branches are, and invalid values are woven in when sampling.
    """

    checked: Checked
    unfoldings: int
    effort: Effort = field(default_factory=Effort)
    retries: bool = False
    longest: int | None = None
    pruned: int = 0
    unknown: int = 0
    cut: int = 0
    guesser: Guesser = field(init=False)
    _session: Session | None = None
    _table: WorldTable | None = field(init=False)
    _evaluator: Evaluator = field(init=False)
    _watched: list[Term] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.guesser = Guesser(constants(self.checked))
        self._table = WorldTable.of(self.checked)
        self._evaluator = replace(evaluator_of(self.checked), watch=self._watched.append)

    @property
    def session(self) -> Session:
        """The conversation with the solver, begun when there is something to ask."""
        if self._session is None:
            self._session = open_session(effort=self.effort)
        return self._session

    @property
    def queries(self) -> int:
        """How often the solver was asked."""
        return 0 if self._session is None else self._session.statistics.queries

    def assume(self, path: Path, values: Model) -> tuple[Answer, Model | None, list[Term]]:
        """Ask the solver about a path with some values given."""
        return self.session.assume(path, values)

    def __iter__(self) -> Iterator[SpecificationPath]:
        """All satisfiable paths within the bound, those with fewer inputs first."""
        worlds: Worlds | None = None if self._table is None else ((),)
        start = SpecificationPath((), (), {}, ROOT, (), 0, worlds)
        waiting = [(0, 0, _Node(paths(self.checked.body, self._evaluator), start))]
        number = 0
        while waiting:
            self.effort.spend(NODE_UNITS)
            if self.effort.exhausted:
                return
            length, _, node = heapq.heappop(waiting)
            if self.longest is not None and length > self.longest:
                return
            if isinstance(node.tree, Finished):
                yield node.found
                continue
            for following in self._step(node):
                number += 1
                heapq.heappush(waiting, (len(following.found.inputs), number, following))

    def _step(self, node: _Node) -> Iterator[_Node]:
        tree, found = node.tree, node.found
        match tree:
            case Finished():
                yield node
            case Unfolded(follow):
                if found.unfoldings == self.unfoldings:
                    self.cut += 1
                else:
                    yield _Node(follow(), replace(found, unfoldings=found.unfoldings + 1))
            case Printing(output, inputs, follow):
                self._print(output, inputs)
                yield self._next(follow(), found)
            case Forked(branches):
                for branch in branches:
                    if self.retries or not _is_retry(branch):
                        yield from self._branch(branch, found)
            case _:
                assert_never(tree)

    def _branch(self, branch: Constrained, found: SpecificationPath) -> Iterator[_Node]:
        worlds = self._worlds(branch, found)
        if worlds is not None and not worlds:
            self.pruned += 1
            return
        model = self._world_model(branch, found, worlds) or self._model(branch, found)
        if model is None:
            return
        path, conditions = found.path, found.conditions
        if branch.condition is not terms.TRUE:
            path = path.extend(branch.condition)
            path.answer, path.model = Answer.SAT, model
            conditions = (*conditions, branch.condition)
        inputs = found.inputs if branch.variable is None else (*found.inputs, branch)
        extended = SpecificationPath(
            inputs, conditions, model, path, found.bounded, found.unfoldings, worlds
        )
        yield self._next(branch.follow(), extended)

    def _worlds(self, branch: Constrained, found: SpecificationPath) -> Worlds | None:
        """What is left of the worlds; None where they are not kept."""
        if self._table is None or found.worlds is None:
            return None
        if branch.asked is not None:
            return self._table.ask(found.worlds, branch.asked, branch.valid)
        if branch.read is not None and branch.valid:
            return self._table.read(found.worlds, branch.read)
        return None

    def _world_model(
        self, branch: Constrained, found: SpecificationPath, worlds: Worlds | None
    ) -> dict[Term, Value] | None:
        """The values of a world as a model; worlds know of valid inputs only."""
        inputs = found.inputs if branch.variable is None else (*found.inputs, branch)
        if not worlds or not all(each.valid for each in inputs):
            return None
        return {
            each.variable: solver_value(value, each.variable.sort)
            for each, (_, value) in zip(inputs, worlds[0], strict=True)
            if each.variable is not None
        }

    def _next(self, tree: PathTree, found: SpecificationPath) -> _Node:
        """The node, with the results of arithmetic that were seen when its tree was made."""
        fresh = tuple(each for each in self._watched if not each.is_value)
        self._watched.clear()
        return _Node(tree, replace(found, bounded=(*found.bounded, *fresh)) if fresh else found)

    def _model(self, branch: Constrained, found: SpecificationPath) -> dict[Term, Value] | None:
        """Values for the path with one constraint more, or None when there are none."""
        if branch.condition is terms.FALSE:
            self.pruned += 1
            return None
        guessed = self.guesser.extend(found.model, found.conditions, branch.condition)
        if guessed is not None:
            return guessed
        path = found.path.extend(branch.condition)
        answer = self.session.check(path)
        if answer is Answer.SAT:
            return dict(path.model or {})
        if answer is Answer.UNKNOWN:
            self.unknown += 1
        else:
            self.pruned += 1
        return None

    def _print(self, output: syntax.Print, inputs: Inputs) -> None:
        """Look at the terms of an output, as far as the solver can."""
        for expression in expressions_of(output):
            try:
                self._evaluator.evaluate(expression, inputs)
            except Hidden:
                continue


def _is_retry(branch: Constrained) -> bool:
    return branch.read is not None and branch.read.mode is syntax.Mode.RETRY and not branch.valid


def constants(checked: Checked) -> list[Value]:
    """The constants written in a specification."""
    found: dict[Value, None] = {}
    waiting = list(checked.body)
    while waiting:
        statement = waiting.pop(0)
        for expression in expressions_of(statement):
            for part in parts(expression):
                if isinstance(part, syntax.Integer | syntax.Text):
                    found[part.value] = None
        match statement:
            case syntax.If(_, then, otherwise):
                waiting.extend((*then, *otherwise))
            case syntax.Loop(body):
                waiting.extend(body)
    return list(found)
