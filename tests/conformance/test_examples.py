"""Every bundled example, and every program of the corpus with an answer, gives that answer.

`tests/corpus/LANGUAGE/…/NAME.COMMAND.txt` has the command line that was typed, the exit code
and what a user sees, with the times left out. To see what a file should hold after a change, run
the test and read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import typed
from refute.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
CASES = sorted(ROOT.glob("tests/corpus/*/**/*.txt"))


def shown(line: str) -> str:
    """What the command line prints, with the parts that differ from run to run made the same."""
    text, code = typed(line.removeprefix("$ "), ROOT)
    text = re.sub(r"(?m)^  (nodes|tests|queries) .*\n", "", text)
    text = re.sub(r" in (\d+ min )?\d+(\.\d+)? s$", "", text, flags=re.MULTILINE)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return f"{line}\n{text.rstrip()}\n(exit code {code})\n"


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: str(case.relative_to(ROOT / "tests" / "corpus"))
)
def test_an_example_gives_its_answer(case: Path) -> None:
    expected = case.read_text(encoding="utf-8")
    assert shown(expected.splitlines()[0]) == expected


def test_every_example_has_an_answer() -> None:
    typed = [case.read_text(encoding="utf-8").splitlines()[0] for case in CASES]
    named = {word for line in typed for word in line.split()}
    examples = {
        str(path.relative_to(ROOT))
        for name, language in LANGUAGES.items()
        for path in ROOT.glob(f"examples/{name}/*")
        if path.suffix in language.endings
    }
    assert examples
    assert examples <= named
