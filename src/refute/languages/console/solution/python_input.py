"""How solutions in Python read several values from a line, and values of several kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from refute.languages.console import syntax
from refute.languages.console.solution.needs import membership
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Kind, Mode, Read
from refute.languages.console.types import INT, REAL, TEXT, Type

if TYPE_CHECKING:
    from refute.languages.console.solution.python import PythonWriter


def line(writer: PythonWriter, statement: syntax.ReadLine) -> Iterator[str]:
    """The lines that read several values from one line."""
    parts, answer = statement.parts, writer.lines(statement.otherwise or ())
    names = [writer.variable(each.variable) for each in parts]
    if statement.mode is Mode.ASSUME:
        yield from _taken(writer, statement, names, "input()")
        yield from _kept(writer, statement, names)
        return
    function = writer.helped(f"read_{'_'.join(names)}", _tried(writer, statement, names))
    left = [*names[:-1], _listed(names[-1]) if statement.repeated is not None else names[-1]]
    read = f"{', '.join(left)} = {function}()"
    bad = f"{left[0]} is None"
    conditions = [
        writer.text(each, 1) for each in (membership(one.values, one.variable) for one in parts)
    ]
    if statement.repeated is not None:
        conditions[-1] = f"all({conditions[-1]} for {names[-1]} in {left[-1]})"
    checks = [each for each in conditions if each != "True" and not each.startswith("all(True ")]
    wrong = " or ".join((bad, *([f"not ({' and '.join(checks)})"] if checks else [])))
    yield read
    if statement.mode is Mode.STOP:
        yield from [f"if {wrong}:", *indented([*answer, "return"])]
    else:
        yield from [f"while {wrong}:", *indented([*answer, read])]
    if statement.repeated is not None:
        yield f"for {names[-1]} in {left[-1]}:"
        yield from indented(remembered(writer, parts[-1], names[-1]) or ["pass"])
        parts, names = parts[:-1], names[:-1]
    for part, name in zip(parts, names, strict=True):
        yield from remembered(writer, part, name)


def _taken(
    writer: PythonWriter, statement: syntax.ReadLine, names: Sequence[str], source: str
) -> Iterator[str]:
    """The lines that split a line of the right form."""
    parts = statement.parts
    types = [writer.needs.checked.types[each.variable] for each in parts]
    separators = [each.before or " " for each in parts[1:]]
    last = statement.repeated
    every = {*separators, *([] if last is None else [last])}
    if len(parts) == 1 and last is not None:
        yield f"{_listed(names[0])} = {_converted(types[0], f'{source}.split({_by(last)})')}"
        return
    left = [*names[:-1], f"*{_listed(names[-1])}" if last is not None else names[-1]]
    if len(every) == 1:
        split = f"{source}.split({_by(every.pop())})"
        same = {*types} if last is None else {TEXT}
        if same in ({INT}, {REAL}):
            yield f"{', '.join(left)} = map({_function(types[0])}, {split})"
            return
        yield f"{', '.join(left)} = {split}"
    else:
        yield f"line = {source}"
        for name, separator in zip(left[:-1], separators, strict=True):
            limit = "None, 1" if separator == " " else f'"{separator}", 1'
            yield f"{name}, line = line.split({limit})"
        yield (
            f"{names[-1]} = line"
            if last is None
            else f"{_listed(names[-1])} = line.split({_by(last)})"
        )
    for name, type_ in zip(names if last is None else names[:-1], types, strict=False):
        if type_ in {INT, REAL}:
            yield f"{name} = {_function(type_)}({name})"
    if last is not None and types[-1] in {INT, REAL}:
        listed = _listed(names[-1])
        yield f"{listed} = {_converted(types[-1], listed)}"


def _kept(writer: PythonWriter, statement: syntax.ReadLine, names: Sequence[str]) -> Iterator[str]:
    """The lines that remember the values read."""
    parts = list(zip(statement.parts, names, strict=True))
    for part, name in parts if statement.repeated is None else parts[:-1]:
        yield from remembered(writer, part, name)
    if statement.repeated is not None:
        part, name = parts[-1]
        yield f"for {name} in {_listed(name)}:"
        yield from indented(remembered(writer, part, name) or ["pass"])


def remembered(writer: PythonWriter, read: Read, name: str) -> list[str]:
    """The lines that remember a value."""
    return [
        f"{writer.history(each)}.append({name})"
        for each in writer.needs.histories
        if read.variable in each
    ]


def _listed(name: str) -> str:
    """The name of the list of the values of one line."""
    return f"{name}_line"


def _by(separator: str) -> str:
    return "" if separator == " " else f'"{separator}"'


def _function(type_: Type) -> str:
    return {INT: "int", REAL: "float"}.get(type_, "str")


def _converted(type_: Type, texts: str) -> str:
    return f"list(map({_function(type_)}, {texts}))" if type_ in {INT, REAL} else texts


def _tried(writer: PythonWriter, statement: syntax.ReadLine, names: Sequence[str]) -> str:
    """A function that returns the values of a line, or nothing if it has the wrong form."""
    given = [*names[:-1], _listed(names[-1]) if statement.repeated is not None else names[-1]]
    nothing = ", ".join("None" for _ in given)
    body = [*_taken(writer, statement, names, "input()"), f"return {', '.join(given)}"]
    if statement.repeated is not None:
        body[-1] = f"return {', '.join([*given[:-1], f'{given[-1]} or None'])}"
    lines = ["try:", *indented(body), "except ValueError:", f"    return {nothing}"]
    return "\n".join((f"def read_{'_'.join(names)}():", *indented(lines))) + "\n"


# Values of several kinds

_READ_VALUE = """def read_value():
    line = input()
    try:
        return TYPE(line)
    except ValueError:
        return line
