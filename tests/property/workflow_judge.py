"""What claims say of a run, and who may do what in it, read from their definitions."""

from itertools import product

from refute.languages.workflow import syntax
from refute.languages.workflow.interpret import Interpreter, RunState
from refute.languages.workflow.tasks import Input

USERS = {"anna": ("clerk", "officer"), "bert": ("officer",)}
STRANGERS = ("", "clerk", "officer")
"""Who does what is nobody's in particular where no users are declared."""


def able(given_: Input, now: RunState) -> list[str]:
    """Who has the role of an input and did nothing that rules it out."""
    fit = [user for user, roles in USERS.items() if given_.role in {"", user, *roles}]
    return [user for user in fit if not {(each, user) for each in given_.apart} & now.world.doers]


class Judge:
    """What claims say of a run, read from their definitions."""

    def __init__(
        self, interpreter: Interpreter, inputs: list[Input], stands: list[RunState]
    ) -> None:
        self.interpreter, self.inputs, self.stands = interpreter, inputs, stands
        self.names = interpreter.start()[0]

    def truth(self, condition: syntax.Expression, now: RunState, **more: object) -> bool:
        return bool(self.interpreter.evaluate(condition, {**self.names, **more}, now.world)[0])

    def when(self, event: syntax.Event | None) -> list[int]:
        """When an event happens."""
        return [] if event is None else [n for n in range(len(self.inputs)) if self.at(event, n)]

    def at(self, event: syntax.Event, number: int) -> bool:
        done = self.inputs[number]
        roles = {"", done.role, done.person, *USERS.get(done.person, ())}
        if done.label != event.label or event.role not in roles:
            return False
        if event.condition is None:
            return True
        return bool(done.shape) and self.truth(
            event.condition, self.stands[number + 1], n=done.action
        )

    def holds(self, claim: syntax.Declaration) -> bool:
        last = self.stands[-1]
        value = self.interpreter.value(last.task, last.world)
        match claim:
            case syntax.Invariant(_, body):
                return all(self.truth(body, each) for each in self.stands)
            case syntax.Property(_, _, body):
                return value is None or self.truth(body, last, v=value)
            case syntax.Reachable(_, _, body):
                return value is not None and self.truth(body, last, v=value)
            case syntax.Only(_, allowed, label):
                doers = [each for each in self.inputs if each.label == label]
                roles = ({e.person, *USERS[e.person]} if e.role else set() for e in doers)
                return all(each & set(allowed) for each in roles)
            case syntax.Nobody(_, one, other):
                pairs = product(enumerate(self.inputs), repeat=2)
                return not any(
                    (a.label, b.label) == (one, other) and a.person == b.person and i != j
                    for (i, a), (j, b) in pairs
                )
            case syntax.Order(quantifier, _, event, relation, other):
                return self.ordered(quantifier + relation, self.when(event), self.when(other))
        return True

    def ordered(self, order: str, first: list[int], second: list[int]) -> bool:
        last = self.stands[-1]
        ended = self.interpreter.value(last.task, last.world) is not None
        match order:
            case "never":
                return not first
            case "neverbefore":
                return all(any(b < a for b in second) for a in first)
            case "neverafter":
                return not any(b < a for a, b in product(first, second))
            case "alwaysbefore":
                return all(any(a < b for a in first) for b in second)
            case "alwaysafter":
                return not ended or all(any(a > b for a in first) for b in second)
            case _:
                return not ended or bool(first)
