"""Specifications in plain words; the words of each language are in a file of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from refute.languages.console import syntax
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.types import TEXT, Type, show_value
from refute.report.texts import texts as report_texts

LANGUAGES = tuple(sorted(each.stem for each in Path(__file__).parent.glob("*.toml")))


@dataclass(frozen=True)
class Words:
    """Describes specifications in one language; `types` are those of the variables."""

    texts: Mapping[str, Any]
    types: Mapping[str, Type]
    feedback: Mapping[str, str]

    @classmethod
    def of(cls, language: str, types: Mapping[str, Type]) -> Words:
        """The words of a language."""
        return cls(_texts(language), types, report_texts(language))

    def page(self, name: str) -> str:
        """A text of the page itself."""
        text: str = self.texts["page"][name]
        return text

    def step(self, name: str, *given: str) -> str:
        """A step, with its operands."""
        text: str = self.texts["steps"][name]
        return text.format(*given)

    # Sets

    def values(self, values: ValueSet) -> str:
        """Which values may be read."""
        match values:
            case syntax.NamedSet(name) if name in self.texts["sets"]:
                return self._set(name)
            case syntax.NamedSet(name):
                members = next(each.members for each in self.types.values() if each.name == name)
                return self._set("members", self._listed(members))
            case syntax.Places(number):
                return self._set("place" if number == 1 else "places", str(number))
            case syntax.Range(low, high):
                plain = all(isinstance(each, syntax.Integer | syntax.Name) for each in (low, high))
                name = "range" if plain else "computed_range"
                return self._set(name, self.said(low), self.said(high))
            case syntax.Compared(operator, bound):
                return self._set(operator, self.said(bound))
            case syntax.Members(items):
                name = "members" if len(items) > 1 else "member"
                return self._set(name, self._listed(map(_plain, items)))
            case syntax.Among(variables):
                return self._set("among", _names(variables))
            case syntax.Intersection(left, syntax.Range(low, high)):
                return self._set("within", self.values(left), self.said(low), self.said(high))
            case syntax.Union(left, right):
                return self._set("union", self.values(left), self.values(right))
            case syntax.Intersection(
                left, syntax.Complement(syntax.Members(items))
            ) | syntax.Difference(left, syntax.Members(items)):
                if left == syntax.NamedSet("str") and items == (syntax.Text(""),):
                    return self._set("filled_line")
                return self._set("other_than", self.values(left), self._listed(map(_plain, items)))
            case syntax.Intersection(left, right):
                return self._set("intersection", self.values(left), self.values(right))
            case syntax.Difference(left, right):
                return self._set("difference", self.values(left), self.values(right))
            case syntax.Complement(inner):
                return self._set("complement", self.values(inner))
            case syntax.Unique(inner):
                return self._set("unique", self.values(inner))
            case syntax.Without(inner, variables):
                return self._set("without", self.values(inner), _names(variables))

    def _set(self, name: str, *given: str) -> str:
        text: str = self.texts["sets"][name]
        return text.format(*given)

    def quoted(self, text: str) -> str:
        """A text in quotes."""
        return self.page("quoted").format(text)

    def _listed(self, items: Any) -> str:
        *first, last = [self.quoted(each) for each in items]
        return f"{', '.join(first)} {self.page('or')} {last}" if first else last

    # Expressions

    def said(self, expression: Expression) -> str:
        """An expression in words; as code if it has only names, numbers and signs."""
        match expression:
            case syntax.All(variables, 0):
                return self._function("all_values", _names(variables))
            case syntax.All(variables, before):
                name = "but_last" if before == 1 else "earlier_values"
                return self._function(name, _names(variables), str(before))
            case syntax.Current(variables, before) if before:
                name = "previous" if before == 1 else "earlier"
                return self._function(name, _names(variables), str(before))
            case syntax.Apply(function, (syntax.All(variables, 0),)) if self._knows(
                f"{function}_all"
            ):
                return self._function(f"{function}_all", _names(variables))
            case syntax.Apply("in" | "not in" as sign, (value, syntax.ListOf(items))) if all(
                isinstance(each, syntax.Text | syntax.Integer | syntax.Member) for each in items
            ):
                name = "one_of" if sign == "in" else "none_of"
                return self._function(name, self.said(value), self._listed(map(_plain, items)))
            case syntax.Apply("==" | "!=" as sign, (value, syntax.Text(""))):
                return self._function("empty" if sign == "==" else "not_empty", self.said(value))
            case syntax.Apply("lookup", (key, syntax.ListOf(keys), syntax.ListOf(values))):
                pairs = (
                    f"{self.said(a)}: {self.said(b)}" for a, b in zip(keys, values, strict=True)
                )
                entries = ", ".join(pairs)
                return self.feedback["looked_up"].format(key=self.said(key), entries=entries)
            case syntax.Apply("init", (syntax.All(variables, 0),)):
                return self._function("but_last", _names(variables))
            case syntax.Apply(("div" | "mod" | "either"), arguments):
                return self._function(expression.function, *map(self.said, arguments))
            case syntax.Apply(function, arguments) if not _is_simple(expression):
                if function == "len" and self._is_text(arguments[0]):
                    function = "length"
                known = self._knows(function) and len(arguments) <= 2
                several = function in {"min", "max", "round"} and len(arguments) > 1
                if known and not several:
                    said = self._operand if function in _ARITHMETIC else self.said
                    return self._function(function, *map(said, arguments))
            case syntax.Is(name, kind):
                return self._function(f"is {kind}", f"`{name}`")
            case syntax.Text() | syntax.Member():
                return self.quoted(_plain(expression))
            case syntax.Integer() | syntax.Real():
                return f"`{_plain(expression)}`"
        return f"`{show_expression(expression)}`"

    def _operand(self, expression: Expression) -> str:
        """An operand; arithmetic in words is put in brackets."""
        match expression:
            case syntax.Apply(function) if function in _ARITHMETIC and not _is_simple(expression):
                return f"({self.said(expression)})"
        return self.said(expression)

    def _knows(self, name: str) -> bool:
        return name in self.texts["functions"] or _feedback_key(name) in self.feedback

    def _function(self, name: str, *given: str) -> str:
        """A function in the words of sheets or, if there are none, of feedback."""
        text = self.texts["functions"].get(name)
        if text is None:
            return self.feedback[_feedback_key(name)].format_map(
                dict(zip("abc", given, strict=False))
            )
        return str(text).format(*given)

    def _is_text(self, expression: Expression) -> bool:
        match expression:
            case syntax.Name(name) | syntax.Current((name,), _):
                return self.types.get(name) == TEXT
        return isinstance(expression, syntax.Text)


def _feedback_key(name: str) -> str:
    """The key of the words for a function in the feedback that students get."""
    whole = name.removesuffix("_all")
    return f"function {whole}" if whole == name else f"function {whole} all"


@cache
def _texts(language: str) -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text("utf-8"))


_ARITHMETIC = frozenset({"+", "-", "*", "/", "negate"})


def _is_simple(expression: Expression) -> bool:
    """Whether it is arithmetic of current values and constants, which reads best as a formula."""
    match expression:
        case syntax.Apply(function, arguments):
            return function in _ARITHMETIC and all(map(_is_simple, arguments))
        case syntax.Integer() | syntax.Real() | syntax.Name():
            return True
    return False


def _plain(expression: Expression) -> str:
    match expression:
        case syntax.Text(text) | syntax.Member(_, text):
            return text
        case syntax.Integer(value) | syntax.Real(value):
            return show_value(value)
    return show_expression(expression)


def _names(variables: tuple[str, ...]) -> str:
    return ", ".join(f"`{each}`" for each in variables)
