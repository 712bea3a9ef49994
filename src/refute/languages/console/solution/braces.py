"""The statements that solutions in C and in Java have in common."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution.brace_expressions import BraceExpressions
from refute.languages.console.solution.needs import unsupported
from refute.languages.console.solution.surroundings import (
    UntilEnd,
    arguments,
    draw,
    until_end,
)
from refute.languages.console.solution.writing import (
    COMPARED,
    OR,
    indented,
)
from refute.languages.console.syntax import Expression, Mode, Origin, Statement
from refute.languages.console.types import BOOL, INT, REAL, Type

_WORDS = {INT: "long", REAL: "double", BOOL: "bool"}
_INDICES = ("i", "j", "k", "index", "position", "place", "at_index", "the_index")


@dataclass
class BraceWriter(BraceExpressions):
    """Writes statements with braces.

    A list without an expression of its own is made by a loop `ahead` of the statement that uses it,
    and `made` has its name; this is impossible if a condition is evaluated repeatedly.
    """

    helpers: dict[str, str] = field(default_factory=dict)
    ahead: list[str] | None = None
    made: Mapping[Expression, str] = field(default_factory=dict)
    lists_made: Counter[str] = field(default_factory=Counter)

    @cached_property
    def index(self) -> str:
        """The name of a loop counter, which is no name of the specification."""
        return next(each for each in _INDICES if each not in self.needs.names)

    def missing(self, what: str, node: syntax.Node) -> InputError:
        """The error that something cannot be written simply in this language."""
        return unsupported(what, self.name, node)

    # What differs between the languages

    @abstractmethod
    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a support function for values of a type."""

    @abstractmethod
    def declared(self, type_: Type) -> str:
        """The type of a variable."""

    @abstractmethod
    def printed(
        self, pieces: tuple[str | syntax.Result, ...], file: Expression | None
    ) -> Iterator[str]:
        """The lines that print a line, perhaps to a file."""

    @abstractmethod
    def taken(self, read: syntax.Read, name: str) -> Iterator[str]:
        """The lines that read a valid value."""

    @abstractmethod
    def tried(self, read: syntax.Read, name: str) -> str:
        """The condition that a value has the right type; testing it reads the value."""

    @abstractmethod
    def line_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that read several values of one line."""

    @abstractmethod
    def choice_taken(self, choice: syntax.Choice) -> Iterator[str]:
        """The lines that read a value of one of several kinds."""

    @abstractmethod
    def of_kind(self, asked: syntax.Is) -> str:
        """The condition that a value is of a kind."""

    @abstractmethod
    def arguments_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that take the arguments of the program."""

    @abstractmethod
    def chosen(self, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
        """The line that chooses a random value of a range, or of a list."""

    @abstractmethod
    def through(self, loop: UntilEnd) -> Iterator[str]:
        """A loop over the lines of a file, or over all input."""

    @abstractmethod
    def kept(self, history: str, name: str) -> str:
        """The line that appends a value to a list."""

    @abstractmethod
    def leave(self) -> str:
        """The line that ends the program."""

    def variant(self, name: str, text: str, type_: Type) -> str:
        """The name of a function for values of a type; each type has its own."""
        if self.helpers.get(name, text) != text:
            other = f"{name}_{_WORDS.get(type_, 'text')}"
            text = re.sub(rf"\b{name}\(", f"{other}(", text)
            name = other
        return self.helped(name, text)

    def brought(self, library: Iterable[str]) -> list[str]:
        """The support functions that the program needs, in the order of the library."""
        order = {each: number for number, each in enumerate(library)}
        known = sorted(self.helpers, key=lambda each: order.get(each, order.get(_base(each), 0)))
        return [self.helpers[each] for each in known]

    # Statements

    def statement(self, statement: Statement, following: Statement | None) -> Iterator[str]:
        """The lines of a statement, after those that make the lists that it uses."""
        with self._lines_ahead() as ahead:
            lines = list(self._statement(statement, following))
        yield from (*ahead, *lines)

    @contextmanager
    def _lines_ahead(self, *, allowed: bool = True) -> Iterator[list[str]]:
        outer = self.ahead, self.made
        ahead: list[str] = []
        self.ahead = ahead if allowed else None
        self.made = {}
        try:
            yield ahead
        finally:
            self.ahead, self.made = outer

    def asked_again(self, condition: Expression, level: int = 0) -> str:
        """A condition that is evaluated more than once."""
        with self._lines_ahead(allowed=False):
            return self.text(condition, level)

    def listed(self, each: syntax.Each) -> str:
        """The name of the list that a loop ahead of the statement makes."""
        if each in self.made:
            return self.made[each]
        name = self.list_name(self.variable(each.variable), each)
        type_ = self.needs.type_of(each.item) or INT
        with self._lines_ahead() as ahead:
            asked = None if each.condition is None else self.text(each.condition)
            kept = self.kept(name, self.item(each.item))
        body = [kept] if asked is None else [f"if ({asked}) {{", *indented([kept]), "}"]
        loop = self.looped(each.variable, each.source, [*ahead, *body])
        self.put_ahead(each, name, [*self.empty_list(type_, name), *loop])
        return name

    def list_name(self, word: str, node: syntax.Node) -> str:
        """A name for a list that is made ahead of the statement."""
        if self.ahead is None:
            raise self.missing("it makes a list for a condition that is asked again", node)
        self.lists_made[word] += 1
        number = self.lists_made[word]
        return f"{word}_list{'' if number == 1 else f'_{number}'}"

    def put_ahead(self, expression: Expression, name: str, lines: list[str]) -> None:
        """Add the lines that make a list ahead of the statement, and note its name."""
        assert self.ahead is not None
        self.ahead += lines
        self.made = {**self.made, expression: name}

    def item(self, expression: Expression) -> str:
        """A value that is put into a list."""
        return self.text(expression)

    @abstractmethod
    def empty_list(self, type_: Type, name: str) -> list[str]:
        """The lines that declare a list for values of a type."""

    @abstractmethod
    def looped(self, variable: str, source: Expression, body: list[str]) -> list[str]:
        """A loop over a range, a list or a text."""

    def _statement(self, statement: Statement, following: Statement | None) -> Iterator[str]:
        if (loop := until_end(statement)) is not None:
            yield from self.through(loop)
            return
        if (line := arguments(statement)) is not None:
            yield from self.arguments_taken(line)
            return
        match statement:
            case syntax.Read(origin=Origin.CHOSEN):
                yield from [*self._chosen(statement), *self.remembered(statement)]
            case syntax.Read():
                yield from self._read(statement)
            case syntax.Print():
                pieces = self.output(statement, following)
                yield from () if pieces is None else self.printed(pieces, statement.file)
            case syntax.If():
                yield from self._if(statement)
            case syntax.Loop(body):
                yield from ["while (true) {", *indented(self.lines(body)), "}"]
            case syntax.Iterate(form, condition, body):
                yield from self._iterate(form, condition, self.lines(body))
            case syntax.For(variable, source, body):
                yield from self.looped(variable, source, self.lines(body))
            case syntax.Exit():
                yield "break;"
            case syntax.ReadLine():
                yield from self.line_taken(statement)
            case syntax.Choice():
                yield from self.choice_taken(statement)
            case syntax.Let() | syntax.Use():
                raise AssertionError("a derived statement")
            case _:
                assert_never(statement)

    def counted(
        self, variable: str, low: Expression, high: Expression, body: list[str]
    ) -> list[str]:
        """A loop over a range of numbers."""
        name = self.variable(variable)
        begin = f"{self.declared(INT)} {name} = {self.text(low)}"
        head = f"for ({begin}; {name} <= {self.text(high, COMPARED + 1)}; {name}++) {{"
        return [head, *indented(body), "}"]

    def _if(self, statement: syntax.If) -> Iterator[str]:
        if not statement.then:
            turned = negated(statement.condition)
            statement = syntax.If(turned, statement.otherwise, (), span=statement.span)
        yield f"if ({self.text(statement.condition)}) {{"
        yield from indented(self.lines(statement.then))
        match statement.otherwise:
            case (syntax.If() as inner,):
                with self._lines_ahead() as ahead:
                    lines = list(self._if(inner))
                if ahead:
                    yield from ["} else {", *indented([*ahead, *lines]), "}"]
                else:
                    yield from [f"}} else {lines[0]}", *lines[1:]]
            case (_, *_):
                yield from ["} else {", *indented(self.lines(statement.otherwise)), "}"]
            case _:
                yield "}"

    def _iterate(self, form: syntax.Form, asked: Expression, body: list[str]) -> Iterator[str]:
        if form in {syntax.Form.UNTIL, syntax.Form.REPEAT_UNTIL}:
            asked = negated(asked)
        first = form in {syntax.Form.WHILE, syntax.Form.UNTIL}
        with self._lines_ahead() as ahead:
            condition, opposite = self.text(asked), self.text(negated(asked))
        if ahead:
            leave = [*ahead, f"if ({opposite}) {{", *indented(["break;"]), "}"]
            yield from ["while (true) {", *indented([*leave, *body] if first else [*body, *leave])]
            yield "}"
        elif first:
            yield from [f"while ({condition}) {{", *indented(body), "}"]
        else:
            yield from ["do {", *indented(body), f"}} while ({condition});"]

    def _read(self, read: syntax.Read) -> Iterator[str]:
        name = self.variable(read.variable)
        if read.mode is Mode.ASSUME:
            yield from self.taken(read, name)
        else:
            wrong = self._wrong(read, name)
            answer = self.lines(read.otherwise or ())
            if read.mode is Mode.STOP:
                yield from [f"if ({wrong}) {{", *indented([*answer, self.leave()]), "}"]
            else:
                yield from [f"while ({wrong}) {{", *indented(answer), "}"]
        yield from self.remembered(read)

    def remembered(self, read: syntax.Read) -> list[str]:
        """The lines that append a value to the lists that it belongs to."""
        return [
            self.kept(self.history(each), self.variable(read.variable))
            for each in self.needs.histories
            if read.variable in each
        ]

    def _chosen(self, read: syntax.Read) -> Iterator[str]:
        made = draw(self.needs, read, self.name)
        line = self.chosen(made.source, self.variable(read.variable))
        if made.condition == syntax.Boolean(True):
            yield line
        else:
            wrong = self.asked_again(negated(made.condition))
            yield from ["do {", *indented([line]), f"}} while ({wrong});"]

    def _wrong(self, read: syntax.Read, name: str) -> str:
        type_ = self.needs.checked.types[read.variable]
        condition = self.needs.condition(read)
        if type_.members and condition == syntax.Boolean(True):
            members = tuple(syntax.Text(each) for each in type_.members)
            condition = syntax.Apply("in", (syntax.Name(read.variable), syntax.ListOf(members)))
        wrong = negated(condition)
        tried = f"!{self.tried(read, name)}"
        if wrong == syntax.Boolean(False):
            return tried
        return f"{tried} || {self.asked_again(wrong, OR)}"

    def declared_variables(self) -> Iterator[tuple[str, Type]]:
        """The variables that are read, with their types."""
        values = [each for each in self.needs.reads if each.kind is not syntax.Kind.END]
        for name in dict.fromkeys(each.variable for each in values):
            yield name, self.needs.checked.types[name]


def _base(name: str) -> str:
    return name.rpartition("_")[0]
