"""The list of exercises of a first course: what it names is there, and enough of it is complete."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from exercises import FOLDER
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
        """Whether there are right programs in two languages, and wrong ones."""
        return len({each.suffix for each in self.right}) > 1 and self.number_wrong > 1

    @property
    def has_solution(self) -> bool:
        """Whether a solution is written; a function in Python has none."""
        if self.specification.suffix == ".py":
            return False
        return bool(written(load(read_source(self.specification)), "python"))


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


def test_all_exercises_are_in_the_list() -> None:
    listed = {each.specification.parent.name for each in entries()}
    assert {each.name for each in FOLDER.iterdir()} <= listed


def test_all_have_right_programs_in_two_languages_and_wrong_ones() -> None:
    assert [each.title for each in entries() if not each.is_complete] == []


def test_at_least_forty_have_a_solution() -> None:
    without = [each.title for each in entries() if not each.has_solution]
    assert len(without) == 7
    assert len(entries()) - len(without) >= 40
