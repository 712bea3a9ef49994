"""Groups of definitions that must be checked together: those that refer to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def groups(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The strongly connected components of a graph, each after those that it leads to (Tarjan)."""
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
