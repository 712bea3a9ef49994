"""Calls in worker processes: results, failures, deaths, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest

from refute.workers import Pool, Shared, WorkerDied, available_cores

HERE = __name__


# Called in workers


def double(number: int) -> int:
    return 2 * number


def process_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def chatter() -> str:
    print("this must not end up among the answers")
    sys.stdout.flush()
    return sys.stdin.read()


def fail(text: str) -> None:
    raise ValueError(text)


class Stubborn(Exception):
    """An exception that cannot be made from its own arguments."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def fail_stubbornly() -> None:
    raise Stubborn(1, 2)


def leave() -> None:
    sys.exit(5)


def die(how: int) -> None:
    os.kill(os.getpid(), how)


def unpicklable() -> object:
    return lambda: None


class Counted:
    """Counts how often it is unpickled in a process."""

    unpickled = 0

    def __setstate__(self, _: object) -> None:
        Counted.unpickled += 1

    def __getstate__(self) -> object:
        return {"some": "state"}


def times_unpickled(_first: Counted, _second: Counted) -> tuple[int, int]:
    return os.getpid(), Counted.unpickled


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(2) as made:
        yield made


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def ends(*processes: int) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not any(map(is_running, processes)):
            return True
        time.sleep(0.02)
    return False


def test_results_come_back(pool: Pool) -> None:
    futures = [pool.submit(f"{HERE}:double", number) for number in range(20)]
    assert [each.result() for each in futures] == [2 * number for number in range(20)]


def test_calls_run_side_by_side_in_other_processes(pool: Pool) -> None:
    first, second = (pool.submit(f"{HERE}:process_after", 0.5) for _ in range(2))
    assert len({first.result(), second.result(), os.getpid()}) == 3


def test_a_pool_starts_no_more_workers_than_it_needs() -> None:
    with Pool(4) as pool:
        seen = {pool.submit(f"{HERE}:process_after", 0).result() for _ in range(5)}
    assert len(seen) == 1


def test_what_a_function_prints_and_reads_is_not_the_protocol(pool: Pool) -> None:
    assert pool.submit(f"{HERE}:chatter").result() == ""
    assert pool.submit(f"{HERE}:double", 4).result() == 8


def test_an_exception_is_raised_here_with_the_traceback_of_the_worker(pool: Pool) -> None:
    with pytest.raises(ValueError, match="what is wrong") as caught:
        pool.submit(f"{HERE}:fail", "what is wrong").result()
    assert any("in fail" in note for note in caught.value.__notes__)
    with pytest.raises(RuntimeError, match="Stubborn: 1 and 2"):
        pool.submit(f"{HERE}:fail_stubbornly").result()
    with pytest.raises(SystemExit):
        pool.submit(f"{HERE}:leave").result()
    assert pool.submit(f"{HERE}:double", 3).result() == 6


def test_what_cannot_be_sent_is_an_error_of_that_call_only(pool: Pool) -> None:
    for future in (
        pool.submit(f"{HERE}:double", lambda: None),
        pool.submit(f"{HERE}:unpicklable"),
        pool.submit(f"{HERE}:no_such_function"),
        pool.submit("no.such.module:function"),
    ):
        assert future.exception() is not None
    assert pool.submit(f"{HERE}:double", 3).result() == 6


def test_a_worker_that_dies_is_reported_and_replaced() -> None:
    with Pool(1) as pool:
        for how, name in ((signal.SIGKILL, "SIGKILL"), (signal.SIGSEGV, "SIGSEGV")):
            with pytest.raises(WorkerDied, match=name):
                pool.submit(f"{HERE}:die", how).result()
            assert pool.submit(f"{HERE}:double", 3).result() == 6


def test_a_call_that_takes_too_long_is_ended() -> None:
    with Pool(1) as pool:
        began = time.monotonic()
        with pytest.raises(WorkerDied, match=r"within 0\.3 seconds"):
            pool.submit(f"{HERE}:process_after", 60, seconds=0.3).result()
        assert time.monotonic() - began < 30
        assert pool.submit(f"{HERE}:double", 3).result() == 6


def test_a_shared_value_is_sent_to_a_worker_once() -> None:
    value = Shared(Counted())
    with Pool(1) as pool:
        first = pool.submit(f"{HERE}:times_unpickled", value, value).result()
        again = pool.submit(f"{HERE}:times_unpickled", value, value).result()
        assert first == again == (first[0], 1)
        with pytest.raises(WorkerDied):
            pool.submit(f"{HERE}:die", signal.SIGKILL).result()
        other, unpickled = pool.submit(f"{HERE}:times_unpickled", value, value).result()
        assert (other != first[0], unpickled) == (True, 1)


def test_closing_ends_calls_that_are_under_way_and_those_that_wait() -> None:
    pool = Pool(1)
    worker = pool.submit(f"{HERE}:process_after", 0).result()
    running, waiting = (pool.submit(f"{HERE}:process_after", 60) for _ in range(2))
    while not running.running():
        time.sleep(0.01)
    pool.close()
    assert isinstance(running.exception(), WorkerDied)
    assert waiting.cancelled()
    assert not is_running(worker)


def test_warming_up_imports_a_module_in_every_worker() -> None:
    with Pool(2) as pool:
        pool.warm_up("refute.source")
        assert pool.submit(f"{HERE}:double", 3).result() == 6


def test_a_pool_works_from_another_thread() -> None:
    found: list[int] = []

    def call() -> None:
        with Pool(1) as pool:
            found.append(pool.submit(f"{HERE}:double", 21).result())

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert found == [42]


SCRIPT = """\
import sys
from refute.workers import Pool
print("started")
with Pool(2) as pool:
    busy = [pool.submit("os:getpid") for _ in range(2)]
    print(*(each.result() for each in busy), flush=True)
    pool.submit("time:sleep", 60).result() if len(sys.argv) > 1 else None
"""


def script(tmp_path: Path, *arguments: str) -> subprocess.Popen[str]:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    return subprocess.Popen(
        [sys.executable, str(path), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
        text=True,
    )


def test_a_script_needs_no_guard_and_no_short_folder_for_temporary_files(tmp_path: Path) -> None:
    output, errors = script(tmp_path).communicate(timeout=60)
    first, second = output.splitlines()
    assert (first, errors) == ("started", "")
    assert ends(*map(int, second.split()))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_process_that_has_the_pool(tmp_path: Path, how: int) -> None:
    process = script(tmp_path, "sleep")
    assert process.stdout is not None
    process.stdout.readline()
    workers = [*map(int, process.stdout.readline().split())]
    assert workers
    time.sleep(0.2)
    process.send_signal(how)
    process.communicate(timeout=30)
    assert ends(*workers)


def test_there_is_at_least_one_core() -> None:
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


def test_a_reserved_worker_is_used_when_it_is_released() -> None:
    with Pool(2, reserved=1) as pool:
        sleeping = pool.submit("time:sleep", 60)
        waiting = pool.submit("os:getpid")
        assert not wait([waiting], timeout=0.5).done
        pool.release()
        assert waiting.result(timeout=60) != os.getpid()
        assert not sleeping.done()


def test_a_pool_is_closed_while_a_call_waits_for_a_reserved_worker() -> None:
    pool = Pool(1, reserved=1)
    waiting = pool.submit("os:getpid")
    pool.close()
    assert waiting.cancelled() or isinstance(waiting.exception(), WorkerDied)
