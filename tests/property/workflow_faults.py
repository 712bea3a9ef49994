"""Deliberate faults in the reductions of an exploration, which random workflows must find."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from refute.languages.workflow import simulate, tasks
from refute.languages.workflow.project import Projection, conjuncts_of, symbols_of
from refute.languages.workflow.states import Naming, State, with_sums_named
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Task
from refute.terms import Term

right_task, right_renamed, right_empties = Naming.task, simulate._renamed, simulate.empties


def task_without_labels(self: Naming, task: Task, *, ignored: bool = False) -> Any:
    """Tasks are exchanged whatever their labels and roles."""
    if ignored and isinstance(task, tasks.Marked):
        return self.task(task.task, ignored=True)
    return right_task(self, task, ignored=ignored)


def without_first(node: simulate.Node) -> tuple[Term, ...]:
    """One of the conditions is not asked for."""
    return right_renamed(node)[1:]


def project_bluntly(
    self: Projection, conditions: Iterable[Term], live: Collection[Term]
) -> tuple[Term, ...]:
    """What speaks of a symbol that is no longer in use is forgotten."""
    return tuple(each for each in conjuncts_of(conditions) if symbols_of(each) <= set(live))


def sums_without_parts(state: State) -> State:
    """A sum gets a name, and nobody knows of what."""
    named = with_sums_named(state)
    return replace(named, world=replace(named.world, known=state.world.known))


def empties_behind_steps(task: Task) -> frozenset[tuple[str, ...]]:
    """An editor is filled in its turn even where a step that writes to the store follows it."""
    if isinstance(task, tasks.Stepping):
        return empties_behind_steps(task.task)
    if isinstance(task, tasks.Joined):
        left, right = empties_behind_steps(task.left), empties_behind_steps(task.right)
        return simulate._below("F", left) | simulate._below("S", right)
    return right_empties(task)


def nothing_again(self: simulate.Graph) -> Iterator[Any]:
    """Parallel tasks are exchanged although it was seen that their order matters."""
    return iter(())


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "exchange in any case": (simulate.Graph, "_again", nothing_again),
    "exchange of tasks that wait": (Symbolic, "_moves", lambda *_: False),
    "exchange whatever the labels": (Naming, "task", task_without_labels),
    "merging whatever the store": (Naming, "heap", lambda *_: ()),
    "subsumption without a condition": (simulate, "_renamed", without_first),
    "elimination with what is said of others": (Projection, "project", project_bluntly),
    "sums without their parts": (simulate, "with_sums_named", sums_without_parts),
    "values that are used are ignored": (simulate, "ignores", lambda _: True),
    "filling in turn behind steps": (simulate, "empties", empties_behind_steps),
}
"""Where each is put in, and what in place of which."""
