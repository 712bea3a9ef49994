"""Grading a class on many machines with Dask.

The task is sent to every worker once, also to those that join later; a submission is sent with its
files. Each worker sets up the sandbox of its own machine. If a worker is lost, only its current
work is repeated; a submission that kills several workers is given up.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import distributed

from refute import __version__
from refute.diagnostics import Diagnostic, InputError
from refute.grading.intake.file import File, Unusable
from refute.grading.rendering import Finished, finish
from refute.grading.scoring import Task
from refute.grading.submissions import files_of
from refute.grading.work import GradeAll, Work, failed
from refute.report.texts import using_language

_AHEAD = 3
"""Number of submissions per thread of the cluster that are sent at a time."""

_SECONDS_TO_CONNECT = 20


@contextmanager
def cluster(address: str, jobs: int) -> Iterator[GradeAll]:
    """Grade on the workers of a scheduler, or for `local` on `jobs` workers started here."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # losing workers is expected
    with _client(address, jobs) as client:
        _require_same_version(client)
        yield lambda missing, task: _grade_all(client, missing, task)


@contextmanager
def _client(address: str, jobs: int) -> Iterator[Any]:
    """A connection to the scheduler at an address, or to one that is stopped afterwards."""
    if address == "local":
        with (
            distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as made,
            distributed.Client(made) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as failure:
        advice = "start one with `dask scheduler`, and workers with `dask worker ADDRESS`"
        message = f"there is no Dask scheduler at `{address}`: {failure}"
        raise InputError([Diagnostic("IO068", message, help=advice)]) from None
    with client:
        yield client


def _version() -> str:
    return __version__


def _require_same_version(client: Any) -> None:
    """InputError if a worker would grade differently from this machine."""
    try:
        versions = client.run(_version)
    except ModuleNotFoundError as failure:
        advice = "install the same version of refute on every worker"
        message = f"a worker of the cluster lacks `{failure.name}`"
        raise InputError([Diagnostic("IO068", message, help=advice)]) from None
    for worker, version in versions.items():
        if version != __version__:
            message = f"the worker {worker} has refute {version}, and this machine {__version__}"
            advice = "install the same version on every worker"
            raise InputError([Diagnostic("IO068", message, help=advice)])


def _grade_all(client: Any, missing: Sequence[Work], task: Task) -> Iterator[tuple[Work, Finished]]:
    """Yield grades as they come back; only some submissions are read and sent in advance."""
    content = pickle.dumps(task)
    key = hashlib.sha256(content).hexdigest()
    client.register_plugin(TaskOnWorker(key, content), name=f"refute-{key}")
    waiting = iter(missing)
    on_their_way: dict[Any, Work] = {}

    def sent(work: Work) -> Any:
        with using_language(task.configuration.language):
            files = _files(work)
        future = client.submit(_finish, key, work, files, pure=False, retries=2)
        on_their_way[future.key] = work
        return future

    ahead = _AHEAD * max(1, sum(client.nthreads().values()))
    coming = distributed.as_completed([sent(each) for each in islice(waiting, ahead)])
    for future in coming:
        work = on_their_way.pop(future.key)
        failure = future.exception()
        yield work, failed(work, task, failure) if failure else future.result()
        following = next(waiting, None)
        if following is not None:
            coming.add(sent(following))


def _files(work: Work) -> list[File] | str:
    """The files of a submission, or why there are none."""
    try:
        return files_of(work.submission)
    except Unusable as failure:
        return str(failure)


# On the workers

_TASKS: dict[str, Task] = {}


class TaskOnWorker(distributed.WorkerPlugin):  # type: ignore[misc]
    """Sends a task to every worker, once."""

    def __init__(self, key: str, content: bytes) -> None:
        self.key = key
        self.content = content

    def setup(self, worker: Any) -> None:
        """Called on a worker when it has joined."""
        del worker
        _TASKS[self.key] = pickle.loads(self.content)

    def teardown(self, worker: Any) -> None:
        """Called on a worker when it leaves."""
        del worker
        _TASKS.pop(self.key, None)


def _finish(key: str, work: Work, files: list[File] | str) -> Finished:
    return finish(work.submission, _TASKS[key], work.depends, work.remark, files)
