"""How solutions in C read several values from a line, and values of several kinds."""

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
    from refute.languages.console.solution.c import CWriter

READ_VALUE = """enum kind { NUMBER, WORD, END };

enum kind read_value(FILE_PARAMETERTYPE *number, char *word) {
    char *end;
    if (fgets(word, LENGTH, FILE_NAME) == NULL) {
        return END;
    }
    word[strcspn(word, "\\n")] = '\\0';
    *number = PARSE;
    return end != word && *end == '\\0' ? NUMBER : WORD;
}
"""
_LONGEST_PART = 999
_KINDS = {"int": Kind.NUMBER, "real": Kind.NUMBER, "end": Kind.END}


def declared(writer: CWriter) -> Iterator[str]:
    """The variables that are needed beside those of the specification."""
    lines = [
        each
        for each in writer.needs.statements
        if isinstance(each, syntax.ReadLine) and arguments(each) is None
    ]
    if lines:
        yield "char line[LENGTH];"
    if any(each.mode is not Mode.ASSUME for each in lines):
        yield "char more;"
    loops = [each for each in writer.needs.statements if until_end(each) is not None]
    plain = {id(each) for loop in loops for each in statements_of((loop,))}
    choices = [
        each
        for each in writer.needs.statements
        if isinstance(each, syntax.Choice) and id(each) not in plain
    ]
    for name in dict.fromkeys(_name(each) for each in choices):
        reads = [one for each in choices if _name(each) == name for one in each.reads]
        kinds = {each.kind for each in reads}
        yield f"enum kind {name}_kind;"
        if Kind.NUMBER not in kinds:
            yield f"long {name}_number;"
        if Kind.WORD not in kinds:
            yield f"char {name}_word[LENGTH];"


def _name(choice: syntax.Choice) -> str:
    return syntax.written_name(choice.reads[0].variable)


# Several values on a line


def line(writer: CWriter, statement: syntax.ReadLine) -> Iterator[str]:
    """The lines that read several values from one line."""
    read = f"{writer.need('read_line')}({writer.source(statement.parts[0])}line);"
    if statement.repeated is not None:
        yield from [read, *_each(writer, statement)]
        return
    form = "".join(_directive(writer, each, statement) for each in statement.parts)
    places = [_place(writer, each) for each in statement.parts]
    yield read
    if statement.mode is Mode.ASSUME:
        yield f"sscanf(line, {', '.join((quoted(form), *places))});"
    else:
        scanned = f"sscanf(line, {', '.join((quoted(f'{form} %c'), *places, '&more'))})"
        conditions = (membership(each.values, each.variable) for each in statement.parts)
        good = [writer.text(each, AND) for each in conditions if each != syntax.Boolean(True)]
        right = " && ".join((f"{scanned} == {len(places)}", *good))
        answer = writer.lines(statement.otherwise or ())
        if statement.mode is Mode.STOP:
            yield from [f"if (!({right})) {{", *indented([*answer, writer.leave()]), "}"]
        else:
            yield from [f"while (!({right})) {{", *indented([*answer, read]), "}"]
    for each in statement.parts:
        yield from writer.remembered(each)


def _directive(writer: CWriter, read: Read, line: syntax.ReadLine) -> str:
    type_ = writer.needs.checked.types[read.variable]
    before = (read.before or "").replace("%", "%%")
    if type_ in {INT, REAL}:
        return before + ("%ld" if type_ == INT else "%lf")
    at = line.parts.index(read) + 1
    after = (line.parts[at].before or " ") if at < len(line.parts) else " "
    kind = "s" if after == " " else f"[^{after[0]}]"
    return f"{before}%{_LONGEST_PART}{kind}"


def _place(writer: CWriter, read: Read) -> str:
    is_number = writer.needs.checked.types[read.variable] in {INT, REAL}
    name = writer.variable(read.variable)
    return f"&{name}" if is_number else name


def _each(writer: CWriter, statement: syntax.ReadLine) -> Iterator[str]:
    """A loop through the values of a line."""
    part = statement.parts[0]
    type_ = writer.needs.checked.types[part.variable]
    if statement.mode is not Mode.ASSUME or len(statement.parts) > 1 or type_ not in {INT, REAL}:
        raise writer.missing("it checks a list of values on a line", statement)
    separator = quoted(statement.repeated or " ")
    name = writer.variable(part.variable)
    begin = f"char *part = strtok(line, {separator})"
    yield f"for ({begin}; part != NULL; part = strtok(NULL, {separator})) {{"
    taken = f"{name} = {'atol' if type_ == INT else 'atof'}(part);"
    yield from [*indented([taken, *writer.remembered(part)]), "}"]


# Values of several kinds


def choice(writer: CWriter, statement: syntax.Choice) -> Iterator[str]:
    """The lines that read a value of one of several kinds."""
    reads = {each.kind: each for each in statement.reads}
    name, first = _name(statement), statement.reads[0]
    type_ = writer.needs.checked.types[reads[Kind.NUMBER].variable] if Kind.NUMBER in reads else INT
    parse = "strtol(word, &end, 10)" if type_ == INT else "strtod(word, &end)"
    text = READ_VALUE.replace("TYPE", writer.declared(type_)).replace("PARSE", parse)
    number = writer.variable(
        reads[Kind.NUMBER].variable if Kind.NUMBER in reads else f"{name} number"
    )
    word = writer.variable(reads[Kind.WORD].variable if Kind.WORD in reads else f"{name} word")
    writer.helped("read_value", writer.with_source(text))
    read = f"{name}_kind = read_value({writer.source(first)}&{number}, {word});"
    yield read
    if first.mode is not Mode.ASSUME:
        good = " || ".join(_allowed(writer, each, name, reads) for each in statement.reads)
        answer = writer.lines(first.otherwise or ())
        if first.mode is Mode.STOP:
            yield from [f"if (!({good})) {{", *indented([*answer, writer.leave()]), "}"]
        else:
            yield from [f"while (!({good})) {{", *indented([*answer, read]), "}"]
    for each in statement.reads:
        if kept := writer.remembered(each):
            asked = _asked(each.kind, name, number=Kind.NUMBER in reads)
            yield from [f"if ({asked}) {{", *indented(kept), "}"]


def _allowed(writer: CWriter, read: Read, name: str, reads: dict[Kind | None, Read]) -> str:
    asked = _asked(read.kind, name, number=Kind.NUMBER in reads)
    condition = membership(read.values, read.variable)
    if read.kind is Kind.END or condition == syntax.Boolean(True):
        return asked
    return f"({asked} && {writer.text(condition, AND)})"


def _asked(kind: Kind | None, name: str, *, number: bool) -> str:
    if kind is Kind.WORD and not number:
        return f"{name}_kind != END"
    return f"{name}_kind == {(kind or Kind.WORD).name}"


def is_of(writer: BraceWriter, asked: syntax.Is) -> str:
    """The condition that a value is of a kind."""
    number = any(
        each.kind is Kind.NUMBER and syntax.written_name(each.variable) == asked.name
        for each in writer.needs.reads
    )
    return _asked(_KINDS.get(asked.kind, Kind.WORD), asked.name, number=number)
