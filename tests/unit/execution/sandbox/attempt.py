"""Runs hostile Python code inside the fence, as us or, as a program of its own, as another user."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from refute.execution.sandbox import Bounds, Completed, Sandbox, make_fence, run_contained
from refute.execution.sandbox.folders import hand_over, remove

NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"
SOURCES = Path(__file__).parents[4] / "src"


@dataclass(frozen=True)
class Attempt:
    """Hostile code, what it may use, and where it is run."""

    code: str
    sandbox: str = "required"
    seconds: float = 5.0
    writable: bool = True
    bounds: dict[str, int] = field(default_factory=dict)

    def run(self, folder: Path) -> Completed:
        """Run it as the present user."""
        (folder / "program.py").write_text(self.code, "utf-8")
        return run_contained(
            make_fence(Sandbox(self.sandbox), Bounds(**self.bounds)),
            [SYSTEM_PYTHON, "program.py"],
            box=folder,
            writable=self.writable,
            seconds=self.seconds,
        )


@contextmanager
def folder_of(user: int) -> Iterator[Path]:
    """A folder that a user owns."""
    folder = Path(tempfile.mkdtemp(prefix="refute-test-"))
    try:
        if user:
            hand_over(folder, user)
        yield folder
    finally:
        remove(folder)


def attempt(who: str, code: str, **settings: object) -> Completed:
    """What comes of hostile code that `us` or an `ordinary user` runs."""
    made = Attempt(textwrap.dedent(code), **settings)  # type: ignore[arg-type]
    if who == "us":
        with folder_of(0) as folder:
            return made.run(folder)
    with folder_of(NOBODY) as folder:
        become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        answer = subprocess.run(
            [*become, SYSTEM_PYTHON, "-B", __file__, str(folder)],
            input=json.dumps(asdict(made)),
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCES)},
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert answer.returncode == 0, answer.stderr
        return Completed(**json.loads(answer.stdout))


if __name__ == "__main__":
    completed = Attempt(**json.loads(sys.stdin.read())).run(Path(sys.argv[1]))
    json.dump(asdict(completed), sys.stdout)
