"""Solutions in Java."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from refute.languages.console import syntax
from refute.languages.console.solution import java_input
from refute.languages.console.solution.braces import BraceWriter, quoted
from refute.languages.console.solution.needs import Needs
from refute.languages.console.solution.writing import AND, ATOM, SIGN, SUM, Code, indented
from refute.languages.console.syntax import Expression
from refute.languages.console.types import BOOL, INT, REAL, TEXT, Type

_HELPERS: Mapping[str, str] = {
    "readLong": """static Long readLong() {
    try {
        return Long.parseLong(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readDouble": """static Double readDouble() {
    try {
        return Double.parseDouble(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readLine": """static String readLine() {
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
    "rounded": """static double rounded(double number, int places) {
    double scale = Math.pow(10, places);
    return Math.signum(number) * Math.floor(Math.abs(number) * scale + 0.5) / scale;
}
""",
}
_BOXED = {INT: "Long", REAL: "Double", BOOL: "Boolean"}
_METHODS: Mapping[str, str] = {
    "upper": "{}.toUpperCase()", "lower": "{}.toLowerCase()", "strip": "{}.trim()",
    "starts with": "{}.startsWith({})", "ends with": "{}.endsWith({})",
    "contains": "{}.contains({})",
}  # fmt: skip
_MATH = {"abs": "Math.abs({})", "sqrt": "Math.sqrt({})", "floor": "(long) Math.floor({})",
         "ceil": "(long) Math.ceil({})", "trunc": "(long) ({})"}  # fmt: skip

_RESERVED = (
    "abstract assert boolean break byte case catch char class const continue default do double "
    "else enum extends final finally float for goto if implements import instanceof int "
    "interface long native new package private protected public return short static strictfp "
    "super switch synchronized this throw throws transient try void volatile while true false "
    "null scanner args"
)


@dataclass
class JavaWriter(BraceWriter):
    """Writes programs in Java."""

    needs: Needs
    name: str = "Java"
    reserved: frozenset[str] = frozenset(_RESERVED.split())
    helpers: dict[str, str] = field(default_factory=dict)

    def program(self) -> str:
        """The text of the whole program."""
        body = self.lines(self.needs.body)
        begin = [f"{self._held(type_, name)} {name};" for type_, name in self.declarations()]
        begin += java_input.declared(self)
        for each in self.needs.histories:
            boxed = _BOXED.get(self.needs.checked.types[each[0]], "String")
            begin.append(f"List<{boxed}> {self.history(each)} = new ArrayList<>();")
        text = "\n".join(body)
        helpers = [self.helpers[each] for each in _HELPERS if each in self.helpers]
        lines: list[str] = []
        if self.needs.reads:
            lines += ["static Scanner scanner = new Scanner(System.in);", ""]
        for helper in helpers:
            lines += [*helper.rstrip("\n").split("\n"), ""]
        main = "public static void main(String[] args) {"
        lines += [main, *indented([*begin, "", *body] if begin else body), "}"]
        imports = [
            f"import java.util.{name};"
            for name in ("ArrayList", "Collections", "List", "Locale", "Scanner")
            if any(name in line for line in (text, *lines))
        ]
        head = [*imports, ""] if imports else []
        return "\n".join([*head, "public class Solution {", *indented(lines), "}"]) + "\n"

    def _held(self, type_: Type, name: str) -> str:
        """A number that may be missing, because it was not a number, is boxed."""
        checked = {
            self.variable(each.variable) for each in self.needs.reads if each.mode != "assume"
        }
        boxed = name in checked or java_input.is_boxed(self, name)
        return _BOXED.get(type_, "String") if boxed else self.declared(type_)

    def declared(self, type_: Type) -> str:
        """The type of a variable."""
        return {INT: "long", REAL: "double", BOOL: "boolean"}.get(type_, "String")

    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a method that the program brings along for values of a type."""
        text = _HELPERS[name].replace("TYPE", self.declared(type_))
        text = text.replace("BOXED", _BOXED.get(type_, "String"))
        if self.helpers.get(name, text) != text:
            raise self.missing("it has lists of two types", self.needs.reads[0])
        return self.helped(name, text)

    # Statements

    def taken(self, read: syntax.Read, name: str) -> Iterator[str]:
        """The line that reads a value."""
        type_ = self.needs.checked.types[read.variable]
        line = "scanner.nextLine()"
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
        call = "scanner.nextLine()" if function is None else f"{self.need(function)}()"
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

    def counted(self, statement: syntax.For) -> Iterator[str]:
        """A `for` through a range, or through a list."""
        type_ = self.needs.type_of(statement.source)
        is_range = isinstance(statement.source, syntax.Apply) and statement.source.function == ".."
        if is_range or type_ is None or not type_.is_list:
            yield from super().counted(statement)
            return
        name, item = self.variable(statement.variable), self.declared(type_.item)
        yield f"for ({item} {name} : {self.text(statement.source)}) {{"
        yield from [*indented(self.lines(statement.body)), "}"]

    def printed(self, pieces: tuple[str | syntax.Result, ...]) -> Iterator[str]:
        """`println` with texts and values joined, or `printf` where there are formats."""
        results = [each for each in pieces if isinstance(each, syntax.Result)]
        if any(str(each.format or "") for each in results):
            yield self._printf(pieces)
            return
        level = SUM + 1 if len(pieces) > 1 else 0
        made = [
            quoted(each) if isinstance(each, str) else self._shown(each, level) for each in pieces
        ]
        if len(made) > 1 and not isinstance(pieces[0], str) and not isinstance(pieces[1], str):
            made.insert(0, '""')
        yield f"System.out.println({' + '.join(made)});"

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
        return f"System.out.printf({written});"

    # Expressions

    def other(self, expression: Expression) -> Code:
        """Earlier values and lists."""
        match expression:
            case syntax.Current((name,), 0):
                return self.variable(name), ATOM
            case syntax.Is():
                return java_input.is_of(self, expression), AND
            case syntax.Current(variables, before):
                values = self.history(variables)
                return f"{values}.get({values}.size() - {before + 1})", ATOM
            case syntax.ListOf(items):
                written = ", ".join(self._item(each) for each in items)
                return f"List.of({written})", ATOM
            case syntax.All(variables, 0):
                return self.history(variables), ATOM
            case syntax.All(variables, before):
                values = self.history(variables)
                return f"{values}.subList(0, Math.max(0, {values}.size() - {before}))", ATOM
            case syntax.Each(item, variable, source, condition) if self._is_list(source):
                name = self.variable(variable)
                asked = "" if condition is None else f".filter({name} -> {self.text(condition)})"
                plain = item == syntax.Name(variable)
                made = "" if plain else f".map({name} -> {self.text(item)})"
                return f"{self.text(source, ATOM)}.stream(){asked}{made}.toList()", ATOM
        raise self.missing("it makes a list", expression)

    def _item(self, expression: Expression) -> str:
        """An item of a list; integers are `long`."""
        literal = isinstance(expression, syntax.Integer)
        return f"{self.text(expression)}L" if literal else self.text(expression)

    def _is_list(self, expression: Expression) -> bool:
        type_ = self.needs.type_of(expression)
        ranged = isinstance(expression, syntax.Apply) and expression.function == ".."
        return type_ is not None and type_.is_list and not ranged

    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """Texts are compared by `equals`."""
        sign = "" if same else "!"
        return f"{sign}{self.text(left, ATOM)}.equals({self.text(right)})", ATOM if same else SIGN

    def applied(self, expression: syntax.Apply) -> Code:
        """A method of the library, or one that the program brings along."""
        function, arguments = expression.function, expression.arguments
        first, texts = arguments[0], [self.text(each) for each in arguments]
        listed, type_ = self._is_list(first), self.needs.type_of(first) or INT
        match function:
            case "div" | "mod":
                method = {"div": "floorDiv", "mod": "floorMod"}[function]
                return f"Math.{method}({', '.join(texts)})", ATOM
            case "+" if self.is_text(first):
                return self.infix("+", SUM, *arguments)
            case "len":
                return f"{self.text(first, ATOM)}.{'size' if listed else 'length'}()", ATOM
            case "sum" | "product" if listed:
                return f"{self.need(function, type_.item)}({texts[0]})", ATOM
            case "max" | "min" if listed:
                return f"Collections.{function}({texts[0]})", ATOM
            case "max" | "min":
                made = texts[0]
                for each in texts[1:]:
                    made = f"Math.{function}({made}, {each})"
                return made, ATOM
            case "first" if listed:
                return f"{self.text(first, ATOM)}.get(0)", ATOM
            case "last" if listed:
                values = self.text(first, ATOM)
                return f"{values}.get({values}.size() - 1)", ATOM
            case "in" | "not in" if self._is_list(arguments[1]):
                sign = "" if function == "in" else "!"
                called = f"{self.text(arguments[1], ATOM)}.contains({texts[0]})"
                return f"{sign}{called}", SIGN if sign else ATOM
            case "subset":
                return f"{self.text(arguments[1], ATOM)}.containsAll({texts[0]})", ATOM
            case "count" if self._is_list(arguments[1]):
                return f"Collections.frequency({texts[1]}, {texts[0]})", ATOM
            case "reverse" if type_ == TEXT:
                return f"new StringBuilder({texts[0]}).reverse().toString()", ATOM
            case "round":
                places = texts[1] if len(texts) > 1 else "0"
                called = f"{self.need('rounded')}({texts[0]}, {places})"
                return (called, ATOM) if len(texts) > 1 else (f"(long) {called}", SIGN)
            case "index" if type_ == TEXT and self.needs.is_natural(arguments[1]):
                at = (
                    f"(int) ({texts[1]})"
                    if not isinstance(arguments[1], syntax.Integer)
                    else texts[1]
                )
                return f"String.valueOf({self.text(first, ATOM)}.charAt({at}))", ATOM
            case "*" if self.is_text(first):
                return f"{self.text(first, ATOM)}.repeat((int) ({texts[1]}))", ATOM
            case "real":
                return f"(double) {self.text(first, SIGN)}", SIGN
            case "str":
                return f"String.valueOf({texts[0]})", ATOM
            case "any" | "all" if isinstance(first, syntax.Each) and self._is_list(first.source):
                asked = f"{self.variable(first.variable)} -> {self.text(first.item)}"
                source = self.text(first.source, ATOM)
                return f"{source}.stream().{function}Match({asked})", ATOM
        if function in _METHODS and not listed:
            return _METHODS[function].format(self.text(first, ATOM), *texts[1:]), ATOM
        if function in _MATH:
            written = _MATH[function].format(texts[0])
            return written, SIGN if written.startswith("(") else ATOM
        raise self.missing(f"it uses `{function}`", expression)
