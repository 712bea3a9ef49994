"""Solutions in Haskell: loops are functions whose parameters are what they remember."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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
from refute.languages.console.solution.needs import (
    Needs,
    membership,
    printed,
    unsupported,
)
from refute.languages.console.solution.writing import indented
from refute.languages.console.syntax import Block, Expression, Mode, Statement
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import BOOL, INT, REAL, Type

Continuation: TypeAlias = "Callable[[Scope], list[str]]"
"""The lines of what happens next, given what is known there."""


@dataclass(frozen=True)
class Scope:
    """The variables that have a value, and how the lists of all values are called now."""

    variables: tuple[str, ...] = ()
    lists: Mapping[tuple[str, ...], str] = field(default_factory=dict)

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
        ended = _Way(lambda _scope: ["return ()"], None, frozenset())
        main = self._do(self._block(self.needs.body, begin, ended))
        first = "\n".join(("main :: IO ()", f"main = {main[0]}", *main[1:]))
        body = "\n\n".join([first, *self.functions])
        helpers = [text for name, text in _HELPERS.items() if re.search(rf"\b{name}\b", body)]
        text = "\n\n".join([body.rstrip("\n"), *helpers])
        return f"{_imports(text)}{text.rstrip(chr(10))}\n"

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
        match first:
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
        if any(isinstance(each, syntax.Result) and str(each.format or "") for each in pieces):
            return [self._printf(pieces, scope)]
        made = [
            quoted(each) if isinstance(each, str) else self._shown(each.expression, scope)
            for each in pieces
        ]
        if len(made) == 1:
            return [f"putStrLn {made[0] if isinstance(pieces[0], str) else f'({made[0]})'}"]
        return [f"putStrLn ({' ++ '.join(made)})"]

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
            return [f"{name} <- {_taken(type_)}", *following]
        if read.mode is Mode.RETRY:
            return [f"{name} <- {self._asking(read, type_, scope)}", *following]
        answer = self._answer(read, scope)
        return [*self._case(read, type_, scope, self._do(following), self._do(answer))]

    def _line(self, line: syntax.ReadLine, rest: Block, scope: Scope, way: _Way) -> list[str]:
        """Several values from one line that is known to be right."""
        types = [self.needs.checked.types[each.variable] for each in line.parts]
        separators = {each.before for each in line.parts[1:]} | {line.repeated} - {None}
        if line.mode is not Mode.ASSUME:
            raise self._missing("it checks a line with several values", line)
        if len(separators) > 1 or len({*types}) > 1 or types[0] == BOOL:
            raise self._missing("a line has several kinds of values or separators", line)
        (separator,) = separators
        split = "words" if separator == " " else f"pieces {quoted(separator or '')}"
        reading = f"map read . {split}" if haskell_type(types[0]) != "String" else split
        names = [variable(each.variable) for each in line.parts]
        if line.repeated is not None:
            return self._list(line, reading, rest, scope, way)
        lines = [f"[{', '.join(names)}] <- {reading} <$> getLine"]
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
        lines = [f"{name}Line <- {reading} <$> getLine", f"let {name} = last {name}Line", *kept]
        return [*lines, *self._block(rest, after, way)]

    def _answer(self, read: syntax.Read, scope: Scope) -> list[str]:
        ended = _Way(lambda _scope: [], None, frozenset())
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
            "line <- getLine",
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
        return found

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
        return Scope(variables, lists), " ".join((name, *names))

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


def _taken(type_: Type) -> str:
    if haskell_type(type_) == "String":
        return "getLine"
    return f"readLn :: IO {haskell_type(type_)}"


def _shortened(lines: list[str]) -> list[str]:
    """An action before the empty one is the last one."""
    return lines[:-1] if len(lines) > 1 and lines[-1] == "return ()" else lines


_HELPERS: Mapping[str, str] = {
    "pieces": """pieces :: String -> String -> [String]
pieces separator text = go "" text
  where
    go piece "" = [reverse piece]
    go piece rest@(c : cs)
      | take (length separator) rest == separator =
          reverse piece : go "" (drop (length separator) rest)
      | otherwise = go (c : piece) cs""",
    "rounded": """rounded :: Double -> Integer
rounded number = signum sized * floor (abs number + 0.5)
  where sized = if number < 0 then -1 else 1
""",
    "roundedTo": """roundedTo :: Double -> Integer -> Double
roundedTo number places = fromIntegral (rounded (number * 10 ^ places)) / 10 ^ places
""",
    "textIndex": """textIndex :: String -> Integer -> String
textIndex text index = [genericIndex text (if index < 0 then genericLength text + index else index)]
""",
    "listIndex": """listIndex :: [a] -> Integer -> a
listIndex list index = genericIndex list (if index < 0 then genericLength list + index else index)
""",
}
_MODULES: Mapping[str, tuple[str, ...]] = {
    "Data.Char": ("toUpper", "toLower", "isAlpha", "isDigit", "ord", "chr", "isSpace"),
    "Data.List": (
        "genericLength", "genericIndex", "genericReplicate", "genericTake", "genericDrop",
        "intercalate", "isInfixOf", "isPrefixOf", "isSuffixOf", "nub", "sort", "dropWhileEnd",
    ),
    "Text.Printf": ("printf",),
    "Text.Read": ("readMaybe",),
}  # fmt: skip


def _imports(text: str) -> str:
    lines = []
    for module, names in _MODULES.items():
        used = [name for name in names if re.search(rf"\b{name}\b", text)]
        if used:
            lines.append(f"import {module} ({', '.join(sorted(used))})")
    return "\n".join(lines) + ("\n\n" if lines else "")
