"""Expressions in Haskell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from refute.languages.console import syntax
from refute.languages.console.solution.needs import Needs, near, unsupported
from refute.languages.console.solution.writing import quoted
from refute.languages.console.syntax import Expression, Kind
from refute.languages.console.types import BOOL, INT, REAL, TEXT, Type, show_decimal

APPLIED, ATOM = 9, 10
_KINDS = {"int": Kind.NUMBER, "real": Kind.NUMBER, "end": Kind.END}
_LEVELS = {
    "or": (2, "||"), "and": (3, "&&"), "==": (4, "=="), "!=": (4, "/="), "<": (4, "<"),
    "<=": (4, "<="), ">": (4, ">"), ">=": (4, ">="), "-": (6, "-"), "*": (7, "*"),
    "div": (7, "`div`"), "mod": (7, "`mod`"), "/": (7, "/"),
}  # fmt: skip
_CALLS: Mapping[str, str] = {
    "len": "genericLength {}", "sum": "sum {}", "product": "product {}", "abs": "abs {}",
    "not": "not {}", "first": "head {}", "last": "last {}", "init": "init {}",
    "reverse": "reverse {}", "sorted": "sort {}", "distinct": "nub {}", "upper": "map toUpper {}",
    "lower": "map toLower {}", "chars": "map (: []) {}", "all": "and {}", "any": "or {}",
    "is_letter": "all isAlpha {}", "is_digit": "all isDigit {}",
    "strip": "dropWhileEnd isSpace (dropWhile isSpace {})",
}  # fmt: skip
_ROUNDING = {
    "floor": "floor", "ceil": "ceiling", "trunc": "truncate", "round": "rounded", "sqrt": "sqrt",
    "real": "fromIntegral",
}  # fmt: skip

_RESERVED = frozenset(
    ["case", "class", "data", "default", "deriving", "do", "else", "if", "import", "in", "infix",
     "instance", "let", "module", "newtype", "of", "then", "type", "where", "line", "rest", "main",
     "sum", "product", "length", "head", "last", "init", "max", "min", "show", "read", "print",
     "map", "filter", "words", "lines", "mod", "div", "loop", "next", "even", "odd", "and", "or",
     "not", "all", "any", "elem", "reverse", "abs", "sort", "values", "end", "slice", "seed",
     "floor", "round", "truncate", "sqrt"]
)  # fmt: skip


def variable(name: str) -> str:
    """The name of a variable, which begins with a small letter."""
    first, *others = name.split(" ")
    small = "".join((first[0].lower(), first[1:], *map(str.capitalize, others)))
    return f"{small}'" if small in _RESERVED else small


def haskell_type(type_: Type) -> str:
    """The type of values; members of enumerations are texts."""
    if type_.is_list:
        return f"[{haskell_type(type_.item)}]"
    return {INT: "Integer", REAL: "Double", BOOL: "Bool"}.get(type_, "String")


def is_kind(kind: Kind, among: tuple[str, ...], needs: Needs) -> str:
    """The condition that the line read last is of a kind, given the kinds it may have."""
    name = syntax.written_name(among[0])
    line, end = variable(f"{name} line"), variable(f"{name} end")
    ends = syntax.variable_of(name, Kind.END) in among
    if kind is Kind.END:
        return end
    types = {needs.checked.types[each] for each in among}
    test = "isDecimal" if REAL in types else "isInteger"
    if kind is Kind.NUMBER:
        return f"{test} {line}"
    asked = [f"not {end}"] if ends else []
    asked += [f"not ({test} {line})"] if types & {INT, REAL} else []
    return " && ".join(asked)


@dataclass(frozen=True)
class Expressions:
    """Writes expressions; `lists` has the names of the lists of all values."""

    needs: Needs
    lists: Mapping[tuple[str, ...], str]

    def text(self, expression: Expression, level: int = 0) -> str:
        """An expression, in parentheses where it must bind more tightly."""
        written, own = self._code(expression)
        return f"({written})" if own < level else written

    def _code(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case syntax.Integer(value):
                return str(value), ATOM if value >= 0 else 6
            case syntax.Real(number):
                shown = show_decimal(number)
                return shown if "." in shown else f"{shown}.0", ATOM if number >= 0 else 6
            case syntax.Text(text) | syntax.Member(_, text):
                return quoted(text), ATOM
            case syntax.Boolean(truth):
                return str(truth), ATOM
            case syntax.Name(name) | syntax.Current((name,), 0):
                return variable(name), ATOM
            case syntax.Current(variables, before):
                whole = f"reverse {self.lists[variables]}"
                return f"({whole}) !! {before}", APPLIED
            case syntax.All(variables, 0):
                return self.lists[variables], ATOM
            case syntax.All(variables, before):
                return f"reverse (drop {before} (reverse {self.lists[variables]}))", APPLIED
            case syntax.ListOf(items):
                return f"[{', '.join(map(self.text, items))}]", ATOM
            case syntax.Each(item, name, source, condition):
                listed = self.text(source)
                if self.needs.type_of(source) == TEXT:
                    listed = f"map (: []) {self.text(source, ATOM)}"
                asked = "" if condition is None else f", {self.text(condition)}"
                return f"[{self.text(item)} | {variable(name)} <- {listed}{asked}]", ATOM
            case syntax.Is(_, kind, _, among):
                wanted = _KINDS.get(kind, Kind.WORD)
                return is_kind(wanted, among, self.needs), 3 if wanted is Kind.WORD else APPLIED
            case syntax.Apply(function, arguments):
                return self._applied(expression, function, arguments)
        raise unsupported("it makes a table", "Haskell", expression)

    def _number(self, expression: Expression, *, real: bool, level: int) -> str:
        """A number, converted to a decimal if it is an integer next to one."""
        if not real or self.needs.type_of(expression) == REAL:
            return self.text(expression, level)
        if isinstance(expression, syntax.Integer):
            return self.text(expression, level)
        written = f"fromIntegral {self.text(expression, ATOM)}"
        return f"({written})" if level > APPLIED else written

    def _applied(
        self, whole: syntax.Apply, function: str, arguments: tuple[Expression, ...]
    ) -> tuple[str, int]:
        if margin := self.needs.margin(whole):
            return self._code(near(whole, margin))
        first, types = arguments[0], [self.needs.type_of(each) for each in arguments]
        texts = [self.text(each, ATOM) for each in arguments]
        real = REAL in types or function == "/"
        if function in _LEVELS and not (function == "*" and types[0] == TEXT):
            level, sign = _LEVELS[function]
            tight = level + 1 if level == 4 else level
            left = self._number(first, real=real, level=tight)
            return f"{left} {sign} {self._number(arguments[1], real=real, level=level + 1)}", level
        match function:
            case "+" if types[0] == TEXT or (types[0] is not None and types[0].is_list):
                return f"{self.text(first, 6)} ++ {self.text(arguments[1], 5)}", 5
            case "+":
                left = self._number(first, real=real, level=6)
                return f"{left} + {self._number(arguments[1], real=real, level=7)}", 6
            case "*" if types[0] == TEXT:
                return f"concat (genericReplicate {texts[1]} {texts[0]})", APPLIED
            case "negate":
                return f"-{self.text(first, 7)}", 6
            case "either":
                return self._choice(arguments), 0
            case "lookup":
                return self._looked_up(*arguments), 0
            case "max" | "min" if len(arguments) == 1:
                return f"{function}imum {texts[0]}", APPLIED
            case "max" | "min":
                numbers = [self._number(each, real=real, level=ATOM) for each in arguments]
                made = numbers[0]
                for each in numbers[1:]:
                    made = f"{function} {f'({made})' if ' ' in made else made} {each}"
                return made, APPLIED
            case "in" | "not in" if types[1] == TEXT:
                found = f"{texts[0]} `isInfixOf` {texts[1]}"
                return (found, 4) if function == "in" else (f"not ({found})", APPLIED)
            case "in" | "not in":
                sign = "`elem`" if function == "in" else "`notElem`"
                return f"{texts[0]} {sign} {texts[1]}", 4
            case "contains" if types[0] == TEXT:
                return f"{texts[1]} `isInfixOf` {texts[0]}", 4
            case "starts with":
                return f"{texts[1]} `isPrefixOf` {texts[0]}", 4
            case "ends with":
                return f"{texts[1]} `isSuffixOf` {texts[0]}", 4
            case "count" if types[1] is not None and types[1].is_list:
                return f"genericLength (filter (== {texts[0]}) {texts[1]})", APPLIED
            case "subset":
                return f"all (`elem` {texts[1]}) {texts[0]}", APPLIED
            case "..":
                return f"[{self.text(first)} .. {self.text(arguments[1])}]", ATOM
            case "index" if types[0] == TEXT:
                return f"textIndex {texts[0]} {texts[1]}", APPLIED
            case "index":
                return f"listIndex {texts[0]} {texts[1]}", APPLIED
            case "slice" if all(map(self.needs.is_natural, arguments[1:])):
                low = f"genericDrop {texts[1]} {texts[0]}"
                if len(arguments) == 2:
                    return low, APPLIED
                return f"genericDrop {texts[1]} (genericTake {texts[2]} {texts[0]})", APPLIED
            case "slice":
                ends = [*arguments[1:], syntax.Apply("len", (first,))][:2]
                given = " ".join(self.text(each, ATOM) for each in ends)
                return f"slice {texts[0]} {given}", APPLIED
            case "code":
                return f"toInteger (ord (head {texts[0]}))", APPLIED
            case "char":
                return f"[chr (fromInteger {texts[0]})]", ATOM
            case "str" if types[0] in {INT, BOOL}:
                return f"show {texts[0]}", APPLIED
            case "int":
                return f"(read {texts[0]} :: Integer)", ATOM
            case "split" if len(arguments) == 1:
                return f"words {texts[0]}", APPLIED
            case "split":
                return f"pieces {texts[1]} {texts[0]}", APPLIED
            case "join":
                return f"intercalate {texts[1]} {texts[0]}", APPLIED
        if function in _ROUNDING:
            return self._rounded(function, arguments)
        if function in _CALLS:
            return _CALLS[function].format(*texts), APPLIED
        raise unsupported(f"it uses `{function}`", "Haskell", whole)

    def _rounded(self, function: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
        """A decimal as another number; an integer stays as it is."""
        number, *places = (self.text(each, ATOM) for each in arguments)
        if function in {"sqrt", "real"}:
            number = self._number(arguments[0], real=True, level=ATOM)
            return (f"sqrt {number}", APPLIED) if function == "sqrt" else (number, ATOM)
        if self.needs.type_of(arguments[0]) != REAL:
            return number, ATOM
        if places:
            return f"roundedTo {number} {places[0]}", APPLIED
        return f"{_ROUNDING[function]} {number}", APPLIED

    def _choice(self, arguments: tuple[Expression, ...]) -> str:
        asked, then, other = arguments
        real = REAL in {self.needs.type_of(then), self.needs.type_of(other)}
        one, two = (self._number(each, real=real, level=1) for each in (then, other))
        return f"if {self.text(asked)} then {one} else {two}"

    def _looked_up(self, key: Expression, keys: Expression, values: Expression) -> str:
        pairs = list(zip(syntax.children(keys), syntax.children(values), strict=True))
        made = self.text(pairs[-1][1], 1)
        for one, two in reversed(pairs[:-1]):
            asked = self.text(syntax.Apply("==", (key, one)))
            made = f"if {asked} then {self.text(two, 1)} else {made}"
        return made
