"""The tree of a console specification (Figure 6, with the conveniences of the language)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeAlias

from refute.frontend.node import (
    Boolean as Boolean,
    Integer as Integer,
    Name as Name,
    Node as Node,
    Text as Text,
)
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.record import record

# Expressions


@record
class Real(Node):
    """`2.5`."""

    value: Fraction


@record
class ListOf(Node):
    """`[4, 8, 7]`."""

    items: tuple[Expression, ...]


@record
class Table(Node):
    """`{"red": 1, "green": 2}`, which is looked up in: `{…}[x]`, `x in {…}`.

    The checker replaces it by what is looked up.
    """

    keys: tuple[Expression, ...]
    values: tuple[Expression, ...]


@record
class Each(Node):
    """`[2 * v for v in x.all if v > 0]`."""

    item: Expression
    variable: str
    source: Expression
    condition: Expression | None = None


@record
class Member(Node):
    """A member of an enumeration; the checker makes it out of a name."""

    enumeration: str
    name: str


@record
class Current(Node):
    """`x.before(1)`, `merge(x, y).before(1)`: the value so many readings before the last one."""

    variables: tuple[str, ...]
    before: int = 0


@record
class All(Node):
    """`x.all`, `merge(x, y).all.before(1)`: all values in reading order but the last ones."""

    variables: tuple[str, ...]
    before: int = 0


@record
class Apply(Node):
    """A function or an operator, by its name in the language: `sum(x.all)`, `a + b`."""

    function: str
    arguments: tuple[Expression, ...]


@record
class Opaque(Node):
    """Any Python function, only in outputs and only in the Python form."""

    function: Callable[..., Any]
    arguments: tuple[Expression, ...]


Expression: TypeAlias = (
    Integer
    | Real
    | Text
    | Boolean
    | ListOf
    | Table
    | Each
    | Name
    | Member
    | Current
    | All
    | Apply
    | Opaque
)


def children(expression: Expression) -> tuple[Expression, ...]:
    """The expressions that another one is made of."""
    match expression:
        case Apply(_, arguments) | Opaque(_, arguments) | ListOf(arguments):
            return arguments
        case Table(keys, values):
            return (*keys, *values)
        case Each(item, _, source, condition):
            return (source, item) if condition is None else (source, item, condition)
        case _:
            return ()


def with_children(expression: Expression, made: tuple[Expression, ...]) -> Expression:
    """The expression with other ones in place of those that it is made of."""
    match expression:
        case Apply() | Opaque():
            return replace(expression, arguments=made)
        case ListOf():
            return replace(expression, items=made)
        case Table(keys, _):
            return replace(expression, keys=made[: len(keys)], values=made[len(keys) :])
        case Each():
            source, item, *condition = made
            return replace(
                expression, source=source, item=item, condition=condition[0] if condition else None
            )
        case _:
            return expression


# Sets of values


@record
class NamedSet(Node):
    """`int`, `nat`, `pos`, `real`, `bool`, `str`, or the name of an enumeration."""

    name: str


@record
class Places(Node):
    """`real(2)`: the decimals with at most so many places."""

    number: int


@record
class Range(Node):
    """`1..9`, both ends included."""

    low: Expression
    high: Expression


@record
class Compared(Node):
    """`> 0`: the numbers that compare so."""

    operator: str
    bound: Expression


@record
class Members(Node):
    """`{1, 2, 3}`."""

    items: tuple[Expression, ...]


@record
class Among(Node):
    """`among y`: the values read into y so far."""

    variables: tuple[str, ...]


@record
class Union(Node):
    """`A | B`."""

    left: ValueSet
    right: ValueSet


@record
class Intersection(Node):
    """`A & B`."""

    left: ValueSet
    right: ValueSet


@record
class Difference(Node):
    r"""`A \ B`."""

    left: ValueSet
    right: ValueSet


@record
class Complement(Node):
    """`not A`."""

    inner: ValueSet


@record
class Unique(Node):
    """`unique A`: the values of A not yet read into the variable that is being read."""

    inner: ValueSet


@record
class Without(Node):
    """`A without y`: the values of A not yet read into y."""

    inner: ValueSet
    variables: tuple[str, ...]


ValueSet: TypeAlias = (
    NamedSet
    | Places
    | Range
    | Compared
    | Members
    | Among
    | Union
    | Intersection
    | Difference
    | Complement
    | Unique
    | Without
)


# Output patterns


@record
class Literal(Node):
    """Text that must appear as it is."""

    text: str


@record
class Format:
    """`.2f`, `>5`, `05`: how a value is written.

    `places` are those behind the decimal point. A value that is shorter than the width is filled up
    at the side that `align` leaves: `<`, `>` or `^`, for numbers with zeros if `zeros`. The checker
    says of all decimals that they are `real`, so that they are compared by their values.
    """

    places: int | None = None
    width: int = 0
    align: str = ""
    zeros: bool = False
    real: bool = False

    def filled(self, text: str, *, is_number: bool) -> str:
        """A text of the right width; numbers stand on the right, other texts on the left."""
        align = self.align or (">" if is_number else "<")
        return f"{text:{'0' if self.zeros and is_number else ' '}{align}{self.width}}"

    def __str__(self) -> str:
        width = f"{'0' if self.zeros else ''}{self.width or ''}"
        return f"{self.align}{width}" + ("" if self.places is None else f".{self.places}f")


@record
class Result(Node):
    """`{expression}`, `{expression:.2f}`: the value of an expression."""

    expression: Expression
    format: Format | None = None


@record
class Decorated(Node):
    """`{~expression}`: the value of an expression with something around it."""

    expression: Expression
    format: Format | None = None


@record
class Anything(Node):
    """`{*}` any text within a line, `{+}` any but the empty one; `{**}` and `{++}` across lines."""

    nonempty: bool = False
    across_lines: bool = False


Piece: TypeAlias = Literal | Result | Decorated | Anything


@record
class Pattern(Node):
    """The pieces of one output, one after the other."""

    pieces: tuple[Piece, ...]


# Statements


class Mode(StrEnum):
    """What a value outside the set means: it never comes, the program stops, or asks again."""

    ASSUME = "assume"
    STOP = "stop"
    RETRY = "retry"


@record
class Read(Node):
    """`read x : int`, `read x : int else retry`, perhaps with what is printed after a bad input.

    Without `otherwise`, anything may be printed then, or nothing.
    """

    variable: str
    values: ValueSet
    mode: Mode = Mode.ASSUME
    otherwise: Block | None = None


@record
class Print(Node):
    """`print P | P`; with `optional`, also no output will do: `print? P`."""

    patterns: tuple[Pattern, ...]
    optional: bool = False


@record
class If(Node):
    """`if C:` … `else:` …; a block may be empty."""

    condition: Expression
    then: Block
    otherwise: Block = ()


@record
class Loop(Node):
    """`loop:` … until an `exit` of its body is met; `bounded` if it was made of a `for`."""

    body: Block
    bounded: bool = False


@record
class Exit(Node):
    """`exit`: leave the loop around."""


class Form(StrEnum):
    """The loops with a condition, by the words that write them."""

    WHILE = "while"
    UNTIL = "until"
    REPEAT_UNTIL = "repeat until"
    DO_WHILE = "do while"


@record
class Iterate(Node):
    """A derived loop: `while C:`, `until C:`, `repeat:` … `until C`, `do:` … `while C`."""

    form: Form
    condition: Expression
    body: Block


@record
class For(Node):
    """A derived loop: `for i in 1..n:`, `for v in x.all:`."""

    variable: str
    source: Expression
    body: Block


@record
class Let(Node):
    """From here on a name stands for a value; made of a `for`."""

    variable: str
    value: Expression


@record
class Use(Node):
    """`use menu`: what the block of this name does."""

    name: str


Statement: TypeAlias = Read | Print | If | Loop | Exit | Iterate | For | Let | Use
Block: TypeAlias = tuple[Statement, ...]


# The whole


@record
class Enumeration(Node):
    """`enum Move = rock | paper | scissors`."""

    name: str
    members: tuple[str, ...]


@record
class Given(Node):
    """`given secret : int = 7`: a parameter, perhaps with a default."""

    name: str
    type: TypeName
    values: tuple[Expression, ...] = ()


@record
class TypeName(Node):
    """`int`, `str`, `bool`, an enumeration, or a list of such: `[int]`."""

    name: str
    is_list: bool = False


@record
class Definition(Node):
    """`def mean(a, b) = (a + b) / 2`: an abbreviation for an expression."""

    name: str
    parameters: tuple[str, ...]
    body: Expression


@record
class NamedBlock(Node):
    """`block menu:` …: statements that are used by their name."""

    name: str
    body: Block


@record
class Specification(Node):
    """Declarations and what is to happen."""

    body: Block
    enumerations: tuple[Enumeration, ...] = ()
    parameters: tuple[Given, ...] = ()
    comparison: Comparison = DEFAULT
    definitions: tuple[Definition, ...] = ()
    blocks: tuple[NamedBlock, ...] = ()


def plain(block: Block) -> Block:
    """The same behaviour without derived loops (section 7.1.2)."""
    made: list[Statement] = []
    for statement in block:
        made.extend(_rounds(statement) if isinstance(statement, For) else [_plain(statement)])
    return tuple(made)


def answered(block: Block) -> Block:
    """A block without derived loops in which all reads say what is printed after a bad input.

    Where the author says it, the prompt directly before the read may be printed again as well.
    """
    made: list[Statement] = []
    prompts: list[Statement] = []
    for statement in block:
        match statement:
            case Read(_, _, Mode.STOP | Mode.RETRY):
                made.append(_with_answer(statement, prompts))
            case If(condition, then, otherwise):
                made.append(If(condition, answered(then), answered(otherwise), span=statement.span))
            case Loop(body):
                made.append(replace(statement, body=answered(body)))
            case _:
                made.append(statement)
        prompts = [*prompts, statement] if isinstance(statement, Print) else []
    return tuple(made)


def _with_answer(read: Read, prompts: list[Statement]) -> Read:
    if read.otherwise is None:
        free = Pattern((Anything(across_lines=True),))
        return replace(read, otherwise=(Print((free,), optional=True),))
    if read.mode is Mode.STOP:
        return read
    again = (replace(each, optional=True) for each in prompts if isinstance(each, Print))
    return replace(read, otherwise=(*read.otherwise, *again))


def _plain(statement: Statement) -> Statement:
    match statement:
        case If(condition, then, otherwise):
            return If(condition, plain(then), plain(otherwise), span=statement.span)
        case Loop(body, bounded):
            return Loop(plain(body), bounded, span=statement.span)
        case Iterate(form, condition, body):
            return Loop(_round(form, condition, plain(body)), span=statement.span)
        case _:
            return statement


def counts(statement: If) -> bool:
    """Whether it asks if the rounds of a `for` are over."""
    return any(isinstance(each, Let) for each in statement.otherwise[-1:])


def counter_of(variable: str) -> str:
    """The name of the variable that counts the items that a `for` takes; no user can write it."""
    return f"{variable} number"


def _rounds(statement: For) -> tuple[Statement, ...]:
    """A `for` as a loop that counts: through a range, or through the indices of a list."""
    variable, source, place = statement.variable, statement.source, statement.source.span
    begin: Block = ()
    match source:
        case Apply("..", (low, high)):
            counter, least = variable, low
            over = Apply(">", (Name(variable, span=place), high), span=place)
        case _:
            counter, least = counter_of(variable), Integer(0)
            count = Name(counter, span=place)
            over = Apply(">=", (count, Apply("len", (source,))), span=place)
            begin = (Let(variable, Apply("index", (source, count), span=place), span=place),)
    step = Let(counter, Apply("+", (Name(counter), Integer(1))), span=place)
    body = (*begin, *plain(statement.body), step)
    loop = Loop((If(over, (Exit(span=place),), body, span=place),), True, span=statement.span)
    return Let(counter, least, span=place), loop


def _round(form: Form, condition: Expression, body: Block) -> Block:
    place = condition.span
    leave: Block = (Exit(span=place),)
    match form:
        case Form.WHILE:
            return (If(condition, body, leave, span=place),)
        case Form.UNTIL:
            return (If(condition, leave, body, span=place),)
        case Form.REPEAT_UNTIL:
            return (*body, If(condition, leave, (), span=place))
        case Form.DO_WHILE:
            return (*body, If(condition, (), leave, span=place))
