"""Nodes of syntax trees: what every node has, how one is declared, and how trees are walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform

from refute.source import NO_SPAN, Span

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(made: type[_T]) -> type[_T]:
    """Declare a node: a dataclass with slots, whose fields can be matched in order.

    Nodes are not changed; type checkers see to it. That, and methods that all nodes share, make
    modules full of nodes load several times as quickly as `dataclass(frozen=True)` does.
    """
    declared: Any = dataclass(eq=False, repr=False, slots=True)(made)
    compared = [each.name for each in fields(declared) if each.compare]
    _COMPARED[declared] = attrgetter(*compared) if compared else _nothing
    for name, method in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _show)):
        if name not in vars(made):
            setattr(declared, name, method)
    return cast(type[_T], declared)


_COMPARED: dict[type, Callable[[Any], Any]] = {}
"""What counts when nodes of a class are compared."""


def _nothing(_node: object) -> None:
    return None


def _equal(self: object, other: object) -> Any:
    kind = type(self)
    if type(other) is not kind:
        return NotImplemented
    compared = _COMPARED[kind]
    return compared(self) == compared(other)


def _hash(self: object) -> int:
    return hash((type(self), _COMPARED[type(self)](self)))


def _show(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


@node
class Node:
    """Something with a span, which does not count when nodes are compared."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False, kw_only=True)


@node
class Integer(Node):
    """`42`."""

    value: int


@node
class Boolean(Node):
    """`true` or `false`, however the language spells it."""

    value: bool


@node
class Text(Node):
    """`"text"`."""

    value: str


@node
class Name(Node):
    """An identifier: whatever the language lets names stand for."""

    name: str


def children(node: Node) -> Iterator[Node]:
    """The nodes right below a node, from left to right."""
    for each in fields(node):
        value = getattr(node, each.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part


def walk(root: Node) -> Iterator[Node]:
    """A node and all nodes in it, the outer before the inner, however deep they are."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(children(node))))
