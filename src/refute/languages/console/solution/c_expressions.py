"""Expressions in C: lists are arrays with a count."""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution.brace_input import BraceInput
from refute.languages.console.solution.c_library import HELPERS, LONGEST_LIST
from refute.languages.console.solution.needs import both
from refute.languages.console.solution.writing import ATOM, COMPARED, SIGN, SUM, Code
from refute.languages.console.syntax import Expression
from refute.languages.console.types import BOOL, INT, REAL, Type

_OF_LISTS = {"sum": "sum", "product": "product", "max": "largest", "min": "smallest"}
_OF_TEXTS = {
    "reverse": "reversed", "upper": "upper", "lower": "lower", "strip": "stripped",
}  # fmt: skip

_COMPARED = (
    ("values[i]", "==", "value"), ("made[j]", "==", "values[i]"),
    ("made[place - 1]", ">", "values[i]"), ("values[i]", ">", "best"), ("values[i]", "<", "best"),
)  # fmt: skip
"""What functions on lists compare; texts are compared by `strcmp`."""
_FILLED = {
    "split": ("word", "split"), "slice": ("part", "part_of"), "distinct": ("distinct", "distinct"),
    "+": ("all", "together"), "chars": ("character", "characters_of"),
}  # fmt: skip
"""Functions that make a new array: a word for its name, and the function that fills it."""


