"""Statements."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from refute.frontend.node import Node
from refute.languages.console.syntax.expressions import Expression
from refute.languages.console.syntax.outputs import Pattern
from refute.languages.console.syntax.sets import ValueSet
from refute.record import record


class Mode(StrEnum):
    """What a value outside the set means: it never comes, the program stops, or asks again."""

    ASSUME = "assume"
    STOP = "stop"
    RETRY = "retry"


class Kind(StrEnum):
    """What can be told apart when a line, or a part of one, is read."""

    NUMBER = "number"
    WORD = "word"
    END = "end"
    LINE_END = "line end"


class Origin(StrEnum):
    """Where a value comes from: typed by the user, chosen by the program, or given beforehand."""

    TYPED = "typed"
    CHOSEN = "chosen"
    ARGUMENT = "argument"
    FILE = "file"


@record
class Read(Node):
    """`read x : int`, `read x : int else retry`, perhaps with what is printed after a bad input.

    Without `otherwise`, anything may be printed then, or nothing. What stands `before` the value
    on its line separates it from another value, and so does what stands `after` it. The checker
    says of which `kind` the value is where others could be typed as well.

    Values that are not typed are read in the same way: one that the program chooses by itself
    (`choose x : 1..6`), arguments (`arguments n : int`), and lines of a `file`.
    """

    variable: str
    values: ValueSet
    mode: Mode = Mode.ASSUME
    otherwise: Block | None = None
    before: str | None = None
    after: str | None = None
    kind: Kind | None = None
    origin: Origin = Origin.TYPED
    file: Expression | None = None

    @property
    def stream(self) -> tuple[Origin, Expression | None]:
        """What has an end of its own: the terminal, a file."""
        return self.origin, self.file


@record
class ReadLine(Node):
    """`read h : 0..23 ":" m : 0..59`: several values on one line, with separators between them.

    The last part may be `repeated`, as in `read x : int, ...`; that is its separator.
    """

    parts: tuple[Read, ...]
    repeated: str | None = None
    mode: Mode = Mode.ASSUME
    otherwise: Block | None = None


@record
class Choice(Node):
    """`read x : int | {"q"} | end`: what is typed tells which of these reads it is for.

    The checker makes it of a set with values of several kinds, each of which has a variable of its
    own. What a value of none of them means is said by the first.
    """

    reads: tuple[Read, ...]


@record
class Print(Node):
    """`print P | P`; with `optional`, also no output will do: `print? P`.

    With a `file` it is written there: `print P to "out.txt"`.
    """

    patterns: tuple[Pattern, ...]
    optional: bool = False
    file: Expression | None = None


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


Statement: TypeAlias = (
    Read | ReadLine | Choice | Print | If | Loop | Exit | Iterate | For | Let | Use
)
Block: TypeAlias = tuple[Statement, ...]
