"""Deliberate faults in what an exploration leaves out, which random workflows must find."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from refute import terms
from refute.languages.workflow import (
    compare,
    decimals,
    finishing,
    graph,
    modules,
    project,
    tasks,
    turns,
)
from refute.languages.workflow.monitor import Monitor
from refute.languages.workflow.people import NOBODY, People
from refute.languages.workflow.project import Projection, conjuncts_of, symbols_of
from refute.languages.workflow.states import Identity, Naming, State, identify, with_sums_named
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Input, Task
from refute.solver import Answer, Path
from refute.terms import Term, integer

right_task, right_renamed, right_empties = Naming.task, graph._renamed, turns.empties
right_able, right_unseen = People.able, turns.unseen
right_number, right_atom = project._project_number, project._atom
right_step, right_waiting = Monitor.step, Symbolic.waiting
right_decimal, right_other = decimals.without, project._project_other
right_see = modules._see


# Parallel tasks in any order


def unmarked(task: Task) -> Task:
    """Parallel tasks without their labels and roles."""
    if isinstance(task, tasks.Marked):
        return unmarked(task.task)
    if isinstance(task, tasks.Joined):
        return tasks.Joined(unmarked(task.left), unmarked(task.right))
    return task


def task_without_labels(self: Naming, task: Task, *, ignored: bool = False) -> Any:
    """Tasks are exchanged whatever their labels and roles."""
    return right_task(self, unmarked(task) if ignored else task, ignored=ignored)


def task_in_any_order(self: Naming, task: Task, *, ignored: bool = False) -> Any:
    """Parallel tasks are exchanged although their values are used."""
    if isinstance(task, tasks.Joined) and not ignored:
        parts = sorted((task.left, task.right), key=self._look)
        return ("both", *map(self.task, parts))
    return right_task(self, task, ignored=ignored)


def nothing_again(self: graph.Graph) -> Iterator[Any]:
    """Parallel tasks are exchanged although it was seen that their order matters."""
    return iter(())


# States that are taken for known ones


def without_first(node: graph.Node) -> tuple[Term, ...]:
    """One of the conditions is not asked for."""
    return right_renamed(node)[1:]


def forgetting(**changes: Any) -> Any:
    """States are the same whatever a part of them is."""

    def identified(state: State, *arguments: Any, **options: Any) -> Identity:
        world = {name: each for name, each in changes.items() if name != "seen"}
        blurred = replace(state, world=replace(state.world, **world))
        return identify(
            replace(blurred, seen=changes.get("seen", state.seen)), *arguments, **options
        )

    return identified


def code_alone(self: Naming, known: dict[str, Any], code: int, environment: Any) -> Any:
    """What follows a step is the same whatever data it uses."""
    return code


def task_without_days(self: Naming, task: Task, *, ignored: bool = False) -> Any:
    """Deadlines do not tell tasks apart."""
    if isinstance(task, tasks.Timed):
        return "timed", self.task(task.task, ignored=ignored), self.value(task.otherwise)
    return right_task(self, task, ignored=ignored)


# Symbols that are eliminated


def project_bluntly(
    self: Projection, conditions: Iterable[Term], live: Collection[Term]
) -> tuple[Term, ...]:
    """What speaks of a symbol that is no longer in use is forgotten."""
    return tuple(each for each in conjuncts_of(conditions) if symbols_of(each) <= set(live))


def number_with_exceptions(literals: Sequence[Term], symbol: Term) -> Any:
    """A number between bounds, whatever it must not be."""
    plain = [each for each in literals if each.operator is not terms.Operator.NOT]
    return right_number(plain, symbol)


def number_with_factors(literals: Sequence[Term], symbol: Term) -> Any:
    """A number of which a multiple lies between bounds."""

    def atom(term: Term) -> Any:
        read = right_atom(term)
        if read is not None and read[0] is not terms.Operator.EQUAL:
            factor = read[1].get(symbol, 0)
            read[1][symbol] = (factor > 0) - (factor < 0)
        return read

    kept, project._atom = project._atom, atom
    try:
        return right_number(literals, symbol)
    finally:
        project._atom = kept


def first_witness(session: Any, conjuncts: Sequence[Term], symbol: Term) -> Term | None:
    """One witness is taken for enough."""
    model = session.model(Path.of(conjuncts))
    if model is None:
        return None
    value = terms.constant(model.get(symbol, terms.default_value(symbol.sort)), symbol.sort)
    return terms.simplify(terms.substitute(terms.conjunction(*conjuncts), {symbol: value}))


def true_only(condition: Term, symbol: Term) -> Term:
    """A truth value is taken for true."""
    return terms.simplify(terms.substitute(condition, {symbol: terms.TRUE}))


def sums_without_parts(state: State) -> State:
    """A sum gets a name, and nobody knows of what."""
    named = with_sums_named(state)
    return replace(named, world=replace(named.world, known=state.world.known))


def bounds_included(lower: tuple[Term, bool], upper: tuple[Term, bool]) -> Term:
    """A decimal lies between two that may be equal."""
    return terms.simplify(terms.at_most(lower[0], upper[0]))


def decimal_with_exceptions(literals: Sequence[Term], symbol: Term) -> Any:
    """A decimal between bounds, whatever it must not be."""
    plain = [each for each in literals if each.operator is not terms.Operator.NOT]
    return right_decimal(plain, symbol)


def equations_dropped(literals: Sequence[Term], symbol: Term) -> Any:
    """A text or a list that must be equal to something may be anything."""
    found = right_other(literals, symbol)
    return None if found is None else ()


# Inputs that are left out


def empties_behind_steps(task: Task) -> frozenset[tuple[str, ...]]:
    """An editor is filled in its turn even where a step that writes to the store follows it."""
    if isinstance(task, tasks.Stepping):
        return empties_behind_steps(task.task)
    if isinstance(task, tasks.Joined):
        left, right = empties_behind_steps(task.left), empties_behind_steps(task.right)
        return turns._below("F", left) | turns._below("S", right)
    return right_empties(task)


def all_unseen(task: Task, *, ignored: bool = False) -> frozenset[tuple[str, ...]]:
    """An editor that holds a value is never changed."""
    return frozenset(way for way, each in tasks.editors(task) if isinstance(each, tasks.Editor))


def idle_although_watched(self: graph.Graph, state: State, given: Input) -> bool:
    """Changing a value that is ignored is left out although a claim watches it."""
    return given.way in right_unseen(state.task)


def first_able(self: People, given: Input, doers: Any) -> list[Input]:
    """Only one of those who can do something does it."""
    return right_able(self, given, doers)[:1]


def named_only(self: People, given: Input, doers: Any) -> list[Input]:
    """What everybody may do is done by nobody in particular."""
    return right_able(self, given, doers) if self.users else [given]


# Imports


def see_another(module: Any, library: Any, imported: Any) -> None:
    """The full name of a definition means another one of that file."""
    right_see(module, library, imported)
    if "Stores.tot" in module.visible:
        module.visible["Stores.tot"] = module.visible["Stores.last"]


# Days


def days_before_deadlines(self: Symbolic, task: Task, world: Any) -> Iterator[Any]:
    """Days pass, but no deadline ever comes."""
    for offer in right_waiting(self, task, world):
        for _, reached in offer.run():
            early = (terms.less(reached.clock, each) for each in tasks.deadlines(task))
            after = reached.assume(terms.conjunction(*early))
            if self.session.check(after.path) is Answer.SAT:
                yield replace(offer, run=partial(iter, ((task, after),)))


# Whether a task can be finished


def along_whatever_it_needs(self: Any, node: Any, edge: Any, chance: Any) -> frozenset[Term]:
    """An input leads on for all values if it does for some."""
    return frozenset()


# Comparisons


def same_whatever_the_value(left: Any, right: Any) -> Term:
    """Values are not compared."""
    return terms.TRUE


def step_once(self: Monitor, seen: str, first: bool, other: bool) -> str:
    """What a claim about an order has seen is forgotten with the next input."""
    return right_step(self, "", first, other)


FAULTS: dict[str, tuple[int, str, Any, str, Any]] = {
    "exchange in any case": (0, "property notEnd0", graph.Graph, "_again", nothing_again),
    "exchange of tasks that wait": (
        36,
        "invariant notStore1",
        Symbolic,
        "_moves",
        lambda *_: False,
    ),
    "exchange whatever the labels": (493, "finishes done", Naming, "task", task_without_labels),
    "exchange of values that are used": (49, "property notEnd0", Naming, "task", task_in_any_order),
    "values that are used are ignored": (3, "finishes done", turns, "ignores", lambda _: True),
    "merging whatever the store": (1, "reachable end1", Naming, "heap", lambda *_: ()),
    "merging whatever the data": (9, "reachable end1", Naming, "_closed", code_alone),
    "merging whatever the day": (
        21,
        "property notEnd0",
        graph,
        "identify",
        forgetting(clock=integer(0)),
    ),
    "merging whatever the deadline": (21, "reachable end1", Naming, "task", task_without_days),
    "merging whoever did it": (
        235,
        "finishes done",
        graph,
        "identify",
        forgetting(doers=NOBODY),
    ),
    "merging whatever was seen": (89, "always order0", graph, "identify", forgetting(seen="")),
    "subsumption without a condition": (8, "property notEnd0", graph, "_renamed", without_first),
    "elimination with what is said of others": (
        2,
        "reachable end1",
        Projection,
        "project",
        project_bluntly,
    ),
    "sums without their parts": (
        188,
        "property notEnd0",
        graph,
        "with_sums_named",
        sums_without_parts,
    ),
    "filling in turn behind steps": (
        340,
        "reachable end1",
        turns,
        "empties",
        empties_behind_steps,
    ),
    "filling in turn although watched": (
        124,
        "always order0",
        graph.Graph,
        "_watches_values",
        False,
    ),
    "no second value": (3, "finishes done", graph, "unseen", all_unseen),
    "no second value that is watched": (
        670,
        "never order3",
        graph.Graph,
        "_is_idle",
        idle_although_watched,
    ),
    "one person for all": (157, "never order1", People, "able", first_able),
    "nobody does what all may do": (340, "always order1", People, "able", named_only),
    "full names of something else": (3, "property notEnd0", modules, "_see", see_another),
    "days before deadlines only": (
        9,
        "property notEnd0",
        Symbolic,
        "waiting",
        days_before_deadlines,
    ),
    "finishing whatever the values": (
        86,
        "finishes done",
        finishing.Finishing,
        "_along",
        along_whatever_it_needs,
    ),
    "comparing without values": (
        0,
        "refines main alternative",
        compare,
        "equal",
        same_whatever_the_value,
    ),
    "comparing one after the other": (
        760,
        "same main alternative",
        compare.Pairs,
        "_in_order",
        False,
    ),
    "orders of neighbours only": (10, "never order3", Monitor, "step", step_once),
}
"""The workflow and the claim that find each, where it is put in, and what in place of which."""
