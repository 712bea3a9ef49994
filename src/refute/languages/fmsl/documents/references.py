"""Who speaks of whom in a specification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Call, Declaration, Node, TypeName


def references(declarations: tuple[Declaration, ...]) -> Mapping[str, tuple[str, ...]]:
    """For each object, operation and theorem the others that speak of it, in order."""
    named = [each for each in declarations if isinstance(each, Documented)]
    names = {each.name for each in named}
    found: dict[str, list[str]] = {name: [] for name in names}
    for each in named:
        for name in dict.fromkeys(_mentioned(each)):
            if name in names and name != each.name and each.name not in found[name]:
                found[name].append(each.name)
    return {name: tuple(users) for name, users in found.items()}


Documented = syntax.Object | syntax.Operation | syntax.Theorem | syntax.Axiom


def _mentioned(top: Node) -> Iterator[str]:
    """The types, the operations called and the names listed anywhere below a node."""
    waiting: list[object] = [top]
    while waiting:
        node = waiting.pop()
        match node:
            case TypeName(name):
                yield name
            case Call(operation, _):
                yield operation
            case syntax.Object():
                yield from (each.name for each in node.operations)
        if isinstance(node, Node):
            waiting.extend(getattr(node, each.name) for each in fields(node) if each.name != "span")
        elif isinstance(node, tuple):
            waiting.extend(node)
