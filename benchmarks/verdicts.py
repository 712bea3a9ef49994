"""How often the verdict on a beginner's program is right.

`python -m benchmarks.verdicts [NAME…] [--mutants N] [--skip-grade] [--python] [--suite] [--jobs N]`
takes the exercises of `tests/corpus/console/exercises` (all, or those that are named) through
`check` and `grade` at their defaults, with all programs written by hand and up to N mutants for
each exercise. A mutant counts only if one of the exercise's own inputs shows that it behaves
differently, so nothing depends on our verdict being right. `check` calls programs in Python as
functions where all is typed and printed, and starts all others; `grade` builds and starts every
one inside the sandbox.

Every verdict that is not the expected one is named, with the mistake and the input that shows it,
and so is a submission that got no points at all; the command then ends with exit code 1.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

import refute

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from exercises import Exercise, Program, exercises, told_apart  # noqa: E402 - found just above
from program_mutator import mutants  # noqa: E402 - likewise

MAIN = {
    ".py": "main.py", ".c": "main.c", ".java": "Main.java", ".js": "main.js", ".rs": "main.rs",
    ".hs": "main.hs",
}  # fmt: skip
BUILD = {
    ".c": ["gcc", "-O1", "-w", "-o", "main", "main.c"],
    ".hs": ["ghc", "-v0", "-o", "main", "main.hs"],
    ".java": ["javac", "Main.java"],
    ".rs": ["rustc", "-A", "warnings", "-o", "main", "main.rs"],
}
RUN = {
    ".py": [sys.executable, "{folder}/main.py"],
    ".c": ["{folder}/main"],
    ".hs": ["{folder}/main"],
    ".rs": ["{folder}/main"],
    ".js": ["node", "{folder}/main.js"],
    ".java": ["java", "-XX:TieredStopAtLevel=1", "-cp", "{folder}", "Main"],
}
FULL_MARKS = 100.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A program with both verdicts, and what `check` has said and taken."""

    exercise: str
    program: Program
    check: str
    said: str
    seconds: float
    points: float | None
    """None without `grade`; not a number where `grade` has no points for the program."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.program.mistake)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the verdicts, in words."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        if self.check in ("undecided", "error"):
            yield self.check
        elif self.is_wrong and self.check != "refuted":
            yield "wrong but not refuted"
        elif not self.is_wrong and self.check != "passed":
            yield "right but refuted"
        if self.points is None:
            return
        if math.isnan(self.points):
            yield "without points"
        elif self.is_wrong == (self.points >= FULL_MARKS):
            yield "wrong but full marks" if self.is_wrong else "right but not full marks"


def in_python(exercise: Exercise) -> Exercise:
    """The exercise with its programs in Python only."""
    right, wrong = (
        tuple(each for each in programs if each.ending == ".py")
        for programs in (exercise.right, exercise.wrong)
    )
    return replace(exercise, right=right, wrong=wrong)


def mutated(exercise: Exercise, limit: int) -> list[Program]:
    """Some mutants of the right programs in Python, spread over all that an input shows wrong."""
    if not exercise.is_plain:
        return []
    found = [
        mutant for one in exercise.right if one.ending == ".py" for mutant in _of(one, exercise)
    ]
    return found[:: -(-len(found) // limit)] if limit and found else []


def _of(right: Program, exercise: Exercise) -> Iterator[Program]:
    for number, mutant in enumerate(mutants(right.text)):
        shown = next(told_apart(right.text, mutant.text, exercise.inputs), None)
        if shown is not None:
            mistake = f"{mutant.change} in line {mutant.line} of {right.name}"
            name = f"mutant_{right.name}_{number}"
            yield Program(name, ".py", mutant.text, mistake, shown, right.name)


def function_of(program: Program) -> Callable[[], object]:
    """A program in Python as a function."""
    code = compile(program.text, MAIN[program.ending], "exec")

    def run() -> None:
        exec(code, {"__name__": "__main__"})

    return run


def command_of(program: Program, folder: Path) -> list[str]:
    """How to start a program whose file is in a folder, after building it."""
    if build := BUILD.get(program.ending):
        subprocess.run(build, cwd=folder, check=True, capture_output=True)
    return [word.format(folder=folder) for word in RUN[program.ending]]


def suite_for(exercise: Exercise, folder: Path) -> Path | None:
    """The file with the tests of an exercise; where they cannot be made `check` will say why."""
    try:
        (made,) = refute.open(exercise.specification).tests().report.artifacts
    except Exception:
        return None
    path = folder / "exercise.suite.json"
    path.write_text(made.text, encoding="utf-8")
    return path


def checked(
    exercise: Exercise, program: Program, folder: Path, suite: Path | None = None
) -> tuple[str, str, float]:
    """The verdict of `check`, what it says, and how long it took."""
    started = time.monotonic()
    is_function = program.ending == ".py" and exercise.is_plain
    under_test = function_of(program) if is_function else command_of(program, folder)
    try:
        suites = {} if suite is None else {"suite": str(suite)}
        document = refute.open(exercise.specification)
        answers = document.check(program=under_test, jobs=1, sandbox="off", **suites)
        (outcome,) = answers.report.outcomes
    except Exception as failure:
        return "error", f"{type(failure).__name__}: {failure}", time.monotonic() - started
    said = outcome.summary or outcome.reason or ""
    return str(outcome.verdict), said, time.monotonic() - started


def graded(exercise: Exercise, submissions: Path, out: Path) -> dict[str, float]:
    """The points of every submission, by its name; a maximum of 100."""
    command = [sys.executable, "-m", "refute", "grade", str(exercise.specification)]
    here = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(
        [*command, str(submissions), "--out", str(out), "--jobs", "1", "--quiet"],
        env={**os.environ, "PATH": here},
        capture_output=True,
        check=False,
    )
    table = out / "grades.csv"
    if not table.exists():
        return {}
    with open(table, encoding="utf-8", newline="") as stream:
        return {row["submission"]: float(row["score"] or "nan") for row in csv.DictReader(stream)}


def judged(exercise: Exercise, mutant_count: int, grades: bool, shared: bool) -> list[Judged]:
    """Both verdicts on all programs of an exercise; `shared` tests are made only once."""
    with tempfile.TemporaryDirectory() as place:
        submissions = Path(place) / "class"
        programs = [*exercise.right, *exercise.wrong, *mutated(exercise, mutant_count)]
        for program in programs:
            folder = submissions / program.name
            folder.mkdir(parents=True)
            (folder / MAIN[program.ending]).write_text(program.text, encoding="utf-8")
        suite = suite_for(exercise, Path(place)) if shared else None
        points = graded(exercise, submissions, Path(place) / "grades") if grades else {}
        return [
            Judged(
                exercise.name,
                program,
                *checked(exercise, program, submissions / program.name, suite),
                points.get(program.name, math.nan) if grades else None,
            )
            for program in programs
        ]


def show_faults(found: Sequence[Judged]) -> None:
    """Print every verdict that is not as expected."""
    for each in found:
        if each.faults:
            program = each.program
            print(f"  {each.exercise}/{program.name}{program.ending}: {program.mistake}")
            typed = f" on {' '.join(program.typed)!r}" if program.typed else ""
            print(f"    {', '.join(each.faults)}{typed}: {each.said} ({each.seconds:.1f} s)")


def show_counts(found: Sequence[Judged]) -> None:
    """Print how many programs got which verdict and full marks."""
    for kind in ("right", "wrong", "mutant"):
        group = [each for each in found if each.program.name.startswith(kind)]
        verdicts = Counter(each.check for each in group)
        told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        marks = [each.points for each in group if each.points is not None]
        full = sum(points >= FULL_MARKS for points in marks)
        print(f"{len(group):5} {kind}: {told}; {full} of {len(marks)} graded with full marks")


def main() -> int:
    """Judge the exercises that are named, or all; 1 if a verdict is not as expected."""
    parser = argparse.ArgumentParser(description="Verdicts on right and wrong programs.")
    parser.add_argument("names", nargs="*", help="exercises (all)")
    parser.add_argument("--mutants", type=int, default=8, help="of each exercise (8)")
    parser.add_argument("--skip-grade", action="store_true", help="only `check`")
    parser.add_argument("--python", action="store_true", help="only programs in Python")
    parser.add_argument("--suite", action="store_true", help="make the tests of each once")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="side by side (cores)")
    chosen = parser.parse_args()
    every = [each for each in exercises() if not chosen.names or each.name in chosen.names]
    if chosen.python:
        every = [in_python(each) for each in every]
    found: list[Judged] = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        grades = not chosen.skip_grade
        pending = [
            pool.submit(judged, each, chosen.mutants, grades, chosen.suite) for each in every
        ]
        for done in as_completed(pending):
            judgements = done.result()
            found += judgements
            seconds = sum(each.seconds for each in judgements)
            print(f"{judgements[0].exercise}: {len(judgements)} programs, {seconds:.1f} s")
            show_faults(judgements)
            sys.stdout.flush()
    show_counts(found)
    return int(any(each.faults for each in found))


if __name__ == "__main__":
    sys.exit(main())
