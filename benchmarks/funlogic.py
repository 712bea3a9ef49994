"""The functional logic language beside SWI-Prolog, miniKanren and an interpreter, in one run.

`python -m benchmarks.funlogic` needs `swipl` and the PyPI package miniKanren. Each task is written
as one would in either system, the same algorithm in Prolog. All sides are timed in turn, three
times or more, and the best time of each counts: processor time, of the search alone beside Prolog
and the interpreter, from reading the program to the answers as text beside miniKanren.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kanren import conde, eq, lall, membero, run, var
from kanren.core import Zzz, reify
from kanren.goals import appendo, conso, nullo, permuteo

import refute
from benchmarks.funlogic_tasks import (
    PEANO,
    QUEENS,
    REVERSE,
    SORT,
    TASKS as PROLOG_TASKS,
    Task,
)
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import link
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.program import load
from refute.languages.funlogic.run import evaluation
from refute.languages.funlogic.searching import possible
from refute.languages.funlogic.typecheck import typecheck
from refute.report.outcome import Lines, Table
from refute.search import Budget, Search, Tree
from refute.solver import Effort
from refute.source import Source

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "property"))

from funlogic_machine import compile as interpreter  # it lives with the tests
from funlogic_machine.symbolic import Evaluation as Interpreted

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


def ours(program: str, limit: int) -> int:
    """How many answers there are to the query of a program, up to a limit."""
    document = refute.open(program, language="funlogic")
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
            columns[i] == columns[j] or abs(columns[i] - columns[j]) == j - i
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


def eight_queens() -> int:
    """Each queen is placed before the next one, and tested when it is."""
    placed = tuple(var() for _ in range(8))
    goals: list[Any] = []
    for count, queen in enumerate(placed, 1):
        goals += [membero(queen, tuple(range(1, 9))), safe(placed[:count])]
    return len(run(0, placed, lall(*goals)))


def reverse_forwards() -> int:
    ys = var()
    return len(run(0, ys, reverso(list(range(1, SMALL + 1)), ys)))


def no_larger(x: Any, y: Any, wanted: bool) -> Callable[[Any], Iterator[Any]]:
    """Whether one number, which is known, is no larger than another comes out as wanted."""

    def goal(state: Any) -> Iterator[Any]:
        if (reify(x, state) <= reify(y, state)) is wanted:
            yield state

    return goal


def inserto(x: Any, ys: Any, zs: Any) -> Any:
    """`zs` is the sorted `ys` with `x`."""
    y, rest, more = var(), var(), var()
    return conde(
        [nullo(ys), conso(x, ys, zs)],
        [conso(y, rest, ys), no_larger(x, y, True), conso(x, ys, zs)],
        [
            conso(y, rest, ys),
            no_larger(x, y, False),
            conso(y, more, zs),
            Zzz(inserto, x, rest, more),
        ],
    )


def sorto(xs: Any, zs: Any) -> Any:
    """`zs` is `xs` sorted by insertion."""
    x, rest, ys = var(), var(), var()
    return conde(
        [nullo(xs), nullo(zs)],
        [conso(x, rest, xs), Zzz(sorto, rest, ys), Zzz(inserto, x, ys, zs)],
    )


def insertion_sort() -> int:
    zs = var()
    return len(run(0, zs, sorto(list(range(SMALL, 0, -1)), zs)))


def pluso(m: Any, n: Any, whole: Any) -> Any:
    """The sum of two numbers made of `S` and `Z`."""
    less, rest = var(), var()
    return conde(
        [eq(m, "Z"), eq(n, whole)],
        [eq(m, ("S", less)), eq(whole, ("S", rest)), Zzz(pluso, less, n, rest)],
    )


def timeso(m: Any, n: Any, whole: Any) -> Any:
    """The product: what is left of the whole is known before the factor goes on."""
    less, rest = var(), var()
    return conde(
        [eq(m, "Z"), eq(whole, "Z")],
        [eq(m, ("S", less)), Zzz(pluso, n, rest, whole), Zzz(timeso, less, n, rest)],
    )


def peano() -> int:
    x, y, whole = var(), var(), "Z"
    for _ in range(60):
        whole = ("S", whole)  # type: ignore[assignment]
    return len(run(0, (x, y), timeso(("S", x), ("S", y), whole)))


SMALL = 40
"""Length of the lists that both sides reverse and sort: of 300, miniKanren takes minutes."""

REPEATED = 20
"""Number of times that a Prolog goal is repeated, as its clock is too coarse for one."""

SHORTEST = 0.3
"""Seconds that a search is repeated for, at least three times: of a task that takes milliseconds,
three are too few beside other work."""


def house(**known: str) -> tuple[Any, ...]:
    """A house of which some things are known."""
    return tuple(known.get(each, var()) for each in ("colour", "owner", "pet", "drink", "smoke"))


def zebra() -> int:
    """The clues in the order of our program."""
    houses = (house(owner="Norwegian"), house(colour="blue"), house(drink="milk"), house(), house())
    pairs = tuple(pairwise(houses))

    def beside(one: Any, other: Any) -> Any:
        return conde([membero((one, other), pairs)], [membero((other, one), pairs)])

    clues = lall(
        membero((house(colour="ivory"), house(colour="green")), pairs),
        membero(house(colour="red", owner="English"), houses),
        membero(house(colour="green", drink="coffee"), houses),
        membero(house(colour="yellow", smoke="Kools"), houses),
        membero(house(owner="Ukrainian", drink="tea"), houses),
        membero(house(owner="Spanish", pet="dog"), houses),
        membero(house(pet="snail", smoke="OldGold"), houses),
        membero(house(drink="juice", smoke="LuckyStrike"), houses),
        membero(house(owner="Japanese", smoke="Parliament"), houses),
        beside(house(smoke="Kools"), house(pet="horse")),
        beside(house(smoke="Chesterfield"), house(pet="fox")),
        membero(house(drink="water"), houses),
        membero(house(pet="zebra"), houses),
    )
    return len(run(0, houses, clues))


ZEBRA = (Path(__file__).parents[1] / "examples" / "funlogic" / "zebra.fl").read_text("utf-8")
NUMBERS = "[" + ", ".join(str(n) for n in range(1, 201)) + "]"
THIRTY = "[" + ", ".join(str(n) for n in range(1, 31)) + "]"

TASKS: tuple[tuple[str, int, str, Callable[[], int]], ...] = (
    (
        "split a 200-element list",
        201,
        f"{LISTS}\nsolve xs ys where append xs ys == {NUMBERS}",
        splits,
    ),
    ("6-queens, ours placing one by one", 4, LISTS + "queens 6", queens),
    (
        "6-queens by permuting and testing on both sides",
        4,
        LISTS + "solve qs where qs == perm [1, 2, 3, 4, 5, 6] and allSafe qs",
        queens,
    ),
    ("permutations of 7", 5040, LISTS + "perm [1, 2, 3, 4, 5, 6, 7]", permutations),
    ("zebra", 1, ZEBRA, zebra),
    ("naive reverse backwards, 30", 1, f"{LISTS}\nsolve xs where rev xs == {THIRTY}", reverse),
    (f"{QUEENS.name}, on both sides", 92, QUEENS.program, eight_queens),
    (f"naive reverse of {SMALL}", 1, REVERSE.program.replace("300", str(SMALL)), reverse_forwards),
    (f"insertion sort of {SMALL}", 1, SORT.program.replace("300", str(SMALL)), insertion_sort),
    (PEANO.name, 12, PEANO.program, peano),
)


def search_time(task: Task) -> float:
    """The processor time of our search for all answers, with generated code."""
    compiled = load(Source("task.fl", task.program))
    query = compiled.checked.program.declarations[-1]
    assert isinstance(query, syntax.Solve | syntax.Evaluate)
    asked = evaluation(compiled, query)  # its code is generated in the first of the runs
    return _timed(asked.tree, task, quickly=True)


def interpreted_time(task: Task) -> float:
    """The same with the interpreter of the tests."""
    checked = typecheck(link(parse(Source("task.fl", task.program))))
    compiled = interpreter.compile_program(checked)
    match checked.program.declarations[-1]:
        case syntax.Solve(names, condition):
            inputs = [(name.name, checked.unknowns[name.span]) for name in names]
            node = compiled.expression(condition, [name.name for name in names])
            return _timed(lambda: Interpreted(compiled, node, inputs, wanted=True).tree(), task)
        case syntax.Evaluate(expression):
            node = compiled.expression(expression)
            return _timed(lambda: Interpreted(compiled, node).tree(), task)
        case _:
            raise AssertionError("a task ends with its query")


def _timed(tree: Callable[[], Tree[Any]], task: Task, *, quickly: bool = False) -> float:
    """The best time of a search, which decides conditions as the product does if `quickly`."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < SHORTEST:
        search: Search[Any] = Search(
            tree(),
            budget=Budget(effort=Effort(100)),
            check=(lambda path: possible(search, path)) if quickly else None,  # noqa: B023
        )
        started = time.process_time()
        found = sum(1 for _ in search)
        times.append(time.process_time() - started)
        assert found == task.answers, f"{task.name}: {found} answers"
    return min(times)


