"""Who does what: people with roles, and which of them matter to what may follow.

A person matters where the same one must not do two things: to inputs with a label that something
is `except`, or that `nobody` may do beside another, and to those that come under an `except`. All
other inputs are done by whoever has the role.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from refute.frontend.node import walk
from refute.languages.workflow import syntax
from refute.languages.workflow.tasks import WAIT, Input
from refute.record import record

Doers: TypeAlias = frozenset[tuple[str, str]]
"""Who did what, by labels."""

NOBODY: Doers = frozenset()


@record
class People:
    """The users with their roles, and the labels of which it matters who does them."""

    users: Mapping[str, tuple[str, ...]]
    tracked: frozenset[str] = frozenset()
    everything: bool = False
    """Whether it matters of everything who does it."""

    def has_role(self, user: str, role: str) -> bool:
        """Whether a user may do what people in a role do; everybody is a role, too."""
        return role in {"", user, *self.users.get(user, ())}

    def may(self, user: str, given: Input) -> bool:
        """Whether a user may do something that is possible."""
        if given.way == WAIT or given.person:
            return given.person in {"", user}
        return self.has_role(user, given.role)

    def matters(self, given: Input) -> bool:
        """Whether it makes a difference who does something."""
        if not self.users:
            return False
        return self.everything or given.label in self.tracked or bool(given.apart)

    def able(self, given: Input, doers: Doers) -> list[Input]:
        """An input once for everybody who can do it, or as it is where that does not matter."""
        if not self.matters(given):
            return [given]
        return [
            replace(given, person=user)
            for user in self.users
            if self.has_role(user, given.role)
            and not any((label, user) in doers for label in given.apart)
        ]

    def noted(self, given: Input, doers: Doers) -> Doers:
        """Who did what after an input, as far as it matters."""
        if given.person and given.label in self.tracked:
            return doers | {(given.label, given.person)}
        return doers

    def compared(self) -> People:
        """The same people, to compare two tasks: what matters in one of them matters in both."""
        return replace(self, everything=bool(self.tracked))

    def watching(self, *labels: str) -> People:
        """The same people, where it also matters who does what has these labels."""
        return replace(self, tracked=self.tracked.union(labels))


def people_of(program: syntax.Program) -> People:
    """The users of a program, and of which labels it matters to the run who does them."""
    declared = (each for each in program.declarations if isinstance(each, syntax.User))
    users = {each.name.name: each.roles for each in declared}
    tracked: set[str] = set()
    for node in walk(program):
        match node:
            case syntax.Apart(_, label):
                tracked.add(label)
            case syntax.Event(label, role) if role in users:
                tracked.add(label)
    return People(users, frozenset(tracked))


def does_both(given: Input, doers: Doers, labels: Iterable[str]) -> bool:
    """Whether somebody does one of two things who did the other."""
    one, other = labels
    others = {one: other, other: one}
    return given.label in others and (others[given.label], given.person) in doers
