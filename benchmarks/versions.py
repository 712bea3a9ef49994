"""Two versions side by side: processor time of the same commands, the best of three runs each.

Run `python -m benchmarks.versions OTHER`, where OTHER is the `src` folder of another checkout.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUNS = 3
COMMANDS = (
    "check funlogic/sorting.fl",
    "run funlogic/queens.fl",
    "run funlogic/permutation.fl",
    "tests funlogic/sorting.fl --function sort",
    "check nominal/stlc.apl",
    "check nominal/pcf.apl",
    "check nominal/lists.apl",
    "run nominal/miniml.apl",
    "check fmsl/finduser-4-unique.fmsl",
    "check fmsl/adduser-3-strong.fmsl",
    "check fmsl/library.fmsl",
    "run fmsl/Users.fmsl",
    "check console/additions.ios",
    "check console/hangman.ios --unfoldings 4",
    "check console/sum.ios -- python3 console/programs/sum/right.py",
    "tests console/number_scrabble.ios --unfoldings 4",
    "check workflow/flight-4.top",
    "check workflow/flight-3.top",
    "check workflow/dining.top",
)


def seconds(source: Path, words: list[str], bytecode: str) -> float:
    """The processor time of a command with the code of one version."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "refute", *words],
        env=environment,
        cwd=ROOT / "examples",
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each command."""
    other, ours = Path(sys.argv[1]).resolve(), ROOT / "src"
    print(f"{'command':<64} {'other':>6} {'ours':>6} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as bytecode:
        for command in COMMANDS:
            words = command.split()
            theirs, here = (
                min(seconds(each, words, bytecode) for _ in range(RUNS)) for each in (other, ours)
            )
            print(f"{command:<64} {theirs:6.2f} {here:6.2f} {here / theirs:6.2f}", flush=True)


if __name__ == "__main__":
    main()
