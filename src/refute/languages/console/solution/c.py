"""Solutions in C."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from refute.languages.console import syntax
from refute.languages.console.solution.c_expressions import is_long
from refute.languages.console.solution.c_input import CInput
from refute.languages.console.solution.c_library import HELPERS, included
from refute.languages.console.solution.surroundings import OpenFile
from refute.languages.console.solution.writing import (
    SIGN,
    indented,
    quoted,
)
from refute.languages.console.syntax import Expression, Mode, Origin
from refute.languages.console.types import BOOL, INT, REAL, Type

_RESERVED = (
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while main bool true false sum product largest smallest "
    "exit printf strlen labs round floor ceil trunc sqrt abs rand time remove rename line part "
    "file y0 y1 yn j0 j1 jn index sorted"
)

_SEED = ("struct timespec now;", "timespec_get(&now, TIME_UTC);", "srand(now.tv_nsec);")
"""Nanoseconds as a seed, so that runs within a second differ."""


@dataclass
class CWriter(CInput):
    """Writes programs in C."""

    name: str = "C"
    reserved: frozenset[str] = frozenset(_RESERVED.split())

    def program(self) -> str:
        """The text of the whole program."""
        body = self.body()
        begin = [
            self._variable(type_, self.variable(name)) for name, type_ in self.declared_variables()
        ]
        begin += self.extra_variables()
        for each in self.needs.histories:
            item = self.needs.checked.types[each[0]]
            name = self.history(each)
            begin += [self.listed_as(item, name), f"int {name}_count = 0;"]
        origins = self.needs.checked.origins
        given = "int argc, char *argv[]" if Origin.ARGUMENT in origins else "void"
        if Origin.CHOSEN in origins:
            begin += _SEED
        main = [f"int main({given}) {{", *indented([*begin, "", *body, "return 0;"]), "}"]
        helpers = "\n".join(self.brought(HELPERS))
        text = f"{helpers}\n{chr(10).join(main)}\n" if helpers else f"{chr(10).join(main)}\n"
        return f"{included(text)}\n{text}"

    def _variable(self, type_: Type, name: str) -> str:
        is_text = type_ not in {INT, REAL, BOOL}
        return f"char {name}[LENGTH];" if is_text else f"{self.declared(type_)} {name};"

    def opening(self, file: OpenFile) -> str:
        """The line that opens a file."""
        mode = "w" if file.is_written else "r"
        return f'FILE *{file.handle} = fopen({self.text(file.file)}, "{mode}");'

    def closing(self, file: OpenFile) -> str:
        """The line that closes a file."""
        return f"fclose({file.handle});"

    # Statements

    def taken(self, read: syntax.Read, name: str) -> Iterator[str]:
        """The lines that read a value."""
        form = {INT: "%ld", REAL: "%lf"}.get(self.needs.checked.types[read.variable])
        if form is not None and self._only_numbers and read.file is None:
            yield f'scanf("{form}", &{name});'
        else:
            yield f"{self.tried(read, name)};"

    @cached_property
    def _only_numbers(self) -> bool:
        """Whether the input consists of valid numbers only, one on each line."""
        typed = [each for each in self.needs.reads if each.origin is Origin.TYPED]
        types = self.needs.checked.types
        others = any(isinstance(each, syntax.ReadLine) for each in self.needs.statements)
        return not others and all(
            each.mode is Mode.ASSUME and not each.kind and types[each.variable] in {INT, REAL}
            for each in typed
        )

    def tried(self, read: syntax.Read, name: str) -> str:
        """The call that reads a value and says whether it has the right type."""
        type_ = self.needs.checked.types[read.variable]
        function = {INT: "read_long", REAL: "read_double", BOOL: "read_bool"}.get(type_)
        if function is None:
            return f"{self.need('read_text')}({self.source(read)}{name})"
        return f"{self.need(function)}({self.source(read)}&{name})"

    def kept(self, history: str, name: str) -> str:
        """The line that appends a value to an array; a text that is read is copied."""
        texts = {
            self.variable(name)
            for name, type_ in self.needs.checked.types.items()
            if type_ not in {INT, REAL, BOOL}
        }
        value = f"strdup({name})" if name in texts else name
        return f"{history}[{history}_count++] = {value};"

    def empty_list(self, type_: Type, name: str) -> list[str]:
        """An array without values."""
        return [self.listed_as(type_, name), f"int {name}_count = 0;"]

    def looped(self, variable: str, source: Expression, body: list[str]) -> list[str]:
        """A loop over a range, an array or a text."""
        match source:
            case syntax.Apply("..", (low, high)):
                return self.counted(variable, low, high, body)
            case syntax.Apply("chars", (text,)):
                return self.looped(variable, text, body)
        type_, name, at = self.needs.type_of(source), self.variable(variable), self.index
        if type_ is None:
            raise self.missing("it goes through a list with `for`", source)
        if type_.is_list:
            values, count = self.array(source)
            value = f"{self.declared(type_.item)} {name} = {values}[{at}];".replace("* ", "*")
        else:
            count = f"(int) strlen({self.text(source)})"
            value = f"char *{name} = {self.need('character')}({self.text(source)}, {at});"
        head = f"for (int {at} = 0; {at} < {count}; {at}++) {{"
        return [head, *indented([value, *body]), "}"]

    def leave(self) -> str:
        """The line that ends the program."""
        return "return 0;"

    def printed(
        self, pieces: tuple[str | syntax.Result, ...], file: Expression | None
    ) -> Iterator[str]:
        """A call of `printf`; a list is printed by a support function."""
        if file is not None:
            handle = self.files.handle(file, writes=True)
            lines = list(self.printed(pieces, None))
            if any(not each.startswith("printf(") for each in lines):
                raise self.missing("it prints a list to a file", file)
            yield from (f"fprintf({handle}, {each[len('printf(') :]}" for each in lines)
            return
        for piece in pieces:
            if isinstance(piece, syntax.Result):
                type_ = self.needs.type_of(piece.expression)
                if type_ is not None and type_.is_list:
                    yield from self._with_lists(pieces)
                    return
        yield f"{self._call(pieces, chr(10))};"

    def _with_lists(self, pieces: tuple[str | syntax.Result, ...]) -> Iterator[str]:
        for piece in pieces:
            type_ = (
                self.needs.type_of(piece.expression) if isinstance(piece, syntax.Result) else None
            )
            if isinstance(piece, syntax.Result) and type_ is not None and type_.is_list:
                values, count = self.array(piece.expression)
                yield f"{self.need('print_list', type_.item)}({values}, {count});"
            else:
                yield f"{self._call((piece,), '')};"
        yield 'printf("\\n");'

    def _call(self, pieces: tuple[str | syntax.Result, ...], end: str) -> str:
        form, given = "", []
        for piece in pieces:
            if isinstance(piece, str):
                form += piece.replace("%", "%%")
            else:
                directive, value = self._shown(piece)
                form += directive
                given.append(value)
        return f"printf({', '.join([quoted(form + end), *given])})"

    def _shown(self, piece: syntax.Result) -> tuple[str, str]:
        wanted, expression = piece.format or syntax.Format(), piece.expression
        type_ = self.needs.type_of(expression)
        value = self.text(expression)
        left = wanted.align == "<" or (not wanted.align and type_ not in {INT, REAL})
        side = "-" if left and wanted.width else ""
        width = f"{side}{'0' if wanted.zeros else ''}{wanted.width or ''}"
        if wanted.places is not None:
            number = value if type_ == REAL else f"(double) {self.text(expression, SIGN)}"
            return f"%{width}.{wanted.places}f", number
        if type_ == BOOL:
            return f"%{width}s", f'{self.text(expression, 1)} ? "True" : "False"'
        if type_ == INT:
            return f"%{width}ld", value if is_long(
                expression
            ) else f"(long) {self.text(expression, SIGN)}"
        return (f"%{width}.10g", value) if type_ == REAL else (f"%{width}s", value)
