"""Functions of solutions in Haskell: their parameters, and their layout."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from functools import cached_property

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.solution.haskell_expressions import (
    Expressions,
    haskell_type,
    variable,
)
from refute.languages.console.solution.haskell_scope import (
    Continuation,
    Parameters,
    Scope,
    Way,
    camel,
    history,
    list_name,
    used,
)
from refute.languages.console.solution.needs import Needs, unsupported
from refute.languages.console.solution.surroundings import Files
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Block, Expression


@dataclass
class Functions:
    """Writes functions; the values read so far are their arguments."""

    needs: Needs
    name: str = "Haskell"
    functions: list[str] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    @abstractmethod
    def block(self, block: Block, scope: Scope, way: Way) -> list[str]:
        """The lines of some statements and of what follows them."""

    @cached_property
    def files(self) -> Files:
        """The files that the program opens."""
        return Files(self.needs, self.name)

    def missing(self, what: str, node: syntax.Node) -> InputError:
        """The error that something cannot be written simply in Haskell."""
        return unsupported(what, self.name, node)

    def text(self, expression: Expression, scope: Scope, level: int = 0) -> str:
        """An expression."""
        return Expressions(self.needs, scope.lists).text(expression, level)

    def type_name(self, name: str) -> str:
        """The type of a variable, of the line that it was read from, or of whether that ended."""
        if name.endswith(" end"):
            return "Bool"
        return "String" if name.endswith(" line") else haskell_type(self.needs.checked.types[name])

    def do(self, lines: list[str]) -> list[str]:
        """Lines as one action: behind `do` and indented if there are several."""
        single = lines[0].startswith("if ") and all(each.startswith(" ") for each in lines[1:])
        return lines if single or len(lines) == 1 else ["do", *indented(lines)]

    def handle(self, read: syntax.Read) -> str:
        """The handle of the file that something is read from; empty for typed input."""
        return "" if read.file is None else camel(self.files.handle(read.file, writes=False))

    def parameters(self, scope: Scope, wanted: frozenset[str]) -> Parameters:
        """The names that a function takes as parameters, with their types."""
        found = [
            (variable(name), self.type_name(name)) for name in scope.variables if name in wanted
        ]
        for each in scope.lists:
            if list_name(each) in wanted:
                found.append((history(each), f"[{self.type_name(each[0])}]"))
        return [*found, *((each, "Handle") for each in scope.handles)]

    def arguments(self, scope: Scope, given: Parameters) -> list[str]:
        """The arguments of a function that is called in a scope."""
        lists = {history(each): text for each, text in scope.lists.items()}
        return [lists.get(name, name) for name, _ in given]

    def function_scope(self, scope: Scope, given: Parameters, name: str) -> tuple[Scope, str]:
        """The scope inside a function, and the head of its definition."""
        names = [text for text, _ in given]
        variables = tuple(each for each in scope.variables if variable(each) in names)
        lists = {
            each: history(each) if history(each) in names else text
            for each, text in scope.lists.items()
        }
        return Scope(variables, lists, scope.handles), " ".join((name, *names))

    def define(self, name: str, given: Parameters, result: str, head: str, body: list[str]) -> None:
        """Add a function before those written so far."""
        types = " -> ".join([*(type_ for _, type_ in given), result])
        lines = [f"{name} :: {types}", f"{head} = {body[0]}", *body[1:]]
        if body[0].startswith(("if ", "case ", "do")) and len(body) > 1:
            lines = [f"{name} :: {types}", f"{head} =", *indented(body)]
            if body[0] == "do":
                lines = [f"{name} :: {types}", f"{head} = do", *body[1:]]
        self.functions.insert(0, "\n".join(lines))

    def fresh(self, word: str) -> str:
        """A name that no other function has, based on a word."""
        number = self.taken[word] = self.taken.get(word, 0) + 1
        return word if number == 1 else f"{word}{number}"

    def named(self, word: str, block: Block, way: Way) -> Continuation:
        """The following statements as a function, made when it is first needed."""
        made: list[tuple[str, Parameters]] = []
        wanted = used(block) | way.used

        def call(here: Scope) -> list[str]:
            if not made:
                name = self.fresh(word)
                given = self.parameters(here, wanted)
                made.append((name, given))
                inner, head = self.function_scope(here, given, name)
                self.define(name, given, "IO ()", head, self.do(self.block(block, inner, way)))
            name, given = made[0]
            return [" ".join((name, *self.arguments(here, given)))]

        return call
