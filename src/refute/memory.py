"""How much memory this process has."""

from __future__ import annotations

import gc
import os

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0

_left = 0
"""Number of bytes in use after the last collection here."""


def memory_in_use() -> int:
    """The bytes of memory that this process has in use; zero where the system does not say."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0


def collect_garbage(most: int) -> bool:
    """Collect garbage if more memory is in use than this; whether enough of it was free.

    A quarter must be free then, so that the next collection is not soon.
    """
    global _left  # noqa: PLW0603 - of the process, like its memory
    if memory_in_use() <= most:
        return True
    gc.collect()
    _left = memory_in_use()
    return _left <= most * 3 // 4


def collect_if_grown(most: int) -> None:
    """Collect garbage if the process has grown by more than this since the last collection."""
    collect_garbage(_left + most)
