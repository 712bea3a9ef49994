from collections.abc import Iterable
from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.languages.language import Event, Notice
from refute.web.playing import play_program


def shown(events: Iterable[Event]) -> str:
    """What a terminal shows of events."""
    said = [each for each in events if isinstance(each, Notice)]
    return "".join(each.text + ("" if each.unfinished else "\n") for each in said)


def handed_in(folder: Path, text: str) -> Path:
    (folder / "main.py").write_text(text, encoding="utf-8")
    return folder


def test_a_program_is_typed_to_line_by_line(tmp_path: Path) -> None:
    text = 'name = input("Name? ")\nprint("Hello", name)\nprint(int(input()) + 1)\n'
    played = play_program(handed_in(tmp_path, text), "auto")
    assert shown(played.opening()) == "Name? "
    assert shown(played.answer("Ada")) == "Hello Ada\n"
    assert not played.finished
    assert shown(played.answer("41")) == "42\n"
    assert played.finished


def test_a_crash_is_told(tmp_path: Path) -> None:
    played = play_program(handed_in(tmp_path, "print(int(input()))\n"), "auto")
    assert shown(played.opening()) == ""
    assert "ValueError" in (said := shown(played.answer("x")))
    assert said.endswith("(it crashed)\n")
    assert played.finished


def test_a_program_that_does_not_repeat_itself_is_found_out(tmp_path: Path) -> None:
    text = "import time\nprint(time.time_ns())\ninput()\ninput()\n"
    played = play_program(handed_in(tmp_path, text), "auto")
    first = shown(played.opening())
    assert first.strip().isdecimal()
    assert "not behave the same each time" in shown(played.answer("x"))


@pytest.mark.parametrize(("name", "text"), [("notes.txt", "hello"), ("main.c", "int main( {")])
def test_what_is_no_program_cannot_be_played(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        play_program(tmp_path, "auto")
