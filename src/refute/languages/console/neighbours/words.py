"""What a program does that behaves like a neighbour, in words for whoever wrote the program.

The words complete “it behaves as if …”. They speak of conditions and results, not of the text of
the specification, which students do not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from refute.languages.console import syntax
from refute.languages.console.neighbours.sets import whole_type
from refute.languages.console.neighbours.statements import Change
from refute.languages.console.show import show_expression, show_set
from refute.languages.console.syntax import Expression, Mode, Pattern, Statement, ValueSet
from refute.languages.console.types import Type

COMPARED: Mapping[str, str] = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "in": "is one of",
    "not in": "is none of",
}
_ARITHMETIC: Mapping[str, str] = {"+": "+", "-": "-", "*": "·"}
_OF_LISTS: Mapping[str, str] = {
    "sum": "the sum of",
    "product": "the product of",
    "max": "the greatest of",
    "min": "the least of",
    "first": "the first of",
    "last": "the last of",
    "len": "the number of",
    "distinct": "the different ones of",
    "sorted": "the sorted list of",
    "reverse": "the reverse of",
    "init": "all but the last of",
    "abs": "the absolute value of",
    "upper": "the capital letters of",
    "lower": "the small letters of",
}
_LOGIC = frozenset({"and", "or", "not"})


def likeness(statement: Statement, change: Change, type_: Type | None = None) -> str:
    """How a program with this change would behave; `type_` is that of a variable that is read."""
    match statement, change.replacement:
        case syntax.If(), (syntax.If(),) if change.wholes is not None:
            before, after = map(_in_quotes, _smallest(*change.wholes))
            return f"it tested {after} instead of {before}"
        case syntax.If(condition), (syntax.If(syntax.Boolean(truth)),):
            return f"{_in_quotes(condition)} were {'always' if truth else 'never'} true"
        case syntax.If(condition), (syntax.If(),):
            return f"it took {_in_quotes(condition)} for its opposite"
        case syntax.Print(patterns), ():
            return f"it left out {_printed(patterns[change.pattern])}"
        case syntax.Print(patterns), (_, _):
            return f"it printed {_printed(patterns[change.pattern])} twice"
        case syntax.Print(), (syntax.Print(),) if change.wholes is not None:
            before, after = map(plain, change.wholes)
            return f"it had to print {after} instead of {before}"
        case syntax.Read(name, values, mode), (syntax.Read(_, others, other),):
            if other is not mode:
                does = "asked again" if other is Mode.RETRY else "ended"
                return f"it {does} after an invalid {name}"
            if type_ is not None and others == whole_type(type_):
                return f"every {type_} were valid for {name}"
            return f"{name} had to be {_allowed(others)} instead of {_allowed(values)}"
        case _:
            return change.words.replace(" is ", " were ", 1)


def _smallest(one: Expression, two: Expression) -> tuple[Expression, Expression]:
    """The smallest conditions inside of two that differ."""
    match one, two:
        case syntax.Apply(function, given), syntax.Apply(other, others) if (
            function == other and function in _LOGIC and len(given) == len(others)
        ):
            unequal = [(a, b) for a, b in zip(given, others, strict=True) if a != b]
            if len(unequal) == 1:
                return _smallest(*unequal[0])
    return one, two


def _in_quotes(condition: Expression) -> str:
    return f"“{plain(condition)}”"


def plain(expression: Expression) -> str:
    """An expression as people say it; what has no words is shown as it is written."""
    match expression:
        case syntax.Text(text):
            return f"“{text}”"
        case syntax.Current(variables, before):
            name = " or ".join(variables)
            return (
                f"the {name} {'before' if before == 1 else f'{before} before'}" if before else name
            )
        case syntax.All(variables, before):
            name = f"all {' and '.join(variables)}"
            ones = "" if before == 1 else f" {before}"
            return f"{name} but the last{ones}" if before else name
        case syntax.ListOf(items):
            return ", ".join(map(plain, items)) or "nothing"
        case syntax.Apply(function, arguments):
            return _applied(expression, function, arguments)
        case _:
            return show_expression(expression)


def _applied(whole: Expression, function: str, given: tuple[Expression, ...]) -> str:
    match function, given:
        case "==" | "!=", (syntax.Apply("mod", (number, by)), syntax.Integer(0)):
            return f"{_operand(number)} is {'not ' * (function == '!=')}divisible by {plain(by)}"
        case (("and" | "or"), _):
            return f" {function} ".join(_operand(each, function) for each in given)
        case "not", (inner,):
            return f"not: {plain(inner)}"
        case "negate", (inner,):
            return f"-{_operand(inner)}"
        case "reverse", (syntax.Apply("init", (syntax.Apply("reverse", (inner,)),)),):
            return f"{plain(inner)} but the first"
        case "mod", (number, by):
            return f"the remainder of {_operand(number)} divided by {_operand(by)}"
        case "div", (number, by):
            return f"{_operand(number)} divided by {_operand(by)}, rounded down"
        case "len", (syntax.All(),):
            return f"the number of {plain(given[0]).removeprefix('all ')}"
        case "len", (inner,):
            return f"the length of {plain(inner)}"
        case "either", (condition, then, otherwise):
            return f"{plain(then)} if {plain(condition)}, else {plain(otherwise)}"
        case _, (left, right) if function in COMPARED:
            return f"{plain(left)} {COMPARED[function]} {plain(right)}"
        case _, (left, right) if function in _ARITHMETIC:
            return f" {_ARITHMETIC[function]} ".join(_operand(each, "*") for each in (left, right))
        case _, (inner,) if function in _OF_LISTS:
            return f"{_OF_LISTS[function]} {plain(inner)}"
        case _:
            return show_expression(whole)


def _operand(expression: Expression, beside: str = "") -> str:
    """An expression as part of another, in brackets unless it applies what needs none."""
    match expression:
        case syntax.Apply(function, _) if function == beside:
            return plain(expression)
        case syntax.Apply(function, _) if function in _ARITHMETIC or function in _LOGIC:
            return f"({plain(expression)})"
        case syntax.Apply("div" | "either", _):
            return f"({plain(expression)})"
        case _:
            return plain(expression)


def _printed(pattern: Pattern) -> str:
    """An output by its text, or by what it is."""
    texts = [each.text for each in pattern.pieces if isinstance(each, syntax.Literal)]
    if any(each.strip() for each in texts):
        shown = "".join(
            each.text if isinstance(each, syntax.Literal) else "…" for each in pattern.pieces
        )
        return f"“{shown.strip()}”"
    results = [
        plain(each.expression)
        for each in pattern.pieces
        if isinstance(each, syntax.Result | syntax.Decorated)
    ]
    return " and ".join(results) or "an output"


def _allowed(values: ValueSet) -> str:
    match values:
        case syntax.NamedSet("nat"):
            return "at least 0"
        case syntax.NamedSet("pos"):
            return "at least 1"
        case syntax.NamedSet("int"):
            return "any whole number"
        case syntax.Range(low, high):
            return f"{plain(low)} to {plain(high)}"
        case syntax.Compared(operator, bound) if operator in COMPARED:
            return f"{COMPARED[operator].removeprefix('is ')} {plain(bound)}".removeprefix("is ")
        case syntax.Members(items):
            return f"one of {', '.join(map(plain, items))}"
        case syntax.Difference(left, syntax.Members(items)):
            return f"{_allowed(left)} except {', '.join(map(plain, items))}"
        case _:
            return f"one of `{show_set(values)}`"
