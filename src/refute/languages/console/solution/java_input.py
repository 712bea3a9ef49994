"""How solutions in Java read several values from a line, and values of several kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.solution.braces import BraceWriter, quoted
from refute.languages.console.solution.needs import membership
from refute.languages.console.solution.surroundings import arguments, until_end
from refute.languages.console.solution.writing import AND, indented
from refute.languages.console.syntax import Kind, Mode, Read
from refute.languages.console.typecheck.wellformed import statements_of
from refute.languages.console.types import INT, REAL

if TYPE_CHECKING:
    from refute.languages.console.solution.java import JavaWriter

_PARSED = {INT: "Long.parseLong({})", REAL: "Double.parseDouble({})"}
TRIED = {INT: "toLong", REAL: "toDouble"}


def declared(writer: JavaWriter) -> Iterator[str]:
    """The variables that are needed beside those of the specification."""
    statements = writer.needs.statements
    if any(isinstance(each, syntax.ReadLine) and arguments(each) is None for each in statements):
        yield "String[] parts;"
    loops = [each for each in statements if until_end(each) is not None]
    plain = {id(each) for loop in loops for each in statements_of((loop,))}
    choices = [
        each for each in statements if isinstance(each, syntax.Choice) and id(each) not in plain
    ]
    names = dict.fromkeys(syntax.written_name(each.reads[0].variable) for each in choices)
    yield from (f"String {name}_line;" for name in names)


def is_boxed(writer: BraceWriter, variable: str) -> bool:
    """Whether a variable may be without a value, because what was read was not a number."""
    for each in writer.needs.statements:
        match each:
            case syntax.Read() if each.mode is not Mode.ASSUME and each.variable == variable:
                return True
            case syntax.ReadLine(parts, _, mode) if mode is not Mode.ASSUME:
                if any(part.variable == variable for part in parts):
                    return True
            case syntax.Choice(reads):
                if any(read.variable == variable for read in reads):
                    return True
    return False


# Several values on a line


def line(writer: JavaWriter, statement: syntax.ReadLine) -> Iterator[str]:
    """The lines that read several values from one line."""
    separators = {*(each.before for each in statement.parts[1:])}
    separators |= set() if statement.repeated is None else {statement.repeated}
    if len(separators) > 1:
        raise writer.missing("a line has several kinds of separators", statement)
    source = writer.scanner(statement.parts[0])
    read = f"parts = {source}.nextLine().trim().split({_pattern(separators.pop() or ' ')}, -1);"
    yield read
    if statement.repeated is not None:
        yield from _each(writer, statement)
        return
    if statement.mode is Mode.ASSUME:
        for at, part in enumerate(statement.parts):
            yield f"{writer.variable(part.variable)} = {value_of(writer, part, f'parts[{at}]')};"
    else:
        yield from _checked(writer, statement, read)
    for part in statement.parts:
        yield from writer.remembered(part)


def _pattern(separator: str) -> str:
    if separator == " ":
        return quoted("\\s+")
    return quoted("".join(each if each.isalnum() else f"\\{each}" for each in separator))


def value_of(writer: JavaWriter, read: Read, text: str) -> str:
    """The value that a text stands for."""
    type_ = writer.needs.checked.types[read.variable]
    return _PARSED[type_].format(f"{text}.trim()") if type_ in _PARSED else f"{text}.trim()"


def _checked(writer: JavaWriter, statement: syntax.ReadLine, read: str) -> Iterator[str]:
    good = [f"parts.length == {len(statement.parts)}"]
    for at, part in enumerate(statement.parts):
        type_ = writer.needs.checked.types[part.variable]
        name, text = writer.variable(part.variable), f"parts[{at}].trim()"
        tried = f"{writer.need(TRIED[type_])}({text})" if type_ in TRIED else text
        good.append(f"({name} = {tried}) != null")
    conditions = (membership(each.values, each.variable) for each in statement.parts)
    good += [writer.text(each, AND) for each in conditions if each != syntax.Boolean(True)]
    answer = writer.lines(statement.otherwise or ())
    right = " && ".join(good)
    if statement.mode is Mode.STOP:
        yield from [f"if (!({right})) {{", *indented([*answer, writer.leave()]), "}"]
    else:
        yield from [f"while (!({right})) {{", *indented([*answer, read]), "}"]


def _each(writer: JavaWriter, statement: syntax.ReadLine) -> Iterator[str]:
    if statement.mode is not Mode.ASSUME or len(statement.parts) > 1:
        raise writer.missing("it checks a list of values on a line", statement)
    (part,) = statement.parts
    taken = f"{writer.variable(part.variable)} = {value_of(writer, part, 'part')};"
    yield "for (String part : parts) {"
    yield from [*indented([taken, *writer.remembered(part)]), "}"]


# Values of several kinds


def choice(writer: JavaWriter, statement: syntax.Choice) -> Iterator[str]:
    """The lines that read a value of one of several kinds."""
    first = statement.reads[0]
    name = syntax.written_name(first.variable)
    reads = [f"{name}_line = {writer.need('readLine')}({writer.source(first)});"]
    for each in statement.reads:
        type_, variable = writer.needs.checked.types[each.variable], writer.variable(each.variable)
        if each.kind is Kind.NUMBER:
            reads.append(f"{variable} = {writer.need(TRIED[type_])}({name}_line);")
        elif each.kind is Kind.WORD:
            reads.append(f"{variable} = {name}_line;")
    yield from reads
    if first.mode is not Mode.ASSUME:
        good = " || ".join(_allowed(writer, each, name) for each in statement.reads)
        answer = writer.lines(first.otherwise or ())
        if first.mode is Mode.STOP:
            yield from [f"if (!({good})) {{", *indented([*answer, writer.leave()]), "}"]
        else:
            yield from [f"while (!({good})) {{", *indented([*answer, *reads]), "}"]
    for each in statement.reads:
        if kept := writer.remembered(each):
            yield from [f"if ({_asked(writer, each.kind, name)}) {{", *indented(kept), "}"]


def _allowed(writer: JavaWriter, read: Read, name: str) -> str:
    asked = _asked(writer, read.kind, name)
    condition = membership(read.values, read.variable)
    if read.kind is Kind.END or condition == syntax.Boolean(True):
        return asked
    return f"({asked} && {writer.text(condition, AND)})"


def _asked(writer: BraceWriter, kind: Kind | None, name: str) -> str:
    number = any(each.kind is Kind.NUMBER and each.variable == name for each in writer.needs.reads)
    match kind:
        case Kind.END:
            return f"{name}_line == null"
        case Kind.NUMBER:
            return f"{writer.variable(name)} != null"
        case _:
            word = f"{name}_line != null"
            return f"{word} && {writer.variable(name)} == null" if number else word


def is_of(writer: BraceWriter, asked: syntax.Is) -> str:
    """The condition that a value is of a kind."""
    kinds = {"int": Kind.NUMBER, "real": Kind.NUMBER, "end": Kind.END}
    return _asked(writer, kinds.get(asked.kind, Kind.WORD), asked.name)
