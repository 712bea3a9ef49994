"""An incremental z3 session that keeps what it has been told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

import z3
from z3 import z3core

from refute.solver.effort import SECOND, Effort, Ended
from refute.solver.leftover import Leftover
from refute.solver.path import Answer, Entailment, Model, Path, Statistics, Universal
from refute.solver.preferences import near, smallest
from refute.solver.translate import Translator, UntranslatableError, read_model
from refute.solver.watchdog import MOST, WATCHDOG
from refute.terms import FALSE, Term, Value, constant, equal, evaluate, negation, satisfies

QUERY_UNITS = 5 * SECOND
"""Units of work that one query may take."""

_QUICK_UNITS = SECOND // 4
_CHECK_UNITS = 50
_QUERY_UNITS = 1_500
_TERM_UNITS = 100
"""Units of work of a check, of a query and of translating a term, beside what z3 counts itself."""

_BETWEEN_COUNTS = 8
"""Number of quick queries after which z3's own count is read."""

_TRIES = 8
"""Number of attempts of a query that is interrupted though nobody wants it to end."""


class _Disturbed(Exception):
    """A query was interrupted from outside, or seems to have been."""


class Session:
    """An incremental solver; moving between paths keeps what they have in common.

    The same questions in the same order get the same answers on every machine: a query is limited
    by its work, and is repeated after an interrupt that nobody asked for.
    """

    def __init__(
        self, *, effort: Effort | None = None, query_units: int = QUERY_UNITS, seed: int = 0
    ) -> None:
        self.effort = effort or Effort()
        self.query_units = query_units
        self.seed = seed
        self.statistics = Statistics()
        self._unknown: WeakSet[Path] = WeakSet()
        self._leftover = Leftover()
        self._doubted: Path | None = None
        self._renew()

    def close(self) -> None:
        """Release the memory of z3 at once; the session cannot be used afterwards."""
        self._pushed.clear()
        for name in ("_solver", "_translator", "_context"):
            self.__dict__.pop(name, None)  # it may be closed already

    @property
    def is_closed(self) -> bool:
        """Whether the session is closed."""
        return not hasattr(self, "_context")

    def _renew(self) -> None:
        """Start over with a new context, which interrupts of the old one do not reach."""
        self._context = z3.Context()
        self._translator = Translator(self._context)
        self._counted = 0
        self._reset()

    def _reset(self) -> None:
        self._solver = z3.SimpleSolver(ctx=self._context)
        self._configure(self._solver, min(self.query_units, _QUICK_UNITS))
        self._pushed: list[Path] = []

    def _configure(self, solver: Any, units: int) -> None:
        solver.set("rlimit", max(1, units))
        solver.set("random_seed", self.seed)
        solver.set("ctrl_c", False)

    @contextmanager
    def spending(self, effort: Effort) -> Iterator[None]:
        """Count the work meanwhile towards another effort."""
        usual, self.effort = self.effort, effort
        try:
            yield
        finally:
            self.effort = usual

    def check(self, path: Path) -> Answer:
        """Whether all conditions of a path can be true together."""
        answer = self._remembered(path)
        if answer is not None:
            return answer
        answer, model, _ = self._query(path, ())
        if answer is not Answer.UNKNOWN:
            self._remember(path, answer, model)
        return answer

    def decide(
        self, conditions: Sequence[Term], universals: Mapping[Term, Universal], units: int
    ) -> tuple[Answer, Model | None]:
        """Whether conditions can hold together, with each of the universals where its key does.

        Failures count as unknown, and leave the session usable.
        """
        self.statistics.queries += 1
        try:
            return self._decide_universals(conditions, universals, min(units, self.effort.left))
        except (UntranslatableError, ValueError, _Disturbed, z3.Z3Exception):
            self._renew()
        except BaseException:
            self._renew()
            raise
        self.statistics.unknowns += 1
        return Answer.UNKNOWN, None

    def _decide_universals(
        self, conditions: Sequence[Term], universals: Mapping[Term, Universal], units: int
    ) -> tuple[Answer, Model | None]:
        translator, known = self._translator, self._translator.size
        asserted = [translator.high_level(each) for each in conditions]
        for condition, universal in universals.items():
            quantified = translator.universal(universal)
            asserted.append(z3.Implies(translator.high_level(condition), quantified))
        self.effort.spend(_QUERY_UNITS + _TERM_UNITS * max(0, translator.size - known))
        solver, found = self._decide_aside([each.ast for each in asserted], [], units)
        if found == z3.Z3_L_FALSE:
            return Answer.UNSAT, None
        if found == z3.Z3_L_TRUE:
            model = read_model(translator, solver.model())
            if satisfies(model, conditions):
                return Answer.SAT, model
        return Answer.UNKNOWN, None

    def model(self, path: Path) -> Model | None:
        """Values for which every condition of the path is true, if any are known."""
        return path.model if self.check(path) is Answer.SAT else None

    def entails(self, path: Path, term: Term) -> Entailment:
        """Whether a term is true in every model of a path."""
        return _ENTAILMENT[self.check(path.extend(negation(term)))]

    def smallest(self, path: Path, terms: Sequence[Term], queries: int = 100) -> Model | None:
        """A model in which lists and texts are short and numbers small, all and then each."""
        return smallest(self, path, terms, queries)

    def assume(self, path: Path, values: Model) -> tuple[Answer, Model | None, list[Term]]:
        """The answer for a path with some values given; if unsat, the variables to blame."""
        return self._query(path, tuple(values.items()))

    def _remembered(self, path: Path) -> Answer | None:
        """The answer that follows from the nearest path above with a known one, if any."""
        fresh = []
        node = path
        while node.answer is None:
            if node.condition is FALSE:
                self._remember(path, Answer.UNSAT, None)
                return Answer.UNSAT
            fresh.append(node)
            assert node.parent is not None
            node = node.parent
        if not fresh:
            return path.answer
        self.effort.spend(_CHECK_UNITS)
        if node.answer is Answer.UNSAT:
            self._remember(path, Answer.UNSAT, None)
            return Answer.UNSAT
        model = node.model
        assert model is not None
        while fresh and evaluate(fresh[-1].condition, model):
            passed = fresh.pop()
            passed.answer, passed.model = Answer.SAT, model
            self.statistics.answered_from_models += passed is path
        if not fresh:
            return Answer.SAT
        if path in self._unknown:
            return Answer.UNKNOWN
        if len(fresh) == 1 and (changed := near(path, model)) is not None:
            path.answer, path.model = Answer.SAT, changed
            self.statistics.answered_from_models += 1
            return Answer.SAT
        if self._leftover.is_none(path, self.effort):
            self._remember(path, Answer.UNSAT, None)
            return Answer.UNSAT
        return None

    def _remember(self, path: Path, answer: Answer, model: Model | None) -> None:
        path.answer, path.model = answer, model
        node = path.parent
        while answer is Answer.SAT and node is not None and node.answer is None:
            node.answer, node.model = answer, model
            node = node.parent

    def _query(
        self, path: Path, given: tuple[tuple[Term, Value], ...]
    ) -> tuple[Answer, Model | None, list[Term]]:
        """Ask the solver; failures count as unknown, and leave the session usable."""
        self.statistics.queries += 1
        started = time.perf_counter()
        try:
            for _ in range(_TRIES):
                if self.effort.exhausted:
                    break
                try:
                    return self._ask(path, given)
                except (UntranslatableError, ValueError):
                    self._reset()
                    if not given and not self.effort.exhausted:
                        self._unknown.add(path)
                    break
                except z3.Z3Exception as failure:
                    self._renew()
                    if not any(each in str(failure) for each in _SIGNS):
                        break
                except _Disturbed:
                    self._renew()
                except BaseException:
                    self._renew()
                    raise
        finally:
            self.statistics.seconds += time.perf_counter() - started
        self.statistics.unknowns += 1
        return Answer.UNKNOWN, None, []

    def _ask(
        self, path: Path, given: tuple[tuple[Term, Value], ...]
    ) -> tuple[Answer, Model | None, list[Term]]:
        known = self._translator.size
        settled = self._synchronize(path)
        literals = [
            self._translator.expression(equal(variable, constant(value, variable.sort)))
            for variable, value in given
        ]
        self.effort.spend(_QUERY_UNITS + _TERM_UNITS * max(0, self._translator.size - known))
        solver = self._solver
        found = self._decide_quickly(solver, literals) if settled else z3.Z3_L_UNDEF
        if found == z3.Z3_L_UNDEF or self.statistics.queries % _BETWEEN_COUNTS == 0:
            self._count(solver)
        if found == z3.Z3_L_UNDEF and self.query_units > _QUICK_UNITS:
            self._reset()
            solver, found = self._decide_patiently(path, literals)
        if found == z3.Z3_L_UNDEF:
            raise UntranslatableError(solver.reason_unknown())
        if found == z3.Z3_L_FALSE:
            core = {each.ast.value for each in solver.unsat_core()} if given else set()
            blamed = zip(given, literals, strict=True)
            return Answer.UNSAT, None, [pair[0] for pair, each in blamed if each.value in core]
        model = read_model(self._translator, solver.model())
        if satisfies(model, path.conditions()):
            return Answer.SAT, model, []
        if self._doubted is path:
            raise UntranslatableError("the model does not make every condition true")
        self._doubted = path
        raise _Disturbed

    def _decide_quickly(self, solver: Any, literals: list[Any]) -> int:
        try:
            WATCHDOG.begin(self._context)
            found = self._decide(solver, literals)
        finally:
            is_late = WATCHDOG.end()
        if is_late:
            self._renew()
            self.effort.ended = self.effort.ended or Ended.TIME
            raise UntranslatableError("z3 took too long")
        return found

    def _decide(self, solver: Any, literals: list[Any]) -> int:
        assumed = (z3.Ast * len(literals))(*literals)
        found: int = z3core.Z3_solver_check_assumptions(
            self._context.ref(), solver.solver, len(literals), assumed
        )
        return found

    def _decide_patiently(self, path: Path, literals: list[Any]) -> tuple[Any, int]:
        """Let a solver of its own decide what the incremental solver cannot decide quickly."""
        units = min(self.query_units - _QUICK_UNITS, self.effort.left)
        asserted = [self._translator.expression(each) for each in path.conditions()]
        return self._decide_aside(asserted, literals, units)

    def _decide_aside(
        self, asserted: list[Any], literals: list[Any], units: int
    ) -> tuple[Any, int]:
        """Decide expressions in a thread, so that it can be ended at any time.

        An interrupt, a time limit or a request to cancel ends it at once; nothing else does, so z3
        is never interrupted when it is idle.
        """
        solver = z3.Solver(ctx=self._context)
        self._configure(solver, units)
        for expression in asserted:
            z3core.Z3_solver_assert(self._context.ref(), solver.solver, expression)
        found: list[int] = []
        worker = threading.Thread(
            target=lambda: found.append(self._decide(solver, literals)), daemon=True
        )
        processor = time.process_time()
        worker.start()
        try:
            worker.join(0.02)
            while worker.is_alive():
                if time.process_time() - processor > MOST:
                    self.effort.ended = self.effort.ended or Ended.TIME
                if self.effort.stopped:
                    break
                worker.join(0.05)
        finally:
            while worker.is_alive():
                self._context.interrupt()
                worker.join(0.02)
        used = self._count(solver)
        if found == [z3.Z3_L_UNDEF] and used < units and solver.reason_unknown() in _CANCELLED:
            raise _Disturbed
        return solver, found[0]

    def _count(self, solver: Any) -> int:
        """Spend what z3 has counted since the last time; returns how much that was."""
        context = self._context.ref()
        statistics = z3core.Z3_solver_get_statistics(context, solver.solver)
        z3core.Z3_stats_inc_ref(context, statistics)
        try:
            index = z3core.Z3_stats_size(context, statistics) - 1
            while z3core.Z3_stats_get_key(context, statistics, index) != "rlimit count":
                index -= 1
            count: int = z3core.Z3_stats_get_uint_value(context, statistics, index)
        finally:
            z3core.Z3_stats_dec_ref(context, statistics)
        used = (count - self._counted) % 2**32
        self._counted = count
        self.effort.spend(used)
        return used

    def _synchronize(self, path: Path) -> bool:
        """Pop to what the path shares with the pushed conditions, and push the rest if possible."""
        if self._translator.trim():
            self._reset()
        pushed = self._pushed
        context, solver = self._context.ref(), self._solver.solver
        fresh: list[Path] = []
        node = path
        while node.depth > len(pushed) or (node.depth and pushed[node.depth - 1] is not node):
            fresh.append(node)
            assert node.parent is not None
            node = node.parent
        if node.depth < len(pushed):
            z3core.Z3_solver_pop(context, solver, len(pushed) - node.depth)
            del pushed[node.depth :]
        for each in reversed(fresh):
            expression = self._translator.expression(each.condition)
            if not self._settled():
                return False
            z3core.Z3_solver_push(context, solver)
            z3core.Z3_solver_assert(context, solver, expression)
            pushed.append(each)
        return True

    def _settled(self) -> bool:
        """Whether z3 has propagated, within the limits of a query.

        A push propagates, too, but without a limit: with lists in conditions it may never end. A
        query for false does nothing else, and leaves nothing to do for a push.
        """
        if self._translator.only_numbers:
            return True
        false = self._translator.expression(FALSE)
        return bool(self._decide(self._solver, [false]) == z3.Z3_L_FALSE)


_CANCELLED = ("canceled", "interrupted", "interrupted from keyboard")
_SIGNS = ("cancel", "interrupt", "model is not available")
"""Error messages of z3 when it was interrupted."""

_ENTAILMENT = {
    Answer.SAT: Entailment.REFUTED,
    Answer.UNSAT: Entailment.PROVED,
    Answer.UNKNOWN: Entailment.UNKNOWN,
}
