"""What solutions in C and in Java have in common: statements in braces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import assert_never

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution.needs import unsupported
from refute.languages.console.solution.surroundings import (
    UntilEnd,
    arguments,
    draw,
    until_end,
)
from refute.languages.console.solution.writing import (
    ATOM,
    COMPARED,
    LEVELS,
    OR,
    PRODUCT,
    SIGN,
    Code,
    Writer,
    indented,
)
from refute.languages.console.syntax import Expression, Mode, Origin, Statement
from refute.languages.console.types import INT, REAL, TEXT, Type, show_decimal

_SIGNS = {"or": "||", "and": "&&"}


class BraceWriter(Writer):
    """Writes statements with braces, and the expressions that both languages write alike.

    A list that has no expression of its own is made by a loop `ahead` of the statement that uses
    it, and `made` says what it is called; where a condition is asked again and again, that cannot
    be done.
    """

    ahead: list[str] | None = None
    made: Mapping[Expression, str] = MappingProxyType({})
    lists_made: int = 0

    def missing(self, what: str, node: syntax.Node) -> InputError:
        """The error that something has no simple form in this language."""
        return unsupported(what, self.name, node)

    # What differs

    @abstractmethod
    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a function that the program brings along for values of a type."""

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
        """The lines that read a value that is right."""

    @abstractmethod
    def tried(self, read: syntax.Read, name: str) -> str:
        """The condition, in the making of which a value is read, that it has the right type."""

    @abstractmethod
    def line_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that read several values of one line."""

    @abstractmethod
    def choice_taken(self, choice: syntax.Choice) -> Iterator[str]:
        """The lines that read a value of one of several kinds."""

    @abstractmethod
    def arguments_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that take the arguments of the program."""

    @abstractmethod
    def chosen(self, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
        """The line that chooses a random value of a range, or of a list."""

    @abstractmethod
    def through(self, loop: UntilEnd) -> Iterator[str]:
        """A loop over the lines of a file, or over all that is typed."""

    @abstractmethod
    def kept(self, history: str, name: str) -> str:
        """The line that puts a value behind a list."""

    @abstractmethod
    def applied(self, expression: syntax.Apply) -> Code:
        """A function that is written differently."""

    @abstractmethod
    def leave(self) -> str:
        """The line that ends the program."""

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
        """A condition that is asked more than once."""
        with self._lines_ahead(allowed=False):
            return self.text(condition, level)

    def listed(self, each: syntax.Each) -> str:
        """The name of the list that a loop ahead of the statement makes."""
        if each in self.made:
            return self.made[each]
        if self.ahead is None:
            raise self.missing("it makes a list for a condition that is asked again", each)
        self.lists_made += 1
        number = "" if self.lists_made == 1 else f"_{self.lists_made}"
        name = f"{self.variable(each.variable)}_list{number}"
        type_ = self.needs.type_of(each.item) or INT
        with self._lines_ahead() as ahead:
            asked = None if each.condition is None else self.text(each.condition)
            kept = self.kept(name, self.item(each.item))
        body = [kept] if asked is None else [f"if ({asked}) {{", *indented([kept]), "}"]
        loop = self.looped(each.variable, each.source, [*ahead, *body])
        self.ahead += [*self.empty_list(type_, name), *loop]
        self.made = {**self.made, each: name}
        return name

    def item(self, expression: Expression) -> str:
        """A value that is put into a list."""
        return self.text(expression)

    @abstractmethod
    def empty_list(self, type_: Type, name: str) -> list[str]:
        """The lines that declare a list for values of a type."""

    @abstractmethod
    def looped(self, variable: str, source: Expression, body: list[str]) -> list[str]:
        """A loop through a range, a list or a text."""

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
        """A loop through a range of numbers."""
        name = self.variable(variable)
        begin = f"{self.declared(INT)} {name} = {self.text(low)}"
        head = f"for ({begin}; {name} <= {self.text(high, COMPARED + 1)}; {name}++) {{"
        return [head, *indented(body), "}"]

    def _if(self, statement: syntax.If, before: str = "") -> Iterator[str]:
        if not statement.then:
            turned = negated(statement.condition)
            statement = syntax.If(turned, statement.otherwise, (), span=statement.span)
        yield f"{before}if ({self.text(statement.condition)}) {{"
        yield from indented(self.lines(statement.then))
        match statement.otherwise:
            case (syntax.If() as inner,):
                yield from self._if(inner, "} else ")
            case (_, *_):
                yield from ["} else {", *indented(self.lines(statement.otherwise)), "}"]
            case _:
                yield "}"

    def _iterate(self, form: syntax.Form, asked: Expression, body: list[str]) -> Iterator[str]:
        if form in {syntax.Form.UNTIL, syntax.Form.REPEAT_UNTIL}:
            asked = negated(asked)
        if form in {syntax.Form.WHILE, syntax.Form.UNTIL}:
            yield from [f"while ({self.asked_again(asked)}) {{", *indented(body), "}"]
        else:
            yield from ["do {", *indented(body), f"}} while ({self.asked_again(asked)});"]

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
        """The lines that put a value behind the lists that it belongs to."""
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

    # Expressions

    def code(self, expression: Expression) -> Code:
        """An expression."""
        match expression:
            case syntax.Integer(value):
                return str(value), ATOM if value >= 0 else SIGN
            case syntax.Real(value):
                shown = show_decimal(value)
                return shown if "." in shown else f"{shown}.0", ATOM if value >= 0 else SIGN
            case syntax.Text(text) | syntax.Member(_, text):
                return quoted(text), ATOM
            case syntax.Boolean(truth):
                return str(truth).lower(), ATOM
            case syntax.Name(name):
                return self.variable(name), ATOM
            case syntax.Apply():
                return self._applied(expression)
            case _:
                return self.other(expression)

    @abstractmethod
    def other(self, expression: Expression) -> Code:
        """An expression that is written differently."""

    def _applied(self, expression: syntax.Apply) -> Code:
        function, arguments = expression.function, expression.arguments
        match function:
            case "not":
                return f"!{self.text(arguments[0], SIGN)}", SIGN
            case "negate":
                return f"-{self.text(arguments[0], SIGN)}", SIGN
            case "in" | "not in" if isinstance(arguments[1], syntax.ListOf):
                return self._one_of(function == "in", arguments[0], arguments[1].items)
            case "either":
                asked, then, other = (self.text(each, 1) for each in arguments)
                return f"{asked} ? {then} : {other}", 0
            case "lookup":
                return self._looked_up(*arguments), 0
            case "==" | "!=" if self.is_text(arguments[0]) or self.are_objects(*arguments):
                return self.same_text(function == "==", *arguments)
            case "/":
                left = self._as_real(arguments[0])
                return f"{left} / {self.text(arguments[1], PRODUCT + 1)}", PRODUCT
            case "div" | "mod" if all(map(self.needs.is_natural, arguments)):
                return self.infix({"div": "/", "mod": "%"}[function], PRODUCT, *arguments)
            case _ if function in LEVELS and not self._is_text_or_list(arguments[0]):
                return self.infix(_SIGNS.get(function, function), LEVELS[function], *arguments)
        return self.applied(expression)

    def _as_real(self, number: Expression) -> str:
        cast = "" if self.needs.type_of(number) == REAL else "(double) "
        return f"{cast}{self.text(number, SIGN if cast else PRODUCT)}"

    def _one_of(self, inside: bool, value: Expression, items: tuple[Expression, ...]) -> Code:
        function, join = ("==", "or") if inside else ("!=", "and")
        made: Expression = syntax.Apply(function, (value, items[0]))
        for each in items[1:]:
            made = syntax.Apply(join, (made, syntax.Apply(function, (value, each))))
        return self.code(made)

    def _looked_up(self, key: Expression, keys: Expression, values: Expression) -> str:
        pairs = list(zip(syntax.children(keys), syntax.children(values), strict=True))
        made = self.text(pairs[-1][1], 1)
        for one, two in reversed(pairs[:-1]):
            asked = self.text(syntax.Apply("==", (key, one)), 1)
            made = f"{asked} ? {self.text(two, 1)} : {made}"
        return made

    def _is_text_or_list(self, expression: Expression) -> bool:
        type_ = self.needs.type_of(expression)
        return self.is_text(expression) or (type_ is not None and type_.is_list)

    def is_text(self, expression: Expression) -> bool:
        """Whether the value is a text, or a member of an enumeration."""
        type_ = self.needs.type_of(expression)
        return type_ == TEXT or bool(type_ and type_.members and not type_.is_list)

    def are_objects(self, left: Expression, right: Expression) -> bool:
        """Whether two numbers must be compared like texts."""
        del left, right
        return False

    @abstractmethod
    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """Whether two texts are the same, or not."""

    def declared_variables(self) -> Iterator[tuple[str, Type]]:
        """The variables that are read, with their types."""
        values = [each for each in self.needs.reads if each.kind is not syntax.Kind.END]
        for name in dict.fromkeys(each.variable for each in values):
            yield name, self.needs.checked.types[name]


_ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    """A text in double quotes."""
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'
