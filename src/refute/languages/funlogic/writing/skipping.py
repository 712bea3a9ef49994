"""Steps of a loop that only look at available data, taken without the machine.

`add (S m) n == S k` continues with `add m n == k`. If both numbers are known so far, such a step
does not need the machine: nothing is evaluated, bound or chosen, and only the fuel is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.values import BOOLEAN, Code, Constructor
from refute.languages.funlogic.writing.decisions import Deciding
from refute.languages.funlogic.writing.delayed import Facts
from refute.languages.funlogic.writing.kinds import is_at_hand
from refute.languages.funlogic.writing.names import NAME
from refute.record import record


@record
class Step:
    """A variable that must be made with a constructor, and the first variable for its fields."""

    number: int
    constructor: Constructor
    first: int


@record
class Path:
    """The conditions under which a function ends by calling itself with some arguments."""

    steps: list[Step]
    arguments: tuple[Node, ...]


def path_back(code: Code) -> Path | None:
    """The path on which a function ends by calling itself with available values, if that depends on
    data alone."""
    pending: list[tuple[Node, list[Step]]] = [(code.body, [])]
    while pending:
        node, steps = pending.pop()
        match node:
            case core.Call(called, given) if called is code and steps:
                if all(map(is_at_hand, given)):
                    return Path(steps, given)
            case core.Reach(0, body):
                pending.append((body, steps))
            case core.Switch(number, datatype, cases) if datatype is not BOOLEAN:
                pending.extend((each.body, [*steps, _step(number, each)]) for each in cases)
            case core.Unify(number, _, case):
                pending.append((case.body, [*steps, _step(number, case)]))
    return None


def _step(number: int, case: core.Case) -> Step:
    return Step(number, case.constructor, case.first)


class Skipping(Deciding):
    """Writes such steps."""

    def _skip(self) -> None:
        """Take the steps back to the beginning of a loop as long as data is available: first those
        in which the first variable comes in cells, like values made by the search, then those in
        which it is data. A cell mistaken for data has no constructor in it, and a constructor
        mistaken for a cell has no data."""
        path = path_back(self._code)
        if path is None:
            return
        body, number = self._body, path.steps[0].number
        made = {each.constructor: f"k{at}" for at, each in enumerate(path.steps)}
        for constructor, name in made.items():
            body.line(f"{name} = {self._generated.constant(constructor)}")
        given, inside, first = f"x{number}", f"w{number}", made[path.steps[0].constructor]
        body.assign(inside, f"{given} if {given}.__class__ is tuple else {given}[0]")
        with body.block("for fuel in DOWN_FROM[m.fuel]:"):
            body.line(f"if {inside} is None or {inside}[0] is not {first}: break")
            self._take(path, made, inside)
            body.line(f"{inside} = {given}[0]")
        with body.block("else:"):
            body.line("fuel = 0")
        with body.block(f"if {inside} is {first}:"):
            with body.block("for fuel in DOWN_FROM[fuel]:"):
                body.line(f"if {given}[0] is not {first}: break")
                self._take(path, made, given)
            with body.block("else:"):
                body.line("fuel = 0")
        body.line("m.fuel = fuel")

    def _take(self, path: Path, made: Mapping[Constructor, str], first: str) -> None:
        """Take a step for which the first variable has the right constructor."""
        body, tested = self._body, {step.number for step in path.steps}
        fields: dict[int, str] = {}
        for step in path.steps:
            name = f"x{step.number}" if step is not path.steps[0] else first
            if step is not path.steps[0]:
                self._test(step.number, made[step.constructor])
            for at in range(step.constructor.arity):
                fields[step.first + at] = f"{name}[{at + 1}]"
                if step.first + at in tested:
                    body.assign(f"x{step.first + at}", fields.pop(step.first + at))
        self._again(path.arguments, fields)

    def _again(self, arguments: Sequence[Node], facts: Facts | None = None) -> None:
        """Assign the arguments of a call to the parameters."""
        given = [self._delay(each, facts or {}) for each in arguments]
        names = [f"x{each}" for each in self._code.parameters]
        changed = [pair for pair in zip(names, given, strict=True) if pair[0] != pair[1]]
        if not changed:
            return
        left, right = zip(*changed, strict=True)
        if any(set(left[:at]) & set(NAME.findall(text)) for at, text in enumerate(right)):
            self._body.line(f"{', '.join(left)} = {', '.join(right)}")
        else:
            for name, text in changed:
                self._body.line(f"{name} = {text}")
