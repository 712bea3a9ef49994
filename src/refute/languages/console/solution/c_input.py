"""How solutions in C read, take arguments, and go through files."""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.console import syntax
from refute.languages.console.solution.c_expressions import CExpressions
from refute.languages.console.solution.surroundings import UntilEnd
from refute.languages.console.solution.writing import indented, quoted
from refute.languages.console.syntax import Choice, Expression, Kind, Mode, Read, ReadLine
from refute.languages.console.types import INT, REAL

_READ_VALUE = """enum kind { NUMBER, WORD, END };

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


class CInput(CExpressions):
    """Writes what reads."""

    first_argument = 1
    argument = "argv"
    argument_count = "argc"

    def extra_variables(self) -> Iterator[str]:
        """The variables that are needed beside those of the specification."""
        if self.lines_read:
            yield "char line[LENGTH];"
        if any(each.mode is not Mode.ASSUME for each in self.lines_read):
            yield "char more;"
        kinds: dict[str, set[Kind | None]] = {}
        for each in self.choices:
            kinds.setdefault(_name(each), set()).update(read.kind for read in each.reads)
        for name, found in kinds.items():
            yield f"enum kind {name}_kind;"
            if Kind.NUMBER not in found:
                yield f"long {name}_number;"
            if Kind.WORD not in found:
                yield f"char {name}_word[LENGTH];"

    def source(self, read: Read) -> str:
        """The first arguments of a function that reads."""
        return f"{self._handle(read)}, " if self.files.are_read else ""

    def _handle(self, read: Read) -> str:
        return "stdin" if read.file is None else self.files.handle(read.file, writes=False)

    # Several values on a line

    def line_read(self, line: ReadLine) -> str:
        """The line that reads a line."""
        return f"{self.need('read_line')}({self.source(line.parts[0])}line);"

    def parts_taken(self, line: ReadLine) -> Iterator[str]:
        """A call of `sscanf`."""
        yield f"{self._scanned(line)};"

    def parts_tried(self, line: ReadLine) -> Iterator[str]:
        """The condition that all values are present, and nothing after them."""
        yield f"{self._scanned(line, ' %c', '&more')} == {len(line.parts)}"

    def _scanned(self, line: ReadLine, end: str = "", *more: str) -> str:
        form = "".join(self._directive(each, line) for each in line.parts)
        places = [self._place(each) for each in line.parts]
        return f"sscanf(line, {', '.join((quoted(form + end), *places, *more))})"

    def _directive(self, read: Read, line: ReadLine) -> str:
        type_ = self.needs.checked.types[read.variable]
        before = (read.before or "").replace("%", "%%")
        if type_ in {INT, REAL}:
            return before + ("%ld" if type_ == INT else "%lf")
        at = line.parts.index(read) + 1
        after = (line.parts[at].before or " ") if at < len(line.parts) else " "
        kind = "s" if after == " " else f"[^{after[0]}]"
        return f"{before}%{_LONGEST_PART}{kind}"

    def _place(self, read: Read) -> str:
        is_number = self.needs.checked.types[read.variable] in {INT, REAL}
        name = self.variable(read.variable)
        return f"&{name}" if is_number else name

    def each_taken(self, line: ReadLine) -> Iterator[str]:
        """A loop over the values of a line."""
        part = line.parts[0]
        if line.mode is not Mode.ASSUME or len(line.parts) > 1:
            raise self.missing("it checks a list of values on a line", line)
        separator = quoted(line.repeated or " ")
        first = f"char *part = strtok(line, {separator})"
        yield f"for ({first}; part != NULL; part = strtok(NULL, {separator})) {{"
        yield from [*indented([self.converted(part, "part"), *self.remembered(part)]), "}"]

    # Values of several kinds

    def value_taken(self, choice: Choice) -> list[str]:
        """A call of a function that returns the kind of the value."""
        reads = {each.kind: each.variable for each in choice.reads}
        name, types = _name(choice), self.needs.checked.types
        type_ = types[reads[Kind.NUMBER]] if Kind.NUMBER in reads else INT
        parse = "strtol(word, &end, 10)" if type_ == INT else "strtod(word, &end)"
        text = _READ_VALUE.replace("TYPE", self.declared(type_)).replace("PARSE", parse)
        self.helped("read_value", self.with_source(text))
        number = self.variable(reads.get(Kind.NUMBER, f"{name} number"))
        word = self.variable(reads.get(Kind.WORD, f"{name} word"))
        return [f"{name}_kind = read_value({self.source(choice.reads[0])}&{number}, {word});"]

    def is_kind(self, kind: Kind, name: str) -> str:
        """The condition that a value is of a kind."""
        if kind is Kind.WORD and not self.has_numbers(name):
            return f"{name}_kind != END"
        return f"{name}_kind == {kind.name}"

    # Arguments and chance

    def converted(self, read: Read, text: str) -> str:
        """The statement that takes a value from a valid text."""
        type_, name = self.needs.checked.types[read.variable], self.variable(read.variable)
        function = {INT: "atol", REAL: "atof"}.get(type_)
        return f"strcpy({name}, {text});" if function is None else f"{name} = {function}({text});"

    def arguments_checked(self, line: ReadLine) -> Iterator[str]:
        """The lines that take the arguments; texts are copied once they are known to be present."""
        parts = list(enumerate(line.parts, 1))
        texts = [(at, part) for at, part in parts if self._converter(part) is None]
        wrong = [
            f"!{self.need(function)}(argv[{at}], &{self.variable(part.variable)})"
            for at, part in parts
            if (function := self._converter(part)) is not None
        ]
        if good := self.belongs(line):
            wrong.append(f"!({' && '.join(good)})")
        answer = [*self.lines(line.otherwise or ()), self.leave()]
        missing = f"argc != {len(parts) + 1}"
        if texts:
            yield from [f"if ({missing}) {{", *indented(answer), "}"]
            yield from (self.converted(part, f"argv[{at}]") for at, part in texts)
        else:
            wrong.insert(0, missing)
        if wrong:
            yield from [f"if ({' || '.join(wrong)}) {{", *indented(answer), "}"]

    def _converter(self, read: Read) -> str | None:
        type_ = self.needs.checked.types[read.variable]
        return {INT: "to_long", REAL: "to_double"}.get(type_)

    def below(self, size: str) -> str:
        """A random number."""
        return f"rand() % {size if size.isdecimal() else f'({size})'}"

    def picked(self, items: tuple[Expression, ...], name: str) -> str:
        """A random item of an array literal."""
        listed, place = ", ".join(map(self.text, items)), f"[{self.below(str(len(items)))}]"
        if self.is_text(items[0]):
            return f"strcpy({name}, (const char *[]) {{{listed}}}{place});"
        type_ = self.needs.type_of(items[0]) or INT
        return f"{name} = ({self.declared(type_)}[]) {{{listed}}}{place};"

    # Files

    def through(self, loop: UntilEnd) -> Iterator[str]:
        """A loop over the lines of a file, or over all input."""
        file, name = self._handle(loop.read), self.variable(loop.read.variable)
        kept = [*self.remembered(loop.read), *self.lines(loop.body)]
        type_ = self.needs.checked.types[loop.read.variable]
        if type_ in {INT, REAL}:
            form = "%ld" if type_ == INT else "%lf"
            yield f'while (fscanf({file}, "{form}", &{name}) == 1) {{'
        else:
            yield f"while (fgets({name}, LENGTH, {file}) != NULL) {{"
            kept.insert(0, f"{name}[strcspn({name}, \"\\n\")] = '\\0';")
        yield from [*indented(kept), "}"]


def _name(choice: Choice) -> str:
    return syntax.written_name(choice.reads[0].variable)
