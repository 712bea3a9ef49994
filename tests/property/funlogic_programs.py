"""Random programs over numbers, truth values, lists and texts, that always end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hypothesis import strategies as st


@dataclass(frozen=True)
class Signature:
    """A function: its name, the kinds of its parameters, and of its result."""

    name: str
    parameters: tuple[str, ...]
    result: str


LETTERS = ["'a'", "'b'", "'c'"]
KINDS = ("Int", "Bool", "List", "Text")
TYPES = {"Int": "Int", "Bool": "Bool", "List": "[Int]", "Text": "String", "Decimal": "Decimal"}
LITERALS = {
    "Decimal": ["0.5", "1", "2.25", "(-1.5)"],
    "Int": ["0", "1", "2", "(-1)"],
    "Bool": ["True", "False"],
    "List": ["[]"],
    "Text": ['""', '"a"', '"bc"'],
}
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]


class Writer:
    """Writes well-typed expressions; those of a writer that `chooses` may have several values."""

    def __init__(
        self, draw: Draw, functions: Sequence[Signature], kinds: Sequence[str], *, chooses: bool
    ) -> None:
        self.draw = draw
        self.kinds = kinds
        self.functions = functions
        self.chooses = chooses
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def write(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        leaves = [name for name, each in scope.items() if each == kind]
        if depth == 0 or self.draw(st.integers(0, 4)) == 0:
            return str(self.draw(st.sampled_from([*leaves, *leaves, *LITERALS[kind]])))
        options = [self._if, self._case_list, self._case_number, self._let, self._own, self._own]
        options += [self._guards, self._case_text]
        if self.chooses:
            options += [self._choose, self._free, self._insist, self._function]
        if any(each.result == kind for each in self.functions):
            options += [self._call, self._call]
        option = self.draw(st.sampled_from(options))
        return f"({option(kind, scope, depth - 1)})"

    def _own(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        def part(of: str) -> str:
            return self.write(of, scope, depth)

        if kind == "Decimal":
            sign = self.draw(st.sampled_from(["+", "-", "*", "/", "fromIntegral"]))
            if sign == "fromIntegral":
                return f"fromIntegral {part('Int')}"
            right = self.draw(st.sampled_from(["2", "0.5", "(-4)", "0.0"]))
            return f"{part('Decimal')} {sign} {part('Decimal') if sign in '+-' else right}"
        if kind == "Int" and "Decimal" in self.kinds and self.draw(st.integers(0, 2)) == 0:
            rounded = self.draw(st.sampled_from(["floor", "ceiling", "round", "truncate"]))
            return f"{rounded} {part('Decimal')}"
        if kind == "Int":
            sign = self.draw(st.sampled_from(["+", "-", "*", "div", "mod", "+"]))
            right = self.draw(st.sampled_from(["2", "3", "(-2)"]))
            return f"{part('Int')} {sign} {part('Int') if sign in '+-' else right}"
        if kind == "List":
            return f"{part('Int')} : {part('List')}"
        if kind == "Text":
            return f"{self.draw(st.sampled_from(LETTERS))} : {part('Text')}"
        sign = self.draw(st.sampled_from(["==", "/=", "<", "<=", "and", "or", "not", "same"]))
        if sign in {"and", "or"}:
            return f"{part('Bool')} {sign} {part('Bool')}"
        if sign == "not":
            return f"not {part('Bool')}"
        if sign == "same":
            of = self.draw(st.sampled_from([each for each in self.kinds if each != "Int"]))
            orders = ["<=", "<"] * (of in {"Text", "Decimal"})
            compared = self.draw(st.sampled_from(["==", "==", "/=", *orders]))
            return f"{part(of)} {compared} {part(of)}"
        return f"{part('Int')} {sign} {part('Int')}"

    def _if(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        condition = self.write("Bool", scope, depth)
        then, otherwise = self.write(kind, scope, depth), self.write(kind, scope, depth)
        return f"if {condition} then {then} else {otherwise}"

    def _case_list(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        subject = self.write("List", scope, depth)
        first, rest = self.fresh(), self.fresh()
        inner = {**scope, first: "Int", rest: "List"}
        alternatives = [
            f"[] -> {self.write(kind, scope, depth)}",
            f"({first} : {rest}) -> {self.write(kind, inner, depth)}",
        ]
        if self.draw(st.integers(0, 5)) == 0:
            alternatives.pop()
        return f"case {subject} of {{ {'; '.join(alternatives)} }}"

    def _case_text(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        subject, rest, other = self.write("Text", scope, depth), self.fresh(), self.fresh()
        alternatives = [
            f'"b" -> {self.write(kind, scope, depth)}',
            f"('a' : {rest}) -> {self.write(kind, {**scope, rest: 'Text'}, depth)}",
            f"{other} -> {self.write(kind, {**scope, other: 'Text'}, depth)}",
        ]
        return f"case {subject} of {{ {'; '.join(alternatives)} }}"

    def _case_number(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        of = self.draw(st.sampled_from([each for each in self.kinds if each in {"Int", "Decimal"}]))
        subject = self.write(of, scope, depth)
        other = self.fresh()
        alternatives = [
            f"{'0' if of == 'Int' else '0.5'} -> {self.write(kind, scope, depth)}",
            f"2 -> {self.write(kind, scope, depth)}",
            f"{other} -> {self.write(kind, {**scope, other: of}, depth)}",
        ]
        return f"case {subject} of {{ {'; '.join(alternatives)} }}"

    def _let(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        of, name = self.draw(st.sampled_from(self.kinds)), self.fresh()
        value = self.write(of, scope, depth)
        return f"let {name} = {value} in {self.write(kind, {**scope, name: of}, depth)}"

    def _choose(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        return " ? ".join(self.write(kind, scope, depth) for _ in range(2))

    def _free(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        of, name = self.draw(st.sampled_from(self.kinds)), self.fresh()
        inner = {**scope, name: of}
        condition = f"{name} == {self.write(of, scope, depth)}"
        if self.draw(st.booleans()):
            condition += f" or {self.write('Bool', inner, depth)}"
        return f"let {name} free in case {condition} of True -> {self.write(kind, inner, depth)}"

    def _insist(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        condition = self.write("Bool", scope, depth)
        return f"case {condition} of True -> {self.write(kind, scope, depth)}"

    def _function(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        of, name, given = self.draw(st.sampled_from(self.kinds)), self.fresh(), self.fresh()
        body = self.write(kind, {**scope, given: of}, depth)
        argument = self.write(of, scope, depth)
        if self.draw(st.booleans()):
            return f"(\\{given} -> {body}) {argument}"
        return f"let {name} {given} = {body} in {name} {argument}"

    def _guards(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        subject, inner = self.write("List", scope, depth), {**scope}
        first = self.fresh()
        inner[first] = "Int"
        guard, body = self.write("Bool", inner, depth), self.write(kind, inner, depth)
        other = self.write(kind, scope, depth)
        return f"case {subject} of {{ ({first} : _) | {guard} -> {body}; _ -> {other} }}"

    def _call(self, kind: str, scope: Mapping[str, str], depth: int) -> str:
        fitting = [each for each in self.functions if each.result == kind]
        function = self.draw(st.sampled_from(fitting))
        given_values = [self.write(each, scope, depth) for each in function.parameters]
        return " ".join([function.name, *(f"({each})" for each in given_values)])


@dataclass(frozen=True)
class Sample:
    """A program and the function to run."""

    text: str
    function: Signature


@st.composite
def samples(draw: Draw, *, chooses: bool = False, decimals: bool = False) -> Sample:
    """A program with up to three functions, the last of which is to be run."""
    kinds = (*KINDS, "Decimal") if decimals and draw(st.booleans()) else KINDS
    functions: list[Signature] = []
    lines: list[str] = []
    for number in range(draw(st.integers(1, 3))):
        parameters = tuple(draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2)))
        made = Signature(f"f{number}", parameters, draw(st.sampled_from(kinds)))
        if "Decimal" in kinds:
            shape = " -> ".join(TYPES[each] for each in (*parameters, made.result))
            lines.append(f"{made.name} :: {shape}")
        lines.extend(_equations(Writer(draw, functions, kinds, chooses=chooses), made))
        functions.append(made)
    return Sample("\n".join(lines) + "\n", functions[-1])


def _equations(writer: Writer, made: Signature) -> list[str]:
    first, *others = made.parameters
    scope = {f"p{number}": kind for number, kind in enumerate(others)}
    rest = " ".join(scope)
    match first:
        case "List":
            recursive = {**scope, "x": "Int", "xs": "List", "again": made.result}
            step = writer.write(made.result, recursive, 3)
            again = f"let again = {made.name} xs {rest} in {step}"
            inner = {**scope, "x": "Int", "xs": "List"}
            guard = f"| {writer.write('Bool', inner, 2)} = {writer.write(made.result, inner, 1)}"
            return [
                f"{made.name} [] {rest} = {writer.write(made.result, scope, 2)}",
                f"{made.name} (x : xs) {rest} {guard}",
                f"{made.name} (x : xs) {rest} = {again}",
            ]
        case "Int" | "Decimal":
            return [
                f"{made.name} 1 {rest} = {writer.write(made.result, scope, 2)}",
                f"{made.name} n {rest} = {writer.write(made.result, {**scope, 'n': first}, 3)}",
            ]
        case _:
            return [f"{made.name} b {rest} = {writer.write(made.result, {**scope, 'b': first}, 3)}"]
