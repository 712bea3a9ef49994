"""Ends what is left of a sandbox when we are killed while bubblewrap is still setting it up.

For a moment bubblewrap's first process inside does not yet die with the one outside. A guard
waits for our end, then ends every process that carries our mark and removes our temporary
folders; bubblewrap keeps the mark from the program itself. This file is also the guard's
program, so it imports nothing of ours.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp
from uuid import uuid4

NAME = "REFUTE_SANDBOX"
_SECONDS = 2.0
_PAUSE = 0.02


def mark() -> str:
    """The mark of this process, for the environment of what it starts; a guard is then on duty."""
    return _mark_of(os.getpid())


@cache
def _mark_of(_pid: int) -> str:
    token = uuid4().hex
    theirs, ours = os.pipe()
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", __file__, token, gettempdir()],
        {},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, theirs, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_RDWR, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_RDWR, 0),
        ],
        setsid=True,
    )
    os.close(theirs)
    atexit.register(_dismiss, ours, os.getpid())
    return token


def marked_folder() -> Path:
    """A new temporary folder, which the guard removes when we are killed before we can."""
    return Path(mkdtemp(prefix=f"refute-{mark()}-"))


def _dismiss(lifeline: int, pid: int) -> None:
    """We end as we should: there is nothing to be ended."""
    if os.getpid() == pid:
        os.write(lifeline, b".")


def _stand_guard(token: str, temporary: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    if os.read(0, 1):
        return
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        for pid in _marked(f"{NAME}={token}".encode()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)
    for folder in Path(temporary).glob(f"refute-{token}-*"):
        rmtree(folder, ignore_errors=True)


def _marked(entry: bytes) -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as stream:
                if entry in stream.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            continue
    return found


if __name__ == "__main__":
    _stand_guard(*sys.argv[1:])
