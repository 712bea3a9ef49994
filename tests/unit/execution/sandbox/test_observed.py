"""Programs inside the fence are observed as exactly as outside."""

from __future__ import annotations

import shutil

import pytest

from .attempt import SYSTEM_PYTHON, observed

PYTHON = """
import sys
print("got", input("n? "))
print("x", end="", flush=True)
print(sys.stdin.readline(), end="")
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
        (
            ["node", "-e", NODE],
            [["wrote", "n?\n"], ["took", "1"], ["wrote", "got 1\n"], ["took", "2"],
             ["wrote", "got 2\n"]],
        ),
    ],
    ids=["python", "bash", "bash from its terminal", "node"],
)  # fmt: skip
def test_the_order_of_reading_and_printing_is_exact(
    who: str, command: list[str], events: list[list[str]]
) -> None:
    if shutil.which(command[0], path="/usr/bin:/bin") is None:
        pytest.skip(f"no {command[0]}")
    assert observed(who, command, ["1", "2"]) == [events, "finished", False]


def test_a_crash_is_told_with_its_signal(who: str) -> None:
    events, ending, _ = observed(who, ["bash", "-c", "echo hi; kill -SEGV $$"], [])
    assert (events, ending) == ([["wrote", "hi\n"]], "crashed")


def test_processor_time_is_bounded_when_the_clock_is_not(who: str) -> None:
    _, ending, _ = observed(who, ["bash", "-c", "ulimit -St 1; while :; do :; done"], [])
    assert ending == "too long"
