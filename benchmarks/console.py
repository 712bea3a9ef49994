"""Console specifications: the tasks of the paper's evaluation, timed on one core.

Counts are asserted; times are CPU seconds, with those of the original implementation (built and
run on a machine like ours) and the ratio beside them. Importing Python and z3 is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from refute.execution import FunctionProgram
from refute.languages.console.paths.exploration import Exploration
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan, verify
from refute.languages.console.testing.choosing import Choosing
from refute.languages.console.testing.describing import neighbour_counts
from refute.languages.console.typecheck import Checked
from refute.solver import Effort, open_session
from refute.source import Source

SUM = """
read n : nat
until len(x.all) == n:
    read x : int
print sum(x.all)
"""
SUM_TO_ZERO = """
read x : int
repeat:
    read x : int
until x.before(1) + x == 0
print len(x.all)
"""
HANGMAN = """
given secret : [int]
until subset(secret, guess.all):
    read guess : 0..9
    if guess in secret and guess not in guess.all.before(1):
        print "hit"
    else:
        print "miss"
"""
BRANCHING = """
read x : int
until sum(x.all) > 0:
    read x : int
    if x > 0:
        print 1
    else:
        print 0
"""
SECRET = (4, 8, 7, 9, 2, 1, 3)


@dataclass(frozen=True)
class Task:
    """Something to measure: what it must come to, and the original's time for it, if known."""

    name: str
    run: Callable[[], int]
    expected: int
    original: float | None


def add_up() -> None:
    print(sum(int(input()) for _ in range(int(input()))))


def count_to_zero() -> None:
    last, count = int(input()), 1
    while True:
        value = int(input())
        count += 1
        if last + value == 0:
            break
        last = value
    print(count)


def branching() -> None:
    total = int(input())
    while total <= 0:
        value = int(input())
        total += value
        print(int(value > 0))


def specification(text: str, **values: str) -> Checked:
    return load(Source("benchmark.ios", text), values)


def passed(text: str, program: Callable[[], None], unfoldings: int = 25) -> int:
    """How many tests a right program passes, five for every path."""
    plan = Plan(unfoldings=unfoldings, samples=5)
    campaign = Campaign(specification(text), plan, Effort(60))
    verified = verify(campaign, FunctionProgram(program))
    assert verified.failure is None
    return verified.tests


def chosen(text: str, **values: str) -> int:
    """How many nearby specifications are told apart by the tests that are chosen."""
    choosing = Choosing(specification(text, **values), 25, 32, 0, Effort())
    choosing.choose()
    return neighbour_counts(choosing)["told_apart"]


def hangman(digits: int, unfoldings: int) -> int:
    """How many satisfiable paths there are."""
    secret = str(list(SECRET[:digits]))
    exploration = Exploration(specification(HANGMAN, secret=secret), unfoldings)
    count = sum(1 for _ in exploration)
    assert exploration.unknown == 0
    return count


def tasks() -> Iterator[Task]:
    yield Task("sum, 25 unfoldings", lambda: passed(SUM, add_up), 125, 1.4)
    yield Task("sum to zero, 25 unfoldings", lambda: passed(SUM_TO_ZERO, count_to_zero), 125, 1.9)
    counts = {3: (35, 84, 165), 5: (21, 126, 462), 7: (1, 36, 330)}
    times = {3: (4.4, 10, 26), 5: (9, 81, None), 7: (20, None, None)}
    for digits, paths in counts.items():
        for place, unfoldings in enumerate((8, 10, 12)):
            name = f"hangman, {digits} digits, {unfoldings} unfoldings"
            original = times[digits][place]

            def run(digits: int = digits, unfoldings: int = unfoldings) -> int:
                return hangman(digits, unfoldings)

            yield Task(name, run, paths[place], original)
    branch = "branching (section 7.3)"
    yield Task(f"{branch}, 128 paths", lambda: passed(BRANCHING, branching, 8), 640, 11)
    yield Task(f"{branch}, 256 paths", lambda: passed(BRANCHING, branching, 9), 1280, None)
    yield Task("sum, tests chosen", lambda: chosen(SUM), 25, None)
    yield Task("sum to zero, tests chosen", lambda: chosen(SUM_TO_ZERO), 28, None)
    yield Task("hangman, tests chosen", lambda: chosen(HANGMAN, secret="[4, 8, 7]"), 47, None)
    yield Task("branching, tests chosen", lambda: chosen(BRANCHING), 41, None)


def main() -> None:
    """Print a line for each task."""
    open_session()
    specification(SUM)
    print(f"{'task':34} {'result':>7} {'seconds':>8} {'original':>9} {'ratio':>6}")
    for task in tasks():
        started = time.process_time()
        result = task.run()
        seconds = time.process_time() - started
        assert result == task.expected, (task.name, result)
        known = task.original
        compared = f"{known:9.1f} {known / seconds:6.1f}" if known else f"{'-':>9} {'-':>6}"
        print(f"{task.name:34} {result:7} {seconds:8.2f} {compared}", flush=True)


if __name__ == "__main__":
    main()
