"""How solutions in C choose values, take arguments, and go through files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.solution.needs import membership
from refute.languages.console.solution.surroundings import UntilEnd
from refute.languages.console.solution.writing import AND, indented
from refute.languages.console.syntax import Expression, Mode, Read
from refute.languages.console.types import INT, REAL

if TYPE_CHECKING:
    from refute.languages.console.solution.c import CWriter


def chosen(writer: CWriter, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
    """The line that chooses a random value of a range, or of a list."""
    match source:
        case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
            begin = f"{low} + " if low else ""
            return f"{name} = {begin}rand() % {high - low + 1};"
        case syntax.Range(low, high):
            first = writer.text(low)
            return f"{name} = {first} + rand() % ({writer.text(high)} - ({first}) + 1);"
    items = ", ".join(map(writer.text, source))
    if writer.is_text(source[0]):
        return f"strcpy({name}, (const char *[]) {{{items}}}[rand() % {len(source)}]);"
    type_ = writer.needs.type_of(source[0]) or INT
    return f"{name} = ({writer.declared(type_)}[]) {{{items}}}[rand() % {len(source)}];"


def arguments(writer: CWriter, line: syntax.ReadLine) -> Iterator[str]:
    """The lines that take the arguments of the program."""
    count = len(line.parts)
    if line.repeated is not None:
        yield from _list(writer, line)
        return
    if line.mode is Mode.ASSUME:
        for at, part in enumerate(line.parts, 1):
            yield f"{_copied(writer, part, f'argv[{at}]')};"
    else:
        texts = [
            (at, part) for at, part in enumerate(line.parts, 1) if _converter(writer, part) is None
        ]
        wrong = " || ".join((f"argc != {count + 1}", *_wrong(writer, line)))
        answer = [*writer.lines(line.otherwise or ()), writer.leave()]
        if texts:
            yield from [f"if (argc != {count + 1}) {{", *indented(answer), "}"]
            yield from (f"{_copied(writer, part, f'argv[{at}]')};" for at, part in texts)
            wrong = " || ".join(_wrong(writer, line))
        if wrong:
            yield from [f"if ({wrong}) {{", *indented(answer), "}"]
    for part in line.parts:
        yield from writer.remembered(part)


def _wrong(writer: CWriter, line: syntax.ReadLine) -> Iterator[str]:
    for at, part in enumerate(line.parts, 1):
        if (function := _converter(writer, part)) is not None:
            yield f"!{writer.need(function)}(argv[{at}], &{writer.variable(part.variable)})"
    good = [membership(each.values, each.variable) for each in line.parts]
    checks = [writer.text(each, AND) for each in good if each != syntax.Boolean(True)]
    if checks:
        yield f"!({' && '.join(checks)})"


def _converter(writer: CWriter, read: Read) -> str | None:
    type_ = writer.needs.checked.types[read.variable]
    return {INT: "to_long", REAL: "to_double"}.get(type_)


def _copied(writer: CWriter, read: Read, text: str) -> str:
    """An argument, or a line, as a value."""
    type_, name = writer.needs.checked.types[read.variable], writer.variable(read.variable)
    function = {INT: "atol", REAL: "atof"}.get(type_)
    return f"strcpy({name}, {text})" if function is None else f"{name} = {function}({text})"


def _list(writer: CWriter, line: syntax.ReadLine) -> Iterator[str]:
    """As many arguments as there are, perhaps behind some others."""
    if line.mode is not Mode.ASSUME:
        raise writer.missing("it checks a list of arguments", line)
    *first, last = line.parts
    for at, part in enumerate(first, 1):
        yield from [f"{_copied(writer, part, f'argv[{at}]')};", *writer.remembered(part)]
    taken = [f"{_copied(writer, last, 'argv[i]')};", *writer.remembered(last)]
    yield f"for (int i = {len(first) + 1}; i < argc; i++) {{"
    yield from [*indented(taken), "}"]


def through(writer: CWriter, loop: UntilEnd) -> Iterator[str]:
    """A loop over the lines of a file, or over all that is typed."""
    read = loop.read
    file = "stdin" if read.file is None else writer.files.handle(read.file, writes=False)
    name = writer.variable(read.variable)
    kept = [*writer.remembered(read), *writer.lines(loop.body)]
    type_ = writer.needs.checked.types[read.variable]
    if type_ in {INT, REAL}:
        form = "%ld" if type_ == INT else "%lf"
        yield f'while (fscanf({file}, "{form}", &{name}) == 1) {{'
        yield from [*indented(kept), "}"]
    else:
        yield f"while (fgets({name}, LENGTH, {file}) != NULL) {{"
        cut = f"{name}[strcspn({name}, \"\\n\")] = '\\0';"
        yield from [*indented([cut, *kept]), "}"]
