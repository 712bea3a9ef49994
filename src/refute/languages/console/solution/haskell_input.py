"""How solutions in Haskell read lines, values of several kinds, arguments and files."""

from __future__ import annotations

from dataclasses import replace

from refute.languages.console import syntax
from refute.languages.console.solution.haskell_expressions import (
    haskell_type,
    is_kind,
    variable,
)
from refute.languages.console.solution.haskell_output import HaskellOutput
from refute.languages.console.solution.haskell_scope import (
    Continuation,
    Scope,
    Way,
    exits_in,
    kept,
    kept_all,
    list_name,
    merged,
    names_of,
    used,
)
from refute.languages.console.solution.needs import both, membership
from refute.languages.console.solution.surroundings import UntilEnd, draw
from refute.languages.console.solution.writing import indented, quoted
from refute.languages.console.syntax import Block, Choice, Expression, Kind, Mode, Read, ReadLine
from refute.languages.console.types import Type


class HaskellInput(HaskellOutput):
    """Writes input code, with the statements that follow it."""

    def _get_line(self, read: Read) -> str:
        handle = self.handle(read)
        return f"hGetLine {handle}" if handle else "getLine"

    def read(self, read: Read, rest: Block, scope: Scope, way: Way) -> list[str]:
        """One value from a line."""
        name, type_ = variable(read.variable), self.needs.checked.types[read.variable]
        lines, after = kept(read.variable, f"[{name}]", scope)
        following = [*lines, *self.block(rest, after, way)]
        if read.mode is Mode.ASSUME:
            return [f"{name} <- {self._taken(read, type_)}", *following]
        if read.mode is Mode.RETRY:
            return [f"{name} <- {self._asking(read, type_, scope)}", *following]
        answer = self._answer(read, scope)
        return self._case(read, type_, scope, self.do(following), self.do(answer))

    def _taken(self, read: Read, type_: Type) -> str:
        if haskell_type(type_) == "String":
            return self._get_line(read)
        if read.file is None:
            return f"readLn :: IO {haskell_type(type_)}"
        return f"read <$> {self._get_line(read)} :: IO {haskell_type(type_)}"

    def _case(
        self, read: Read, type_: Type, scope: Scope, good: list[str], bad: list[str]
    ) -> list[str]:
        """Read a line; do one thing if it is a valid value, and another if it is not."""
        name = variable(read.variable)
        asked = self.needs.condition(read)
        if type_.members and asked == syntax.Boolean(True):
            listed = syntax.ListOf(tuple(syntax.Text(each) for each in type_.members))
            asked = syntax.Apply("in", (syntax.Name(read.variable), listed))
        condition = "" if asked == syntax.Boolean(True) else f" | {self.text(asked, scope)}"
        value = "Just line" if haskell_type(type_) == "String" else "readMaybe line"
        return [
            f"line <- {self._get_line(read)}",
            f"case {value} of",
            *indented([f"Just {name}{condition} -> {good[0]}", *good[1:]]),
            *indented([f"_ -> {bad[0]}", *bad[1:]]),
        ]

    def _asking(self, read: Read, type_: Type, scope: Scope) -> str:
        """The call of a function that asks until a value is valid."""
        names = frozenset(names_of(self.needs.condition(read))) | used(read.otherwise or ())
        name, value = self._ask_name(read), variable(read.variable)
        given = self.parameters(scope, names - {read.variable})
        inner, head = self.function_scope(scope, given, name)
        again = self.do(self._again(read, inner, head))
        body = self.do(self._case(read, type_, inner, [f"return {value}"], again))
        self.define(name, given, f"IO {haskell_type(type_)}", head, body)
        return " ".join((name, *self.arguments(scope, given)))

    def _ask_name(self, read: Read) -> str:
        word = syntax.written_name(read.variable)
        return self.fresh(f"ask{word[0].upper()}{word[1:]}")

    def _again(self, read: Read | ReadLine, scope: Scope, head: str) -> list[str]:
        """The response to a bad input, followed by the same question."""
        answer = self._answer(read, scope)
        return [each for each in (*answer, head) if each != "return ()"]

    def _answer(self, read: Read | ReadLine, scope: Scope) -> list[str]:
        closing = [f"hClose {each}" for each in scope.handles if read.mode is Mode.STOP]
        ended = Way(lambda _scope: closing, None, frozenset())
        return self.block(read.otherwise or (), scope, ended) or ["return ()"]

    # Several values on a line

    def line(self, line: ReadLine, rest: Block, scope: Scope, way: Way) -> list[str]:
        """Several values from one line."""
        split, source = self._split(line), self._get_line(line.parts[0])
        values = f"values <- {split} <$> {source}"
        if line.mode is Mode.ASSUME:
            return self._right(line, split, source, rest, scope, way)
        if line.repeated is not None:
            raise self.missing("it checks a list of values on a line", line)
        if line.mode is Mode.RETRY:
            return self._asking_line(line, values, rest, scope, way)
        good, after = kept_all(line.parts, scope)
        good = self.do([*good, *self.block(rest, after, way)])
        bad = self.do(self._answer(line, scope))
        return [values, *self._several(line, "values", scope, good, bad)]

    def _split(self, line: ReadLine) -> str:
        """The function that splits a line."""
        separators = dict.fromkeys(each.before or " " for each in line.parts[1:])
        separators |= {} if line.repeated is None else {line.repeated: None}
        match list(separators):
            case [] | [" "]:
                return "words"
            case [separator]:
                return f"pieces {quoted(separator)}"
            case several if line.mode is Mode.ASSUME and all(len(each) == 1 for each in several):
                return f"piecesBy {quoted(''.join(several))}"
        raise self.missing("it checks a line with several kinds of separators", line)

    def _right(
        self, line: ReadLine, split: str, source: str, rest: Block, scope: Scope, way: Way
    ) -> list[str]:
        """Values that are known to be valid."""
        types = [self.type_name(each.variable) for each in line.parts]
        names = [variable(each.variable) for each in line.parts]
        if line.repeated is not None:
            reading = f"map read . {split}" if types[0] != "String" else split
            return self._list(line, f"{reading} <$> {source}", rest, scope, way)
        if len({*types}) == 1:
            reading = f"map read . {split}" if types[0] != "String" else split
            lines = [f"[{', '.join(names)}] <- {reading} <$> {source}"]
        else:
            lines = self._several_kinds(line, f"{split} <$> {source}")
        more, after = kept_all(line.parts, scope)
        return [*lines, *more, *self.block(rest, after, way)]

    def _several_kinds(self, line: ReadLine, values: str) -> list[str]:
        """The lines that take values of several types from a list of texts."""
        texts, lets = [], []
        for each in line.parts:
            name, type_ = variable(each.variable), self.type_name(each.variable)
            texts.append(name if type_ == "String" else f"{name}Text")
            lets += [] if type_ == "String" else [f"let {name} = read {name}Text :: {type_}"]
        return [f"[{', '.join(texts)}] <- {values}", *lets]

    def _list(self, line: ReadLine, reading: str, rest: Block, scope: Scope, way: Way) -> list[str]:
        """A line with any number of values."""
        if len(line.parts) > 1:
            raise self.missing("a list follows other values on a line", line)
        (part,) = line.parts
        name = variable(part.variable)
        lines, after = kept(part.variable, f"{name}Line", scope)
        if part.variable in used(rest) | way.used:
            lines = [f"{name}Line <- {reading}", *lines, f"let {name} = last {name}Line"]
        else:
            lines = merged(f"{name}Line", reading, lines)
        return [*lines, *self.block(rest, after, way)]

    def _several(
        self, line: ReadLine, values: str, scope: Scope, good: list[str], bad: list[str]
    ) -> list[str]:
        """Do one thing if a list has the right values, and another if it has not."""
        texts, guards = [], []
        for part in line.parts:
            name, type_ = variable(part.variable), self.type_name(part.variable)
            texts.append(name if type_ == "String" else f"{name}Text")
            if type_ != "String":
                guards.append(f"Just {name} <- (readMaybe {name}Text :: Maybe {type_})")
            asked = membership(part.values, part.variable)
            guards += [] if asked == syntax.Boolean(True) else [self.text(asked, scope)]
        condition = f" | {', '.join(guards)}" if guards else ""
        return [
            f"case {values} of",
            *indented([f"[{', '.join(texts)}]{condition} -> {good[0]}", *good[1:]]),
            *indented([f"_ -> {bad[0]}", *bad[1:]]),
        ]

    def _asking_line(
        self, line: ReadLine, values: str, rest: Block, scope: Scope, way: Way
    ) -> list[str]:
        """A function that asks until a line is valid."""
        names = used(line.otherwise or ())
        for each in line.parts:
            names |= frozenset(names_of(membership(each.values, each.variable)))
        function = self._ask_name(line.parts[0])
        given = self.parameters(scope, names - {each.variable for each in line.parts})
        inner, head = self.function_scope(scope, given, function)
        pattern = f"({', '.join(variable(each.variable) for each in line.parts)})"
        again = self.do(self._again(line, inner, head))
        body = [values, *self._several(line, "values", inner, [f"return {pattern}"], again)]
        types = ", ".join(self.type_name(each.variable) for each in line.parts)
        self.define(function, given, f"IO ({types})", head, self.do(body))
        call = " ".join((function, *self.arguments(scope, given)))
        lines, after = kept_all(line.parts, scope)
        return [f"{pattern} <- {call}", *lines, *self.block(rest, after, way)]

    # Values of several kinds

    def choice(self, choice: Choice, rest: Block, scope: Scope, way: Way) -> list[str]:
        """A line that is a number, a word, or the end of the input."""
        first = choice.reads[0]
        among = tuple(each.variable for each in choice.reads)
        lines, follow = self._line_read(choice)
        after = scope.with_variables(*self._line_names(choice))
        for each in choice.reads:
            if each.kind is not Kind.END:
                asked = is_kind(each.kind or Kind.WORD, among, self.needs)
                more, after = kept(each.variable, f"[{variable(each.variable)}]", after, asked)
                follow = [*follow, *more]
        following = [*follow, *self.block(rest, after, way)]
        if first.mode is Mode.ASSUME:
            return [*lines, *following]
        if first.mode is Mode.RETRY:
            return [f"{self._asking_choice(choice, lines, scope)}", *following]
        good, bad = self.do(following), self.do(self._answer(first, scope))
        asked = self._allowed(choice, scope)
        return [*lines, *self._lets(choice), *_either(asked, good, bad)]

    def _line_names(self, choice: Choice) -> list[str]:
        name = syntax.written_name(choice.reads[0].variable)
        ends = any(each.kind is Kind.END for each in choice.reads)
        return [f"{name} line", *([f"{name} end"] if ends else [])]

    def _line_read(self, choice: Choice) -> tuple[list[str], list[str]]:
        """The lines that read a line, perhaps the end, and those that name its values."""
        line, *end = map(variable, self._line_names(choice))
        handle, action = self.handle(choice.reads[0]), self._get_line(choice.reads[0])
        lines = [f"{line} <- {action}"]
        if end:
            asked = f"hIsEOF {handle}" if handle else "isEOF"
            lines = [f"{end[0]} <- {asked}", f'{line} <- if {end[0]} then return "" else {action}']
        return lines, self._lets(choice)

    def _lets(self, choice: Choice) -> list[str]:
        """The line as a number and as a word; only the one that applies is evaluated."""
        line = variable(self._line_names(choice)[0])
        made = []
        for each in choice.reads:
            name, type_ = variable(each.variable), self.type_name(each.variable)
            if each.kind is Kind.NUMBER:
                made.append(f"let {name} = read {line} :: {type_}")
            elif each.kind is Kind.WORD:
                made.append(f"let {name} = {line}")
        return made

    def _allowed(self, choice: Choice, scope: Scope) -> str:
        """The condition that a value is one of those allowed."""
        among = tuple(each.variable for each in choice.reads)
        name = syntax.written_name(among[0])
        asked: Expression | None = None
        for each in choice.reads:
            type_ = self.needs.checked.types[each.variable]
            kind = {Kind.END: "end", Kind.NUMBER: type_.name}.get(each.kind or Kind.WORD, "str")
            one: Expression = syntax.Is(name, kind, each.variable, among)
            if each.kind is not Kind.END:
                one = both(one, membership(each.values, each.variable))
            asked = one if asked is None else syntax.Apply("or", (asked, one))
        assert asked is not None
        return self.text(asked, scope)

    def _asking_choice(self, choice: Choice, lines: list[str], scope: Scope) -> str:
        """The line that calls a function which asks until a value is one of those allowed."""
        first, names = choice.reads[0], self._line_names(choice)
        wanted = used(first.otherwise or ()) | used(choice.reads)
        function = self._ask_name(first)
        given = self.parameters(scope, wanted - {*names, *(each.variable for each in choice.reads)})
        inner, head = self.function_scope(scope, given, function)
        result = ", ".join(map(variable, names))
        types = ", ".join(map(self.type_name, names))
        if len(names) > 1:
            result, types = f"({result})", f"({types})"
        asked = self._allowed(choice, inner.with_variables(*names))
        again = self.do(self._again(first, inner, head))
        body = [*lines, *self._lets(choice), *_either(asked, [f"return {result}"], again)]
        self.define(function, given, f"IO {types}", head, self.do(body))
        return f"{result} <- {' '.join((function, *self.arguments(scope, given)))}"

    # Arguments, chance and files

    def arguments_taken(self, line: ReadLine, rest: Block, scope: Scope, way: Way) -> list[str]:
        """The arguments of the program."""
        if line.repeated is not None:
            if line.mode is not Mode.ASSUME:
                raise self.missing("it checks a list of arguments", line)
            type_ = self.type_name(line.parts[0].variable)
            values = "getArgs" if type_ == "String" else f"map read <$> getArgs :: IO [{type_}]"
            return self._list(line, values, rest, scope, way)
        lines, after = kept_all(line.parts, scope)
        following = [*lines, *self.block(rest, after, way)]
        if line.mode is Mode.ASSUME:
            return [*self._several_kinds(line, "getArgs"), *following]
        bad = self.do(self._answer(line, scope))
        return [
            "values <- getArgs",
            *self._several(line, "values", scope, self.do(following), bad),
        ]

    def chosen(self, read: Read, rest: Block, scope: Scope, way: Way) -> list[str]:
        """A value that the program chooses, repeatedly until it fits."""
        made, name = draw(self.needs, read, self.name), variable(read.variable)
        if isinstance(made.source, syntax.Range):
            ends = (made.source.low, made.source.high)
            action = " ".join(("randomFrom", *(self.text(each, scope, 10) for each in ends)))
        else:
            action = f"oneOf {self.text(syntax.ListOf(made.source), scope, 10)}"
        lines, after = kept(read.variable, f"[{name}]", scope)
        following = [*lines, *self.block(rest, after, way)]
        if made.condition == syntax.Boolean(True):
            return [f"{name} <- {action}", *following]
        names = frozenset(names_of(made.condition)) | used((read,))
        function = self.fresh(f"choose{read.variable[0].upper()}{read.variable[1:]}")
        given = self.parameters(scope, names - {read.variable})
        inner, head = self.function_scope(scope, given, function)
        again = [f"if {self.text(made.condition, inner)}", f"    then return {name}"]
        body = self.do([f"{name} <- {action}", *again, f"    else {head}"])
        self.define(function, given, f"IO {self.type_name(read.variable)}", head, body)
        return [f"{name} <- {' '.join((function, *self.arguments(scope, given)))}", *following]

    def through(self, loop: UntilEnd, rest: Block, scope: Scope, way: Way) -> list[str]:
        """A loop over all lines of a file, or over all input."""
        read, type_ = loop.read, self.needs.checked.types[loop.read.variable]
        handle, name = self.handle(read), variable(read.variable)
        if not loop.body:
            source = f"hGetContents' {handle}" if handle else "getContents'"
            reading = "lines" if haskell_type(type_) == "String" else "map read . lines"
            values = f"{reading} <$> {source} :: IO [{haskell_type(type_)}]"
            lines, after = kept(read.variable, f"{name}Lines", scope)
            lines = merged(f"{name}Lines", values, lines)
            return [*lines, *self.block(rest, replace(after, variables=scope.variables), way)]
        lists = {list_name(each) for each in scope.lists if read.variable in each}
        wanted = used(loop.body) | used(rest) | way.used
        after_loop = way.end if not rest else self.named("next", rest, way)
        if rest and not exits_in(loop.body):
            after_loop = lambda here: self.block(rest, here, way)  # noqa: E731 - a continuation
        function = self.fresh("loop")
        given = self.parameters(scope, wanted | lists if lists & wanted else wanted)
        inner, head = self.function_scope(scope, given, function)
        again: Continuation = lambda here: [  # noqa: E731 - a continuation
            " ".join((function, *self.arguments(here, given)))
        ]
        lines, within = kept(read.variable, f"[{name}]", inner)
        body = self.block(loop.body, within, Way(again, after_loop, wanted))
        ended = self.do(after_loop(inner))
        round_ = self.do([f"{name} <- {self._taken(read, type_)}", *lines, *body])
        lines = [
            f"end <- {f'hIsEOF {handle}' if handle else 'isEOF'}",
            *_either("end", ended, round_),
        ]
        self.define(function, given, "IO ()", head, self.do(lines))
        return again(scope)


def _either(asked: str, then: list[str], otherwise: list[str]) -> list[str]:
    """The lines of a condition."""
    inner = [f"then {then[0]}", *then[1:], f"else {otherwise[0]}", *otherwise[1:]]
    return [f"if {asked}", *indented(inner)]
