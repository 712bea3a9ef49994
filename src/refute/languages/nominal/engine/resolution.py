"""The resolution engine: one loop over frames, a stack of choices, a trail.

It searches depth first, with the budgets and endings of `refute.search`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from refute.diagnostics import InputError, error
from refute.frontend.nesting import room_for_nesting
from refute.languages.nominal import core
from refute.languages.nominal.builtins import Unevaluable, evaluate, integer, listing
from refute.languages.nominal.engine import procedures
from refute.languages.nominal.engine.compile import ClauseWriter
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Eigenvariable,
    Name,
    Term,
    Unknown,
    embed,
    expose,
    swap,
    unsuspended,
    walk,
)
from refute.languages.nominal.engine.trace import Call, Tracer
from refute.languages.nominal.engine.unify import Difference, Store
from refute.languages.nominal.types import Type
from refute.search import Budget, Ended
from refute.solver import SECOND
from refute.source import Span

Frame: TypeAlias = tuple[Any, ...]

CHUNK = 2_000
"""Number of goals that are solved between two looks at what is left of the effort."""

GOAL_UNITS = SECOND // 300_000
"""What it costs to solve a goal."""


class Solved(Exception):
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
            self.ended = Ended.RESULTS
        started = time.monotonic()
        try:
            self._run()
        except Solved:
            self.found += 1
            self._frame = None
            return True
        except KeyboardInterrupt:
            self.budget.effort.interrupt()
            self.ended = Ended.INTERRUPTED
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

    def _run(self) -> None:
        """Work until a solution is found, which raises, or the search ends."""
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
        """The same, with a report of what happens to the tracer."""
        tracer = self._tracer
        assert tracer is not None
        choices = self.engine.choices
        for _ in range(limit):
            if self._frame is not None:
                frame = self._told(tracer, self._frame)
                self.goals += frame[0] is not _exited
                self.budget.effort.spend(GOAL_UNITS)
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
        """The frame of a goal that the tracer has been told of, once.

        That of a call leads on to one that tells of its exit; a choice below tells that it fails.
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
    """The code of the frame that a watched call leads to."""
    _, tracer, call, after = frame
    tracer.exit(call)
    result: Frame = after
    return result


def _failed(frame: Frame) -> None:
    """The code of the choice below those of a watched call."""
    _, tracer, call, _ = frame
    tracer.fail(call)


def _call_around(frame: Frame) -> Call:
    """The watched call that a frame belongs to."""
    while frame[0] is not _exited:
        frame = frame[-1]
    call: Call = frame[2]
    return call


def _depth(frame: Frame) -> int:
    """The number of watched calls that a frame is inside of."""
    while frame[0] is not finish and frame[0] is not _exited:
        frame = frame[-1]
    return 0 if frame[0] is finish else int(frame[2].depth)


def finish(_frame: Frame) -> None:
    """The code of the last frame."""
    raise Solved


Code: TypeAlias = Callable[[Any], Any]


