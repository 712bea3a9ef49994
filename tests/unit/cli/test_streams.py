import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

import pytest

from .test_main import FAKE_MAIN


def on_terminal(
    *arguments: str, keys: tuple[str, ...] = (), stdout: TextIO | None = None, **more: str
) -> str:
    """What a terminal of its own shows; keys are pressed when the prompt is there."""
    program = FAKE_MAIN.format(folder=str(Path(__file__).parents[1]))
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=inside,
        stdout=stdout or inside,
        stderr=inside,
        env={**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **more},
    )
    os.close(inside)
    shown, waiting, patience = b"", list(keys), time.monotonic() + 20
    while time.monotonic() < patience:
        if select.select([outside], [], [], 0.2)[0]:
            try:
                part = os.read(outside, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        elif waiting and b"fake>" in shown:
            os.write(outside, waiting.pop(0).encode())
    os.close(outside)
    process.wait(10)
    return shown.decode()


@pytest.fixture(autouse=True)
def spec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    Path("a.fake").write_text("refuted")


def test_a_terminal_gets_colour_and_progress() -> None:
    shown = on_terminal("check", "a.fake")
    assert "\x1b[1;31m✗ refuted" in shown
    assert "looking" in shown


def test_a_file_gets_the_answers_while_the_terminal_shows_progress(tmp_path: Path) -> None:
    with (tmp_path / "answers.txt").open("w") as kept:
        shown = on_terminal("check", "a.fake", stdout=kept)
    answers = (tmp_path / "answers.txt").read_text("utf-8")
    assert "✗ refuted" in answers
    assert "\x1b" not in answers
    assert "looking" in shown
    assert "refuted" not in shown


def test_no_color_is_honoured() -> None:
    shown = on_terminal("check", "a.fake", NO_COLOR="1")
    assert "✗ refuted" in shown
    assert "[1;31m" not in shown


def test_quiet_and_json_show_no_progress() -> None:
    for form in ("--quiet", "--json"):
        assert "looking" not in on_terminal("check", "a.fake", form)


def test_a_person_talks_at_a_terminal(tmp_path: Path) -> None:
    keys = ("abc\x03", "passed\r", "wrong\r", "interrupt\r", "\x04")
    shown = on_terminal("repl", "--language", "fake", keys=keys, XDG_STATE_HOME=str(tmp_path))
    assert "property question 0" in shown
    assert "error[X001]" in shown
    assert "interrupted" in shown
    assert "passed" in (tmp_path / "refute" / "history").read_text()
