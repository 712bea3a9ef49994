"""Folders shared between us and programs under test; links in them are never followed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG

_EVERYONE = 0o755


def hand_over(folder: Path, user: int) -> None:
    """Make a user the owner of a folder and its content; only root can."""
    for path, _ in _everything(str(folder)):
        os.lchown(path, user, user)


def take_back(folder: Path) -> None:
    """Make us the owner of a folder and its content, and make it all readable for everybody."""
    for path, mode in _everything(str(folder)):
        if os.geteuid() == 0:
            os.lchown(path, 0, 0)
        if S_ISDIR(mode):
            os.chmod(path, _EVERYONE)
        elif S_ISREG(mode):
            os.chmod(path, _EVERYONE if mode & 0o100 else _EVERYONE & ~0o111)


def remove(folder: Path) -> None:
    """Remove a folder and its content, whatever a program did to its permissions."""
    take_back(folder)
    shutil.rmtree(folder, ignore_errors=True)


def empty(folder: Path) -> None:
    """Remove the content of a folder, whatever a program did to its permissions."""
    take_back(folder)
    for each in os.scandir(folder):
        if each.is_dir(follow_symlinks=False):
            shutil.rmtree(each.path, ignore_errors=True)
        else:
            os.remove(each.path)


def _everything(folder: str) -> Iterator[tuple[str, int]]:
    """A folder and everything below it, with their modes; a folder comes before its content."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        mode = os.lstat(path).st_mode
        yield path, mode
        if S_ISDIR(mode):
            waiting.extend(each.path for each in os.scandir(path))
