"""A class of small programs in Python and C, 25 inputs each, graded inside the sandbox.

The programs are made here: right ones, and ones with the mistakes that beginners make. Each
outcome is asserted. The seconds are wall-clock time of the whole command, compiling included. For a
machine that others use, too, there are the time for which processors worked for it, with all
programs that it ran, and the time of plain runs of one of the programs right before and after. The
Python that runs this runs all Python programs.

`--jobs 1 2 4` grades the class anew with each number of processes, and `--cluster` on a cluster.
Then it is graded again, which its records answer, and its page is opened in Chromium, if that is
there with Playwright. `python -m benchmarks.grading --submissions 200 800 2000 --jobs 1 2 4`
measures all of it. With `--stored` only one program of each kind is run; the others get its record,
so that a large class can be measured without being run. `--digest` prints what all files but for
times come to, to compare machines.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.machine import timed
from refute.files import write_text
from refute.grading.grades import GradedSubmission
from refute.grading.pages import FOLDER
from refute.grading.records import graded_in
from refute.grading.rendering import RECORD, finished
from refute.grading.submissions import find_submissions, fingerprint

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


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: by the clock, of processors, and what its own process had of both."""

    seconds: float
    work: float
    own: float
    megabytes: float

    def __str__(self) -> str:
        """The cost in a line."""
        return (
            f"{self.seconds:.1f} s, {self.work:.1f} s of work of processors, of these "
            f"{self.own:.1f} s and {self.megabytes:.0f} MB in the process that was started"
        )


def kinds(count: int) -> list[Program]:
    """The kinds of the submissions of a class, in their order."""
    shares = [each for each in PROGRAMS for _ in range(each.share)]
    return sorted((shares[number % 100] for number in range(count)), key=PROGRAMS.index)


def hand_in(folder: Path, count: int) -> dict[str, str]:
    """Write the submissions; what each must come to, by its name."""
    expected = {}
    for number, kind in enumerate(kinds(count)):
        text, ending = (kind.python, "py") if number % 2 == 0 else (kind.c, "c")
        name = f"student{number:04}.{ending}"
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


MEASURED = """\
import atexit, re, resource, sys
from pathlib import Path
from refute.cli.main import main
kept = Path(sys.argv.pop(1))
def keep():
    memory = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]
    used = resource.getrusage(resource.RUSAGE_SELF)
    kept.write_text(f"{memory} {used.ru_utime + used.ru_stime}")
atexit.register(keep)
main()
"""
"""A script that runs our command line and keeps the most memory and the work of its process."""


@dataclass(frozen=True, slots=True)
class Class:
    """A folder with a class in it, and how it is graded; `before` stands before the command."""

    folder: Path
    options: Sequence[str] = ()
    before: Sequence[str] = ()

    @property
    def handed_in(self) -> Path:
        """Where the programs are."""
        return self.folder / "class"

    @property
    def out(self) -> Path:
        """Where the grades come to."""
        return self.folder / "grades"

    def graded(self, handed_in: Path) -> Cost:
        """Grade a folder of programs."""
        config = str(self.folder / "grade.toml")
        arguments = [str(SPECIFICATION), str(handed_in), "--out", str(self.out), "--config", config]
        peak = self.folder / "peak"
        command = [sys.executable, "-c", MEASURED, str(peak), "grade", *arguments, "--quiet"]
        here = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        whole = [*self.before, *command, *self.options]
        seconds, work = timed(whole, {**os.environ, "PATH": here})
        memory, own = peak.read_text("ascii").split()
        return Cost(seconds, work, float(own), int(memory) / 1024)

    def forget(self) -> None:
        """Remove all grades."""
        shutil.rmtree(self.out, ignore_errors=True)

    def give_records(self) -> None:
        """Grade one program of each kind, and give all that are equal to it the same record."""
        few = self.folder / "few"
        few.mkdir()
        programs = {each.name: each.read_bytes() for each in sorted(self.handed_in.iterdir())}
        first = {(text, name[-2:]): name for name, text in reversed(programs.items())}
        for (text, _), name in first.items():
            (few / name).write_bytes(text)
        self.graded(few)
        known = {name: self._record(name) for name in first.values()}
        for each in find_submissions([self.handed_in]):
            graded, depends = known[first[programs[each.name], each.name[-2:]]]
            key = depends.partition(" ")[0]
            mine = replace(graded, name=each.name, identity=each.identity, origin=each.origin)
            depends = f"{key} {fingerprint(each)} {each.name} {['', '']}"
            folder = self.out / FOLDER / each.identity
            for name, written in finished(mine, SPECIFICATION.name, depends, "en").texts.items():
                write_text(folder / name, written)

    def _record(self, name: str) -> tuple[GradedSubmission, str]:
        return graded_in((self.out / FOLDER / name / RECORD).read_text("utf-8"))

    def outcomes(self) -> dict[str, str]:
        """What came of each submission."""
        with open(self.out / "grades.csv", encoding="utf-8", newline="") as stream:
            return {row["submission"]: row["outcome"] for row in csv.DictReader(stream)}

    def sizes(self) -> Iterator[str]:
        """How large what was written is."""
        records = [each.stat().st_size for each in self.out.glob(f"{FOLDER}/*/{RECORD}")]
        yield f"{sum(records) / len(records) / 1024:.1f} KB a record, at most"
        yield f" {max(records) / 1024:.1f}; page of the class "
        yield f"{(self.out / 'index.html').stat().st_size / 1024:.0f} KB"
        opened = _seconds_to_open(self.out / "index.html")
        yield f", which opens in {opened:.2f} s" if opened else ", not opened: no Chromium"

    def digest(self) -> str:
        """What all files come to, but for times."""
        made = hashlib.sha256()
        for path in sorted(each for each in self.out.rglob("*") if each.is_file()):
            made.update(str(path.relative_to(self.out)).encode() + _without_times(path))
        return made.hexdigest()


