"""Many kinds of programs, many runs each beside busy processes: is every transcript right?

A transcript that is wrong must at least be marked as a guess. `python -m benchmarks.transcripts`
takes long; a number of runs and words of kinds can be given: `... 20 java thread`. With the name of
a file, `... 200 runs.tsv`, it goes on where it was interrupted.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.kinds import LINES, Kind, kinds
from benchmarks.observation import burning
from refute.execution import CommandProgram, Ending, Limits, Run, TextWritten

RUNS = 200
SLICE = 10
BURNERS = 2
PATIENT = Limits(seconds=20.0)


def transcript(run: Run) -> str:
    """What was seen in a run."""
    return "".join(
        each.text if isinstance(each, TextWritten) else f"<{each.line}>" for each in run.events
    )


def sort(kind: Kind, run: Run) -> str:
    """What is to be said of a run."""
    right = transcript(run) == kind.expected and run.ending is Ending.FINISHED
    mark = ("differs" if run.differs else "marked") if run.approximate else "exact"
    return f"{'right' if right else 'WRONG'}, {mark}"


class Record:
    """What is known of all runs, a line for each, in a file that can be added to later."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                name, what = line.split("\t")[:2]
                self.found[name][what] += 1

    def add(self, kind: Kind, what: str, run: Run) -> None:
        """Note a run; one that went wrong with all that was seen."""
        self.found[kind.name][what] += 1
        seen = "" if what.startswith("right") else f"\t{transcript(run)!r} {run.ending}"
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(f"{kind.name}\t{what}{seen}\n")

    def missing(self, kind: Kind, runs: int) -> int:
        """How many runs of a kind are still to be made."""
        return max(0, runs - self.found[kind.name].total())


def measure(kind: Kind, command: list[str], runs: int, record: Record) -> None:
    """Run a program of a kind so many times."""
    program = CommandProgram(command, PATIENT)
    for _ in range(runs):
        run = program.run(LINES)
        record.add(kind, sort(kind, run), run)
    program.close()


def tell(record: Record) -> None:
    """Print a line for each kind, and the sum."""
    total: Counter[str] = Counter()
    for name, found in sorted(record.found.items()):
        total += found
        told = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
        print(f"{name:56} {told}")
    print(f"{len(record.found)} kinds, {total.total()} runs: {dict(total)}", flush=True)


def main(*words: str) -> None:
    """Make the runs that are missing, some of each kind by turns, and tell how all went."""
    runs = next((int(word) for word in words if word.isdigit()), RUNS)
    paths = [Path(word) for word in words if word.endswith(".tsv")]
    wanted = [word for word in words if not word.isdigit() and Path(word) not in paths]
    chosen = [each for each in kinds() if all(word.lower() in each.name for word in wanted)]
    with tempfile.TemporaryDirectory() as folder, burning(BURNERS):
        record = Record(paths[0] if paths else Path(folder, "runs.tsv"))
        commands = {each: each.built(Path(folder)) for each in chosen if record.missing(each, runs)}
        while left := [each for each in commands if record.missing(each, runs)]:
            for kind in left:
                measure(kind, commands[kind], min(SLICE, record.missing(kind, runs)), record)
            tell(record)


if __name__ == "__main__":
    main(*sys.argv[1:])
