"""How solutions in Java choose values, take arguments, and go through files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.solution.java_input import TRIED, value_of
from refute.languages.console.solution.needs import membership
from refute.languages.console.solution.surroundings import UntilEnd
from refute.languages.console.solution.writing import AND, ATOM, SUM, indented
from refute.languages.console.syntax import Expression, Mode
from refute.languages.console.types import INT, REAL

if TYPE_CHECKING:
    from refute.languages.console.solution.java import JavaWriter


def chosen(writer: JavaWriter, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
    """The line that chooses a random value of a range, or of a list."""
    match source:
        case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
            begin = f"{low} + " if low else ""
            return f"{name} = {begin}random.nextInt({high - low + 1});"
        case syntax.Range(low, high):
            size = f"{writer.text(high, SUM)} - {writer.text(low, SUM + 1)} + 1"
            return f"{name} = {writer.text(low, SUM)} + random.nextInt((int) ({size}));"
    items = writer.text(syntax.ListOf(source), ATOM)
    return f"{name} = {items}.get(random.nextInt({len(source)}));"


def arguments(writer: JavaWriter, line: syntax.ReadLine) -> Iterator[str]:
    """The lines that take the arguments of the program."""
    if line.repeated is not None:
        yield from _list(writer, line)
        return
    if line.mode is Mode.ASSUME:
        for at, part in enumerate(line.parts):
            yield f"{writer.variable(part.variable)} = {value_of(writer, part, f'args[{at}]')};"
    else:
        good = [f"args.length == {len(line.parts)}"]
        for at, part in enumerate(line.parts):
            type_ = writer.needs.checked.types[part.variable]
            value = f"args[{at}]"
            if type_ in TRIED:
                value = f"{writer.need(TRIED[type_])}({value})"
            good.append(f"({writer.variable(part.variable)} = {value}) != null")
        conditions = (membership(each.values, each.variable) for each in line.parts)
        good += [writer.text(each, AND) for each in conditions if each != syntax.Boolean(True)]
        answer = [*writer.lines(line.otherwise or ()), writer.leave()]
        yield from [f"if (!({' && '.join(good)})) {{", *indented(answer), "}"]
    for part in line.parts:
        yield from writer.remembered(part)


def _list(writer: JavaWriter, line: syntax.ReadLine) -> Iterator[str]:
    """As many arguments as there are, perhaps behind some others."""
    if line.mode is not Mode.ASSUME:
        raise writer.missing("it checks a list of arguments", line)
    *first, last = line.parts
    for at, part in enumerate(first):
        yield f"{writer.variable(part.variable)} = {value_of(writer, part, f'args[{at}]')};"
        yield from writer.remembered(part)
    name = writer.variable(last.variable)
    taken = [f"{name} = {value_of(writer, last, 'args[i]')};", *writer.remembered(last)]
    yield f"for (int i = {len(first)}; i < args.length; i++) {{"
    yield from [*indented(taken), "}"]


def through(writer: JavaWriter, loop: UntilEnd) -> Iterator[str]:
    """A loop over the lines of a file, or over all that is typed."""
    read = loop.read
    source, name = writer.scanner(read), writer.variable(read.variable)
    line = f"{source}.nextLine()"
    is_number = writer.needs.checked.types[read.variable] in {INT, REAL}
    taken = value_of(writer, read, line) if is_number else line
    yield f"while ({source}.hasNextLine()) {{"
    body = [f"{name} = {taken};", *writer.remembered(read), *writer.lines(loop.body)]
    yield from [*indented(body), "}"]
