"""How solutions in Python choose values, take arguments, and read and write files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.solution.needs import Needs, unsupported
from refute.languages.console.syntax import Expression, Read, Statement
from refute.languages.console.types import BOOL, INT

if TYPE_CHECKING:
    from refute.languages.console.solution.python import PythonWriter

_NEXT_LINE = """def next_line(file):
    line = file.readline()
    if not line:
        raise EOFError
    return line.rstrip("\\n")
"""
_ARGUMENTS = '" ".join(sys.argv[1:])'


def reads_of_statement(statement: Statement) -> tuple[Read, ...]:
    """The reads that a statement that reads is made of."""
    match statement:
        case syntax.Read():
            return (statement,)
        case syntax.ReadLine(parts):
            return parts
        case syntax.Choice(reads):
            return reads
    return ()


def chosen(writer: PythonWriter, read: Read) -> str:
    """A random value of a set."""
    type_ = writer.needs.checked.types[read.variable]
    match read.values:
        case syntax.Range(low, high) if type_ == INT:
            return f"random.randint({writer.text(low)}, {writer.text(high)})"
        case syntax.Members(items):
            return f"random.choice({writer.text(syntax.ListOf(items))})"
    if type_.members:
        return f"random.choice({[*type_.members]!r})"
    if type_ == BOOL:
        return "random.choice([True, False])"
    raise unsupported("it chooses from a set of another kind", writer.name, read)


def opened(needs: Needs, writer: PythonWriter) -> Iterator[str]:
    """The lines that open the files, each once."""
    read = dict.fromkeys(each.file for each in needs.reads if each.file is not None)
    prints = (each for each in needs.statements if isinstance(each, syntax.Print))
    written = dict.fromkeys(each.file for each in prints if each.file is not None)
    for file in (*read, *written):
        if not isinstance(file, syntax.Text) or (file in read and file in written):
            raise unsupported("which files it opens, and when, is not fixed", writer.name, file)
    for file in read:
        yield f"{handle(file)} = open({writer.text(file)})"
    for file in written:
        yield f'{handle(file)} = open({writer.text(file)}, "w")'


def handle(file: Expression) -> str:
    """The name of the variable for an open file."""
    assert isinstance(file, syntax.Text)
    return re.sub(r"\W", "_", file.value.rpartition(".")[0] or file.value) + "_file"


def elsewhere(
    writer: PythonWriter, statement: Statement, write: Callable[[], Iterator[str]]
) -> list[str]:
    """The lines of a statement that reads something that is not typed.

    They are those for something that is typed, with another source of lines.
    """
    first = reads_of_statement(statement)[0]
    if first.file is not None:
        name = handle(first.file)
        source = f"{writer.helped('next_line', _NEXT_LINE)}({name})"
    else:
        name, source = "arguments", _ARGUMENTS
    before, writer.helpers = writer.helpers, {}
    lines = list(write())
    made, writer.helpers = writer.helpers, before
    for each, text in made.items():
        other = f"{each}_from_{name}"
        lines = [re.sub(rf"\b{each}\(", f"{other}(", line) for line in lines]
        writer.helpers[other] = text.replace(f"def {each}(", f"def {other}(")
        writer.helpers[other] = writer.helpers[other].replace("input()", source)
    return [line.replace("input()", source) for line in lines]
