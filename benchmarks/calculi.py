"""Calculi with planted bugs: how long it takes to find each.

`benchmarks/calculi/` has a file for each calculus, with its bugs as variants as in
`benchmarks/redex/`. Times are processor time, with loading the file and without starting Python.

    python -m benchmarks.calculi [CALCULUS…]
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.machine import collect_seldom
from benchmarks.redex import attacked, variant, variants

CALCULI = Path(__file__).parent / "calculi"
LIMIT = 20.0
"""Seconds of processor time for each bug."""


def measure(path: Path) -> None:
    """A row for each bug of a calculus, and one for the calculus without bugs."""
    text = path.read_text("utf-8")
    for number, description in {**variants(text), "0": "(no bug)"}.items():
        found = attacked(variant(text, number), LIMIT if number != "0" else LIMIT / 4)
        time = "-" if found.lines is None else f"{found.seconds:.2f}"
        row = [f"{path.stem:<12} {number}", f"{time:>6} s (bound {found.bound:>2})", description]
        print(" | ".join(row), flush=True)
        assert number != "0" or found.lines is None, found.lines


def main() -> None:
    """All calculi, or those that are named."""
    collect_seldom()
    for path in sorted(CALCULI.glob("*.apl")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            measure(path)


if __name__ == "__main__":
    main()
