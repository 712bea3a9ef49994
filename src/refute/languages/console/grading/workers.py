"""Submissions graded side by side in processes of their own."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext
from typing import TypeAlias

from refute.languages.console.grading.grades import Task, grade_submission, our_error
from refute.languages.console.grading.submissions import Submission
from refute.report.grades import GradedSubmission

_PR_SET_PDEATHSIG = 1
_GRACE = 60.0
_INTERRUPTIONS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}

Result: TypeAlias = tuple[Submission, GradedSubmission]


def at_once() -> int:
    """How many submissions to grade at once: more than cores, for programs wait now and then."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return cores + (cores + 1) // 2


def get_ready() -> None:
    """Begin to load what workers need, while we have other things to do."""
    multiprocessing.get_context("forkserver").set_forkserver_preload([__name__])
    forkserver.ensure_running()


def grade_all(submissions: Sequence[Submission], task: Task, jobs: int) -> Iterator[Result]:
    """Grades in the order in which they are known; a process that dies is one of them."""
    context = multiprocessing.get_context("forkserver")
    waiting = list(reversed(submissions))
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, len(waiting))):
            workers.append(_Worker(task, context))
        while waiting or any(each.submission for each in workers):
            for worker in workers:
                if waiting and worker.submission is None:
                    worker.begin(waiting.pop())
            busy = [each for each in workers if each.submission]
            ready = wait([each.answer for each in busy], timeout=1.0)
            for worker in busy:
                if worker.answer in ready or worker.is_late():
                    yield worker.result()
    finally:
        for worker in workers:
            worker.end()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever wants to interrupt us has to wait; a process that is half started would complain."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """A process that grades one submission after the other; another one when it has died."""

    def __init__(self, task: Task, context: ForkServerContext) -> None:
        self._task = task
        self._packed = pickle.dumps(task)
        self._context = context
        self._start()

    def _start(self) -> None:
        self.submission: Submission | None = None
        self.answer, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=_work, args=(self._packed, theirs), daemon=True
        )
        with _undisturbed():
            self._process.start()
        theirs.close()

    def begin(self, submission: Submission) -> None:
        """Begin to grade a submission."""
        self.submission = submission
        self._deadline = time.monotonic() + _longest(self._task)
        with suppress(BrokenPipeError):  # it has died, as we shall see
            self.answer.send(submission)

    def is_late(self) -> bool:
        """Whether it takes longer than all its runs together may."""
        return time.monotonic() > self._deadline

    def result(self) -> Result:
        """The grade, or our own error if it gives none."""
        submission = self.submission
        assert submission is not None
        try:
            graded = self.answer.recv() if self.answer.poll() else "it took far too long"
        except (EOFError, ConnectionError):
            graded = "the process that graded it died"
        if isinstance(graded, GradedSubmission):
            self.submission = None
            return submission, graded
        self.end()
        self._start()
        return submission, our_error(submission, self._task, graded)

    def end(self) -> None:
        """Leave nothing behind."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self.answer.close()


def _longest(task: Task) -> float:
    """The time after which something must be wrong with us."""
    limits = task.configuration.limits
    runs = len(task.inputs.common) + len(task.inputs.more) + 40
    return _GRACE + 4 * limits.build_seconds + runs * (limits.seconds + 1)


def _work(packed: bytes, answer: Connection) -> None:
    """The life of a process: it ends with us, and leaves Ctrl-C to us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    task = pickle.loads(packed)
    gc.freeze()  # what is there now stays to the end
    with suppress(EOFError, ConnectionError):  # nobody is left who wants to know
        while True:
            answer.send(grade_submission(answer.recv(), task))
