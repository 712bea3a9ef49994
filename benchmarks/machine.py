"""What the whole machine does meanwhile."""

from __future__ import annotations

import os
from pathlib import Path


def busy() -> float:
    """The seconds for which all processors together have worked, for us or others."""
    first = Path("/proc/stat").read_text("ascii").splitlines()[0]
    user, nice, system, _, _, interrupts, soft_interrupts, *_ = map(int, first.split()[1:])
    ticks = user + nice + system + interrupts + soft_interrupts
    return ticks / os.sysconf("SC_CLK_TCK")
