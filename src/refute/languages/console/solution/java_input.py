"""How solutions in Java read, take arguments, and go through files."""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.console import syntax
from refute.languages.console.solution.java_expressions import JavaExpressions
from refute.languages.console.solution.surroundings import UntilEnd
from refute.languages.console.solution.writing import ATOM, indented, quoted
from refute.languages.console.syntax import Choice, Expression, Kind, Mode, Read, ReadLine
from refute.languages.console.types import INT, REAL

_PARSED = {INT: "Long.parseLong({})", REAL: "Double.parseDouble({})"}
_TRIED = {INT: "toLong", REAL: "toDouble"}


class JavaInput(JavaExpressions):
    """Writes what reads."""

    first_argument = 0
    argument = "args"
    argument_count = "args.length"

    def extra_variables(self) -> Iterator[str]:
        """The variables that are needed beside those of the specification."""
        if self.lines_read:
            yield "String[] parts;"
        names = (syntax.written_name(each.reads[0].variable) for each in self.choices)
        yield from (f"String {name}_line;" for name in dict.fromkeys(names))

    def scanner(self, read: Read) -> str:
        """The scanner that a value is read from."""
        return "scanner" if read.file is None else self.files.handle(read.file, writes=False)

    def source(self, read: Read) -> str:
        """The arguments that tell a method what to read from."""
        return self.scanner(read) if self.files.are_read else ""

    # Several values on a line

    def line_read(self, line: ReadLine) -> str:
        """The line that reads a line and takes it apart."""
        separators = dict.fromkeys(each.before or " " for each in line.parts[1:])
        separators |= {} if line.repeated is None else {line.repeated: None}
        if len(separators) > 1 and line.mode is not Mode.ASSUME:
            raise self.missing("it checks a line with several kinds of separators", line)
        patterns = quoted("|".join(map(_pattern, separators)) or r"\s+")
        return f"parts = {self.scanner(line.parts[0])}.nextLine().trim().split({patterns}, -1);"

    def parts_taken(self, line: ReadLine) -> Iterator[str]:
        """The statements that take the values in order."""
        for at, part in enumerate(line.parts):
            yield self.converted(part, f"parts[{at}].trim()")

    def parts_tried(self, line: ReadLine) -> Iterator[str]:
        """The conditions that all values are present and valid."""
        yield f"parts.length == {len(line.parts)}"
        for at, part in enumerate(line.parts):
            yield self._tried(part, f"parts[{at}].trim()")

    def _tried(self, read: Read, text: str) -> str:
        """The condition that a value can be taken from a text; testing it takes the value."""
        type_ = self.needs.checked.types[read.variable]
        value = f"{self.need(_TRIED[type_])}({text})" if type_ in _TRIED else text
        return f"({self.variable(read.variable)} = {value}) != null"

    def each_taken(self, line: ReadLine) -> Iterator[str]:
        """A loop over the values of a line."""
        if line.mode is not Mode.ASSUME or len(line.parts) > 1:
            raise self.missing("it checks a list of values on a line", line)
        (part,) = line.parts
        yield "for (String part : parts) {"
        taken = self.converted(part, "part.trim()")
        yield from [*indented([taken, *self.remembered(part)]), "}"]

    # Values of several kinds

    def value_taken(self, choice: Choice) -> list[str]:
        """The statements for the line, and for its meaning as a number and as a word."""
        first = choice.reads[0]
        name = syntax.written_name(first.variable)
        lines = [f"{name}_line = {self.need('readLine')}({self.source(first)});"]
        for each in choice.reads:
            type_ = self.needs.checked.types.get(each.variable)
            if each.kind is Kind.NUMBER and type_ is not None:
                value = f"{self.need(_TRIED[type_])}({name}_line)"
                lines.append(f"{self.variable(each.variable)} = {value};")
            elif each.kind is Kind.WORD:
                lines.append(f"{self.variable(each.variable)} = {name}_line;")
        return lines

    def is_kind(self, kind: Kind, name: str) -> str:
        """The condition that a value is of a kind."""
        if kind is Kind.END:
            return f"{name}_line == null"
        if kind is Kind.NUMBER:
            return f"{self.variable(name)} != null"
        word = f"{name}_line != null"
        return f"{word} && {self.variable(name)} == null" if self.has_numbers(name) else word

    # Arguments and chance

    def converted(self, read: Read, text: str) -> str:
        """The statement that takes a value from a valid text."""
        return f"{self.variable(read.variable)} = {self._value(read, text)};"

    def _value(self, read: Read, text: str) -> str:
        return _PARSED.get(self.needs.checked.types[read.variable], "{}").format(text)

    def arguments_checked(self, line: ReadLine) -> Iterator[str]:
        """The lines that end the program unless all arguments are present and valid."""
        good = [f"args.length == {len(line.parts)}"]
        good += [self._tried(part, f"args[{at}]") for at, part in enumerate(line.parts)]
        right = " && ".join((*good, *self.belongs(line)))
        answer = [*self.lines(line.otherwise or ()), self.leave()]
        yield from [f"if (!({right})) {{", *indented(answer), "}"]

    def below(self, size: str) -> str:
        """A random number."""
        return f"random.nextInt({size if size.isdecimal() else f'(int) ({size})'})"

    def picked(self, items: tuple[Expression, ...], name: str) -> str:
        """A random item of a list."""
        listed = self.text(syntax.ListOf(items), ATOM)
        return f"{name} = {listed}.get({self.below(str(len(items)))});"

    # Files

    def through(self, loop: UntilEnd) -> Iterator[str]:
        """A loop over the lines of a file, or over all input."""
        source, read = self.scanner(loop.read), loop.read
        is_number = self.needs.checked.types[read.variable] in _PARSED
        taken = self.converted(read, f"{source}.nextLine(){'.trim()' if is_number else ''}")
        yield f"while ({source}.hasNextLine()) {{"
        yield from [*indented([taken, *self.remembered(read), *self.lines(loop.body)]), "}"]


def _pattern(separator: str) -> str:
    """A separator as a regular expression."""
    if separator == " ":
        return "\\s+"
    return "".join(each if each.isalnum() else f"\\{each}" for each in separator)
