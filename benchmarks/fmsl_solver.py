"""The solver questions about the user database of chapter 3, each within ten seconds."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from refute.files import read_source
from refute.languages.fmsl.check import questions
from refute.languages.fmsl.checking.query import Bounds, put
from refute.languages.fmsl.options import CheckOptions
from refute.languages.fmsl.program import load
from refute.solver import Effort

EXAMPLES = Path(__file__).parents[1] / "examples" / "fmsl"
FILES = (
    "adduser-2-weak", "adduser-3-strong", "adduser-4-constructive", "adduser-5-flawed",
    "adduser-6-corrected", "finduser-2-records", "finduser-3-sorted", "finduser-4-unique",
    "finduser-5-functions",
)  # fmt: skip


def main() -> None:
    """Print how long each question takes, for lists of two and of three items."""
    print("| question | verdict | CPU s, 2 items | CPU s, 3 items |")
    print("| --- | --- | --- | --- |")
    for name in FILES:
        checked = load(read_source(EXAMPLES / f"{name}.fmsl"))
        for _, question, _ in questions(checked, CheckOptions()):
            cells = []
            for size in (2, 3):
                started = time.process_time()
                outcome = put(question, checked, Bounds(size, allowed=partial(Effort, 6)))
                cells.append((outcome.called, time.process_time() - started))
            verdicts = " / ".join(dict.fromkeys(called for called, _ in cells))
            times = " | ".join(f"{seconds:.2f}" for _, seconds in cells)
            print(f"| {name}: {outcome.question} | {verdicts} | {times} |", flush=True)


if __name__ == "__main__":
    main()
