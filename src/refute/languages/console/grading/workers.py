"""Submissions graded side by side, each in a process of its own."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import TypeAlias

from refute.languages.console.grading.grades import Task, grade_submission, our_error
from refute.languages.console.grading.submissions import Submission
from refute.report.grades import GradedSubmission

_PR_SET_PDEATHSIG = 1
_GRACE = 60.0

Result: TypeAlias = tuple[Submission, GradedSubmission]


def cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def grade_all(submissions: Sequence[Submission], task: Task, jobs: int) -> Iterator[Result]:
    """Grades in the order in which they are known; a process that dies is one of them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    packed = pickle.dumps(task)
    waiting = list(reversed(submissions))
    running: dict[Connection, _Worker] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                worker = _Worker.start(waiting.pop(), task, packed, context)
                running[worker.answer] = worker
            ready = wait(list(running), timeout=1.0)
            late = [each.answer for each in running.values() if each.is_late()]
            for answer in {*ready, *late}:
                assert isinstance(answer, Connection)
                worker = running.pop(answer)
                yield worker.submission, worker.result(task)
    finally:
        for worker in running.values():
            worker.end()


@dataclass(frozen=True, slots=True)
class _Worker:
    submission: Submission
    process: ForkServerProcess
    answer: Connection
    deadline: float

    @classmethod
    def start(
        cls, submission: Submission, task: Task, packed: bytes, context: ForkServerContext
    ) -> _Worker:
        """Begin to grade a submission."""
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(submission, packed, theirs), daemon=True)
        process.start()
        theirs.close()
        return cls(submission, process, ours, time.monotonic() + _longest(task))

    def is_late(self) -> bool:
        """Whether it takes longer than all its runs together may."""
        return time.monotonic() > self.deadline

    def result(self, task: Task) -> GradedSubmission:
        """Its grade, or our own error if it gives none."""
        try:
            graded = self.answer.recv() if self.answer.poll() else "it took far too long"
        except EOFError:
            graded = "the process that graded it died"
        self.end()
        if isinstance(graded, GradedSubmission):
            return graded
        return our_error(self.submission, task, graded)

    def end(self) -> None:
        """Leave nothing behind."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.answer.close()


def _longest(task: Task) -> float:
    """The time after which something must be wrong with us."""
    limits = task.configuration.limits
    runs = len(task.inputs.common) + len(task.inputs.more) + 40
    return _GRACE + 4 * limits.build_seconds + runs * (limits.seconds + 1)


def _work(submission: Submission, packed: bytes, answer: Connection) -> None:
    """The life of a process: it ends with us, and leaves Ctrl-C to us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    with suppress(BrokenPipeError):  # nobody is left who wants to know
        answer.send(grade_submission(submission, pickle.loads(packed)))
    answer.close()
