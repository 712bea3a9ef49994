"""A file that takes too long to be read is undecided, within the ceiling."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

import refute
from refute.languages import ceiling
from refute.languages.ceiling import within
from refute.languages.language import Language, Stream
from refute.report.outcome import Outcome, Verdict

FOUND = Outcome("q", "test", Verdict.PASSED, "fine")


def quickly() -> Iterator[Outcome]:
    yield FOUND
    yield FOUND


def never() -> Stream:
    while True:
        time.sleep(0.01)


def in_a_thread(perform: Callable[[], Stream], seconds: float) -> Sequence[object]:
    """What comes of it in a thread that is not the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: [*within(seconds, "x", perform)]).result(60)


@pytest.mark.parametrize("seconds", [None, 5.0])
def test_what_comes_in_time_is_left_as_it_is(seconds: float | None) -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert [*within(seconds, "x", quickly)] == [FOUND, FOUND]
    assert signal.getsignal(signal.SIGALRM) is before


def test_what_does_not_come_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "_MARGIN", 0.05)
    (outcome,) = within(0.05, "big.fl", never)
    assert isinstance(outcome, Outcome)
    assert (outcome.question, outcome.verdict) == ("big.fl", Verdict.UNDECIDED)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_thread_has_the_same_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "_MARGIN", 0.05)
    assert in_a_thread(quickly, 5.0) == [FOUND, FOUND]
    (outcome,) = in_a_thread(never, 0.05)
    assert isinstance(outcome, Outcome)
    assert outcome.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("command", ["check", "run", "tree"])
def test_every_command_keeps_to_it_while_it_reads(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ceiling, "_MARGIN", 0.0)
    monkeypatch.setattr(Language, "load_command", lambda *_: lambda _request: never())
    answers = refute.open("f :: Int -> Int\nf x = x\n", "funlogic").ask(command, time_limit=0.05)
    assert answers.report.verdict is Verdict.UNDECIDED
