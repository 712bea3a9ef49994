"""Choice points of the bounded search, and its calls that are about to commit."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from refute.languages.nominal.attack.conclusion import Look
from refute.languages.nominal.attack.relations import Alternative, Pool
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Constraints, Unknown

Accounts: TypeAlias = tuple[int, ...]
"""The remaining budget of each goal, and last that of the terms filled in at the end."""


class Choice(NamedTuple):
    """A choice point: the remaining alternatives, and the state to restore."""

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
"""An unknown without a value, and its constraints at the time."""


class Begun(NamedTuple):
    """A call that may commit, and the state when it began."""

    call: Frame
    height: int
    account: int
    mark: int
    accounts: Accounts
    opened: list[Opened]


def has_changed(opened: Opened) -> bool:
    """Whether an unknown has been given a value or additional constraints."""
    unknown, attached = opened
    return unknown.value is not None or unknown.attached is not attached