class Engine(Store):
    """Solves goals with the clauses of predicates; compiles a predicate when it is first called.

    `nameless` says of which types the terms have no names in them. Without `inlining` every goal
    has a frame of its own, so that it can be watched. An engine that is `patient` lets arithmetic
    wait for numbers that are not known yet.
    """

    patient = False

    def __init__(self, nameless: Callable[[Type], bool], *, inlining: bool = True) -> None:
        super().__init__()
        self.inlining = inlining
        self.nameless = nameless
        self.tracer: Tracer | None = None
        self.choices: list[tuple[int, procedures.Alternatives, Frame]] = []
        self.symbols: dict[Code, core.Symbol] = {}
        self.clauses: dict[Code, core.Clause] = {}
        self.relations: dict[Code, str] = {
            self._equals: "=",
            self._fresh: "#",
            self._evaluates: "is",
        }
        self._codes: dict[core.Symbol, str] = {}
        self._number = 0
        known = (Abstraction, Eigenvariable, Name, Unknown, embed, expose, listing, swap)
        methods = (self.apart, self.occurs, self.unify, self.wake)
        self.space: dict[str, object] = {
            **{each.__name__: each for each in (*known, *methods)},
            "choices": self.choices,
            "compute": self.compute,
            "cut_goal": self.cut,
            "decided": self.decided,
            "equals_goal": self._equals,
            "evaluate": _evaluate,
            "evaluates_goal": self._evaluates,
            "fail_goal": _fail,
            "fresh_goal": self._fresh,
            "number": _number,
            "open_abstraction": self.open,
            "trail": self.trail,
            "unequal_goal": self._unequal,
            "unescaped_goal": _unescaped,
        }
        self._constants: dict[int, str] = {}

    # Compiling

    def code(self, symbol: core.Symbol) -> str:
        """The name of the code of a predicate; the code is made when it is first run."""
        if symbol not in self._codes:
            self._codes[symbol] = self.new_name("p")
            self.forget(symbol)
        return self._codes[symbol]

    def forget(self, symbol: core.Symbol) -> None:
        """Compile a predicate anew at its next call, because its clauses have changed."""
        name = self.code(symbol)

        def compile_first(frame: Frame) -> Frame | None:
            if self.space[name] is compile_first:
                self.symbols[self.compile(procedures.predicate(symbol), name, symbol)] = symbol
            result: Frame | None = self.space[name](frame)  # type: ignore[operator]
            return result

        self.symbols[compile_first] = symbol
        self.space[name] = compile_first

    def new_name(self, prefix: str) -> str:
        """A name that generated code does not use yet."""
        self._number += 1
        return f"{prefix}_{self._number}"

    def constant(self, value: object, prefix: str) -> str:
        """The name under which generated code finds an object; the same object has one name."""
        key = id(value)
        if key not in self._constants:
            self._constants[key] = f"{prefix}{len(self._constants)}"
            self.space[self._constants[key]] = value
        return self._constants[key]

    def lift(self, procedure: procedures.Procedure) -> str:
        """The name of the code of a goal that is compiled as a procedure of its own."""
        name = self.new_name("g")
        self.compile(procedure, name)
        return name

    def written(self, procedure: procedures.Procedure, name: str) -> list[Code]:
        """The code of each clause of a procedure."""
        codes: list[Code] = []
        for number in range(len(procedure.clauses)):
            own = f"{name}_{number}"
            with room_for_nesting():
                source = ClauseWriter(self).write(own, procedure, number)
            exec(compile(source, f"<{procedure.name}>", "exec"), self.space)
            codes.append(self.space[own])  # type: ignore[arg-type]
        return codes

    def compile(
        self, procedure: procedures.Procedure, name: str, symbol: core.Symbol | None = None
    ) -> Code:
        """The code of a procedure, which is also put under its name where other code finds it."""
        clauses = self.written(procedure, name)
        found: list[procedures.ArgumentIndex] = []
        if symbol is not None:
            self.clauses.update(zip(clauses, symbol.clauses, strict=True))
            found = procedures.indexes(symbol.clauses)
        if not self.inlining:
            clauses = [self._announced(code) for code in clauses]
        code = self._entrance(clauses, found, own_height=procedure.own_height)
        self.space[name] = code
        return code

    def _announced(self, code: Code) -> Code:
        """The code of a clause that tells the tracer when it is tried."""
        clause = self.clauses.get(code)
        if clause is None:
            return code

        def tried(frame: Frame) -> Frame | None:
            if self.tracer is not None:
                self.tracer.attempt(clause)
            result: Frame | None = code(frame)
            return result

        self.clauses[tried] = clause
        return tried

    def _entrance(
        self, clauses: list[Code], found: list[procedures.ArgumentIndex], *, own_height: bool
    ) -> Code:
        """The code that selects the clauses for a call and keeps the other ones as a choice."""
        if not clauses:
            return _fail
        if len(clauses) == 1 and not own_height:
            return clauses[0]
        space: dict[str, object] = {
            **{f"table_{i}": each.table.get for i, each in enumerate(found)},
            **{f"mask_{i}": self._mask(each) for i, each in enumerate(found)},
            "alternation": procedures.Alternation(clauses),
            "expose": expose,
            "choices": self.choices,
            "trail": self.trail,
        }
        exec(procedures.entrance_source(len(clauses), found, own_height=own_height), space)
        return space["entrance"]  # type: ignore[return-value]

    def _mask(self, index: procedures.ArgumentIndex) -> Callable[[Term], int]:
        """How an index is asked which clauses a term leaves."""
        return index.mask

    # Goals that are not calls

    def cut(self, frame: Frame) -> Frame:
        """Drop the choices above a height."""
        del self.choices[frame[1] :]
        result: Frame = frame[2]
        return result

    def decided(self) -> None:
        """Nothing waits here, so that failure means something."""

    def _equals(self, frame: Frame) -> Frame | None:
        _, left, right, after = frame
        return after if self.unify(left, right) else None

    def _fresh(self, frame: Frame) -> Frame | None:
        _, name, term, after = frame
        return after if self.apart(name, term) else None

    def _unequal(self, frame: Frame) -> Frame | None:
        _, left, right, after = frame
        return after if Difference(left, right).holds(self) else None

    def _evaluates(self, frame: Frame) -> Frame | None:
        _, left, right, span, after = frame
        return after if self.compute(left, right, span) else None

    def compute(self, left: Term, right: Term, span: Span) -> bool:
        """Make a term equal to the value of another, which must be known."""
        return self.unify(left, _evaluate(right, span))

    # Solving

    def solve(
        self,
        goal: core.Goal,
        given: dict[core.Leaf, Term],
        budget: Budget,
        tracer: Tracer | None = None,
    ) -> Solutions:
        """The solutions of a goal about given unknowns and names; earlier ones are forgotten."""
        self.undo(0)
        self.choices.clear()
        self.tracer = tracer
        code = self.compile(procedures.query(goal, tuple(given)), self.new_name("q"))
        return Solutions(self, (code, *given.values(), (finish,)), budget, tracer)

    def solve_further(
        self, goal: core.Goal, given: dict[core.Leaf, Term], budget: Budget
    ) -> Solutions:
        """The solutions of a goal with the bindings there are, which are left when there are no
        more.

        Other solutions that were being looked for are given up.
        """
        self.choices[:] = [(len(self.trail), (_fail, None), ())]
        self.tracer = None
        code = self.compile(procedures.query(goal, tuple(given)), self.new_name("q"))
        return Solutions(self, (code, *given.values(), (finish,)), budget)


def _fail(_frame: Frame) -> None:
    return None


def _reporting(function: Callable[[Term], Term]) -> Callable[[Term, Span], Term]:
    """A function of a term that reports at a span why its value cannot be computed."""

    def computed(term: Term, span: Span) -> Term:
        try:
            return function(term)
        except Unevaluable as failure:
            message = f"this cannot be computed: {failure}"
            raise InputError([error("AP030", message, span)]) from None

    return computed


_evaluate = _reporting(evaluate)
_number = _reporting(lambda term: integer(evaluate(term)))


def _unescaped(frame: Frame) -> Frame | None:
    """The arbitrary value stays inside its quantifier."""
    _, value, others, after = frame
    if any(unsuspended(part) is value for part in walk(*others)):
        return None
    result: Frame = after
    return result
