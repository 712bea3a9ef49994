"""The difficulty of an exercise: the parts of a program for it, counted."""

from __future__ import annotations

from refute.languages.console import syntax
from refute.languages.console.syntax import Block, Mode, Statement
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import blocks_of, expressions_of, parts
from refute.record import record

_LOOP, _BRANCH, _STEP, _CHECK = 3, 2, 1, 1
_OPERATOR, _EACH = 0.5, 1.5


@record
class Difficulty:
    """Steps, branches, loops, checks of input, operators, and how deep they are nested.

    The total counts a loop as three steps, a branch as two, an operator as half of one; each level
    of nesting makes what is inside one step more difficult.
    """

    total: float = 0.0
    steps: int = 0
    branches: int = 0
    loops: int = 0
    checks: int = 0
    operators: int = 0

    def __add__(self, other: Difficulty) -> Difficulty:
        return Difficulty(
            self.total + other.total,
            self.steps + other.steps,
            self.branches + other.branches,
            self.loops + other.loops,
            self.checks + other.checks,
            self.operators + other.operators,
        )

    def __str__(self) -> str:
        parts = [
            _counted(self.steps, "step"),
            _counted(self.branches, "branch"),
            _counted(self.loops, "loop"),
            _counted(self.checks, "check"),
            _counted(self.operators, "operator"),
        ]
        return f"{self.total:g} ({', '.join(filter(None, parts))})"


def _counted(number: int, what: str) -> str:
    several = f"{what}{'es' if what.endswith('ch') else 's'}"
    return "" if number == 0 else f"{number} {what if number == 1 else several}"


def difficulty(checked: Checked) -> Difficulty:
    """The difficulty of what a specification describes."""
    return _of_block(checked.written, 0)


def _of_block(block: Block, depth: int) -> Difficulty:
    return sum((_of_statement(each, depth) for each in block), Difficulty())


def _of_statement(statement: Statement, depth: int) -> Difficulty:
    own = _own(statement, depth) + _of_expressions(statement)
    deeper = depth + isinstance(statement, syntax.If | syntax.Loop | syntax.Iterate | syntax.For)
    reads = isinstance(statement, syntax.Read | syntax.ReadLine | syntax.Choice)
    inner = () if reads else blocks_of(statement)
    return sum((_of_block(each, deeper) for each in inner), own)


def _own(statement: Statement, depth: int) -> Difficulty:
    match statement:
        case syntax.If():
            return Difficulty(_BRANCH + depth, branches=1)
        case syntax.Loop() | syntax.Iterate() | syntax.For():
            return Difficulty(_LOOP + depth, loops=1)
        case syntax.Print(_, True):
            return Difficulty()
        case syntax.Read(_, _, mode) | syntax.ReadLine(_, _, mode):
            checks = int(mode is not Mode.ASSUME)
            return Difficulty(_STEP + _CHECK * checks, steps=1, checks=checks)
        case _:
            return Difficulty(_STEP, steps=1)


def _of_expressions(statement: Statement) -> Difficulty:
    found = [part for each in expressions_of(statement) for part in parts(each)]
    operators = sum(isinstance(each, syntax.Apply) for each in found)
    each = sum(isinstance(one, syntax.Each) for one in found)
    return Difficulty(_OPERATOR * operators + _EACH * each, operators=operators)
