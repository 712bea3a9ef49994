"""Who does what: people with roles, and which of them matter for what may follow.

People matter where the same person must not do two things: for inputs with a label that something
is `except`, or that `nobody` may do along with another, and for those under an `except`. Claims
about an input of a role or a user depend on whether the person is meant. All other inputs are done
by anybody who has the role. A role without users is that of people without names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.frontend.node import walk
from refute.languages.workflow import syntax
from refute.languages.workflow.tasks import WAIT, Input
from refute.record import record

Doers: TypeAlias = frozenset[tuple[str, str]]
"""Who did what, as pairs of label and person."""

NOBODY: Doers = frozenset()


@record
class People:
    """The users with their roles, and the labels for which it matters who does them.

    Who does what is `tracked` is remembered; a claim asks about what is `watched`. `roles` are
    those that tasks are given to and that claims mention.
    """

    users: Mapping[str, tuple[str, ...]]
    tracked: frozenset[str] = frozenset()
    everything: bool = False
    """Whether it matters for everything who does it."""
    watched: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()

    @property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Everybody who can be said to act: the users or, without any, one person for each role."""
        return self.users or dict.fromkeys(self.roles, ())

    def has_role(self, user: str, role: str) -> bool:
        """Whether a user may do what people in a role do; everybody is a role, too."""
        return role in {"", user, *self.users.get(user, ())}

    def may(self, user: str, given: Input) -> bool:
        """Whether a user may do a possible input."""
        if given.way == WAIT or given.person:
            return given.person in {"", user}
        return self.has_role(user, given.role)

    def matters(self, given: Input) -> bool:
        """Whether it matters who does something."""
        if not self.users:
            return False
        return self.everything or given.label in self.tracked or bool(given.apart)

    def able(self, given: Input, doers: Doers) -> list[Input]:
        """An input once for everybody who can do it, or unchanged if that does not matter."""
        if self.matters(given):
            named = self._named(given, self.users)
            if not named and not self.everything:
                raise _no_names(given)
            barred = {user for label, user in doers if label in given.apart}
            return [each for each in named if each.person not in barred] if named else [given]
        if given.label not in self.watched or (given.role and not self.users):
            return [given]
        named = self._named(given, self.names)
        return named if named and given.role else [given, *named]

    def _named(self, given: Input, names: Iterable[str]) -> list[Input]:
        able = (each for each in names if self.has_role(each, given.role))
        return [replace(given, person=each) for each in able]

    def noted(self, given: Input, doers: Doers) -> Doers:
        """Who did what after an input, as far as it matters."""
        if given.person and given.label in self.tracked:
            return doers | {(given.label, given.person)}
        return doers

    def compared(self) -> People:
        """The same people for a comparison of two tasks: what matters in one matters in both."""
        return replace(self, everything=bool(self.tracked))

    def tracking(self, *labels: str) -> People:
        """The same people, with who does inputs with these labels being remembered."""
        return replace(self, tracked=self.tracked.union(labels))

    def watching(self, *labels: str) -> People:
        """The same people, with claims asking who does inputs with these labels."""
        return replace(self, watched=self.watched.union(labels))


def people_of(program: syntax.Program) -> People:
    """The users of a program, and the labels for which a run must know who does them."""
    declared = (each for each in program.declarations if isinstance(each, syntax.User))
    users = {each.name.name: each.roles for each in declared}
    tracked: set[str] = set()
    roles: set[str] = set()
    for node in walk(program):
        match node:
            case syntax.Apart(_, label):
                tracked.add(label)
            case syntax.Assigned(_, role) | syntax.Event(_, role) if role:
                roles.add(role)
    return People(users, frozenset(tracked), roles=tuple(sorted(roles)))


def _no_names(given: Input) -> InputError:
    name, role = given.label or given.action, given.role or "officer"
    message = f"it matters who does `{name}`, and no user is `{role}`"
    advice = f"declare somebody: `user anna : {role}`"
    return InputError([Diagnostic("TH050", message, help=advice)])


def does_both(given: Input, doers: Doers, labels: Iterable[str]) -> bool:
    """Whether somebody does one of two things after doing the other."""
    one, other = labels
    others = {one: other, other: one}
    return given.label in others and (others[given.label], given.person) in doers
