"""Which definitions must be looked at together: those that speak of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from refute.languages.funlogic import syntax
from refute.languages.funlogic.syntax import Expression


def mentioned(expression: Expression) -> Iterator[str]:
    """The names in an expression, bound ones included."""
    pending: list[Expression] = [expression]
    while pending:
        match pending.pop():
            case syntax.Name(name):
                yield name
            case syntax.Apply(function, arguments):
                pending.extend((function, *arguments))
            case syntax.ListOf(items) | syntax.TupleOf(items):
                pending.extend(items)
            case syntax.Operation(_, left, right):
                pending.extend((left, right))
            case syntax.Not(operand) | syntax.Negate(operand):
                pending.append(operand)
            case syntax.Lambda(_, body) | syntax.Free(_, body):
                pending.append(body)
            case syntax.Let(bindings, body):
                pending.extend(binding.body for binding in bindings)
                pending.append(body)
            case syntax.If(condition, then, otherwise):
                pending.extend((condition, then, otherwise))
            case syntax.Case(subject, alternatives):
                pending.append(subject)
                pending.extend(alternative.body for alternative in alternatives)
            case syntax.Integer() | syntax.Constructor():
                pass


def groups(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The strongly connected parts of a graph, each after those that it leads to (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while work:
            node, edges = work[-1]
            for target in edges:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    waiting.add(target)
                    work.append((target, iter(graph[target])))
                    break
                if target in waiting:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = stack[stack.index(node) :]
                    del stack[len(stack) - len(part) :]
                    waiting.difference_update(part)
                    found.append(part)
    return found
