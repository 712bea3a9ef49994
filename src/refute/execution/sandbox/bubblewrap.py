"""Commands for bubblewrap: what a program sees, and as whom it runs."""

from __future__ import annotations

import os
import platform
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from refute.execution.observation import processes as launching
from refute.execution.sandbox import guard
from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.needs import SETTINGS, SYSTEM

BOX = "/box"
"""The private folder of a program inside the fence, in which it starts."""

NOBODY = 65534
OWN_USERS = range(1_900_000_000, 2_000_000_000)
"""User numbers that no system gives to anybody."""

_COUNTS_BY_NAMESPACE = (5, 14)
"""The first Linux that counts the processes of a user in each user namespace apart."""

HIDDEN = (guard.NAME, launching.MARK)
"""Variables that are for us, and not for the program."""

_ALREADY_THERE = {Path("/"), Path("/tmp"), Path(BOX)}
_NAMESPACES = (
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A file or folder of ours and where it appears inside; `writable` or only to be read."""

    path: Path
    place: str
    writable: bool = False


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """Bubblewrap as this user can use it.

    Root starts every program as a user of its own that owns nothing. A program of root in a user
    namespace would still be root to `/proc/sys`, and no process limit would bind it.
    """

    program: str
    root: bool

    def command(
        self,
        command: Sequence[str],
        shown: Iterable[Shown],
        bounds: Bounds,
        user: int,
        refused: int | None = None,
    ) -> tuple[str, ...]:
        """The command that runs a command as a user inside the fence.

        `refused` is a descriptor with a filter of system calls.
        """
        return (
            self.program,
            *_NAMESPACES,
            *(self._capabilities() if self.root else _user_namespace()),
            *("--die-with-parent", "--hostname", "box"),
            *_system(),
            *("--proc", "/proc", "--dev", "/dev"),
            *_memory("/dev/shm", bounds.disk),
            *_memory("/tmp", bounds.disk),
            *_box(shown, bounds),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", BOX),
            *(word for name in HIDDEN for word in ("--unsetenv", name)),
            *(() if refused is None else ("--seccomp", str(refused))),
            "--",
            *bounds.command(),
            *((f"--nproc={bounds.processes}",) if self.root or _counts_by_namespace() else ()),
            *(_become(user) if self.root else ()),
            *command,
        )

    def user(self) -> int:
        """As whom to run the next program; for root a number that nobody else has now."""
        return secrets.choice(own_users(_user_map())) if self.root else NOBODY

    @staticmethod
    def _capabilities() -> tuple[str, ...]:
        """What `setpriv` needs to become nobody; it keeps none of them."""
        names = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
        return tuple(word for name in names for word in ("--cap-add", name))


def _user_namespace() -> tuple[str, ...]:
    return ("--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY))


@cache
def _user_map() -> str:
    return Path("/proc/self/uid_map").read_text("ascii")


def own_users(user_map: str) -> range:
    """The user numbers to choose from: where we have few, as in a container, the last of them."""
    starts_and_lengths = [[int(word) for word in line.split()] for line in user_map.splitlines()]
    have = [range(start, start + length) for start, _, length in starts_and_lengths]
    if any(OWN_USERS[0] in each and OWN_USERS[-1] in each for each in have):
        return OWN_USERS
    return max(have, key=len)[-5000:-2]


@cache
def _counts_by_namespace() -> bool:
    numbers = re.findall(r"\d+", platform.release())
    return tuple(map(int, numbers[:2])) >= _COUNTS_BY_NAMESPACE


def _become(user: int) -> tuple[str, ...]:
    """Run as a user without any right; the process limit counts only what this user runs."""
    return (
        *("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"),
        *("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"),
    )


@cache
def _system() -> tuple[str, ...]:
    """The system, to be read only, laid out as it is outside."""
    words: list[str] = []
    for each in SYSTEM:
        if os.path.islink(each):
            words += ("--symlink", os.readlink(each), each)
        elif os.path.isdir(each):
            words += ("--ro-bind", each, each)
    words += ("--dir", "/etc")
    for each in filter(os.path.exists, (*SETTINGS, *map(str, Path("/etc").glob("java*")))):
        words += ("--ro-bind", each, each)
    for name in ("passwd", "group"):
        words += ("--ro-bind", str(Path(__file__).with_name(f"{name}.txt")), f"/etc/{name}")
    return tuple(words)


def _memory(place: str, size: int) -> tuple[str, ...]:
    """A folder in memory of bounded size."""
    return ("--perms", "1777", "--size", str(size), "--tmpfs", place)


def _box(shown: Iterable[Shown], bounds: Bounds) -> Iterator[str]:
    """The private folder, and what is shown; outer places first.

    Bubblewrap hides the folders above a place from other users unless they are made before.
    """
    places = sorted(shown, key=lambda each: len(Path(each.place).parts))
    if not any(each.place == BOX for each in places):
        yield from _memory(BOX, bounds.disk)
    for each in places:
        if Path(each.place).parent not in _ALREADY_THERE:
            yield from ("--dir", str(Path(each.place).parent))
        yield from ("--bind" if each.writable else "--ro-bind", str(each.path), each.place)


@cache
def find() -> Bubblewrap | str:
    """Bubblewrap, when a program can be started with it; else the reason why not."""
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap (`bwrap`) is not installed"
    made = Bubblewrap(program, os.geteuid() == 0)
    try:
        tried = subprocess.run(
            made.command(["true"], (), Bounds(), made.user()),
            env={"PATH": "/usr/bin:/bin"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired) as failure:
        return f"bubblewrap cannot be started here: {failure}"
    said = tried.stderr.strip().splitlines()[-1:]
    return made if tried.returncode == 0 else f"bubblewrap does not work here: {' '.join(said)}"
