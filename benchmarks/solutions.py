"""For how many exercises `refute solution` writes a program, in each of its languages.

`python -m benchmarks.solutions [NAME…] [--language L] [--tests N]` takes the specifications of
`examples/console` and of `tests/corpus/console/exercises` (all, or those that are named), writes
each in every language whose compiler is here, builds it, and tries it on N random inputs (20).
What is not written, and why, is named; a program that was written and does not pass is a fault,
and the command then ends with exit code 1.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from pathlib import Path

import refute
from refute.diagnostics import InputError
from refute.languages.console.solution import TARGETS

ROOT = Path(__file__).parents[1]


def specifications() -> dict[str, Path]:
    """All specifications, by name."""
    examples = {each.stem: each for each in (ROOT / "examples/console").glob("*.ios")}
    tasks = (ROOT / "tests/corpus/console/exercises").glob("*/task.ios")
    return {**examples, **{f"exercise {each.parent.name}": each for each in tasks}}


def main() -> int:
    """Write all solutions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--language", choices=TARGETS, action="append")
    parser.add_argument("--tests", type=int, default=20)
    arguments = parser.parse_args()
    chosen = arguments.language or list(TARGETS)
    languages = [each for each in chosen if all(map(shutil.which, TARGETS[each].build[:1]))]
    counts: Counter[str] = Counter()
    faults = 0
    for name, file in sorted(specifications().items()):
        if arguments.names and name not in arguments.names:
            continue
        for language in languages:
            problem = attempt(file, language, arguments.tests)
            counts[language] += not problem
            faults += "can be written: it" not in problem and bool(problem)
            if problem:
                print(f"{name}, {language}: {problem}", flush=True)
    for language in languages:
        print(f"{language}: {counts[language]} solutions")
    return 1 if faults else 0


def attempt(file: Path, language: str, tests: int) -> str:
    """Why there is no solution; empty if there is one."""
    asked = refute.open(file).ask("solution", language=language, random=tests)
    try:
        outcomes = list(asked)
    except InputError as failure:
        return "; ".join(f"{each.message} {each.help or ''}" for each in failure.diagnostics)
    return "" if asked.report.artifacts else "; ".join(each.summary for each in outcomes)


if __name__ == "__main__":
    sys.exit(main())
