"""How long `refute tests` takes for the console examples, beside another version.

Run `python -m benchmarks.making_tests OTHER [NAME…]`, where OTHER is the `src` folder of another
checkout. Both versions get a process of their own, which first makes the tests of all examples once
and is then asked for one example after the other, each version in turn. A time is processor
time, the best of several runs, without starting up.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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

    def seconds(self, name: str) -> float:
        """The processor time that it takes to make the tests of an example."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(EXAMPLES / f"{name}.ios", file=self._process.stdin, flush=True)
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


def main() -> None:
    """Print a line for each example."""
    parser = argparse.ArgumentParser(description="Making tests, beside another version.")
    parser.add_argument("other", type=Path, help="the `src` folder of another checkout")
    parser.add_argument("names", nargs="*", help="examples (all that other versions know)")
    chosen = parser.parse_args()
    names = chosen.names or NAMES
    with version(chosen.other.resolve()) as other, version(ROOT / "src") as ours:
        for name in names:
            other.seconds(name)
            ours.seconds(name)
        print(f"{'example':<28} {'other':>7} {'ours':>7} {'ratio':>6}")
        for name in names:
            theirs, here = map(
                min,
                zip(*((other.seconds(name), ours.seconds(name)) for _ in range(RUNS)), strict=True),
            )
            print(f"{name:<28} {theirs:7.3f} {here:7.3f} {here / theirs:6.2f}", flush=True)


if __name__ == "__main__":
    main()
