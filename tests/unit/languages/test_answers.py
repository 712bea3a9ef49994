"""Answers that were interrupted or cancelled keep what was found and never read as success."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import refute
from refute.editor.analysis import analyse
from refute.languages.answers import Answers
from refute.languages.funlogic.check import check
from refute.languages.funlogic.options import CheckOptions
from refute.languages.language import Cancellation, Event, Events, Part, Request, Stream
from refute.languages.options import Options
from refute.languages.parallel import SideBySide, Task
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

FIRST = Outcome("first", "property", Verdict.CONFIRMED, "it holds")


HARD = "x * x * x + y * y * y == z * z * z and x > 1 and y > 1 and z > 1"


def answers(
    stream: Stream,
    cancellation: Cancellation | None = None,
    rest: Callable[[], Iterable[Event]] = tuple,
) -> Answers:
    return Answers(
        stream, command="check", language="x", file="a.x", cancellation=cancellation, rest=rest
    )


def interrupted_after(*outcomes: Outcome) -> Events:
    yield from outcomes
    raise KeyboardInterrupt


READINGS: list[Callable[[Answers], object]] = [
    list, str, lambda found: found.report, lambda found: found.verdict, Answers.raise_if_refuted,
]  # fmt: skip


@pytest.mark.parametrize("found", [(), (FIRST,)])
@pytest.mark.parametrize("read", READINGS)
def test_ctrl_c_reaches_the_script_and_what_is_unanswered_is_undecided(
    read: Callable[[Answers], object], found: tuple[Outcome, ...]
) -> None:
    given = answers(interrupted_after(*found))
    with pytest.raises(KeyboardInterrupt):
        read(given)
    *kept, last = given.report.outcomes
    assert kept == [*found]
    assert (last.question, last.verdict) == ("a.x", Verdict.UNDECIDED)
    assert last.reason == "it was interrupted"
    assert given.verdict is Verdict.UNDECIDED
    with pytest.raises(refute.Refuted, match="interrupted"):
        given.raise_if_refuted()


def test_ctrl_c_that_ended_a_search_reaches_the_script_too() -> None:
    request = Request(Source("a.x", ""), Options())

    def search() -> Events:
        request.new_effort().interrupt()
        yield FIRST

    given = answers(iter([Part("first", search), Part("second", search)]), request.cancellation)
    with pytest.raises(KeyboardInterrupt):
        list(given)
    assert len(given.report.outcomes) == 2


@pytest.mark.parametrize("found", [0, 1])
def test_what_was_cancelled_is_undecided(found: int) -> None:
    given = answers(iter([FIRST, FIRST]))
    events = given.events()
    for _ in range(found):
        next(events)
    given.cancel()
    assert [each.verdict for each in given] == [Verdict.CONFIRMED] * found + [Verdict.UNDECIDED]
    assert given.interrupted
    assert '"verdict": "undecided"' in given.json()


def test_cancelling_does_not_wait_for_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.languages.parallel.PATIENCE", 0.0)
    text = "property easy(x) = x == x\n" + "".join(
        f"property hard{each}(x, y, z) = not ({HARD})\n" for each in range(3)
    )
    given = refute.open(text, language="funlogic").check(jobs=2, effort=100.0)
    cancel = threading.Timer(0.3, given.cancel)
    for _ in given:
        if not cancel.ident:
            cancel.start()
            started = time.monotonic()
    assert time.monotonic() - started < 20
    first, *others = [each.verdict for each in given]
    assert (first, {*others}) == (Verdict.CONFIRMED, {Verdict.UNDECIDED})


def test_what_others_answered_meanwhile_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.languages.parallel.PATIENCE", 0.0)
    text = f"property hard(x, y, z) = not ({HARD})\nproperty easy(x) = x == x\n"
    request = Request(Source("a.fl", text), CheckOptions(effort=1000.0))
    task = Task("funlogic", "check", request.source, request.options)

    def cancel_later() -> None:
        while not [*workers.answered(task)]:
            time.sleep(0.01)
        request.cancellation.request()

    with SideBySide(2, request.cancellation) as workers:
        stream = workers.add(task, check(request))
        canceller = threading.Thread(target=cancel_later)
        canceller.start()
        given = answers(stream, request.cancellation, partial(workers.answered, task))
        found = [(each.question, each.verdict) for each in given]
        canceller.join()
    hard, unfinished = ("hard", Verdict.UNDECIDED), ("a.x", Verdict.UNDECIDED)
    assert found == [hard, ("easy", Verdict.CONFIRMED), unfinished]


def test_several_threads_read_the_same_answers() -> None:
    def slowly() -> Events:
        for _ in range(3):
            time.sleep(0.01)
            yield FIRST

    given = answers(slowly())
    with ThreadPoolExecutor(3) as threads:
        found = [*threads.map(lambda _: list(given), range(3))]
    assert found == [[FIRST] * 3] * 3


def endless() -> Events:
    yield from endless()


def test_a_part_that_is_nested_too_deeply_is_undecided_and_others_are_not() -> None:
    given = answers(iter([Part("property deep", endless), Part("first", lambda: [FIRST])]))
    assert [(each.question, each.verdict) for each in given] == [
        ("deep", Verdict.UNDECIDED),
        ("first", Verdict.CONFIRMED),
    ]


def test_a_file_that_is_nested_too_deeply_is_wrong_input() -> None:
    with pytest.raises(refute.InputError, match="nested too deeply"):
        list(answers(endless()))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("console", f"read a : int\nif a {'< a ' * 500}:\n    print a\n"),
        ("funlogic", f"property p(x) = {'x == x and ' * 1000} True\n"),
    ],
)
def test_long_chains_of_operators_are_examined_or_refused(language: str, text: str) -> None:
    assert all(each.code == "F016" for each in analyse(language, "a", text).problems)
    with suppress(refute.InputError):
        assert refute.open(text, language=language).check().verdict is Verdict.UNDECIDED


def adds_one() -> None:
    print(int(input()) + 1)


def test_a_function_under_test_stays_in_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.languages.parallel.PATIENCE", 0.0)
    text = "given k : int = 1, 2\nread a : int\nprint a + k\n"
    given = refute.open(text, language="console").check(program=adds_one, jobs=2)
    assert [each.verdict for each in given] == [Verdict.PASSED, Verdict.REFUTED]
    workers = [each for each in threading.enumerate() if each.name.startswith("refute worker")]
    assert workers == []


def test_files_that_were_not_reached_are_looked_at_by_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("refute.languages.parallel.PATIENCE", 0.0)
    texts = [f"property hard(x, y, z) = not ({HARD})\n", "property easy(x) = x == x\n"]
    requests = [Request(Source("a.fl", each), CheckOptions(effort=1000.0)) for each in texts]
    tasks = [Task("funlogic", "check", each.source, each.options) for each in requests]
    with SideBySide(2) as workers:
        first, _ = [
            workers.add(task, check(request)) for task, request in zip(tasks, requests, strict=True)
        ]
        waiting = threading.Thread(target=lambda: next(first, None))
        waiting.start()
        while not (found := [*workers.answered(tasks[1])]):
            time.sleep(0.01)
        requests[0].cancellation.request()
        waiting.join()
    assert [each.verdict for each in found if isinstance(each, Outcome)] == [Verdict.CONFIRMED]


def test_answers_that_are_not_read_to_the_end_leave_the_recursion_limit_alone() -> None:
    before = sys.getrecursionlimit()
    answers = refute.open(Path("examples/funlogic/reverse.fl")).check()
    next(iter(answers))
    assert sys.getrecursionlimit() == before
    del answers
    assert sys.getrecursionlimit() == before
