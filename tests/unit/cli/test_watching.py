import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WAITING = "waiting for a change"


def wait_for(path: Path, text: str, times: int, process: subprocess.Popen[bytes]) -> str:
    """What is shown once it has a text and was given so many answers."""
    for _ in range(600):
        found = path.read_text("utf-8")
        if text in found and found.count(WAITING) == times:
            return found
        assert process.poll() is None, found
        time.sleep(0.1)
    pytest.fail(f"no {text!r} in {path.read_text('utf-8')!r}")


def test_a_change_is_answered_and_an_interrupt_ends_it(tmp_path: Path) -> None:
    spec, shown = tmp_path / "a.fl", tmp_path / "shown.txt"
    spec.write_text("property p(x) = x == x + 1\n", "utf-8")
    with shown.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "refute", "check", "a.fl", "--watch"],
            cwd=tmp_path,
            stdout=stream,
            stderr=stream,
        )
    try:
        wait_for(shown, WAITING, 1, process)
        spec.write_text("property p(x) = x ==\n", "utf-8")
        wait_for(shown, "FL001", 2, process)
        spec.write_text("property p(x) = x == x\n", "utf-8")
        found = wait_for(shown, "confirmed", 3, process)
        assert "refuted" in found
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0  # what was said last
    finally:
        process.kill()
        process.wait()
