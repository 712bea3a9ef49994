"""From the words of a command line to a program that can be started."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PYTHON = re.compile(r"(python|pypy)[\d.]*")
_ASKING_TAKES_AT_MOST = 10.0


def resolve(command: Sequence[str]) -> tuple[str, ...]:
    """The command with its program found; a Python script needs no interpreter in front.

    Raises FileNotFoundError or PermissionError for what cannot be started.
    """
    if command[0].endswith(".py"):
        command = ("python3", *command)
    found = _found(command[0])
    if _PYTHON.fullmatch(Path(command[0]).name):
        found = _interpreter(found)
        _must_exist(command[1:])
    return (found, *command[1:])


def _found(name: str) -> str:
    found = shutil.which(name)
    if found is not None:
        return found
    code = errno.EACCES if os.path.exists(name) and os.sep in name else errno.ENOENT
    raise OSError(code, os.strerror(code), name)


def _must_exist(arguments: Sequence[str]) -> None:
    """The script, which is what comes first if it is no option."""
    if arguments and arguments[0].endswith(".py"):
        Path(arguments[0]).open("rb").close()


@cache
def _interpreter(path: str) -> str:
    """The interpreter behind a launcher, which would cost more than the program in every run."""
    with open(path, "rb") as stream:
        if stream.read(2) != b"#!":
            return path
    question = [path, "-c", "import sys; print(sys.executable)"]
    try:
        answer = subprocess.run(
            question,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=_ASKING_TAKES_AT_MOST,
        )
    except (OSError, subprocess.SubprocessError):
        return path
    told = os.fsdecode(answer.stdout.rstrip(b"\n"))
    return told if os.access(told, os.X_OK) else path
