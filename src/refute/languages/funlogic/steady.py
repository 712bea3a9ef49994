"""Values that are the same in every branch, and need not be computed in each of them again.

`num 60` in a condition is a thunk, which may be needed only after a choice. The value of a thunk is
forgotten when the search leaves the branch, as it may depend on the choices there. But a call with
constant arguments that neither chooses nor makes unknowns has the same value everywhere.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

EVER = -1
"""The segment of thunks that all branches share; no real segment has this number."""


def keeps(thunk: list[Any], value: Any, ground: Container[int]) -> bool:
    """Whether the value of a steady call is the same in every branch; if so, thunks inside it no
    longer belong to the branch that made them.

    The thunk keeps its code: if a branch was told the value, backtracking removes it again.
    """
    for each in thunk[3:]:
        if each.__class__ is not int and id(each) not in ground:
            return False
    pending, seen = [value], set()
    while pending:
        part = pending.pop()
        if part.__class__ is list:
            if part[0] is None:
                part[2] = EVER
            elif id(part) not in seen:
                seen.add(id(part))
                pending.append(part[0])
        elif part.__class__ is tuple and id(part) not in ground:
            pending.extend(part[1:])
    return True
