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
from refute.languages.console.words import Words
from refute.report.texts import say, spoken

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
_NO_TYPES: Mapping[str, Type] = {}
_LOGIC = frozenset({"and", "or", "not"})


def likeness(statement: Statement, change: Change, type_: Type | None = None) -> str:
    """How a program with this change would behave; `type_` is that of a variable that is read.

    It is said in the language that is spoken, and empty where only English has words for it.
    """
    match statement, change.replacement:
        case syntax.If(), (syntax.If(),) if change.wholes is not None:
            before, after = map(_in_quotes, _smallest(*change.wholes))
            return say("like_tested", before=before, after=after)
        case syntax.If(condition), (syntax.If(syntax.Boolean(truth)),):
            key = "like_always" if truth else "like_never"
            return say(key, condition=_in_quotes(condition))
        case syntax.If(condition), (syntax.If(),):
            return say("like_opposite", condition=_in_quotes(condition))
        case syntax.Print(patterns), ():
            return say("like_left_out", printed=_printed(patterns[change.pattern]))
        case syntax.Print(patterns), (_, _):
            return say("like_twice", printed=_printed(patterns[change.pattern]))
        case syntax.Print(), (syntax.Print(),) if change.wholes is not None:
            before, after = (in_words(each, spoken()) for each in change.wholes)
            return say("like_printed", before=before, after=after)
        case syntax.Read(name, _, mode), (syntax.Read(_, _, other),) if other is not mode:
            again = other is Mode.RETRY
            return say("like_asked_again" if again else "like_ended", name=name)
        case syntax.Read(name), (syntax.Read(_, others, _),) if (
            type_ is not None and others == whole_type(type_)
        ):
            return say("like_anything", name=name)
        case _ if spoken() != "en":
            return ""
        case syntax.Read(name, values), (syntax.Read(_, others, _),):
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
    return _quoted(in_words(condition, spoken()))


def _quoted(text: str) -> str:
    return say("in_quotes", text=text)


def in_words(expression: Expression, language: str, types: Mapping[str, Type] = _NO_TYPES) -> str:
    """An expression as people say it in some language; `types` are those of variables."""
    if language == "en":
        return plain(expression)
    return Words.of(language, types).said(expression).replace("`", "")


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
        return _quoted(shown.strip())
    results = [
        in_words(each.expression, spoken())
        for each in pattern.pieces
        if isinstance(each, syntax.Result | syntax.Decorated)
    ]
    return say("and_printed").join(results) or say("an_output")


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
