"""What a command needs to see of the system: its interpreter, wherever that is installed."""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from errno import EACCES, ENOENT
from functools import cache
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from refute.record import record

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Folders that every program may read."""

_SETTINGS = (
    "/etc/alternatives",
    "/etc/fpc*.cfg",
    "/etc/java*",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mono",
    "/nix/store",
)
"""What else programs of the system may need; none of it is secret."""

_LIBRARIES = "/usr/lib"
_LINKS_DEPTH = 3
_NEVER_SHOWN = ("/dev", "/home", "/proc", "/root", "/run", "/sys", "/tmp", "/var/tmp")

_LOCATORS = {"shims": "libexec/pyenv", "bin": "bin/rustup"}
"""Folders of shims that look up the real program at each start, and the tools that know it."""

_INTERPRETER = re.compile(r"(python|pypy|ruby|perl|lua|node|bash|php)[\d.]*|deno|bun|Rscript|julia")


@record
class Dependencies:
    """A command with its program located, what must be shown for it, and where to look first."""

    command: tuple[str, ...]
    paths: tuple[Path, ...]
    folders: tuple[Path, ...]


def dependencies_of(command: Sequence[str], folder: Path | None = None) -> Dependencies:
    """The dependencies of a command that is given in a folder, by default the current one.

    Raises FileNotFoundError or PermissionError if there is no such program.
    """
    path = os.environ.get("PATH", os.defpath)
    relative = os.sep in command[0] and not os.path.isabs(command[0])
    found = os.path.join(folder or os.curdir, command[0]) if relative else command[0]
    program = _found(found, path)
    tools = list(_interpreters(program, path))
    own = relative and (folder is not None or not _is_installation(_prefix(program)))
    if not own:
        tools.insert(0, program)
    paths = {root for each in tools for root in _roots(each)}
    outermost = sorted(each for each in paths if paths.isdisjoint(each.parents))
    folders = dict.fromkeys(each.parent for each in tools if not of_system(each))
    named = command[0] if own else str(program)
    return Dependencies((named, *command[1:]), tuple(outermost), tuple(folders))


def _found(name: str, path: str) -> Path:
    """The path of a program, as the user would find it."""
    found = shutil.which(name, path=path)
    if found is None:
        if os.sep in name and Path(name).exists():
            raise PermissionError(EACCES, os.strerror(EACCES), name)
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), name)
    return _behind(_without_steps_up(found))


def _without_steps_up(found: str) -> Path:
    """A path of a program without `..`, so that every folder on it is shown."""
    path = Path(found).absolute()
    return path.parent.resolve() / path.name if ".." in path.parts else path


@cache
def _behind(program: Path) -> Path:
    """The real program behind a shim of pyenv or rustup."""
    locator = program.parent.parent / _LOCATORS.get(program.parent.name, "")
    if not locator.is_file() or locator == program:
        return program
    asked = [str(locator), "which", program.name]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return Path(answer) if answer and Path(answer).is_file() else program


def _interpreters(program: Path, path: str) -> Iterator[Path]:
    """The interpreter that the first line of a script has `env` look up.

    Interpreters given by path are not shown, nor is any other program: the script may be hostile,
    and beside a program of the teacher's lie other things.
    """
    words = _first_line(program).split()
    names = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if names and words[0].endswith("/env") and _INTERPRETER.fullmatch(names[0]):
        found = shutil.which(names[0], path=path)
        if found is not None:
            yield _behind(_without_steps_up(found))


def _first_line(script: Path) -> str:
    """The text after `#!` in a script; empty for any other file."""
    descriptor = os.open(script, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        start = os.read(descriptor, 256) if S_ISREG(os.fstat(descriptor).st_mode) else b""
    finally:
        os.close(descriptor)
    first = start.split(b"\n")[0].decode("utf-8", "replace")
    return first.removeprefix("#!") if first.startswith("#!") else ""


@cache
def settings() -> tuple[Path, ...]:
    """The system's settings that every program may read."""
    return tuple(Path(each) for pattern in _SETTINGS for each in sorted(glob.glob(pattern)))


def of_system(path: Path) -> bool:
    """Whether a path is in the part of the system that every program may read."""
    return any(path.is_relative_to(each) for each in (*map(Path, SYSTEM), *settings()))


@cache
def linked_from_system() -> tuple[Path, ...]:
    """Targets of links from the libraries of the system, such as the package database of GHC."""
    return outside_links(_LIBRARIES)


def outside_links(folder: str) -> tuple[Path, ...]:
    """The targets of links from a folder of the system that is shown only for that reason.

    Links between the top folders of a system are absolute, so only those are followed. Targets must
    belong to root, be readable by everybody, and not be near the top.
    """
    found: set[Path] = set()
    waiting = [(folder, _LINKS_DEPTH)]
    while waiting:
        path, depth = waiting.pop()
        for entry in _entries(path):
            if entry.is_symlink():
                target = Path(os.readlink(entry.path))
                if target.is_absolute() and not of_system(target) and _is_public(target):
                    found.add(target)
            elif depth > 1 and entry.is_dir():
                waiting.append((entry.path, depth - 1))
    return tuple(sorted(each for each in found if found.isdisjoint(each.parents)))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        return [*os.scandir(folder)]
    except OSError:
        return []


def _is_public(path: Path) -> bool:
    """Whether a file or folder of root's can be read by everybody and contains nothing private."""
    try:
        status = path.stat()
        real = path.resolve()
    except (OSError, RuntimeError):
        return False
    if status.st_uid != 0 or any(real.is_relative_to(each) for each in _NEVER_SHOWN):
        return False
    if S_ISDIR(status.st_mode):
        return status.st_mode & 0o005 == 0o005 and len(path.parts) > 3
    return S_ISREG(status.st_mode) and bool(status.st_mode & 0o004)


def _roots(program: Path) -> Iterator[Path]:
    """The installations that a program belongs to, along its links; otherwise the program alone."""
    for path in _links(program):
        if not of_system(path):
            prefix = _prefix(path)
            yield prefix if _is_installation(prefix) else path
            yield from _home_of_environment(prefix)


def _prefix(program: Path) -> Path:
    """The prefix of the installation of a program that is in a folder `bin`."""
    return program.parent.parent


def _links(path: Path) -> Iterator[Path]:
    """A path and all links and targets on the way to its file."""
    seen: set[Path] = set()
    while path not in seen:
        seen.add(path)
        yield path
        if path.is_symlink():
            path = Path(os.path.normpath(path.parent / path.readlink()))
    yield path.resolve()


def _is_installation(prefix: Path) -> bool:
    """Whether a folder holds a program with its libraries and nothing of the user's."""
    private = (Path.home(), Path.cwd())
    if any(each.is_relative_to(prefix) for each in private):
        return False
    return any((prefix / each).exists() for each in ("lib", "lib64", "libexec", "pyvenv.cfg"))


def _home_of_environment(prefix: Path) -> Iterator[Path]:
    """The Python installation from which a virtual environment was made."""
    try:
        settings = (prefix / "pyvenv.cfg").read_text("utf-8")
    except OSError:
        return
    for line in settings.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "home":
            home = Path(value.strip())
            if not of_system(home) and _is_installation(home.parent):
                yield home.parent
