"""What `make demo` shows: a law of lists that looks right, and the lists that break it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def show(path: Path) -> None:
    """A file as it is."""
    print(f"--- {path.relative_to(HERE.parent)} ---")
    print(path.read_text(encoding="utf-8"))


def refute(*arguments: str) -> int:
    """Run the tool as a user would, after saying how."""
    print(f"$ refute {' '.join(arguments)}\n", flush=True)
    command = [sys.executable, "-m", "refute", *arguments]
    code = subprocess.run(command, check=False, cwd=HERE.parent).returncode
    print(f"\n(exit code {code})\n")
    return code


def main() -> int:
    """The demonstration; fails when the tool does not refute what is wrong."""
    print("A specification says what a program must do; refute looks for what breaks it.\n")
    show(HERE / "funlogic" / "reverse.fl")
    refuted = refute("check", "examples/funlogic/reverse.fl")
    print("It can also solve for what is not known, and say when there is nothing else:\n")
    solved = refute("run", "examples/funlogic/puzzle.fl")
    print("And make test data that reaches every branch:\n")
    grade = ("examples/funlogic/grade.fl", "--function", "grade", "--out", "build/demo")
    covered = refute("tests", *grade)
    return 0 if (refuted, solved, covered) == (1, 0, 0) else 1


if __name__ == "__main__":
    sys.exit(main())
