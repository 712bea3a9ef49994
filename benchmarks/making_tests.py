"""How long `refute tests` takes for console specifications, beside another version.

Run `python -m benchmarks.making_tests OTHER [NAME…]`, where OTHER is the `src` folder of another
checkout. The specifications are those that `benchmarks.console` measures, and bundled examples.
Both versions get a process of their own, which first makes all tests once and is then asked for one
specification after the other, each version in turn. A time is processor time, the best of several
runs, without starting up.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.console import BRANCHING, HANGMAN, SUM, SUM_TO_ZERO

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "console"
NAMES = (
    "additions",
    "echo",
    "greeter",
    "palindrome",
    "product",
    "rock_paper_scissors",
    "sorting",
    "sum",
    "sum_positive",
    "sum_to_zero",
    "sum_until_zero",
    "sum_with_prompts",
    "number_scrabble",
    "number_scrabble_computer",
)
MEASURED = {
    "sum (benchmark)": SUM,
    "sum to zero (benchmark)": SUM_TO_ZERO,
    "hangman (benchmark)": HANGMAN.replace("given secret : [int]\n", "").replace(
        "secret", "[4, 8, 7]"
    ),
    "branching (benchmark)": BRANCHING,
}
RUNS = 5
MAKER = """
import sys, time
import refute

for line in sys.stdin:
    started = time.process_time()
    made = refute.open(line.strip()).tests().report
    assert made.artifacts, made
    print(time.process_time() - started, flush=True)
"""


class Version:
    """A process with the code of one version, which makes tests."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def seconds(self, path: Path) -> float:
        """The processor time that it takes to make the tests of a specification."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(path, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


@contextmanager
def version(source: Path) -> Iterator[Version]:
    """A version that is ready to make tests."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", MAKER]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Version(process)


def specifications(folder: Path) -> Iterator[tuple[str, Path]]:
    """All of them, with their names; those that are no examples are written to a folder."""
    for number, (name, text) in enumerate(MEASURED.items()):
        path = folder / f"measured{number}.ios"
        path.write_text(text, encoding="utf-8")
        yield name, path
    for name in NAMES:
        yield name, EXAMPLES / f"{name}.ios"


def main() -> None:
    """Print a line for each specification."""
    parser = argparse.ArgumentParser(description="Making tests, beside another version.")
    parser.add_argument("other", type=Path, help="the `src` folder of another checkout")
    parser.add_argument("names", nargs="*", help="beginnings of names (all)")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        version(chosen.other.resolve()) as other,
        version(ROOT / "src") as ours,
    ):
        measured = {
            name: path
            for name, path in specifications(Path(folder))
            if name.startswith(tuple(chosen.names or [""]))
        }
        for path in measured.values():
            other.seconds(path)
            ours.seconds(path)
        print(f"{'specification':<28} {'other':>7} {'ours':>7} {'ratio':>6}")
        for name, path in measured.items():
            theirs, here = map(
                min,
                zip(*((other.seconds(path), ours.seconds(path)) for _ in range(RUNS)), strict=True),
            )
            print(f"{name:<28} {theirs:7.3f} {here:7.3f} {here / theirs:6.2f}", flush=True)


if __name__ == "__main__":
    main()
