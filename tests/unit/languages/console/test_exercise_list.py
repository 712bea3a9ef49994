"""The list of exercises of a first course: what it names is there, and enough of it is complete."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from refute.files import read_source
from refute.languages.console.program import load
from refute.languages.console.solution import written

DOCUMENT = Path(__file__).parents[4] / "docs" / "exercises.md"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: the specification, the right programs, and the wrong ones."""

    title: str
    specification: Path
    right: tuple[Path, ...]
    wrong: tuple[Path, ...]

    @property
    def number_wrong(self) -> int:
        """The number of wrong programs."""
        if self.wrong[0].suffix != ".toml":
            return len(self.wrong)
        return len(tomllib.loads(self.wrong[0].read_text("utf-8")))

    @property
    def is_complete(self) -> bool:
        """Whether there are right programs in two languages, and wrong ones, for an `.ios` file."""
        languages = {each.suffix for each in self.right}
        is_text = self.specification.suffix == ".ios"
        return is_text and len(languages) > 1 and self.number_wrong > 1


def entries() -> list[Entry]:
    """All lines of the list."""
    found = []
    for line in DOCUMENT.read_text("utf-8").splitlines():
        cells = [_links(each) for each in line.split("|")]
        if len(cells) == 6 and cells[2]:
            found.append(Entry(line.split("|")[1].strip(), cells[2][0], cells[3], cells[4]))
    return found


def _links(cell: str) -> tuple[Path, ...]:
    return tuple(DOCUMENT.parent / each for each in re.findall(r"\]\(([^)]*)\)", cell))


def test_everything_in_the_list_is_there() -> None:
    missing = [
        str(file)
        for each in entries()
        for file in (each.specification, *each.right, *each.wrong)
        if not file.exists()
    ]
    assert not missing


def test_forty_exercises_have_right_programs_in_two_languages_wrong_ones_and_a_solution() -> None:
    complete = [each for each in entries() if each.is_complete]
    solved = [each for each in complete if written(load(read_source(each.specification)), "python")]
    assert len(solved) == len(complete) >= 40
