"""What a program uses besides typed input: arguments, files, and random choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.languages.console import syntax
from refute.languages.console.meaning.lines import ReadStep, typed_lines
from refute.languages.console.meaning.outputs import Word
from refute.languages.console.meaning.playing import PrintStep, drive, file_name
from refute.languages.console.meaning.traces import Input, Outputs, append_outputs
from refute.languages.console.syntax import Block, Origin
from refute.languages.console.types import END_OF_INPUT, END_OF_LINE, Mistyped, Value, show_value
from refute.record import record

_OLD = "what was here before\n"
"""Old content of a file to be written, in every other test; it must be gone afterwards."""


@record
class Surroundings:
    """What accompanies some inputs: arguments, the texts of files, and the program's choices.

    `written` are the files that the program must write, with everything that they may contain.
    `choices` are the names of what is chosen, of which a run shows the first `shown`, or all.
    `writable` are the files that it may write on other inputs.
    """

    arguments: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    written: tuple[tuple[str, tuple[Word, ...]], ...] = ()
    chosen: tuple[Value, ...] = ()
    choices: tuple[str, ...] = ()
    shown: int | None = None
    writable: tuple[str, ...] = ()

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of the files that are examined after a run."""
        known = (name for name, _ in (*self.files, *self.written))
        return tuple(dict.fromkeys((*known, *self.writable)))

    @property
    def chosen_in_words(self) -> str:
        """The program's last choices by name, as far as its run shows them."""
        every = list(zip(self.choices, self.chosen, strict=True))
        latest = dict(every if self.shown is None else every[: self.shown])
        return ", ".join(f"{name} = {show_value(value)}" for name, value in latest.items())


def surroundings_of(specification: Block, values: Sequence[Value]) -> Surroundings:
    """The surroundings for values that a specification without derived loops reads."""
    arguments: list[tuple[Value, str | None]] = []
    read = {name: list[tuple[Value, str | None]]() for name in _known_files(specification)}
    chosen: list[Value] = []
    choices: list[str] = []
    written: dict[str, list[Input | Outputs]] = {}
    left = iter(values)

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        if value is None:
            return None
        taker = asks.taker(value)
        match taker.origin:
            case Origin.ARGUMENT:
                arguments.append((value, taker.before))
            case Origin.CHOSEN:
                chosen.append(value)
                choices.append(taker.variable)
            case Origin.FILE:
                name = file_name(taker.file, asks.environment)
                assert name is not None
                read.setdefault(name, []).append((value, taker.before))
        return value

    def hear(says: PrintStep) -> None:
        if says.file is not None:
            append_outputs(written.setdefault(says.file, []), says.words)

    drive(specification, answer, hear)
    files = {name: _text(each) for name, each in read.items()}
    if len(values) % 2:
        files = {**dict.fromkeys(written, _OLD), **files}
    return Surroundings(
        tuple(_words(arguments)),
        tuple(files.items()),
        tuple((name, _words_of(steps)) for name, steps in written.items()),
        tuple(chosen),
        tuple(choices),
        writable=tuple(_written_files(specification)),
    )


def _known_files(specification: Block) -> Iterator[str]:
    """The files to be read whose names are literals in the specification."""
    from refute.languages.console.typecheck.wellformed import reads_of  # noqa: PLC0415 - circular

    for read in reads_of(specification):
        if isinstance(read.file, syntax.Text):
            yield read.file.value


def _written_files(specification: Block) -> Iterator[str]:
    """The files that may be written whose names are literals in the specification."""
    from refute.languages.console.typecheck.wellformed import statements_of  # noqa: PLC0415 - circular

    for statement in statements_of(specification):
        if isinstance(statement, syntax.Print) and isinstance(statement.file, syntax.Text):
            yield statement.file.value


def _words(values: Sequence[tuple[Value, str | None]]) -> Iterator[str]:
    """The arguments for some values; a bad line becomes one argument for each of its words."""
    for value, _ in values:
        if isinstance(value, Mistyped):
            yield from value.text.split()
        elif value not in {END_OF_LINE, END_OF_INPUT}:
            yield show_value(value)


def _text(values: Sequence[tuple[Value, str | None]]) -> str:
    return "".join(f"{line}\n" for line in typed_lines(values))


def _words_of(steps: Sequence[Input | Outputs]) -> tuple[Word, ...]:
    match steps:
        case [Outputs(words)]:
            return words
        case _:
            return ((),)
