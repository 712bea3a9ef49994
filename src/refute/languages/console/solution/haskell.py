"""Solutions in Haskell: loops are functions whose parameters are the remembered values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution.haskell_expressions import haskell_type, variable
from refute.languages.console.solution.haskell_input import HaskellInput
from refute.languages.console.solution.haskell_library import HELPERS, imports
from refute.languages.console.solution.haskell_scope import (
    Continuation,
    Parameters,
    Scope,
    Way,
    camel,
    exits,
    leaves,
    only_prints,
    shortened,
    used,
    with_condition,
)
from refute.languages.console.solution.surroundings import OpenFile, arguments, until_end
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Block, Origin, Statement
from refute.languages.console.types import TEXT


class HaskellWriter(HaskellInput):
    """Writes programs in Haskell."""

    def program(self) -> str:
        """The text of the whole program."""
        begin = Scope((), dict.fromkeys(self.needs.histories, "[]"))
        ended = Way(self._ended, None, frozenset())
        main = self.do(self.block(self.needs.body, begin, ended))
        first = "\n".join(("main :: IO ()", f"main = {main[0]}", *main[1:]))
        body = "\n\n".join([first, *self.functions])
        for name, helper in HELPERS.items():
            if re.search(rf"\b{name}\b", body):
                body = f"{body.rstrip(chr(10))}\n\n{helper}"
        return f"{imports(body)}{body.rstrip(chr(10))}\n"

    # Files

    def _ended(self, scope: Scope) -> list[str]:
        """The end of the program."""
        return self._closing(self.files.closed(None), scope)[0] or ["return ()"]

    def _closing(self, files: Iterable[OpenFile], scope: Scope) -> tuple[list[str], Scope]:
        """The lines that close files that are open, and the scope after them."""
        handles = [name for each in files if (name := camel(each.handle)) in scope.handles]
        left = tuple(each for each in scope.handles if each not in handles)
        return [f"hClose {each}" for each in handles], replace(scope, handles=left)

    def _opening(self, files: Iterable[OpenFile], scope: Scope) -> tuple[list[str], Scope]:
        """The lines that open files, and the scope after them."""
        lines = []
        for each in files:
            name, mode = camel(each.handle), "WriteMode" if each.is_written else "ReadMode"
            lines.append(f"{name} <- openFile {self.text(each.file, scope, 10)} {mode}")
            scope = replace(scope, handles=(*scope.handles, name))
        return lines, scope

    # Statements

    def block(self, block: Block, scope: Scope, way: Way) -> list[str]:
        """The lines of some statements and of what follows them."""
        if not block:
            return way.end(scope)
        first, rest = block[0], block[1:]
        closing, scope = self._closing(self.files.closed(first), scope)
        opening, scope = self._opening(self.files.opened(first), scope)
        return [*closing, *opening, *self._first(first, rest, scope, way)]

    def _first(self, first: Statement, rest: Block, scope: Scope, way: Way) -> list[str]:
        """The lines of a statement and of those behind it."""
        if (loop := until_end(first)) is not None:
            return self.through(loop, rest, scope, way)
        if (line := arguments(first)) is not None:
            return self.arguments_taken(line, rest, scope, way)
        if isinstance(first, syntax.If | syntax.For) and only_prints(first):
            simple = self._simple(first, scope)
            return shortened([*simple, *self.block(rest, scope, way)])
        match first:
            case syntax.Read(origin=Origin.CHOSEN):
                return self.chosen(first, rest, scope, way)
            case syntax.Read():
                return self.read(first, rest, scope, way)
            case syntax.Print():
                lines = self.print(first, rest[0] if rest else None, scope)
                return shortened([*lines, *self.block(rest, scope, way)])
            case syntax.If():
                return self._if(first, rest, scope, way)
            case syntax.Exit():
                assert way.exit is not None
                return way.exit(scope)
            case syntax.Loop() | syntax.Iterate() | syntax.For():
                return self._loop(first, rest, scope, way)
            case syntax.ReadLine():
                return self.line(first, rest, scope, way)
            case syntax.Choice():
                return self.choice(first, rest, scope, way)
            case _:
                raise AssertionError("a derived statement")

    def _simple(self, statement: Statement, scope: Scope) -> list[str]:
        """The lines of a statement that only prints, so that others can follow it."""
        ended = Way(lambda _scope: ["return ()"], None, frozenset())
        match statement:
            case syntax.If(condition, then, ()):
                body = self.do(self.block(then, scope, ended))
                return [f"when ({self.text(condition, scope)}) $ {body[0]}", *body[1:]]
            case syntax.For(name, source, block):
                body = self.do(self.block(block, scope.with_variables(name), ended))
                listed = self.text(source, scope, 10)
                if self.needs.type_of(source) == TEXT:
                    listed = f"(map (: []) {listed})"
                return [f"forM_ {listed} $ \\{variable(name)} -> {body[0]}", *body[1:]]
            case syntax.If():
                return self._if(statement, (), scope, ended)
        raise AssertionError(statement)

    def _if(self, statement: syntax.If, rest: Block, scope: Scope, way: Way) -> list[str]:
        after = way
        leaving = [leaves(each) for each in (statement.then, statement.otherwise)]
        if rest and not any(leaving):
            after = replace(way, end=self.named("next", rest, way), used=used(rest) | way.used)
            rest = ()
        condition, then, otherwise = statement.condition, statement.then, statement.otherwise
        if not then and otherwise:
            condition, then, otherwise = negated(condition), otherwise, then
        one = self.do(self.block((*then, *rest), scope, after))
        two = self.do(self.block((*otherwise, *rest), scope, after))
        return [
            f"if {self.text(condition, scope)}",
            *indented([f"then {one[0]}", *one[1:]]),
            *indented([f"else {two[0]}", *two[1:]]),
        ]

    def _loop(
        self, loop: syntax.Loop | syntax.Iterate | syntax.For, rest: Block, scope: Scope, way: Way
    ) -> list[str]:
        wanted = used((loop,)) | used(rest) | way.used
        after = way.end if not rest else self.named("next", rest, way)
        if rest and exits(loop) == 1:
            after = lambda here: self.block(rest, here, way)  # noqa: E731 - a continuation
        name = self.fresh("loop")
        given = self.parameters(scope, wanted)
        inner, head = self.function_scope(scope, given, name)
        again: Continuation = lambda here: [  # noqa: E731 - a continuation
            " ".join((name, *self.arguments(here, given)))
        ]
        if isinstance(loop, syntax.For):
            return self._for(loop, name, given, scope, inner, after, wanted)
        written = loop.body if isinstance(loop, syntax.Loop) else with_condition(loop)
        body = self.do(self.block(written, inner, Way(again, after, wanted)))
        self.define(name, given, "IO ()", head, body)
        return again(scope)

    def _for(
        self,
        loop: syntax.For,
        name: str,
        given: Parameters,
        scope: Scope,
        inner: Scope,
        after: Continuation,
        wanted: frozenset[str],
    ) -> list[str]:
        """A function that takes the values left to iterate over."""
        counter, type_ = variable(loop.variable), self.needs.type_of(loop.source)
        if type_ is None or not type_.is_list:
            raise self.missing("it goes through a text with `for`", loop)

        def again(here: Scope) -> list[str]:
            return [" ".join((name, "rest", *self.arguments(here, given)))]

        ended = self.do(after(inner))
        way = Way(again, after, wanted)
        body = self.do(self.block(loop.body, inner.with_variables(loop.variable), way))
        names = [text for text, _ in given]
        head = " ".join((name, "[]", *names))
        other = " ".join((name, f"({counter} : rest)", *names))
        lines = [f"{head} = {ended[0]}", *ended[1:], f"{other} = {body[0]}", *body[1:]]
        types = " -> ".join([haskell_type(type_), *(each for _, each in given), "IO ()"])
        self.functions.insert(0, "\n".join([f"{name} :: {types}", *lines]))
        source = self.text(loop.source, scope, 10)
        return [" ".join((name, source, *self.arguments(scope, given)))]
