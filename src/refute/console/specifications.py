"""What is to happen, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from refute.console.expressions import Operand, Variable, tree_of
from refute.console.patterns import PatternLike, pattern_of
from refute.console.values import Values
from refute.languages.console import syntax
from refute.languages.console.syntax import Form, Mode


@dataclass(frozen=True)
class Specification:
    """What is to happen; `+` is one after the other."""

    body: syntax.Block
    enumerations: tuple[syntax.Enumeration, ...] = ()

    def __add__(self, other: Specification) -> Specification:
        return Specification((*self.body, *other.body), _declared(self, other))

    @property
    def tree(self) -> syntax.Specification:
        """The specification as the rest of the language knows it."""
        return syntax.Specification(self.body, self.enumerations)


def _declared(*specifications: Specification) -> tuple[syntax.Enumeration, ...]:
    found = dict.fromkeys(one for each in specifications for one in each.enumerations)
    return tuple(found)


nothing = Specification(())
leave = Specification((syntax.Exit(),))
stop, retry = Mode.STOP, Mode.RETRY


def read(variable: Variable, values: Values, otherwise: Mode = Mode.ASSUME) -> Specification:
    """Read a value; `otherwise` says what an invalid one means (`stop`, `retry`)."""
    declared = (values.enumeration,) if values.enumeration else ()
    return Specification((syntax.Read(variable.name, values.tree, otherwise),), declared)


def write(*patterns: PatternLike) -> Specification:
    """Print one of these."""
    return Specification((syntax.Print(_patterns(patterns)),))


def optional(*patterns: PatternLike) -> Specification:
    """Print one of these, or nothing."""
    return Specification((syntax.Print(_patterns(patterns), optional=True),))


def _patterns(patterns: tuple[PatternLike, ...]) -> tuple[syntax.Pattern, ...]:
    return tuple(syntax.Pattern(pattern_of(each).pieces) for each in patterns)


def branch(
    condition: Operand, then: Specification, otherwise: Specification = nothing
) -> Specification:
    """One of two, by a condition."""
    made = syntax.If(tree_of(condition), then.body, otherwise.body)
    return Specification((made,), _declared(then, otherwise))


def loop(body: Specification) -> Specification:
    """Again and again, until `leave`."""
    return Specification((syntax.Loop(body.body),), body.enumerations)


def while_(condition: Operand, body: Specification) -> Specification:
    """As long as a condition holds, asked before each round."""
    return _iterate(Form.WHILE, condition, body)


def until(condition: Operand, body: Specification) -> Specification:
    """Until a condition holds, asked before each round."""
    return _iterate(Form.UNTIL, condition, body)


def repeat_until(body: Specification, condition: Operand) -> Specification:
    """Until a condition holds, asked after each round."""
    return _iterate(Form.REPEAT_UNTIL, condition, body)


def do_while(body: Specification, condition: Operand) -> Specification:
    """As long as a condition holds, asked after each round."""
    return _iterate(Form.DO_WHILE, condition, body)


def _iterate(form: Form, condition: Operand, body: Specification) -> Specification:
    made = syntax.Iterate(form, tree_of(condition), body.body)
    return Specification((made,), body.enumerations)
