"""What is answered about a workflow against all that happens in it on plain values."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from workflow_branches import LABELS, ROLES, STORES
from workflow_concrete import Concrete, Stand
from workflow_data import written
from workflow_files import in_files
from workflow_judge import USERS
from workflow_pairs import Pairs
from workflow_parallel import Workflows

from asking import report_on
from refute.languages.workflow import compare, syntax
from refute.languages.workflow.program import load
from refute.languages.workflow.tasks import Input
from refute.report.outcome import Outcome, Report, Verdict
from refute.source import Source

EFFORT = 0.008


@dataclass(frozen=True)
class Event:
    """An input with a label, by a role if there is one, of a truth while a store is not 0."""

    label: str
    role: str = ""
    store: str = ""

    def __str__(self) -> str:
        who = f"{self.role}: " if self.role else ""
        when = f" (n : Bool) when !{self.store} != 0" if self.store else ""
        return f'{who}"{self.label}"{when}'

    def is_offered(self, given: Input) -> bool:
        """Whether an input has the label and the type, whoever does it with whatever value."""
        return given.label == self.label and (not self.store or given.shape == syntax.BOOL)

    def happens(self, given: Input, after: Stand, explored: Concrete) -> bool:
        """Whether an input is the event; the store is that after it."""
        roles = {"", given.role, given.person, *USERS.get(given.person, ())}
        holds = not self.store or explored.store(after, self.store) != 0
        return self.is_offered(given) and self.role in roles and holds


Seen = tuple[bool, bool, bool]
"""Whether the first event happened, the second, and the second without the first after it."""


class Orders:
    """A claim about the order of inputs, or about who does them, read from its definition."""

    def __init__(
        self, random: Random, text: str, *, persons: bool = False, roles: bool = False
    ) -> None:
        used = [each for each in LABELS if text.count(f'"{each}"') > 1]
        self._labels = [*used, *used, *used, *LABELS]
        self._stores = [each for each in STORES if f"{each} :=" in text] or [*STORES]
        kinds = ["never", "never before", "never after", "always before", "always after"]
        kinds += ["eventually", *["only", "only"] * roles, *["nobody", "nobody"] * persons]
        self.kind = random.choice(kinds)
        self.first, self.second = (self._event(random, persons, roles) for _ in range(2))

    def _event(self, random: Random, persons: bool, roles: bool) -> Event:
        known = ROLES if persons else ROLES[:2]
        role = random.choice(known) if roles and random.random() < 0.4 else ""
        store = random.choice(self._stores) if random.random() < 0.3 else ""
        return Event(random.choice(self._labels), role, store)

    def claim(self, name: str) -> str:
        """How it is written."""
        if self.kind == "only":
            return f'only {name} = {self.first.role or "officer"} can "{self.first.label}"'
        if self.kind == "nobody":
            return f'nobody {name} = can "{self.first.label}" and "{self.second.label}"'
        quantifier, _, relation = self.kind.partition(" ")
        return f"{quantifier} {name} = {self.first}" + f" {relation} {self.second}" * bool(relation)

    def broken(self, explored: Concrete, *, strangers: bool = False) -> bool:
        """Whether some inputs are against it.

        Strangers are people who are no users; they may do what has no role.
        """
        start = (explored.first, (False, False, False), frozenset[tuple[str, str]]())
        waiting, known = [start], {start}
        while waiting:
            stand, seen, doers = waiting.pop()
            if stand.ended and self._ends_badly(seen):
                return True
            others = [
                (replace(given, person=""), target)
                for given, target in stand.steps
                if strangers and not given.role
            ]
            for given, target in (*stand.steps, *others):
                happened = [
                    each.happens(given, target, explored) for each in (self.first, self.second)
                ]
                if self._forbids(happened, seen) or self._forbids_doer(given, doers):
                    return True
                reached = (target, _after(happened, seen), self._noted(given, doers))
                if reached not in known:
                    known.add(reached)
                    waiting.append(reached)
        return False

    def happens(self, explored: Concrete) -> bool:
        """Whether some inputs are its events; what must never be done need not be."""
        done = [(each, after) for stand in explored.stands for each, after in stand.steps]
        events = [self.first]
        if self.kind not in {"never", "never before", "eventually", "only"}:
            events.append(self.second)
        for event in events:
            if self.kind.startswith("never") and event is self.first:
                found = not event.store or any(event.is_offered(each) for each, _ in done)
            elif self.kind in {"only", "nobody"}:
                found = any(each.label == event.label for each, _ in done)
            else:
                found = any(event.happens(*each, explored) for each in done)
            if not found:
                return False
        return True

    def _forbids(self, happened: Sequence[bool], seen: Seen) -> bool:
        first, second = happened
        match self.kind:
            case "never":
                return first
            case "never before":
                return first and not seen[1]
            case "never after":
                return first and seen[1]
            case "always before":
                return second and not seen[0]
            case _:
                return False

    def _forbids_doer(self, given: Input, doers: Iterable[tuple[str, str]]) -> bool:
        one, other = self.first.label, self.second.label
        match self.kind:
            case "only":
                owns = {given.role, given.person, *USERS.get(given.person, ())} - {""}
                owns = owns if given.role else set()
                return given.label == one and (self.first.role or "officer") not in owns
            case "nobody":
                pairs = ((one, other), (other, one))
                return any(given.label == a and (b, given.person) in doers for a, b in pairs)
            case _:
                return False

    def _noted(self, given: Input, doers: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        if self.kind == "nobody" and given.label in {self.first.label, self.second.label}:
            return doers | {(given.label, given.person)}
        return doers

    def _ends_badly(self, seen: Seen) -> bool:
        return seen[2] if self.kind == "always after" else self.kind == "eventually" and not seen[0]


def _after(happened: Sequence[bool], seen: Seen) -> Seen:
    first, second = happened
    return seen[0] or first, seen[1] or second, second or (seen[2] and not first)


class Trial:
    """A random workflow, claims about it, and what happens in it on plain values."""

    def __init__(self, seed: int) -> None:
        workflow, random = Workflows(seed), Random(seed)
        relation = random.choice(["same", "refines"])
        comparison = f"{relation} main alternative"
        task = workflow.program()
        self._checked = load(Source("random.top", f"{task}{comparison}"))
        persons, roles = workflow.persons, workflow.roles
        self._explored = Concrete(self._checked, persons=persons, roles=roles)
        self._stuck = self._explored.stuck()
        orders = (Orders(random, task, persons=persons, roles=roles) for _ in range(4))
        self._orders = {f"order{number}": each for number, each in enumerate(orders)}
        claims = [*_ends(self._explored, random), *_stores(self._explored, random)]
        claims += [each.claim(name) for name, each in self._orders.items()]
        self._task, self._claims = task, [comparison, *claims, "finishes done"]
        self._in_files = random.random() < 0.2

    def text(self, claim: str = "") -> str:
        """The file, with all claims or the one that begins so."""
        chosen = (each for each in self._claims if each.startswith(claim))
        return "\n".join([self._task, *chosen])

    def disagreements(self, claim: str = "") -> Iterator[str]:
        """Claims that get another answer than they should, among all or one of them."""
        for outcome in self._report(self.text(claim)).outcomes:
            name = outcome.question
            if "do not replay" in (outcome.reason or ""):
                yield f"{name} does not replay"
            if name.startswith("end") and outcome.verdict is Verdict.REFUTED:
                yield f"{name} is unreached"
            if name == "every" and outcome.verdict is Verdict.REFUTED:
                yield "there is another store"
            if name.startswith("not") and _holds(outcome):
                yield f"{name} is confirmed"
            if outcome.kind == "finishes":
                yield from self._finishing(outcome)
            if name in self._orders:
                yield from self._ordered(outcome, self._orders[name])
            if outcome.kind in {"same", "refines"}:
                yield from self._comparing(outcome)

    def _report(self, text: str) -> Report:
        if not self._in_files:
            return report_on("check", Source("random.top", text), effort=EFFORT)
        with in_files(text) as source:
            return report_on("check", source, effort=EFFORT)

    def _finishing(self, outcome: Outcome) -> Iterator[str]:
        if outcome.verdict is Verdict.REFUTED and self._explored.complete and not self._stuck:
            yield "it can always be finished"
        if outcome.verdict is Verdict.CONFIRMED and self._stuck:
            if not self._explored.complete:
                self._stuck = self._explored.further(self._stuck).stuck()
            if self._stuck is not None:
                yield "it is stuck somewhere"

    def _ordered(self, outcome: Outcome, orders: Orders) -> Iterator[str]:
        broken, complete = orders.broken(self._explored), self._explored.complete
        happens = orders.happens(self._explored)
        if _holds(outcome) and broken:
            yield f"{outcome.question} is confirmed"
        refuted = outcome.verdict is Verdict.REFUTED and complete
        if refuted and not broken and not orders.broken(self._explored, strangers=True):
            yield f"{outcome.question} is refuted"
        if outcome.word == "vacuous" and outcome.reason.startswith("“") and happens:
            yield f"{outcome.question} holds of something"
        if outcome.verdict is Verdict.CONFIRMED and complete and not happens:
            yield f"{outcome.question} holds of nothing"

    @cached_property
    def _compared(self) -> list[Pairs]:
        persons = "except" in self._task
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
        complete = all(each.complete for each in pairs)
        if outcome.verdict is Verdict.REFUTED and complete and not different:
            yield "they do not differ"


def _holds(outcome: Outcome) -> bool:
    """Whether an outcome says that nothing breaks a claim."""
    return outcome.verdict is Verdict.CONFIRMED or outcome.word == "vacuous"


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
    names = (*STORES, "log", "paid", "note")
    parts = [f"!{name} == {written(explored.store(stand, name))}" for name in names]
    return " and ".join([*([f"{value} == {written(stand.value)}"] if value else []), *parts])
