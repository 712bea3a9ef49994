"""The simulation of the published Haskell implementation, to count paths as it does.

It is written down here by itself, from the published rules: a task is a tuple, an expression a
function of the store with the values that it captures, and each result has the conditions under
which there is one. It knows nothing of the package but terms and the solver, and is not clever:

* a condition forks, however little of it is possible, and inside values as well as between tasks;
* a step that does not happen, as what follows fails, leaves no condition behind, so that a path can
  be counted that no run follows;
* whether a choice fails is looked up by trying both sides, once for every result that they have, so
  that one task is found failing and not failing by turns, with the store that the trial leaves;
* two tasks are the same if they differ only in the symbols that stand alone in editors; even an
  editor of the unit, which has one value, gets a symbol and is another task then.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from refute.solver import Answer, Path, open_session
from refute.terms import Operator, Sort, Term, TupleSort, negation, variable

Heap = dict[int, Any]
Result = tuple[Any, list["Condition"], Heap]
FAIL = ("fail",)
UNIT = TupleSort(())


@dataclass(frozen=True)
class Condition:
    """What must hold on a path; what the implementation leaves out is not kept."""

    term: Term
    kept: bool = True


@dataclass(frozen=True)
class Expression:
    """A function of the store and of values; equal when both are."""

    function: Callable[..., Iterator[Result]]
    values: tuple[Any, ...] = ()

    def run(self, heap: Heap) -> Iterator[Result]:
        return self.function(heap, *self.values)

    def applied(self, value: Any) -> "Expression":
        return Expression(self.function, (*self.values, value))


def just(task: Any) -> Expression:
    """An expression that is its own value."""
    return Expression(_just, (task,))


def _just(heap: Heap, task: Any) -> Iterator[Result]:
    yield task, [], heap


class Simulation:
    """Counts the paths of one task, and those among them that no run can follow."""

    def __init__(self, *, fills_units: bool = True) -> None:
        self._session = open_session()
        self._known: dict[frozenset[Term], bool] = {}
        self._fills_units = fills_units
        self._symbols = 0
        self.paths = 0
        self.impossible = 0

    def count(self, main: Expression) -> None:
        for task, conditions, heap in self._normalise(main, {}):
            self._simulate(task, heap, conditions)

    def _simulate(self, task: Any, heap: Heap, conditions: list[Condition]) -> None:
        self._go(task, heap, conditions, again=True)

    def _go(self, task: Any, heap: Heap, conditions: list[Condition], *, again: bool) -> None:
        for following, new, after in self._drive(task, heap):
            together = [*conditions, *new]
            if not self._holds(each.term for each in together if each.kept):
                continue
            if self._value(following, after) is not None:
                self.paths += 1
                self.impossible += not self._holds(each.term for each in together)
            elif not _same(task, following):
                self._simulate(following, after, together)
            elif again:
                self._go(following, after, together, again=False)

    def _holds(self, terms: Iterable[Term]) -> bool:
        asked = frozenset(terms)
        if asked not in self._known:
            self._known[asked] = self._session.check(Path.of(asked)) is Answer.SAT
        return self._known[asked]

    def _drive(self, task: Any, heap: Heap) -> Iterator[Result]:
        for following, first, between in list(self._handle(task, heap)):
            for ready, second, after in list(self._normalise(just(following), between)):
                yield ready, [*first, *second], after

    def _fresh(self, sort: Sort) -> Term:
        self._symbols += 1
        return variable(f"s{self._symbols}", sort)

    def _value(self, task: Any, heap: Heap) -> Any:
        match task:
            case ("update", value):
                return value
            case ("and", left, right):
                one, other = self._value(left, heap), self._value(right, heap)
                return None if one is None or other is None else (one, other)
            case _:
                return None

    def _failing(self, task: Any, heap: Heap) -> Iterator[tuple[bool, Heap]]:
        match task:
            case ("fail",):
                yield True, heap
            case ("and", left, right):
                for one, between in self._failing(left, heap):
                    for other, after in self._failing(right, between):
                        yield one and other, after
            case ("xor", left, right):
                for one, between in self._trial(left, heap):
                    for other, after in self._trial(right, between):
                        yield one and other, after
            case ("then", inner, _):
                yield from self._failing(inner, heap)
            case _:
                yield False, heap

    def _trial(self, side: Expression, heap: Heap) -> Iterator[tuple[bool, Heap]]:
        for task, _, after in self._normalise(side, heap):
            yield from self._failing(task, after)

    def _normalise(self, expression: Expression, heap: Heap) -> Iterator[Result]:
        for task, first, begun in expression.run(heap):
            for following, second, after in self._stride(task, begun):
                if _same(task, following) and after == begun:
                    yield following, [*first, *second], after
                    continue
                for ready, third, last in self._normalise(just(following), after):
                    yield ready, [*first, *second, *third], last

    def _stride(self, task: Any, heap: Heap) -> Iterator[Result]:
        match task:
            case ("then", inner, follow):
                for first, conditions, between in self._stride(inner, heap):
                    value = self._value(first, between)
                    stays = ("then", first, follow)
                    if value is None:
                        yield stays, conditions, between
                        continue
                    for following, new, after in follow.applied(value).run(between):
                        for nowhere, last in self._failing(following, after):
                            if nowhere:
                                left_out = [replace(each, kept=False) for each in new]
                                yield stays, [*conditions, *left_out], between
                            else:
                                yield following, [*conditions, *new], last
            case ("and", left, right):
                for one, first, between in self._stride(left, heap):
                    for other, second, after in self._stride(right, between):
                        yield ("and", one, other), [*first, *second], after
            case _:
                yield task, [], heap

    def _handle(self, task: Any, heap: Heap) -> Iterator[Result]:
        match task:
            case ("enter", sort):
                yield ("update", self._fresh(sort)), [], heap
            case ("update", Term() as value) if value.sort is UNIT and not self._fills_units:
                yield task, [], heap
            case ("update", Term() as value):
                yield ("update", self._fresh(value.sort)), [], heap
            case ("and", left, right):
                for part, conditions, after in self._handle(left, heap):
                    yield ("and", part, right), conditions, after
                for part, conditions, after in self._handle(right, heap):
                    yield ("and", left, part), conditions, after
            case ("xor", left, right):
                for side in (left, right):
                    for chosen, conditions, between in self._normalise(side, heap):
                        for nowhere, after in self._failing(chosen, between):
                            if not nowhere:
                                yield chosen, conditions, after
            case ("then", inner, follow):
                for part, conditions, after in self._handle(inner, heap):
                    yield ("then", part, follow), conditions, after


def _same(one: Any, other: Any) -> bool:
    """Equal but for symbols that stand alone in editors."""
    match one, other:
        case ("update", Term() as left), ("update", Term() as right):
            symbols = {left.operator, right.operator} == {Operator.VARIABLE}
            return left is right or symbols
        case (str() as kind, *parts), (str() as wanted, *others):
            return kind == wanted and all(map(_same, parts, others))
        case _:
            return bool(one == other)


def forked(condition: Term, then: Any, otherwise: Any) -> Iterator[tuple[Any, list[Condition]]]:
    """Both sides of a condition."""
    yield then, [Condition(condition)]
    yield otherwise, [Condition(negation(condition))]
