"""Solutions in Java."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from refute.languages.console import syntax
from refute.languages.console.solution import java_input, java_surroundings
from refute.languages.console.solution.braces import quoted
from refute.languages.console.solution.java_expressions import JavaExpressions
from refute.languages.console.solution.needs import Needs
from refute.languages.console.solution.surroundings import OpenFile, UntilEnd
from refute.languages.console.solution.writing import ATOM, SIGN, SUM, indented
from refute.languages.console.syntax import Expression, Origin
from refute.languages.console.types import BOOL, INT, REAL, Type

_HELPERS: Mapping[str, str] = {
    "readLong": """static Long readLong(SCANNER) {
    try {
        return Long.parseLong(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readDouble": """static Double readDouble(SCANNER) {
    try {
        return Double.parseDouble(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readLine": """static String readLine(SCANNER) {
    return scanner.hasNextLine() ? scanner.nextLine() : null;
}
""",
    "toLong": """static Long toLong(String text) {
    try {
        return Long.valueOf(text.trim());
    } catch (NumberFormatException | NullPointerException wrong) {
        return null;
    }
}
""",
    "toDouble": """static Double toDouble(String text) {
    try {
        return Double.valueOf(text.trim());
    } catch (NumberFormatException | NullPointerException wrong) {
        return null;
    }
}
""",
    "sum": """static TYPE sum(List<BOXED> values) {
    TYPE total = 0;
    for (TYPE value : values) {
        total += value;
    }
    return total;
}
""",
    "product": """static TYPE product(List<BOXED> values) {
    TYPE result = 1;
    for (TYPE value : values) {
        result *= value;
    }
    return result;
}
""",
    "sorted": """static List<BOXED> sorted(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>(values);
    Collections.sort(made);
    return made;
}
""",
    "reversed": """static List<BOXED> reversed(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>(values);
    Collections.reverse(made);
    return made;
}
""",
    "distinct": """static List<BOXED> distinct(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>();
    for (BOXED value : values) {
        if (!made.contains(value)) {
            made.add(value);
        }
    }
    return made;
}
""",
    "rounded": """static double rounded(double number, int places) {
    double scale = Math.pow(10, places);
    return Math.signum(number) * Math.floor(Math.abs(number) * scale + 0.5) / scale;
}
""",
}
_CLASSES = (
    "io.File", "io.IOException", "io.PrintStream", "util.ArrayList", "util.Arrays",
    "util.Collections", "util.List", "util.Locale", "util.Random", "util.Scanner",
    "util.regex.Pattern",
)  # fmt: skip
_BOXED = {INT: "Long", REAL: "Double", BOOL: "Boolean"}
_RESERVED = (
    "abstract assert boolean break byte case catch char class const continue default do double "
    "else enum extends final finally float for goto if implements import instanceof int "
    "interface long native new package private protected public return short static strictfp "
    "super switch synchronized this throw throws transient try void volatile while true false "
    "null scanner random args"
)


@dataclass
class JavaWriter(JavaExpressions):
    """Writes programs in Java."""

    needs: Needs
    name: str = "Java"
    reserved: frozenset[str] = frozenset(_RESERVED.split())
    helpers: dict[str, str] = field(default_factory=dict)

    def program(self) -> str:
        """The text of the whole program."""
        body = self.body()
        begin = []
        for name, type_ in self.declared_variables():
            boxed = java_input.is_boxed(self, name)
            held = _BOXED.get(type_, "String") if boxed else self.declared(type_)
            begin.append(f"{held} {self.variable(name)};")
        begin += java_input.declared(self)
        for each in self.needs.histories:
            item = _BOXED.get(self.needs.checked.types[each[0]], "String")
            begin.append(f"List<{item}> {self.history(each)} = new ArrayList<>();")
        text = "\n".join(body)
        helpers = [self.helpers[each] for each in _HELPERS if each in self.helpers]
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
        lines += [main, *indented([*begin, "", *body] if begin else body), "}"]
        imports = [
            f"import java.{name};"
            for name in _CLASSES
            if any(name.rpartition(".")[2] in line for line in (text, *lines))
        ]
        head = [*imports, ""] if imports else []
        return "\n".join([*head, "public class Solution {", *indented(lines), "}"]) + "\n"

    def declared(self, type_: Type) -> str:
        """The type of a variable."""
        return {INT: "long", REAL: "double", BOOL: "boolean"}.get(type_, "String")

    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a method that the program brings along for values of a type."""
        text = _HELPERS[name].replace("TYPE", self.declared(type_))
        text = text.replace("SCANNER", "Scanner scanner" if self.files.are_read else "")
        text = text.replace("BOXED", _BOXED.get(type_, "String"))
        if self.helpers.get(name, text) != text:
            raise self.missing("it has lists of two types", self.needs.reads[0])
        return self.helped(name, text)

    def scanner(self, read: syntax.Read) -> str:
        """What a value is read from."""
        return "scanner" if read.file is None else self.files.handle(read.file, writes=False)

    def source(self, read: syntax.Read) -> str:
        """What a method that reads is told."""
        return self.scanner(read) if self.files.are_read else ""

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
        """A value is read, and is not missing."""
        type_ = self.needs.checked.types[read.variable]
        if type_ == BOOL:
            raise self.missing("it checks truth values", read)
        function = {INT: "readLong", REAL: "readDouble"}.get(type_)
        call = f"{self.scanner(read)}.nextLine()"
        if function is not None:
            call = f"{self.need(function)}({self.source(read)})"
        return f"(({name} = {call}) != null)"

    def line_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that read several values of one line."""
        return java_input.line(self, line)

    def choice_taken(self, choice: syntax.Choice) -> Iterator[str]:
        """The lines that read a value of one of several kinds."""
        return java_input.choice(self, choice)

    def kept(self, history: str, name: str) -> str:
        """The line that puts a value behind a list."""
        return f"{history}.add({name});"

    def leave(self) -> str:
        """The line that ends the program."""
        return "return;"

    def arguments_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that take the arguments of the program."""
        return java_surroundings.arguments(self, line)

    def chosen(self, source: syntax.Range | tuple[Expression, ...], name: str) -> str:
        """The line that chooses a random value of a range, or of a list."""
        return java_surroundings.chosen(self, source, name)

    def through(self, loop: UntilEnd) -> Iterator[str]:
        """A loop over the lines of a file, or over all that is typed."""
        return java_surroundings.through(self, loop)

    def empty_list(self, type_: Type, name: str) -> list[str]:
        """A list without values."""
        return [f"List<{_BOXED.get(type_, 'String')}> {name} = new ArrayList<>();"]

    def looped(self, variable: str, source: Expression, body: list[str]) -> list[str]:
        """A loop through a range, a list or a text."""
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
        """`println` with texts and values joined, or `printf` where there are formats."""
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
            form += f"%{width}.{wanted.places}f" if real else f"%{width}s"
            cast = "(double) " if real and type_ != REAL else ""
            given.append(f"{cast}{self.text(piece.expression, SIGN if cast else 0)}")
        written = ", ".join(("Locale.ROOT", quoted(f"{form}%n"), *given))
        return f"printf({written});"
