"""A run whose result nobody needs any more ends at once, and so does the code in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from refute.execution import CommandProgram, FunctionProgram
from refute.execution.program import Program, RunStopped, run_concurrently

LIMITS_OF_A_RUN = 2.0


def forever() -> None:
    while True:
        pass


def endless_function(is_unneeded: Callable[[], bool]) -> Program:
    return FunctionProgram(forever, is_unneeded=is_unneeded)


def endless_command(is_unneeded: Callable[[], bool]) -> Program:
    return CommandProgram(["sleep", "1000"], is_unneeded=is_unneeded)


@pytest.fixture
def cheaply() -> Iterator[None]:
    """The test takes much less processor time than a run may use, and leaves no thread."""
    before, threads = time.process_time(), set(threading.enumerate())
    yield
    assert time.process_time() - before < LIMITS_OF_A_RUN / 2
    assert set(threading.enumerate()) <= threads


@pytest.mark.usefixtures("cheaply")
@pytest.mark.parametrize("endless", [endless_function, endless_command])
def test_a_run_ends_when_it_is_unneeded(endless: Callable[[Callable[[], bool]], Program]) -> None:
    asked = count()
    program = endless(lambda: next(asked) > 0)
    with pytest.raises(RunStopped):
        program.run([])
    program.close()


@pytest.mark.usefixtures("cheaply")
@pytest.mark.parametrize("endless", [endless_function, endless_command])
def test_an_interrupt_ends_the_runs_of_all_threads(
    endless: Callable[[Callable[[], bool]], Program],
) -> None:
    asked = threading.Event()

    def is_unneeded() -> bool:
        asked.set()
        return False

    def interrupted() -> Iterator[int]:
        yield from range(3)
        assert asked.wait(60)
        raise KeyboardInterrupt

    runs = run_concurrently(endless(is_unneeded), interrupted(), lambda _: [], lambda _: True, 4)
    with pytest.raises(KeyboardInterrupt):
        list(runs)
