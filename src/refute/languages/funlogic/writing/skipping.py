"""Steps of a loop that only look at data at hand, taken without asking for anything else.

`add (S m) n == S k` goes on with `add m n == k`. Where both numbers are known so far, such a step
needs no machine: nothing is evaluated, bound or chosen, and only the fuel is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.values import BOOLEAN, Code, Constructor
from refute.languages.funlogic.writing.decisions import Deciding
from refute.languages.funlogic.writing.delayed import Facts
from refute.languages.funlogic.writing.kinds import is_at_hand
from refute.record import record


@record
class Step:
    """A variable that must be made with a constructor, and the first variable for its fields."""

    number: int
    constructor: Constructor
    first: int


@record
class Path:
    """What must be so for a function to call itself with some arguments as the last thing."""

    steps: list[Step]
    arguments: tuple[Node, ...]


def path_back(code: Code) -> Path | None:
    """How a function comes to call itself as the last thing with what it has at hand, if it does so
    by data alone."""
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
        """Take the steps back to the beginning of a loop for as long as data are at hand: those in
        which the first variable is data, and then those in which it comes in cells, as what the
        search has made up does."""
        path = path_back(self._code)
        if path is None:
            return
        made = {each.constructor: f"k{at}" for at, each in enumerate(path.steps)}
        for constructor, name in made.items():
            self._body.line(f"{name} = {self._generated.constant(constructor)}")
        self._take(path, made, "m.fuel", in_cells=False)
        self._take(path, made, "fuel", in_cells=True)
        self._body.line("m.fuel = fuel")

    def _take(
        self, path: Path, made: Mapping[Constructor, str], fuel: str, *, in_cells: bool
    ) -> None:
        body, tested = self._body, {step.number for step in path.steps}
        with body.block(f"for fuel in range({fuel}, 0, -1):"):
            fields: dict[int, str] = {}
            for step in path.steps:
                name, known = f"x{step.number}", made[step.constructor]
                if step is not path.steps[0]:
                    self._test(step.number, known)
                elif in_cells:
                    body.assign(f"w{step.number}", f"{name}[0]")
                    name = f"w{step.number}"
                    body.line(f"if {name} is None or {name}[0] is not {known}: break")
                else:
                    body.line(f"if {name}[0] is not {known}: break")
                for at in range(step.constructor.arity):
                    fields[step.first + at] = f"{name}[{at + 1}]"
                    if step.first + at in tested:
                        body.assign(f"x{step.first + at}", fields.pop(step.first + at))
            self._again(path.arguments, fields)
        with body.block("else:"):
            body.line("fuel = 0")

    def _again(self, arguments: Sequence[Node], facts: Facts | None = None) -> None:
        """Give the parameters what the function is called with."""
        given = [self._delay(each, facts or {}) for each in arguments]
        names = [f"x{each}" for each in self._code.parameters]
        changed = [pair for pair in zip(names, given, strict=True) if pair[0] != pair[1]]
        if changed:
            left, right = zip(*changed, strict=True)
            self._body.line(f"{', '.join(left)} = {', '.join(right)}")