"""
_READ_VALUE_OR_END = """def read_value():
    try:
        line = input()
    except EOFError:
        return None
    try:
        return TYPE(line)
    except ValueError:
        return line
"""
_READ_LINE_OR_END = """def read_value():
    try:
        return input()
    except EOFError:
        return None
"""


def choice(writer: PythonWriter, statement: syntax.Choice) -> Iterator[str]:
    """The lines that read a value of one of several kinds."""
    reads = {each.kind: each for each in statement.reads}
    first = statement.reads[0]
    name = writer.variable(first.variable)
    helper = _READ_VALUE_OR_END if Kind.END in reads else _READ_VALUE
    if Kind.NUMBER in reads:
        type_ = writer.needs.checked.types[reads[Kind.NUMBER].variable]
        helper = helper.replace("TYPE", _function(type_))
    else:
        helper = _READ_LINE_OR_END
    read = f"{name} = {writer.helped('read_value', helper)}()"
    yield read
    if first.mode is not Mode.ASSUME:
        good = " or ".join(_allowed(writer, each, name) for each in statement.reads)
        answer = writer.lines(first.otherwise or ())
        if first.mode is Mode.STOP:
            yield from [f"if not ({good}):", *indented([*answer, "return"])]
        else:
            yield from [f"while not ({good}):", *indented([*answer, read])]
    for each in statement.reads:
        if kept := remembered(writer, each, name):
            yield from [f"if {is_of(each.kind, name)}:", *indented(kept)]


def _allowed(writer: PythonWriter, read: Read, name: str) -> str:
    condition = writer.text(membership(read.values, read.variable), 1)
    asked = is_of(read.kind, name)
    if read.kind is Kind.END or condition == "True":
        return asked
    return f"{asked} and {condition}"


def is_of(kind: Kind | None, name: str) -> str:
    """The condition that a value is of a kind."""
    match kind:
        case Kind.NUMBER:
            return f"isinstance({name}, (int, float))"
        case Kind.END:
            return f"{name} is None"
        case _:
            return f"isinstance({name}, str)"
