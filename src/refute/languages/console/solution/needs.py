"""What a program must remember to behave as a specification says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.neighbours.expressions import Names
from refute.languages.console.paths.bounds import bounds
from refute.languages.console.syntax import Block, Expression, Mode, Origin, Statement, ValueSet
from refute.languages.console.typecheck import Checked, reads_of
from refute.languages.console.typecheck.wellformed import (
    expressions_of,
    parts,
    set_parts,
    statements_of,
)
from refute.languages.console.types import REAL, Type

MARGIN = syntax.Real(Fraction(1, 10**9))
"""Tolerance for errors of computed decimals."""


def unsupported(what: str, language: str, node: syntax.Node, advice: str = "") -> InputError:
    """The error that a specification uses something that solutions do not support."""
    message = f"no solution in {language} can be written: {what}"
    if not advice and language != "Python":
        advice = "ask for one in another language, such as `--language python`"
    return InputError([error("IO080", message, node.span, advice=advice)])


@dataclass(frozen=True)
class Needs:
    """What is read and remembered: the current value of each variable, and histories in lists.

    If decimals are binary numbers, `careful` programs compare computed values with a margin.
    """

    checked: Checked
    careful: bool = False

    @cached_property
    def body(self) -> Block:
        """The statements as they were written, with names resolved."""
        return self.checked.written

    @cached_property
    def statements(self) -> list[Statement]:
        """All statements."""
        return list(statements_of(self.body))

    @cached_property
    def reads(self) -> list[syntax.Read]:
        """All reads."""
        return list(reads_of(self.body))

    @cached_property
    def names(self) -> frozenset[str]:
        """All names of the specification: what is read, and the variables of loops over lists."""
        return frozenset((*self.checked.types, *self._sources))

    @cached_property
    def histories(self) -> tuple[tuple[str, ...], ...]:
        """The variables, alone or merged, of which more than the last value is used."""
        return tuple(dict.fromkeys(self._histories()))

    def _histories(self) -> Iterator[tuple[str, ...]]:
        for statement in statements_of(self.body):
            for expression in self._expressions(statement):
                for part in parts(expression):
                    match part:
                        case syntax.All(variables):
                            yield variables
                        case syntax.Current(variables, before) if before or len(variables) > 1:
                            yield variables

    def _expressions(self, statement: Statement) -> Iterator[Expression]:
        yield from expressions_of(statement)
        if isinstance(statement, syntax.Read) and (
            statement.mode is not Mode.ASSUME or statement.origin is Origin.CHOSEN
        ):
            yield self.condition(statement)

    @cached_property
    def stops(self) -> bool:
        """Whether a bad input can end the program."""
        asking = syntax.Read | syntax.ReadLine
        return any(
            isinstance(each, asking) and each.mode is Mode.STOP for each in statements_of(self.body)
        )

    def type_of(self, expression: Expression) -> Type | None:
        """The type of an expression."""
        return Names(self.checked.types, frozenset()).type_of(expression)

    def margin(self, comparison: syntax.Apply) -> str:
        """How a careful program moves the right side: `+`, `-`, `=` for equality, empty for not."""
        sides = comparison.arguments
        if MARGIN in {part for each in sides for part in parts(each)}:
            return ""
        computed = any(isinstance(each, syntax.Apply) for each in sides)
        if not (self.careful and computed and REAL in map(self.type_of, sides)):
            return ""
        return {"<": "-", ">=": "-", "<=": "+", ">": "+", "==": "=", "!=": "="}.get(
            comparison.function, ""
        )

    def condition(self, read: syntax.Read) -> Expression:
        """The condition that a value that was read belongs to its set."""
        return membership(read.values, read.variable)

    @cached_property
    def _sources(self) -> dict[str, list[Expression]]:
        """What the names inside a `for` or a list iterate over."""
        found: dict[str, list[Expression]] = {}
        for statement in self.statements:
            if isinstance(statement, syntax.For):
                found.setdefault(statement.variable, []).append(statement.source)
            for part in (one for each in expressions_of(statement) for one in parts(each)):
                if isinstance(part, syntax.Each):
                    found.setdefault(part.variable, []).append(part.source)
        return found

    def is_natural(self, expression: Expression) -> bool:
        """Whether a number is known not to be negative."""
        least = self._least(expression)
        return least is not None and least >= 0

    def _least(self, expression: Expression) -> int | None:
        """A known lower bound of a number, if any."""
        match expression:
            case syntax.Integer(value):
                return value
            case syntax.Name(name):
                reads = [each for each in self.reads if each.variable == name]
                lows = [bounds(each.values, ())[0] for each in reads]
                lows += [self._least(each) for each in self._sources.get(name, ())]
                return None if not lows or None in lows else int(min(lows))
            case syntax.Apply("..", (low, _)):
                return self._least(low)
            case syntax.ListOf(items):
                lows = [self._least(each) for each in items]
                return None if not lows or None in lows else min(each or 0 for each in lows)
            case syntax.Apply("len" | "abs" | "count"):
                return 0
            case syntax.Apply("sum" | "max" | "min", (syntax.All((name, *others)),)):
                return 0 if not others and self.is_natural(syntax.Name(name)) else None
            case syntax.Apply("mod", (_, by)):
                return 0 if self.is_natural(by) else None
            case syntax.Apply("-", (left, syntax.Integer(value))):
                least = self._least(left)
                return None if least is None else least - value
            case syntax.Apply("+", (left, right)):
                one, two = self._least(left), self._least(right)
                return None if one is None or two is None else one + two
            case syntax.Apply("*" | "div", arguments):
                return 0 if all(map(self.is_natural, arguments)) else None
            case syntax.All((name, *others)):
                return self._least(syntax.Name(name)) if not others else None
        return None


def membership(values: ValueSet, variable: str) -> Expression:
    """The condition that the current value of a variable belongs to a set."""
    value = syntax.Name(variable)
    match values:
        case syntax.NamedSet("nat"):
            return syntax.Apply(">=", (value, syntax.Integer(0)))
        case syntax.NamedSet("pos"):
            return syntax.Apply(">", (value, syntax.Integer(0)))
        case syntax.NamedSet() | syntax.Places():
            return syntax.Boolean(True)
        case syntax.Range(low, high):
            above = syntax.Apply("<=", (low, value))
            return both(above, syntax.Apply("<=", (value, high)))
        case syntax.Compared(operator, bound):
            return syntax.Apply(operator, (value, bound))
        case syntax.Members(items):
            if len(items) == 1:
                return syntax.Apply("==", (value, items[0]))
            return syntax.Apply("in", (value, syntax.ListOf(items)))
        case syntax.Among(variables):
            return syntax.Apply("in", (value, syntax.All(variables)))
        case syntax.Union(left, right):
            return syntax.Apply("or", (membership(left, variable), membership(right, variable)))
        case syntax.Intersection(left, right):
            return both(membership(left, variable), membership(right, variable))
        case syntax.Difference(left, right):
            return both(membership(left, variable), negated(membership(right, variable)))
        case syntax.Complement(inner):
            return negated(membership(inner, variable))
        case syntax.Unique(inner):
            fresh = syntax.Apply("not in", (value, syntax.All((variable,))))
            return both(membership(inner, variable), fresh)
        case syntax.Without(inner, variables):
            fresh = syntax.Apply("not in", (value, syntax.All(variables)))
            return both(membership(inner, variable), fresh)


def both(left: Expression, right: Expression) -> Expression:
    """The conjunction of two conditions, without one that always holds."""
    if left == syntax.Boolean(True):
        return right
    return left if right == syntax.Boolean(True) else syntax.Apply("and", (left, right))


def near(comparison: syntax.Apply, margin: str) -> syntax.Apply:
    """A comparison of decimals with a margin."""
    left, right = comparison.arguments
    if margin == "=":
        apart = syntax.Apply("abs", (syntax.Apply("-", (left, right)),))
        return syntax.Apply("<" if comparison.function == "==" else ">=", (apart, MARGIN))
    return syntax.Apply(comparison.function, (left, syntax.Apply(margin, (right, MARGIN))))


def has_places(values: ValueSet) -> bool:
    """Whether a set says how many places its decimals have."""
    return any(isinstance(each, syntax.Places) for each in set_parts(values))


Output = tuple[str | syntax.Result, ...]
"""What is printed on one line: texts, and values with their formats."""


def printed(output: syntax.Print, following: Statement | None) -> Output | None:
    """A line as a person would print it for the first pattern; None for nothing."""
    pattern = output.patterns[0]
    pieces: list[str | syntax.Result] = []
    after_hole = False
    for piece in pattern.pieces:
        match piece:
            case syntax.Anything(nonempty):
                if nonempty:
                    pieces += [_filler(following)]
                after_hole = True
                continue
            case syntax.Literal(text):
                made: str | syntax.Result = text
            case syntax.Decorated(expression, format_):
                pieces += ["The result is "] if not pieces else [" "]
                made = syntax.Result(expression, format_, span=piece.span)
            case syntax.Result():
                made = piece
        if after_hole and pieces and _touch(pieces[-1], made):
            pieces.append(" ")
        pieces.append(made)
        after_hole = False
    return tuple(_joined(pieces)) or None


def _filler(following: Statement | None) -> str:
    if isinstance(following, syntax.Read):
        return f"Please enter {following.variable}:"
    return "Result:"


def _touch(before: str | syntax.Result, after: str | syntax.Result) -> bool:
    return not (
        (isinstance(before, str) and before[-1:].isspace())
        or (isinstance(after, str) and after[:1].isspace())
    )


def _joined(pieces: list[str | syntax.Result]) -> Iterator[str | syntax.Result]:
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
            continue
        if text:
            yield text
        text = ""
        yield replace(piece)
    if text:
        yield text
