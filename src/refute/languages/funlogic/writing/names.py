"""The names in generated code.

`x3` is variable 3 as it was passed, `w3` the same evaluated, `v3` an intermediate value. `m` is the
machine.
"""

from __future__ import annotations

import re

from refute.languages.funlogic.machine import (
    AHEAD,
    DELAYED,
    EITHER,
    FALSE,
    LAST,
    NORMAL,
    TRUE,
    VALUE,
)
from refute.languages.funlogic.values import Code

NAME = re.compile(r"\b[xwv]\d+\b")
SUFFIXES = {
    VALUE: "v",
    TRUE: "t",
    FALSE: "f",
    EITHER: "e",
    DELAYED: "d",
    AHEAD: "a",
    NORMAL: "n",
    LAST: "l",
}
WANTED = {TRUE: True, FALSE: False}


def entry_name(code: Code, mode: int) -> str:
    """The name of a function in a mode."""
    return f"f{code.number}{SUFFIXES[mode]}"
