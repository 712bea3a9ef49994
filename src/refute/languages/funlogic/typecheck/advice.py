"""Advice on what to write instead if types do not fit or a name is not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from refute.frontend.unify import Made, resolve
from refute.languages.funlogic import syntax
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.syntax import Expression
from refute.languages.funlogic.typecheck.types import ARROW, DECIMAL, INT, Inferred, Open, close
from refute.languages.funlogic.typecheck.written import LOWER_CASE
from refute.source import Span

NEGATIVE = "to subtract, both sides are numbers; a negative argument is written `f (-1)`"
QUOTIENT = "`div` divides integers; `fromIntegral n` is the decimal of an integer"
_CONVERSION = (
    "`fromIntegral n` is the decimal of an integer, and `floor`, `round` and `truncate` give "
    "integers; a function for both kinds of numbers needs a signature, `f :: Num a => a -> a`"
)
_FUNCTION = (
    "one of the two is a function: arguments are written `f x y`, not `f(x, y)`, an item of a list "
    "`xs !! 0`, not `xs[0]`, and a field `name p`, not `p.name`"
)
_SHOW = "`show` writes an integer; any other value is shown as it is when it is asked for"
_APPEND = "`++` joins lists and texts; `show n` is the text of a number"
_ITEM = "a list of one item is written `[x]`, and `x : xs` puts one before a list"
_MAYBE = "for a `Maybe`, write `case m of`, or `maybe`: `maybe Nothing (\\x -> Just (f x)) m`"
_TUPLE = "a list is written `[x, y]`; `(x, y)` is a tuple"
_TEXT = "`\"a\"` is a text, a list of characters; `'a'` is a character"
JOIN = "to join texts or lists, write `++`"
_NESTED = "write `(x : xs)`; `[x : xs]` is a list of one list"
_INDENTED = "a line that is indented goes on with the one above"
_CONTINUED = "a line that goes on with the one above is indented further"
_CONDITIONS = {"==", "/=", "<", "<=", ">", ">=", "and", "or", "==>"}
_MEMBER = re.compile(r"(.*[\w)\]\"'])\.([a-z_][\w']*)", re.DOTALL)
_AFTER = re.compile(r"\.([a-z_][\w']*)")
_BEFORE = re.compile(r"([\w']+)\.\Z")


def both(left: Inferred, right: Inferred) -> tuple[str, str]:
    """Two types as text, with the same letters for the same variables."""
    pair = close(Made(ARROW, (left, right)))
    return show_type(pair.arguments[0]), show_type(pair.arguments[1])


def about_mismatch(
    wanted: Inferred,
    found: Inferred,
    span: Span,
    why: str,
    makers: Callable[[str], Collection[str]],
    has_nested: bool,
) -> str:
    """Advice on an expression of another type than expected.

    `why` is the explanation from its context, `makers` returns the constructors of a declared type,
    and `has_nested` means that the program has a pattern `[x : xs]` somewhere.
    """
    names = both(wanted, found)
    for each in LOWER_CASE.intersection(names):
        return f"`{each}` stands for any type; write `{each.capitalize()}`"
    if _is_one_a_function(wanted, found):
        return _about_member(span) or _FUNCTION
    variable = next(filter(_is_variable, names), "")
    if "Int" in names and variable:
        return f"`{variable}` stands for any type; write `Num {variable} =>` for any number"
    if about := _about_constructor(wanted, found, makers):
        return about
    if has_nested and {_depth(name) for name in names} == {1, 2}:
        return _NESTED
    if set(names) == {"[Char]", "Char"}:
        return _TEXT if names[0] == "Char" or why else _ITEM
    if is_list(wanted) and not is_list(found) and not _is_open(found):
        kind = resolve(found)
        if isinstance(kind, Made) and kind.name == "Maybe":
            return why or _MAYBE
        is_tuple = isinstance(kind, Made) and syntax.is_tuple(kind.name)
        return why or (_TUPLE if is_tuple else _ITEM)
    if any(map(_is_open, (wanted, found))):
        return _INDENTED if _begins_indented_line(span) else why or "a type cannot contain itself"
    return why or (_CONVERSION if set(names) == {"Int", "Decimal"} else "")


def about_argument(
    head: Expression,
    arguments: Sequence[Expression],
    number: int,
    parameter: Inferred,
    result: Inferred,
    given: Inferred,
) -> str:
    """What to write instead of an argument if it does not have the type of the parameter."""
    name, argument, wanted = head.span.text, arguments[number], resolve(parameter)
    match head, argument:
        case syntax.Name("show"), _:
            return _SHOW
        case syntax.Name("++"), _ if _is_number(given):
            return _APPEND
        case syntax.Name(called), _ if called.startswith("enumFrom") and name.startswith("["):
            return "a range is of integers or characters; list the values: `[Red, Green]`"
        case _, syntax.TupleOf(items) if _arity(result) + 1 >= len(items):
            side_by_side = " ".join(each.span.text for each in items)
            return f"arguments stand side by side: `{name} {side_by_side}`"
        case _, syntax.Constructor() if _arity(given) and number + 1 < len(arguments):
            fields = arguments[number : number + 1 + _arity(given)]
            made = " ".join(each.span.text for each in fields)
            return f"put a constructor and its fields in parentheses: `{name} ({made})`"
    if isinstance(wanted, Made) and syntax.is_tuple(wanted.name):
        parts = arguments[number : number + len(wanted.arguments)]
        if 1 < len(wanted.arguments) == len(parts):
            made = ", ".join(each.span.text for each in parts)
            return f"`{name}` takes one argument, a tuple: `{name} ({made})`"
    return ""


def about_fields(name: str) -> str:
    """Advice on a constructor that is separated from its fields, or has too many."""
    return f"put a constructor and its fields in parentheses: `f ({name} x)`"


def about_extra(
    head: Expression, arguments: Sequence[Expression], number: int, known: Collection[str]
) -> str:
    """Advice on an argument that is one too many: `xs[2]`, or a function between its arguments."""
    before = arguments[number - 1] if number else head
    match arguments[number]:
        case syntax.ListOf((item,), span=span) if span.start == before.span.end:
            return f"an item of a list is written `{head.span.text} !! {item.span.text}`"
    match arguments:
        case [syntax.Name(name), other] if name in known:
            used = f"{head.span.text} `{name}` {other.span.text}"
            return f"to use a function as an operator, write `` {used} ``"
    match head:
        case syntax.Integer() | syntax.Decimal():
            return "to multiply, write `*`"
        case syntax.Text() | syntax.ListOf():
            return JOIN
    return ""


def about_unknown(
    name: str, span: Span, query: Expression | None, properties: Collection[str]
) -> str:
    """Advice on an undefined name; `query` is the expression to be evaluated that has it, if
    any."""
    if name in properties:
        return f"`{name}` is a property, which `refute check` looks into; it is no function"
    if found := _BEFORE.search(span.source.text, 0, span.start):
        return f"write `{name} {found[1]}`; `.` joins two functions"
    if query is not None and re.match(r"(and|or)\b", query.span.text):
        return _CONTINUED
    match query:
        case syntax.Operation("==", syntax.Apply(syntax.Name(called))) if called == name:
            return f"to define a function, write `=`: `{name} x = …`"
        case syntax.Operation(operator) if operator in _CONDITIONS:
            return f"to look for values, write `solve {name} where …`"
        case _:
            return ""


def _about_member(span: Span) -> str:
    """Advice on `value.function`."""
    if found := _AFTER.match(span.source.text, span.end):
        value, name = span.text, found[1]
    elif found := _MEMBER.fullmatch(span.text):
        value, name = found.groups()
    else:
        return ""
    return f"write `{name} {value}`; `.` joins two functions"


def _about_constructor(
    wanted: Inferred, found: Inferred, makers: Callable[[str], Collection[str]]
) -> str:
    """Advice on an undeclared constructor where a value of another type is meant."""
    for pair in _clashes(wanted, found):
        for one, other in (pair, reversed(pair)):
            if not isinstance(one, Open) or one.group is None or len(one.group.constructors) > 1:
                continue
            name = one.group.constructors[0]
            if isinstance(other, Made) and (known := makers(other.name)):
                listed = " and ".join(f"`{each}`" for each in known)
                return f"`{name}` is no constructor of `{other.name}`, which has {listed}"
            return (
                f"`{name}` is a constructor, as it begins with an upper-case letter; "
                f"a variable begins with a lower-case letter: `{name[0].lower()}{name[1:]}`"
            )
    return ""


def _clashes(left: Inferred, right: Inferred) -> Iterator[tuple[Inferred, Inferred]]:
    """The parts in which two types differ."""
    one, other = resolve(left), resolve(right)
    if isinstance(one, Made) and isinstance(other, Made) and one.is_like(other):
        for pair in zip(one.arguments, other.arguments, strict=True):
            yield from _clashes(*pair)
    elif one is not other:
        yield one, other


def _is_open(inferred: Inferred) -> bool:
    known = resolve(inferred)
    return isinstance(known, Open) and not known.group and not known.is_numeric


def _is_variable(name: str) -> bool:
    return name.isidentifier() and name.islower()


def _begins_indented_line(span: Span) -> bool:
    text = span.source.text
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return bool(before) and not before.strip()


def _is_one_a_function(wanted: Inferred, found: Inferred) -> bool:
    """Whether one of two types is a function type, and the other is known not to be one."""
    kinds = [
        each.name == ARROW if isinstance(each, Made) else (False if each.is_numeric else None)
        for each in map(resolve, (wanted, found))
    ]
    return {*kinds} == {True, False}


def is_list(inferred: Inferred) -> bool:
    """Whether a type is known to be a list type."""
    known = resolve(inferred)
    return isinstance(known, Made) and known.name == syntax.LIST_END


def _is_number(inferred: Inferred) -> bool:
    known = resolve(inferred)
    return known in {INT, DECIMAL} if isinstance(known, Made) else known.is_numeric


def _arity(inferred: Inferred) -> int:
    """The number of arguments that a value of a type is known to take."""
    known, count = resolve(inferred), 0
    while isinstance(known, Made) and known.name == ARROW:
        known, count = resolve(known.arguments[1]), count + 1
    return count


def _depth(name: str) -> int:
    """How many lists a type is inside of each other."""
    return len(name) - len(name.lstrip("["))
