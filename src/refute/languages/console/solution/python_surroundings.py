"""How solutions in Python choose values, take arguments, and read and write files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution import python_input
from refute.languages.console.solution.surroundings import (
    UntilEnd,
    arguments,
    draw,
    reads_of_statement,
)
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Mode, Origin, Read, Statement
from refute.languages.console.types import INT, REAL

if TYPE_CHECKING:
    from refute.languages.console.solution.python import PythonWriter

_NEXT_LINE = """def next_line(file):
    line = file.readline()
    if not line:
        raise EOFError
    return line.rstrip("\\n")
"""


def chosen(writer: PythonWriter, read: Read) -> Iterator[str]:
    """The lines that choose a random value of a set."""
    made, name = draw(writer.needs, read, writer.name), writer.variable(read.variable)
    if isinstance(made.source, syntax.Range):
        low, high = made.source.low, made.source.high
        line = f"{name} = random.randint({writer.text(low)}, {writer.text(high)})"
    else:
        line = f"{name} = random.choice({writer.text(syntax.ListOf(made.source))})"
    yield line
    if made.condition != syntax.Boolean(True):
        yield from [f"while {writer.text(negated(made.condition))}:", *indented([line])]


def elsewhere(
    writer: PythonWriter,
    statement: Statement,
    write: Callable[[Statement], Iterator[str]],
) -> list[str]:
    """The lines of a statement that reads something that is not typed.

    They are those for typed input, with another source of lines.
    """
    first = reads_of_statement(statement)[0]
    if first.origin is Origin.ARGUMENT:
        return _arguments(writer, statement, write)
    assert first.file is not None
    name = writer.files.handle(first.file, writes=False)
    if isinstance(statement, syntax.Choice):
        source = f"{writer.helped('next_line', _NEXT_LINE)}({name})"
        return _replaced(writer, lambda: write(statement), f"_from_{name}", {"input()": source})
    line = f"{name}.readline()"
    sources = {"(input())": f"({line})", "input().": f"{line}.", "input()": f'{line}.rstrip("\\n")'}
    return _replaced(writer, lambda: write(statement), f"_from_{name}", sources)


def _arguments(
    writer: PythonWriter, statement: Statement, write: Callable[[Statement], Iterator[str]]
) -> list[str]:
    line = arguments(statement)
    if line is None or (line.mode is Mode.ASSUME and len(line.parts) == 1 and not line.repeated):
        return _replaced(writer, lambda: write(statement), "", {"input()": "sys.argv[1]"})
    sources = {"input().split()": "sys.argv[1:]", "input()": '" ".join(sys.argv[1:])'}
    return _replaced(writer, lambda: write(line), "", sources)


def _replaced(
    writer: PythonWriter, write: Callable[[], Iterator[str]], end: str, sources: Mapping[str, str]
) -> list[str]:
    """The lines with another source; functions in them get another suffix."""
    before, writer.helpers = writer.helpers, {}
    lines = list(write())
    made, writer.helpers = writer.helpers, before
    for each, text in made.items():
        lines = [re.sub(rf"\b{each}\(", f"{each}{end}(", line) for line in lines]
        named = text.replace(f"def {each}(", f"def {each}{end}(")
        writer.helpers[f"{each}{end}"] = _with_sources(named, sources)
    return [_with_sources(line, sources) for line in lines]


def _with_sources(text: str, sources: Mapping[str, str]) -> str:
    for one, two in sources.items():
        text = text.replace(one, two)
    return text


def through(writer: PythonWriter, loop: UntilEnd) -> Iterator[str]:
    """A loop over the lines of a file, or over all input."""
    read = loop.read
    type_ = writer.needs.checked.types[read.variable]
    file = read.file
    source = "sys.stdin" if file is None else writer.files.handle(file, writes=False)
    taken = {INT: "int(line)", REAL: "float(line)"}.get(type_, 'line.rstrip("\\n")')
    name = writer.variable(read.variable)
    yield f"for line in {source}:"
    kept = python_input.remembered(writer, read, name)
    yield from indented([f"{name} = {taken}", *kept, *writer.lines(loop.body)])
