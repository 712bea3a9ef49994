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
    """The kinds that can be distinguished when a line, or a part of one, is read."""

    NUMBER = "number"
    WORD = "word"
    END = "end"
    LINE_END = "line end"


class Origin(StrEnum):
    """Where a value comes from: typed by the user, chosen by the program, or given in advance."""

    TYPED = "typed"
    CHOSEN = "chosen"
    ARGUMENT = "argument"
    FILE = "file"


@record
class Read(Node):
    """`read x : int`, `read x : int else retry`, perhaps with what is printed after a bad input.

    Without `otherwise`, anything may be printed then, or nothing. `before` and `after` are what
    separates the value from others on its line. The checker sets the `kind` of the value if others
    could be typed as well.

    Values that are not typed are read in the same way: one that the program chooses (`choose x :
    1..6`), arguments (`arguments n : int`), and lines of a `file`.
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
        """The stream that is read from, with an end of its own: the terminal or a file."""
        return self.origin, self.file


@record
class ReadLine(Node):
    """`read h : 0..23 ":" m : 0..59`: several values on one line, with separators between them.

    The last part may be `repeated`, as in `read x : int, ...`; the field has its separator.
    """

    parts: tuple[Read, ...]
    repeated: str | None = None
    mode: Mode = Mode.ASSUME
    otherwise: Block | None = None


@record
class Choice(Node):
    """`read x : int | {"q"} | end`: the typed text decides which of these reads it is for.

    The checker creates it from a set with values of several kinds, each of which gets its own
    variable. The first read says what a value of none of them means.
    """

    reads: tuple[Read, ...]


@record
class Print(Node):
    """`print P | P`; with `optional`, printing nothing is allowed, too: `print? P`.

    With a `file`, the output is written there: `print P to "out.txt"`.
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
    """`loop:` … until an `exit` in its body is reached; `bounded` if it was made from a `for`."""

    body: Block
    bounded: bool = False


@record
class Exit(Node):
    """`exit`: leave the enclosing loop."""


class Form(StrEnum):
    """The forms of loops with a condition, by their keywords."""

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
    """From here on, a name stands for a value; made from a `for`."""

    variable: str
    value: Expression


@record
class Use(Node):
    """`use menu`: the statements of the block with this name."""

    name: str


Statement: TypeAlias = (
    Read | ReadLine | Choice | Print | If | Loop | Exit | Iterate | For | Let | Use
)
Block: TypeAlias = tuple[Statement, ...]
