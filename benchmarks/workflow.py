"""Workflows from file to verdict, with all their claims, beside the program of the paper.

The program of the paper (in Haskell, one z3 process for each step) was built and run on a machine
like ours; its numbers are its CPU time, and it stops at the end states without looking for stuck
ones. Ours are CPU seconds of one process with everything loaded; the best of three runs counts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import refute
from refute.report.outcome import Verdict

EXAMPLES = Path(__file__).parents[1] / "examples" / "workflow"
C, R = Verdict.CONFIRMED, Verdict.REFUTED


@dataclass(frozen=True, slots=True)
class Task:
    """An example, what must come of it, our aim in seconds, and what the paper's program needs."""

    name: str
    verdicts: tuple[Verdict, ...]
    aim: float
    original: str


TASKS = (
    Task("flight-2", (C, C), 1, "96 s, 2362 queries"),
    Task("tax", (R, C, C, C), 1, "244 s, 6978 queries"),
    Task("flight-3", (C, C), 3, "does not finish"),
    Task("flight-4", (C, C), 20, "not tried"),
    Task("dining", (C, C), 5, "does not finish"),
    Task("dining-broken", (C, R), 5, "does not finish"),
)


def measure(task: Task) -> tuple[float, int, int]:
    """CPU seconds, states and solver queries of one run."""
    started = time.process_time()
    report = refute.open(EXAMPLES / f"{task.name}.top").check(time_limit=600).report
    seconds = time.process_time() - started
    assert tuple(each.verdict for each in report.outcomes) == task.verdicts, task.name
    numbers = report.outcomes[0].statistics
    return seconds, int(numbers["nodes"]), int(numbers["queries"])


def main() -> None:
    """Print a line for each example."""
    measure(TASKS[0])
    print(f"{'example':<14} {'seconds':>8} {'states':>7} {'queries':>8} {'aim':>5}   the paper's")
    for task in TASKS:
        seconds, states, queries = min(measure(task) for _ in range(3))
        print(
            f"{task.name:<14} {seconds:8.2f} {states:7} {queries:8} {task.aim:5.0f}   "
            f"{task.original}"
        )


if __name__ == "__main__":
    main()
