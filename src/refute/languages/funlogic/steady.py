"""Values that are the same in every branch, and need not be computed in each of them again.

`num 60` in a condition waits as a thunk, and may be needed only after a choice. What a thunk comes
to is forgotten when the search goes back behind the branch, as it may depend on what was chosen
there. But a function that is given numbers, and neither chooses nor makes unknowns, has the same
value everywhere.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

EVER = -1
"""The segment of a thunk that all branches share: none has this number."""


def keeps(thunk: list[Any], value: Any, ground: Container[int]) -> bool:
    """Whether the value of a steady call is the same in every branch; then all that waits inside it
    is no longer part of the branch that made it.

    The thunk keeps its code: where a branch was told the value, going back takes it away again.
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