def prolog_time(task: Task) -> float:
    """The processor time of SWI-Prolog for all answers."""
    library = ":- use_module(library(clpfd)).\n" if task.constraints else ""
    measure = f"""
:- initialization(main).
main :- findall(T, (between(1, 3, _), once_timed(T)), Ts), min_list(Ts, Best),
    format("~6f~n", [Best]), halt.
once_timed(T) :- statistics(cputime, A),
    forall(between(1, {REPEATED}, _), aggregate_all(count, ({task.goal}), {task.answers})),
    statistics(cputime, B), T is (B - A) / {REPEATED}.
"""
    with TemporaryDirectory() as place:
        file = Path(place) / "task.pl"
        file.write_text(library + task.prolog + measure, "utf-8")
        done = subprocess.run(
            ["swipl", str(file)], capture_output=True, text=True, timeout=600, check=True
        )
    return float(done.stdout)


def beside_prolog() -> None:
    """Our time, Prolog's and the interpreter's for every task."""
    for task in PROLOG_TASKS:
        mine, prolog, interpreted = search_time(task), prolog_time(task), interpreted_time(task)
        print(
            f"{task.name}: refute {1000 * mine:.2f} ms, SWI-Prolog {1000 * prolog:.3f} ms, "
            f"{mine / prolog:.1f} times its; "
            f"interpreter {1000 * interpreted:.1f} ms, {interpreted / mine:.1f} times ours"
        )


def best(task: Callable[[], int], answers: int, rounds: int = 3) -> float:
    """The best time of some rounds, each of which must find so many answers."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        found = task()
        times.append(time.process_time() - started)
        assert found == answers, f"{found} answers, not {answers}"
    return min(times)


def main() -> None:
    """Time every task on both sides."""
    for name, answers, program, theirs in TASKS:
        limit = 1 if answers == 1 else answers + 1
        mine = best(lambda program=program, limit=limit: ours(program, limit), answers)  # type: ignore[misc]
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
    beside_prolog()
    in_large_stack()
