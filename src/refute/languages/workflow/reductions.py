"""What keeps an exploration small, each of which can be left away; docs/workflow.md says why."""

from __future__ import annotations

from refute.record import record


@record
class Reductions:
    """What is used. Without any, every sequence of inputs leads to a state of its own.

    Answers must not depend on them, only whether there is one: tests hold them to that.
    """

    merging: bool = True
    """A state is one with a known one of the same shape and conditions."""
    subsumption: bool = True
    """A state that known ones have all instances of is not expanded."""
    elimination: bool = True
    """Symbols that are no longer in use are eliminated from conditions."""
    sums: bool = True
    """Sums in the store get symbols of their own."""
    exchange: bool = True
    """Parallel tasks whose values are ignored stand in any order."""
    ignoring: bool = True
    """Values that are ignored do not tell states apart, and are not changed."""
    filling: bool = True
    """Empty editors side by side are filled from left to right."""


ALL = Reductions()
