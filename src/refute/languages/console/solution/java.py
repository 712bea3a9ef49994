"""Solutions in Java."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute.languages.console import syntax
from refute.languages.console.solution.java_input import JavaInput
from refute.languages.console.solution.java_library import HELPERS, imports
from refute.languages.console.solution.surroundings import OpenFile
from refute.languages.console.solution.writing import ATOM, SIGN, SUM, indented, quoted
from refute.languages.console.syntax import Expression, Origin
from refute.languages.console.types import BOOL, INT, REAL, Type

_BOXED = {INT: "Long", REAL: "Double", BOOL: "Boolean"}
_RESERVED = (
    "abstract assert boolean break byte case catch char class const continue default do double "
    "else enum extends final finally float for goto if implements import instanceof int "
    "interface long native new package private protected public return short static strictfp "
    "super switch synchronized this throw throws transient try void volatile while true false "
    "null scanner random args"
)


@dataclass
class JavaWriter(JavaInput):
    """Writes programs in Java."""

    name: str = "Java"
    reserved: frozenset[str] = frozenset(_RESERVED.split())

    def program(self) -> str:
        """The text of the whole program."""
        body = self.body()
        setup = []
        for name, type_ in self.declared_variables():
            boxed = self.is_boxed(name)
            held = _BOXED.get(type_, "String") if boxed else self.declared(type_)
            setup.append(f"{held} {self.variable(name)};")
        setup += self.extra_variables()
        for each in self.needs.histories:
            item = _BOXED.get(self.needs.checked.types[each[0]], "String")
            setup.append(f"List<{item}> {self.history(each)} = new ArrayList<>();")
        text = "\n".join(body)
        helpers = self.brought(HELPERS)
        lines: list[str] = []
        fields = []
        if Origin.TYPED in self.needs.checked.origins:
            fields.append("static Scanner scanner = new Scanner(System.in);")
        if Origin.CHOSEN in self.needs.checked.origins:
            fields.append("static Random random = new Random();")
        lines += [*fields, ""] if fields else []
        for helper in helpers:
            lines += [*helper.rstrip("\n").split("\n"), ""]
        throws = " throws IOException" if self.files.are_used else ""
        main = f"public static void main(String[] args){throws} {{"
        lines += [main, *indented([*setup, "", *body] if setup else body), "}"]
        imported = imports((text, *lines))
        head = [*imported, ""] if imported else []
        return "\n".join([*head, "public class Solution {", *indented(lines), "}"]) + "\n"

    def declared(self, type_: Type) -> str:
        """The type of a variable."""
        return {INT: "long", REAL: "double", BOOL: "boolean"}.get(type_, "String")

    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a support method for values of a type."""
        text = HELPERS[name].replace("TYPE", self.declared(type_))
        text = text.replace("SCANNER", "Scanner scanner" if self.files.are_read else "")
        text = text.replace("BOXED", _BOXED.get(type_, "String"))
        return self.variant(name, text, type_)

    def opening(self, file: OpenFile) -> str:
        """The line that opens a file."""
        name = self.text(file.file)
        if file.is_written:
            return f"PrintStream {file.handle} = new PrintStream({name});"
        return f"Scanner {file.handle} = new Scanner(new File({name}));"

    def closing(self, file: OpenFile) -> str:
        """The line that closes a file."""
        return f"{file.handle}.close();"

    # Statements

    def taken(self, read: syntax.Read, name: str) -> Iterator[str]:
        """The line that reads a value."""
        type_ = self.needs.checked.types[read.variable]
        line = f"{self.scanner(read)}.nextLine()"
        parsed = {
            INT: f"Long.parseLong({line}.trim())",
            REAL: f"Double.parseDouble({line}.trim())",
            BOOL: f"Boolean.parseBoolean({line}.trim())",
        }
        yield f"{name} = {parsed.get(type_, line)};"

    def tried(self, read: syntax.Read, name: str) -> str:
        """The condition that a value is read and not missing."""
        type_ = self.needs.checked.types[read.variable]
        if type_ == BOOL:
            raise self.missing("it checks truth values", read)
        function = {INT: "readLong", REAL: "readDouble"}.get(type_)
        call = f"{self.scanner(read)}.nextLine()"
        if function is not None:
            call = f"{self.need(function)}({self.source(read)})"
        return f"(({name} = {call}) != null)"

    def kept(self, history: str, name: str) -> str:
        """The line that appends a value to a list."""
        return f"{history}.add({name});"

    def leave(self) -> str:
        """The line that ends the program."""
        return "return;"

    def empty_list(self, type_: Type, name: str) -> list[str]:
        """A list without values."""
        return [f"List<{_BOXED.get(type_, 'String')}> {name} = new ArrayList<>();"]

    def looped(self, variable: str, source: Expression, body: list[str]) -> list[str]:
        """A loop over a range, a list or a text."""
        match source:
            case syntax.Apply("..", (low, high)):
                return self.counted(variable, low, high, body)
        type_, name = self.needs.type_of(source), self.variable(variable)
        if type_ is None:
            raise self.missing("it goes through a list with `for`", source)
        if isinstance(source, syntax.Apply) and source.function == "chars":
            return self.looped(variable, source.arguments[0], body)
        if type_.is_list:
            items = f"{self.declared(type_.item)} {name} : {self.text(source)}"
        else:
            items = f"char character : {self.text(source, ATOM)}.toCharArray()"
            body = [f"String {name} = String.valueOf(character);", *body]
        return [f"for ({items}) {{", *indented(body), "}"]

    def printed(
        self, pieces: tuple[str | syntax.Result, ...], file: Expression | None
    ) -> Iterator[str]:
        """`println` with texts and values joined, or `printf` if there are formats."""
        out = "System.out" if file is None else self.files.handle(file, writes=True)
        results = [each for each in pieces if isinstance(each, syntax.Result)]
        if any(str(each.format or "") for each in results):
            yield f"{out}.{self._printf(pieces)}"
            return
        level = SUM + 1 if len(pieces) > 1 else 0
        made = [
            quoted(each) if isinstance(each, str) else self._shown(each, level) for each in pieces
        ]
        if len(made) > 1 and not isinstance(pieces[0], str) and not isinstance(pieces[1], str):
            made.insert(0, '""')
        yield f"{out}.println({' + '.join(made)});"

    def _shown(self, piece: syntax.Result, level: int) -> str:
        if self.needs.type_of(piece.expression) == BOOL:
            return f'({self.text(piece.expression, 1)} ? "True" : "False")'
        return self.text(piece.expression, level)

    def _printf(self, pieces: tuple[str | syntax.Result, ...]) -> str:
        form, given = "", []
        for piece in pieces:
            if isinstance(piece, str):
                form += piece.replace("%", "%%").replace("\n", "%n")
                continue
            wanted, type_ = piece.format or syntax.Format(), self.needs.type_of(piece.expression)
            left = wanted.align == "<" or (not wanted.align and type_ not in {INT, REAL})
            side = "-" if left and wanted.width else ""
            width = f"{side}{'0' if wanted.zeros else ''}{wanted.width or ''}"
            real = wanted.places is not None
            kind = f".{wanted.places}f" if real else "d" if type_ == INT else "s"
            form += f"%{width}{kind}"
            cast = "(double) " if real and type_ != REAL else ""
            given.append(f"{cast}{self.text(piece.expression, SIGN if cast else 0)}")
        written = ", ".join(("Locale.ROOT", quoted(f"{form}%n"), *given))
        return f"printf({written});"
