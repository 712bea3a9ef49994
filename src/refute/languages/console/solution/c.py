"""Solutions in C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from refute.languages.console import syntax
from refute.languages.console.solution import c_input
from refute.languages.console.solution.braces import BraceWriter, quoted
from refute.languages.console.solution.needs import Needs
from refute.languages.console.solution.writing import (
    ATOM,
    COMPARED,
    SIGN,
    SUM,
    Code,
    indented,
)
from refute.languages.console.syntax import Expression
from refute.languages.console.types import BOOL, INT, REAL, Type

LONGEST_LIST = 1000
LONGEST_LINE = 1000

_HELPERS: Mapping[str, str] = {
    "read_line": """void read_line(char *line) {
    if (fgets(line, LENGTH, stdin) == NULL) {
        exit(0);
    }
    line[strcspn(line, "\\n")] = '\\0';
}
""",
    "read_long": """bool read_long(long *number) {
    char line[LENGTH], *end;
    read_line(line);
    *number = strtol(line, &end, 10);
    return end != line && *end == '\\0';
}
""",
    "read_double": """bool read_double(double *number) {
    char line[LENGTH], *end;
    read_line(line);
    *number = strtod(line, &end);
    return end != line && *end == '\\0';
}
""",
    "read_bool": """bool read_bool(bool *truth) {
    char line[LENGTH];
    read_line(line);
    *truth = strcasecmp(line, "true") == 0;
    return *truth || strcasecmp(line, "false") == 0;
}
""",
    "read_text": """bool read_text(char *text) {
    read_line(text);
    return true;
}
""",
    "read_value": "",
    "repeated": """char *repeated(const char *text, long times) {
    char *made = calloc(times > 0 ? strlen(text) * times + 1 : 1, 1);
    for (long i = 0; i < times; i++) {
        strcat(made, text);
    }
    return made;
}
""",
    "joined": """char *joined(const char *first, const char *second) {
    char *made = malloc(strlen(first) + strlen(second) + 1);
    return strcat(strcpy(made, first), second);
}
""",
    "reversed": """char *reversed(const char *text) {
    size_t size = strlen(text);
    char *made = calloc(size + 1, 1);
    for (size_t i = 0; i < size; i++) {
        made[i] = text[size - 1 - i];
    }
    return made;
}
""",
    "upper": """char *upper(const char *text) {
    char *made = strdup(text);
    for (char *each = made; *each != '\\0'; each++) {
        *each = toupper(*each);
    }
    return made;
}
""",
    "lower": """char *lower(const char *text) {
    char *made = strdup(text);
    for (char *each = made; *each != '\\0'; each++) {
        *each = tolower(*each);
    }
    return made;
}
""",
    "floor_div": """long floor_div(long a, long b) {
    long quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
""",
    "floor_mod": """long floor_mod(long a, long b) {
    return a - b * (long) floor((double) a / b);
}
""",
    "sum": """TYPE sum(const TYPE values[], int count) {
    TYPE total = 0;
    for (int i = 0; i < count; i++) {
        total += values[i];
    }
    return total;
}
""",
    "product": """TYPE product(const TYPE values[], int count) {
    TYPE result = 1;
    for (int i = 0; i < count; i++) {
        result *= values[i];
    }
    return result;
}
""",
    "largest": """TYPE largest(const TYPE values[], int count) {
    TYPE best = values[0];
    for (int i = 1; i < count; i++) {
        if (values[i] > best) {
            best = values[i];
        }
    }
    return best;
}
""",
    "smallest": """TYPE smallest(const TYPE values[], int count) {
    TYPE best = values[0];
    for (int i = 1; i < count; i++) {
        if (values[i] < best) {
            best = values[i];
        }
    }
    return best;
}
""",
    "occurrences": """int occurrences(TYPE value, const TYPE values[], int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] == value) {
            found++;
        }
    }
    return found;
}
""",
    "is_subset": """bool is_subset(const TYPE some[], int few, const TYPE values[], int count) {
    for (int i = 0; i < few; i++) {
        if (occurrences(some[i], values, count) == 0) {
            return false;
        }
    }
    return true;
}
""",
    "print_list": """void print_list(const TYPE values[], int count) {
    printf("[");
    for (int i = 0; i < count; i++) {
        printf(i == 0 ? "FORMAT" : ", FORMAT", values[i]);
    }
    printf("]");
}
""",
    "greater": """TYPE greater(TYPE a, TYPE b) {
    return a > b ? a : b;
}
""",
    "lesser": """TYPE lesser(TYPE a, TYPE b) {
    return a < b ? a : b;
}
""",
}
_OF_LISTS = {"sum": "sum", "product": "product", "max": "largest", "min": "smallest"}

_RESERVED = (
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while main bool true false sum product largest smallest "
    "exit printf strlen labs round floor ceil trunc sqrt abs y0 y1 yn j0 j1 jn index"
)


@dataclass
class CWriter(BraceWriter):
    """Writes programs in C."""

    needs: Needs
    name: str = "C"
    reserved: frozenset[str] = frozenset(_RESERVED.split())
    helpers: dict[str, str] = field(default_factory=dict)

    def program(self) -> str:
        """The text of the whole program."""
        body = self.lines(self.needs.body)
        begin = [self._variable(type_, name) for type_, name in self.declarations()]
        begin += c_input.declared(self)
        for each in self.needs.histories:
            item = self.needs.checked.types[each[0]]
            if item not in {INT, REAL, BOOL}:
                what = "it remembers all texts that were read"
                raise self.missing(what, self.needs.reads[0])
            name = self.history(each)
            begin += [f"{self.declared(item)} {name}[{LONGEST_LIST}];", f"int {name}_count = 0;"]
        main = ["int main(void) {", *indented([*begin, "", *body, "return 0;"]), "}"]
        helpers = "\n".join(self.helpers[each] for each in _HELPERS if each in self.helpers)
        text = f"{helpers}\n{chr(10).join(main)}\n" if helpers else f"{chr(10).join(main)}\n"
        return f"{_included(text)}\n{text}"

    def _variable(self, type_: Type, name: str) -> str:
        is_text = type_ not in {INT, REAL, BOOL}
        return f"char {name}[LENGTH];" if is_text else f"{self.declared(type_)} {name};"

    def declared(self, type_: Type) -> str:
        """The type of a variable."""
        return {INT: "long", REAL: "double", BOOL: "bool"}.get(type_, "char *")

    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a function that the program brings along for values of a type."""
        text = _HELPERS[name].replace("TYPE", self.declared(type_))
        text = text.replace("FORMAT", "%g" if type_ == REAL else "%ld")
        known = self.helpers.get(name)
        if known is not None and known != text:
            raise self.missing("it has lists of two types", self.needs.reads[0])
        if name.startswith("read_") and name != "read_line":
            self.need("read_line")
        return self.helped(name, text)

    # Statements

    def taken(self, read: syntax.Read, name: str) -> Iterator[str]:
        """The lines that read a value."""
        yield f"{self.tried(read, name)};"

    def tried(self, read: syntax.Read, name: str) -> str:
        """The call that reads a value and says whether it has the right type."""
        type_ = self.needs.checked.types[read.variable]
        function = {INT: "read_long", REAL: "read_double", BOOL: "read_bool"}.get(type_)
        if function is None:
            return f"{self.need('read_text')}({name})"
        return f"{self.need(function)}(&{name})"

    def line_taken(self, line: syntax.ReadLine) -> Iterator[str]:
        """The lines that read several values of one line."""
        return c_input.line(self, line)

    def choice_taken(self, choice: syntax.Choice) -> Iterator[str]:
        """The lines that read a value of one of several kinds."""
        return c_input.choice(self, choice)

    def kept(self, history: str, name: str) -> str:
        """The line that puts a value behind an array."""
        return f"{history}[{history}_count++] = {name};"

    def leave(self) -> str:
        """The line that ends the program."""
        return "return 0;"

    def printed(self, pieces: tuple[str | syntax.Result, ...]) -> Iterator[str]:
        """A call of `printf`; a list is printed by a function of its own."""
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
                values, count = self._array(piece.expression)
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
            return f"%{width}ld", value if _is_long(
                expression
            ) else f"(long) {self.text(expression, SIGN)}"
        return (f"%{width}.10g", value) if type_ == REAL else (f"%{width}s", value)

    # Expressions

    def other(self, expression: Expression) -> Code:
        """An earlier value; there are no lists."""
        match expression:
            case syntax.Current((name,), 0):
                return self.variable(name), ATOM
            case syntax.Is():
                return c_input.is_of(self, expression), COMPARED
            case syntax.Current(variables, before):
                values = self.history(variables)
                return f"{values}[{values}_count - {before + 1}]", ATOM
        raise self.missing("it makes a list", expression)

    def _array(self, expression: Expression) -> tuple[str, str]:
        """An array and the number of its items."""
        match expression:
            case syntax.All(variables, before):
                name = self.history(variables)
                return name, f"{name}_count" + (f" - {before}" if before else "")
            case syntax.ListOf((one, *_) as items):
                type_ = self.needs.type_of(one)
                if type_ is not None and type_ in {INT, REAL, BOOL}:
                    written = ", ".join(map(self.text, items))
                    return f"({self.declared(type_)}[]) {{{written}}}", str(len(items))
        raise self.missing("it makes a list", expression)

    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """Texts are compared by `strcmp`."""
        sign = "==" if same else "!="
        return f"strcmp({self.text(left)}, {self.text(right)}) {sign} 0", COMPARED

    def applied(self, expression: syntax.Apply) -> Code:
        """A function of the standard library, or one that the program brings along."""
        function, arguments = expression.function, expression.arguments
        first = arguments[0]
        type_ = self.needs.type_of(first)
        listed = type_ is not None and type_.is_list
        match function:
            case "div" | "mod":
                given = ", ".join(map(self.text, arguments))
                return f"{self.need(f'floor_{function}')}({given})", ATOM
            case "len" if listed:
                count = self._array(first)[1]
                return count, SUM if "-" in count else ATOM
            case "len":
                return f"(long) strlen({self.text(first)})", SIGN
            case "sum" | "product" | "max" | "min" if listed and type_ is not None:
                array = ", ".join(self._array(first))
                return f"{self.need(_OF_LISTS[function], type_.item)}({array})", ATOM
            case "max" | "min":
                return self._extreme(function, arguments), ATOM
            case "first" if listed:
                return f"{self._array(first)[0]}[0]", ATOM
            case "last" if listed:
                values, count = self._array(first)
                return f"{values}[{count} - 1]", ATOM
            case "in" | "not in" | "count":
                return self._occurrences(function, first, arguments[1])
            case "subset" if type_ is not None:
                self.need("occurrences", type_.item)
                arrays = ", ".join((*self._array(first), *self._array(arguments[1])))
                return f"{self.need('is_subset', type_.item)}({arrays})", ATOM
            case "abs":
                return f"{'labs' if type_ == INT else 'fabs'}({self.text(first)})", ATOM
            case "floor" | "ceil" | "trunc" | "round" if len(arguments) == 1:
                return f"(long) {function}({self.text(first)})", SIGN
            case "*" | "+" if self.is_text(first):
                name = self.need({"*": "repeated", "+": "joined"}[function])
                return f"{name}({', '.join(map(self.text, arguments))})", ATOM
            case "reverse" | "upper" | "lower" if not listed:
                name = self.need("reversed" if function == "reverse" else function)
                return f"{name}({self.text(first)})", ATOM
            case "sqrt":
                return f"sqrt({self.text(first)})", ATOM
            case "real":
                return f"(double) {self.text(first, SIGN)}", SIGN
            case "starts with":
                two = self.text(arguments[1])
                return f"strncmp({self.text(first)}, {two}, strlen({two})) == 0", COMPARED
            case "contains" if not listed:
                return f"strstr({self.text(first)}, {self.text(arguments[1])}) != NULL", COMPARED
        raise self.missing(f"it uses `{function}`", expression)

    def _extreme(self, function: str, arguments: tuple[Expression, ...]) -> str:
        types = [self.needs.type_of(each) for each in arguments]
        name = self.need(
            {"max": "greater", "min": "lesser"}[function], REAL if REAL in types else INT
        )
        made = self.text(arguments[0])
        for each in arguments[1:]:
            made = f"{name}({made}, {self.text(each)})"
        return made

    def _occurrences(self, function: str, item: Expression, whole: Expression) -> Code:
        type_ = self.needs.type_of(item) or INT
        array = ", ".join(self._array(whole))
        called = f"{self.need('occurrences', type_)}({self.text(item)}, {array})"
        if function == "count":
            return called, ATOM
        return f"{called} {'>' if function == 'in' else '=='} 0", COMPARED


