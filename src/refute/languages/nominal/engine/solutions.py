"""The solutions of a goal: a loop over frames, a stack of choices and a trail.

The search is depth first, with the budgets and endings of `refute.search`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.nominal.engine.terms import Unknown
from refute.languages.nominal.engine.trace import Call, Tracer
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.search import Budget, Ended
from refute.solver import SECOND

if TYPE_CHECKING:
    from refute.languages.nominal.engine.resolution import Engine
    from refute.languages.nominal.engine.unify import Store

Frame: TypeAlias = tuple[Any, ...]

CHUNK = 250
"""Maximum number of goals between two checks of the remaining effort."""

GOAL_UNITS = SECOND // 300_000
"""Units of work for solving a goal."""

PART_UNITS = SECOND // 2_500_000
"""Units of work for walking through a part of a large term."""


TURNS = list(range(50))
"""Turns of the loop in a predicate's function before it returns, if goals are not limited."""


def walk_units(store: Store) -> int:
    """Units of work for the walks of a store through large terms since the last call."""
    walked, store.walked = store.walked, 0
    return walked * PART_UNITS


class Solved(Exception):
    """The last frame was reached."""


class Solutions:
    """Iterate to solve; until the next solution, the engine holds the bindings of the last one."""

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
        """Find the next solution; whether there is one. Raises Paused at a breakpoint."""
        if self.ended is None and self.found == self.budget.results:
            self.ended = Ended.RESULTS
        started = time.monotonic()
        try:
            self._run()
        except Solved:
            self.found += 1
            self._frame = None
            return True
        except TermsTooLarge:
            self.ended = Ended.EFFORT
        except KeyboardInterrupt:
            self.budget.effort.interrupt()
            self.ended = Ended.INTERRUPTED
        finally:
            self.seconds += time.monotonic() - started
        return False

    @property
    def exhausted(self) -> bool:
        """Whether it is known that there are no more solutions."""
        return self.ended is Ended.EXHAUSTED

    @property
    def over(self) -> bool:
        """Whether the search cannot continue: it is complete, or was interrupted during a step."""
        return self.ended in {Ended.EXHAUSTED, Ended.INTERRUPTED}

    def resume(self) -> None:
        """Allow a search that ran out of effort or time to continue with as much again."""
        self.seconds = 0.0
        self.budget.effort.renew()
        if self.ended in {Ended.EFFORT, Ended.TIME}:
            self.ended = None

    def _run(self) -> None:
        """Work until the search ends, or until a solution is found, which raises Solved."""
        step = self._steps if self._tracer is None else self._watched_steps
        effort = self.budget.effort
        while self.ended is None:
            limit = CHUNK
            if self.budget.nodes is not None:
                limit = min(limit, self.budget.nodes - self.goals)
            if limit <= 0:
                self.ended = Ended.NODES
            elif not step(limit):
                self.ended = Ended.EXHAUSTED
            elif effort.exhausted:
                self.ended = effort.ended
            if not self.engine.choices:
                self.engine.trail.clear()  # there is nothing to go back to

    def _steps(self, limit: int) -> bool:
        """Make a number of steps; whether there is anything left to do."""
        engine = self.engine
        choices, trail, undo = engine.choices, engine.trail, engine.undo
        frame = self._frame
        done = 0
        engine.spent[0] = 0
        engine.turns[:] = TURNS if self.budget.nodes is None else TURNS[:1]
        try:
            while done < limit:
                if frame is not None:
                    done += 1
                    frame = frame[0](frame)
                elif choices:
                    mark, (code, rest), called = choices.pop()
                    while len(trail) > mark:
                        entry = trail.pop()
                        if type(entry) is Unknown:
                            entry.value = None
                        else:
                            trail.append(entry)
                            undo(mark)
                    if rest is not None:
                        choices.append((mark, rest, called))
                    frame = code(called)
                else:
                    return False
        finally:
            done += engine.spent[0]
            self.goals += done
            self.budget.effort.spend(done * GOAL_UNITS + walk_units(engine))
            self._frame = frame
        return True

    def _watched_steps(self, limit: int) -> bool:
        """The same as `_steps`, with reports to the tracer."""
        tracer = self._tracer
        assert tracer is not None
        choices = self.engine.choices
        for _ in range(limit):
            if self._frame is not None:
                frame = self._told(tracer, self._frame)
                self.goals += frame[0] is not _exited
                self.budget.effort.spend(GOAL_UNITS + walk_units(self.engine))
                self._frame = frame[0](frame)
            elif choices:
                mark, (code, rest), called = choices.pop()
                self.engine.undo(mark)
                if rest is not None:
                    choices.append((mark, rest, called))
                if code in self.engine.clauses:
                    tracer.retry(_call_around(called))
                self._frame = code(called)
            else:
                return False
        return True

    def _told(self, tracer: Tracer, frame: Frame) -> Frame:
        """Report a goal to the tracer, once; the frame to run.

        The frame of a call is followed by one that reports its exit, and a choice below those of
        the call reports its failure.
        """
        symbol = self.engine.symbols.get(frame[0])
        relation = self.engine.relations.get(frame[0])
        if symbol is not None and frame is not self._paused_at:
            call = Call(symbol, frame[1:-1], _depth(frame) + 1)
            frame = (*frame[:-1], (_exited, tracer, call, frame[-1]))
            failing = (_failed, tracer, call, (finish,))
            self.engine.choices.append((len(self.engine.trail), (_failed, None), failing))
            self._frame = self._paused_at = frame
            tracer.call(call)
        elif relation is not None:
            tracer.goal(_depth(frame) + 1, relation, frame[1], frame[2])
        return frame


def _exited(frame: Frame) -> Frame:
    """The code of the frame that follows a watched call."""
    _, tracer, call, after = frame
    tracer.exit(call)
    result: Frame = after
    return result


def _failed(frame: Frame) -> None:
    """The code of the choice below those of a watched call."""
    _, tracer, call, _ = frame
    tracer.fail(call)


def _call_around(frame: Frame) -> Call:
    """The watched call to which a frame belongs."""
    while frame[0] is not _exited:
        frame = frame[-1]
    call: Call = frame[2]
    return call


def _depth(frame: Frame) -> int:
    """The number of watched calls around a frame."""
    while frame[0] is not finish and frame[0] is not _exited:
        frame = frame[-1]
    return 0 if frame[0] is finish else int(frame[2].depth)


def finish(_frame: Frame) -> None:
    """The code of the last frame."""
    raise Solved
