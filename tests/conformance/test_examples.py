"""Every bundled example, and every program of the corpus with an answer, gives that answer.

`tests/corpus/LANGUAGE/…/NAME.COMMAND.txt` has the command line that was typed, the exit code
and what a user sees, with the times left out. To see what a file should hold after a change, run
the test and read the difference.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from refute.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
CASES = sorted(ROOT.glob("tests/corpus/*/**/*.txt"))

NO_SANDBOX = re.compile(r"(?m)^warning\[X002\].*\n *= help: .*\n")
"""What is said where bubblewrap is not installed."""


def shown(line: str) -> str:
    """What the command line prints, with the parts that differ from run to run made the same."""
    words = line.removeprefix("$ refute ").split()
    done = subprocess.run(
        [sys.executable, "-m", "refute", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    text = done.stdout + NO_SANDBOX.sub("", done.stderr)
    assert "Traceback" not in text
    text = re.sub(r"(?m)^  (nodes|tests|queries) .*\n", "", text)
    text = re.sub(r" in \d+\.\d+ s$", "", text, flags=re.MULTILINE)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return f"{line}\n{text.rstrip()}\n(exit code {done.returncode})\n"


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: str(case.relative_to(ROOT / "tests" / "corpus"))
)
def test_an_example_gives_its_answer(case: Path) -> None:
    expected = case.read_text(encoding="utf-8")
    assert shown(expected.splitlines()[0]) == expected


def test_every_example_has_an_answer() -> None:
    typed = [case.read_text(encoding="utf-8").splitlines()[0] for case in CASES]
    named = {word for line in typed for word in line.split()}
    endings = {ending for each in LANGUAGES.values() for ending in each.endings}
    examples = {
        str(path.relative_to(ROOT)) for path in ROOT.glob("examples/*/*") if path.suffix in endings
    }
    assert examples
    assert examples <= named
