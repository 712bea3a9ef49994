"""Two workflows that get the same inputs, on plain values."""

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from workflow_concrete import Concrete

from refute.languages.workflow import tasks
from refute.languages.workflow.interpret import EvaluationError, NotAcceptedError, RunState
from refute.languages.workflow.tasks import Input

MOST_PAIRS = 150
"""Maximum number of states of both that are looked at."""


class Pairs:
    """Inputs that the first takes; `difference` is after which the second does otherwise."""

    def __init__(self, one: Concrete, other: Concrete) -> None:
        self._one, self._other = one, other
        self.complete = True
        self.difference = self._explore(one.first.now, other.first.now)

    def _explore(self, one: RunState, other: RunState) -> list[Input] | None:
        waiting: deque[tuple[RunState, RunState, list[Input]]] = deque([(one, other, [])])
        seen = {self._key(one, other)}
        while waiting:
            one, other, before = waiting.popleft()
            value = self._one.interpreter.value(one.task, one.world)
            if value != self._other.interpreter.value(other.task, other.world):
                return before
            if value is not None and before:
                continue
            if len(seen) > MOST_PAIRS:
                self.complete = False
                return None
            for given in self._inputs(one, other):
                try:
                    after = self._after(self._one, one, given)
                except (NotAcceptedError, EvaluationError):
                    continue
                try:
                    answered = self._after(self._other, other, self._alike(one, other, given))
                except (NotAcceptedError, EvaluationError):
                    return [*before, given]
                key = self._key(after, answered)
                if key not in seen:
                    seen.add(key)
                    waiting.append((after, answered, [*before, given]))
        self.complete = self._one.complete
        return None

    def _key(self, one: RunState, other: RunState) -> Hashable:
        return self._one.keys.of(one), self._other.keys.of(other)

    def _inputs(self, one: RunState, other: RunState) -> Iterator[Input]:
        yield from (each for each in self._one.inputs(one) if each.way != tasks.WAIT)
        if any(True for each in (one, other) for _ in tasks.deadlines(each.task)):
            yield Input(tasks.WAIT, 1, None)

    def _after(self, which: Concrete, now: RunState, given: Input) -> RunState:
        if given.way == tasks.WAIT:
            return which.interpreter.wait(now, given.action)
        return which.interpreter.drive(now, given)

    def _alike(self, one: RunState, other: RunState, given: Input) -> Input:
        """The input of the second that has the place of one of the first."""
        if given.way == tasks.WAIT:
            return given
        shown, others = self._one.shown(one), self._other.shown(other)
        wanted = dict(zip(map(_where, shown), _places(shown), strict=True))[_where(given)]
        for each, place in zip(others, _places(others), strict=True):
            if place == wanted:
                return replace(each, action=given.action) if given.shape else each
        raise NotAcceptedError


def _where(given: Input) -> Hashable:
    return given.way, given.shape, given.person, None if given.shape else given.action


def _places(shown: Sequence[Input]) -> list[Hashable]:
    """The label, role and type of each, and which of those that are equal in them it is."""
    found: list[Hashable] = []
    for each in shown:
        name = each.label or _where(each), each.role, each.person, each.shape
        found.append((name, sum(1 for one in found if isinstance(one, tuple) and one[0] == name)))
    return found