def _seconds_to_open(page: Path) -> float | None:
    """How long Chromium takes to load and lay out a page; None where it is not there."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed to grade
    except ImportError:
        return None
    if chromium is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page()
        shown.goto("about:blank")
        started = time.monotonic()
        shown.goto(page.as_uri())
        shown.evaluate("document.body.offsetHeight")
        seconds = time.monotonic() - started
        browser.close()
    return seconds


_TIMES = re.compile(
    rb'"seconds":[ \d.e-]+|time="[\d.]+"|"execution_time": [\d.]+|"digest":"\w+"'
    rb"|[\d.]+ (?:ms|s|min)\b|,[\d.]+,(?=student)"
)


def _without_times(path: Path) -> bytes:
    return _TIMES.sub(b"", path.read_bytes())


def main() -> None:
    """Grade classes and print what that took."""
    options = _options()
    for count in options.submissions:
        _measured(count, options)


def _measured(count: int, options: argparse.Namespace) -> None:
    """Grade one class with each number of processes, then again, and print what that took."""
    cluster = ["--cluster", options.cluster] if options.cluster else []
    with tempfile.TemporaryDirectory() as place:
        made = Class(Path(place), cluster)
        made.handed_in.mkdir()
        (made.folder / "grade.toml").write_text(CONFIGURATION, encoding="utf-8")
        expected = hand_in(made.handed_in, count)
        before = plainly(made.handed_in / "student0000.py")
        if options.stored:
            made.give_records()
        for jobs in [] if options.stored else options.jobs or [None]:
            made.forget()
            words = ["--jobs", str(jobs)] if jobs else []
            first = replace(made, options=[*cluster, *words]).graded(made.handed_in)
            how = f", {jobs} at a time" if jobs else ""
            print(f"{count} submissions, {TESTS} tests each{how}: {first}", flush=True)
        again = made.graded(made.handed_in)
        after = plainly(made.handed_in / "student0000.py")
        found, sizes = made.outcomes(), "".join(made.sizes())
        digest = made.digest() if options.digest else ""
    print(f"{count} submissions, from their records: {again}")
    print(sizes)
    for outcome, number in Counter(found.values()).most_common():
        print(f"{number:5} {outcome}")
    print(f"load {os.getloadavg()[0]:.1f}; a plain run of a Python program takes", end=" ")
    print(f"{1000 * before:.0f} ms before and {1000 * after:.0f} ms after", flush=True)
    if digest:
        print(f"all files but for times: {digest}")
    wrong = {name: found.get(name) for name in expected if found.get(name) != expected[name]}
    assert not wrong, wrong


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--submissions", type=int, nargs="+", default=[SUBMISSIONS], metavar="N")
    parser.add_argument("--jobs", type=int, nargs="+", metavar="N", help="grade N at a time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="grade on this cluster, or `local`")
    parser.add_argument("--stored", action="store_true", help="run only one of each kind")
    parser.add_argument("--digest", action="store_true", help="print what the files come to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
