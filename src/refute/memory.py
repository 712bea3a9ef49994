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
    """If more memory is in use than this, free what nobody needs; whether there was garbage enough
    that it will not be tried again soon."""
    if memory_in_use() <= most:
        return True
    gc.collect()
    return memory_in_use() <= most * 3 // 4
