"""What the whole machine does meanwhile, and what it does for one command."""

from __future__ import annotations

import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

_ACCOUNTS = Path("/sys/fs/cgroup/cpuacct")


def collect_seldom() -> None:
    """Let the collector run as seldom as it does in the command."""
    gc.set_threshold(100_000, 20, 100)


def busy() -> float:
    """The seconds for which all processors together have worked, for us or others."""
    first = Path("/proc/stat").read_text("ascii").splitlines()[0]
    user, nice, system, _, _, interrupts, soft_interrupts, *_ = map(int, first.split()[1:])
    ticks = user + nice + system + interrupts + soft_interrupts
    return ticks / os.sysconf("SC_CLK_TCK")


def timed(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Seconds of a command by the clock, and those for which processors worked for it.

    Where control groups can be made, which takes root, that is its own work and that of whatever it
    starts; elsewhere it is the work of the whole machine meanwhile.
    """
    account = _account()
    before, started = busy(), time.monotonic()
    with subprocess.Popen(
        ["sh", "-c", 'test -z "$0" || echo $$ > "$0/tasks"; exec "$@"', account or "", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    ) as process:
        said, _ = process.communicate()
    seconds, used = time.monotonic() - started, busy() - before
    if account:
        used = int(Path(account, "cpuacct.usage").read_text("ascii")) / 1e9
        with suppress(OSError):  # something of it is still ending
            os.rmdir(account)
    assert process.returncode == 0, said
    return seconds, used


def _account() -> str:
    """A new control group that counts work; empty where none can be made."""
    with suppress(OSError):
        if _ACCOUNTS.is_dir():
            return tempfile.mkdtemp(prefix="refute-", dir=_ACCOUNTS)
    return ""
