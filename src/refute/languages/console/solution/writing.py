"""Programs as text: what the languages of solutions have in common.

A writer walks through the statements of a specification and writes the program that a textbook
would have: variables with the names of the specification, lists for earlier values, loops and
conditions in their places.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Protocol

from refute.languages.console import syntax
from refute.languages.console.solution.needs import Needs, Output, printed
from refute.languages.console.solution.surroundings import Files, OpenFile
from refute.languages.console.syntax import Block, Expression, Statement

OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, ATOM = range(1, 9)
"""Precedence of operators, from loosest to tightest."""

LEVELS = {
    "or": OR, "and": AND, "==": COMPARED, "!=": COMPARED, "<": COMPARED, "<=": COMPARED,
    ">": COMPARED, ">=": COMPARED, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT,
}  # fmt: skip

Code = tuple[str, int]
"""An expression as text, with its precedence."""


class Writer(Protocol):
    """Writes programs in one language."""

    name: str
    reserved: frozenset[str]
    needs: Needs
    helpers: dict[str, str]

    @abstractmethod
    def program(self) -> str:
        """The text of the whole program."""

    @abstractmethod
    def code(self, expression: Expression) -> Code:
        """An expression."""

    @abstractmethod
    def statement(self, statement: Statement, following: Statement | None) -> Iterator[str]:
        """The lines of a statement, with nested ones indented."""

    @abstractmethod
    def opening(self, file: OpenFile) -> str:
        """The line that opens a file."""

    @abstractmethod
    def closing(self, file: OpenFile) -> str:
        """The line that closes a file."""

    @cached_property
    def files(self) -> Files:
        """The files that the program opens."""
        return Files(self.needs, self.name)

    def body(self) -> list[str]:
        """The lines of all statements; files are opened and closed between them."""
        block = self.needs.body
        made: list[str] = []
        for number, each in enumerate(block, 1):
            made += map(self.closing, self.files.closed(each))
            made += map(self.opening, self.files.opened(each))
            made += self.statement(each, block[number] if number < len(block) else None)
        return [*made, *map(self.closing, self.files.closed(None))]

    def text(self, expression: Expression, level: int = 0) -> str:
        """An expression, in parentheses where it must bind more tightly."""
        written, own = self.code(expression)
        return f"({written})" if own < level else written

    def infix(self, operator: str, level: int, left: Expression, right: Expression) -> Code:
        """Two operands with a left-associative operator between them."""
        tight = level + 1 if level == COMPARED else level
        return f"{self.text(left, tight)} {operator} {self.text(right, level + 1)}", level

    def variable(self, name: str) -> str:
        """The name of a variable in the program."""
        name = name.replace(" ", "_")
        return f"{name}_" if name in self.reserved else name

    def history(self, variables: Sequence[str]) -> str:
        """The name of the list of all values of some variables."""
        return "_".join((*variables, "values"))

    def lines(self, block: Block) -> list[str]:
        """The lines of a block."""
        following = dict(enumerate(block))
        return [
            line
            for number, each in enumerate(block, 1)
            for line in self.statement(each, following.get(number))
        ]

    def helped(self, name: str, text: str) -> str:
        """The name of a support function that the program must include."""
        self.helpers.setdefault(name, text)
        return name

    def output(self, output: syntax.Print, following: Statement | None) -> Output | None:
        """What is printed; free text that may be missing is left out."""
        return printed(output, following)


def indented(lines: Sequence[str], indent: str = "    ") -> list[str]:
    """Lines indented by one level."""
    return [f"{indent}{line}" if line else "" for line in lines]


_ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    """A text in double quotes."""
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'
