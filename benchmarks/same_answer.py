"""Every bundled example twice: with another hash seed, and beside busy processes.

Budgets count work, so a report may differ in its times and in nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_ENDINGS = frozenset({".top", ".fmsl", ".fl", ".apl", ".ios"})
_TIMES = frozenset({"seconds", "started"})


def examples() -> list[Path]:
    """The specifications among the examples."""
    return sorted(each for each in (ROOT / "examples").glob("*/*") if each.suffix in _ENDINGS)


def report(hash_seed: int, *arguments: str | Path) -> tuple[int, Any]:
    """The exit code and the report of `refute check`, without its times."""
    done = subprocess.run(
        [sys.executable, "-m", "refute", "check", "--json", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return done.returncode, _without_times(json.loads(done.stdout))
    except json.JSONDecodeError:
        return done.returncode, (done.stdout, done.stderr)


def _without_times(record: Any) -> Any:
    if isinstance(record, dict):
        return {name: _without_times(each) for name, each in record.items() if name not in _TIMES}
    return [_without_times(each) for each in record] if isinstance(record, list) else record


@contextmanager
def busy(processes: int = 2) -> Iterator[None]:
    """Keep the machine busy meanwhile."""
    started = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)
    ]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


def differs(path: Path) -> bool:
    """Whether two reports of an example differ in more than their times."""
    quiet = report(1, path)
    with busy():
        return report(2, path) != quiet


def main() -> None:
    """Print the examples whose reports differ."""
    paths = examples()
    different = [str(path.relative_to(ROOT)) for path in paths if differs(path)]
    print(f"{len(different)} of {len(paths)} reports differ {different or ''}")


if __name__ == "__main__":
    main()
