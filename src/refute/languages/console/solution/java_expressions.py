"""Expressions in Java."""

from __future__ import annotations

from collections.abc import Mapping

from refute.languages.console import syntax
from refute.languages.console.solution.brace_input import BraceInput
from refute.languages.console.solution.needs import both
from refute.languages.console.solution.writing import AND, ATOM, SIGN, SUM, Code
from refute.languages.console.syntax import Expression, Mode
from refute.languages.console.typecheck.wellformed import parts
from refute.languages.console.types import INT

_CHANGED = {"sorted": "sorted", "reverse": "reversed", "distinct": "distinct"}
_METHODS: Mapping[str, str] = {
    "upper": "{}.toUpperCase()", "lower": "{}.toLowerCase()", "strip": "{}.trim()",
    "starts with": "{}.startsWith({})", "ends with": "{}.endsWith({})",
    "contains": "{}.contains({})",
}  # fmt: skip
_MATH = {"abs": "Math.abs({})", "sqrt": "Math.sqrt({})", "floor": "(long) Math.floor({})",
         "ceil": "(long) Math.ceil({})", "trunc": "(long) ({})"}  # fmt: skip


class JavaExpressions(BraceInput):
    """Writes expressions."""

    def other(self, expression: Expression) -> Code:
        """Earlier values and lists."""
        match expression:
            case syntax.Current((name,), 0):
                return self.variable(name), ATOM
            case syntax.Is():
                return self.of_kind(expression), AND
            case syntax.Current(variables, before):
                values = self.history(variables)
                return f"{values}.get({values}.size() - {before + 1})", ATOM
            case syntax.ListOf(items):
                written = ", ".join(self.item(each) for each in items)
                return f"List.of({written})", ATOM
            case syntax.All(variables, 0):
                return self.history(variables), ATOM
            case syntax.All(variables, before):
                values = self.history(variables)
                return f"{values}.subList(0, Math.max(0, {values}.size() - {before}))", ATOM
            case syntax.Each() if self.ahead is not None:
                return self.listed(expression), ATOM
            case syntax.Each(item, variable, source, condition) if self._is_list(source):
                name = self.variable(variable)
                asked = "" if condition is None else f".filter({name} -> {self.text(condition)})"
                plain = item == syntax.Name(variable)
                made = "" if plain else f".map({name} -> {self.text(item)})"
                return f"{self.text(source, ATOM)}.stream(){asked}{made}.toList()", ATOM
            case syntax.Apply("..", _):
                return self.listed(syntax.Each(syntax.Name("i"), "i", expression)), ATOM
        raise self.missing("it makes a list", expression)

    def _position(self, index: Expression, size: str) -> str:
        """A position; negative ones count from the end."""
        match index:
            case syntax.Integer(value):
                return str(value) if value >= 0 else f"{size} - {-value}"
            case _ if self.needs.is_natural(index):
                return f"Math.toIntExact({self.text(index)})"
        number = self.text(index)
        return f"Math.toIntExact({number} < 0 ? {number} + {size} : {number})"

    def _part(
        self, function: str, size: str, whole: Expression, low: Expression, *high: Expression
    ) -> Code:
        """The part of a list or of a text, as far as it exists."""
        written, type_ = self.text(whole, ATOM), self.needs.type_of(whole)
        count = f"{written}.{size}()"
        end = self._end(high[0], count) if high else count
        name = self.need(function, type_.item if type_ is not None and type_.is_list else INT)
        return f"{name}({written}, {self._end(low, count)}, {end})", ATOM

    def _end(self, index: Expression, size: str) -> str:
        """The beginning or end of a part; negative positions count from the end."""
        match index:
            case syntax.Integer(value):
                return str(value) if value >= 0 else f"Math.max(0, {size} - {-value})"
            case _ if self.needs.is_natural(index):
                return self.text(index)
        number = self.text(index)
        return f"{number} < 0 ? Math.max(0, {number} + {size}) : {number}"

    def item(self, expression: Expression) -> str:
        """An item of a list; integers are `long`."""
        match expression:
            case syntax.Integer():
                return f"{self.text(expression)}L"
            case syntax.Apply() if self.needs.type_of(expression) == INT:
                return f"(long) {self.text(expression, SIGN)}"
        return self.text(expression)

    def _is_list(self, expression: Expression) -> bool:
        type_ = self.needs.type_of(expression)
        ranged = isinstance(expression, syntax.Apply) and expression.function == ".."
        return type_ is not None and type_.is_list and not ranged

    def are_objects(self, left: Expression, right: Expression) -> bool:
        """Whether two numbers are boxed, so that `==` would compare references."""
        return self._is_boxed(left) and self._is_boxed(right)

    def is_boxed(self, variable: str) -> bool:
        """Whether a variable may have no value, because the input was not a number."""
        return any(
            each.variable == variable and (each.mode is not Mode.ASSUME or each.kind is not None)
            for each in self.needs.reads
        ) or any(
            part.variable == variable and each.mode is not Mode.ASSUME
            for each in self.needs.statements
            if isinstance(each, syntax.ReadLine)
            for part in each.parts
        )

    def _is_boxed(self, expression: Expression) -> bool:
        match expression:
            case syntax.Name(name) | syntax.Current((name,), 0):
                return self.is_boxed(name)
            case syntax.Current():
                return True
            case syntax.Apply("first" | "last" | "index" | "max" | "min", (values, *_)):
                return self._is_list(values)
        return False

    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """Texts are compared by `equals`."""
        sign = "" if same else "!"
        return f"{sign}{self.text(left, ATOM)}.equals({self.text(right)})", ATOM if same else SIGN

    def applied(self, expression: syntax.Apply) -> Code:
        """A call of a library method or a support method."""
        function, arguments = expression.function, expression.arguments
        if self._is_list(arguments[0]):
            made = self._of_list(function, *arguments)
        elif self.is_text(arguments[0]):
            made = self._of_text(function, *arguments)
        else:
            made = self._of_number(function, arguments)
        if made is None:
            made = self._of_items(function, arguments)
        if made is None:
            raise self.missing(f"it uses `{function}`", expression)
        return made

    def _of_number(self, function: str, arguments: tuple[Expression, ...]) -> Code | None:
        texts = [self.text(each) for each in arguments]
        match function:
            case "div" | "mod":
                method = {"div": "floorDiv", "mod": "floorMod"}[function]
                return f"Math.{method}({', '.join(texts)})", ATOM
            case "max" | "min":
                made = texts[0]
                for each in texts[1:]:
                    made = f"Math.{function}({made}, {each})"
                return made, ATOM
            case "round":
                places = texts[1] if len(texts) > 1 else "0"
                called = f"{self.need('rounded')}({texts[0]}, {places})"
                return (called, ATOM) if len(texts) > 1 else (f"(long) {called}", SIGN)
            case "char":
                return f"String.valueOf((char) {self.text(arguments[0], SIGN)})", ATOM
            case "real":
                return f"(double) {self.text(arguments[0], SIGN)}", SIGN
            case "str":
                return f"String.valueOf({texts[0]})", ATOM
            case _ if function in _MATH:
                written = _MATH[function].format(texts[0])
                return written, SIGN if written.startswith("(") else ATOM
        return None

    def _of_text(self, function: str, text: Expression, *others: Expression) -> Code | None:
        whole, texts = self.text(text, ATOM), [self.text(each) for each in others]
        match function:
            case "+":
                return self.infix("+", SUM, text, *others)
            case "*":
                return f"{whole}.repeat(Math.toIntExact({texts[0]}))", ATOM
            case "len":
                return f"{whole}.length()", ATOM
            case "reverse":
                return f"new StringBuilder({self.text(text)}).reverse().toString()", ATOM
            case "index":
                at = self._position(others[0], f"{whole}.length()")
                return f"String.valueOf({whole}.charAt({at}))", ATOM
            case "slice":
                return self._part("part", "length", text, *others)
            case "split":
                if not texts:
                    return f"{self.need('words')}({self.text(text)})", ATOM
                return f"Arrays.asList({whole}.split(Pattern.quote({texts[0]}), -1))", ATOM
            case "chars":
                split = f'Arrays.asList({whole}.split(""))'
                return f"({whole}.isEmpty() ? List.<String>of() : {split})", ATOM
            case "code":
                return f"(long) {whole}.charAt(0)", SIGN
            case "int":
                return f"Long.parseLong({self.text(text)})", ATOM
            case "is_digit" | "is_letter":
                name = {"is_digit": "isDigit", "is_letter": "isLetter"}[function]
                return f"Character.{name}({whole}.charAt(0))", ATOM
            case "in" | "not in" if not self._is_list(others[0]):
                found = f"{self.text(others[0], ATOM)}.contains({self.text(text)})"
                return (found, ATOM) if function == "in" else (f"!{found}", SIGN)
            case _ if function in _METHODS:
                return _METHODS[function].format(whole, *texts), ATOM
        return None

    def _of_list(self, function: str, values: Expression, *others: Expression) -> Code | None:
        if function in {"any", "all"} and isinstance(values, syntax.Each):
            return self._quantified(function, values)
        whole, type_ = self.text(values, ATOM), self.needs.type_of(values)
        assert type_ is not None
        match function:
            case "len":
                return f"{whole}.size()", ATOM
            case "sum" | "product":
                return f"{self.need(function, type_.item)}({whole})", ATOM
            case "max" | "min":
                return f"Collections.{function}({whole})", ATOM
            case "first":
                return f"{whole}.get(0)", ATOM
            case "last":
                return f"{whole}.get({whole}.size() - 1)", ATOM
            case "subset":
                return f"{self.text(others[0], ATOM)}.containsAll({whole})", ATOM
            case "index":
                return f"{whole}.get({self._position(others[0], f'{whole}.size()')})", ATOM
            case "slice":
                return self._part("partOf", "size", values, *others)
            case "init":
                return f"{whole}.subList(0, {whole}.size() - 1)", ATOM
            case "+":
                return f"{self.need('together', type_.item)}({whole}, {self.text(others[0])})", ATOM
            case "sorted" | "reverse" | "distinct":
                return f"{self.need(_CHANGED[function], type_.item)}({whole})", ATOM
            case "join":
                return f"String.join({self.text(others[0])}, {whole})", ATOM
        return None

    def _of_items(self, function: str, arguments: tuple[Expression, ...]) -> Code | None:
        """Whether, or how often, a list contains something."""
        if len(arguments) != 2 or not self._is_list(arguments[1]):
            return None
        item, whole = self.item(arguments[0]), self.text(arguments[1], ATOM)
        match function:
            case "in":
                return f"{whole}.contains({item})", ATOM
            case "not in":
                return f"!{whole}.contains({item})", SIGN
            case "count":
                return f"Collections.frequency({whole}, {item})", ATOM
        return None

    def _uses_others(self, each: syntax.Each) -> bool:
        """Whether a condition uses a variable that a lambda expression could not use."""
        asked = each.item if each.condition is None else both(each.item, each.condition)
        return any(
            isinstance(one, syntax.Name | syntax.Current | syntax.All)
            and one != syntax.Name(each.variable)
            for one in parts(asked)
        )

    def _quantified(self, function: str, each: syntax.Each) -> Code | None:
        """Whether all or some items satisfy a condition."""
        if self.ahead is not None and (self._uses_others(each) or not self._is_list(each.source)):
            found = f"{self.listed(each)}.contains({str(function == 'any').lower()})"
            return (found, ATOM) if function == "any" else (f"!{found}", SIGN)
        name = self.variable(each.variable)
        asked = "" if each.condition is None else f".filter({name} -> {self.text(each.condition)})"
        holds = f"{name} -> {self.text(each.item)}"
        source = self.text(each.source, ATOM)
        return f"{source}.stream(){asked}.{function}Match({holds})", ATOM
