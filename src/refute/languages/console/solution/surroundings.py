"""How solutions in all languages treat chance, arguments and files.

A file is opened before the first statement of the program that uses it, and closed after the last
one. A value is chosen from a range or a list of values; if the set says more, the program chooses
again until the value fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.paths.bounds import bounds
from refute.languages.console.solution.needs import Needs, both, membership, unsupported
from refute.languages.console.syntax import Expression, Kind, Mode, Origin, Read, Statement
from refute.languages.console.typecheck.wellformed import parts, statements_of
from refute.languages.console.types import BOOL, INT
from refute.record import record

# Files


@record
class OpenFile:
    """An open file: the expression for its name, and its variable in the program."""

    file: Expression
    handle: str
    is_written: bool


@record
class _Opening:
    opened: OpenFile
    first: int
    last: int


class Files:
    """The files that a program opens, and the statements between which they are open."""

    def __init__(self, needs: Needs, language: str) -> None:
        used = _uses(needs.body)
        for file, writes in used:
            _check(file, writes, used, needs.body, language)
        self._openings = tuple(
            _Opening(OpenFile(file, _handle(file, writes, used), writes), lines[0], lines[-1])
            for (file, writes), lines in used.items()
        )
        self._numbers = {id(each): number for number, each in enumerate(needs.body)}
        self._end = len(needs.body)

    def opened(self, statement: Statement) -> tuple[OpenFile, ...]:
        """The files that are opened before a statement of the program."""
        number = self._numbers.get(id(statement))
        return tuple(each.opened for each in self._openings if each.first == number)

    def closed(self, statement: Statement | None) -> tuple[OpenFile, ...]:
        """The files that are closed before a statement of the program, or at its end."""
        number = self._end if statement is None else self._numbers.get(id(statement), -1)
        return tuple(each.opened for each in self._openings if each.last + 1 == number)

    def handle(self, file: Expression, *, writes: bool) -> str:
        """The variable of an open file in the program."""
        found = (each.opened for each in self._openings)
        return next(
            each.handle for each in found if each.file == file and each.is_written == writes
        )

    @property
    def are_read(self) -> bool:
        """Whether the program reads a file."""
        return any(not each.opened.is_written for each in self._openings)

    @property
    def are_used(self) -> bool:
        """Whether the program opens a file."""
        return bool(self._openings)


_Uses = dict[tuple[Expression, bool], list[int]]
"""The files that are read (False) and written (True), with the statements that do so."""


def _uses(body: syntax.Block) -> _Uses:
    used: _Uses = {}
    for number, statement in enumerate(body):
        for each in statements_of((statement,)):
            if isinstance(each, syntax.Read | syntax.Print) and each.file is not None:
                writes = isinstance(each, syntax.Print)
                used.setdefault((each.file, writes), []).append(number)
    return used


def _check(file: Expression, writes: bool, used: _Uses, body: syntax.Block, language: str) -> None:
    """Reject a file whose name is not known yet, or that is read and written alternately."""
    own, other = used[file, writes], used.get((file, not writes))
    if other is not None and not (own[-1] < other[0] or other[-1] < own[0]):
        raise unsupported("a file is alternately read and written", language, file)
    names = {each.name for each in parts(file) if isinstance(each, syntax.Name)}
    for each in statements_of(body[own[0] :]):
        if isinstance(each, syntax.Read) and each.variable in names:
            raise unsupported("which files it opens, and when, is not fixed", language, file)


def _handle(file: Expression, writes: bool, used: _Uses) -> str:
    word = _word(file, used)
    return f"new_{word}_file" if writes and (file, False) in used else f"{word}_file"


def _word(file: Expression, used: _Uses) -> str:
    match file:
        case syntax.Name(name):
            return name
        case syntax.Text(text):
            stem = text.rpartition(".")[0] or text
            others = (each for each, _ in used if each != file and isinstance(each, syntax.Text))
            alike = any((each.value.rpartition(".")[0] or each.value) == stem for each in others)
            return re.sub(r"\W", "_", text if alike else stem)
    return "the"


# Arguments


def arguments(statement: Statement) -> syntax.ReadLine | None:
    """The arguments of the program, if a statement takes them."""
    match statement:
        case syntax.Read(origin=Origin.ARGUMENT):
            otherwise = statement.otherwise
            return syntax.ReadLine((statement,), None, statement.mode, otherwise)
        case syntax.ReadLine((syntax.Read(origin=Origin.ARGUMENT), *_)):
            return statement
    return None


def reads_of_statement(statement: Statement) -> tuple[Read, ...]:
    """The reads that a reading statement consists of."""
    match statement:
        case syntax.Read():
            return (statement,)
        case syntax.ReadLine(line):
            return line
        case syntax.Choice(reads):
            return reads
    return ()


# Chance


@record
class Draw:
    """How a value is chosen: from a range or a list, again until a condition holds."""

    source: syntax.Range | tuple[Expression, ...]
    condition: Expression


def draw(needs: Needs, read: Read, language: str) -> Draw:
    """How a value is chosen on its own; raises InputError for a set of another kind."""
    type_ = needs.checked.types[read.variable]
    listed: Sequence[Expression] = ()
    if type_.members:
        listed = [syntax.Text(each) for each in type_.members]
    elif type_ == BOOL:
        listed = [syntax.Boolean(True), syntax.Boolean(False)]
    failure = unsupported("it chooses from a set of another kind", language, read)
    return _draw(read.values, read.variable, tuple(listed), failure, is_number=type_ == INT)


def _draw(
    values: syntax.ValueSet,
    variable: str,
    listed: tuple[Expression, ...],
    failure: InputError,
    *,
    is_number: bool,
) -> Draw:
    def inside(inner: syntax.ValueSet, condition: Expression) -> Draw:
        made = _draw(inner, variable, listed, failure, is_number=is_number)
        return Draw(made.source, both(made.condition, condition))

    value, always = syntax.Name(variable), syntax.Boolean(True)
    match values:
        case syntax.Range() if is_number:
            return Draw(values, always)
        case syntax.Members(items):
            return Draw(items, always)
        case syntax.NamedSet() if listed:
            return Draw(listed, always)
        case syntax.Unique(inner):
            return inside(inner, syntax.Apply("not in", (value, syntax.All((variable,)))))
        case syntax.Without(inner, variables):
            return inside(inner, syntax.Apply("not in", (value, syntax.All(variables))))
        case _ if listed:
            return Draw(listed, membership(values, variable))
    low, high = bounds(values, ())
    if low is None or high is None or not is_number:
        raise failure
    return Draw(
        syntax.Range(syntax.Integer(int(low)), syntax.Integer(int(high))),
        membership(values, variable),
    )


# Until the end


@record
class UntilEnd:
    """A loop that reads values until there are no more, and how it handles each of them."""

    read: Read
    body: syntax.Block


def until_end(statement: Statement) -> UntilEnd | None:
    """The loop over all values of a file, or of the input, that a statement is, if any."""
    match statement:
        case syntax.Iterate(
            syntax.Form.REPEAT_UNTIL, syntax.Is(name, "end"), (syntax.Choice(reads),)
        ):
            rest: syntax.Block = ()
        case syntax.Loop(
            (
                syntax.Choice(reads),
                syntax.If(syntax.Is(name, "end"), (syntax.Exit(),), others),
                *following,
            )
        ):
            rest = (*others, *following)
        case _:
            return None
    match reads:
        case (Read(mode=Mode.ASSUME) as read, Read(kind=Kind.END)):
            if syntax.written_name(read.variable) != name or _asks_again(rest, name):
                return None
            return UntilEnd(read, rest)
    return None


def _asks_again(body: syntax.Block, name: str) -> bool:
    """Whether a block reads the same name again, so that the end may be read there, too."""
    reads = (each for each in statements_of(body) if isinstance(each, syntax.Read))
    return any(syntax.written_name(each.variable) == name for each in reads)
