"""After a thread was to raise something, code can still be traced, as debuggers and coverage do."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from refute.threads import raise_in, settle

LIMITED = """
import threading
from refute.languages.ceiling import in_time, TimeIsUp
from unittest import mock
def limited():
    try:
        with mock.patch("refute.languages.ceiling._MARGIN", 0.0), in_time({seconds}):
            threading.Event().wait({waits})
    except TimeIsUp:
        pass
thread = threading.Thread(target=limited)
thread.start()
thread.join()
"""
ASLEEP = """
import time
from refute.execution import FunctionProgram, Limits
run = FunctionProgram(lambda: time.sleep(60), Limits(seconds=0.01)).run([])
assert run.ending == "stalled", run
"""
TRACED = """
import sys
def trace(*_):
    return trace
def step():
    print("traced")
sys.settrace(trace)
step()
"""


@pytest.mark.parametrize(
    "before",
    [
        LIMITED.format(seconds=60, waits=0),
        LIMITED.format(seconds=0.01, waits=0.1),
        ASLEEP,
    ],
    ids=["in time", "too late", "asleep"],
)
def test_code_can_be_traced_afterwards_and_prints_to_its_own_streams(before: str) -> None:
    command = [sys.executable, "-c", before + TRACED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "traced\n"


def test_what_was_to_be_raised_here_is_not_any_more() -> None:
    class Unwanted(BaseException):
        pass

    def both() -> None:
        try:
            raise_in(threading.get_ident(), Unwanted)
            settle()
        except Unwanted:
            return

    both()
    for _ in range(10_000):
        pass
