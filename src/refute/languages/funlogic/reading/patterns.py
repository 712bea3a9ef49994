"""Reads expressions as patterns or as names."""

from __future__ import annotations

from collections.abc import Sequence

from refute.frontend.build import reject
from refute.languages.funlogic import syntax
from refute.languages.funlogic.syntax import Expression, Name, Pattern
from refute.source import Span


def flatten(expression: Expression) -> tuple[Expression, tuple[Expression, ...]]:
    """The function of an application, and its arguments."""
    if isinstance(expression, syntax.Apply):
        return expression.function, expression.arguments
    return expression, ()


def names_of(expression: Expression) -> tuple[Name, ...]:
    """An expression read as names side by side."""
    head, arguments = flatten(expression)
    return tuple(name_of(each) for each in (head, *arguments))


def name_of(expression: Expression) -> Name:
    """An expression read as a name."""
    if not isinstance(expression, Name) or expression.name == "_":
        reject("FL002", "expected a name", expression.span, _instead_of_a_name(expression))
    return expression


def _instead_of_a_name(expression: Expression) -> str:
    match expression:
        case syntax.TupleOf():
            return "names stand side by side: `solve x y where …`"
        case syntax.Constructor("()"):
            return "without parameters there are no parentheses: `property name = …`"
        case syntax.Constructor(name) if name[0].isalpha():
            return f"names begin with a lower-case letter: `{name[0].lower()}{name[1:]}`"
        case syntax.Operation(":"):
            return "a type follows `::`: `(x :: Int)`"
        case _:
            return ""


def pattern_of(expression: Expression) -> Pattern:
    """An expression read as a pattern."""
    span = expression.span
    match expression:
        case syntax.Name(name):
            return syntax.AnyPattern(name, span=span)
        case syntax.Integer(value):
            return syntax.IntegerPattern(value, span=span)
        case syntax.Decimal(value):
            return syntax.DecimalPattern(value, span=span)
        case syntax.Character(value):
            return _character(value, span)
        case syntax.Text(value):
            return _list_of([_character(each, span) for each in value], span)
        case syntax.AsPattern():
            return expression
        case syntax.Constructor(name):
            return syntax.ConstructorPattern(name, (), span=span)
        case syntax.Apply(syntax.Constructor(name), arguments):
            fields = tuple(pattern_of(argument) for argument in arguments)
            return syntax.ConstructorPattern(name, fields, span=span)
        case syntax.TupleOf(items):
            fields = tuple(pattern_of(item) for item in items)
            return syntax.ConstructorPattern(syntax.tuple_name(len(items)), fields, span=span)
        case syntax.Operation(":", left, right):
            fields = (pattern_of(left), pattern_of(right))
            return syntax.ConstructorPattern(syntax.LIST_CELL, fields, span=span)
        case syntax.Record(syntax.Constructor(name), settings):
            labelled = tuple(
                syntax.FieldPattern(each.label, pattern_of(each.value), span=each.span)
                for each in settings
            )
            return syntax.RecordPattern(name, labelled, span=span)
        case syntax.ListOf(items):
            return _list_of([pattern_of(item) for item in items], span)
    return reject("FL002", "this is no pattern", span, _instead_of_a_pattern(expression))


def _instead_of_a_pattern(expression: Expression) -> str:
    match expression:
        case syntax.Annotated(_, written) if not written.name[0].islower():
            return "types stand in a signature above the equations: `f :: Int -> Int`"
        case syntax.Annotated() | syntax.If(_, syntax.ListOf()):
            return "a list with a first item is `(x : xs)`"
        case syntax.Operation("-") | syntax.Apply(syntax.Name()):
            return "put a pattern in parentheses: `f (x : xs)`, `f (-1)`"
        case syntax.Not():
            return "`not` is part of the language; define a function of another name"
        case syntax.Operation("+"):
            return "match a name and subtract: `f n = … n - 1 …`"
        case syntax.Operation():
            return "a condition follows `|`: `f x | x == 3 = …`"
        case _:
            return (
                "patterns are names, `_`, literals, `name@pattern`, and constructors with "
                "patterns, `Node l x r` or `Person { age = n }`"
            )


def _list_of(items: Sequence[Pattern], span: Span) -> Pattern:
    made: Pattern = syntax.ConstructorPattern(syntax.LIST_END, (), span=span)
    for item in reversed(items):
        made = syntax.ConstructorPattern(syntax.LIST_CELL, (item, made), span=span)
    return made


def _character(value: str, span: Span) -> Pattern:
    number = syntax.IntegerPattern(ord(value) - syntax.FIRST_CHARACTER, span=span)
    return syntax.ConstructorPattern(syntax.CHARACTER, (number,), span=span)


def takes_all(pattern: Pattern) -> bool:
    """Whether every value matches a pattern."""
    match pattern:
        case syntax.AnyPattern():
            return True
        case syntax.ConstructorPattern(name, fields):
            return syntax.is_tuple(name) and all(map(takes_all, fields))
        case _:
            return False
