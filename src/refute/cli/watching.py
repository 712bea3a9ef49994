"""Repeat an action whenever files change."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from refute.cli import streams

INTERVAL = 0.2
"""Seconds between two checks of the files."""


def repeatedly(act: Callable[[], int], files: Iterable[Path], *, quiet: bool) -> int:
    """Act now and after every change of the files or their neighbours, until interrupted.

    The neighbours of a file are the files in its folder with the same ending: modules that it uses.
    Returns the result of the last call.
    """
    watched = [*files]
    while True:
        seen = _snapshot(watched)
        code = act()
        try:
            if not quiet:
                streams.tell_error("waiting for a change; Ctrl-C ends")
            while _snapshot(watched) == seen:
                time.sleep(INTERVAL)
        except KeyboardInterrupt:
            return code


def _snapshot(files: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """The modification time and the size of each file."""
    return {
        entry.path: (entry.stat().st_mtime_ns, entry.stat().st_size)
        for folder, ending in {(each.parent, each.suffix) for each in files}
        for entry in _entries(folder)
        if entry.name.endswith(ending)
    }


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            yield from (each for each in found if each.is_file())
    except OSError:
        return
