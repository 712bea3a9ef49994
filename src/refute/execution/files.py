"""Files that a run finds in its folder, and files that it leaves there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from stat import S_ISREG

LARGEST_FILE = 1 << 20
"""Maximum number of bytes read of a file that a program wrote."""


def write_files(files: Mapping[str, str], folder: str) -> None:
    """Write files with these texts into a folder."""
    for name, text in files.items():
        Path(folder, name).write_text(text, "utf-8")


def texts_of(names: Iterable[str], folder: Path | int) -> dict[str, str | None]:
    """The texts of files in a folder, given by path or descriptor."""
    if isinstance(folder, int):
        return {name: _text_of(name, folder) for name in names}
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        return {name: _text_of(name, descriptor) for name in names}
    finally:
        os.close(descriptor)


def _text_of(name: str, folder: int) -> str | None:
    """The text of a regular file; a program may have left anything under its name."""
    careful = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(name, careful, dir_fd=folder)
    except OSError:
        return None
    with closing(os.fdopen(descriptor, "rb")) as stream:
        if not S_ISREG(os.fstat(descriptor).st_mode):
            return None
        return stream.read(LARGEST_FILE).decode("utf-8", "replace")
