"""Commands for bubblewrap: what a program sees, and as which user it runs."""

from __future__ import annotations

import os
import platform
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from functools import cache
from pathlib import Path
from stat import S_ISLNK

from refute.execution.invocation import Invocation, Tmpfs
from refute.execution.observation.streams import Kind, open_streams
from refute.execution.sandbox.denied_calls import program_here
from refute.execution.sandbox.dependencies import SYSTEM, linked_from_system, settings
from refute.execution.sandbox.limits import OF_OURS, ResourceLimits
from refute.execution.spawning.slots import Launch, Slot, Use
from refute.record import record

BOX = "/box"
"""The private folder of a program inside the sandbox, in which it starts."""

NOBODY = 65534
OWN_USERS = range(1_900_000_000, 2_000_000_000)
"""User numbers that no system assigns."""

_COUNTS_BY_NAMESPACE = (5, 14)
"""The first Linux version that counts the processes of a user separately in each user namespace."""

_LARGEST_COPY, _LONGEST_COPY = 1 << 24, 500
"""Maximum number of bytes, and of words of options, up to which files are copied, not mounted."""

_MADE = ("/tmp", BOX, "/mnt")
_ALREADY_THERE = {Path("/"), *map(Path, _MADE)}
_NAMESPACES = (
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
)


@record
class BindMount:
    """A file or folder of ours and its path inside; `writable` or read-only."""

    source: Path
    target: str
    writable: bool = False


@record
class Bubblewrap:
    """Bubblewrap as this user can use it.

    As root, every program is started as a different user that owns nothing. A program of root in a
    user namespace would still be root to `/proc/sys`, and no process limit would apply to it.
    """

    program: str
    root: bool

    def invocation(
        self,
        command: Sequence[str],
        shown: Iterable[BindMount],
        limits: ResourceLimits,
        user: int | None = None,
    ) -> Invocation:
        """How to start a command as a user inside the sandbox."""
        shown = list(shown)
        return Invocation(
            tuple(command),
            {},
            Path(BOX),
            limits.rlimits(processes=self.root or _counts_by_namespace()),
            self._wrapper(shown),
            self.user() if user is None else user,
            tuple(_tmpfs(shown, limits.disk)),
            program_here(),
            memory=limits.memory,
            processes=limits.processes + OF_OURS,
        )

    def _wrapper(self, shown: Iterable[BindMount]) -> tuple[str | Path, ...]:
        """The bubblewrap command with all that is visible; fresh folders are added in every run."""
        return (
            self.program,
            *_NAMESPACES,
            *(() if self.root else _user_namespace()),
            *("--hostname", "box"),
            *_system(),
            *("--proc", "/proc", "--dev", "/dev"),
            *(word for path in _MADE for word in ("--dir", path)),
            *_shown(shown),
            *("--remount-ro", "/dev", "--remount-ro", "/"),
        )

    def user(self) -> int | None:
        """The user to run a program as; for root an unused number."""
        return secrets.choice(own_users(_user_map())) if self.root else None


def _user_namespace() -> tuple[str, ...]:
    return ("--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY))


@cache
def _user_map() -> str:
    return Path("/proc/self/uid_map").read_text("ascii")


def own_users(user_map: str) -> range:
    """The user numbers to choose from: if there are few, as in a container, the last of them."""
    starts_and_lengths = [[int(word) for word in line.split()] for line in user_map.splitlines()]
    have = [range(start, start + length) for start, _, length in starts_and_lengths]
    if any(OWN_USERS[0] in each and OWN_USERS[-1] in each for each in have):
        return OWN_USERS
    return max(have, key=len)[-5000:-2]


@cache
def _counts_by_namespace() -> bool:
    numbers = re.findall(r"\d+", platform.release())
    return tuple(map(int, numbers[:2])) >= _COUNTS_BY_NAMESPACE


@cache
def _system() -> tuple[str | Path, ...]:
    """The system, read-only, laid out as it is outside."""
    words: list[str | Path] = []
    for each in SYSTEM:
        if os.path.islink(each):
            words += ("--symlink", os.readlink(each), each)
        elif os.path.isdir(each):
            words += ("--ro-bind", each, each)
    words += ("--dir", "/etc")
    for path in (*settings(), *linked_from_system()):
        words += ("--dir", str(path.parent), "--ro-bind", str(path), str(path))
    for name in ("passwd", "group"):
        own = Path(__file__).with_name(f"{name}.txt")
        words += ("--perms", "0444", "--file", own, f"/etc/{name}")
    return tuple(words)


def _tmpfs(shown: Sequence[BindMount], size: int) -> Iterator[Tmpfs]:
    """The folders in which a program may write: the private one, unless one is shown there."""
    targets = [each.target for each in shown]
    for folder in ("/dev/shm", "/tmp", BOX):
        if folder not in targets:
            visible = [each for each in targets if each.startswith(f"{folder}/")]
            yield Tmpfs(folder, size, tuple(sorted(visible, key=len)))


def _shown(shown: Iterable[BindMount]) -> Iterator[str | Path]:
    """The options for what is shown, outer folders first.

    Bubblewrap hides the folders above a path from other users unless they are created before. What
    is shown under another name is copied unless it is large, since the kernel tells where a mount
    is from.
    """
    for each in sorted(shown, key=lambda each: len(Path(each.target).parts)):
        if Path(each.target).parent not in _ALREADY_THERE:
            yield from ("--dir", str(Path(each.target).parent))
        renamed = not each.writable and each.target != str(each.source)
        copied = _copied(each.source, each.target) if renamed else None
        yield from copied or _mounted(each)


def _mounted(shown: BindMount) -> Iterator[str]:
    yield from ("--bind" if shown.writable else "--ro-bind", str(shown.source), shown.target)


def _copied(source: Path, target: str) -> list[str | Path] | None:
    """The options that copy a file or a folder with its content; None if that is too much."""
    words: list[str | Path] = []
    bytes_left = _LARGEST_COPY
    waiting = [(source, target)]
    while waiting:
        path, name = waiting.pop(0)
        status = path.lstat()
        if S_ISLNK(status.st_mode) and path != source:
            words += ("--symlink", os.readlink(path), name)
        elif path.is_dir():
            words += ("--dir", name)
            waiting += [(each, f"{name}/{each.name}") for each in sorted(path.iterdir())]
        elif path.is_file():
            bytes_left -= status.st_size
            mode = "0555" if status.st_mode & 0o111 else "0444"
            words += ("--perms", mode, "--file", path, name)
        if bytes_left < 0 or len(words) > _LONGEST_COPY:
            return None
    return words


@cache
def find() -> Bubblewrap | str:
    """Bubblewrap, if a program can be started with it; otherwise the reason why not."""
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap (`bwrap`) is not installed"
    made = Bubblewrap(program, os.geteuid() == 0)
    try:
        _try(made.invocation(["true"], (), ResourceLimits()))
    except OSError as failure:
        return f"bubblewrap does not work here: {failure.strerror or failure}"
    return made


def _try(invocation: Invocation) -> None:
    """Run a program once; OSError if that is impossible."""
    with (
        closing(open_streams(Kind.PIPES)) as streams,
        closing(Slot(nullcontext(invocation), Use.ONCE, watched=False)) as slot,
        closing(Launch(slot, streams)) as launch,
    ):
        launch.wait()
        if launch.failure is not None:
            raise launch.failure
