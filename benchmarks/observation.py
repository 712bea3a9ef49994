"""Watching programs: is the transcript right every time beside a busy process, and what it costs.

The burner takes a core (and more, with more of them) for as long as the runs last. Every
transcript is compared with the one that is right; the first that differs ends the measurement.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import gt
from pathlib import Path

from benchmarks.machine import busy
from refute.execution import CommandProgram, Ending, Limits, Sandbox, TextWritten, Tty
from refute.execution.observation.processes import family

SOURCE = Path(__file__).parents[1] / "tests/unit/execution/programs/behaviour.c"
PATIENT = Limits(seconds=60.0)
TOTAL = 10_000
TURNS = 5
PYTHON = "for number in range(5):\n    word = input(f'{number}? ')\n    print(word)\nprint('end')\n"


@dataclass(frozen=True)
class Task:
    """A program, what it is given, what must be seen, and its share of the runs."""

    name: str
    command: list[str]
    lines: list[str]
    expected: str
    share: float
    tty: Tty = Tty.AUTO


def tasks(folder: Path) -> Iterator[Task]:
    """Programs that read in different ways."""
    program, script = str(folder / "behaviour"), folder / "dance.py"
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("this measurement needs gcc")
    subprocess.run([compiler, "-O1", "-pthread", "-w", "-o", program, SOURCE], check=True)
    script.write_text(PYTHON, encoding="utf-8")
    words = [f"w{each}" for each in range(TURNS)]
    danced = "".join(f"{number}? <{word}>{word}." for number, word in enumerate(words)) + "end\n"
    lined = "".join(f"{number}? <{word}>{word}\n" for number, word in enumerate(words)) + "end\n"
    letters, by_letter = ["abc", "d.e"], "? <abc>abc|<d.e>d"
    two, selected = ["x", "y"], "select? <x>[x]\npselect? <y>[y]\n"
    forked = "child? <x>[x]\nparent? <y>[y]\n"
    yield Task("C, prompts", [program, "dance", str(TURNS)], words, danced, 0.4)
    yield Task("C, letters, pipes", [program, "by characters"], letters, by_letter, 0.2, Tty.NEVER)
    yield Task("C, select", [program, "select"], two, selected, 0.15)
    yield Task("C, processes", [program, "fork"], two, forked, 0.15)
    yield Task("Python, prompts", [sys.executable, str(script)], words, lined, 0.1)


def transcript(task: Task, program: CommandProgram) -> str:
    """What is seen in one run."""
    run = program.run(task.lines)
    assert run.ending is Ending.FINISHED, (run.ending, run.detail)
    assert not run.approximate
    return "".join(
        each.text if isinstance(each, TextWritten) else f"<{each.line}>" for each in run.events
    )


@contextmanager
def burning(count: int) -> Iterator[None]:
    """Processes that do nothing but use a core each, as long as we are there."""
    code = f"import os\nwhile os.getppid() == {os.getpid()}: sum(range(10000))"
    burners = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(count)]
    try:
        yield
    finally:
        for each in burners:
            each.kill()
            each.wait()


def all_right(task: Task, runs: int) -> float:
    """The seconds for so many runs, every transcript right."""
    program = CommandProgram(task.command, PATIENT, task.tty)
    began = time.perf_counter()
    for number in range(runs):
        found = transcript(task, program)
        if found != task.expected:
            sys.exit(f"{task.name}, run {number}: {found!r} is not {task.expected!r}")
    program.close()
    return time.perf_counter() - began


def left_behind() -> tuple[int, int, int]:
    """How many descriptors are open, threads run, and processes of ours are there."""
    processes = len(list(family(os.getpid())))
    return len(os.listdir("/proc/self/fd")), threading.active_count(), processes


def overhead(task: Task, rounds: int = 150, sandbox: Sandbox | None = None) -> tuple[float, float]:
    """Median milliseconds of a plain run and of a watched one, taken in turns."""
    program = CommandProgram(task.command, PATIENT, task.tty, sandbox)
    given = "".join(f"{line}\n" for line in task.lines).encode()
    plain, watched = [], []
    for _ in range(rounds):
        plain.append(_milliseconds(lambda: _plainly(task.command, given)))
        watched.append(_milliseconds(lambda: transcript(task, program)))
    program.close()
    return statistics.median(plain), statistics.median(watched)


def processor_time(task: Task, rounds: int = 300) -> tuple[float, float]:
    """Mean milliseconds for which the machine's processors work in a plain and a watched run.

    What others do on it meanwhile is in them.
    """
    program = CommandProgram(task.command, PATIENT, task.tty)
    given = "".join(f"{line}\n" for line in task.lines).encode()
    actions = (lambda: _plainly(task.command, given), lambda: transcript(task, program))
    totals = []
    for action in actions:
        before = busy()
        for _ in range(rounds):
            action()
        totals.append(1000 * (busy() - before) / rounds)
    program.close()
    return totals[0], totals[1]


def _plainly(command: list[str], given: bytes) -> None:
    subprocess.run(command, input=given, capture_output=True, check=False)


def _milliseconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def print_costs(made: list[Task], measure: Callable[[Task], tuple[float, float]]) -> None:
    """Print a line for each task."""
    for task in made:
        plain, watched = measure(task)
        print(f"{task.name:20} {plain:9.2f} {watched:11.2f} {watched / plain:6.2f}", flush=True)


def main() -> None:
    """Print the cost of watching, then the runs beside a burner."""
    with tempfile.TemporaryDirectory() as folder:
        made = list(tasks(Path(folder)))
        print(f"{'task':20} {'plain ms':>9} {'watched ms':>11} {'ratio':>6}")
        print_costs(made, overhead)
        print(f"{'processor time':20} {'plain ms':>9} {'watched ms':>11} {'ratio':>6}")
        print_costs(made, processor_time)
        print(f"{'beside a burner':20} {'runs':>9} {'all right':>11} {'seconds':>8}")
        left = left_behind()
        with burning(1):
            for task in made:
                runs = round(TOTAL * task.share)
                seconds = all_right(task, runs)
                print(f"{task.name:20} {runs:9} {runs:11} {seconds:8.1f}", flush=True)
        until = time.monotonic() + 5
        while any(map(gt, left_behind(), left)):
            assert time.monotonic() < until, "descriptors, threads or processes are left behind"
            time.sleep(0.05)


if __name__ == "__main__":
    main()
