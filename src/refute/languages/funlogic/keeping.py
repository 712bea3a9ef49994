"""What a long run keeps: data and work put off that a call hands on from turn to turn.

A loop such as `f x = f (x ++ x)` has no frames that wait, but every call keeps the one before, so
that memory grows as quickly as the run goes on. At the end of a turn, what the paused call has is
looked through, up to what was there at the end of a turn before; the rest is new, and costs. This
depends on the program alone, not on how much memory a machine has.
"""

from __future__ import annotations

from typing import Any

from refute.languages.funlogic.machine import Frame
from refute.languages.funlogic.values import Closure

AT_ONCE = 100_000
"""Maximum number of parts that are looked at in a turn, some for each of its calls."""

SHORT_NUMBER = 1_000
"""Number of bits that a number may have for nothing."""


class Keeping:
    """The parts that were seen in the turn before; more would keep alive what nobody needs."""

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}

    def grown(self, frame: Frame) -> tuple[int, int]:
        """How many parts that a paused call has are new, and how many bits long numbers have.

        Nothing is said to be new unless it leads to what was there before: the call may as well
        have gone on to another part of old data.
        """
        before, found, met = self._seen, dict[int, Any](), dict[int, Any]()
        pending: list[Any] = list(frame[1:])
        bits = 0
        while pending and len(found) < AT_ONCE:
            part = pending.pop()
            kind = part.__class__
            if kind is list or kind is tuple:
                at = id(part)
                if at in before:
                    met[at] = part
                elif at not in found:
                    found[at] = part
                    pending.extend(part)
            elif kind is Closure:
                pending += (part.captured, part.arguments)
            elif kind is int and part.bit_length() > SHORT_NUMBER:
                bits += part.bit_length()
        self._seen = found | met
        return len(found) if met else 0, bits
