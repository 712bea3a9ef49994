from __future__ import annotations

import threading
import time

from refute.solver.alarm import Alarm


def test_rings_when_work_takes_too_long() -> None:
    rung = threading.Event()
    with Alarm(0.01, rung.set):
        assert rung.wait(5)


def test_stays_silent_over_quick_work_and_works_again() -> None:
    rung = threading.Event()
    alarm = Alarm(0.1, rung.set)
    for _ in range(3):
        with alarm:
            pass
    time.sleep(0.3)
    assert not rung.is_set()
    assert alarm._thread is None
    with alarm:
        assert rung.wait(5)
