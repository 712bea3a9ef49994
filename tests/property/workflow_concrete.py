"""All that can happen in a small workflow on plain values: an exploration without any reduction.

Every state is reached by inputs of the interpreter alone, and told from others by all that it
consists of. Numbers that are entered are few, so that it is bounded where numbers are entered and
complete where everything that can be entered was.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from workflow_judge import STRANGERS, able

from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    RunState,
)
from refute.languages.workflow.tasks import Input
from refute.languages.workflow.typecheck import Checked
from refute.terms import Constructed

NUMBERS = (-1, 0, 1, 2, 3)
QUARTERS = (0, 2, 3, 4, 6, 10, -2)
TEXTS = ("", "a", "b", "ab", "aa")
MORE_NUMBERS = (*range(-12, 0), *range(4, 30), *range(4))
MORE_TEXTS = (*TEXTS, "ba", "bb", "aaa", "aab", "abab", "aaaa")
MOST_STATES = 250
"""Maximum number of states of one exploration."""

MOST_DAYS = 6
"""Maximum number of days that pass; the workflows have no deadline so late."""


@dataclass(eq=False)
class Stand:
    """A state with what every input leads to."""

    now: RunState
    value: Any
    steps: list[tuple[Input, "Stand"]] = field(default_factory=list)
    expanded: bool = False

    @property
    def ended(self) -> bool:
        return self.value is not None


class Concrete:
    """The states of a program; `complete` if they are all of them, whatever is entered."""

    def __init__(
        self,
        checked: Checked,
        *,
        persons: bool = False,
        roles: bool = False,
        more: bool = False,
        first: RunState | None = None,
        most: int = MOST_STATES,
    ) -> None:
        self.interpreter = Interpreter(checked)
        self.names, now = self.interpreter.start()
        now = first or now
        self.complete = True
        self.failed = False
        """Whether some inputs lead to an error."""
        self._persons, self._roles = persons, roles
        self._more, self._most = more, most
        self.keys = Keys(absolute=checked.tells_time)
        self._known: dict[Hashable, Stand] = {}
        self.first = self._stand(now)
        self._explore()

    @property
    def stands(self) -> list[Stand]:
        return list(self._known.values())

    def store(self, stand: Stand, name: str) -> Any:
        """What a reference holds."""
        return stand.now.world.heap[self.names[name].number]

    def further(self, stand: Stand) -> "Concrete":
        """All that can happen from a state on, where more is entered."""
        checked = self.interpreter.checked
        return Concrete(
            checked, persons=self._persons, roles=self._roles, more=True, first=stand.now
        )

    def stuck(self) -> Stand | None:
        """A state from which no end is reached."""
        before: dict[Stand, list[Stand]] = {}
        for each in self.stands:
            for _, target in each.steps:
                before.setdefault(target, []).append(each)
        hopeful = [each for each in self.stands if each.ended or not each.expanded]
        reached = set(hopeful)
        while hopeful:
            for each in before.get(hopeful.pop(), ()):
                if each not in reached:
                    reached.add(each)
                    hopeful.append(each)
        return next((each for each in self.stands if each not in reached), None)

    def _stand(self, now: RunState) -> Stand:
        key = self.keys.of(now)
        if key not in self._known:
            value = self.interpreter.value(now.task, now.world)
            self._known[key] = Stand(now, value)
        return self._known[key]

    def _explore(self) -> None:
        waiting, seen = deque([self.first]), {self.first}
        while waiting:
            stand = waiting.popleft()
            if len(self._known) > self._most:
                self.complete = False
                return
            stand.expanded = stand.now.world.clock < MOST_DAYS
            if stand.ended and stand is not self.first:
                continue
            for given in self.inputs(stand.now):
                try:
                    target = self._stand(self.interpreter.drive(stand.now, given))
                except NotAcceptedError:
                    continue
                except EvaluationError:
                    self.failed = True
                    continue
                stand.steps.append((given, target))
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)

    def inputs(self, now: RunState) -> Iterator[Input]:
        """What may be tried, with values; days pass one by one."""
        for each in self.shown(now):
            values = [each.action] if each.shape is None else self._values(each.shape)
            yield from (replace(each, action=value) for value in values)
        if self.interpreter.checked.tells_time:
            self.complete = False
        if now.world.clock < MOST_DAYS:
            yield Input(tasks.WAIT, 1, syntax.INT)

    def shown(self, now: RunState) -> list[Input]:
        """All editors and buttons, for everybody who may use them."""
        shown = [each for each, _ in self.interpreter._shown(now.task, now.world, ())]
        if self._persons:
            return [replace(each, person=user) for each in shown for user in able(each, now)]
        if self._roles:
            doers = [("",) if each.role else STRANGERS for each in shown]
            pairs = zip(shown, doers, strict=True)
            return [replace(each, person=who) for each, able_ in pairs for who in able_]
        return shown

    def _values(self, shape: syntax.Type) -> Iterable[Any]:
        if shape.constructors:
            return [
                Constructed(made.name, parts)
                for made in shape.constructors
                for parts in product(*(self._values(each.wanted) for each in made.fields))
            ]
        match shape.name:
            case "Bool":
                return (False, True)
            case "Int":
                self.complete = False
                return MORE_NUMBERS if self._more else NUMBERS
            case "Decimal":
                self.complete = False
                return [Fraction(n, 4) for n in (MORE_NUMBERS if self._more else QUARTERS)]
            case "String":
                self.complete = False
                return MORE_TEXTS if self._more else TEXTS
            case "List":
                self.complete = False
                few, most = list(self._values(shape.arguments[0])), 3 if self._more else 2
                return [each for n in range(most + 1) for each in product(few[-4:], repeat=n)]
            case _:
                return list(product(*map(self._values, shape.arguments)))


class Keys:
    """What tells states apart: everything that they consist of, and the days that are left."""

    def __init__(self, *, absolute: bool) -> None:
        self._absolute = absolute
        self._clock = 0

    def of(self, now: RunState) -> Hashable:
        self._clock = 0 if self._absolute else now.world.clock
        day = now.world.clock if self._absolute else 0
        heap = tuple((each, self._value(held)) for each, held in now.world.heap.items())
        return self._task(now.task), heap, day, now.world.doers, now.begun and "begun"

    def _names(self, names: Mapping[str, Any]) -> Hashable:
        return tuple((name, self._value(each)) for name, each in sorted(names.items()))

    def _value(self, value: Any) -> Hashable:
        match value:
            case tasks.Closure(_, code, names) | tasks.Suspended(code, names):
                return "code", id(code), self._names(names)
            case tasks.Recursive(name, code, names):
                return "again", name, id(code), self._names(names)
            case tasks.Constructing(name, _, _, given):
                return "making", name, tuple(map(self._value, given))
            case tasks.Location(number):
                return "at", number
            case Constructed(name, parts):
                return "made", name, tuple(map(self._value, parts))
            case tuple():
                return tuple(map(self._value, value))
            case bool() | int() | Fraction() | str() | None:
                return type(value).__name__, value
            case _:
                return self._task(value)

    def _task(self, task: Any) -> Hashable:
        match task:
            case tasks.Editor(value, shape, fixed):
                return "editor", self._value(value), shape, fixed
            case tasks.Empty(shape):
                return "empty", shape
            case tasks.Store(location, shape, fixed):
                return "store", location.number, shape, fixed
            case tasks.Failing():
                return "fail"
            case tasks.Stepping(inner, follow, trigger):
                return "step", self._task(inner), self._value(follow), trigger
            case tasks.Joined(left, right) | tasks.Alternative(left, right):
                return type(task).__name__, self._task(left), self._task(right)
            case tasks.Choice(sides):
                return "pick", tuple((each.action, self._value(each.task)) for each in sides)
            case tasks.Marked(inner, label, role, apart):
                return "marked", label, role, apart, self._task(inner)
            case tasks.Timed(inner, deadline, otherwise):
                left = deadline - self._clock
                return "timed", left, self._task(inner), self._value(otherwise)
        return repr(task)
