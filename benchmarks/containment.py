"""What the fence around programs costs, beside a plain start of the same program."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.observation import overhead, tasks
from refute.execution.sandbox import Sandbox, SandboxFence, make_fence
from refute.execution.sandbox.bubblewrap import Bubblewrap, find


def fences() -> dict[str, SandboxFence | None]:
    """The ways to run a program, each under its name."""
    if not isinstance(find(), Bubblewrap):
        sys.exit(f"this measurement needs bubblewrap: {find()}")
    return {
        "watched only": None,
        "sandbox off": make_fence(Sandbox.OFF),
        "sandbox": make_fence(Sandbox.REQUIRED),
    }


def main() -> None:
    """Print medians; plain and fenced runs are taken in turns."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'task':20} {'how':14} {'plain ms':>9} {'ms':>9} {'ratio':>6}")
        for task in tasks(Path(folder)):
            for name, fence in fences().items():
                plain, fenced = overhead(task, 60, fence)
                ratio = fenced / plain
                print(
                    f"{task.name:20} {name:14} {plain:9.2f} {fenced:9.2f} {ratio:6.2f}", flush=True
                )


if __name__ == "__main__":
    main()
