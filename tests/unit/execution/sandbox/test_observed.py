"""Programs inside the sandbox are observed as exactly as outside."""

from __future__ import annotations

import shutil

import pytest

from .attempt import SYSTEM_PYTHON, all_observed, observed

PYTHON = """
import sys
print("got", input("n? "))
print("x", end="", flush=True)
print(sys.stdin.readline(), end="")
"""
BY_NAME = """
lines = open("/dev/stdin")
print("n? ", end="", flush=True)
print("got", lines.readline(), end="", flush=True)
print(lines.readline(), end="")
"""
NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
console.log("n?");
let count = 0;
lines.on("line", line => { console.log("got", line); if (++count == 2) lines.close(); });
"""
GOT = [["wrote", "n? "], ["took", "1"], ["wrote", "got 1\n"], ["took", "2"], ["wrote", "2\n"]]


@pytest.mark.parametrize(
    ("command", "events"),
    [
        (
            [SYSTEM_PYTHON, "-c", PYTHON],
            [["wrote", "n? "], ["took", "1"], ["wrote", "got 1\nx"], ["took", "2"],
             ["wrote", "2\n"]],
        ),
        (["bash", "-c", "read -p 'n? ' n; echo got $n; read m; echo $m"], GOT),
        (["bash", "-c", "read -p 'n? ' n; echo got $n; read m < /dev/tty; echo $m"], GOT),
        (["bash", "-c", "read -p 'n? ' n; echo got $n; read m < /dev/stdin; echo $m"], GOT),
        ([SYSTEM_PYTHON, "-c", BY_NAME], GOT),
        (
            ["node", "-e", NODE],
            [["wrote", "n?\n"], ["took", "1"], ["wrote", "got 1\n"], ["took", "2"],
             ["wrote", "got 2\n"]],
        ),
    ],
    ids=["python", "bash", "bash from its terminal", "bash by name", "python by name", "node"],
)  # fmt: skip
def test_the_order_of_reading_and_printing_is_exact(
    who: str, command: list[str], events: list[list[str]]
) -> None:
    if shutil.which(command[0], path="/usr/bin:/bin") is None:
        pytest.skip(f"no {command[0]}")
    assert observed(who, command, ["1", "2"]) == [events, "finished", False]


LEAVES_TRACES = """
ls -A . /tmp /dev/shm
cat /proc/[0-9]*/comm | grep -c sleep
echo x | tee file /tmp/file /dev/shm/file > /dev/null
(setsid sleep 60 > /dev/null 2>&1 &)
"""


def test_a_run_finds_nothing_of_those_before(who: str) -> None:
    runs = all_observed(who, ["bash", "-c", LEAVES_TRACES], [], runs=4, seconds=0.5)
    empty = ".:\n\n/dev/shm:\n\n/tmp:\n0\n"
    assert runs == [[[["wrote", empty]], "finished", False]] * 4


def test_a_run_does_not_spoil_the_next_one(who: str) -> None:
    spoil = """
for number in STOP TERM KILL; do kill -$number 1; kill -$number -1; done 2> /dev/null
echo survived
"""
    runs = all_observed(who, ["bash", "-c", f"echo begun; {spoil}"], [], runs=4, seconds=5)
    assert [events for events, _, _ in runs] == [[["wrote", "begun\nsurvived\n"]]] * 4


def test_what_goes_on_behind_the_program_is_waited_for(who: str) -> None:
    code = "import os, time; os.fork() or time.sleep(0.2); print(os.getppid() == 1)"
    events, ending, _ = observed(who, [SYSTEM_PYTHON, "-c", code], [])
    assert (events, ending) == ([["wrote", "True\nTrue\n"]], "finished")


def test_a_crash_is_told_with_its_signal(who: str) -> None:
    events, ending, _ = observed(who, ["bash", "-c", "echo hi; kill -SEGV $$"], [])
    assert (events, ending) == ([["wrote", "hi\n"]], "crashed")


def test_processor_time_is_bounded_when_the_clock_is_not(who: str) -> None:
    _, ending, _ = observed(who, ["bash", "-c", "ulimit -St 1; while :; do :; done"], [])
    assert ending == "too long"
