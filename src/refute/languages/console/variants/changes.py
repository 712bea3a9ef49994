"""Changes of an exercise that leave it one: constants, conditions, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from random import Random
from typing import Any

from refute.languages.console import syntax
from refute.languages.console.show import show_expression, show_set
from refute.languages.console.syntax import Form, Node, Specification
from refute.record import record

_FUNCTIONS = {
    "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
    "max": ("min",), "min": ("max",), "sum": ("product", "max", "min"),
    "product": ("sum",), "first": ("last",), "last": ("first",), "upper": ("lower",),
    "lower": ("upper",), "+": ("-", "*"), "-": ("+",), "*": ("+",), "div": ("mod",),
    "all": ("any",), "any": ("all",), "floor": ("ceil",), "ceil": ("floor",),
}  # fmt: skip
_FORMS = {
    Form.UNTIL: Form.REPEAT_UNTIL,
    Form.REPEAT_UNTIL: Form.UNTIL,
    Form.WHILE: Form.DO_WHILE,
    Form.DO_WHILE: Form.WHILE,
}
_SETS = {"nat": ("pos",), "pos": ("nat",)}


@record
class Changed:
    """A specification made from another one, and what was changed, in words."""

    specification: Specification
    words: tuple[str, ...]


def changed(specification: Specification, random: Random, most: int) -> Changed | None:
    """The specification with some things changed; None if there is nothing to change."""
    found = [node for node in _nodes(specification) if _alternatives(node)]
    if not found:
        return None
    chosen = random.sample(found, min(len(found), random.randint(2, most)))
    others = {id(each): random.choice(_alternatives(each)) for each in chosen}
    made = _rebuilt(specification, lambda node: others.get(id(node)))
    words = tuple(f"{_shown(others[id(each)])} instead of {_shown(each)}" for each in chosen)
    return Changed(replace(made, span=specification.span), words)


def _alternatives(node: Node) -> list[Node]:
    """Replacements for a node that keep the kind of exercise."""
    match node:
        case syntax.Integer(value) if abs(value) >= 2:
            step = max(1, abs(value) // 10)
            near = (value + step * each for each in (-3, -2, -1, 1, 2, 3, 5))
            return [syntax.Integer(each) for each in near if each * value > 0 and abs(each) >= 2]
        case syntax.Real(value) if value:
            scales = (Fraction(1, 2), Fraction(9, 10), Fraction(11, 10), Fraction(2))
            return [syntax.Real(value * each) for each in scales]
        case syntax.Apply(function, arguments) if function in _FUNCTIONS:
            return [syntax.Apply(each, arguments) for each in _FUNCTIONS[function]]
        case syntax.Compared(operator, bound) if operator in _FUNCTIONS:
            return [syntax.Compared(each, bound) for each in _FUNCTIONS[operator]]
        case syntax.NamedSet(name) if name in _SETS:
            return [syntax.NamedSet(each) for each in _SETS[name]]
        case syntax.Iterate(form, condition, body):
            return [syntax.Iterate(_FORMS[form], condition, body)]
    return []


def _shown(node: Node) -> str:
    match node:
        case syntax.Iterate(form):
            return f"`{form}`"
        case syntax.Compared() | syntax.NamedSet():
            return f"`{show_set(node)}`"
        case syntax.Integer() | syntax.Real() | syntax.Apply():
            return f"`{show_expression(node)}`"
    raise AssertionError


def _nodes(tree: Any) -> Iterator[Node]:
    """All nodes of a tree."""
    if isinstance(tree, tuple):
        for each in tree:
            yield from _nodes(each)
    elif isinstance(tree, Node):
        yield tree
        for each in fields(tree):
            yield from _nodes(getattr(tree, each.name))


def _rebuilt(tree: Any, other: Callable[[Node], Node | None]) -> Any:
    """The tree with nodes replaced; what is inside a replaced one is replaced as well."""
    if isinstance(tree, tuple):
        return tuple(_rebuilt(each, other) for each in tree)
    if not isinstance(tree, Node):
        return tree
    made = other(tree) or tree
    inner = {
        each.name: _rebuilt(getattr(made, each.name), other)
        for each in fields(made)
        if isinstance(getattr(made, each.name), tuple | Node)
    }
    return replace(made, **inner)
