"""Where the bounded search can go back to, and the calls of it that are about to commit."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from refute.languages.nominal.attack.conclusion import Look
from refute.languages.nominal.attack.relations import Alternative, Pool
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Constraints, Unknown

Accounts: TypeAlias = tuple[int, ...]
"""What each goal, and what is filled in at the end, may still cost."""


class Choice(NamedTuple):
    """Where the search can go back to: the alternatives that are left, and what was so then."""

    mark: int
    alternatives: list[Alternative]
    next: int
    frame: Frame
    account: int
    ordered: bool
    pool: Pool
    accounts: Accounts
    look: Look | None
    cuts: int


Opened: TypeAlias = tuple[Unknown, Constraints | None]
"""An unknown without a value, and what it has to fulfil."""


class Begun(NamedTuple):
    """A call that may commit, and what was so when it was begun."""

    call: Frame
    height: int
    account: int
    mark: int
    accounts: Accounts
    opened: list[Opened]


def has_changed(opened: Opened) -> bool:
    """Whether an unknown has got a value, or has more to fulfil."""
    unknown, attached = opened
    return unknown.value is not None or unknown.attached is not attached