def _is_long(expression: Expression) -> bool:
    """Whether `printf` gets a `long`."""
    match expression:
        case syntax.Integer() | syntax.Apply("len" | "count"):
            return False
        case syntax.Apply("either" | "lookup", (_, *others)):
            return all(map(_is_long, others)) if len(others) == 2 else False
        case syntax.Apply("+" | "-" | "*" | "div" | "mod", arguments):
            return any(map(_is_long, arguments))
    return True


_HEADERS = {
    "stdbool.h": ("bool", "true", "false"),
    "stdio.h": ("printf", "fgets", "sscanf"),
    "ctype.h": ("toupper", "tolower"),
    "stdlib.h": ("exit", "strtol", "strtod", "labs", "calloc", "malloc", "atol", "atof"),
    "string.h": ("strcmp", "strlen", "strcspn", "strstr", "strncmp", "strcat", "strdup", "strtok"),
    "strings.h": ("strcasecmp",),
    "math.h": ("floor(", "ceil(", "round(", "trunc(", "sqrt(", "fabs("),
}


def _included(text: str) -> str:
    lines = [
        f"#include <{header}>"
        for header, names in _HEADERS.items()
        if any(name in text for name in names)
    ]
    if "LENGTH" in text:
        lines += ["", f"#define LENGTH {LONGEST_LINE}"]
    return "\n".join(lines) + "\n"
