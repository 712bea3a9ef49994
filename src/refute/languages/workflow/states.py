"""Symbolic states and when two of them are the same up to the names of symbols."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from refute.languages.workflow.evaluation import World
from refute.languages.workflow.naming import Naming
from refute.languages.workflow.project import project
from refute.languages.workflow.tasks import (
    Environment,
    Input,
    Task,
)
from refute.terms import Term


@dataclass(frozen=True, slots=True)
class State:
    """A normalised task after some inputs; `value` is None when it has none."""

    task: Task
    world: World
    inputs: tuple[Input, ...]
    value: Any


def identify(
    state: State, names: Environment, *, with_inputs: bool
) -> tuple[Hashable, dict[Term, Term], tuple[Term, ...]]:
    """The key that equal states share, its names for their symbols, the conditions on these.

    With inputs, the key tells apart states that were reached by different inputs.
    """
    naming = Naming()
    shape = [naming.task(state.task)]
    shape.extend(naming.value(each) for each in names.values())
    if with_inputs:
        shape.extend((each.way, _action(each, naming)) for each in state.inputs)
    shape.append(naming.heap(state.world.heap))
    conditions = project(state.world.known, naming.symbols)
    return (tuple(shape), naming.conditions(conditions)), naming.symbols, conditions


def _action(given: Input, naming: Naming) -> Hashable:
    return naming.value(given.action) if given.shape else str(given.action)


def result_key(state: State) -> Hashable:
    """What two end states share that have the same value under the same condition."""
    naming = Naming()
    shape = naming.value(state.value)
    conditions = project(state.world.path.conditions(), naming.symbols)
    return shape, naming.conditions(conditions)


def task_key(task: Task) -> Hashable:
    """What tasks share that are the same up to the names of symbols."""
    return Naming().task(task)
