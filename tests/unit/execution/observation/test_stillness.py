"""Who has moved between two looks did not stand still, whatever it stood in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from refute.execution.observation import stillness
from refute.execution.observation.processes import can_look
from refute.execution.observation.stillness import Threads
from refute.execution.observation.streams import Kind, open_streams
from refute.execution.observation.waits import Input

SLEEPER = """
import os, signal, time
signal.signal(signal.SIGUSR1, lambda *_: None)
print(os.getpid(), flush=True)
time.sleep(100)
"""

pytestmark = pytest.mark.skipif(not can_look(), reason="/proc does not show system calls")


@pytest.fixture
def sleeper() -> Iterator[tuple[int, int]]:
    """A process that sleeps, and its parent."""
    words = ["sh", "-c", '"$@" & wait', "sh", sys.executable, "-c", SLEEPER]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        yield process, parent.pid
        os.kill(process, signal.SIGKILL)


@pytest.fixture
def threads(sleeper: tuple[int, int]) -> Iterator[Threads]:
    """All threads below the parent."""
    streams = open_streams(Kind.PIPES)
    yield Threads(sleeper[1], Input.of(streams.child_input), alone=False)
    streams.close()


def standing(threads: Threads) -> stillness.Stillness:
    """What they stand in as soon as they do."""
    while (found := threads.stillness(())) is None or not found.sleepers:
        pass
    return found


def test_who_sleeps_is_seen_to(threads: Threads, sleeper: tuple[int, int]) -> None:
    (found,) = standing(threads).sleepers.items()
    assert found[0] == sleeper[0]
    assert 90 < found[1].seconds <= 100


def test_who_wakes_while_its_memory_is_read_does_not_stand_still(
    threads: Threads, sleeper: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    standing(threads)
    process, _ = sleeper
    thread = stillness._Thread(process, process)
    read, before = stillness._limit, stillness._times_run(thread)

    def wake_and_read(*arguments: object) -> float:
        os.kill(process, signal.SIGUSR1)
        while stillness._times_run(thread) == before or not isinstance(
            stillness._call_of(thread), stillness._Call
        ):
            pass
        return read(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(stillness, "_limit", wake_and_read)
    assert threads.stillness(()) is None
