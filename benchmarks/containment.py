"""What the sandbox around programs costs, beside a plain start of the same program."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.observation import overhead, tasks
from refute.execution.sandbox import SandboxMode, SystemSandbox, make_sandbox
from refute.execution.sandbox.bubblewrap import Bubblewrap, find


def sandboxes() -> dict[str, SystemSandbox | None]:
    """The ways to run a program, each under its name."""
    if not isinstance(find(), Bubblewrap):
        sys.exit(f"this measurement needs bubblewrap: {find()}")
    return {
        "watched only": None,
        "sandbox off": make_sandbox(SandboxMode.OFF),
        "sandbox": make_sandbox(SandboxMode.REQUIRED),
    }


def main() -> None:
    """Print medians; plain and fenced runs are taken in turns."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'task':20} {'how':14} {'plain ms':>9} {'ms':>9} {'ratio':>6}")
        for task in tasks(Path(folder)):
            for name, sandbox in sandboxes().items():
                plain, fenced = overhead(task, 60, sandbox)
                ratio = fenced / plain
                print(
                    f"{task.name:20} {name:14} {plain:9.2f} {fenced:9.2f} {ratio:6.2f}", flush=True
                )


if __name__ == "__main__":
    main()
