"""Unions and enumerations against an evaluator of its own that tries all values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from hypothesis import given, settings, strategies as st

from asking import report_on
from refute.report.outcome import Bindings, Outcome, Verdict
from refute.source import Source

OBJECTS = """
object Red; object Green; object Colour = Red or Green;
object A = x:boolean; object B = y:boolean;
object C = c:Colour; object D = x:boolean and c:Colour;
"""
SCALARS = {"boolean": (True, False), "Colour": ("Red", "Green")}
COMPONENTS = {
    "A": {"x": "boolean"},
    "B": {"y": "boolean"},
    "C": {"c": "Colour"},
    "D": {"x": "boolean", "c": "Colour"},
}
TYPES = [*COMPONENTS, *SCALARS]


@dataclass(frozen=True)
class Of:
    """A value of a union: what it is made of, and its label, if it needs one."""

    content: Any
    label: str


@dataclass(frozen=True)
class Formula:
    """A condition as it is written, and what it is for some values."""

    text: str
    holds: Callable[[dict[str, Any]], bool]

    def __str__(self) -> str:
        return self.text


def shape(name: str) -> Any:
    """What tells types apart: the types of their components, whatever they are called."""
    return tuple(COMPONENTS[name].values()) if name in COMPONENTS else name


def contents(name: str) -> list[Any]:
    """All values of a type; components may be nil."""
    if name in SCALARS:
        return [*SCALARS[name]]
    choices = [[None, *SCALARS[each]] for each in COMPONENTS[name].values()]
    return [tuple(each) for each in product(*choices)]


@dataclass(frozen=True)
class Union:
    """Alternatives by their names."""

    alternatives: tuple[tuple[str, str], ...]

    @property
    def declared(self) -> str:
        """The union as one writes it, and another one with other names for the same."""
        parts = " or ".join(f"{label}:{name}" for label, name in self.alternatives)
        others = " or ".join(f"other_{label}:{name}" for label, name in self.alternatives)
        return f"object U = {parts}; object V = {others};"

    def label(self, label: str) -> str:
        """The label of values of an alternative: its name, if another one is alike."""
        shapes = [shape(name) for _, name in self.alternatives]
        return label if shapes.count(shape(dict(self.alternatives)[label])) > 1 else ""

    def values(self) -> list[Of]:
        """All values of the union."""
        return [
            Of(content, self.label(label))
            for label, name in self.alternatives
            for content in contents(name)
        ]

    def as_alternative(self, value: Of, label: str) -> Any:
        """What `t.label` is."""
        if self.label(label) != value.label:
            return None
        return value.content if value.content in contents(dict(self.alternatives)[label]) else None


def component(union: Union, value: Of, label: str, field: str) -> Any:
    """What `t.label.field` is; nil of nil."""
    found = union.as_alternative(value, label)
    names = [*COMPONENTS[dict(union.alternatives)[label]]]
    return None if found is None else found[names.index(field)]


def written(content: Any) -> str:
    """A value as one writes it."""
    if isinstance(content, tuple):
        return "{" + ", ".join(map(written, content)) + "}"
    return {None: "nil", True: "true", False: "false"}.get(content, str(content))


def atoms(union: Union) -> st.SearchStrategy[Formula]:
    """Conditions on `t` and `u`, which are of the union, and on all of its values."""
    labels = st.sampled_from([label for label, _ in union.alternatives])
    values = st.sampled_from(union.values())
    parts = [(x, f) for x, name in union.alternatives for f in COMPONENTS.get(name, ())]

    def is_of(label: str) -> Formula:
        return Formula(
            f"(t.{label} != nil)", lambda v: union.as_alternative(v["t"], label) is not None
        )

    def literal(value: Of, way: str) -> Formula:
        named = [x for x, _ in union.alternatives if union.as_alternative(value, x) is not None]
        text = f"{{{named[0]}: {written(value.content)}}}"
        return Formula(way.format(text), lambda v: v["t"] == value)

    def projected(label: str) -> Formula:
        return Formula(
            f"(t.{label} = u.{label})",
            lambda v: union.as_alternative(v["t"], label) == union.as_alternative(v["u"], label),
        )

    def chosen(part: tuple[str, str]) -> Formula:
        return Formula(
            f"(t.{part[0]}.{part[1]} = u.{part[0]}.{part[1]})",
            lambda v: component(union, v["t"], *part) == component(union, v["u"], *part),
        )

    def another(label: str) -> Formula:
        return Formula(
            f"(exists (w:U) w != t and w.{label} = u.{label})",
            lambda v: any(
                each != v["t"]
                and union.as_alternative(each, label) == union.as_alternative(v["u"], label)
                for each in union.values()
            ),
        )

    ways = st.sampled_from(["(t = {})", "({} in [t])", "(t in [{}])", "([t] = [{}])"])
    found = [
        st.just(Formula("(t = u)", lambda v: v["t"] == v["u"])),
        labels.map(is_of),
        labels.map(projected),
        labels.map(another),
        st.builds(literal, values, ways),
    ]
    return st.one_of(*found, *([st.sampled_from(parts).map(chosen)] if parts else []))


def connected(operator: str, left: Formula, right: Formula) -> Formula:
    meanings: dict[str, Callable[[dict[str, Any]], bool]] = {
        "and": lambda v: left.holds(v) and right.holds(v),
        "or": lambda v: left.holds(v) or right.holds(v),
        "=>": lambda v: not left.holds(v) or right.holds(v),
        "xor": lambda v: left.holds(v) is not right.holds(v),
    }
    return Formula(f"({left} {operator} {right})", meanings[operator])


def formulas(union: Union) -> st.SearchStrategy[Formula]:
    return st.recursive(
        atoms(union),
        lambda inner: (
            st.builds(connected, st.sampled_from(["and", "or", "=>", "xor"]), inner, inner)
            | inner.map(lambda each: Formula(f"(not {each})", lambda v: not each.holds(v)))
        ),
        max_leaves=3,
    )


UNIONS = st.lists(st.sampled_from([*TYPES, "A", "B"]), min_size=2, max_size=3).map(
    lambda names: Union(tuple(zip("abc", names, strict=False)))
)


def read(text: str) -> Of:
    """A value of the union as it is shown."""
    found = re.fullmatch(r"\{(\w+): (.*)\}", text)
    label, content = found.groups() if found else ("", text)
    python = content.replace("{", "(").replace("}", ",)").replace("nil", "None")
    python = python.replace("true", "True").replace("false", "False")
    return Of(ast.literal_eval(re.sub(r"\b(Red|Green)\b", r"'\1'", python)), label)


def shown(answer: Outcome) -> dict[str, Of]:
    (rows,) = [each.rows for each in answer.blocks if isinstance(each, Bindings)]
    return {name: read(value) for name, value in rows if name in ("t", "u")}


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_claims_about_unions_are_those_of_trying_everything(data: st.DataObject) -> None:
    union = data.draw(UNIONS)
    claim = data.draw(formulas(union))
    text = f"{OBJECTS}{union.declared}\ntheorem claim(t:U, u:U, v:V) = {claim};"
    (answer,) = report_on("check", Source("union.fmsl", text)).outcomes
    broken = [
        {"t": t, "u": u}
        for t, u in product(union.values(), repeat=2)
        if not claim.holds({"t": t, "u": u})
    ]
    if not broken:
        assert answer.verdict is Verdict.CONFIRMED
    else:
        assert answer.verdict is Verdict.REFUTED
        found = {"t": union.values()[0], "u": union.values()[0], **shown(answer)}
        assert {each in union.values() for each in found.values()} == {True}
        assert not claim.holds(found)
