"""Walking through expressions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from refute.frontend.node import Node, children, walk
from refute.languages.fmsl import syntax

EXPRESSIONS = get_args(syntax.Expression)


def conjuncts(expression: syntax.Expression) -> Iterator[syntax.Expression]:
    """The parts of a conjunction, in order; of anything else, itself."""
    if isinstance(expression, syntax.Binary) and expression.operator == "and":
        yield from conjuncts(expression.left)
        yield from conjuncts(expression.right)
    else:
        yield expression


def operands(expression: syntax.Expression) -> Iterator[syntax.Expression]:
    """The expressions in an expression that is outside of quantifiers and bindings."""
    pending: list[Node] = [expression]
    while pending:
        node = pending.pop()
        if isinstance(node, syntax.Bounded | syntax.Unbounded | syntax.Sequence):
            continue
        if isinstance(node, EXPRESSIONS):
            yield node
        pending.extend(reversed(list(children(node))))


def names(node: Node) -> set[str]:
    """The names that occur in a node."""
    return {each.name for each in walk(node) if isinstance(each, syntax.Name)}


def text(node: Node) -> str:
    """A node as it is written, on one line."""
    return " ".join(node.span.text.split())


def bare(node: Node) -> str:
    """A node as it is written, without the brackets around all of it."""
    written = text(node)
    while written.startswith("(") and _closes(written) == len(written) - 1:
        written = written[1:-1].strip()
    return written


def _closes(written: str) -> int:
    """Where the bracket at the front is closed."""
    open_ = 0
    for place, character in enumerate(written):
        open_ += (character == "(") - (character == ")")
        if open_ == 0:
            return place
    return -1
