"""Nodes of syntax trees: common fields, declaration, and traversal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields

from refute.record import record
from refute.source import NO_SPAN, Span


@record
class Node:
    """A node has a span, which is ignored when nodes are compared."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False, kw_only=True)


@record
class Integer(Node):
    """`42`."""

    value: int


@record
class Boolean(Node):
    """`true` or `false`, however the language spells it."""

    value: bool


@record
class Text(Node):
    """`"text"`."""

    value: str


@record
class Name(Node):
    """An identifier, whatever it stands for in the language."""

    name: str


_NAMES: dict[type[Node], tuple[str, ...]] = {}
"""The names of the fields of each kind of node, without that of its span."""


def children(node: Node) -> Iterator[Node]:
    """The children of a node, from left to right."""
    names = _NAMES.get(type(node))
    if names is None:
        names = tuple(each.name for each in fields(node) if each.name != "span")
        _NAMES[type(node)] = names
    for name in names:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    yield part


def walk(root: Node) -> Iterator[Node]:
    """A node and all nodes in it, outer ones before inner ones, however deep they are."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [*children(node)][::-1]
