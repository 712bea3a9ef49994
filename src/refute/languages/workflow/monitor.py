"""Claims about the order of inputs, as small automata that follow a run.

A monitor remembers one word about the inputs so far. `BROKEN` is permanent; some claims are broken
only by a run that ends while the monitor is still waiting.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from refute.languages.workflow import syntax
from refute.languages.workflow.people import Doers, People, does_both
from refute.languages.workflow.syntax import Event
from refute.languages.workflow.tasks import Input
from refute.record import record

START, SEEN, WAITING, BROKEN = "", "seen", "waiting", "broken"


@record
class Monitor:
    """A monitor for an order of inputs, or for who may do something."""

    claim: syntax.Order | syntax.Only | syntax.Nobody
    people: People

    @classmethod
    def of(cls, claim: syntax.Order | syntax.Only | syntax.Nobody, people: People) -> Monitor:
        """The monitor of a claim, with people tracked or watched as it needs."""
        if isinstance(claim, syntax.Nobody):
            return cls(claim, people.tracking(claim.label, claim.other))
        found = cls(claim, people)
        return replace(found, people=people.watching(*(e.label for e in found.events if e.role)))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the claim is about."""
        if isinstance(self.claim, syntax.Only):
            return (Event(self.claim.label),)
        if isinstance(self.claim, syntax.Nobody):
            return Event(self.claim.label), Event(self.claim.other)
        return (self.claim.event, *([self.claim.other] if self.claim.other else []))

    def watches(self, given: Input) -> bool:
        """Whether an input has the label of one of the events."""
        return any(each.label == given.label for each in self.events)

    def matches(self, event: Event, given: Input) -> bool:
        """Whether an input has the label of an event, and is done by somebody whom it means."""
        if event.label != given.label:
            return False
        if given.person:
            return self.people.has_role(given.person, event.role)
        return event.role in {"", given.role}

    def forbids(self, given: Input, doers: Doers) -> bool:
        """Whether somebody who is not allowed to can do this, after what others did."""
        claim = self.claim
        if isinstance(claim, syntax.Nobody):
            return does_both(given, doers, (claim.label, claim.other))
        if not isinstance(claim, syntax.Only) or given.label != claim.label:
            return False
        if given.role in claim.allowed:
            return False
        named = [given.person] if given.person else self.people.users
        able = [user for user in named if self.people.has_role(user, given.role)]
        return not able or not given.role or not all(map(self._is_allowed, able))

    def _is_allowed(self, user: str) -> bool:
        assert isinstance(self.claim, syntax.Only)
        return any(self.people.has_role(user, each) for each in self.claim.allowed)

    def step(self, seen: str, first: bool, other: bool) -> str:
        """The state after an input, which may be the first or the other event."""
        claim = self.claim
        if isinstance(claim, syntax.Only | syntax.Nobody):
            return seen
        match claim.quantifier, claim.relation:
            case "never", "":
                return BROKEN if first else seen
            case "never", "before":
                return BROKEN if first and seen != SEEN else SEEN if other else seen
            case "never", "after":
                return BROKEN if first and seen == SEEN else SEEN if other else seen
            case "always", "before":
                return BROKEN if other and seen != SEEN else SEEN if first else seen
            case _, "after":
                return WAITING if other else SEEN if first else seen
            case _:
                return SEEN if first else seen

    def ends_badly(self, seen: str) -> bool:
        """Whether a run that ends now breaks the claim."""
        match self.claim:
            case syntax.Order("eventually", relation="") if seen != SEEN:
                return True
            case syntax.Order("always" | "eventually", relation="after"):
                return seen == WAITING
            case _:
                return False

    @property
    def looks_at_the_end(self) -> bool:
        """Whether the end of a run can break the claim."""
        return self.ends_badly(START) or self.ends_badly(WAITING)

    def missing(self, offered: Set[Event], happened: Set[Event]) -> list[Event]:
        """Events that must happen for the claim to mean anything, but did not.

        What must never be done need not be possible, but an input must accept such a value.
        """
        first, *others = self.events
        if not isinstance(self.claim, syntax.Order) or self.claim.quantifier != "never":
            return [each for each in self.events if each not in happened]
        if first.condition is not None and first not in offered:
            return [first]
        needed = others if self.claim.relation == "after" else []
        return [each for each in needed if each not in happened]

    def says(self, happened: Set[Event]) -> str:
        """The meaning of the claim if it holds."""
        match self.claim:
            case syntax.Order("never", _, event) if event not in happened:
                return f"{described(event)} is never done"
            case syntax.Nobody(_, label, other):
                return f"nobody who does “{label}” does “{other}” as well"
            case syntax.Only(_, allowed, label):
                return f"nobody but {' or '.join(allowed)} can do “{label}”"
            case syntax.Order("eventually", _, event, ""):
                return f"every run that ends has done {described(event)}"
            case syntax.Order(_, _, event, "after", other) if self.claim.quantifier != "never":
                assert other is not None
                return f"every {described(other)} is followed by {described(event)} before the end"
            case _:
                return "it holds of the inputs in every order that is possible"


def described(event: Event) -> str:
    """An event in words."""
    who = f" by {event.role}" if event.role else ""
    return f"“{event.label}”{who}{' with such a value' if event.condition else ''}"
