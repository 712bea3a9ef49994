"""What is answered about a workflow against all that happens in it on plain values."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from random import Random

from workflow_concrete import Concrete, Stand
from workflow_judge import USERS
from workflow_pairs import Pairs
from workflow_parallel import LABELS, ROLES, STORES, Workflows

from asking import report_on
from refute.languages.workflow import compare, syntax
from refute.languages.workflow.program import load
from refute.languages.workflow.tasks import Input
from refute.languages.workflow.typecheck import Checked
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

EFFORT = 0.008
MORE_NUMBERS = range(-12, 30)
"""What is entered where fewer numbers lead to no end."""


class Orders:
    """A claim about the order of inputs, or about who does them, read from its definition."""

    def __init__(self, random: Random, text: str, persons: bool) -> None:
        used = [each for each in LABELS if text.count(f'"{each}"') > 1]
        self._labels = [*used, *used, *used, *LABELS]
        kinds = ["never", "never before", "never after", "always before", "always after"]
        kinds += ["eventually", *["only", "only", "nobody", "nobody"] * persons]
        self.kind = random.choice(kinds)
        self.events = [self._event(random, persons) for _ in range(2)]

    def _event(self, random: Random, persons: bool) -> tuple[str, str]:
        role = random.choice(ROLES) if persons and random.random() < 0.4 else ""
        return random.choice(self._labels), role

    def claim(self, name: str) -> str:
        """How it is written."""
        (one, role), (other, _) = self.events
        if self.kind == "only":
            return f'only {name} = {role or "officer"} can "{one}"'
        if self.kind == "nobody":
            return f'nobody {name} = can "{one}" and "{other}"'
        first, second = (f'{role}: "{label}"' if role else f'"{label}"' for label, role in self.events)
        quantifier, _, relation = self.kind.partition(" ")
        return f"{quantifier} {name} = {first}" + f" {relation} {second}" * bool(relation)

    def broken(self, explored: Concrete) -> bool:
        """Whether some inputs are against it."""
        start = (explored.first, (False, False, False), frozenset[tuple[str, str]]())
        waiting, seen = [start], {start}
        while waiting:
            stand, flags, doers = waiting.pop()
            if stand.ended and self._ends_badly(flags):
                return True
            for given, target in stand.steps:
                if self._forbids(given, flags, doers):
                    return True
                if self.kind == "nobody" and given.label in {label for label, _ in self.events}:
                    after = doers | {(given.label, given.person)}
                else:
                    after = doers
                reached = (target, self._after(given, flags), after)
                if reached not in seen:
                    seen.add(reached)
                    waiting.append(reached)
        return False

    def happens(self, explored: Concrete) -> bool:
        """Whether each of its events is done by some inputs, whoever does the only one."""
        events = self.events if " " in self.kind or self.kind == "nobody" else self.events[:1]
        if self.kind in {"only", "nobody", "never"}:
            events = [(label, "") for label, _ in events]
        given = [each for stand in explored.stands for each, _ in stand.steps]
        return all(any(self._is(each, event) for each in given) for event in events)

    @staticmethod
    def _is(given: Input, event: tuple[str, str]) -> bool:
        label, role = event
        roles = {"", given.role, given.person, *USERS.get(given.person, ())}
        return given.label == label and role in roles

    def _forbids(
        self, given: Input, flags: tuple[bool, bool, bool], doers: Iterable[tuple[str, str]]
    ) -> bool:
        (one, role), (other, _) = self.events
        first, second = (self._is(given, each) for each in self.events)
        first_seen, second_seen, _ = flags
        match self.kind:
            case "only":
                owns = {given.person, *USERS.get(given.person, ())} if given.role else set()
                return given.label == one and (role or "officer") not in owns
            case "nobody":
                pairs = ((one, other), (other, one))
                return any(given.label == a and (b, given.person) in doers for a, b in pairs)
            case "never":
                return first
            case "never before":
                return first and not second_seen
            case "never after":
                return first and second_seen
            case "always before":
                return second and not first_seen
            case _:
                return False

    def _after(self, given: Input, flags: tuple[bool, bool, bool]) -> tuple[bool, bool, bool]:
        first, second = (self._is(given, each) for each in self.events)
        pending = second or (flags[2] and not first)
        return flags[0] or first, flags[1] or second, pending

    def _ends_badly(self, flags: tuple[bool, bool, bool]) -> bool:
        if self.kind == "always after":
            return flags[2]
        return self.kind == "eventually" and not flags[0]


class Trial:
    """A random workflow, claims about it, and what happens in it on plain values."""

    def __init__(self, seed: int) -> None:
        workflow, random = Workflows(seed), Random(seed)
        relation = random.choice(["same", "refines"])
        task = f"{workflow.program()}{relation} main alternative\n"
        self._checked = load(Source("random.top", task))
        self._explored = Concrete(self._checked, persons=workflow.persons)
        self._stuck = self._explored.stuck()
        orders = (Orders(random, task, workflow.persons) for _ in range(4))
        self._orders = {f"order{number}": each for number, each in enumerate(orders)}
        claims = [*_ends(self._explored, random), *_stores(self._explored, random)]
        claims += [each.claim(name) for name, each in self._orders.items()]
        self.text = "\n".join([task, *claims, "finishes done"])

    def disagreements(self) -> Iterator[str]:
        """Claims that get another answer than they should."""
        report = report_on("check", Source("random.top", self.text), effort=EFFORT)
        for outcome in report.outcomes:
            name = outcome.question
            if "do not replay" in (outcome.reason or ""):
                yield f"{name} does not replay"
            if name.startswith("end") and outcome.verdict is Verdict.REFUTED:
                yield f"{name} is unreached"
            if name == "every" and outcome.verdict is Verdict.REFUTED:
                yield "there is another store"
            if name.startswith("not") and outcome.verdict is Verdict.CONFIRMED:
                yield f"{name} is confirmed"
            if outcome.kind == "finishes":
                yield from self._finishing(outcome)
            if name in self._orders:
                yield from self._ordered(outcome, self._orders[name])
            if outcome.kind in {"same", "refines"}:
                yield from self._comparing(outcome)
    def _finishing(self, outcome: Outcome) -> Iterator[str]:
        if outcome.verdict is Verdict.REFUTED and self._explored.complete and not self._stuck:
            yield "it can always be finished"
        if outcome.verdict is Verdict.CONFIRMED and self._stuck:
            if not self._explored.complete:
                self._stuck = self._explored.further(self._stuck, MORE_NUMBERS).stuck()
            if self._stuck is not None:
                yield "it is stuck somewhere"

    def _ordered(self, outcome: Outcome, orders: Orders) -> Iterator[str]:
        broken, complete = orders.broken(self._explored), self._explored.complete
        if outcome.verdict is Verdict.CONFIRMED and broken:
            yield f"{outcome.question} is confirmed"
        if outcome.verdict is Verdict.REFUTED and complete and not broken:
            yield f"{outcome.question} is refuted"
        said = outcome.summary.startswith("it holds of nothing")
        if outcome.summary.startswith("it holds of nothing: “") and orders.happens(self._explored):
            yield f"{outcome.question} holds of something"
        if outcome.verdict is Verdict.CONFIRMED and complete and not said:
            if not orders.happens(self._explored):
                yield f"{outcome.question} holds of nothing"

    @cached_property
    def _compared(self) -> list[Pairs]:
        persons = "except" in self.text
        one, other = (
            Concrete(compare.of_task(self._checked, syntax.Name(each)), persons=persons, most=0)
            for each in ("main", "alternative")
        )
        return [Pairs(one, other), Pairs(other, one)]

    def _comparing(self, outcome: Outcome) -> Iterator[str]:
        pairs = self._compared if outcome.kind == "same" else self._compared[:1]
        different = [each.difference for each in pairs if each.difference is not None]
        if outcome.verdict is Verdict.CONFIRMED and different:
            yield f"they differ after {list(map(str, different[0]))}"
        if outcome.verdict is Verdict.REFUTED and not different:
            if all(each.complete for each in pairs):
                yield "they do not differ"


def _ends(explored: Concrete, random: Random) -> Iterator[str]:
    """Claims that some of the ends are reached, and that they are not."""
    found = {_described(each, explored, "v"): None for each in explored.stands if each.ended}
    chosen = random.sample(list(found), min(8, len(found)))
    for number, each in enumerate(chosen):
        if number % 2:
            yield f"reachable end{number}(v) = {each}"
        else:
            yield f"property notEnd{number}(v) = not ({each})"


def _stores(explored: Concrete, random: Random) -> Iterator[str]:
    """Claims that some of the stores never come about."""
    found = dict.fromkeys(_described(each, explored) for each in explored.stands)
    chosen = random.sample(list(found), min(6, len(found)))
    for number, each in enumerate(chosen):
        yield f"invariant notStore{number} = not ({each})"
    if explored.complete and len(found) < 10:
        yield f"invariant every = {' or '.join(f'({each})' for each in found)}"


def _described(stand: Stand, explored: Concrete, value: str = "") -> str:
    parts = [f"!{name} == {explored.store(stand, name)}" for name in STORES]
    parts.append(f"!log == ({list(explored.store(stand, 'log'))} : List Int)")
    return " and ".join([*([f"{value} == {stand.value}"] if value else []), *parts])
