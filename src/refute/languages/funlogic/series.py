"""Series of choices, each with an end and a step to the next one.

`append xs ys == [1, 2, 3]` chooses whether `xs` is empty, which gives an answer, or has an item,
after which the same choice arises for the rest. Depth first, the end comes before the step, so only
the step is ever open. Generated code walks such choices in a loop: it adds the answers to the walk,
and is then where it was before, with another unknown. If an end leads to anything but an answer or
a failure, the step is left open, like any other option.

Nodes, depths, costs and the numbers of unknowns are the same as without such a loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from refute.languages.funlogic.choices import Leading
from refute.languages.funlogic.equality import settle
from refute.languages.funlogic.machine import SHORT, Machine, Series, Stack, Walking
from refute.languages.funlogic.unknowns import Kind, Unknown, Value, Way
from refute.search import Segment

NODES_EACH = 2
"""Number of nodes of each choice in a series: the end and the step."""


class Pair(NamedTuple):
    """The two ways to make an unknown, an end and a step, with their costs, and the maximum number
    of choices that may be walked at once."""

    most: int
    ending: int
    price: int
    way: Way


def pair_of(machine: Machine, unknown: Unknown, leads: Leading, field: int) -> Pair | None:
    """The ways to make an unknown, if a series of choices may be walked at once: the step must lead
    to an unknown of the same kind in some field."""
    walk, kind = machine.walk, unknown[1]
    if walk is None or machine.goals or machine.assumed or machine.postponed is not None:
        return None
    options, _ = kind.ways.get(leads, ((), 0))
    if len(options) != NODES_EACH or not walk.goes_past_failures:
        return None
    (_, _, ending, *_), (way, _, price, *_) = options
    most, ends_with_step = divmod(walk.limit - walk.nodes, NODES_EACH)
    if ends_with_step and not walk.open:  # then only that is open at the end of the turn
        most = (walk.most - walk.nodes) // NODES_EACH
    if walk.enough is not None:
        most = min(most, walk.enough - walk.results - sum(map(_length, walk.found)) - 1)
    if most < 1 or way.fields[field] is not kind:
        return None
    return Pair(most, ending, price, way)


def _length(series: Series) -> int:
    return len(series.segments)


def is_result(machine: Machine) -> bool:
    """Whether a value here is a result of the whole evaluation."""
    below = machine.below
    return below is not None and below[1] is None and below[0][0] is settle


def is_open(value: Value, other: Value) -> bool:
    """Whether a value is an open unknown other than a given one."""
    if value.__class__ is not list or value[0] is not None:
        return False
    return value[1].__class__ is Kind and value is not other


def note_results(machine: Machine, pair: Pair, segments: Sequence[Segment]) -> None:
    """Record choices whose ends were results, each with its segment."""
    walk, count = machine.walk, len(segments)
    assert walk is not None
    if count:
        machine.cost, machine.spent = machine.cost + machine.spent, 0
        _note(machine, walk, pair, 0, segments)
        machine.now += NODES_EACH * count
        machine.named += count * len(pair.way.fields)
        note_steps(machine, walk, pair, count)


def note_result(machine: Machine, walk: Walking, pair: Pair, before: int, segment: Segment) -> None:
    """Record the result of a choice that follows others."""
    _note(machine, walk, pair, before, (segment,))


def _note(
    machine: Machine, walk: Walking, pair: Pair, before: int, segments: Sequence[Segment]
) -> None:
    cost = machine.cost + before * pair.price + pair.ending + machine.spent
    depth, nodes = machine.depth + before + 1, walk.nodes + NODES_EACH * before + 1
    deepest = max(walk.deepest, depth - 1)
    walk.found.append(
        Series(
            segments, machine.covered, True, depth, cost, pair.price, nodes, walk.failures, deepest
        )
    )


def note_steps(machine: Machine, walk: Walking, pair: Pair, count: int) -> None:
    """Continue after the steps of some choices."""
    if not count:
        machine.walk = walk
        return
    machine.walk, machine.spent, machine.fuel = walk, 0, SHORT - 1
    _walk_on(walk, NODES_EACH * count)
    machine.cost += count * pair.price
    _deepen(machine, walk, count)


def leave_step(
    machine: Machine,
    walk: Walking,
    pair: Pair,
    before: int,
    stack: Stack,
    segment: Segment,
    covered: int,
    unknown: Unknown,
    first: int,
) -> None:
    """Leave the step of a choice that follows others open, and continue with its end."""
    cost = machine.cost + before * pair.price
    _walk_on(walk, NODES_EACH * before + 1)
    _deepen(machine, walk, before + 1)
    walk.open.append(
        (stack, segment, covered, None, (), unknown, pair.way, None, first, machine.depth,
         cost + pair.price)
    )  # fmt: skip
    machine.walk, machine.cost = walk, cost + pair.ending


def _deepen(machine: Machine, walk: Walking, choices: int) -> None:
    machine.depth += choices
    walk.deepest = max(walk.deepest, machine.depth)


def _walk_on(walk: Walking, nodes: int) -> None:
    """Count nodes, and the turns in which they were walked."""
    walk.nodes += nodes
    while walk.nodes > walk.limit:
        walk.limit += walk.turn
