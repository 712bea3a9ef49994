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


def steps_to(code: Code, arguments: Sequence[Node]) -> list[Step] | None:
    """What must be so for a function to call itself with some arguments as the last thing, if that
    depends on data alone."""
    pending: list[tuple[Node, list[Step]]] = [(code.body, [])]
    while pending:
        node, steps = pending.pop()
        match node:
            case core.Call(called, given) if called is code and given is arguments:
                return steps
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

    def _skip(self, arguments: Sequence[Node]) -> None:
        """Take the steps back to the beginning of a loop for as long as data are at hand."""
        steps = steps_to(self._code, arguments)
        if not steps or not all(map(is_at_hand, arguments)):
            return
        made = {each.constructor: f"k{at}" for at, each in enumerate(steps)}
        for constructor, name in made.items():
            self._body.line(f"{name} = {self._generated.constant(constructor)}")
        with self._body.block(f"if x{steps[0].number}.__class__ is list:"):
            self._take(steps, arguments, made, in_cells=True)
        with self._body.block("else:"):
            self._take(steps, arguments, made, in_cells=False)
        self._body.line("m.fuel = fuel")

    def _take(
        self,
        steps: Sequence[Step],
        arguments: Sequence[Node],
        made: Mapping[Constructor, str],
        *,
        in_cells: bool,
    ) -> None:
        """Take steps in a loop. If the first variable comes `in_cells`, as what the search has made
        up does, the loop ends where it does not."""
        body, tested = self._body, {step.number for step in steps}
        with body.block("for fuel in range(m.fuel, 0, -1):"):
            fields: dict[int, str] = {}
            for step in steps:
                name, known = f"x{step.number}", made[step.constructor]
                if in_cells and step is steps[0]:
                    body.assign(f"w{step.number}", f"{name}[0]")
                    name = f"w{step.number}"
                    body.line(f"if {name} is None or {name}[0] is not {known}: break")
                else:
                    self._test(step.number, known)
                for at in range(step.constructor.arity):
                    fields[step.first + at] = f"{name}[{at + 1}]"
                    if step.first + at in tested:
                        body.assign(f"x{step.first + at}", fields.pop(step.first + at))
            self._again(arguments, fields)
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
