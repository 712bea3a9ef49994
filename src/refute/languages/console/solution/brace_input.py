"""How solutions in C and in Java read lines with several values, arguments, and chosen values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from refute.languages.console import syntax
from refute.languages.console.solution.braces import BraceWriter
from refute.languages.console.solution.needs import membership
from refute.languages.console.solution.surroundings import arguments, until_end
from refute.languages.console.solution.writing import AND, SUM, indented
from refute.languages.console.syntax import Choice, Expression, Kind, Mode, Read, ReadLine
from refute.languages.console.typecheck.wellformed import statements_of

KINDS = {"int": Kind.NUMBER, "real": Kind.NUMBER, "end": Kind.END}


class BraceInput(BraceWriter):
    """Writes input code; each language defines how lines are split and texts are converted."""

    first_argument: int
    argument: str
    argument_count: str

    # What differs between the languages

    @abstractmethod
    def line_read(self, line: ReadLine) -> str:
        """The line that reads a line with several values."""

    @abstractmethod
    def parts_taken(self, line: ReadLine) -> Iterator[str]:
        """The lines that take the values of a line that is right."""

    @abstractmethod
    def parts_tried(self, line: ReadLine) -> Iterator[str]:
        """The conditions that a line has the right form; testing them takes its values."""

    @abstractmethod
    def each_taken(self, line: ReadLine) -> Iterator[str]:
        """The lines that take a list of values of a line."""

    @abstractmethod
    def value_taken(self, choice: Choice) -> list[str]:
        """The lines that read a value of one of several kinds."""

    @abstractmethod
    def is_kind(self, kind: Kind, name: str) -> str:
        """The condition that a value is of a kind."""

    @abstractmethod
    def converted(self, read: Read, text: str) -> str:
        """The statement that takes a value from a valid text."""

    @abstractmethod
    def arguments_checked(self, line: ReadLine) -> Iterator[str]:
        """The lines that take the arguments, or end the program if they are wrong."""

    @abstractmethod
    def below(self, size: str) -> str:
        """A random number from 0 up to, but not including, another one."""

    @abstractmethod
    def picked(self, items: tuple[Expression, ...], name: str) -> str:
        """The line that takes a random item of a list."""

    # What the languages have in common

    @property
    def lines_read(self) -> list[ReadLine]:
        """The statements that read several values of a line."""
        found = (each for each in self.needs.statements if isinstance(each, ReadLine))
        return [each for each in found if arguments(each) is None]

    @property
    def choices(self) -> list[Choice]:
        """The statements that read values of several kinds, except loops to the end of input."""
        loops = [each for each in self.needs.statements if until_end(each) is not None]
        plain = {id(each) for loop in loops for each in statements_of((loop,))}
        found = (each for each in self.needs.statements if isinstance(each, Choice))
        return [each for each in found if id(each) not in plain]

    def line_taken(self, line: ReadLine) -> Iterator[str]:
        """The lines that read several values of one line."""
        read = self.line_read(line)
        yield read
        if line.repeated is not None:
            yield from self.each_taken(line)
            return
        if line.mode is Mode.ASSUME:
            yield from self.parts_taken(line)
        else:
            right = " && ".join((*self.parts_tried(line), *self.belongs(line)))
            yield from self._until_right(right, line, [read])
        for each in line.parts:
            yield from self.remembered(each)

    def belongs(self, line: ReadLine) -> list[str]:
        """The conditions that the values of a line belong to their sets."""
        conditions = (membership(each.values, each.variable) for each in line.parts)
        return [self.text(each, AND) for each in conditions if each != syntax.Boolean(True)]

    def choice_taken(self, choice: Choice) -> Iterator[str]:
        """The lines that read a value of one of several kinds."""
        first, read = choice.reads[0], self.value_taken(choice)
        yield from read
        if first.mode is not Mode.ASSUME:
            right = " || ".join(map(self._allowed, choice.reads))
            yield from self._until_right(right, first, read)
        for each in choice.reads:
            if kept := self.remembered(each):
                yield from [f"if ({self._asked(each)}) {{", *indented(kept), "}"]

    def _asked(self, read: Read) -> str:
        return self.is_kind(read.kind or Kind.WORD, syntax.written_name(read.variable))

    def _allowed(self, read: Read) -> str:
        asked, condition = self._asked(read), membership(read.values, read.variable)
        if read.kind is Kind.END or condition == syntax.Boolean(True):
            return asked
        return f"({asked} && {self.text(condition, AND)})"

    def has_numbers(self, name: str) -> bool:
        """Whether what is read under a name may be a number."""
        return any(
            each.kind is Kind.NUMBER and syntax.written_name(each.variable) == name
            for each in self.needs.reads
        )

    def of_kind(self, asked: syntax.Is) -> str:
        """The condition that a value is of a kind."""
        return self.is_kind(KINDS.get(asked.kind, Kind.WORD), asked.name)

    def _until_right(self, right: str, read: Read | ReadLine, again: list[str]) -> Iterator[str]:
        """The lines that respond to a bad input, and end the program or read again."""
        answer = self.lines(read.otherwise or ())
        if read.mode is Mode.STOP:
            yield from [f"if (!({right})) {{", *indented([*answer, self.leave()]), "}"]
        else:
            yield from [f"while (!({right})) {{", *indented([*answer, *again]), "}"]

    def arguments_taken(self, line: ReadLine) -> Iterator[str]:
        """The lines that take the arguments of the program."""
        if line.repeated is not None:
            yield from self._arguments_listed(line)
            return
        if line.mode is Mode.ASSUME:
            for at, part in enumerate(line.parts, self.first_argument):
                yield self.converted(part, f"{self.argument}[{at}]")
        else:
            yield from self.arguments_checked(line)
        for part in line.parts:
            yield from self.remembered(part)

    def _arguments_listed(self, line: ReadLine) -> Iterator[str]:
        """The lines that take any number of arguments, perhaps after some others."""
        if line.mode is not Mode.ASSUME:
            raise self.missing("it checks a list of arguments", line)
        *first, last = line.parts
        for at, part in enumerate(first, self.first_argument):
            yield from [self.converted(part, f"{self.argument}[{at}]"), *self.remembered(part)]
        begin, index = self.first_argument + len(first), self.index
        taken = [self.converted(last, f"{self.argument}[{index}]"), *self.remembered(last)]
        yield f"for (int {index} = {begin}; {index} < {self.argument_count}; {index}++) {{"
        yield from [*indented(taken), "}"]

    def chosen(self, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
        """The line that chooses a random value of a range, or of a list."""
        match source:
            case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
                begin = f"{low} + " if low else ""
                return f"{name} = {begin}{self.below(str(high - low + 1))};"
            case syntax.Range(low, high):
                size = f"{self.text(high, SUM)} - {self.text(low, SUM + 1)} + 1"
                return f"{name} = {self.text(low, SUM)} + {self.below(size)};"
        return self.picked(source, name)
