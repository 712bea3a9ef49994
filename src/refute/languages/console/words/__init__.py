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

LANGUAGES = tuple(sorted(each.stem for each in Path(__file__).parent.glob("*.toml")))


@dataclass(frozen=True)
class Words:
    """Says things in one language; `types` are those of the variables."""

    texts: Mapping[str, Any]
    types: Mapping[str, Type]

    @classmethod
    def of(cls, language: str, types: Mapping[str, Type]) -> Words:
        """The words of a language."""
        return cls(_texts(language), types)

    def page(self, name: str) -> str:
        """A text of the page itself."""
        text: str = self.texts["page"][name]
        return text

    def step(self, name: str, *given: str) -> str:
        """What is done, with what it is done to."""
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
                return self._set("range", self.said(low), self.said(high))
            case syntax.Compared(operator, bound):
                return self._set(operator, self.said(bound))
            case syntax.Members(items):
                return self._set("members", self._listed(map(_plain, items)))
            case syntax.Among(variables):
                return self._set("among", _names(variables))
            case syntax.Intersection(left, syntax.Range(low, high)):
                return self._set("within", self.values(left), self.said(low), self.said(high))
            case syntax.Union(left, right):
                return self._set("union", self.values(left), self.values(right))
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
        """A text that stands for itself."""
        return self.page("quoted").format(text)

    def _listed(self, items: Any) -> str:
        *first, last = [self.quoted(each) for each in items]
        return f"{', '.join(first)} {self.page('or')} {last}" if first else last

    # Expressions

    def said(self, expression: Expression) -> str:
        """An expression in words; as code where it is only names, numbers and signs."""
        match expression:
            case syntax.All(variables, 0):
                return self._function("all_values", _names(variables))
            case syntax.All(variables, before):
                name = "but_last" if before == 1 else "earlier_values"
                return self._function(name, _names(variables), str(before))
            case syntax.Current(variables, before) if before:
                name = "previous" if before == 1 else "earlier"
                return self._function(name, _names(variables), str(before))
            case syntax.Apply(function, (syntax.All(variables, 0),)) if (
                f"{function}_all" in self.texts["functions"]
            ):
                return self._function(f"{function}_all", _names(variables))
            case syntax.Apply(("div" | "mod" | "either"), arguments):
                return self._function(expression.function, *map(self.said, arguments))
            case syntax.Apply(function, arguments) if not _is_simple(expression):
                if function == "len" and self._is_text(arguments[0]):
                    function = "length"
                known = function in self.texts["functions"] and len(arguments) <= 2
                several = function in {"min", "max", "round"} and len(arguments) > 1
                if known and not several:
                    return self._function(function, *map(self.said, arguments))
            case syntax.Is(name, kind):
                return self._function(f"is {kind}", f"`{name}`")
            case syntax.Text() | syntax.Member():
                return self.quoted(_plain(expression))
            case syntax.Integer() | syntax.Real():
                return f"`{_plain(expression)}`"
        return f"`{show_expression(expression)}`"

    def _function(self, name: str, *given: str) -> str:
        text: str = self.texts["functions"][name]
        return text.format(*given)

    def _is_text(self, expression: Expression) -> bool:
        match expression:
            case syntax.Name(name) | syntax.Current((name,), _):
                return self.types.get(name) == TEXT
        return isinstance(expression, syntax.Text)


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
