"""What threads, children and pipes print is seen before the input that they print it before.

The programs are those of `benchmarks/transcripts.py`, where each is run many times.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.kinds import LINES, Kind, kinds

from refute.execution import CommandProgram, Ending, Limits

from .conftest import GENEROUS, dialogue

QUICK = {".c", ".py", ".sh", ".js", ".pl"}
SLOW = {
    "a_thread_that_reads_ahead.java",
    "a_thread_that_speaks_after_a_while.java",
    "a_thread_that_reads_while_the_main_one_computes.hs",
}
CHOSEN = [each for each in kinds() if each.source.suffix in QUICK or each.source.name in SLOW]
ON_TIME = {"c: a loop that looks whether a key was hit"}


@pytest.mark.parametrize("kind", CHOSEN, ids=lambda each: each.name)
def test_a_kind_of_program_is_seen_as_it_is(kind: Kind, tmp_path: Path) -> None:
    run = CommandProgram(kind.built(tmp_path), GENEROUS).run(LINES)
    assert (dialogue(run), run.ending) == (kind.expected, Ending.FINISHED)
    assert run.approximate or not run.differs
    assert run.approximate == run.depends_on_time
    if kind.name in ON_TIME:
        assert run.approximate


def test_who_prints_now_and_then_while_another_reads_is_marked(tmp_path: Path) -> None:
    program = tmp_path / "ticks.py"
    program.write_text(
        "import threading, time\n"
        "def tick():\n"
        "    while True:\n"
        "        time.sleep(0.05)\n"
        "        print('tick')\n"
        "threading.Thread(target=tick, daemon=True).start()\n"
        "input()\n",
        encoding="utf-8",
    )
    run = CommandProgram(["python3", str(program)], Limits(seconds=2.0)).run(["x"])
    assert run.ending is Ending.FINISHED
    assert run.approximate
    assert run.differs


def test_who_waits_busily_for_the_reader_is_not_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "spins.py"
    program.write_text(
        "import threading\n"
        "lines = []\n"
        "def read():\n"
        "    for _ in range(2): lines.append(input())\n"
        "threading.Thread(target=read, daemon=True).start()\n"
        "while not lines: pass\n"
        "print(lines)\n"
        "while len(lines) < 2: pass\n"
        "print(lines)\n",
        encoding="utf-8",
    )
    run = CommandProgram(["python3", str(program)], Limits(seconds=1.0)).run(["x", "y"])
    assert (dialogue(run), run.ending) == ("<x>['x']\n<y>['x', 'y']\n", Ending.FINISHED)
    assert run.approximate
    assert not run.differs


def test_who_computes_is_waited_for_as_long_as_it_may(tmp_path: Path) -> None:
    program = tmp_path / "computes.py"
    program.write_text(
        "import queue, threading, time\n"
        "lines = queue.Queue()\n"
        "def read():\n"
        "    for _ in range(2): lines.put(input())\n"
        "threading.Thread(target=read, daemon=True).start()\n"
        "lines.get()\n"
        "while time.process_time() < 0.8: pass\n"
        "print('more?')\n"
        "print(lines.get())\n",
        encoding="utf-8",
    )
    run = CommandProgram(["python3", str(program)], Limits(seconds=1.5)).run(["x", "y"])
    assert (dialogue(run), run.ending) == ("<x>more?\n<y>y\n", Ending.FINISHED)
    assert not run.approximate


def test_a_daemon_that_is_left_behind_costs_no_time() -> None:
    for left in ("sleep 100", "setsid sleep 100", "cat /dev/zero | sleep 100"):
        run = CommandProgram(["bash", "-c", f"({left}) & echo done"], GENEROUS).run([])
        assert (dialogue(run), run.ending) == ("done\n", Ending.FINISHED)
        assert run.seconds < 15
