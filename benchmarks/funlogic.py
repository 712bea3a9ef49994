"""The functional logic language beside the PyPI package miniKanren, in one run.

Each task is written as one would in either system. Both sides are timed in turn, three times,
and the best time of each counts; the ratio is miniKanren's time over ours.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from kanren import conde, lall, run, var
from kanren.core import Zzz, reify
from kanren.goals import appendo, conso, nullo, permuteo

import refute
from refute.report.outcome import Lines, Table

LISTS = """
append [] ys       = ys
append (a : as) ys = a : append as ys
rev []       = []
rev (x : xs) = append (rev xs) [x]
insert x ys = (x : ys) ? insertLater x ys
insertLater x (y : ys) = y : insert x ys
perm []       = []
perm (x : xs) = insert x (perm xs)
row = 1 ? 2 ? 3 ? 4 ? 5 ? 6
queens n = if n == 0 then [] else place row (queens (n - 1))
place q qs = case safe q qs 1 of True -> q : qs
allSafe []       = True
allSafe (q : qs) = safe q qs 1 and allSafe qs
safe q [] d       = True
safe q (r : rs) d = q /= r and q /= r + d and q /= r - d and safe q rs (d + 1)
"""


def ours(query: str, limit: int) -> int:
    """How many answers there are to a query over the list functions, up to a limit."""
    document = refute.open(LISTS + query, language="funlogic")
    (outcome,) = document.run(limit=limit, time_limit=600)
    (block,) = outcome.blocks
    assert isinstance(block, Table | Lines)
    return len(block.rows if isinstance(block, Table) else block.lines)


def reverso(xs: Any, ys: Any) -> Any:
    """`ys` is `xs` reversed."""
    head, tail, rest = var(), var(), var()
    return conde(
        [nullo(xs), nullo(ys)],
        [conso(head, tail, xs), Zzz(reverso, tail, rest), appendo(rest, [head], ys)],
    )


def safe(queens: Any) -> Callable[[Any], Iterator[Any]]:
    """No two queens attack each other, once all are known."""

    def goal(state: Any) -> Iterator[Any]:
        columns = list(reify(queens, state))
        attacked = any(
            abs(columns[i] - columns[j]) == j - i
            for i in range(len(columns))
            for j in range(i + 1, len(columns))
        )
        if not attacked:
            yield state

    return goal


def splits() -> int:
    xs, ys = var(), var()
    return len(run(0, (xs, ys), appendo(xs, ys, list(range(1, 201)))))


def queens() -> int:
    found = var()
    return len(run(0, found, lall(permuteo([1, 2, 3, 4, 5, 6], found), safe(found))))


def permutations() -> int:
    found = var()
    return len(run(0, found, permuteo([1, 2, 3, 4, 5, 6, 7], found)))


def reverse() -> int:
    xs = var()
    return len(run(1, xs, reverso(xs, list(range(1, 31)))))


NUMBERS = "[" + ", ".join(str(n) for n in range(1, 201)) + "]"
THIRTY = "[" + ", ".join(str(n) for n in range(1, 31)) + "]"

TASKS: tuple[tuple[str, int, str, Callable[[], int]], ...] = (
    ("split a 200-element list", 201, f"solve xs ys where append xs ys == {NUMBERS}", splits),
    ("6-queens, ours placing one by one", 4, "queens 6", queens),
    (
        "6-queens by permuting and testing on both sides",
        4,
        "solve qs where qs == perm [1, 2, 3, 4, 5, 6] and allSafe qs",
        queens,
    ),
    ("permutations of 7", 5040, "perm [1, 2, 3, 4, 5, 6, 7]", permutations),
    ("naive reverse backwards, 30", 1, f"solve xs where rev xs == {THIRTY}", reverse),
)


def best(task: Callable[[], int], answers: int, rounds: int = 3) -> float:
    """The best time of some rounds, each of which must find so many answers."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        found = task()
        times.append(time.perf_counter() - started)
        assert found == answers, f"{found} answers, not {answers}"
    return min(times)


def main() -> None:
    """Time every task on both sides."""
    for name, answers, query, theirs in TASKS:
        limit = 1 if answers == 1 else answers + 1
        mine = best(lambda query=query, limit=limit: ours(query, limit), answers)  # type: ignore[misc]
        other = best(theirs, answers)
        print(f"{name}: refute {mine:.3f} s, miniKanren {other:.3f} s, {other / mine:.1f} times")


def in_large_stack() -> None:
    """Measure where miniKanren's nested generators do not run out of stack."""
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 * 1024 * 1024)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()


if __name__ == "__main__":
    in_large_stack()
