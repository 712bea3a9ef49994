"""Solutions in Haskell: loops are functions whose parameters are what they remember."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution.braces import quoted
from refute.languages.console.solution.haskell_expressions import (
    Expressions,
    haskell_type,
    variable,
)
from refute.languages.console.solution.haskell_library import HELPERS, imports
from refute.languages.console.solution.needs import (
    Needs,
    membership,
    printed,
    unsupported,
)
from refute.languages.console.solution.surroundings import (
    Files,
    OpenFile,
    UntilEnd,
    arguments,
    draw,
    until_end,
)
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Block, Expression, Mode, Origin, Statement
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import BOOL, INT, REAL, TEXT, Type

Continuation: TypeAlias = "Callable[[Scope], list[str]]"
"""The lines of what happens next, given what is known there."""


@dataclass(frozen=True)
class Scope:
    """The variables that have a value, how the lists of all values are called now, open files."""

    variables: tuple[str, ...] = ()
    lists: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    handles: tuple[str, ...] = ()

    def with_variable(self, name: str) -> Scope:
        """The scope after a value was read."""
        return self if name in self.variables else replace(self, variables=(*self.variables, name))


@dataclass(frozen=True)
class _Way:
    """What follows a block: after its end, and after an `exit`; and the names used there."""

    end: Continuation
    exit: Continuation | None
    used: frozenset[str]


def _kept(name: str, values: str, scope: Scope) -> tuple[list[str], Scope]:
    """The lines that put values behind the lists of a variable, and the scope after them."""
    kept: list[str] = []
    lists = dict(scope.lists)
    for each, known in scope.lists.items():
        if name in each:
            fresh = history(each) if known == "[]" else f"{known}'"
            before = "" if known == "[]" else f"{known} ++ "
            kept.append(f"let {fresh} = {before}{values}")
            lists[each] = fresh
    return kept, replace(scope.with_variable(name), lists=lists)


@dataclass
class HaskellWriter:
    """Writes programs in Haskell."""

    needs: Needs
    name: str = "Haskell"
    functions: list[str] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    def program(self) -> str:
        """The text of the whole program."""
        begin = Scope((), dict.fromkeys(self.needs.histories, "[]"))
        ended = _Way(self._ended, None, frozenset())
        main = self._do(self._block(self.needs.body, begin, ended))
        first = "\n".join(("main :: IO ()", f"main = {main[0]}", *main[1:]))
        body = "\n\n".join([first, *self.functions])
        for name, helper in HELPERS.items():
            if re.search(rf"\b{name}\b", body):
                body = f"{body.rstrip(chr(10))}\n\n{helper}"
        return f"{imports(body)}{body.rstrip(chr(10))}\n"

    @cached_property
    def _files(self) -> Files:
        return Files(self.needs, self.name)

    def _ended(self, scope: Scope) -> list[str]:
        """The end of the program."""
        return self._closing(self._files.closed(None), scope)[0] or ["return ()"]

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
            lines.append(f"{name} <- openFile {self._text(each.file, scope, 10)} {mode}")
            scope = replace(scope, handles=(*scope.handles, name))
        return lines, scope

    def get_line(self, read: syntax.Read) -> str:
        """The action that reads a line."""
        if read.file is None:
            return "getLine"
        return f"hGetLine {camel(self._files.handle(read.file, writes=False))}"

    def _do(self, lines: list[str]) -> list[str]:
        """Lines as one action: the first stands behind a sign, the others are indented."""
        single = lines[0].startswith("if ") and all(each.startswith(" ") for each in lines[1:])
        return lines if single or len(lines) == 1 else ["do", *indented(lines)]

    def _missing(self, what: str, node: syntax.Node) -> InputError:
        return unsupported(what, self.name, node)

    def _text(self, expression: Expression, scope: Scope, level: int = 0) -> str:
        return Expressions(self.needs, scope.lists).text(expression, level)

    # Statements

    def _block(self, block: Block, scope: Scope, way: _Way) -> list[str]:
        if not block:
            return way.end(scope)
        first, rest = block[0], block[1:]
        closing, scope = self._closing(self._files.closed(first), scope)
        opening, scope = self._opening(self._files.opened(first), scope)
        return [*closing, *opening, *self._first(first, rest, scope, way)]

    def _first(self, first: Statement, rest: Block, scope: Scope, way: _Way) -> list[str]:
        """The lines of a statement and of those behind it."""
        if (loop := until_end(first)) is not None:
            return self._through(loop, rest, scope, way)
        if (line := arguments(first)) is not None:
            return self._arguments_taken(line, rest, scope, way)
        if isinstance(first, syntax.If | syntax.For) and _only_prints(first):
            simple = self._simple(first, scope)
            return _shortened([*simple, *self._block(rest, scope, way)])
        match first:
            case syntax.Read(origin=Origin.CHOSEN):
                return self._chosen(first, rest, scope, way)
            case syntax.Read():
                return self._read(first, rest, scope, way)
            case syntax.Print():
                following = rest[0] if rest else None
                lines = self._print(first, following, scope)
                return _shortened([*lines, *self._block(rest, scope, way)])
            case syntax.If():
                return self._if(first, rest, scope, way)
            case syntax.Exit():
                assert way.exit is not None
                return way.exit(scope)
            case syntax.Loop() | syntax.Iterate() | syntax.For():
                return self._loop(first, rest, scope, way)
            case syntax.ReadLine():
                return self._line(first, rest, scope, way)
            case syntax.Choice():
                raise self._missing("it reads values of several kinds", first)
            case _:
                raise AssertionError("a derived statement")

    def _print(self, output: syntax.Print, following: Statement | None, scope: Scope) -> list[str]:
        pieces = printed(output, following)
        if pieces is None:
            return []
        line = self._written(pieces, scope)
        if output.file is None:
            return [line]
        handle = camel(self._files.handle(output.file, writes=True))
        function, _, others = line.partition(" ")
        return [f"h{function[0].upper()}{function[1:]} {handle} {others}"]

    def _written(self, pieces: tuple[str | syntax.Result, ...], scope: Scope) -> str:
        if any(isinstance(each, syntax.Result) and str(each.format or "") for each in pieces):
            return self._printf(pieces, scope)
        made = [
            quoted(each) if isinstance(each, str) else self._shown(each.expression, scope)
            for each in pieces
        ]
        if len(made) == 1:
            (piece,) = pieces
            if isinstance(piece, syntax.Result) and made[0].startswith("show "):
                return f"print {made[0].removeprefix('show ')}"
            alone = isinstance(piece, str) or " " not in made[0]
            return f"putStrLn {made[0] if alone else f'({made[0]})'}"
        return f"putStrLn ({' ++ '.join(made)})"

    def _shown(self, expression: Expression, scope: Scope) -> str:
        type_ = self.needs.type_of(expression)
        if type_ is not None and type_.is_list:
            listed = self._text(expression, scope, 10)
            if haskell_type(type_.item) == "String":
                return f'"[" ++ intercalate ", " {listed} ++ "]"'
            return f'"[" ++ intercalate ", " (map show {listed}) ++ "]"'
        if type_ in {INT, REAL, BOOL}:
            return f"show {self._text(expression, scope, 10)}"
        return self._text(expression, scope, 5)

    def _printf(self, pieces: Iterable[str | syntax.Result], scope: Scope) -> str:
        form, given = "", ""
        for piece in pieces:
            if isinstance(piece, str):
                form += piece.replace("%", "%%")
                continue
            wanted, type_ = piece.format or syntax.Format(), self.needs.type_of(piece.expression)
            left = wanted.align == "<" or (not wanted.align and type_ not in {INT, REAL})
            width = f"{'-' if left and wanted.width else ''}{'0' if wanted.zeros else ''}"
            width += str(wanted.width or "")
            value = self._text(piece.expression, scope, 10)
            if wanted.places is not None:
                double = value if type_ == REAL else f"fromIntegral {value}"
                given += f" ({double} :: Double)"
                form += f"%{width}.{wanted.places}f"
            elif type_ in {INT, REAL}:
                given += f" (show {value})"
                form += f"%{width}s"
            else:
                given += f" {value}"
                form += f"%{width}s"
        return f"printf {quoted(form + chr(10))}{given}"

    def _read(self, read: syntax.Read, rest: Block, scope: Scope, way: _Way) -> list[str]:
        name, type_ = variable(read.variable), self.needs.checked.types[read.variable]
        kept, after = _kept(read.variable, f"[{name}]", scope)
        following = [*kept, *self._block(rest, after, way)]
        if read.mode is Mode.ASSUME:
            return [f"{name} <- {self._taken(read, type_)}", *following]
        if read.mode is Mode.RETRY:
            return [f"{name} <- {self._asking(read, type_, scope)}", *following]
        answer = self._answer(read, scope)
        return [*self._case(read, type_, scope, self._do(following), self._do(answer))]

    def _taken(self, read: syntax.Read, type_: Type) -> str:
        if haskell_type(type_) == "String":
            return self.get_line(read)
        if read.file is None:
            return f"readLn :: IO {haskell_type(type_)}"
        return f"read <$> {self.get_line(read)} :: IO {haskell_type(type_)}"

    def _line(self, line: syntax.ReadLine, rest: Block, scope: Scope, way: _Way) -> list[str]:
        """Several values from one line that is known to be right."""
        types = [self.needs.checked.types[each.variable] for each in line.parts]
        separators = {each.before for each in line.parts[1:]} | {line.repeated} - {None}
        if line.mode is Mode.STOP and line.repeated is None and len(separators) == 1:
            (separator,) = separators
            split = "words" if separator == " " else f"pieces {quoted(separator or '')}"
            values = [f"values <- {split} <$> {self.get_line(line.parts[0])}"]
            return [*values, *self._several(line, "values", rest, scope, way)]
        if line.mode is not Mode.ASSUME:
            raise self._missing("it checks a line with several values", line)
        if len(separators) > 1 or len({*types}) > 1 or types[0] == BOOL:
            raise self._missing("a line has several kinds of values or separators", line)
        (separator,) = separators
        split = "words" if separator == " " else f"pieces {quoted(separator or '')}"
        reading = f"map read . {split}" if haskell_type(types[0]) != "String" else split
        names = [variable(each.variable) for each in line.parts]
        source = self.get_line(line.parts[0])
        if line.repeated is not None:
            return self._list(line, f"{reading} <$> {source}", rest, scope, way)
        lines = [f"[{', '.join(names)}] <- {reading} <$> {source}"]
        for part, name in zip(line.parts, names, strict=True):
            kept, scope = _kept(part.variable, f"[{name}]", scope)
            lines += kept
        return [*lines, *self._block(rest, scope, way)]

    def _list(
        self, line: syntax.ReadLine, reading: str, rest: Block, scope: Scope, way: _Way
    ) -> list[str]:
        """A line with as many values as there are."""
        if len(line.parts) > 1:
            raise self._missing("a list follows other values on a line", line)
        (part,) = line.parts
        name = variable(part.variable)
        kept, after = _kept(part.variable, f"{name}Line", scope)
        if part.variable in _used(rest) | way.used:
            lines = [f"{name}Line <- {reading}", *kept, f"let {name} = last {name}Line"]
        else:
            lines = _merged(f"{name}Line", reading, kept)
        return [*lines, *self._block(rest, after, way)]

    def _several(
        self, line: syntax.ReadLine, values: str, rest: Block, scope: Scope, way: _Way
    ) -> list[str]:
        """One thing happens if a list has the right values, and else the program ends."""
        texts, guards = [], []
        before, types = scope, self.needs.checked.types
        lines: list[str] = []
        for part in line.parts:
            name, type_ = variable(part.variable), haskell_type(types[part.variable])
            texts.append(name if type_ == "String" else f"{name}Text")
            if type_ != "String":
                guards.append(f"Just {name} <- (readMaybe {name}Text :: Maybe {type_})")
            asked = membership(part.values, part.variable)
            guards += [] if asked == syntax.Boolean(True) else [self._text(asked, scope)]
            kept, scope = _kept(part.variable, f"[{name}]", scope)
            lines += kept
        good = self._do([*lines, *self._block(rest, scope, way)])
        bad = self._do(self._answer(line, before))
        condition = f" | {', '.join(guards)}" if guards else ""
        return [
            f"case {values} of",
            *indented([f"[{', '.join(texts)}]{condition} -> {good[0]}", *good[1:]]),
            *indented([f"_ -> {bad[0]}", *bad[1:]]),
        ]

    def _arguments_taken(
        self, line: syntax.ReadLine, rest: Block, scope: Scope, way: _Way
    ) -> list[str]:
        """The arguments of the program."""
        if line.mode is Mode.STOP and line.repeated is None:
            return ["values <- getArgs", *self._several(line, "values", rest, scope, way)]
        types = {haskell_type(self.needs.checked.types[each.variable]) for each in line.parts}
        names = [variable(each.variable) for each in line.parts]
        if line.mode is not Mode.ASSUME or len(types) > 1:
            raise self._missing("it checks arguments, or has several kinds of them", line)
        (type_,) = types
        values = "getArgs" if type_ == "String" else f"map read <$> getArgs :: IO [{type_}]"
        if line.repeated is not None:
            return self._list(line, values, rest, scope, way)
        lines = [f"[{', '.join(names)}] <- {values}"]
        for part, name in zip(line.parts, names, strict=True):
            kept, scope = _kept(part.variable, f"[{name}]", scope)
            lines += kept
        return [*lines, *self._block(rest, scope, way)]

    def _chosen(self, read: syntax.Read, rest: Block, scope: Scope, way: _Way) -> list[str]:
        """A value that the program chooses; again until it fits."""
        made, name = draw(self.needs, read, self.name), variable(read.variable)
        if isinstance(made.source, syntax.Range):
            ends = (made.source.low, made.source.high)
            action = " ".join(("randomFrom", *(self._text(each, scope, 10) for each in ends)))
        else:
            action = f"oneOf {self._text(syntax.ListOf(made.source), scope, 10)}"
        kept, after = _kept(read.variable, f"[{name}]", scope)
        following = [*kept, *self._block(rest, after, way)]
        if made.condition == syntax.Boolean(True):
            return [f"{name} <- {action}", *following]
        used = frozenset(_names_of(made.condition)) | _used((read,))
        function = self._fresh(f"choose{read.variable[0].upper()}{read.variable[1:]}")
        given = self._parameters(scope, used - {read.variable})
        inner, head = self._function_scope(scope, given, function)
        again = [f"if {self._text(made.condition, inner)}", f"    then return {name}"]
        body = self._do([f"{name} <- {action}", *again, f"    else {head}"])
        result = f"IO {haskell_type(self.needs.checked.types[read.variable])}"
        self._define(function, given, result, head, body)
        call = " ".join((function, *self._arguments(scope, given)))
        return [f"{name} <- {call}", *following]

    def _through(self, loop: UntilEnd, rest: Block, scope: Scope, way: _Way) -> list[str]:
        """A loop through all lines of a file, or all that is typed."""
        read, type_ = loop.read, self.needs.checked.types[loop.read.variable]
        handle = "" if read.file is None else camel(self._files.handle(read.file, writes=False))
        name = variable(read.variable)
        if not loop.body:
            source = f"hGetContents' {handle}" if handle else "getContents'"
            reading = "lines" if haskell_type(type_) == "String" else "map read . lines"
            values = f"{reading} <$> {source} :: IO [{haskell_type(type_)}]"
            kept, after = _kept(read.variable, f"{name}Lines", scope)
            lines = _merged(f"{name}Lines", values, kept)
            return [*lines, *self._block(rest, replace(after, variables=scope.variables), way)]
        lists = {_list_name(each) for each in scope.lists if read.variable in each}
        used = _used(loop.body) | _used(rest) | way.used
        after_loop = way.end if not rest else self._named("next", rest, scope, way)
        if rest and not _exits_in(loop.body):
            after_loop = lambda here: self._block(rest, here, way)  # noqa: E731 - a continuation
        function = self._fresh("loop")
        given = self._parameters(scope, used | lists if lists & used else used)
        inner, head = self._function_scope(scope, given, function)
        again: Continuation = lambda here: [  # noqa: E731 - a continuation
            " ".join((function, *self._arguments(here, given)))
        ]
        kept, within = _kept(read.variable, f"[{name}]", inner)
        body = self._block(loop.body, within, _Way(again, after_loop, used))
        ended = self._do(after_loop(inner))
        round_ = self._do([f"{name} <- {self._taken(read, type_)}", *kept, *body])
        lines = [f"end <- {f'hIsEOF {handle}' if handle else 'isEOF'}", "if end"]
        lines += indented([f"then {ended[0]}", *ended[1:], f"else {round_[0]}", *round_[1:]])
        self._define(function, given, "IO ()", head, self._do(lines))
        return again(scope)

    def _answer(self, read: syntax.Read | syntax.ReadLine, scope: Scope) -> list[str]:
        closing = [f"hClose {each}" for each in scope.handles if read.mode is Mode.STOP]
        ended = _Way(lambda _scope: closing, None, frozenset())
        return self._block(read.otherwise or (), scope, ended) or ["return ()"]

    def _case(
        self, read: syntax.Read, type_: Type, scope: Scope, good: list[str], bad: list[str]
    ) -> list[str]:
        """A line is read; if it is a valid value, one thing happens, and else another."""
        name = variable(read.variable)
        asked = self.needs.condition(read)
        if type_.members and asked == syntax.Boolean(True):
            listed = syntax.ListOf(tuple(syntax.Text(each) for each in type_.members))
            asked = syntax.Apply("in", (syntax.Name(read.variable), listed))
        condition = "" if asked == syntax.Boolean(True) else f" | {self._text(asked, scope)}"
        value = "Just line" if haskell_type(type_) == "String" else "readMaybe line"
        return [
            f"line <- {self.get_line(read)}",
            f"case {value} of",
            *indented([f"Just {name}{condition} -> {good[0]}", *good[1:]]),
            *indented([f"_ -> {bad[0]}", *bad[1:]]),
        ]

    def _asking(self, read: syntax.Read, type_: Type, scope: Scope) -> str:
        """The call of a function that asks until a value is valid."""
        used = frozenset(_names_of(self.needs.condition(read))) | _used(read.otherwise or ())
        name = self._fresh(f"ask{read.variable[0].upper()}{read.variable[1:]}")
        given = self._parameters(scope, used - {read.variable})
        call = " ".join((name, *(text for text, _ in given)))
        inner, head = self._function_scope(scope, given, name)
        again = [*self._answer(read, inner), head]
        again = [each for each in again if each != "return ()"]
        value = variable(read.variable)
        body = self._do(self._case(read, type_, inner, [f"return {value}"], self._do(again)))
        self._define(name, given, f"IO {haskell_type(type_)}", head, body)
        return call

    def _simple(self, statement: Statement, scope: Scope) -> list[str]:
        """The lines of a statement that only prints, which others can follow."""
        ended = _Way(lambda _scope: ["return ()"], None, frozenset())
        match statement:
            case syntax.If(condition, then, ()):
                body = self._do(self._block(then, scope, ended))
                return [f"when ({self._text(condition, scope)}) $ {body[0]}", *body[1:]]
            case syntax.For(name, source, block):
                body = self._do(self._block(block, scope.with_variable(name), ended))
                listed = self._text(source, scope, 10)
                if self.needs.type_of(source) == TEXT:
                    listed = f"(map (: []) {listed})"
                return [f"forM_ {listed} $ \\{variable(name)} -> {body[0]}", *body[1:]]
            case syntax.If():
                return self._if(statement, (), scope, ended)
        raise AssertionError(statement)

    def _if(self, statement: syntax.If, rest: Block, scope: Scope, way: _Way) -> list[str]:
        after = way
        leaving = [_leaves(each) for each in (statement.then, statement.otherwise)]
        if rest and not any(leaving):
            after = replace(
                way, end=self._named("next", rest, scope, way), used=_used(rest) | way.used
            )
            rest = ()
        condition, then, otherwise = statement.condition, statement.then, statement.otherwise
        if not then and otherwise:
            condition, then, otherwise = negated(condition), otherwise, then
        one = self._do(self._block((*then, *rest), scope, after))
        two = self._do(self._block((*otherwise, *rest), scope, after))
        return [
            f"if {self._text(condition, scope)}",
            *indented([f"then {one[0]}", *one[1:]]),
            *indented([f"else {two[0]}", *two[1:]]),
        ]

    def _named(self, word: str, block: Block, scope: Scope, way: _Way) -> Continuation:
        """What comes next as a function, made when it is first needed."""
        made: list[tuple[str, list[tuple[str, str]]]] = []
        used = _used(block) | way.used

        def call(here: Scope) -> list[str]:
            if not made:
                name = self._fresh(word)
                given = self._parameters(here, used)
                made.append((name, given))
                inner, head = self._function_scope(here, given, name)
                self._define(name, given, "IO ()", head, self._do(self._block(block, inner, way)))
            name, given = made[0]
            return [" ".join((name, *self._arguments(here, given)))]

        return call

    def _loop(
        self, loop: syntax.Loop | syntax.Iterate | syntax.For, rest: Block, scope: Scope, way: _Way
    ) -> list[str]:
        used = _used((loop,)) | _used(rest) | way.used
        after = way.end if not rest else self._named("next", rest, scope, way)
        if rest and _exits(loop) == 1:
            after = lambda here: self._block(rest, here, way)  # noqa: E731 - a continuation
        name = self._fresh("loop")
        given = self._parameters(scope, used)
        inner, head = self._function_scope(scope, given, name)
        again: Continuation = lambda here: [  # noqa: E731 - a continuation
            " ".join((name, *self._arguments(here, given)))
        ]
        if isinstance(loop, syntax.For):
            return self._for(loop, name, given, scope, inner, after, used)
        (plain,) = syntax.plain((loop,))
        assert isinstance(plain, syntax.Loop)
        body_way = _Way(again, after, used)
        written = loop.body if isinstance(loop, syntax.Loop) else _with_for(loop, plain)
        body = self._do(self._block(written, inner, body_way))
        self._define(name, given, "IO ()", head, body)
        return again(scope)

    def _for(
        self,
        loop: syntax.For,
        name: str,
        given: list[tuple[str, str]],
        scope: Scope,
        inner: Scope,
        after: Continuation,
        used: frozenset[str],
    ) -> list[str]:
        """A function that takes the values that are left to go through."""
        counter, type_ = variable(loop.variable), self.needs.type_of(loop.source)
        if type_ is None or not type_.is_list:
            raise self._missing("it goes through a text with `for`", loop)

        def again(here: Scope) -> list[str]:
            return [" ".join((name, "rest", *self._arguments(here, given)))]

        ended = self._do(after(inner))
        way = _Way(again, after, used)
        body = self._do(self._block(loop.body, inner.with_variable(loop.variable), way))
        names = [text for text, _ in given]
        head = " ".join((name, "[]", *names))
        other = " ".join((name, f"({counter} : rest)", *names))
        lines = [f"{head} = {ended[0]}", *ended[1:], f"{other} = {body[0]}", *body[1:]]
        types = " -> ".join([haskell_type(type_), *(each for _, each in given), "IO ()"])
        self.functions.insert(0, "\n".join([f"{name} :: {types}", *lines]))
        source = self._text(loop.source, scope, 10)
        return [" ".join((name, source, *self._arguments(scope, given)))]

    # Functions

    def _parameters(self, scope: Scope, used: frozenset[str]) -> list[tuple[str, str]]:
        """The names that a function must be given, with their types."""
        types = self.needs.checked.types
        found = [
            (variable(name), haskell_type(types[name])) for name in scope.variables if name in used
        ]
        for each in scope.lists:
            if _list_name(each) in used:
                found.append((history(each), f"[{haskell_type(types[each[0]])}]"))
        return [*found, *((each, "Handle") for each in scope.handles)]

    def _arguments(self, scope: Scope, given: list[tuple[str, str]]) -> list[str]:
        lists = {history(each): text for each, text in scope.lists.items()}
        return [lists.get(name, name) for name, _ in given]

    def _function_scope(
        self, scope: Scope, given: list[tuple[str, str]], name: str
    ) -> tuple[Scope, str]:
        """What a function knows, and how it begins."""
        names = [text for text, _ in given]
        variables = tuple(each for each in scope.variables if variable(each) in names)
        lists = {
            each: history(each) if history(each) in names else text
            for each, text in scope.lists.items()
        }
        return Scope(variables, lists, scope.handles), " ".join((name, *names))

    def _define(
        self, name: str, given: list[tuple[str, str]], result: str, head: str, body: list[str]
    ) -> None:
        types = " -> ".join([*(type_ for _, type_ in given), result])
        lines = [f"{name} :: {types}", f"{head} = {body[0]}", *body[1:]]
        if body[0].startswith(("if ", "case ", "do")) and len(body) > 1:
            lines = [f"{name} :: {types}", f"{head} =", *indented(body)]
            if body[0] == "do":
                lines = [f"{name} :: {types}", f"{head} = do", *body[1:]]
        self.functions.insert(0, "\n".join(lines))

    def _fresh(self, word: str) -> str:
        number = self.taken[word] = self.taken.get(word, 0) + 1
        return word if number == 1 else f"{word}{number}"


def _with_for(loop: syntax.Iterate, plain: syntax.Loop) -> Block:
    """One round of a loop with a condition, in which other loops are as they were written."""
    match loop.form:
        case syntax.Form.WHILE:
            return (syntax.If(loop.condition, loop.body, (syntax.Exit(),)),)
        case syntax.Form.UNTIL:
            return (syntax.If(loop.condition, (syntax.Exit(),), loop.body),)
        case syntax.Form.REPEAT_UNTIL:
            return (*loop.body, syntax.If(loop.condition, (syntax.Exit(),), ()))
        case syntax.Form.DO_WHILE:
            return (*loop.body, syntax.If(loop.condition, (), (syntax.Exit(),)))
    raise AssertionError(plain)


def _only_prints(statement: Statement) -> bool:
    """Whether a statement neither reads nor leaves a loop."""
    kinds = syntax.Print | syntax.If | syntax.For
    return all(isinstance(each, kinds) for each in statements_of((statement,)))


def _leaves(block: Block) -> bool:
    """Whether a block never comes to its end."""
    match block[-1:]:
        case (syntax.Exit(),):
            return True
        case (syntax.If(_, then, otherwise),):
            return _leaves(then) and _leaves(otherwise)
    return False


def _exits(loop: syntax.Loop | syntax.Iterate | syntax.For) -> int:
    """The number of places from which a loop is left."""
    own = 0 if isinstance(loop, syntax.Loop) else 1
    return own + _exits_in(loop.body)


def _exits_in(block: Block) -> int:
    found = 0
    for statement in block:
        match statement:
            case syntax.Exit():
                found += 1
            case syntax.If(_, then, otherwise):
                found += _exits_in(then) + _exits_in(otherwise)
    return found


def _used(block: Block) -> frozenset[str]:
    """The variables whose values some statements use, and the lists of all values."""
    found: set[str] = set()
    for statement in statements_of(block):
        for expression in expressions_of(statement):
            found.update(_names_of(expression))
        if isinstance(statement, syntax.Read):
            found.update(_names_of(membership(statement.values, statement.variable)))
    return frozenset(found)


def _names_of(expression: Expression) -> Iterator[str]:
    for part in parts(expression):
        match part:
            case syntax.Name(name) | syntax.Current((name,), 0):
                yield name
            case syntax.Current(variables) | syntax.All(variables):
                yield _list_name(variables)


def _list_name(variables: tuple[str, ...]) -> str:
    return f"{' '.join(variables)} list"


def history(variables: tuple[str, ...]) -> str:
    """The name of the list of all values of some variables."""
    first, *others = variables
    name = first[0].lower() + first[1:] + "".join(each[0].upper() + each[1:] for each in others)
    return f"{name}List" if name.endswith("s") else f"{name}s"


def _merged(name: str, values: str, kept: list[str]) -> list[str]:
    """The lines that read a list; one that is kept under one name is read into that."""
    match kept:
        case [only] if only.startswith("let ") and only.endswith(f" = {name}"):
            return [f"{only.split()[1]} <- {values}"]
    return [f"{name} <- {values}", *kept]


def camel(name: str) -> str:
    """A name with words joined as is usual in Haskell."""
    first, *others = name.split("_")
    return "".join((first, *(each.capitalize() for each in others)))


def _shortened(lines: list[str]) -> list[str]:
    """An action before the empty one is the last one."""
    return lines[:-1] if len(lines) > 1 and lines[-1] == "return ()" else lines
