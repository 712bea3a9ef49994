"""Grading goes on whatever happens to its processes, and leaves none behind."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from refute.cli.main import commands
from refute.grading import campaign
from refute.grading.configuration import Configuration
from refute.grading.scoring import Task
from refute.grading.submissions import find_submissions
from refute.grading.work import Work, grade_all
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.exercise import with_tests
from refute.source import Source
from refute.workers import Pool

from .conftest import RIGHT, SUM

SLOW = """\
import time
n = int(input())
time.sleep(0.1)
print(sum(int(input()) for _ in range(n)))
"""
MARK = "REFUTE_TEST_OF_WORKERS"


class Deadly(Task):
    """A task that ends every process which is given it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


def task(kind: type[Task], classroom: Path) -> Task:
    checked = load(Source("sum.ios", SUM))
    exercise = with_tests(Campaign(checked, Plan()), 2)
    return kind("sum.ios", exercise, Configuration())


def test_a_process_that_dies_is_our_own_error(classroom: Path) -> None:
    for name in "abc":
        (classroom / "class" / f"{name}.py").write_text(RIGHT, encoding="utf-8")
    missing = [Work(each, "") for each in find_submissions([classroom / "class"])]
    with Pool(2) as pool:
        graded = dict(grade_all(missing, task(Deadly, classroom), pool))
    assert len(graded) == 3
    for each in graded.values():
        assert each.graded.outcome.called == "our own error"
        assert "the worker process died (exit code 3)" in each.graded.outcome.summary


def test_leaving_early_ends_all_processes(classroom: Path) -> None:
    for name in "abcd":
        (classroom / "class" / f"{name}.py").write_text(RIGHT, encoding="utf-8")
    missing = [Work(each, "") for each in find_submissions([classroom / "class"])]
    with Pool(2) as pool:
        first, done = next(grade_all(missing, task(Task, classroom), pool))
    assert (first in missing, done.graded.outcome.called) == (True, "right")


def begin(classroom: Path) -> subprocess.Popen[bytes]:
    """`refute grade` in a process group of its own, known by a mark in its environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "refute", "grade", "sum.ios", "class", "--jobs", "2"],
        cwd=classroom,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, MARK: str(classroom)},
        start_new_session=True,
    )


def marked(classroom: Path) -> list[int]:
    """All processes that come from ours and still run."""
    wanted = f"{MARK}={classroom}".encode()
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            environment = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            continue
        if wanted in environment.split(b"\0"):
            found.append(int(process))
    return found


def records(classroom: Path) -> list[Path]:
    return sorted(classroom.glob("grades/submissions/*/record.json"))


def until(condition: Any, patience: float = 60.0) -> bool:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def hand_in_some(classroom: Path) -> None:
    (classroom / "class" / "a.py").write_text(RIGHT, encoding="utf-8")
    for name in "bcd":
        (classroom / "class" / f"{name}.py").write_text(SLOW, encoding="utf-8")


def test_after_ctrl_c_it_goes_on_where_it_was(classroom: Path) -> None:
    hand_in_some(classroom)
    process = begin(classroom)
    assert until(lambda: records(classroom))
    os.killpg(process.pid, signal.SIGINT)
    output = process.communicate(timeout=30)[0].decode()
    assert process.returncode == 130, output
    assert "interrupted" in output
    assert "Traceback" not in output
    assert until(lambda: not marked(classroom), 20)
    kept = {path: path.stat().st_mtime_ns for path in records(classroom)}
    assert 1 <= len(kept) < 4
    process = begin(classroom)
    output = process.communicate(timeout=120)[0].decode()
    assert process.returncode == 0, output
    assert "4 right" in output
    for path, time_of in kept.items():
        assert path.stat().st_mtime_ns == time_of


def test_being_told_to_end_is_like_ctrl_c(classroom: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_in_some(classroom)
    with tempfile.TemporaryDirectory() as short:
        monkeypatch.setenv("TMPDIR", short)
        process = begin(classroom)
        assert until(lambda: [*Path(short).glob("refute-*/*.py")])
        process.terminate()
        output = process.communicate(timeout=30)[0].decode()
        assert process.returncode == 130, output
        assert "Traceback" not in output
        assert until(lambda: not marked(classroom), 20), marked(classroom)
        assert until(lambda: not [*Path(short).glob("refute-*")], 20), "submissions are left"


def test_nothing_is_left_when_it_is_killed(classroom: Path) -> None:
    hand_in_some(classroom)
    process = begin(classroom)
    assert until(lambda: len(marked(classroom)) >= 3)
    process.kill()
    process.communicate(timeout=30)
    assert until(lambda: not marked(classroom), 20), marked(classroom)


def test_a_terminal_shows_a_bar_with_the_count_and_the_time_left(classroom: Path) -> None:
    hand_in_some(classroom)
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "refute", "grade", "sum.ios", "class"],
        cwd=classroom,
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(inside)
    shown = b""
    while select.select([outside], [], [], 60)[0]:
        try:
            part = os.read(outside, 65536)
        except OSError:
            break
        shown += part
    os.close(outside)
    assert process.wait(10) == 0
    text = shown.decode()
    assert "1/4" in text
    assert "/s" in text
    assert "left" in text


SCRIPT = """\
import threading
import refute

def graded(folder):
    (outcome,) = refute.grade("sum.ios", "class", out=folder)
    print(outcome.summary)

thread = threading.Thread(target=graded, args=["first"])
thread.start()
thread.join()
graded("second")
"""


def test_a_plain_script_can_grade_also_from_a_thread(classroom: Path, tmp_path: Path) -> None:
    (classroom / "class" / "a.py").write_text(RIGHT, encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        cwd=classroom,
        env={**os.environ, "TMPDIR": str(folder)},
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.count("1 right, 0 wrong") == 2, done.stdout + done.stderr
    assert [*folder.iterdir()] == []


def test_a_class_in_which_all_end_in_our_own_error_is_not_graded(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (classroom / "class" / "a.py").write_text(RIGHT, encoding="utf-8")

    def deadly(missing: list[Work], made: Task, pool: Pool) -> Any:
        return grade_all(missing, task(Deadly, classroom), pool)

    monkeypatch.setattr(campaign, "grade_all", deadly)
    result = CliRunner().invoke(commands, ["grade", "sum.ios", "class"])
    assert result.exit_code == 3, result.output
    assert "1 could not be graded" in result.output
