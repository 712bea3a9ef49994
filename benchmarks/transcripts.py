"""Many kinds of programs, many runs each beside busy processes: is every transcript right?

A transcript that is wrong must at least be marked as a guess. `python -m benchmarks.transcripts`
takes long; a number of runs and words of kinds can be given: `... 20 java thread`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.kinds import LINES, Kind, kinds
from benchmarks.observation import burning
from refute.execution import CommandProgram, Ending, Limits, Run, Wrote

RUNS = 200
BURNERS = 2
PATIENT = Limits(seconds=20.0)


def transcript(run: Run) -> str:
    """What was seen in a run."""
    return "".join(
        each.text if isinstance(each, Wrote) else f"<{each.line}>" for each in run.events
    )


def sort(kind: Kind, run: Run) -> str:
    """What is to be said of a run."""
    right = transcript(run) == kind.expected and run.ending is Ending.FINISHED
    mark = ("differs" if run.differs else "marked") if run.approximate else "exact"
    return f"{'right' if right else 'WRONG'}, {mark}"


def measure(kind: Kind, runs: int, folder: Path) -> Counter[str]:
    """How the runs of a kind went."""
    program = CommandProgram(kind.built(folder), PATIENT)
    found: Counter[str] = Counter()
    for _ in range(runs):
        run = program.run(LINES)
        found[sort(kind, run)] += 1
        if "WRONG, exact" in found and found["WRONG, exact"] < 3:
            print(f"  {transcript(run)!r} {run.ending} {run.detail}", flush=True)
    program.close()
    return found


def main(*words: str) -> None:
    """Print a line for each kind."""
    runs = next((int(word) for word in words if word.isdigit()), RUNS)
    wanted = [word.lower() for word in words if not word.isdigit()]
    total: Counter[str] = Counter()
    chosen = [each for each in kinds() if all(word in each.name for word in wanted)]
    with tempfile.TemporaryDirectory() as folder, burning(BURNERS):
        for kind in chosen:
            began = time.perf_counter()
            found = measure(kind, runs, Path(folder))
            each = 1000 * (time.perf_counter() - began) / runs
            total += found
            told = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
            print(f"{kind.name:56} {each:7.0f} ms  {told}", flush=True)
    print(f"{len(chosen)} kinds, {len({each.tool for each in chosen})} languages: {dict(total)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
