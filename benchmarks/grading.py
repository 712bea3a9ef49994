"""A class of 200 small programs in Python and C, 25 inputs each, graded inside the sandbox.

The programs are made here: right ones, and ones with the mistakes that beginners make. Each
outcome is asserted. The seconds are wall-clock time of the whole command, compiling included. For a
machine that others use, too, there are the time for which its processors worked meanwhile, for
whomever, and the time of plain runs of one of the programs right before and after. The Python that
runs this runs all Python programs.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import busy

SPECIFICATION = Path(__file__).parents[1] / "examples" / "console" / "sum_with_prompts.ios"
SUBMISSIONS, TESTS, PLAIN_RUNS = 200, 25, 20
CONFIGURATION = f"tests = {TESTS}\n[limits]\nseconds = 1\ntimeouts = 2\n"


@dataclass(frozen=True, slots=True)
class Program:
    """A kind of program in both languages, how many of 100 are so, and what they must come to."""

    share: int
    outcome: str
    python: str
    c: str


PYTHON = """\
count = int(input("How many? "))
total = 0
for number in range(1, count + 1):
    total += int(input(f"Number {number}: "))
print("Sum:", total)
"""
C = """\
#include <stdio.h>
int main(void) {
    long count, value, total = 0;
    printf("How many? ");
    scanf("%ld", &count);
    for (long number = 1; number <= count; number++) {
        printf("Number %ld: ", number);
        scanf("%ld", &value);
        total += value;
    }
    printf("Sum: %ld\\n", total);
    return 0;
}
"""
PROGRAMS = (
    Program(50, "right", PYTHON, C),
    Program(
        10,
        "output missing",
        PYTHON.replace("range(1, count + 1)", "range(1, count)").replace(
            'print("Sum:", total)', ""
        ),
        C.replace('printf("Sum: %ld\\n", total);', ""),
    ),
    Program(
        10,
        "wrong output",
        PYTHON.replace("range(1, count + 1)", "range(count)"),
        C.replace("number = 1; number <= count", "number = 0; number < count"),
    ),
    Program(
        8,
        "wrong output",
        PYTHON.replace("total = 0", "total = 1"),
        C.replace("total = 0", "total = 1"),
    ),
    Program(
        6,
        "output missing",
        PYTHON.replace('input("How many? ")', "input()"),
        C.replace('    printf("How many? ");\n', ""),
    ),
    Program(
        6,
        "crashed",
        PYTHON.replace("print(", "print(1 // count, "),
        C.replace('printf("Sum', 'if (count == 0) __builtin_trap(); printf("Sum'),
    ),
    Program(
        4,
        "too slow",
        PYTHON.replace("print(", "while True: pass\nprint("),
        C.replace('printf("Sum', 'for (volatile int x = 1; x;) {} printf("Sum'),
    ),
    Program(
        3,
        "waits for input that will not come",
        PYTHON + "input()\n",
        C.replace("return 0", 'scanf("%ld", &value); return 0'),
    ),
    Program(3, "crashed", "def broken(:\n    pass\n", C.replace("return 0", "__builtin_trap()")),
)


def hand_in(folder: Path) -> dict[str, str]:
    """Write the submissions; what each must come to, by its name."""
    kinds = [each for each in PROGRAMS for _ in range(each.share * SUBMISSIONS // 100)]
    expected = {}
    for number, kind in enumerate(kinds):
        text, ending = (kind.python, "py") if number % 2 == 0 else (kind.c, "c")
        name = f"student{number:03}.{ending}"
        (folder / name).write_text(text, encoding="utf-8")
        expected[name] = kind.outcome
        if kind.outcome.startswith("waits") and ending == "c":
            expected[name] = "reads on to the end of input"  # where scanf just goes on
    return expected


def plainly(program: Path) -> float:
    """Seconds of one run of a program outside of everything."""
    typed = b"3\n1\n2\n3\n"
    started = time.monotonic()
    for _ in range(PLAIN_RUNS):
        subprocess.run([sys.executable, program], input=typed, capture_output=True, check=True)
    return (time.monotonic() - started) / PLAIN_RUNS


def timed(command: list[str]) -> tuple[float, float]:
    """Seconds of a command by the clock, and those for which the machine's processors worked."""
    here = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": here}
    before, started = busy(), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    seconds, used = time.monotonic() - started, busy() - before
    assert done.returncode == 0, done.stdout + done.stderr
    return seconds, used


def main() -> None:
    """Grade the class and print how long it took."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        handed_in, out = folder / "class", folder / "grades"
        handed_in.mkdir()
        (folder / "grade.toml").write_text(CONFIGURATION, encoding="utf-8")
        expected = hand_in(handed_in)
        before = plainly(handed_in / "student000.py")
        config = str(folder / "grade.toml")
        arguments = [str(SPECIFICATION), str(handed_in), "--out", str(out), "--config", config]
        command = [sys.executable, "-m", "refute", "grade", *arguments, "--quiet"]
        seconds, used = timed(command)
        after = plainly(handed_in / "student000.py")
        with open(out / "grades.csv", encoding="utf-8", newline="") as stream:
            found = {row["submission"]: row["outcome"] for row in csv.DictReader(stream)}
    for outcome, count in Counter(found.values()).most_common():
        print(f"{count:5} {outcome}")
    load = os.getloadavg()[0]
    print(f"{seconds:.1f} s for {len(found)} submissions, {TESTS} tests each, load {load:.1f}")
    print(f"{used:.1f} s of work of all processors")
    print(f"{1000 * before:.0f} and {1000 * after:.0f} ms for a plain run of a Python program")
    wrong = {name: found.get(name) for name in expected if found.get(name) != expected[name]}
    assert not wrong, wrong


if __name__ == "__main__":
    main()
