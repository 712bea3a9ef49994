"""What a program that behaves like a neighbour does, in words for its author.

The words complete “it behaves as if …” in the chosen language. They describe conditions and
results, not the text of the specification, which students do not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.abbreviated import abbreviated, abbreviated_alike
from refute.languages.console.neighbours.sets import whole_type
from refute.languages.console.neighbours.statements import Change
from refute.languages.console.show import show_expression, show_set
from refute.languages.console.syntax import Expression, Mode, Pattern, Statement, ValueSet
from refute.languages.console.types import Type
from refute.report.texts import translate, using_language

COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "not in"})
_ARITHMETIC = frozenset({"+", "-", "*", "/"})
_LOGIC = frozenset({"and", "or", "not"})
_BRACKETED = _ARITHMETIC | _LOGIC | {"div", "either"}
_OF_ALL = frozenset({"sum", "product", "min", "max", "len", "first", "last"})
_BY_COUNT = frozenset({"slice 2", "slice 3", "round 2", "split 2"})
"""Functions whose wording depends on the number of arguments."""


def likeness(statement: Statement, change: Change, type_: Type | None = None) -> str:
    """The behaviour of a program with this change; `type_` is that of a variable that is read."""
    match statement, change.replacement:
        case syntax.If(), (syntax.If(),) if change.wholes is not None:
            before, after = map(_in_quotes, _smallest(*abbreviated_alike(*change.wholes)))
            return translate("like_tested", before=before, after=after)
        case syntax.If(condition), (syntax.If(syntax.Boolean(truth)),):
            return translate(
                "like_always" if truth else "like_never", condition=_in_quotes(condition)
            )
        case syntax.If(condition), (syntax.If(),):
            return translate("like_opposite", condition=_in_quotes(condition))
        case syntax.Print(patterns), ():
            return translate("like_left_out", printed=_printed(patterns[change.pattern]))
        case syntax.Print(patterns), (_, _):
            return translate("like_twice", printed=_printed(patterns[change.pattern]))
        case syntax.Print(), (syntax.Print(),) if change.wholes is not None:
            before, after = map(plain, abbreviated_alike(*change.wholes))
            return translate("like_printed", before=before, after=after)
        case syntax.Read(name, values, mode), (syntax.Read(_, others, other),):
            name = syntax.written_name(name)
            if other is not mode:
                return translate(
                    "like_asked_again" if other is Mode.RETRY else "like_ended", name=name
                )
            if type_ is not None and others == whole_type(type_):
                return translate("like_anything", name=name)
            return translate(
                "like_allowed", name=name, before=_allowed(values), after=_allowed(others)
            )
        case syntax.Loop(), _:
            return translate(f"like_rounds_{change.rounds}")
        case _:
            raise AssertionError(f"no words for: {change.words}")


def _smallest(one: Expression, two: Expression) -> tuple[Expression, Expression]:
    """The smallest pair of conditions that differ inside of two."""
    match one, two:
        case syntax.Apply(function, given), syntax.Apply(other, others) if (
            function == other and function in _LOGIC and len(given) == len(others)
        ):
            unequal = [(a, b) for a, b in zip(given, others, strict=True) if a != b]
            if len(unequal) == 1:
                return _smallest(*unequal[0])
    return one, two


def _in_quotes(condition: Expression) -> str:
    return translate("in_quotes", text=plain(abbreviated(condition)))


def in_words(expression: Expression, language: str) -> str:
    """An expression as people say it, in some language."""
    with using_language(language):
        return plain(expression)


def plain(expression: Expression) -> str:
    """An expression as people say it."""
    match expression:
        case syntax.Text(text):
            return translate("in_quotes", text=text)
        case syntax.Current(variables, before):
            return _earlier(translate("joined_or").join(variables), before)
        case syntax.All(variables, before):
            return _but_last(
                translate("values_all", names=translate("joined_and").join(variables)), before
            )
        case syntax.ListOf(items):
            return _listed(items) or translate("nothing_listed")
        case syntax.Apply(function, arguments):
            return _applied(function, arguments)
        case syntax.Each(item, name, source, condition):
            words = {"item": plain(item), "name": name, "source": plain(source)}
            if condition is None:
                return translate("each_item", **words)
            return translate("each_item_if", **words, condition=_in_quotes(condition))
        case syntax.Is(name, kind):
            return translate("is_of_kind", name=name, kind=translate(f"kind {kind}"))
        case syntax.Opaque(function):
            return translate("python_result", name=getattr(function, "__name__", "…"))
        case (
            syntax.Integer()
            | syntax.Real()
            | syntax.Boolean()
            | syntax.Member()
            | syntax.Name()
            | syntax.Table()
        ):
            return show_expression(expression)
        case _:
            assert_never(expression)


def _listed(items: Sequence[Expression]) -> str:
    return ", ".join(map(plain, items))


def _earlier(name: str, before: int) -> str:
    if before > 1:
        return translate("value_long_before", name=name, count=before)
    return translate("value_before", name=name) if before else name


def _but_last(values: str, before: int) -> str:
    if before > 1:
        return translate("values_but_some", values=values, count=before)
    return translate("values_but_last", values=values) if before else values


def _applied(function: str, given: tuple[Expression, ...]) -> str:
    match function, given:
        case "+" | "-", (kept, syntax.Integer(0)):
            return plain(kept)
        case "*" | "div" | "/", (kept, syntax.Integer(1)):
            return plain(kept)
        case "==" | "!=", (syntax.Apply("mod", (number, by)), syntax.Integer(0)):
            key = "divisible" if function == "==" else "not_divisible"
            return translate(key, a=_operand(number), b=plain(by))
        case "reverse", (syntax.Apply("init", (syntax.Apply("reverse", (inner,)),)),):
            return translate("values_but_first", values=plain(inner))
        case _, (syntax.All(variables, 0),) if function in _OF_ALL:
            return translate(f"function {function} all", a=translate("joined_and").join(variables))
        case "lookup", (key, syntax.ListOf(keys), syntax.ListOf(values)):
            pairs = (f"{plain(a)}: {plain(b)}" for a, b in zip(keys, values, strict=True))
            return translate("looked_up", key=plain(key), entries=", ".join(pairs))
        case "min" | "max", _:
            return translate(f"function {function}", a=_listed(given))
        case _:
            beside = _beside(function)
            words = [_operand(each, beside) if beside else plain(each) for each in given]
            counted = f"{function} {len(given)}"
            key = f"function {counted if counted in _BY_COUNT else function}"
            return translate(key, **dict(zip("abc", words, strict=False)))


def _beside(function: str) -> str:
    """The function next to which operands need no brackets; empty if there is none."""
    if function in _ARITHMETIC:
        return "*"
    return function if function in {"and", "or", "div", "mod", "negate"} else ""


def _operand(expression: Expression, beside: str = "") -> str:
    """An expression as part of another, in brackets if it needs them."""
    match expression:
        case syntax.Apply(function) if function in _BRACKETED and function != beside:
            return f"({plain(expression)})"
        case _:
            return plain(expression)


def _printed(pattern: Pattern) -> str:
    """An output by its text, or described."""
    texts = [each.text for each in pattern.pieces if isinstance(each, syntax.Literal)]
    if any(each.strip() for each in texts):
        shown = "".join(
            each.text if isinstance(each, syntax.Literal) else "…" for each in pattern.pieces
        )
        return translate("in_quotes", text=shown.strip())
    results = [
        plain(abbreviated(each.expression))
        for each in pattern.pieces
        if isinstance(each, syntax.Result | syntax.Decorated)
    ]
    return translate("joined_and").join(results) or translate("an_output")


def _allowed(values: ValueSet) -> str:
    match values:
        case syntax.NamedSet("nat"):
            return translate("allowed >=", bound=0)
        case syntax.NamedSet("pos"):
            return translate("allowed >=", bound=1)
        case syntax.NamedSet("int"):
            return translate("any_whole_number")
        case syntax.NamedSet("real"):
            return translate("any_number")
        case syntax.NamedSet("str"):
            return translate("any_text_allowed")
        case syntax.Range(low, high):
            return translate("allowed_range", low=plain(low), high=plain(high))
        case syntax.Compared(operator, bound):
            return translate(f"allowed {operator}", bound=plain(bound))
        case syntax.Members(items):
            return translate("allowed_members", items=_listed(items))
        case syntax.Difference(left, syntax.Members(items)):
            return translate("allowed_except", values=_allowed(left), items=_listed(items))
        case _:
            return translate("allowed_other", values=show_set(values))
