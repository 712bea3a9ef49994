"""How much memory this process has."""

from __future__ import annotations

import gc
import os

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


def memory_in_use() -> int:
    """The bytes of memory that this process has in use; zero where the system does not say."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0


def collect_garbage(most: int) -> bool:
    """Free what nobody needs if more memory is in use than this; whether that was enough, with a
    quarter to spare so that it is not soon done again."""
    if memory_in_use() <= most:
        return True
    gc.collect()
    return memory_in_use() <= most * 3 // 4
