"""What the bounded search works on: goals that wait, accounts, choices, and who watches it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

from refute.languages.nominal.attack.relations import Alternative, Frame
from refute.languages.nominal.terms import Unknown

Goal: TypeAlias = tuple[Frame, int]
"""A frame and the number of the account that pays for it."""

Pool: TypeAlias = tuple[Goal, ...]
Accounts: TypeAlias = tuple[int, ...]
Thunk: TypeAlias = Callable[[], Any]

END: Frame = ()


class OutOfEffort(Exception):
    """What a search may spend is spent, or it has to stop for another reason."""


class Watch(Protocol):
    """What is known of the conclusion: `wanted` are the unknowns it depends on."""

    @property
    def wanted(self) -> tuple[Unknown, ...]:
        """The unknowns, the most urgent first."""


class Watcher(Protocol):
    """Looks at the conclusion while the hypotheses are derived.

    `roots` has the identities of the frames of the hypotheses themselves.
    """

    roots: frozenset[int]

    def look(self, pool: Pool, last: Any) -> Watch | None:
        """What is known of the conclusion now; nothing when it holds, whatever comes."""

    def branches(self, watch: Any, left: int) -> list[tuple[Thunk, int]] | None:
        """When all is derived: how to go on, with prices; nothing when the conclusion fails.

        So much is left to pay for it.
        """


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
    watch: Watch | None
    cuts: int
