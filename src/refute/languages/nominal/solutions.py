"""Walks the frames of a goal: solutions one by one, within a budget."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.nominal.trace import Tracer
from refute.search import Budget, Ended
from refute.solver import SECOND

if TYPE_CHECKING:
    from refute.languages.nominal.engine import Engine

Frame: TypeAlias = tuple[Any, ...]

CHUNK = 2_000
"""Number of goals that are solved between two looks at what is left of the effort."""

GOAL_UNITS = SECOND // 300_000
"""What it costs to solve a goal."""


class _Solved(Exception):
    """The last frame was reached."""


class Solutions:
    """Iterate to solve; between two solutions the bindings of the engine are those of the first."""

    def __init__(
        self, engine: Engine, frame: Frame, budget: Budget, tracer: Tracer | None = None
    ) -> None:
        self.engine = engine
        self.budget = budget
        self.goals = 0
        self.found = 0
        self.seconds = 0.0
        self.ended: Ended | None = None
        self._frame: Frame | None = frame
        self._tracer = tracer
        self._paused_at: Frame | None = None

    def __iter__(self) -> Iterator[int]:
        """Count the solutions as they are found."""
        while self.advance():
            yield self.found

    def advance(self) -> bool:
        """Find the next solution, if there is one; Paused when a breakpoint is reached."""
        if self.ended is None and self.found == self.budget.results:
            self._stop(Ended.RESULTS)
        started = time.monotonic()
        try:
            self._run()
        except _Solved:
            self.found += 1
            self._frame = None
            return True
        except KeyboardInterrupt:
            self._stop(Ended.INTERRUPTED)
        finally:
            self.seconds += time.monotonic() - started
        return False

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return self.ended is Ended.EXHAUSTED

    @property
    def over(self) -> bool:
        """Whether the search cannot go on: it is complete, or was stopped within a step."""
        return self.ended in {Ended.EXHAUSTED, Ended.INTERRUPTED}

    def resume(self) -> None:
        """Allow a search that ran out of effort or time to go on for as long again."""
        self.seconds = 0.0
        self.budget.effort.renew()
        if self.ended in {Ended.EFFORT, Ended.TIME}:
            self.ended = None

    def _stop(self, ended: Ended) -> None:
        self.ended = ended

    def _run(self) -> None:
        """Work until a solution is found, which raises, or the search ends."""
        step = self._steps if self._tracer is None else self._watched_steps
        effort = self.budget.effort
        while self.ended is None:
            limit = CHUNK
            if self.budget.nodes is not None:
                limit = min(limit, self.budget.nodes - self.goals)
            if limit <= 0:
                self._stop(Ended.NODES)
            elif not step(limit):
                self._stop(Ended.EXHAUSTED)
            elif effort.exhausted:
                self.ended = effort.ended
            if not self.engine.choices:
                self.engine.trail.clear()  # there is nothing to go back to

    def _steps(self, limit: int) -> bool:
        """Make so many steps; whether there is anything left to do."""
        engine = self.engine
        choices, trail, undo = engine.choices, engine.trail, engine.undo
        frame = self._frame
        done = 0
        try:
            while done < limit:
                if frame is not None:
                    done += 1
                    frame = frame[0](frame)
                elif choices:
                    mark, alternatives, called = choices[-1]
                    if len(trail) > mark:
                        undo(mark)
                    code, rest = alternatives
                    if rest is None:
                        choices.pop()
                    else:
                        choices[-1] = (mark, rest, called)
                    frame = code(called)
                else:
                    return False
        finally:
            self.goals += done
            self.budget.effort.spend(done * GOAL_UNITS)
            self._frame = frame
        return True

    def _watched_steps(self, limit: int) -> bool:
        """The same, telling the tracer of what happens."""
        tracer = self._tracer
        assert tracer is not None
        choices = self.engine.choices
        for _ in range(limit):
            frame = self._frame
            if frame is not None:
                self._tell(tracer, frame)
                self.goals += 1
                self.budget.effort.spend(GOAL_UNITS)
                self._frame = frame[0](frame)
            elif choices:
                mark, (code, rest), called = choices.pop()
                self.engine.undo(mark)
                if rest is not None:
                    choices.append((mark, rest, called))
                clause = self.engine.clauses.get(code)
                if clause is not None:
                    tracer.back(clause.predicate, called[1:-1])
                self._frame = code(called)
            else:
                return False
        return True

    def _tell(self, tracer: Tracer, frame: Frame) -> None:
        """Tell of a goal that is about to be solved, once."""
        symbol = self.engine.symbols.get(frame[0])
        relation = self.engine.relations.get(frame[0])
        if symbol is not None and frame is not self._paused_at:
            self._paused_at = frame
            tracer.call(symbol, frame[1:-1])
        elif relation is not None:
            tracer.goal(relation, frame[1], frame[2])


def finish(_frame: Frame) -> None:
    """The code of the last frame."""
    raise _Solved