class CExpressions(BraceInput):
    """Writes expressions, and the functions that they need."""

    def declared(self, type_: Type) -> str:
        """The type of a variable."""
        return {INT: "long", REAL: "double", BOOL: "bool"}.get(type_, "char *")

    def need(self, name: str, type_: Type = INT) -> str:
        """The name of a support function for values of a type."""
        text = self.with_source(HELPERS[name])
        if type_ not in {INT, REAL, BOOL}:
            text = text.replace("values[i] == value", "strcmp(values[i], value) == 0")
            text = text.replace("made[j] == values[i]", "strcmp(made[j], values[i]) == 0")
            text = text.replace(
                "made[place - 1] > values[i]", "strcmp(made[place - 1], values[i]) > 0"
            )
            text = text.replace("const TYPE ", "TYPE ").replace("TYPE ", "TYPE")
        text = text.replace("TYPE", self.declared(type_))
        text = text.replace("FORMAT", {REAL: "%g", INT: "%ld"}.get(type_, "%s"))
        if name.startswith("read_") and name != "read_line":
            self.need("read_line")
        if name == "is_subset":
            text = text.replace("occurrences", self.need("occurrences", type_))
        return self.variant(name, text, type_)

    def with_source(self, text: str) -> str:
        """A function that reads; it takes its source as a parameter if there are files."""
        files = self.files.are_read
        text = text.replace("FILE_PARAMETER", "FILE *file, " if files else "")
        text = text.replace("FILE_ARGUMENT", "file, " if files else "")
        return text.replace("FILE_NAME", "file" if files else "stdin")

    def other(self, expression: Expression) -> Code:
        """An earlier value; there are no lists."""
        match expression:
            case syntax.Current((name,), 0):
                return self.variable(name), ATOM
            case syntax.Is():
                return self.of_kind(expression), COMPARED
            case syntax.Current(variables, before):
                values = self.history(variables)
                return f"{values}[{values}_count - {before + 1}]", ATOM
        raise self.missing("it makes a list", expression)

    def array(self, expression: Expression) -> tuple[str, str]:
        """An array and the number of its items."""
        match expression:
            case syntax.All(variables, before):
                name = self.history(variables)
                return name, f"{name}_count" + (f" - {before}" if before else "")
            case syntax.ListOf((one, *_) as items):
                type_ = self.needs.type_of(one) or INT
                written = ", ".join(map(self.text, items))
                listed = f"({self.declared(type_)}[]) {{{written}}}"
                return listed.replace("* ", "*"), str(len(items))
            case syntax.Each():
                name = self.listed(expression)
                return name, f"{name}_count"
            case syntax.Apply("..", _):
                number = syntax.Name("i")
                return self.array(syntax.Each(number, "i", expression))
            case syntax.Apply("init", (whole,)):
                values, count = self.array(whole)
                return values, f"{count} - 1"
            case syntax.Apply("sorted" | "reverse" as function, (whole,)):
                return self._changed(function, whole)
            case syntax.Apply():
                return self._filled(expression)
        raise self.missing("it makes a list", expression)

    def _filled(self, made: syntax.Apply) -> tuple[str, str]:
        """An array that a function fills ahead of the statement, and the number of its items."""
        type_ = self.needs.type_of(made)
        if type_ is None or made.function not in _FILLED:
            raise self.missing("it makes a list", made)
        if made not in self.made:
            word, function = _FILLED[made.function]
            given = self._given(made)
            if made.function == "split" and len(made.arguments) == 1:
                function = "words_of"
            name = self.list_name(word, made)
            call = f"{self.need(function, type_.item)}({', '.join((*given, name))})"
            lines = [self.listed_as(type_.item, name), f"int {name}_count = {call};"]
            self.put_ahead(made, name, lines)
        name = self.made[made]
        return name, f"{name}_count"

    def _given(self, made: syntax.Apply) -> Iterator[str]:
        """The arguments of a function that fills an array: arrays with their counts, and values."""
        for each in made.arguments:
            yield from self.array(each) if self._is_list(each) else [self.text(each)]
        if made.function == "slice" and len(made.arguments) == 2:
            yield self.array(made.arguments[0])[1]

    def listed_as(self, type_: Type, name: str) -> str:
        """The declaration of an array for many values."""
        return f"{self.declared(type_)} {name}[{LONGEST_LIST}];".replace("* ", "*")

    def _changed(self, function: str, whole: Expression) -> tuple[str, str]:
        """A copy of an array, changed by a function, and the number of its items."""
        type_ = self.needs.type_of(whole)
        values, count = self.array(whole)
        assert type_ is not None
        name = {"sorted": "sorted", "reverse": "backwards"}[function]
        return f"{self.need(name, type_.item)}({values}, {count})", count

    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """Texts are compared by `strcmp`."""
        sign = "==" if same else "!="
        return f"strcmp({self.text(left)}, {self.text(right)}) {sign} 0", COMPARED

    def applied(self, expression: syntax.Apply) -> Code:
        """A call of a library function or a support function."""
        function, arguments = expression.function, expression.arguments
        made: Code | None = None
        if len(arguments) == 2 and self._is_list(arguments[1]):
            made = self._of_items(function, *arguments)
        if made is None and self._is_list(arguments[0]):
            made = self._of_list(function, *arguments)
        elif made is None and self.is_text(arguments[0]):
            made = self._of_text(function, *arguments)
        elif made is None:
            made = self._of_number(function, arguments)
        if made is None:
            raise self.missing(f"it uses `{function}`", expression)
        return made

    def _of_number(self, function: str, arguments: tuple[Expression, ...]) -> Code | None:
        first, *others = arguments
        match function:
            case "div" | "mod":
                given = ", ".join(map(self.text, arguments))
                return f"{self.need(f'floor_{function}')}({given})", ATOM
            case "max" | "min":
                return self._extreme(function, arguments), ATOM
            case "abs":
                name = "labs" if self.needs.type_of(first) == INT else "fabs"
                return f"{name}({self.text(first)})", ATOM
            case "floor" | "ceil" | "trunc" | "round" if not others:
                return f"(long) {function}({self.text(first)})", SIGN
            case "sqrt":
                return f"sqrt({self.text(first)})", ATOM
            case "real":
                return f"(double) {self.text(first, SIGN)}", SIGN
            case "char":
                return f"{self.need('character_of')}({self.text(first)})", ATOM
            case "str" if self.needs.type_of(first) == INT:
                return f"{self.need('text_of')}({self.text(first)})", ATOM
        return None

    def _of_text(self, function: str, first: Expression, *others: Expression) -> Code | None:
        text, given = self.text(first), [self.text(each) for each in others]
        match function:
            case "len":
                return f"(long) strlen({text})", SIGN
            case "*" | "+":
                name = self.need({"*": "repeated", "+": "joined"}[function])
                return f"{name}({text}, {given[0]})", ATOM
            case "in" | "not in":
                sign = "!=" if function == "in" else "=="
                return f"strstr({given[0]}, {text}) {sign} NULL", COMPARED
            case "contains":
                return f"strstr({text}, {given[0]}) != NULL", COMPARED
            case "starts with":
                return f"strncmp({text}, {given[0]}, strlen({given[0]})) == 0", COMPARED
            case "ends with":
                return f"{self.need('ends_with')}({text}, {given[0]})", ATOM
            case "index":
                at = self._position(others[0], f"strlen({text})")
                return f"{self.need('character')}({text}, {at})", ATOM
            case "slice":
                end = given[1] if len(given) == 2 else f"strlen({text})"
                return f"{self.need('part')}({text}, {given[0]}, {end})", ATOM
            case "code":
                return f"{self.text(first, ATOM)}[0]", ATOM
            case "int":
                return f"atol({text})", ATOM
            case "is_digit" | "is_letter":
                name = {"is_digit": "isdigit", "is_letter": "isalpha"}[function]
                return f"{name}({self.text(first, ATOM)}[0])", ATOM
            case _ if function in _OF_TEXTS:
                return f"{self.need(_OF_TEXTS[function])}({text})", ATOM
        return None

    def _of_list(self, function: str, first: Expression, *others: Expression) -> Code | None:
        if function in {"all", "any"} and isinstance(first, syntax.Each):
            return self._quantified(function, first), COMPARED
        type_, (values, count) = self.needs.type_of(first), self.array(first)
        assert type_ is not None
        match function:
            case "len":
                return count, SUM if "-" in count else ATOM
            case "sum" | "product" | "max" | "min":
                name = self.need(_OF_LISTS[function], type_.item)
                return f"{name}({values}, {count})", ATOM
            case "index":
                return f"{values}[{self._position(others[0], count)}]", ATOM
            case "first":
                return f"{values}[0]", ATOM
            case "last":
                return f"{values}[{count} - 1]", ATOM
            case "join":
                return f"{self.need('join')}({values}, {count}, {self.text(others[0])})", ATOM
        return None

    def _of_items(self, function: str, first: Expression, whole: Expression) -> Code | None:
        """Whether, or how often, a list contains something."""
        if function in {"in", "not in", "count"}:
            return self._occurrences(function, first, whole)
        if function == "subset":
            type_ = self.needs.type_of(whole)
            assert type_ is not None
            arrays = ", ".join((*self.array(first), *self.array(whole)))
            return f"{self.need('is_subset', type_.item)}({arrays})", ATOM
        return None

    def _is_list(self, expression: Expression) -> bool:
        type_ = self.needs.type_of(expression)
        return type_ is not None and type_.is_list

    def _position(self, index: Expression, count: str) -> str:
        """A position; negative ones count from the end."""
        match index:
            case syntax.Integer(value) if value < 0:
                return f"{count} - {-value}"
            case _ if isinstance(index, syntax.Integer) or self.needs.is_natural(index):
                return self.text(index)
        number = self.text(index)
        return f"{number} < 0 ? {number} + {count} : {number}"

    def _quantified(self, function: str, each: syntax.Each) -> str:
        """Whether all or some items satisfy a condition: counts those that do."""
        condition = each.item if function == "any" else negated(each.item)
        if each.condition is not None:
            condition = both(each.condition, condition)
        found = syntax.Each(syntax.Name(each.variable), each.variable, each.source, condition)
        count = self.array(found)[1]
        return f"{count} {'>' if function == 'any' else '=='} 0"

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
        array = ", ".join(self.array(whole))
        called = f"{self.need('occurrences', type_)}({self.text(item)}, {array})"
        if function == "count":
            return called, ATOM
        return f"{called} {'>' if function == 'in' else '=='} 0", COMPARED


def is_long(expression: Expression) -> bool:
    """Whether `printf` gets a `long`."""
    match expression:
        case syntax.Integer() | syntax.Apply("len" | "count"):
            return False
        case syntax.Apply("either" | "lookup", (_, *others)):
            return all(map(is_long, others)) if len(others) == 2 else False
        case syntax.Apply("+" | "-" | "*" | "div" | "mod", arguments):
            return any(map(is_long, arguments))
    return True
